/** Reads on a streaming replica that has everything a reader may expect; otherwise on the primary. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database, QueryOptions, SqlValue } from './database.ts'
import { DatabaseUnavailable, StatementRefused } from './errors.ts'
import { sharedStatement } from './shared-statement.ts'

/** Milliseconds that a read waits for the replica. */
const PATIENCE = 50
/** Milliseconds between two looks at it. */
const INTERVAL = 5
/** Milliseconds for which a replica that was late or away is not used. */
const RETREAT = 1_000

/** True if a statement changes something; also true for one that only mentions it. */
export const isWriting = (sql: string): boolean => /\b(?:INSERT|UPDATE|DELETE|TRUNCATE)\b/i.test(sql)

/**
 * A database whose reads run on a replica as soon as that has replayed everything that the primary had committed when
 * the read began: whoever wrote it, through whichever process. A replica that is late, away, promoted, or of another
 * cluster is not used, and the primary answers. Changes and transactions are the primary's.
 * @param open - opens the same database on the replica; called again after it failed
 */
export function readingFrom(primary: Database, open: () => Promise<Database>): Database {
  let replica: Promise<Database> | undefined
  let retreatsUntil = 0

  const opened = () => {
    replica ??= open().catch(error => {
      replica = undefined
      throw error
    })
    return replica
  }

  /**
   * The position up to which the primary has committed, and its cluster. Readers at the same time share the statement.
   */
  const committed = sharedStatement<true, Committed>(async entries => {
    const [found] = await primary.query<Committed>(
      `SELECT pg_current_wal_flush_lsn()::text AS lsn,
         (SELECT system_identifier::text FROM pg_control_system()) AS cluster`,
      [],
      { prepared: true },
    )
    return entries.map(() => found ?? new DatabaseUnavailable(''))
  })

  /** The replica once it is as far. */
  async function reached({ lsn, cluster }: Committed, deadline: number): Promise<Database | undefined> {
    for (const database = await opened(); Date.now() < deadline; await delay(INTERVAL)) {
      const [state] = await database.query<{ follows: boolean; has: boolean | null }>(
        `SELECT pg_is_in_recovery() AND (SELECT system_identifier::text FROM pg_control_system()) = $2 AS follows,
           pg_last_wal_replay_lsn() >= $1::pg_lsn AS has`,
        [lsn, cluster],
        { prepared: true },
      )
      if (!state?.follows) return undefined
      if (state.has) return database
    }
    return undefined
  }

  /** The replica, or `undefined` if it is not as far in time. */
  async function fresh(): Promise<Database | undefined> {
    if (Date.now() < retreatsUntil) return undefined
    // A primary that is a replica itself for a moment, after a failover, does not say how far it is.
    const wanted = await committed(true).catch(() => undefined)
    const deadline = Date.now() + PATIENCE
    // A replica that hangs is left behind.
    const found =
      wanted &&
      (await Promise.race([
        reached(wanted, deadline).catch(() => undefined),
        delay(PATIENCE, undefined, { ref: false }),
      ]))
    if (found === undefined) retreatsUntil = Date.now() + RETREAT
    return found
  }

  return {
    async query<Row extends object>(sql: string, values?: readonly SqlValue[], options?: QueryOptions) {
      const database = isWriting(sql) ? undefined : await fresh()
      if (database === undefined) return primary.query<Row>(sql, values, options)
      return database.query<Row>(sql, values, options).catch(error => {
        const failure: unknown = error.cause ?? error
        if (failure instanceof DatabaseUnavailable) retreatsUntil = Date.now() + RETREAT
        // A replica cancels reads that hold up its replay.
        else if (!(failure instanceof StatementRefused && failure.sqlState === '40001')) throw error
        return primary.query<Row>(sql, values, options)
      })
    },
    async *stream<Row extends object>(sql: string, values?: readonly SqlValue[]) {
      yield* ((await fresh()) ?? primary).stream<Row>(sql, values)
    },
    transaction: work => primary.transaction(work),
    async close() {
      await replica?.then(database => database.close()).catch(() => {})
      await primary.close()
    },
  }
}

interface Committed {
  readonly lsn: string
  /** The identifier that a cluster and its replicas share. */
  readonly cluster: string
}
