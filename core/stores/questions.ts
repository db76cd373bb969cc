/** The ledger of questions: how many numbers about a subject were asked within a span of time, each counting once. */
import type { Database } from './sql/database.ts'

export interface Asking {
  /** What is asked about: a UUID. */
  readonly subject: string
  /** What tells one number from another, and nothing about it. */
  readonly digests: readonly string[]
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What was asked before this is forgotten. */
  readonly since: number
  /** Numbers that may be asked since then. */
  readonly limit: number
}

export interface QuestionLedger {
  /**
   * Notes what is asked. Where that would be more than the limit nothing is noted, and `again` says when the oldest number is
   * forgotten. Of two that ask at once for the last numbers both may be refused; never are both answered.
   */
  charge(asking: Asking): Promise<{ readonly left: number } | { readonly again: number }>
}

/** The ledger in the table `questions` of the gateway's own database. */
export function sqlQuestionLedger(database: Database): QuestionLedger {
  return {
    async charge({ subject, digests, at, since, limit }) {
      await database.query('DELETE FROM questions WHERE subject = $1 AND asked_at < $2', [subject, since])
      const added = await database.query<{ digest: string }>(
        `INSERT INTO questions (subject, digest, asked_at)
         SELECT $1::uuid, n, $3 FROM jsonb_array_elements_text($2::jsonb) AS n
         ON CONFLICT (subject, digest) DO NOTHING RETURNING digest`,
        [subject, JSON.stringify(digests), at],
      )
      const [counted] = await database.query<{ asked: number; oldest: string | null }>(
        'SELECT count(*)::integer AS asked, min(asked_at) AS oldest FROM questions WHERE subject = $1',
        [subject],
      )
      const asked = counted?.asked ?? 0
      if (added.length === 0 || asked <= limit) return { left: Math.max(0, limit - asked) }
      await database.query(
        'DELETE FROM questions WHERE subject = $1 AND digest IN (SELECT n FROM jsonb_array_elements_text($2::jsonb) AS n)',
        [subject, JSON.stringify(added.map(({ digest }) => digest))],
      )
      return { again: Number(counted?.oldest ?? at) + at - since }
    },
  }
}

/** A ledger that ends with its process, for records that do too. */
export function memoryQuestionLedger(): QuestionLedger {
  const subjects = new Map<string, Map<string, number>>()
  return {
    async charge({ subject, digests, at, since, limit }) {
      const known = subjects.get(subject) ?? new Map<string, number>()
      subjects.set(subject, known)
      for (const [digest, askedAt] of known) if (askedAt < since) known.delete(digest)
      const added = new Set(digests.filter(digest => !known.has(digest)))
      const asked = known.size + added.size
      if (added.size > 0 && asked > limit) return { again: Math.min(at, ...known.values()) + at - since }
      for (const digest of added) known.set(digest, at)
      return { left: Math.max(0, limit - asked) }
    },
  }
}
