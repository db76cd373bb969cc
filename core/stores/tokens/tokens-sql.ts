/** Tokens in the gateway's own database: the default, and exact across any number of gateways. */

import { hash as digestOf } from 'node:crypto'
import type { Database } from '../sql/database.ts'
import { sharedStatement } from '../sql/shared-statement.ts'
import { CLOCKS_APART, type TokenStore, type TokenStoreOptions } from './tokens.ts'

/** Maximum entries that one statement of a sweep deletes, so that none holds many locks for long. */
const batch = 1000

interface Lookup {
  readonly kind: string
  /** SHA-256 of the token, in hex. */
  readonly hash: string
}

/**
 * Keeps tokens in the table `tokens` of the migrations in `sql/migrations/gateway`. One statement implements
 * each guarantee of the port, so that no caller checks first and acts later. The caller closes the database.
 */
export function createSqlTokenStore(
  database: Database,
  { now = Date.now }: TokenStoreOptions = {},
): TokenStore {
  // Every request looks up two entries.
  const lookUp = sharedStatement(read)

  async function read(wanted: readonly Lookup[]): Promise<(string | undefined)[]> {
    // The limit makes each lookup a descent of the primary key, independent of the planner's estimate for the
    // list.
    const rows = await database.query<{ at: number; value: string }>(
      `SELECT l.at, t.value FROM jsonb_to_recordset($1::jsonb) AS l(at integer, kind text, hash text)
       CROSS JOIN LATERAL (
         SELECT value FROM tokens WHERE kind = l.kind AND hash = decode(l.hash, 'hex') AND expires_at > $2 LIMIT 1
       ) t`,
      [JSON.stringify(wanted.map((lookup, at) => ({ ...lookup, at }))), now()],
      { prepared: true },
    )
    const values = new Map(rows.map(({ at, value }) => [at, value]))
    return wanted.map((_, at) => values.get(at))
  }

  /** The current value under a token or key. */
  const peek = (kind: string, token: string) => lookUp({ kind, hash: hash(token).toString('hex') })

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
        // An expired entry is replaced in the same statement; if a valid one exists, no row returns.
        const [claimed] = await database.query(
          `INSERT INTO tokens (kind, hash, value, expires_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (kind, hash) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
           WHERE tokens.expires_at <= $5
           RETURNING kind`,
          [kind, hash(key), value, expiresAt, now()],
        )
        if (claimed) return { value, first: true }
        const existing = await peek(kind, key)
        if (existing !== undefined) return { value: existing, first: false }
        // It expired or was taken in between: the next iteration finds the key free.
      }
    },

    async release(kind, key, value) {
      await database.query('DELETE FROM tokens WHERE kind = $1 AND hash = $2 AND value = $3', [
        kind,
        hash(key),
        value,
      ])
    },

    async sweep() {
      for (let swept = 0; ; ) {
        // The expiry is checked twice: an entry that was claimed anew while this waited for its row must
        // stay.
        const rows = await database.query(
          `DELETE FROM tokens WHERE expires_at <= $1 AND (kind, hash) IN
             (SELECT kind, hash FROM tokens WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${batch})
           RETURNING kind`,
          [now() - CLOCKS_APART],
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

/** The stored form of a secret: a reader of the table gains nothing usable. */
function hash(token: string): Buffer {
  return digestOf('sha256', token, 'buffer')
}
