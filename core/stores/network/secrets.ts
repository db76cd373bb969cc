/** Secret fields of a record: out of the plaintext into one share per node, and back. */
import { hash, hkdfSync } from 'node:crypto'
import { CryptoError } from '../../crypto/errors.ts'
import type { KeyPair } from '../../crypto/keys.ts'
import { joinShares, splitSecret } from '../../crypto/shares.ts'
import { SecretNotTextError } from './errors.ts'
import { isPlainObject } from './filter.ts'

type Fields = Readonly<Record<string, unknown>>

/** One record as each of the nodes is sent it. */
export type Split = (collection: string, record: Fields, secrets: readonly string[]) => readonly Fields[]

/**
 * Makes the splitting function of a key. The masks follow from the key, the record's place and the secret itself: to
 * everyone without the key they are random, yet the same record always gives the same shares. So a write that was cut
 * short is completed by sending it again, and never mixes the shares of two attempts.
 */
export function createSplit(key: KeyPair, nodes: number): Split {
  const seed = new Uint8Array(hkdfSync('sha256', key.privateKey, 'andiron shares 1', '', 32))
  return (collection, record, secrets) => {
    const records = Array.from({ length: nodes }, (): Record<string, unknown> => ({ ...record }))
    for (const field of secrets) {
      const text = record[field]
      if (text === undefined) continue
      if (typeof text !== 'string') throw new SecretNotTextError(field)
      const place = JSON.stringify([collection, record['_id'], field, text])
      const shares = split(text, nodes, createMasks(seed, place), field)
      for (const [at, each] of records.entries()) each[field] = { '%share': shares[at] }
    }
    return records
  }
}

function split(text: string, nodes: number, random: (length: number) => Uint8Array, field: string): string[] {
  try {
    return splitSecret(text, nodes, random)
  } catch (error) {
    if (error instanceof CryptoError) throw new SecretNotTextError(field)
    throw error
  }
}

/** Masks by HKDF (RFC 5869), each under its own number. */
function createMasks(seed: Uint8Array, place: string): (length: number) => Uint8Array {
  const salt = hash('sha256', place, 'buffer')
  let count = 0
  return length => {
    count += 1
    return new Uint8Array(hkdfSync('sha256', seed, salt, `mask ${count}`, length))
  }
}

/** Puts the secret fields of one record back together from what every node has of it. */
export function joinRecord(records: readonly Fields[], secrets: readonly string[]): Fields {
  const joined: Record<string, unknown> = { ...records[0] }
  for (const field of secrets) {
    if (joined[field] === undefined) continue
    joined[field] = joinShares(records.map(record => shareOf(record[field])))
  }
  return joined
}

function shareOf(value: unknown): string {
  const share = isPlainObject(value) ? value['%share'] : undefined
  if (typeof share !== 'string') throw new CryptoError('AND_MALFORMED_SHARE', 'one is not a share')
  return share
}
