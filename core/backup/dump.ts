/** A database as of one snapshot: the definitions of its tables, and their rows. */
import pg from 'pg'
import { copyOut } from '../stores/sql/copy.ts'
import { BackupDatabase } from './errors.ts'
import { storeRows } from './pieces.ts'
import type { TableDump } from './point.ts'
import type { RepositoryPart } from './repository.ts'

/** A session on one database, in a transaction that has locked its tables and reads one snapshot. */
export interface Snapshot {
  readonly database: string
  readonly client: pg.Client
  /** Takes the snapshot: later changes are not seen. */
  take(): Promise<void>
  close(): Promise<void>
}

/** Sessions read and write text in one form, whatever the server's settings. */
const SETTINGS = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET datestyle = ISO; SET timezone = 'UTC'; SET bytea_output = 'hex'; SET client_encoding = 'UTF8'`

/** Opens a session for a backup or a restore. */
export async function openSession(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, application_name: 'andiron backup', keepAlive: true })
  // Without a listener, a connection that breaks would end the process. The statement reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(SETTINGS)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw failed(config.database ?? '', error)
  }
}

/** The error of a statement, without the values in it. */
export const failed = (database: string, cause: unknown): Error =>
  (cause as { code?: string }).code?.startsWith('AND_')
    ? (cause as Error)
    : new BackupDatabase(database, (cause as Error).message, { cause })

/**
 * Opens a session and locks its tables, before anything waits for the snapshot: a migration or a division of a table
 * ends first, or waits until the session is closed.
 */
export async function openSnapshot(config: pg.ClientConfig, database: string): Promise<Snapshot> {
  const client = await openSession(config)
  try {
    // Rows in the order of the table's file: those that did not change stay side by side.
    await client.query('SET synchronize_seqscans = off')
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c WHERE ${IS_TABLE} ORDER BY c.relname`,
    )
    const names = tables.map(({ name }) => `public.${quoted(name)}`)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`)
  } catch (error) {
    await client.end().catch(() => {})
    throw failed(database, error)
  }
  return {
    database,
    client,
    async take() {
      // The first statement of the transaction takes its snapshot; a lock does not.
      await client.query('SELECT 1')
    },
    async close() {
      await client.end().catch(() => {})
    },
  }
}

/** A table, whole or partitioned, of the schema `public`. */
const IS_TABLE = `c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`

interface Definition extends Omit<TableDump, 'rows' | 'bytes' | 'pieces'> {}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The tables of the schema `public`. The dialect has no other kinds of things that keep data. */
async function definitionsIn(client: pg.Client): Promise<Definition[]> {
  const { rows: tables } = await client.query<{
    oid: string
    name: string
    by: string | null
    parts: number
  }>(
    `SELECT c.oid::text AS oid, c.relname AS name, pg_get_partkeydef(c.oid) AS by,
       (SELECT count(*)::integer FROM pg_inherits WHERE inhparent = c.oid) AS parts FROM pg_class c
     WHERE ${IS_TABLE} ORDER BY c.relname`,
  )
  const definitions: Definition[] = []
  for (const { oid, name, by, parts } of tables) {
    const { rows: columns } = await client.query<{
      name: string
      type: string
      value: string | null
      must: boolean
    }>(
      `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
         pg_get_expr(d.adbin, d.adrelid) AS value, a.attnotnull AS must
       FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
      [oid],
    )
    const { rows: constraints } = await client.query<{ name: string; definition: string }>(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE conrelid = $1::oid AND contype IN ('p', 'u', 'c') ORDER BY conname`,
      [oid],
    )
    const { rows: indexes } = await client.query<{ definition: string }>(
      `SELECT pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
       WHERE i.indrelid = $1::oid AND i.indisvalid
         AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))
       ORDER BY i.indexrelid`,
      [oid],
    )
    definitions.push({
      name,
      columns: columns.map(
        ({ name: column, type, value, must }) =>
          `${quoted(column)} ${type}${value === null ? '' : ` DEFAULT ${value}`}${must ? ' NOT NULL' : ''}`,
      ),
      columnNames: columns.map(({ name: column }) => quoted(column)),
      constraints: constraints.map(each => `CONSTRAINT ${quoted(each.name)} ${each.definition}`),
      // `ON ONLY` would leave the partitions without it.
      indexes: indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
      ...(by !== null && { partitions: { by, parts } }),
    })
  }
  return definitions
}

/** Tables that hold nothing beyond a process. */
const PASSING = new Set(['schema_migrations_lock'])

/** Stores the tables of a snapshot. */
export async function dumpDatabase(
  { client, database }: Snapshot,
  part: RepositoryPart,
): Promise<{ tables: TableDump[]; migrations: string[] }> {
  try {
    const tables: TableDump[] = []
    for (const definition of await definitionsIn(client)) {
      const { name, columnNames } = definition
      let rows = 0
      const source = copyOut(
        client,
        `COPY (SELECT ${columnNames.join(', ')} FROM public.${quoted(name)}${PASSING.has(name) ? ' WHERE false' : ''}) TO STDOUT`,
      )
      async function* counted() {
        for (;;) {
          const { done, value } = await source.next()
          if (done) {
            rows = value
            return
          }
          yield value
        }
      }
      const { pieces, bytes } = await storeRows(part, counted())
      tables.push({ ...definition, rows, bytes, pieces })
    }
    const { rows: applied } = await client.query<{ name: string }>(
      'SELECT name FROM schema_migrations ORDER BY name',
    )
    return { tables, migrations: applied.map(({ name }) => name) }
  } catch (error) {
    throw failed(database, error)
  }
}
