/** The write journal: the writes in progress, so that a crash leaves none half done. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../sql/database.ts'

/** A write in progress. */
export interface Intent {
  readonly collection: string
  readonly id: string
  readonly operation: 'create' | 'replace' | 'delete'
  /** UUID with which the nodes mark the documents of this write. */
  readonly write: string
  /** SHA-256 of the new content of a replacement. */
  readonly digest?: string
}

/** Several records of a collection that one call creates, under one mark. */
export interface Batch {
  readonly collection: string
  readonly ids: readonly string[]
  /** Like that of an {@link Intent}: each record has an intent of its own in the journal. */
  readonly write: string
}

/** One record. */
export interface Place {
  readonly collection: string
  readonly id: string
}

/**
 * Stores write intents, from before the first node is called until after the last has answered, at most one
 * per record.
 * The lease of an intent exceeds the time that a node could take for a request already sent, so that the
 * state found after its expiry is final.
 */
export interface WriteJournal {
  /** Stores an intent durably. `false` if the record has another one. */
  begin(intent: Intent): Promise<boolean>
  /**
   * Stores every creation of a batch durably; `false`, storing none, if one of the records has another
   * intent.
   */
  beginAll(batch: Batch): Promise<boolean>
  /** Leaves a failed write for a retry with the same record, or for recovery after its lease expires. */
  park(intent: Intent): Promise<void>
  /**
   * Takes over the intent of a failed write of a record, if the operation is the same or the lease has
   * expired; otherwise `undefined`.
   */
  resume(wanted: Pick<Intent, 'collection' | 'id' | 'operation'>): Promise<Intent | undefined>
  /** Replaces an intent that was taken over. The mark must not change. */
  restate(intent: Intent): Promise<void>
  /** Deletes an intent, durably: the write may only be acknowledged after that. */
  end(intent: Intent): Promise<void>
  /** Deletes the intents of a batch, durably as well. */
  endAll(batch: Batch): Promise<void>
  /** True if the journal has an intent for the record. */
  has(place: Place): Promise<boolean>
  /** Takes over every intent with an expired lease; with `alone`, all intents of other writers. */
  adopt(options: { readonly exclusive: boolean }): Promise<Intent[]>
}

/**
 * Milliseconds. A token is valid for one minute and a statement on a node runs for at most half a minute: no
 * request outlasts the lease.
 */
export const LEASE_MS = 5 * 60_000

const COLUMNS = 'collection, id, operation, write, digest'

type Row = Omit<Intent, 'digest'> & { readonly digest: string | null }

/**
 * A journal in a table of the gateway's database (`migrations/gateway`), which several gateways may share.
 */
export function openJournal(database: Database): WriteJournal {
  const writer = randomUUID()
  const lease = `now() + interval '${LEASE_MS} milliseconds'`

  const forget = ({ collection, write }: Batch) =>
    database.query('DELETE FROM writes WHERE collection = $1 AND write = $2', [collection, write], {
      prepared: true,
    })

  return {
    async begin({ collection, id, operation, write, digest }) {
      const noted = await database.query(
        `INSERT INTO writes (${COLUMNS}, writer, parked, expires)
         VALUES ($1, $2, $3, $4, $5, $6, FALSE, ${lease}) ON CONFLICT (collection, id) DO NOTHING RETURNING id`,
        [collection, id, operation, write, digest ?? null, writer],
        { prepared: true },
      )
      return noted.length > 0
    },

    async beginAll(batch) {
      const { collection, ids, write } = batch
      const noted = await database.query<{ id: string }>(
        `INSERT INTO writes (${COLUMNS}, writer, parked, expires)
         SELECT $1::uuid, (n->>'id')::uuid, 'create', $2::uuid, NULL, $3::uuid, FALSE, ${lease}
         FROM jsonb_array_elements($4::jsonb) AS n
         ON CONFLICT (collection, id) DO NOTHING RETURNING id`,
        [collection, write, writer, JSON.stringify(ids.map(id => ({ id })))],
        { prepared: true },
      )
      if (noted.length === ids.length) return true
      if (noted.length > 0) await forget(batch)
      return false
    },

    async endAll(batch) {
      await forget(batch)
    },

    async park({ collection, id, write }) {
      await database.query(
        `UPDATE writes SET parked = TRUE, expires = ${lease} WHERE collection = $1 AND id = $2 AND write = $3`,
        [collection, id, write],
      )
    },

    async resume({ collection, id, operation }) {
      const [row] = await database.query<Row>(
        `UPDATE writes SET writer = $3, parked = FALSE, expires = ${lease}
         WHERE collection = $1 AND id = $2 AND ((parked AND operation = $4) OR expires < now())
         RETURNING ${COLUMNS}`,
        [collection, id, writer, operation],
      )
      return row && intentOf(row)
    },

    async restate({ collection, id, operation, write, digest }) {
      await database.query(
        'UPDATE writes SET operation = $4, digest = $5 WHERE collection = $1 AND id = $2 AND write = $3',
        [collection, id, write, operation, digest ?? null],
      )
    },

    async end({ collection, id, write }) {
      await database.query(
        'DELETE FROM writes WHERE collection = $1 AND id = $2 AND write = $3',
        [collection, id, write],
        { prepared: true },
      )
    },

    async has({ collection, id }) {
      const noted = await database.query('SELECT 1 FROM writes WHERE collection = $1 AND id = $2', [
        collection,
        id,
      ])
      return noted.length > 0
    },

    async adopt({ exclusive }) {
      const rows = await database.query<Row>(
        `UPDATE writes SET writer = $1, parked = FALSE, expires = ${lease}
         WHERE expires < now() OR ($2::boolean AND (parked OR writer <> $1)) RETURNING ${COLUMNS}`,
        [writer, exclusive],
      )
      return rows.map(intentOf)
    },
  }
}

function intentOf({ digest, ...intent }: Row): Intent {
  return { ...intent, ...(digest !== null && { digest }) }
}

/** A journal in memory: for tests, and clients without a database. */
export function memoryJournal(): WriteJournal {
  const intents = new Map<string, { intent: Intent; parked: boolean }>()
  const keyOf = ({ collection, id }: Place) => `${collection}/${id}`
  return {
    async begin(intent) {
      const key = keyOf(intent)
      if (intents.has(key)) return false
      intents.set(key, { intent, parked: false })
      return true
    },
    async beginAll({ ids, ...batch }) {
      const wanted = ids.map((id): Intent => ({ ...batch, id, operation: 'create' }))
      if (wanted.some(intent => intents.has(keyOf(intent)))) return false
      for (const intent of wanted) intents.set(keyOf(intent), { intent, parked: false })
      return true
    },
    async endAll({ collection, ids }) {
      for (const id of ids) intents.delete(keyOf({ collection, id }))
    },
    async park(intent) {
      intents.set(keyOf(intent), { intent, parked: true })
    },
    async resume(wanted) {
      const entry = intents.get(keyOf(wanted))
      if (!entry?.parked || entry.intent.operation !== wanted.operation) return undefined
      entry.parked = false
      return entry.intent
    },
    async restate(intent) {
      intents.set(keyOf(intent), { intent, parked: false })
    },
    async end(intent) {
      intents.delete(keyOf(intent))
    },
    async has(place) {
      return intents.has(keyOf(place))
    },
    async adopt() {
      const left = [...intents.values()].filter(({ parked }) => parked)
      for (const entry of left) entry.parked = false
      return left.map(({ intent }) => intent)
    },
  }
}
