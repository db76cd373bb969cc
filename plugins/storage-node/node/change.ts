/** Changes to single documents by compare-and-swap: no transaction, and no update lost to another. */
import { isDeepStrictEqual } from 'node:util'
import { refusal } from '../../../core/stores/network/errors.ts'
import type { AclEntry } from '../../../core/stores/records.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { DOCUMENT_COLUMNS, type DocumentRow } from './rows.ts'
import { SqlParameters } from './sql-parameters.ts'
import type { Change } from './update.ts'

const ATTEMPTS = 20

/** What a document becomes; `undefined` when it stays as it is. */
export type Revise = (
  row: DocumentRow,
) => { readonly body?: Record<string, unknown>; readonly acl?: readonly AclEntry[] } | undefined

/** The revision that an update makes, held to the collection's schema. */
export function revising(collection: Collection, change: Change): Revise {
  return ({ id, body }) => {
    const changed = change(body)
    if (changed === undefined || isDeepStrictEqual(changed, body)) return undefined
    const [checked = {}] = collection.assertDocuments([{ _id: id, ...changed }])
    const { _id, ...revised } = checked
    return { body: revised }
  }
}

/**
 * Revises the document that `where` still selects, again from its new state whenever another write came between.
 * Tells whether there was one, and whether it changed.
 */
export async function reviseDocument(
  { database, now, isAttested }: NodeContext,
  collection: Collection,
  id: string,
  where: (parameters: SqlParameters) => string,
  revise: Revise,
): Promise<{ matched: boolean; modified: boolean }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const parameters = new SqlParameters()
    const key = `d.collection = ${parameters.add(collection.id)}::uuid AND d.id = ${parameters.add(id)}::uuid`
    const [row] = await database.query<DocumentRow>(
      `SELECT ${DOCUMENT_COLUMNS} FROM documents d WHERE ${key} AND ${where(parameters)}`,
      parameters.values,
    )
    if (row === undefined) return { matched: false, modified: false }
    const revision = revise(row)
    if (revision === undefined) return { matched: true, modified: false }
    const body = revision.body ?? row.body
    const text = JSON.stringify(body)
    const swapped = await database.query(
      `UPDATE documents SET body = $4::jsonb, acl = $5::jsonb, updated = $6, version = version + 1,
         checked = version + 1, attested = $7, bytes = $8
       WHERE collection = $1 AND id = $2 AND version = $3 RETURNING id`,
      [
        collection.id,
        id,
        row.version,
        text,
        JSON.stringify(revision.acl ?? row.acl),
        now(),
        isAttested(collection, { id, owner: row.owner, body }),
        Buffer.byteLength(text),
      ],
    )
    if (swapped.length > 0) return { matched: true, modified: true }
  }
  throw refusal('DatabaseError', 'The document is being changed by too many at once')
}
