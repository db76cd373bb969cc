/** A stored response as plain FHIR. */
import type { QuestionnaireResponse } from 'fhir/r4.js'
import type { StoredRecord } from '../../core/index.ts'

/** What the nodes know of a record becomes `id` and `meta`. */
export function resourceOf(record: StoredRecord): QuestionnaireResponse {
  const resource = Object.fromEntries(Object.entries(record).filter(([name]) => !STORED.has(name)))
  const { meta } = resource as { meta?: object }
  return {
    ...resource,
    id: record._id,
    meta: { ...meta, lastUpdated: record._updated },
  } as QuestionnaireResponse
}

const STORED = new Set(['_id', '_created', '_updated', '_owner', '_acl', '_attestation'])
