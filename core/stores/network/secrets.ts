/** Secret fields of a record: converts plaintext to the stored form of each node, and back. */
import { hash, hkdfSync } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import { concat, decodeUtf8, encodeUtf8, fromBase64, toBase64 } from '../../crypto/bytes.ts'
import { CryptoError } from '../../crypto/errors.ts'
import type { KeyPair } from '../../crypto/keys.ts'
import { isEnvelope, joinShares, MAX_SECRET_BYTES, splitSecret } from '../../crypto/shares.ts'
import { joinWithThreshold, type Sharing, splitWithThreshold } from '../../crypto/threshold.ts'
import { SecretNotTextError } from './errors.ts'
import { isPlainObject } from './filter.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Secrets {
  /** The documents of one record for each of the nodes, in the order of the nodes. */
  split(collection: string, record: Fields, secrets: readonly string[]): Promise<readonly Fields[]>
  /**
   * Joins the record from the parts of the nodes that answered; refuses parts that do not belong together, or do
   * not suffice.
   */
  join(parts: readonly Fields[], secrets: readonly string[]): Promise<Joined>
}

/** A record with its secrets. */
export interface Joined {
  readonly record: Fields
  /** The parts with a wrong share, as positions among those that were given. */
  readonly wrong: readonly number[]
}

/** The location and the value of a secret: besides the key, its masks depend on nothing else. */
type Place = readonly [collection: string, id: unknown, field: string, text: string]

/**
 * Creates the functions that split and join under a key. The masks are derived from the key, the record's
 * location and the secret itself: random to everyone without the key, yet equal for the same record. So
 * sending an interrupted write again completes it, and never mixes the shares of two attempts.
 */
export function createSecrets(key: KeyPair, nodes: number, threshold?: number): Secrets {
  const form =
    nodes === 1 ? sealed(key) : threshold === undefined ? shared(key, nodes) : some(key, { nodes, threshold })
  return {
    async split(collection, record, secrets) {
      if (secrets.every(field => record[field] === undefined))
        return Array.from({ length: nodes }, () => record)
      const parts = Array.from({ length: nodes }, (): Record<string, unknown> => ({ ...record }))
      for (const field of secrets) {
        const text = record[field]
        if (text === undefined) continue
        if (typeof text !== 'string') throw new SecretNotTextError(field)
        const shares = await splitText(form, [collection, record['_id'], field, text])
        for (const [at, part] of parts.entries()) part[field] = { '%share': shares[at] }
      }
      return parts
    },

    async join(parts, secrets) {
      const record: Record<string, unknown> = { ...parts[0] }
      const wrong = new Set<number>()
      for (const field of secrets) {
        if (record[field] === undefined) continue
        const shares = parts.map(part => shareIn(part[field]))
        // A deployment that has changed its mind still reads the shares of before.
        if (shares.some(share => share !== undefined && isEnvelope(share))) {
          const joined = await joinWithThreshold(
            shares.map(share => share ?? ''),
            { nodes, threshold },
          )
          record[field] = joined.text
          for (const at of joined.wrong) wrong.add(at)
        } else {
          if (parts.length < nodes) throw new CryptoError('AND_MALFORMED_SHARE', 'one is missing')
          record[field] = form.join(shares.map(assertShare))
        }
      }
      return { record, wrong: [...wrong] }
    },
  }
}

/** The forms in which nodes store a text: all but the one with a threshold are known to any client of the network. */
interface Form {
  split(place: Place): readonly string[] | Promise<readonly string[]>
  join(shares: readonly string[]): string
}

async function splitText(form: Form, place: Place): Promise<readonly string[]> {
  const [, , field, text] = place
  if (Buffer.byteLength(text) > MAX_SECRET_BYTES) throw new SecretNotTextError(field)
  try {
    return await form.split(place)
  } catch (error) {
    if (error instanceof CryptoError) throw new SecretNotTextError(field)
    throw error
  }
}

/** For several nodes: one XOR share each. */
function shared(key: KeyPair, nodes: number): Form {
  const seed = seedOf(key, 'andiron shares 1')
  return {
    split(place) {
      let count = 0
      return splitSecret(place[3], nodes, length => {
        count += 1
        return derive(seed, place, `mask ${count}`, length)
      })
    },
    join: joinShares,
  }
}

/** For several nodes, of which some suffice. */
function some(key: KeyPair, sharing: Sharing): Form {
  const seed = seedOf(key, 'andiron shares 2')
  return {
    split(place) {
      let count = 0
      return splitWithThreshold(place[3], sharing, {
        random: length => {
          count += 1
          return derive(seed, place, `${sharing.threshold} of ${sharing.nodes}, ${count}`, length)
        },
      })
    },
    join: joinShares,
  }
}

const NONCE = 24
/** The byte before a text that is sealed, as before one that is shared. */
const TEXT = Uint8Array.of(1)

/** A single node has no shares: it stores the secret sealed under a key that only the gateway can derive. */
function sealed(key: KeyPair): Form {
  const seed = seedOf(key, 'andiron sealed 1')
  const sealing = secretKeyOfOneNode(key)
  return {
    split(place) {
      const nonce = derive(seed, place, 'nonce', NONCE)
      return [
        toBase64(concat(nonce, xsalsa20poly1305(sealing, nonce).encrypt(concat(TEXT, encodeUtf8(place[3]))))),
      ]
    },
    join([share = '']) {
      const bytes = fromBase64(share)
      try {
        const text = xsalsa20poly1305(sealing, bytes.subarray(0, NONCE)).decrypt(bytes.subarray(NONCE))
        return decodeUtf8(text.subarray(TEXT.length))
      } catch (cause) {
        throw new CryptoError('AND_MALFORMED_SHARE', 'it does not open', { cause })
      }
    },
  }
}

/** The key that seals the secrets of a network of one node: its clients call it a secret key. */
export function secretKeyOfOneNode(key: KeyPair): Uint8Array {
  return seedOf(key, 'andiron secret key 1')
}

function seedOf({ privateKey }: KeyPair, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', privateKey, purpose, '', 32))
}

/** Derives bytes for one purpose at one location: HKDF (RFC 5869). */
function derive(seed: Uint8Array, place: Place, purpose: string, length: number): Uint8Array {
  const salt = hash('sha256', JSON.stringify(place), 'buffer')
  return new Uint8Array(hkdfSync('sha256', seed, salt, purpose, length))
}

/** The share in a stored field. */
export function shareIn(value: unknown): string | undefined {
  const share = isPlainObject(value) ? value['%share'] : undefined
  return typeof share === 'string' ? share : undefined
}

function assertShare(share: string | undefined): string {
  if (share === undefined) throw new CryptoError('AND_MALFORMED_SHARE', 'one is not a share')
  return share
}
