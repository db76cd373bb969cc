/** The marks of withdrawn writes: what a node is still sent of such a write has no effect. */
import { setTimeout as delay } from 'node:timers/promises'
import { refusal } from '../../../core/node.ts'
import type { NodeContext } from './node-context.ts'

/** Milliseconds for which a write can be withdrawn, and its mark is remembered. */
export const WITHDRAWAL_MS = 7 * 24 * 60 * 60 * 1000

/** Milliseconds to wait for changes in progress, between looks and in all. */
const LOOK_MS = 10
const WAIT_MS = 10_000

/**
 * True in SQL unless the write was withdrawn.
 * @param mark - the expressions of the writer and of its mark, which may be NULL
 */
export const isLive = (mark: { readonly writer: string; readonly write: string }): string =>
  `NOT EXISTS (SELECT 1 FROM withdrawals x WHERE x.writer = ${mark.writer} AND x.write = ${mark.write})`

/**
 * The transactions that may have begun before a mark was stored and change documents. PostgreSQL locks the table before
 * it takes the snapshot of a statement, so that a transaction which is not here sees the mark. While the node moves,
 * its changes take their snapshot with the lock of the move.
 */
const CHANGING = `SELECT l.virtualtransaction AS id FROM pg_locks l
  JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
  WHERE l.locktype = 'relation' AND l.granted AND l.pid <> pg_backend_pid()
    AND l.relation IN ('documents'::regclass, 'moves'::regclass) AND l.mode IN ('RowExclusiveLock', 'RowShareLock')`

/**
 * Ends the mark of a writer's write: no change that carries it takes effect after this, and those before it can be
 * seen.
 */
export async function endMark({ database, now }: NodeContext, writer: string, write: string): Promise<void> {
  await database.query('DELETE FROM withdrawals WHERE at < $1', [new Date(now().getTime() - WITHDRAWAL_MS)])
  await database.query(
    'INSERT INTO withdrawals (writer, write, at) VALUES ($1, $2, $3) ON CONFLICT (writer, write) DO NOTHING',
    [writer, write, now()],
  )
  const changing = async () => (await database.query<{ id: string }>(CHANGING)).map(({ id }) => id)
  let before = await changing()
  for (const deadline = performance.now() + WAIT_MS; before.length > 0; ) {
    if (performance.now() > deadline) throw refusal('DatabaseError', 'An earlier change is still in progress')
    await delay(LOOK_MS)
    const still = new Set(await changing())
    before = before.filter(id => still.has(id))
  }
}

/** @throws NodeError if one of a writer's writes was withdrawn */
export async function assertLive(
  { database }: NodeContext,
  writer: string,
  writes: readonly (string | undefined)[],
): Promise<void> {
  const marks = writes.filter(write => write !== undefined)
  if (marks.length === 0) return
  const ended = await database.query(
    `SELECT 1 FROM withdrawals WHERE writer = $1
       AND write IN (SELECT mark::uuid FROM jsonb_array_elements_text($2::jsonb) AS n(mark)) LIMIT 1`,
    [writer, JSON.stringify(marks)],
  )
  if (ended.length > 0) throw refusal('WriteWithdrawnError', 'type: document', 'Its write was withdrawn')
}
