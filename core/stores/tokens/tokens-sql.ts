/** Tokens in the gateway's own database: the default, and exact across any number of gateways. */

import { createHash } from 'node:crypto'
import type { Database } from '../sql/database.ts'
import type { TokenStore, TokenStoreOptions } from './tokens.ts'

/** Entries that one statement of a sweep removes, so that none holds many locks for long. */
const batch = 1000

/**
 * Keeps tokens in the table `tokens` of the migrations in `sql/migrations/gateway`. Every promise of the port is kept
 * by one statement, so no two callers ever look first and act later. The database stays its opener's to close.
 */
export function createSqlTokenStore(
  database: Database,
  { now = Date.now }: TokenStoreOptions = {},
): TokenStore {
  /** The value that stands under a token or key. */
  async function peek(kind: string, token: string): Promise<string | undefined> {
    const [row] = await database.query<{ value: string }>(
      'SELECT value FROM tokens WHERE kind = $1 AND hash = $2 AND expires_at > $3',
      [kind, hash(token), now()],
    )
    return row?.value
  }

  return {
    peek,

    async put(kind, token, value, expiresAt) {
      await database.query(
        `INSERT INTO tokens (kind, hash, value, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (kind, hash) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
        [kind, hash(token), value, expiresAt],
      )
    },

    async take(kind, token) {
      const [row] = await database.query<{ value: string }>(
        'DELETE FROM tokens WHERE kind = $1 AND hash = $2 AND expires_at > $3 RETURNING value',
        [kind, hash(token), now()],
      )
      return row?.value
    },

    async claim(kind, key, value, expiresAt) {
      for (;;) {
        // An entry that has expired gives way in the same statement; one that stands returns no row.
        const [claimed] = await database.query(
          `INSERT INTO tokens (kind, hash, value, expires_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (kind, hash) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
           WHERE tokens.expires_at <= $5
           RETURNING kind`,
          [kind, hash(key), value, expiresAt, now()],
        )
        if (claimed) return { value, first: true }
        const standing = await peek(kind, key)
        if (standing !== undefined) return { value: standing, first: false }
        // It expired or was taken between the two: the next turn finds the place free.
      }
    },

    async sweep() {
      for (let swept = 0; ; ) {
        // The time is asked twice: an entry that was claimed anew while this waited for its row must stay.
        const rows = await database.query(
          `DELETE FROM tokens WHERE expires_at <= $1 AND (kind, hash) IN
             (SELECT kind, hash FROM tokens WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${batch})
           RETURNING kind`,
          [now()],
        )
        swept += rows.length
        if (rows.length < batch) return swept
      }
    },

    async ping() {
      await database.query('SELECT 1')
    },

    async close() {},
  }
}

/** What is stored of a secret: whoever reads the table learns nothing to use. */
function hash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
