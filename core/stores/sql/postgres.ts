/** Implements the database port on a PostgreSQL server, or a relative with the same protocol. */

import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { inSqlSpan } from '../../telemetry/tracing.ts'
import type { Database, DatabaseServer, PoolUse, QueryOptions, SqlValue, Transaction } from './database.ts'
import { DatabaseCreate, DatabaseName, DatabaseUrl, StatementRefused } from './errors.ts'
import { explain, isFollower, mayRepeat, type Phase, sqlStateOf } from './failures.ts'
import type { Log } from './log.ts'
import { execute } from './prepared.ts'

/**
 * A URL (`postgresql://user:password@host:5432/postgres?sslmode=verify-full`) or the socket of a local
 * server.
 */
export type PostgresAddress =
  | string
  | { readonly host: string; readonly port?: number; readonly user: string; readonly password?: string }

export interface PostgresOptions {
  /** Logs idle connections that break. */
  readonly log?: Log
  /** Connections to each database. @default 8 */
  readonly connections?: number
  /** Milliseconds after which the server cancels a statement. @default 30_000 */
  readonly statementTimeout?: number
  /** Creates a missing database. @default true */
  readonly creates?: boolean
}

/** Milliseconds before the second, third, … attempt of a repeatable statement. */
const pauses = [20, 100, 500, 2000]

/** The pauses for a transaction with conflicts: each conflict lets one transaction succeed. */
const conflictPauses = Array.from({ length: 30 }, (_, attempt) => Math.min(10 * 2 ** attempt, 200))

/** Milliseconds that a transaction may be idle between two statements. */
const idleTimeout = 30_000

/** Maximum milliseconds of a stream, including the time of its reader. */
const streamTimeout = 15 * 60_000

/** Maximum prepared statements per connection. */
const preparedLimit = 100

/** Rows per fetch of a stream. */
const batch = 500

/** Connects to a running server. Nothing is sent before the first database is opened. */
export function connectPostgres(address: PostgresAddress, options: PostgresOptions = {}): DatabaseServer {
  if (typeof address === 'string' && !URL.canParse(address)) throw new DatabaseUrl()
  const databases = new Map<Database, () => PoolUse>()
  return {
    async open(name) {
      if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new DatabaseName(name)
      const { database, use } = createDatabase(address, name, options, () => databases.delete(database))
      databases.set(database, use)
      try {
        await database.query('SELECT 1').catch(error => {
          if (options.creates === false) throw error
          return createWhenMissing(error, address, name)
        })
        return database
      } catch (error) {
        await database.close()
        throw error
      }
    },
    pools: () => [...databases.values()].map(use => use()),
    async close() {
      await Promise.all([...databases.keys()].map(database => database.close()))
    },
  }
}

/** The settings of a connection to one database of a server. */
export function configOf(address: PostgresAddress, database: string): pg.ClientConfig {
  if (typeof address !== 'string') return { ...address, database }
  const url = new URL(address)
  url.pathname = `/${database}`
  return { connectionString: url.href, database }
}

async function createWhenMissing(error: unknown, address: PostgresAddress, name: string): Promise<void> {
  if (!(error instanceof StatementRefused) || error.sqlState !== '3D000') throw error
  const client = new pg.Client(configOf(address, 'postgres'))
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`CREATE DATABASE "${name}"`)
  } catch (cause) {
    // Another process created it meanwhile: 42P04 if it had finished, 23505 if both were creating it.
    if (['42P04', '23505'].includes(sqlStateOf(cause) ?? '')) return
    throw new DatabaseCreate(name, (cause as Error).message, name)
  } finally {
    await client.end()
  }
}

function createDatabase(
  address: PostgresAddress,
  name: string,
  { log, connections = 8, statementTimeout = 30_000 }: PostgresOptions,
  closed: () => void,
): { database: Database; use: () => PoolUse } {
  const pool = new pg.Pool({
    ...configOf(address, name),
    application_name: 'andiron',
    max: connections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: statementTimeout,
  })
  pool.on('error', error => log?.warn(`A connection to the database '${name}' broke: ${error.message}`))
  // Without a listener, an error on a connection in use would end the process. The statement reports it.
  pool.on('connect', client => client.on('error', () => {}))
  const names = new Map<string, string>()

  /** The name of a prepared statement: equal texts have equal names on every connection. */
  function nameOf(sql: string): string | undefined {
    if (!names.has(sql) && names.size < preparedLimit) names.set(sql, `andiron_${names.size}`)
    return names.get(sql)
  }

  async function inTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      const client = await pool.connect().catch(error => {
        throw explain(error, 'connecting', 'BEGIN')
      })
      const ended = await transact(client, work, statementTimeout)
      if (ended.state === 'committed') return ended.result
      const { failure, error, phase } = ended
      if (failure === undefined || !mayRepeat(failure, phase, 'COMMIT')) throw error
      const isConflict = ['40001', '40P01'].includes(sqlStateOf(failure) ?? '')
      const pause = isConflict ? conflictPauses[attempt] : pauses[attempt]
      if (pause === undefined) throw error
      await delay(pause * (0.5 + Math.random() / 2))
    }
  }

  const use = (): PoolUse => ({
    ...{ database: name, used: pool.totalCount - pool.idleCount, idle: pool.idleCount },
    ...{ waiting: pool.waitingCount, most: connections },
  })
  const database: Database = {
    query<Row extends object>(
      sql: string,
      values: readonly SqlValue[] = [],
      { timeout = statementTimeout, prepared = false }: QueryOptions = {},
    ) {
      const statement = { text: sql, name: prepared ? nameOf(sql) : undefined, values: [...values] }
      return inSqlSpan(name, sql, async () => {
        for (let attempt = 0; ; attempt++) {
          let phase: Phase = 'connecting'
          try {
            const client = await pool.connect()
            phase = 'running'
            return await run<Row>(client, statement, timeout, statementTimeout)
          } catch (error) {
            const pause = pauses[attempt]
            if (pause === undefined || !mayRepeat(error, phase, sql)) throw explain(error, phase, sql)
            // Half of the pause is random, so that conflicting transactions do not collide again.
            await delay(pause * (0.5 + Math.random() / 2))
          }
        }
      })
    },

    transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) =>
      inSqlSpan(name, 'TRANSACTION', () => inTransaction(work)),

    async *stream<Row extends object>(sql: string, values: readonly SqlValue[] = []) {
      const client = await pool.connect().catch(error => {
        throw explain(error, 'connecting', sql)
      })
      let finished = false
      try {
        yield* read<Row>(client, sql, values)
        finished = true
      } catch (error) {
        throw explain(error, 'running', 'select')
      } finally {
        // A reader that stops early leaves a running query: it ends with its connection.
        client.release(!finished)
      }
    },

    async close() {
      closed()
      if (!pool.ending) await pool.end()
    },
  }
  return { database, use }
}

/** Options of `pg` that its types lack. */
interface TimedQuery extends pg.QueryConfig {
  readonly query_timeout: number
}

/** @param usual - the time-out of the session for other statements */
async function run<Row extends object>(
  client: pg.PoolClient,
  { name, ...statement }: pg.QueryConfig,
  timeout: number,
  usual: number,
): Promise<Row[]> {
  const limit = (milliseconds: number) => {
    const query: TimedQuery = { text: `SET statement_timeout = ${milliseconds}`, query_timeout: 5_000 }
    return client.query(query)
  }
  let sound = true
  try {
    if (timeout !== usual) await limit(timeout)
    // The server's time-out comes first, unless the server hangs.
    const query_timeout = timeout && timeout + 5_000
    if (name !== undefined) return await execute<Row>(client, { name, ...statement }, query_timeout)
    const query: TimedQuery = { ...statement, query_timeout }
    return (await client.query<Row>(query)).rows
  } catch (error) {
    // A refusal of the server leaves the session usable; after any other error its state is unknown.
    sound = sqlStateOf(error) !== undefined && !isFollower(error)
    throw error
  } finally {
    // A session that keeps another time-out is not reused.
    if (sound && timeout !== usual)
      sound = await limit(usual).then(
        () => true,
        () => false,
      )
    client.release(!sound)
  }
}

type Ended<Result> =
  | { readonly state: 'committed'; readonly result: Result }
  | {
      readonly state: 'failed'
      /** The error that the server or the connection reported; absent if the work itself threw. */
      readonly failure: unknown
      readonly error: unknown
      /** Before COMMIT is sent nothing has happened, as if no connection had been made. */
      readonly phase: Phase
    }

async function transact<Result>(
  client: pg.PoolClient,
  work: (transaction: Transaction) => Promise<Result>,
  timeout: number,
): Promise<Ended<Result>> {
  let failure: unknown
  let phase: Phase = 'connecting'
  const send = async (sql: string, values: readonly SqlValue[] = []) => {
    try {
      const query: TimedQuery = { text: sql, values: [...values], query_timeout: timeout && timeout + 5_000 }
      return await client.query(query)
    } catch (error) {
      failure ??= error
      throw explain(error, phase, sql)
    }
  }
  let sound = false
  try {
    await client.query(
      `BEGIN ISOLATION LEVEL SERIALIZABLE; SET LOCAL idle_in_transaction_session_timeout = ${idleTimeout}`,
    )
    const result = await work({
      query: async <Row extends object>(sql: string, values?: readonly SqlValue[]) =>
        (await send(sql, values)).rows as Row[],
    })
    // After a failed statement, the server answers COMMIT with ROLLBACK and no error.
    if (failure !== undefined) throw explain(failure, phase, 'COMMIT')
    phase = 'running'
    await send('COMMIT')
    sound = true
    return { state: 'committed', result }
  } catch (error) {
    sound = await client.query('ROLLBACK').then(
      () => phase === 'connecting',
      () => false,
    )
    return { state: 'failed', failure, error, phase }
  } finally {
    client.release(!sound)
  }
}

async function* read<Row extends object>(client: pg.PoolClient, sql: string, values: readonly SqlValue[]) {
  // The server counts the reader's pauses as time of the statement, hence the longer time-out.
  await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${streamTimeout}`)
  const cursor = client.query(new Cursor<Row>(sql, [...values]))
  for (let rows = await cursor.read(batch); rows.length > 0; rows = await cursor.read(batch)) yield* rows
  await client.query('COMMIT')
}
