/** Shares with a threshold for a secret of which every share is needed so far. */
import { expand, extract } from '@noble/hashes/hkdf.js'
import { encodeUtf8 } from '../../core/crypto/bytes.ts'
import { sha256 } from '../../core/crypto/curve.ts'
import {
  formerShares,
  joinWithThreshold,
  type Sharing,
  splitWithThreshold,
} from '../../core/crypto/threshold.ts'

const PURPOSE = 'andiron re-shared 2'

/**
 * The new share of each node, in the order of the nodes. Its randomness is HKDF (RFC 5869) over the key of the
 * owner, the place and the secret: random to everyone else, and the same for every client of the owner.
 * @param shares - of all nodes, in their order
 * @param place - the address of the secret
 * @throws CryptoError if the shares do not join, or one is missing
 */
export async function reshare(
  shares: readonly string[],
  sharing: Sharing,
  key: Uint8Array,
  place: readonly string[],
): Promise<string[]> {
  const { text } = await joinWithThreshold(shares, sharing.nodes)
  const former = formerShares(shares, sharing.nodes)
  const salt = sha256(encodeUtf8(JSON.stringify([...place, text, former, sharing.nodes, sharing.threshold])))
  const seed = extract(sha256, key, salt)
  let drawn = 0
  return splitWithThreshold(text, sharing, {
    former,
    random: length => {
      drawn += 1
      return expand(sha256, seed, encodeUtf8(`${PURPOSE} ${drawn}`), length)
    },
  })
}
