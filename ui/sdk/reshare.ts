/**
 * Shares with a threshold for secrets of which every share is needed so far. Loaded only where there is a threshold.
 */
import { expand, extract } from '@noble/hashes/hkdf.js'
import { encodeUtf8 } from '../../core/crypto/bytes.ts'
import { sha256 } from '../../core/crypto/curve.ts'
import { isJsonObject } from '../../core/crypto/json.ts'
import { isEnvelope } from '../../core/crypto/shares.ts'
import {
  formerShares,
  joinWithThreshold,
  type Sharing,
  splitWithThreshold,
} from '../../core/crypto/threshold.ts'
import { memberOf, shareOf } from './secrets.ts'

/** The replacement of a share on one of the nodes. */
export interface Reshared {
  /** The position of the node. */
  readonly node: number
  /** The path of the share in the document, with dots. */
  readonly path: string
  readonly former: string
  readonly share: string
}

const PURPOSE = 'andiron re-shared 2'

/**
 * The shares to replace. The new ones contain the former ones, so that each set is complete at every instant of the
 * change.
 * @param parts - the documents of all nodes, in the order of the nodes
 * @param key - the private key of the owner
 * @param place - the address of the document
 * @throws CryptoError if the shares do not join, or one is missing
 */
export async function reshareSecrets(
  parts: readonly unknown[],
  sharing: Sharing,
  key: Uint8Array,
  place: readonly string[],
): Promise<Reshared[]> {
  const changes: Reshared[] = []
  for (const path of pathsOfShares(parts[0])) {
    const shares = parts.map(part => shareOf(path.reduce(memberOf, part)))
    if (shares.every(isEnvelope)) continue
    const renewed = await reshare(shares, sharing, key, [...place, ...path])
    for (const [node, former] of shares.entries()) {
      const share = renewed[node]
      if (share !== undefined && share !== former)
        changes.push({ node, path: [...path, '%share'].join('.'), former, share })
    }
  }
  return changes
}

/**
 * The new share of each node, in the order of the nodes. Its randomness is HKDF (RFC 5869) over the key of the
 * owner, the place and the secret: random to everyone else, and the same for every client of the owner.
 */
async function reshare(
  shares: readonly string[],
  sharing: Sharing,
  key: Uint8Array,
  place: readonly string[],
): Promise<string[]> {
  const { text } = await joinWithThreshold(shares, sharing)
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

/** The paths of the shares that an update can name: those in lists have none that lasts. */
function pathsOfShares(value: unknown): string[][] {
  if (!isJsonObject(value)) return []
  if (Object.hasOwn(value, '%share')) return [[]]
  return Object.entries(value)
    .filter(([name]) => name !== '' && !/[.$]|^\d/.test(name))
    .flatMap(([name, each]) => pathsOfShares(each).map(path => [name, ...path]))
}
