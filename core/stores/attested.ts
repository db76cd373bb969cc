/** The signed part of a record, and the verification of a stored record against its attestation. */
import { LRUCache } from 'lru-cache'
import { frozen } from '../contract/frozen.ts'
import { attest, signingInput, verifyAttestation, verifySigned } from '../crypto/attest.ts'
import { ATTESTATION, attested, recordOf } from '../crypto/attested-record.ts'
import { equal } from '../crypto/bytes.ts'
import { keyIdOf } from '../crypto/did.ts'
import type { KeyPair } from '../crypto/keys.ts'
import type { Primitives } from '../crypto/primitives.ts'
import { growing } from '../growing.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import type { NewRecord } from './records.ts'

type Fields = Readonly<Record<string, unknown>>

export { ATTESTATION, attested, recordOf }

/** A record that this process has attested: its place, and the key that signed. */
interface Made {
  readonly collection: string
  /** Key id. */
  readonly owner: string
  readonly publicKey: Uint8Array
}

/** By the frozen record with its attestation. */
const made = new WeakMap<object, Made>()

/**
 * A person's record with its id and the attestation of the key, frozen: the nodes of this process, which are given the
 * same object, need not verify what it has just signed.
 * @param owner - key id
 */
export function withAttestation(
  { privateKey, publicKey }: KeyPair,
  primitives: Primitives,
  { collection, uid, owner, record }: ReturnType<typeof attested>,
): NewRecord {
  const attestation = attest(attested(collection, uid, owner, record), privateKey, primitives)
  const whole = frozen({ ...record, [ATTESTATION]: attestation, _id: uid })
  made.set(whole, { collection, owner, publicKey })
  return whole
}

/** Owners whose key ids are remembered: base 58 is slow, and the same people come again. */
const OWNERS = 1_000

const keyIds = new LRUCache<string, string>(growing(OWNERS))

function ownerKeyOf(did: string): string {
  const known = keyIds.get(did)
  if (known !== undefined) return known
  const id = keyIdOf(did)
  keyIds.set(did, id)
  return id
}

/**
 * True if the record matches the attestation of the holder of one of the keys.
 * @param record - as stored, or as `withAttestation` returned it
 */
export function isAttestedBy(
  publicKeys: readonly Uint8Array[],
  primitives: Primitives,
  collection: string,
  { id, owner, record }: { readonly id: string; readonly owner: string; readonly record: Fields },
): boolean {
  const { [ATTESTATION]: signature } = record
  if (typeof signature !== 'string') return false
  try {
    const ownerKey = ownerKeyOf(owner)
    const known = made.get(record)
    if (known?.collection === collection && known.owner === ownerKey && record['_id'] === id)
      return publicKeys.some(publicKey => equal(publicKey, known.publicKey))
    const message = signingInput(attested(collection, id, ownerKey, recordOf(record)))
    return publicKeys.some(publicKey => verifySigned(message, signature, publicKey, primitives))
  } catch {
    return false
  }
}

/**
 * True if the record matches an attestation of the service: of a key that had not ended when the record was
 * created. A node refuses to store an attestation of an ended key later.
 */
export function isAttestedIn(
  ring: Pick<KeyRing, 'publicKeysAt'>,
  primitives: Primitives,
  collection: string,
  stored: NewRecord,
): boolean {
  const created = Date.parse(String(stored['_created']))
  const time = Number.isNaN(created) ? Date.now() : created
  const { _id: id, _owner: owner } = stored
  return (
    typeof owner === 'string' &&
    isAttestedBy(ring.publicKeysAt(time), primitives, collection, { id, owner, record: stored })
  )
}

/** The times of first writing and of this version, for a record of the service: ISO 8601, UTC. */
export interface Stamp {
  readonly created: string
  readonly updated: string
}

/** A record of the service, as sealed. */
export interface Sealed extends Stamp {
  readonly id: string
  readonly signature: string
}

const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z'
const SEAL = new RegExp(`^(${TIME}) ([0-9a-f-]{36}) (${TIME}) ([\\w-]+\\.\\.[\\w-]+)$`)

/**
 * The order of the service's records: by creation, then by id. Seals begin with it, so that a node that sorts
 * by a text field sorts records by signed values and not by its own clock.
 */
export const placeOf = ({ created, id }: Pick<Sealed, 'created' | 'id'>): string => `${created} ${id}`

/**
 * The signed content of a record of the service: like a person's, with the owner `null`, and with its
 * version.
 */
const sealed = (collection: string, { id, created, updated }: Omit<Sealed, 'signature'>, record: object) => ({
  collection,
  created,
  owner: null,
  record,
  uid: id,
  updated,
})

/** The attestation of a record of the service. @param record - with its secret fields in plain text */
export function sealOf(
  { privateKey }: KeyPair,
  primitives: Primitives,
  collection: string,
  record: NewRecord,
  { created, updated }: Stamp,
): string {
  const id = record._id
  const covered = sealed(collection, { id, created, updated }, recordOf(record))
  return `${placeOf({ created, id })} ${updated} ${attest(covered, privateKey, primitives)}`
}

/** The contents of a seal, unverified; `undefined` for a malformed seal. */
export function readSeal(seal: unknown): Sealed | undefined {
  const [, created, id, updated, signature] = (typeof seal === 'string' && SEAL.exec(seal)) || []
  if (!created || !id || !updated || !signature) return undefined
  return { created, id, updated, signature }
}

/** The contents of a record's seal, if a key that had not ended sealed exactly this record. */
export function verifySeal(
  ring: Pick<KeyRing, 'publicKeysAt'>,
  primitives: Primitives,
  collection: string,
  stored: NewRecord,
): Sealed | undefined {
  const seal = readSeal(stored[ATTESTATION])
  if (seal === undefined || seal.id !== stored._id) return undefined
  const covered = sealed(collection, seal, recordOf(stored))
  const keys = ring.publicKeysAt(Date.parse(seal.updated))
  return keys.some(key => verifyAttestation(covered, seal.signature, key, primitives)) ? seal : undefined
}
