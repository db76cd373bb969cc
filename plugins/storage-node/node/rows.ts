/** Rows of the documents table, and their conversion to documents. */

import type { AclEntry } from '../../../core/index.ts'
import type { NodeDocument } from '../../../core/node.ts'

/** Maximum characters of a document's JSON. */
export const DOCUMENT_LIMIT = 1024 * 1024

/** The columns that a SELECT over `documents d` reads. */
export const DOCUMENT_COLUMNS = 'd.id, d.owner, d.acl, d.body, d.version, d.created, d.updated'

/** Bytes of the content of a row `documents d`; computed on demand for rows of an earlier release. */
export const BYTES = 'COALESCE(d.bytes, octet_length(d.body::text))'

export interface DocumentRow {
  readonly id: string
  readonly owner: string | null
  readonly acl: readonly AclEntry[] | null
  readonly body: Readonly<Record<string, unknown>>
  readonly version: number
  readonly created: Date
  readonly updated: Date
}

/** A row `documents d` as jsonb, in the format of `documentOf`. */
export const DOCUMENT_JSON = `d.body || jsonb_build_object('_id', d.id, '_created', ${time('created')}, '_updated', ${time('updated')})
  || CASE WHEN d.owner IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('_owner', d.owner) END
  || CASE WHEN d.acl IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('_acl', d.acl) END`

/** A time in the format of `Date.prototype.toISOString`. */
function time(column: string): string {
  return `to_char(d.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Converts a row to the document for a response. */
export function documentOf({ id, owner, acl, body, created, updated }: DocumentRow): NodeDocument {
  return {
    _id: id,
    ...body,
    _created: created.toISOString(),
    _updated: updated.toISOString(),
    ...(owner !== null && { _owner: owner }),
    ...(acl !== null && { _acl: acl }),
  }
}
