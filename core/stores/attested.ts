/** What the attestation of a record covers, and whether a stored record is still as it was attested. */
import { verifyAttestation } from '../crypto/attest.ts'
import { keyIdOf } from '../crypto/did.ts'
import type { Primitives } from '../crypto/primitives.ts'

/** The field that carries the service's detached signature over a record. */
export const ATTESTATION = '_attestation'

/** A record as it is stored, as far as an attestation is about it. */
export interface Attestable {
  readonly _id: string
  readonly _owner?: string
  readonly [field: string]: unknown
}

/** What is signed: a record cannot be passed off under another id, owner or collection. */
export const attested = (collection: string, uid: string, owner: string, record: object) => ({
  collection,
  owner,
  record,
  uid,
})

/** What was attested of a stored record. */
export const recordOf = ({
  [ATTESTATION]: _,
  _id,
  _owner,
  _acl,
  _created,
  _updated,
  ...record
}: Attestable) => record

/** Whether the record is as the holder of the key attested it. */
export function isAttestedBy(
  publicKey: Uint8Array,
  primitives: Primitives,
  collection: string,
  stored: Attestable,
): boolean {
  const { [ATTESTATION]: signature, _id, _owner } = stored
  if (typeof signature !== 'string' || _owner === undefined) return false
  const covered = attested(collection, _id, keyIdOf(_owner), recordOf(stored))
  return verifyAttestation(covered, signature, publicKey, primitives)
}
