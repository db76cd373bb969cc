/** Rows of the documents table and the documents they stand for. */

import type { NodeDocument } from '../../../core/stores/network/node.ts'
import type { AclEntry } from '../../../core/stores/records.ts'

/** What a SELECT over `documents d` reads. */
export const DOCUMENT_COLUMNS = 'd.id, d.owner, d.acl, d.body, d.version, d.created, d.updated'

/** Bytes of the content of a row `documents d`; those of an earlier release are counted when they are needed. */
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

/** The document of a row, as it goes out. */
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
