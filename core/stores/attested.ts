/** What the attestation of a record covers, and whether a stored record is still as it was attested. */
import { attest, verifyAttestation } from '../crypto/attest.ts'
import { keyIdOf } from '../crypto/did.ts'
import type { KeyPair } from '../crypto/keys.ts'
import type { Primitives } from '../crypto/primitives.ts'
import type { NewRecord } from './records.ts'

/** The field that carries the service's detached signature over a record. */
export const ATTESTATION = '_attestation'

/** What is signed: a record cannot be passed off under another id, owner or collection. */
export const attested = (collection: string, uid: string, owner: string, record: object) => ({
  collection,
  owner,
  record,
  uid,
})

/** What was attested of a stored record. */
export const recordOf = ({ [ATTESTATION]: _, _id, _owner, _acl, _created, _updated, ...record }: NewRecord) =>
  record

/** Whether the record is as the holder of the key attested it. */
export function isAttestedBy(
  publicKey: Uint8Array,
  primitives: Primitives,
  collection: string,
  stored: NewRecord,
): boolean {
  const { [ATTESTATION]: signature, _id, _owner } = stored
  if (typeof signature !== 'string' || typeof _owner !== 'string') return false
  const covered = attested(collection, _id, keyIdOf(_owner), recordOf(stored))
  return verifyAttestation(covered, signature, publicKey, primitives)
}

/** When a record of the service's own was first written, and when this version of it was: ISO 8601, UTC. */
export interface Stamp {
  readonly created: string
  readonly updated: string
}

/** A record of the service's own as it was sealed. */
export interface Sealed extends Stamp {
  readonly id: string
  readonly signature: string
}

const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z'
const SEAL = new RegExp(`^(${TIME}) ([0-9a-f-]{36}) (${TIME}) ([\\w-]+\\.\\.[\\w-]+)$`)

/**
 * The order of the service's own records: by creation, then by id. Seals begin with it, so that a node that can sort by
 * a text field sorts records by what was signed, not by its own clock.
 */
export const placeOf = ({ created, id }: Pick<Sealed, 'created' | 'id'>): string => `${created} ${id}`

/** The signed content of a record of the service's own: like a person's, with the owner `null`, and with its version. */
const sealed = (collection: string, { id, created, updated }: Omit<Sealed, 'signature'>, record: object) => ({
  collection,
  created,
  owner: null,
  record,
  uid: id,
  updated,
})

/** The attestation of a record of the service's own. @param record - with its secret fields in plain text */
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

/** What a seal says, unverified; `undefined` for what is none. */
export function readSeal(seal: unknown): Sealed | undefined {
  const [, created, id, updated, signature] = (typeof seal === 'string' && SEAL.exec(seal)) || []
  if (!created || !id || !updated || !signature) return undefined
  return { created, id, updated, signature }
}

/** What the seal of a record says, if the holder of the key sealed exactly this record. */
export function verifySeal(
  publicKey: Uint8Array,
  primitives: Primitives,
  collection: string,
  stored: NewRecord,
): Sealed | undefined {
  const seal = readSeal(stored[ATTESTATION])
  if (seal === undefined || seal.id !== stored._id) return undefined
  const covered = sealed(collection, seal, recordOf(stored))
  return verifyAttestation(covered, seal.signature, publicKey, primitives) ? seal : undefined
}
