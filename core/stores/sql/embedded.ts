/**
 * The PostgreSQL from npm, run by the gateway: starts or adopts the server, holds it exclusively, stops it.
 */

import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { guardAtRest, isGuarded, passwordOf } from './access.ts'
import { type Cluster, prepareCluster, superuser } from './cluster.ts'
import type { DatabaseServer } from './database.ts'
import { PostgresInUse, PostgresStart } from './errors.ts'
import type { Log } from './log.ts'
import { configOf, connectPostgres, type PostgresAddress } from './postgres.ts'
import { type Address, type Attempt, addressOf, launch, removeStalePidFile, stop } from './postmaster.ts'

export interface EmbeddedPostgresOptions {
  /** The directory of the database; created if missing. */
  readonly directory: string
  readonly log: Log
  /**
   * Shares the server with the gateway that runs in this directory: this process succeeds it, or is a worker of it.
   * @default false: refuses to start beside another gateway
   */
  readonly joins?: boolean
  /** True if other workers share the server with this process. @default false */
  readonly isShared?: boolean
  /** The number of connections that the server must accept. @default 100 */
  readonly connections?: number
}

/** Milliseconds for a server to answer: a killed one replays its journal first. */
const patience = 120_000

/** Milliseconds between two checks of a starting server. */
const interval = 20

/** Milliseconds until the session of a killed gateway ends. */
const farewell = 5_000

/**
 * The lock that a gateway holds in its server; the number is arbitrary. It is taken exclusively and then held
 * shared: a further gateway is refused, and a successor, which takes it shared, holds it together with its
 * predecessor.
 */
const lock = 8420

/**
 * Starts the server of a data directory, or takes over the one of a killed gateway. One gateway at a time may
 * use a directory: another is refused with `AND_POSTGRES_IN_USE`.
 *
 * A session with a lock inside the server is the proof of ownership, so it ends with its process, even after
 * a crash.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<DatabaseServer> {
  const { directory, log, joins = false, isShared = false } = options
  const connections = Math.max(100, options.connections ?? 0)
  const cluster = await prepareCluster(directory, log)
  const closing = new AbortController()
  let session = await own(cluster, { joins, connections })
  let alive = true
  let restarting: Promise<void> | undefined

  const watch = () => {
    session.once('end', () => {
      alive = false
      if (!closing.signal.aborted) restarting = restart()
    })
  }
  const restart = async () => {
    log.error(`PostgreSQL in '${cluster.path}' stopped; restarting it (log: '${cluster.log}')`)
    while (!closing.signal.aborted) {
      try {
        // Another worker may have restarted it.
        session = await own(cluster, { joins: joins || isShared, connections })
        alive = true
        return watch()
      } catch (error) {
        log.error(error, 'PostgreSQL did not restart; retrying in 5 seconds')
        await delay(5_000, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }
  watch()

  const { port = 5432, host } = session
  const password = await passwordOf(cluster)
  const databases = connectPostgres({ host, port, user: superuser, password }, { log })
  return {
    open: name => databases.open(name),
    pools: () => databases.pools(),
    async close() {
      closing.abort()
      await databases.close()
      await restarting
      if (alive && (await isLast(session))) await stop(cluster)
      await session.end()
    },
  }
}

/** Access to an embedded server without owning it. */
export interface Visit {
  readonly address: PostgresAddress
  /** Stops the server if the visit started it. */
  close(): Promise<void>
}

/** The number of times that a visitor finds neither a running server nor a free one. */
const visits = 5

/**
 * Reaches the server of a data directory beside a gateway that runs on it, for a backup; without a gateway,
 * starts the server meanwhile.
 */
export async function visitEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<Visit> {
  for (let visit = 1; ; visit++) {
    const cluster = await prepareCluster(options.directory, options.log)
    const password = await passwordOf(cluster)
    const at = async (close: Visit['close']) => {
      const { host = '', port = 5432 } = (await addressOf(cluster)) ?? {}
      return { address: { host, port, user: superuser, password }, close }
    }
    const running = await addressOf(cluster)
    const session = running === undefined ? 'nobody' : await connect(running, cluster)
    if (typeof session !== 'string') {
      await session.end()
      return at(async () => {})
    }
    try {
      const server = await startEmbeddedPostgres(options)
      return await at(() => server.close())
    } catch (error) {
      // A gateway has started meanwhile.
      if (!(error instanceof PostgresInUse) || visit === visits) throw error
    }
  }
}

interface Ownership extends Required<Pick<EmbeddedPostgresOptions, 'joins' | 'connections'>> {}

/** Opens a session that owns the server of a cluster, starting the server if necessary. */
async function own(cluster: Cluster, { joins, connections }: Ownership): Promise<pg.Client> {
  const deadline = Date.now() + patience
  let attempt: Attempt | undefined
  let failure: string | undefined
  while (Date.now() < deadline) {
    const address = await addressOf(cluster)
    const session = address === undefined ? 'nobody' : await connect(address, cluster)
    if (typeof session !== 'string') {
      if (!(await take(session, cluster, joins))) continue
      if (!joins && (await mostConnections(session)) < connections) {
        // A former gateway with fewer workers was killed.
        await stop(cluster)
        await session.end()
        continue
      }
      return session
    }
    failure = await attempt?.failure()
    if (failure !== undefined) {
      if (!isPassing(failure)) throw new PostgresStart(failure, cluster.log)
      await removeStalePidFile(cluster)
      attempt = undefined
      await delay(5 * interval)
    }
    if (session === 'nobody' && attempt === undefined) {
      // Before any client can connect: every server of this cluster requires the password.
      failure = (await isGuarded(cluster)) ? undefined : await guardAtRest(cluster)
      if (failure === undefined) attempt = await launch(cluster, connections)
      else if (!isPassing(failure)) throw new PostgresStart(lastLineOf(failure), cluster.log)
      else await removeStalePidFile(cluster)
    }
    await delay(interval)
  }
  throw new PostgresStart(failure ?? 'it does not answer', cluster.log)
}

/** A session, `nobody` if no server listens, or `later` if the server is starting or stopping. */
async function connect({ host, port }: Address, cluster: Cluster): Promise<pg.Client | 'nobody' | 'later'> {
  const session = new pg.Client({
    ...configOf({ host, port, user: superuser, password: await passwordOf(cluster) }, 'postgres'),
    application_name: `andiron gateway, process ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  })
  session.on('error', () => {})
  try {
    await session.connect()
    const { rows } = await session.query<{ data_directory: string }>('SHOW data_directory')
    // A data directory that was copied while its server ran contains the address of the original.
    if (rows[0]?.data_directory === cluster.path) return session
    await session.end()
    return 'nobody'
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'nobody'
    // The server of the original directory has another password.
    if (code === '28P01') return 'nobody'
    if (['', 'ECONNRESET', '57P01', '57P03'].includes(code)) return 'later'
    throw new PostgresStart(message, cluster.log)
  }
}

/** Takes the lock of the cluster for the duration of a session; `false` if the server stopped meanwhile. */
async function take(session: pg.Client, cluster: Cluster, joins: boolean): Promise<boolean> {
  const deadline = Date.now() + farewell
  try {
    do {
      if (joins) {
        if (await locks(session, 'pg_try_advisory_lock_shared')) return true
      } else if (await locks(session, 'pg_try_advisory_lock')) {
        // Shared before it is no longer exclusive: no other gateway comes in between.
        await session.query('SELECT pg_advisory_lock_shared($1), pg_advisory_unlock($1)', [lock])
        return true
      }
      await delay(5 * interval)
    } while (Date.now() < deadline)
    const { rows } = await session.query<{ name: string }>(
      "SELECT application_name AS name FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory'",
    )
    throw new PostgresInUse(cluster.path, rows[0]?.name ?? 'just gone')
  } catch (error) {
    await session.end()
    if (error instanceof PostgresInUse) throw error
    return false
  }
}

async function mostConnections(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ max_connections: string }>('SHOW max_connections')
  return Number(rows[0]?.max_connections)
}

async function locks(
  session: pg.Client,
  attempt: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(`SELECT ${attempt}($1) AS taken`, [lock])
  return rows[0]?.taken === true
}

/**
 * Gives up the lock; true if no other gateway holds it. Of several that end at once, the last one takes it
 * exclusively.
 */
async function isLast(session: pg.Client): Promise<boolean> {
  try {
    await session.query('SELECT pg_advisory_unlock_shared($1)', [lock])
    return await locks(session, 'pg_try_advisory_lock')
  } catch {
    // The session broke, and its lock with it. A server that still runs is adopted by the next start.
    return false
  }
}

const lastLineOf = (said: string): string => said.split('\n').at(-1) ?? said

const PASSING = [
  /pre-existing shared memory block/,
  /lock file .* (already exists|is empty)/,
  // Another server writes or removes it at this moment.
  /bogus data in lock file/,
  /(open|read|remove old) lock file .*: No such file/,
  /is still in use/,
]

/** True for failures that a retry may solve: a server that starts or stops, or the remains of a killed one. */
function isPassing(failure: string): boolean {
  return PASSING.some(each => each.test(failure))
}
