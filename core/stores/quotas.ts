/** Quotas: limits on records and bytes of a subject within a window, exact under concurrency. */
import { createHash } from 'node:crypto'
import type { Database } from './sql/database.ts'

export interface Amount {
  readonly records: number
  readonly bytes: number
}

/** An amount to count towards a quota. */
export interface Taking extends Amount {
  /** The kind of the quota: `upload-address`. Each kind has its own counters. */
  readonly kind: string
  /** The consumer; only a hash is stored. */
  readonly subject: string
  readonly limit: Amount
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Milliseconds of a window, from its first use on. */
  readonly window: number
  /** True for a window that each use prolongs: it ends when nothing was taken for its length. */
  readonly sliding?: boolean
}

/** A consumed amount, which can be given back once. */
export interface Taken extends Amount {
  readonly kind: string
  readonly subject: string
  /** The end of its window: nothing is given back to a later one. */
  readonly until: number
  /** Set if others may have prolonged the window since. */
  readonly sliding?: true
}

/** The reason for a refusal. */
export interface Exhausted {
  readonly left: Amount
  /** The end of the window; the current time if the amount exceeds the whole limit. */
  readonly until: number
}

/** Quotas per consumer, in windows of time. */
export interface Quotas {
  /** Takes all of the amount or nothing, in one step. */
  take(taking: Taking): Promise<{ readonly taken: Taken } | { readonly exhausted: Exhausted }>
  /**
   * Gives back a consumed amount, unless its window has ended.
   * @param at - milliseconds since the epoch; now by default
   */
  give(taken: Taken, at?: number): Promise<void>
  /** Deletes expired windows; returns their number. */
  sweep(now: number): Promise<number>
}

const hash = (subject: string): string => createHash('sha256').update(subject).digest('hex')

/** The latest end of a window in a database: used for windows that never end. */
export const NEVER = 8_640_000_000_000_000

const endOf = ({ at, window }: Taking): number => Math.min(at + window, NEVER)

/** Quotas in the table `quotas` of the gateway's database: exact across gateways. */
export function sqlQuotas(database: Database): Quotas {
  return {
    async take(taking) {
      const { kind, subject, records, bytes, limit, at, sliding = false } = taking
      // One statement under the lock of its row: of any number of concurrent calls, exactly as many succeed
      // as fit.
      const [row] = await database.query<{ expires_at: string }>(
        `INSERT INTO quotas (kind, subject, records, bytes, expires_at)
         SELECT $1::text, $2::text, $3::bigint, $4::bigint, $5::bigint WHERE $3::bigint <= $6::bigint AND $4::bigint <= $7::bigint
         ON CONFLICT (kind, subject) DO UPDATE SET
           records = CASE WHEN quotas.expires_at <= $8 THEN 0 ELSE quotas.records END + excluded.records,
           bytes = CASE WHEN quotas.expires_at <= $8 THEN 0 ELSE quotas.bytes END + excluded.bytes,
           expires_at = CASE WHEN quotas.expires_at <= $8 THEN excluded.expires_at
             WHEN $9 THEN greatest(quotas.expires_at, excluded.expires_at) ELSE quotas.expires_at END
         WHERE CASE WHEN quotas.expires_at <= $8 THEN 0 ELSE quotas.records END + excluded.records <= $6::bigint
           AND CASE WHEN quotas.expires_at <= $8 THEN 0 ELSE quotas.bytes END + excluded.bytes <= $7::bigint
         RETURNING expires_at`,
        [kind, hash(subject), records, bytes, endOf(taking), limit.records, limit.bytes, at, sliding],
      )
      if (row) return { taken: takenOf(taking, Number(row.expires_at)) }
      const [existing] = await database.query<{ records: string; bytes: string; expires_at: string }>(
        'SELECT records, bytes, expires_at FROM quotas WHERE kind = $1 AND subject = $2 AND expires_at > $3',
        [kind, hash(subject), at],
      )
      return {
        exhausted: exhaustedOf(taking, existing && amountOf(existing), Number(existing?.expires_at ?? at)),
      }
    },
    async give({ kind, subject, records, bytes, until, sliding = false }, at = Date.now()) {
      if (sliding && until <= at) return
      await database.query(
        `UPDATE quotas SET records = greatest(0, records - $3::bigint), bytes = greatest(0, bytes - $4::bigint)
         WHERE kind = $1 AND subject = $2 AND (expires_at = $5 OR $6 AND expires_at > $5)`,
        [kind, subject, records, bytes, until, sliding],
      )
    },
    async sweep(now) {
      const rows = await database.query('DELETE FROM quotas WHERE expires_at <= $1 RETURNING kind', [now])
      return rows.length
    },
  }
}

const takenOf = ({ kind, subject, records, bytes, sliding }: Taking, until: number): Taken => ({
  ...{ kind, subject: hash(subject), records, bytes, until },
  ...(sliding && { sliding }),
})

const amountOf = (row: { records: string; bytes: string }): Amount => ({
  records: Number(row.records),
  bytes: Number(row.bytes),
})

function exhaustedOf(
  { limit }: Taking,
  existing: Amount = { records: 0, bytes: 0 },
  until: number,
): Exhausted {
  return {
    left: {
      records: Math.max(0, limit.records - existing.records),
      bytes: Math.max(0, limit.bytes - existing.bytes),
    },
    until,
  }
}

/** Quotas in memory, lost with their process like records in memory. */
export function memoryQuotas(): Quotas {
  const windows = new Map<string, Amount & { readonly until: number }>()
  const keyOf = (kind: string, subject: string) => `${kind} ${subject}`
  return {
    async take(taking) {
      const { kind, subject, records, bytes, limit, at, sliding } = taking
      const key = keyOf(kind, hash(subject))
      const existing = windows.get(key)
      const current =
        existing && existing.until > at ? existing : { records: 0, bytes: 0, until: endOf(taking) }
      const next = {
        ...{ records: current.records + records, bytes: current.bytes + bytes },
        until: sliding ? Math.max(current.until, endOf(taking)) : current.until,
      }
      if (next.records > limit.records || next.bytes > limit.bytes)
        return { exhausted: exhaustedOf(taking, current, current === existing ? current.until : at) }
      windows.set(key, next)
      return { taken: takenOf(taking, next.until) }
    },
    async give({ kind, subject, records, bytes, until, sliding = false }, at = Date.now()) {
      const key = keyOf(kind, subject)
      const existing = windows.get(key)
      if (existing === undefined || (sliding ? until <= at : existing.until !== until)) return
      const left = { records: existing.records - records, bytes: existing.bytes - bytes }
      windows.set(key, {
        until: existing.until,
        records: Math.max(0, left.records),
        bytes: Math.max(0, left.bytes),
      })
    },
    async sweep(now) {
      const over = [...windows].filter(([, { until }]) => until <= now)
      for (const [key] of over) windows.delete(key)
      return over.length
    },
  }
}
