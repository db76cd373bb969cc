/** A stored record as plain FHIR. */
import type { StoredRecord } from './stores/records.ts'

/** What the nodes know of a record becomes `id` and `meta`. */
export function resourceOf<R = object>(record: StoredRecord): R {
  const resource = Object.fromEntries(Object.entries(record).filter(([name]) => !STORED.has(name)))
  const { meta } = resource as { meta?: object }
  return {
    ...resource,
    id: record._id,
    meta: { ...meta, lastUpdated: record._updated },
  } as unknown as R
}

/** FHIR has names with a `_` in front too: `_authored` carries the extensions of `authored`. */
const STORED = new Set(['_id', '_created', '_updated', '_owner', '_acl', '_attestation', '_revisionOf'])
