/** The write journal: which writes have begun and not ended, so that none is left half done by a crash. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../sql/database.ts'

/** A write that has begun. */
export interface Intent {
  readonly collection: string
  readonly id: string
  readonly operation: 'create' | 'replace' | 'delete'
  /** UUID of this attempt: the nodes mark with it what the attempt creates. */
  readonly write: string
  /** SHA-256 of the content that a replacement puts in place. */
  readonly digest?: string
}

/**
 * Keeps intents from before the first node is asked until after the last has answered, at most one per record.
 * An intent whose writer died can be adopted once its lease has run out; the lease is longer than any node could take
 * to act on a request that was already sent.
 */
export interface WriteJournal {
  /** Notes the intent durably. `false` while another write of the record is noted. */
  begin(intent: Intent): Promise<boolean>
  /** Forgets an intent, durably: only then may its write be acknowledged. */
  end(intent: Intent): Promise<void>
  /** Whether a write of the record is noted. */
  has(collection: string, id: string): Promise<boolean>
  /** Takes over intents that were left behind: of one record, or of all. */
  adopt(which: {
    readonly collection?: string
    readonly id?: string
    readonly expired: boolean
  }): Promise<Intent[]>
}

/** Milliseconds. A token lives one minute and a database statement half of one; nothing sent lingers longer. */
export const LEASE_MS = 5 * 60_000

/** A journal in a table of the gateway's own database; several gateways may share it. */
export function openJournal(database: Database): WriteJournal {
  const writer = randomUUID()
  const lease = `now() + interval '${LEASE_MS} milliseconds'`
  return {
    async begin({ collection, id, operation, write, digest }) {
      const noted = await database.query(
        `INSERT INTO writes (collection, id, operation, write, digest, writer, expires)
         VALUES ($1, $2, $3, $4, $5, $6, ${lease}) ON CONFLICT (collection, id) DO NOTHING RETURNING id`,
        [collection, id, operation, write, digest ?? null, writer],
      )
      return noted.length > 0
    },

    async end({ collection, id, write }) {
      await database.query('DELETE FROM writes WHERE collection = $1 AND id = $2 AND write = $3', [
        collection,
        id,
        write,
      ])
    },

    async has(collection, id) {
      const noted = await database.query('SELECT 1 FROM writes WHERE collection = $1 AND id = $2', [
        collection,
        id,
      ])
      return noted.length > 0
    },

    async adopt({ collection, id, expired }) {
      const rows = await database.query<Omit<Intent, 'digest'> & { digest: string | null }>(
        `UPDATE writes SET writer = $1, expires = ${lease}
         WHERE ($2::uuid IS NULL OR collection = $2::uuid) AND ($3::uuid IS NULL OR id = $3::uuid)
           AND (expires < now() OR (NOT $4 AND writer <> $1))
         RETURNING collection, id, operation, write, digest`,
        [writer, collection ?? null, id ?? null, expired],
      )
      return rows.map(({ digest, ...intent }) => ({ ...intent, ...(digest !== null && { digest }) }))
    },
  }
}

/** A journal for networks that end with their process: tests, and clients without a database. */
export function memoryJournal(): WriteJournal {
  const intents = new Map<string, Intent>()
  const keyOf = (collection: string, id: string) => `${collection}/${id}`
  return {
    async begin(intent) {
      const key = keyOf(intent.collection, intent.id)
      if (intents.has(key)) return false
      intents.set(key, intent)
      return true
    },
    async end({ collection, id, write }) {
      const key = keyOf(collection, id)
      if (intents.get(key)?.write === write) intents.delete(key)
    },
    async has(collection, id) {
      return intents.has(keyOf(collection, id))
    },
    async adopt() {
      return []
    },
  }
}
