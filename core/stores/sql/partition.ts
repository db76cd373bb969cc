/** Partitions a table by the hash of a column, while others write to it: PostgreSQL's own partitions. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Queryable, Transaction } from './database.ts'
import { PartitionRefused, StatementRefused } from './errors.ts'
import { narrowed } from './narrow-indexes.ts'

/** A table whose primary key contains the column by which it is partitioned. */
export interface PartitionedTable {
  readonly table: string
  /** Its values spread rows over the partitions. */
  readonly by: string
  /** The columns of the primary key, with their types. */
  readonly key: readonly (readonly [column: string, type: string])[]
  /** A column that every change of a row changes, for the comparison of both copies. */
  readonly version: string
}

/** The documents of a storage node. */
export const documentsTable: PartitionedTable = {
  table: 'documents',
  by: 'id',
  key: [
    ['collection', 'uuid'],
    ['id', 'uuid'],
  ],
  version: 'version',
}

export interface PartitionProgress {
  readonly phase: 'copying' | 'comparing' | 'waiting' | 'done'
  readonly rows: number
  /** The server's estimate. */
  readonly of: number
}

/** The schema of unfinished work: dropping it ends the work without a trace. */
const WORK = 'andiron_partition'
/** Rows that one statement copies. */
const BATCH = 500
/** A change of the table's definition gives up after this time, so that nobody waits behind it for long. */
const LOCK_TIMEOUT = '1s'
/** Milliseconds between two attempts to lock. */
const PAUSE = 2_000
/** A statement that reads all partitions locks each of them and its indexes; the server has room for some thousands. */
const MOST_PARTITIONS = 128

/** The number of partitions; 1 for a plain table. */
export async function partitionsOf(database: Database, { table }: PartitionedTable): Promise<number> {
  const [found] = await database.query<{ kind: string; partitions: number }>(
    `SELECT c.relkind AS kind, (SELECT count(*)::integer FROM pg_inherits WHERE inhparent = c.oid) AS partitions
     FROM pg_class c WHERE c.oid = to_regclass($1)`,
    [`public.${table}`],
  )
  if (found === undefined) throw new PartitionRefused(`there is no table '${table}' yet`)
  return found.kind === 'p' ? found.partitions : 1
}

/**
 * Divides a table into partitions, or joins them to a plain table (1). Others read and write meanwhile: a trigger
 * carries their changes to the copy that batches fill, and one short transaction puts the copy in place. Everything
 * unfinished is in the database, so that a call continues one that was killed.
 * @param report - called after each step
 */
export async function partition(
  database: Database,
  table: PartitionedTable,
  partitions: number,
  report: (progress: PartitionProgress) => void = () => {},
): Promise<void> {
  if (partitions > MOST_PARTITIONS)
    throw new PartitionRefused(`${partitions} partitions are more than ${MOST_PARTITIONS}`)
  const begun = await workOf(database)
  if (begun === undefined) {
    if ((await partitionsOf(database, table)) === partitions) return
    await locking(database, transaction => begin(transaction, table, partitions))
  } else if (begun.partitions !== partitions)
    throw new PartitionRefused(
      `the division into ${begun.partitions} partitions is unfinished. Complete or cancel it`,
    )
  else await assertSameShape(database, table.table)

  let rows = begun?.rows ?? 0
  const [estimate] = await database.query<{ rows: number }>(
    `SELECT COALESCE(sum(GREATEST(reltuples, 0)), 0)::float8 AS rows FROM pg_class
     WHERE relkind = 'r' AND oid IN (SELECT relid FROM pg_partition_tree($1::regclass) UNION SELECT $1::regclass)`,
    [`public.${table.table}`],
  )
  const of = () => Math.max(rows, estimate?.rows ?? 0)
  for (let copied = BATCH; copied === BATCH; ) {
    copied = await copyBatch(database, table)
    rows += copied
    report({ phase: 'copying', rows, of: of() })
  }

  report({ phase: 'comparing', rows, of: of() })
  await database.query(`ANALYZE ${WORK}.${table.table}`, [], { timeout: 0 })
  await assertEqual(database, table)
  report({ phase: 'waiting', rows, of: of() })
  await earlierSnapshotsEnd(database)
  await locking(database, transaction => replace(transaction, table))
  report({ phase: 'done', rows, of: of() })
}

/** Gives unfinished work up: the table stays as it is. Returns false if there was none. */
export async function cancelPartition(database: Database): Promise<boolean> {
  if ((await workOf(database)) === undefined) return false
  await locking(database, async transaction => {
    await transaction.query(`DROP SCHEMA IF EXISTS ${WORK} CASCADE`)
  })
  return true
}

/** The number of partitions, and of copied rows, of unfinished work. */
export async function workOf(
  database: Database,
): Promise<{ readonly partitions: number; readonly rows: number } | undefined> {
  const [there] = await database.query<{ there: boolean }>(
    `SELECT to_regclass('${WORK}.progress') IS NOT NULL AS there`,
  )
  if (!there?.there) return undefined
  const [work] = await database.query<{ partitions: number; rows: string }>(
    `SELECT partitions, rows FROM ${WORK}.progress`,
  )
  return work && { partitions: work.partitions, rows: Number(work.rows) }
}

/** True while a copy of the table is made: a trigger carries the columns that the table had when it began. */
export async function isDivided(database: Database, table: string): Promise<boolean> {
  const [found] = await database.query<{ is: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is', [
    `${WORK}.${table}`,
  ])
  return found?.is === true
}

/** Runs a transaction that changes definitions, again and again until it gets its locks at once. */
async function locking(database: Database, work: (transaction: Transaction) => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await database.transaction(async transaction => {
        await transaction.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
        // Dropping a large table takes longer than a request may.
        await transaction.query('SET LOCAL statement_timeout = 0')
        await work(transaction)
      })
    } catch (error) {
      if (!(error instanceof StatementRefused && error.sqlState === '55P03')) throw error
      await delay(PAUSE)
    }
  }
}

/** Creates the copy, and the trigger that carries changes to it. */
async function begin(
  transaction: Transaction,
  { table, by, key }: PartitionedTable,
  partitions: number,
): Promise<void> {
  const keys = key.map(([column]) => column)
  const columns = await transaction.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [`public.${table}`],
  )
  const names = columns.map(({ name }) => name)
  const isKey = `${keys.map(column => `${column} = OLD.${column}`).join(' AND ')}`
  const copy = `INSERT INTO ${WORK}.${table} (${names.join(', ')}) VALUES`
  const valuesOf = (row: string) => `(${names.map(name => `${row}.${name}`).join(', ')})`

  await transaction.query(`CREATE SCHEMA ${WORK}`)
  await transaction.query(
    `CREATE TABLE ${WORK}.${table} (LIKE public.${table} INCLUDING ALL EXCLUDING INDEXES)
     ${partitions === 1 ? '' : `PARTITION BY HASH (${by})`}`,
  )
  for (let at = 0; partitions > 1 && at < partitions; at++)
    await transaction.query(
      `CREATE TABLE ${WORK}.${table}_${at} PARTITION OF ${WORK}.${table}
       FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${at})`,
    )
  for (const definition of await definitionsOf(transaction, table)) await transaction.query(definition)
  // A deletion that does not see the row in the copy fails at the second insertion, and is repeated, if its
  // transaction began before the row was copied.
  await transaction.query(
    `CREATE FUNCTION ${WORK}.carry() RETURNS trigger LANGUAGE plpgsql AS $carry$
     BEGIN
       IF TG_OP = 'DELETE' THEN
         DELETE FROM ${WORK}.${table} WHERE ${isKey};
         IF NOT FOUND THEN
           ${copy} ${valuesOf('OLD')} ON CONFLICT (${keys.join(', ')}) DO NOTHING;
           DELETE FROM ${WORK}.${table} WHERE ${isKey};
         END IF;
         RETURN NULL;
       END IF;
       ${copy} ${valuesOf('NEW')} ON CONFLICT (${keys.join(', ')}) DO UPDATE SET
         ${names.map(name => `${name} = EXCLUDED.${name}`).join(', ')};
       RETURN NULL;
     END $carry$`,
  )
  await transaction.query(
    `CREATE TABLE ${WORK}.progress AS SELECT ${partitions}::integer AS partitions, 0::bigint AS rows,
       ${key.map(([column, type]) => `NULL::${type} AS ${column}`).join(', ')}`,
  )
  // Waits for all who write, and holds up others until this transaction ends: last.
  await transaction.query(
    `CREATE TRIGGER ${WORK} AFTER INSERT OR UPDATE OR DELETE ON public.${table}
     FOR EACH ROW EXECUTE FUNCTION ${WORK}.carry()`,
  )
}

/** The statements that make the constraints and indexes of the copy. */
async function definitionsOf(transaction: Transaction, table: string): Promise<string[]> {
  const found = await transaction.query<{ constraint: string | null; index: string }>(
    `SELECT quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid) AS constraint,
       pg_get_indexdef(i.indexrelid) AS index
     FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
     WHERE i.indrelid = $1::regclass AND i.indisvalid ORDER BY i.indexrelid`,
    [`public.${table}`],
  )
  return found.map(({ constraint, index }) =>
    constraint === null
      ? narrowed(index).replace(/ ON (?:ONLY )?public\.\w+ /, ` ON ${WORK}.${table} `)
      : `ALTER TABLE ${WORK}.${table} ADD CONSTRAINT ${constraint}`,
  )
}

/** Copies the next rows. Of two calls at once, one moves the place. */
async function copyBatch(database: Database, { table, key }: PartitionedTable): Promise<number> {
  const keys = key.map(([column]) => column)
  const [last] = await database.query<Record<string, string | null>>(
    `SELECT ${keys.map(column => `${column}::text`).join(', ')} FROM ${WORK}.progress`,
  )
  const after = keys.map(column => last?.[column] ?? null)
  const given = key.map(([, type], at) => `$${at + 1}::${type}`)
  const order = keys.map(column => `d.${column}`).join(', ')
  // A row that is being deleted is waited for, so that it does not come back; a newer version in the copy stays.
  const [batch] = await database.query<{ rows: number }>(
    `WITH batch AS MATERIALIZED (
       SELECT d.* FROM public.${table} d ${after[0] === null ? '' : `WHERE (${order}) > (${given.join(', ')})`}
       ORDER BY ${order} LIMIT ${BATCH} FOR KEY SHARE
     ), copied AS (
       INSERT INTO ${WORK}.${table} SELECT * FROM batch ON CONFLICT (${keys.join(', ')}) DO NOTHING
     ), last AS (
       SELECT ${order} FROM batch d ORDER BY ${keys.map(column => `d.${column} DESC`).join(', ')} LIMIT 1
     ), moved AS (
       UPDATE ${WORK}.progress p SET rows = p.rows + (SELECT count(*) FROM batch),
         ${keys.map(column => `${column} = last.${column}`).join(', ')}
       FROM last WHERE ${keys.map((column, at) => `p.${column} IS NOT DISTINCT FROM ${given[at]}`).join(' AND ')}
     )
     SELECT count(*)::integer AS rows FROM batch`,
    after,
  )
  return batch?.rows ?? 0
}

/** @throws PartitionRefused if a row differs: one statement sees both tables in one state */
async function assertEqual(database: Database, { table, key, version }: PartitionedTable): Promise<void> {
  const digest = [...key.map(([column]) => column), version]
    .map(column => `${column}::text`)
    .join(` || ' ' || `)
  const sum = (schema: string) =>
    `(SELECT count(*) || ' ' || COALESCE(sum(hashtextextended(${digest}, 0)::numeric), 0) FROM ${schema}.${table})`
  const [both] = await database.query<{ is: boolean }>(`SELECT ${sum('public')} = ${sum(WORK)} AS is`, [], {
    timeout: 0,
  })
  if (!both?.is) throw new PartitionRefused('the copy differs. Cancel, and begin again')
}

/** Waits for transactions that began before the last row was copied: in the copy they would miss it. */
async function earlierSnapshotsEnd(database: Database): Promise<void> {
  const [now] = await database.query<{ xid: string }>('SELECT pg_current_xact_id()::xid::text AS xid')
  for (;;) {
    const earlier = await database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
         AND pid <> pg_backend_pid() AND age(backend_xmin) > age($1::xid) LIMIT 1`,
      [now?.xid ?? '0'],
    )
    if (earlier.length === 0) return
    await delay(PAUSE / 10)
  }
}

/** Puts the copy in the place of the table. */
async function replace(transaction: Transaction, { table }: PartitionedTable): Promise<void> {
  await transaction.query(`LOCK TABLE public.${table} IN ACCESS EXCLUSIVE MODE`)
  await assertSameShape(transaction, table)
  const parts = await transaction.query<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
     WHERE inhparent = '${WORK}.${table}'::regclass`,
  )
  await transaction.query(`DROP TABLE public.${table}`)
  for (const name of [table, ...parts.map(part => part.name)])
    await transaction.query(`ALTER TABLE ${WORK}.${name} SET SCHEMA public`)
  await transaction.query(`DROP SCHEMA ${WORK} CASCADE`)
}

/** @throws PartitionRefused if a migration has changed the columns or indexes of the table since the copy was made */
async function assertSameShape(database: Queryable, table: string): Promise<void> {
  const shapeOf = (schema: string) =>
    `(SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull), ',' ORDER BY attnum)
      FROM pg_attribute WHERE attrelid = '${schema}.${table}'::regclass AND attnum > 0 AND NOT attisdropped)
     || (SELECT string_agg(c.relname, ',' ORDER BY c.relname) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = '${schema}.${table}'::regclass)`
  const [both] = await database.query<{ same: boolean }>(
    `SELECT ${shapeOf('public')} = ${shapeOf(WORK)} AS same`,
  )
  if (!both?.same) throw new PartitionRefused('it was migrated meanwhile. Cancel, and begin again')
}
