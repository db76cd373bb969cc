/** Attestation on a local node: verified once for each version of a document, then a condition in SQL. */
import { ATTESTATION, type Omissions } from '../../../core/index.ts'
import { refusal } from '../../../core/node.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { DOCUMENT_COLUMNS, type DocumentRow } from './rows.ts'
import { SqlParameters } from './sql-parameters.ts'

/**
 * The row `documents d` has a valid attestation of its builder. The condition of an index
 *.
 */
export const ATTESTED = 'd.attested AND d.checked = d.version'
/** The condition of an index, verbatim. */
export const NOT_ATTESTED = `NOT COALESCE(${ATTESTED}, FALSE)`
/** The condition of an index, verbatim. */
const UNCHECKED = 'd.checked IS DISTINCT FROM d.version'

/**
 * Documents without an attestation to look through one by one. With more, which people can write at the nodes up to
 * their quota, PostgreSQL joins their index with that of the contents: a count then costs as much as the matches of its
 * filter.
 */
const FEW = 200
/** Attestations to verify between two writes of the results. */
const BATCH = 500
/** Maximum documents counted as left out; there may be more. */
const MOST_COUNTED = 10_000

/** Returns the condition on the documents, adding its values to a statement's parameters. */
export type Where = (parameters: SqlParameters) => string

/**
 * The documents `d` of a collection that satisfy the condition of a partial index, up to a maximum. PostgreSQL
 * estimates that most documents do: the range and the order leave it no plan but that index.
 */
function scarce(collection: Collection, condition: string, most: number, parameters: SqlParameters): string {
  const id = `${parameters.add(collection.id)}::uuid`
  return `SELECT d.* FROM documents d WHERE d.collection BETWEEN ${id} AND ${id} AND ${condition}
    ORDER BY d.collection LIMIT ${most}`
}

/** Verifies the attestations of documents that an earlier release stored or changed. */
export async function checkAttestations(
  { database, isAttested }: Pick<NodeContext, 'database' | 'isAttested'>,
  collection: Collection,
  where: Where,
): Promise<void> {
  const probe = new SqlParameters()
  const [unchecked] = await database.query(
    `SELECT 1 FROM (${scarce(collection, UNCHECKED, 1, probe)}) d`,
    probe.values,
    { prepared: true },
  )
  if (unchecked === undefined) return
  const parameters = new SqlParameters()
  const rows = database.stream<DocumentRow>(
    `SELECT ${DOCUMENT_COLUMNS} FROM documents d WHERE ${UNCHECKED} AND ${where(parameters)}`,
    parameters.values,
  )
  let batch: object[] = []
  const keep = async () => {
    if (batch.length === 0) return
    // A document that changed meanwhile stays unverified in its new version.
    await database.query(
      `UPDATE documents d SET checked = d.version, attested = n.attested
       FROM jsonb_to_recordset($2::jsonb) AS n(id uuid, version integer, attested boolean)
       WHERE d.collection = $1::uuid AND d.id = n.id AND d.version = n.version`,
      [collection.id, JSON.stringify(batch)],
    )
    batch = []
  }
  for await (const { id, owner, version, body, updated } of rows) {
    batch.push({ id, version, attested: isAttested(collection, { id, owner, body }, updated) })
    if (batch.length === BATCH) await keep()
  }
  await keep()
}

/** The refusal of a document with an attestation of a key that has ended. */
export const attestedTooLate = (id: string) =>
  refusal('DataValidationError', `${id}: the key of its attestation has ended`)

/** The unit of a count, and its bounds. */
interface Count {
  /** Documents, up to a maximum, or all of their owners. */
  readonly of: 'documents' | 'owners'
  /** Narrows the documents before their contents are read. */
  readonly place?: Where
  /** Time-out in milliseconds. @default the server's */
  readonly timeout?: number
}

const SIGNED = `jsonb_exists(d.body, '${ATTESTATION}')`

/** Counts the documents without a valid attestation of their builder. */
export async function countOmissions(
  { database }: Pick<NodeContext, 'database'>,
  collection: Collection,
  where: Where,
  { of, place = () => 'TRUE', timeout }: Count,
): Promise<Omissions> {
  const options = timeout === undefined ? {} : { timeout }
  const count = of === 'documents' ? 'count(*)' : 'count(DISTINCT n.owner)'
  const counts = `${count} FILTER (WHERE NOT n.signed)::integer AS unattested,
     ${count} FILTER (WHERE n.signed)::integer AS changed`
  const one = new SqlParameters()
  const few = scarce(collection, NOT_ATTESTED, FEW + 1, one)
  const found = `SELECT d.owner, ${SIGNED} AS signed FROM few d WHERE ${place(one)} AND ${where(one)}`
  const [counted] = await database.query<Omissions & { readonly passed: number }>(
    `WITH few AS MATERIALIZED (${few}) SELECT ${counts}, (SELECT count(*)::integer FROM few) AS passed FROM (${found}) n`,
    one.values,
    options,
  )
  if (counted !== undefined && counted.passed <= FEW)
    return { unattested: counted.unattested, changed: counted.changed }
  const all = new SqlParameters()
  const [leftOut = { unattested: 0, changed: 0 }] = await database.query<Omissions>(
    `SELECT ${counts} FROM (SELECT d.owner, ${SIGNED} AS signed FROM documents d
       WHERE ${NOT_ATTESTED} AND ${place(all)} AND ${where(all)} ${of === 'documents' ? `LIMIT ${MOST_COUNTED}` : ''}) n`,
    all.values,
    options,
  )
  return leftOut
}
