/** The part of a stored record that the service signs. */

/** The field that carries the service's detached signature over a record. */
export const ATTESTATION = '_attestation'

/**
 * The signed payload: a record cannot be passed off under another id, owner or collection.
 * @param owner - key id
 */
export const attested = (collection: string, uid: string, owner: string, record: object) => ({
  collection,
  owner,
  record,
  uid,
})

/** The attested part of a stored record. */
export const recordOf = ({
  [ATTESTATION]: _,
  _id,
  _owner,
  _acl,
  _created,
  _updated,
  ...record
}: Readonly<Record<string, unknown>>) => record
