/** Keeps closed what people and applications closed after the point of a restore, where a later backup knows it. */
import type pg from 'pg'
import { spellingsOf } from '../records/own-records.ts'
import { copyIn } from '../stores/sql/copy.ts'
import { GATEWAY_PART } from './deployment.ts'
import { REMOVAL } from './missing-copies.ts'
import { readPieces } from './pieces.ts'
import type { PartDump, Point, TableDump } from './point.ts'
import type { Repository } from './repository.ts'

/** A table of the gateway's database that says what was closed. */
export interface Closure {
  readonly table: string
  /**
   * One statement that changes the restored table, and returns a row for each change. It reads the table as the later
   * backup has it under the name `later`.
   */
  readonly statement: string
  /** A noun phrase for the changed rows: `consents`. */
  readonly what: string
  /** The rows name persons, by `person`, the compressed public key in hex: their records go from the nodes. */
  readonly erases?: boolean
}

/** The closures of the core. Those of plugins are in `plugins/closures.ts`. */
export const CORE_CLOSURES: readonly Closure[] = [
  {
    table: 'tokens',
    what: 'one-time tokens that were used or revoked',
    // An entry of an Idempotency-Key promises a record: after the point, the record is not there.
    statement: `DELETE FROM tokens t WHERE kind <> 'idempotency' AND expires_at > extract(epoch FROM now()) * 1000
      AND NOT EXISTS (SELECT FROM later l WHERE l.kind = t.kind AND l.hash = t.hash) RETURNING kind`,
  },
  {
    table: 'tokens',
    what: 'revocations, sign-outs and other entries of tokens',
    statement: `INSERT INTO tokens (kind, hash, value, expires_at)
      SELECT kind, hash, value, expires_at FROM later WHERE kind <> 'idempotency'
      ON CONFLICT (kind, hash) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
      WHERE (tokens.value, tokens.expires_at) IS DISTINCT FROM (excluded.value, excluded.expires_at) RETURNING kind`,
  },
]

/** The rights of a record's readers on a node: those that the later backup has, and no new reader. */
const RIGHTS = `UPDATE documents d SET acl = kept.acl FROM (
    SELECT r.collection, r.id, COALESCE((
      SELECT jsonb_agg(e) FROM jsonb_array_elements(l.acl) e WHERE e->>'grantee' IN (
        SELECT o->>'grantee' FROM jsonb_array_elements(r.acl) o
      )), '[]') AS acl
    FROM later l JOIN documents r ON r.collection = l.collection AND r.id = l.id
    WHERE l.acl IS NOT NULL AND r.acl IS NOT NULL AND l.acl <> r.acl
  ) kept WHERE d.collection = kept.collection AND d.id = kept.id AND d.acl <> kept.acl RETURNING d.id`

/**
 * Applies the closures of a later backup to restored databases whose transactions are open.
 * @returns a sentence for each kind of change
 */
export async function applyClosures(
  sessions: readonly pg.Client[],
  point: Point,
  later: Point,
  repository: Repository,
  closures: readonly Closure[],
): Promise<string[]> {
  const lines: string[] = []
  const erased = new Set<string>()
  const changed = new Map<string, number>()
  for (const [index, dump] of point.parts.entries()) {
    const session = sessions[index]
    const newer = later.parts.find(({ part }) => part === dump.part)
    if (session === undefined || newer === undefined) continue
    const apply = (table: string, statement: string, pieces?: 'changed') =>
      runBeside({ session, dump, newer, repository }, table, pieces, statement)
    if (dump.part === GATEWAY_PART) {
      for (const { table, statement, what, erases } of closures) {
        const rows = await apply(table, statement)
        if (erases) for (const { person } of rows) if (person !== undefined) erased.add(person)
        if (rows.length > 0) changed.set(what, rows.length)
      }
    } else {
      const rows = await apply('documents', RIGHTS, 'changed')
      const what = 'records whose readers lost rights'
      if (rows.length > 0) changed.set(what, Math.max(rows.length, changed.get(what) ?? 0))
      const records = await erase(session, [...erased])
      const gone = 'records of deleted profiles'
      if (records > 0) changed.set(gone, Math.max(records, changed.get(gone) ?? 0))
    }
  }
  if (changed.size > 0) lines.push(`From the backup of ${later.at}, closed since the point:`)
  for (const [what, count] of changed) lines.push(`  ${count} ${what}`)
  return lines
}

interface Restored {
  readonly session: pg.Client
  readonly dump: PartDump
  readonly newer: PartDump
  readonly repository: Repository
}

/** Runs a statement beside a table of the later backup. @param pieces - `changed`: only the pieces that differ */
async function runBeside(
  { session, dump, newer, repository }: Restored,
  name: string,
  pieces: 'changed' | undefined,
  statement: string,
): Promise<readonly { readonly person?: string }[]> {
  const [before, table] = [dump, newer].map(({ tables }) => tables.find(each => each.name === name))
  // A plugin that was not used at one of both times.
  if (before === undefined || table === undefined) return []
  const known = new Set(pieces === 'changed' ? before.pieces : [])
  const wanted = table.pieces.filter(each => !known.has(each))
  await load(session, table, readPieces(repository.part(dump.part), wanted))
  const { rows } = await session.query<{ person?: string }>(statement)
  await session.query('DROP TABLE later')
  return rows
}

async function load(session: pg.Client, { columns, columnNames }: TableDump, rows: AsyncIterable<Buffer>) {
  await session.query(`CREATE TEMPORARY TABLE later (${columns.join(', ')})`)
  await copyIn(session, `COPY later (${columnNames.join(', ')}) FROM STDIN`, rows)
}

/** Removes the records of persons from a node. */
async function erase(session: pg.Client, persons: readonly string[]): Promise<number> {
  if (persons.length === 0) return 0
  const { rows } = await session.query<{ prefix: string }>(
    `SELECT DISTINCT regexp_replace(owner, ':[^:]*$', '') AS prefix FROM usage WHERE owner LIKE 'did:%'`,
  )
  const owners = persons.flatMap(person => rows.flatMap(({ prefix }) => spellingsOf(person, prefix)))
  const { rows: found } = await session.query(
    'SELECT collection, id FROM documents WHERE owner = ANY($1::text[])',
    [[...new Set(owners)]],
  )
  await session.query(REMOVAL, [JSON.stringify(found)])
  return found.length
}
