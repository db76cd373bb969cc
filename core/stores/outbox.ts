/** The outbox: events of writes, stored with the write that they are about, until a plugin takes them. */
import type { Database, Transaction } from './sql/database.ts'

/** An event of a write. */
export interface OutboxEvent {
  /** Derived from the record, so that a repeated write has the same event. Unique within the queue. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** JSON; no content of a record. */
  readonly body: Readonly<Record<string, unknown>>
}

/** An event with the name of its queue. */
export interface QueuedEvent extends OutboxEvent {
  readonly queue: string
}

/** The stored events of all queues. */
export interface OutboxStore {
  /** Adds events, except those that are there already. */
  add(events: readonly QueuedEvent[], transaction?: Transaction): Promise<void>
  /** The oldest events of a queue. */
  first(queue: string, limit: number, transaction?: Transaction): Promise<OutboxEvent[]>
  remove(queue: string, ids: readonly string[], transaction?: Transaction): Promise<void>
}

/** The columns of an event, in a row and in JSON. */
const COLUMNS = 'queue, id, at, body'
const TYPED = 'queue text, id text, at bigint, body jsonb'

/** Later than every event that waits, also after the clock of the database has stepped back. */
const LATEST = `GREATEST(now(),
  (SELECT max(o.stored) + interval '1 microsecond' FROM outbox o WHERE o.queue = e.queue))`

/**
 * The statement that adds events in JSON.
 * @param events - the SQL of a row source with a column `events`
 */
export const addingEvents = (events: string): string =>
  `INSERT INTO outbox (${COLUMNS}, stored)
   SELECT e.queue, e.id, e.at, e.body, ${LATEST} FROM ${events} AS s, jsonb_to_recordset(s.events) AS e(${TYPED})
   ON CONFLICT (queue, id) DO NOTHING`

/** Events in the table `outbox` of the gateway's database. */
export function sqlOutbox(database: Database): OutboxStore {
  return {
    async add(events, transaction = database) {
      if (events.length === 0) return
      await transaction.query(addingEvents('(SELECT $1::jsonb AS events)'), [JSON.stringify(events)])
    },
    async first(queue, limit, transaction = database) {
      const rows = await transaction.query<Omit<OutboxEvent, 'at'> & { at: string }>(
        'SELECT id, at, body FROM outbox WHERE queue = $1 ORDER BY stored, id LIMIT $2',
        [queue, limit],
      )
      return rows.map(row => ({ ...row, at: Number(row.at) }))
    },
    async remove(queue, ids, transaction = database) {
      await transaction.query(
        'DELETE FROM outbox WHERE queue = $1 AND id IN (SELECT jsonb_array_elements_text($2::jsonb))',
        [queue, JSON.stringify(ids)],
      )
    },
  }
}

/** Events in memory, lost with their process like records in memory. */
export function memoryOutbox(): OutboxStore {
  const queues = new Map<string, Map<string, OutboxEvent>>()
  return {
    async add(events) {
      for (const { queue, ...event } of events) {
        const queued = queues.get(queue) ?? new Map<string, OutboxEvent>()
        queues.set(queue, queued)
        if (!queued.has(event.id)) queued.set(event.id, structuredClone(event))
      }
    },
    async first(queue, limit) {
      return [...(queues.get(queue)?.values() ?? [])].slice(0, limit)
    },
    async remove(queue, ids) {
      for (const id of ids) queues.get(queue)?.delete(id)
    },
  }
}
