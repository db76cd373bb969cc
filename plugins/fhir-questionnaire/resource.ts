/** A stored response as plain FHIR. */
import type { QuestionnaireResponse } from 'fhir/r4.js'
import { ATTESTATION, type StoredRecord } from '../../core/index.ts'

/** Adds `id` and `meta` from the record's fields on the nodes. */
export function resourceOf({
  _id,
  _created,
  _updated,
  _owner,
  _acl,
  [ATTESTATION]: _,
  meta,
  ...resource
}: StoredRecord): QuestionnaireResponse {
  return { ...resource, id: _id, meta: { ...(meta as object), lastUpdated: _updated } } as never
}
