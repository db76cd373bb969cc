/** The write journal: the writes in progress, so that a crash leaves none half done. */
import { randomUUID } from 'node:crypto'
import { addingEvents, type OutboxStore, type QueuedEvent } from '../outbox.ts'
import type { Database } from '../sql/database.ts'
import { sharedStatement } from '../sql/shared-statement.ts'
import { NodesChanging } from './errors.ts'
import { mayBegin } from './node-moves-table.ts'

/** A write in progress. */
export interface Intent {
  readonly collection: string
  readonly id: string
  readonly operation: 'create' | 'replace' | 'delete'
  /** UUID with which the nodes mark the documents of this write; records created together share it. */
  readonly write: string
  /** SHA-256 of the new content of a replacement. */
  readonly digest?: string
  /** Events of the write, on one of its intents; only new records bring any. */
  readonly events?: readonly QueuedEvent[]
}

/** One record. */
export interface Place {
  readonly collection: string
  readonly id: string
}

/** Writes that have begun and not ended. */
export interface Backlog {
  /** The number of records. */
  readonly records: number
  /** Of them those that failed, and wait for a retry or for recovery. */
  readonly parked: number
  /** The age of the oldest in seconds; 0 if there is none. */
  readonly oldest: number
}

/**
 * Stores write intents, from before the first node is called until after the last has answered, at most one
 * per record.
 * The lease of an intent exceeds the time that a node could take for a request already sent, so that the
 * state found after its expiry is final.
 */
export interface WriteJournal {
  /**
   * Stores the intents of one write durably; `false`, storing none, if one of the records has another intent.
   * @throws NodesChanging if a node was added meanwhile, or is about to be
   */
  begin(intents: readonly Intent[]): Promise<boolean>
  /** Leaves a failed write for a retry with the same records, or for recovery after its lease expires. */
  park(intents: readonly Intent[]): Promise<void>
  /**
   * Takes over the intent of a failed write of a record, if the operation is the same or the lease has
   * expired; otherwise `undefined`.
   */
  resume(wanted: Pick<Intent, 'collection' | 'id' | 'operation'>): Promise<Intent | undefined>
  /** Replaces an intent that was taken over. The mark must not change. */
  restate(intent: Intent): Promise<void>
  /**
   * Deletes the intents of a write, durably and all at once: the write may only be acknowledged after that.
   * @param events - `publish` moves its events to the outbox in the same statement, after every node has the
   * records; `discard` deletes them with the intents
   */
  end(intents: readonly Intent[], events: 'publish' | 'discard'): Promise<void>
  /** True if the journal has an intent for the record. */
  has(place: Place): Promise<boolean>
  backlog(): Promise<Backlog>
  /** Takes over every intent with an expired lease; with `alone`, all intents of other writers. */
  adopt(options: { readonly exclusive: boolean }): Promise<Intent[]>
}

/**
 * Milliseconds. A token is valid for one minute and a statement on a node runs for at most half a minute: no
 * request outlasts the lease.
 */
export const LEASE_MS = 5 * 60_000

const COLUMNS = 'collection, id, operation, write, digest'

const TYPED = 'collection uuid, id uuid, operation text, write uuid, digest text'

/** The intents in the first parameter, as rows. */
const LISTED = 'jsonb_to_recordset($1::jsonb)'

const byPlace = (a: Place, b: Place): number =>
  (a.collection === b.collection ? a.id < b.id : a.collection < b.collection) ? -1 : 1

/** The intents of one write. */
type Write = readonly Intent[]

type Marked = Pick<Intent, 'collection' | 'id' | 'write'>

type Row = Omit<Intent, 'digest' | 'events'> & { readonly digest: string | null }

/**
 * A journal in a table of the gateway's database (`migrations/gateway`), which several gateways may share.
 * @param additions - the number of added nodes among those that its writes reach; without it, none can be added
 */
export function openJournal(database: Database, additions?: number): WriteJournal {
  const writer = randomUUID()
  const isOpen = additions === undefined ? 'TRUE' : mayBegin(additions)
  const lease = `now() + interval '${LEASE_MS} milliseconds'`

  const forgetting = `DELETE FROM writes w USING ${LISTED} AS n(collection uuid, id uuid, write uuid)
       WHERE w.collection = n.collection AND w.id = n.id AND w.write = n.write`
  const publishing = `WITH ended AS (${forgetting} RETURNING w.events) ${addingEvents('ended')}`

  /** Deletes the intents of several writes. */
  const deleteBy = (statement: string) => async (writes: readonly Write[]) => {
    await database.query(statement, [JSON.stringify(writes.flat().map(placeOf))], { prepared: true })
    return writes.map(() => undefined)
  }
  const forget = sharedStatement(deleteBy(forgetting))
  const publish = sharedStatement(deleteBy(publishing))

  /** Stores the intents of several writes, of each all or none. */
  const insertWith = (events: string) => async (writes: readonly Write[]) => {
    const intents = writes.flat().toSorted(byPlace)
    const rows = await database.query<Marked>(
      `INSERT INTO writes (${COLUMNS}${events}, writer, parked, expires)
         SELECT n.*, $2::uuid, FALSE, ${lease}
         FROM ${LISTED} AS n(${TYPED}${events && `${events} jsonb`})
         WHERE ${isOpen} ON CONFLICT (collection, id) DO NOTHING RETURNING collection, id, write`,
      // In one order for every writer, so that two of them cannot deadlock.
      [JSON.stringify(intents), writer],
      { prepared: true },
    )
    if (rows.length === intents.length) return writes.map(() => true)
    const stored = new Set(rows.map(markOf))
    const isStored = (intent: Intent) => stored.has(markOf(intent))
    const partial = writes.filter(write => write.some(isStored) && !write.every(isStored))
    if (partial.length > 0) await forget(partial.flat().filter(isStored))
    else if (rows.length === 0 && additions !== undefined) {
      const [now] = await database.query<{ open: boolean }>(`SELECT ${isOpen} AS open`)
      if (!now?.open) throw new NodesChanging()
    }
    return writes.map(write => write.every(isStored))
  }
  const insert = sharedStatement(insertWith(''))
  const insertWithEvents = sharedStatement(insertWith(', events'))

  return {
    begin: intents => (hasEvents(intents) ? insertWithEvents : insert)(intents),

    async park(intents) {
      await database.query(
        `UPDATE writes w SET parked = TRUE, expires = ${lease}
         FROM ${LISTED} AS n(collection uuid, id uuid, write uuid)
         WHERE w.collection = n.collection AND w.id = n.id AND w.write = n.write`,
        [JSON.stringify(intents)],
      )
    },

    async resume({ collection, id, operation }) {
      const [row] = await database.query<Row>(
        `UPDATE writes SET writer = $3, parked = FALSE, expires = ${lease}
         WHERE collection = $1 AND id = $2 AND ((parked AND operation = $4) OR expires < now()) AND ${isOpen}
         RETURNING ${COLUMNS}`,
        [collection, id, writer, operation],
      )
      return row && intentOf(row)
    },

    async restate({ collection, id, operation, write, digest, events }) {
      await database.query(
        `UPDATE writes SET operation = $4, digest = $5, events = $6::jsonb
         WHERE collection = $1 AND id = $2 AND write = $3`,
        [collection, id, write, operation, digest ?? null, events ? JSON.stringify(events) : null],
      )
    },

    async end(intents, events) {
      await (events === 'publish' && hasEvents(intents) ? publish : forget)(intents)
    },

    async has({ collection, id }) {
      const noted = await database.query('SELECT 1 FROM writes WHERE collection = $1 AND id = $2', [
        collection,
        id,
      ])
      return noted.length > 0
    },

    async backlog() {
      const [row] = await database.query<{ records: string; parked: string; oldest: number }>(
        `SELECT count(*) AS records, count(*) FILTER (WHERE parked) AS parked,
                COALESCE(EXTRACT(EPOCH FROM now() - min(began)), 0)::float8 AS oldest FROM writes`,
      )
      return {
        ...{ records: Number(row?.records), parked: Number(row?.parked) },
        oldest: Math.max(0, row?.oldest ?? 0),
      }
    },

    async adopt({ exclusive }) {
      const rows = await database.query<Row>(
        `UPDATE writes SET writer = $1, parked = FALSE, expires = ${lease}
         WHERE (expires < now() OR ($2::boolean AND (parked OR writer <> $1))) AND ${isOpen} RETURNING ${COLUMNS}`,
        [writer, exclusive],
      )
      return rows.map(intentOf)
    },
  }
}

const hasEvents = (intents: readonly Intent[]): boolean => intents.some(({ events }) => events !== undefined)

const markOf = ({ collection, id, write }: Marked): string => `${collection}/${id}/${write}`

const placeOf = ({ collection, id, write }: Intent) => ({ collection, id, write })

function intentOf({ digest, ...intent }: Row): Intent {
  return { ...intent, ...(digest !== null && { digest }) }
}

/**
 * A journal in memory: for tests, and clients without a database.
 * @param outbox - takes the events of writes
 */
export function memoryJournal(outbox?: OutboxStore): WriteJournal {
  const intents = new Map<string, { intent: Intent; parked: boolean; began: number }>()
  const keyOf = ({ collection, id }: Place) => `${collection}/${id}`
  const beganOf = (place: Place) => intents.get(keyOf(place))?.began ?? Date.now()
  return {
    async begin(wanted) {
      if (wanted.some(intent => intents.has(keyOf(intent)))) return false
      for (const intent of wanted) intents.set(keyOf(intent), { intent, parked: false, began: Date.now() })
      return true
    },
    async park(failed) {
      for (const intent of failed)
        intents.set(keyOf(intent), { intent, parked: true, began: beganOf(intent) })
    },
    async resume(wanted) {
      const entry = intents.get(keyOf(wanted))
      if (!entry?.parked || entry.intent.operation !== wanted.operation) return undefined
      entry.parked = false
      return entry.intent
    },
    async restate(intent) {
      intents.set(keyOf(intent), { intent, parked: false, began: beganOf(intent) })
    },
    async end(ended, events) {
      if (events === 'publish') await outbox?.add(ended.flatMap(({ events = [] }) => events))
      for (const intent of ended) intents.delete(keyOf(intent))
    },
    async has(place) {
      return intents.has(keyOf(place))
    },
    async backlog() {
      const all = [...intents.values()]
      const first = Math.min(Date.now(), ...all.map(({ began }) => began))
      return {
        ...{ records: all.length, parked: all.filter(({ parked }) => parked).length },
        oldest: (Date.now() - first) / 1000,
      }
    },
    async adopt() {
      const left = [...intents.values()].filter(({ parked }) => parked)
      for (const entry of left) entry.parked = false
      return left.map(({ intent }) => intent)
    },
  }
}
