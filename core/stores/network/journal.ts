/** The write journal: the writes in progress, so that a crash leaves none half done. */
import { randomUUID } from 'node:crypto'
import { addingEvents, type OutboxStore, type QueuedEvent } from '../outbox.ts'
import type { Database } from '../sql/database.ts'
import { StatementRefused } from '../sql/errors.ts'
import { sharedStatement } from '../sql/shared-statement.ts'
import { NodesChanging, WriteLostError } from './errors.ts'
import { endHolds, mayBegin } from './node-moves-table.ts'

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

/**
 * An intent in the hands of the process that writes. Each step of a write presents it: whoever takes the row over,
 * because the lease has ended or for a retry, raises its term, and the former holder can neither continue nor end it.
 */
export interface Claim extends Intent {
  readonly term: number
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
 * The lease of an intent exceeds the time that a node could take for a request already sent. It is measured by the
 * clock of the database, which may step: its end permits another process to take the row over, and proves nothing
 * about the holder, whom the term stops.
 */
export interface WriteJournal {
  /**
   * Stores the intents of one write durably; `undefined`, storing none, if one of the records has another intent.
   * @throws NodesChanging if a node was added meanwhile, or is about to be
   */
  begin(intents: readonly Intent[]): Promise<readonly Claim[] | undefined>
  /**
   * Renews the lease. Call it between reading a node and changing it, and between steps.
   * @throws AND_WRITE_LOST unless every row is still held
   */
  confirm(claims: readonly Claim[]): Promise<void>
  /** Raises the terms, so that an end already sent has no effect, and returns those that were still held. */
  reclaim(claims: readonly Claim[]): Promise<readonly Claim[]>
  /** Leaves a failed write for a retry with the same records, or for recovery after its lease expires. */
  park(claims: readonly Claim[]): Promise<void>
  /**
   * Takes over the intent of a failed write of a record, if the operation is the same or the lease has
   * expired; otherwise `undefined`.
   */
  resume(wanted: Pick<Intent, 'collection' | 'id' | 'operation'>): Promise<Claim | undefined>
  /**
   * Replaces an intent that was taken over, and whose write is settled.
   * @throws AND_WRITE_LOST
   */
  restate(claim: Claim, intent: Intent): Promise<Claim>
  /**
   * Deletes the intents of a write, durably and all at once: the write may only be acknowledged after that.
   * @param events - `publish` moves its events to the outbox in the same statement, after every node has the
   * records; `discard` deletes them with the intents
   * @throws AND_WRITE_LOST unless every row was still held; then none is deleted, and no event published
   */
  end(claims: readonly Claim[], events: 'publish' | 'discard'): Promise<void>
  /** True if the journal has an intent for the record. */
  has(place: Place): Promise<boolean>
  backlog(): Promise<Backlog>
  /** Takes over every intent with an expired lease; with `alone`, all intents of other writers. */
  adopt(options: { readonly exclusive: boolean }): Promise<Claim[]>
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

/** The rows of the claims in the first parameter, as `w`, if they are still held. */
const CLAIMED = `${LISTED} AS n(collection uuid, id uuid, write uuid, term integer)
  WHERE w.collection = n.collection AND w.id = n.id AND w.write = n.write AND w.term = n.term`

const byPlace = (a: Place, b: Place): number =>
  (a.collection === b.collection ? a.id < b.id : a.collection < b.collection) ? -1 : 1

type Marked = Pick<Intent, 'collection' | 'id' | 'write'>

type Row = Omit<Claim, 'digest' | 'events'> & { readonly digest: string | null }

/**
 * A journal in a table of the gateway's database (`migrations/gateway`), which several gateways may share.
 * @param additions - the number of added nodes among those that its writes reach; without it, none can be added
 */
export function openJournal(database: Database, additions?: number): WriteJournal {
  const writer = randomUUID()
  const isOpen = additions === undefined ? 'TRUE' : mayBegin(additions)
  const lease = `now() + interval '${LEASE_MS} milliseconds'`

  /**
   * Ends several writes. A row that is not held divides by zero, and the whole statement has no effect: it is sent
   * again for each write alone.
   */
  const ending = (returned: string, more = '') => {
    const statement = `WITH ended AS (DELETE FROM writes w USING ${CLAIMED} RETURNING ${returned})${more}
      SELECT 1 / CASE WHEN count(*) = $2 THEN 1 ELSE 0 END AS held FROM ended`
    return sharedStatement(async (writes: readonly (readonly Claim[])[]) => {
      const claims = writes.flat()
      try {
        await database.query(statement, [rowsOf(claims), claims.length], { prepared: true })
        return writes.map(() => undefined)
      } catch (error) {
        const isLost = error instanceof StatementRefused && error.sqlState === '22012'
        if (writes.length > 1 || !isLost) throw error
        return [new WriteLostError(claims[0]?.id)]
      }
    })
  }
  const forget = ending('1')
  const publish = ending('w.events', `, added AS (${addingEvents('ended')})`)

  /** Stores the intents of several writes, of each all or none. */
  const insertWith = (events: string) => async (writes: readonly (readonly Intent[])[]) => {
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
    if (partial.length > 0)
      await Promise.all(partial.map(write => forget(write.filter(isStored).map(claimOf))))
    else if (rows.length === 0 && additions !== undefined) {
      const [now] = await database.query<{ open: boolean }>(`SELECT ${isOpen} AS open`)
      if (!now?.open) {
        await endHolds(database)
        throw new NodesChanging()
      }
    }
    return writes.map(write => write.every(isStored))
  }
  const insert = sharedStatement(insertWith(''))
  const insertWithEvents = sharedStatement(insertWith(', events'))

  return {
    async begin(intents) {
      const began = await (hasEvents(intents) ? insertWithEvents : insert)(intents)
      return began ? intents.map(claimOf) : undefined
    },

    async confirm(claims) {
      const held = await database.query(
        `UPDATE writes w SET expires = ${lease} FROM ${CLAIMED} RETURNING w.id`,
        [rowsOf(claims)],
      )
      if (held.length < claims.length) throw new WriteLostError(claims[0]?.id)
    },

    async reclaim(claims) {
      const held = await database.query<Marked>(
        `UPDATE writes w SET term = w.term + 1, expires = ${lease} FROM ${CLAIMED}
         RETURNING w.collection, w.id, w.write`,
        [rowsOf(claims)],
      )
      const marks = new Set(held.map(markOf))
      return claims
        .filter(claim => marks.has(markOf(claim)))
        .map(claim => ({ ...claim, term: claim.term + 1 }))
    },

    async park(claims) {
      await database.query(
        `UPDATE writes w SET parked = TRUE, term = w.term + 1, expires = ${lease} FROM ${CLAIMED}`,
        [rowsOf(claims)],
      )
    },

    async resume({ collection, id, operation }) {
      const [row] = await database.query<Row>(
        `UPDATE writes SET writer = $3, parked = FALSE, term = term + 1, expires = ${lease}
         WHERE collection = $1 AND id = $2 AND ((parked AND operation = $4) OR expires < now()) AND ${isOpen}
         RETURNING ${COLUMNS}, term`,
        [collection, id, writer, operation],
      )
      return row && takenOf(row)
    },

    async restate(claim, intent) {
      const { operation, write, digest, events } = intent
      const held = await database.query(
        `UPDATE writes w SET operation = $2, write = $3, digest = $4, events = $5::jsonb FROM ${CLAIMED}
         RETURNING w.id`,
        [rowsOf([claim]), operation, write, digest ?? null, events ? JSON.stringify(events) : null],
      )
      if (held.length === 0) throw new WriteLostError(claim.id)
      return { ...intent, term: claim.term }
    },

    async end(claims, events) {
      await (events === 'publish' && hasEvents(claims) ? publish : forget)(claims)
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
      if (additions !== undefined) await endHolds(database)
      const rows = await database.query<Row>(
        `UPDATE writes SET writer = $1, parked = FALSE, term = term + 1, expires = ${lease}
         WHERE (expires < now() OR ($2::boolean AND (parked OR writer <> $1))) AND ${isOpen}
         RETURNING ${COLUMNS}, term`,
        [writer, exclusive],
      )
      return rows.map(takenOf)
    },
  }
}

const hasEvents = (intents: readonly Intent[]): boolean => intents.some(({ events }) => events !== undefined)

/** The database spells UUIDs in lower case. */
const markOf = ({ collection, id, write }: Marked): string => `${collection}/${id}/${write}`.toLowerCase()

const rowsOf = (claims: readonly Claim[]): string =>
  JSON.stringify(claims.map(({ collection, id, write, term }) => ({ collection, id, write, term })))

const claimOf = (intent: Intent): Claim => ({ ...intent, term: 0 })

function takenOf({ digest, ...claim }: Row): Claim {
  return { ...claim, ...(digest !== null && { digest }) }
}

/**
 * A journal in memory: for tests, and clients without a database.
 * @param outbox - takes the events of writes
 */
export function memoryJournal(outbox?: OutboxStore): WriteJournal {
  const rows = new Map<string, { claim: Claim; parked: boolean; readonly began: number }>()
  const keyOf = ({ collection, id }: Place) => `${collection}/${id}`
  const heldBy = (claim: Claim) => {
    const row = rows.get(keyOf(claim))
    return row?.claim.write === claim.write && row.claim.term === claim.term ? row : undefined
  }
  const take = (row: { claim: Claim; parked: boolean }, parked = false): Claim => {
    row.claim = { ...row.claim, term: row.claim.term + 1 }
    row.parked = parked
    return row.claim
  }
  const assertHeld = (claims: readonly Claim[]) => {
    for (const claim of claims) if (!heldBy(claim)) throw new WriteLostError(claim.id)
  }
  return {
    async begin(intents) {
      if (intents.some(intent => rows.has(keyOf(intent)))) return undefined
      const claims = intents.map(claimOf)
      for (const claim of claims) rows.set(keyOf(claim), { claim, parked: false, began: Date.now() })
      return claims
    },
    async confirm(claims) {
      assertHeld(claims)
    },
    async reclaim(claims) {
      return claims.flatMap(claim => {
        const row = heldBy(claim)
        return row ? [take(row)] : []
      })
    },
    async park(claims) {
      for (const claim of claims) {
        const row = heldBy(claim)
        if (row) take(row, true)
      }
    },
    async resume(wanted) {
      const row = rows.get(keyOf(wanted))
      return row?.parked && row.claim.operation === wanted.operation ? take(row) : undefined
    },
    async restate(claim, intent) {
      const row = heldBy(claim)
      if (!row) throw new WriteLostError(claim.id)
      row.claim = { ...intent, term: claim.term }
      return row.claim
    },
    async end(claims, events) {
      assertHeld(claims)
      if (events === 'publish') await outbox?.add(claims.flatMap(({ events = [] }) => events))
      for (const claim of claims) rows.delete(keyOf(claim))
    },
    async has(place) {
      return rows.has(keyOf(place))
    },
    async backlog() {
      const all = [...rows.values()]
      const first = Math.min(Date.now(), ...all.map(({ began }) => began))
      return {
        ...{ records: all.length, parked: all.filter(({ parked }) => parked).length },
        oldest: (Date.now() - first) / 1000,
      }
    },
    async adopt() {
      return [...rows.values()].filter(({ parked }) => parked).map(row => take(row))
    },
  }
}
