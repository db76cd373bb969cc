/** Changes single documents by compare-and-swap: no transaction, and no lost update. */
import { isDeepStrictEqual } from 'node:util'
import { type AclEntry, ATTESTATION, loopTurn } from '../../../core/index.ts'
import { refusal } from '../../../core/node.ts'
import { attestedTooLate } from './attestation.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { BYTES, DOCUMENT_COLUMNS, DOCUMENT_LIMIT, type DocumentRow } from './rows.ts'
import { SqlParameters } from './sql-parameters.ts'
import type { Change } from './update.ts'
import { accountsOf, beyond, FITS, isBeyond, recharging } from './usage.ts'
import { assertLive, isLive } from './withdrawals.ts'

const ATTEMPTS = 20

interface Revision {
  readonly body?: Record<string, unknown>
  readonly acl?: readonly AclEntry[]
}

/** Returns the new version of a document; `undefined` to keep it unchanged. */
export type Revise = (row: DocumentRow) => Revision | undefined | Promise<Revision | undefined>

/** The revision that an update makes, validated against the collection's schema. */
export function revising(collection: Collection, change: Change): Revise {
  return async ({ id, body }) => {
    const changed = await change(body)
    // Each step reads the whole document: the nodes of one process do theirs one after the other.
    await loopTurn()
    if (changed === undefined || isDeepStrictEqual(changed, body)) return undefined
    await loopTurn()
    const [checked = {}] = collection.assertDocuments([{ _id: id, ...changed }])
    if (JSON.stringify(checked).length > DOCUMENT_LIMIT)
      throw refusal('DataValidationError', `The document would be larger than ${DOCUMENT_LIMIT} characters`)
    const { _id, ...revised } = checked
    return { body: revised }
  }
}

/** A row, and the outcome of the verification of this version, if there was one. */
type CheckedRow = DocumentRow & { readonly bytes: number; readonly attested: boolean | null }

const CHECKED = 'CASE WHEN d.checked = d.version THEN d.attested END AS attested'

/**
 * Verifies the attestation of a new version. Content that stays keeps the outcome: the key that attested it
 * may have ended since. New content may not bring the attestation of an ended key.
 */
function attestationOf(
  context: NodeContext,
  collection: Collection,
  { id, owner, updated, ...row }: CheckedRow,
  body: Readonly<Record<string, unknown>>,
): boolean {
  if (body === row.body) return row.attested ?? context.isAttested(collection, { id, owner, body }, updated)
  const isNew = body[ATTESTATION] !== row.body[ATTESTATION]
  if (isNew && context.isAttestedTooLate(collection, { id, owner, body })) throw attestedTooLate(id)
  return context.isAttested(collection, { id, owner, body })
}

/**
 * Revises the document if `where` still selects it, and again from its new state after a conflicting write.
 * Returns whether there was one, and whether it changed.
 * @param mark - of a write; nothing changes once that was withdrawn
 */
export async function reviseDocument(
  context: NodeContext,
  collection: Collection,
  id: string,
  where: (parameters: SqlParameters) => string,
  revise: Revise,
  mark?: { readonly writer: string; readonly write: string },
): Promise<{ matched: boolean; modified: boolean }> {
  const { database, now } = context
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const parameters = new SqlParameters()
    const key = `d.collection = ${parameters.add(collection.id)}::uuid AND d.id = ${parameters.add(id)}::uuid`
    const [row] = await database.query<CheckedRow>(
      `SELECT ${DOCUMENT_COLUMNS}, ${BYTES} AS bytes, ${CHECKED} FROM documents d WHERE ${key} AND ${where(parameters)}`,
      parameters.values,
    )
    if (row === undefined) return { matched: false, modified: false }
    const revision = await revise(row)
    if (revision === undefined) return { matched: true, modified: false }
    await loopTurn()
    const body = revision.body ?? row.body
    const text = JSON.stringify(body)
    const attested = attestationOf(context, collection, row, body)
    const bytes = Buffer.byteLength(text)
    // An owner with an exhausted quota can still change the access list.
    const more = revision.body === undefined ? Math.min(0, bytes - row.bytes) : bytes - row.bytes
    const accounts = await accountsOf(context, collection.builder, row.owner)
    const change = new SqlParameters()
    change.values.push(
      ...[collection.id, id, row.version, text, JSON.stringify(revision.acl ?? row.acl), now()],
      ...[attested, bytes],
    )
    const live =
      mark === undefined
        ? 'TRUE'
        : isLive({ writer: `${change.add(mark.writer)}::text`, write: `${change.add(mark.write)}::uuid` })
    const swapped = await database
      .query(
        `WITH changed AS (
           UPDATE documents SET body = $4::jsonb, acl = $5::jsonb, updated = $6, version = version + 1,
             checked = version + 1, attested = $7, bytes = $8
           WHERE collection = $1 AND id = $2 AND version = $3 AND ${live} RETURNING id
         ), ${recharging(accounts, { bytes: more, attested }, change)}
         SELECT id FROM changed WHERE ${FITS}`,
        change.values,
      )
      .catch(async error => {
        throw isBeyond(error) ? await beyond(context, accounts, more) : error
      })
    if (swapped.length > 0) return { matched: true, modified: true }
    if (mark !== undefined) await assertLive(context, mark.writer, [mark.write])
  }
  throw refusal('DatabaseError', 'The document is being changed by too many at once')
}
