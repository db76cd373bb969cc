/** Deletions of profiles that have begun: noted before anything is removed, so that none is left half done. */
import type { Database } from './sql/database.ts'

/** The deletion of one person's profile. */
export interface NotedDeletion {
  /** JSON: what is to be done, and what has been. */
  readonly deletion: string
  readonly done: boolean
  /**
   * Milliseconds since the epoch. Until then whoever has written it is at work, or wants nobody to be; it is also the
   * mark by which changes are told apart.
   */
  readonly leasedUntil: number
}

/** At most one deletion of each person, who is known by their compressed public key in hex. */
export interface Deletions {
  read(person: string): Promise<NotedDeletion | undefined>
  /** Notes a deletion durably; `false` while another one of the same person stands. */
  begin(person: string, noted: NotedDeletion): Promise<boolean>
  /** Puts a state in the place of the one with the given lease; `false`, and nothing, when somebody else has done so. */
  swap(person: string, leasedUntil: number, noted: NotedDeletion): Promise<boolean>
  /** People whose deletion is not done, and nobody's. */
  due(now: number, limit: number): Promise<string[]>
}

/** Deletions in a table of the gateway's own database; several gateways may share it. */
export function sqlDeletions(database: Database): Deletions {
  return {
    async read(person) {
      const [row] = await database.query<{ deletion: string; done: boolean; leased_until: string }>(
        'SELECT deletion, done, leased_until FROM deletions WHERE person = $1',
        [person],
      )
      return row && { deletion: row.deletion, done: row.done, leasedUntil: Number(row.leased_until) }
    },
    async begin(person, { deletion, done, leasedUntil }) {
      const noted = await database.query(
        `INSERT INTO deletions (person, deletion, done, leased_until) VALUES ($1, $2, $3, $4)
         ON CONFLICT (person) DO NOTHING RETURNING person`,
        [person, deletion, done, leasedUntil],
      )
      return noted.length > 0
    },
    async swap(person, held, { deletion, done, leasedUntil }) {
      const swapped = await database.query(
        `UPDATE deletions SET deletion = $3, done = $4, leased_until = $5
         WHERE person = $1 AND leased_until = $2 RETURNING person`,
        [person, held, deletion, done, leasedUntil],
      )
      return swapped.length > 0
    },
    async due(now, limit) {
      const rows = await database.query<{ person: string }>(
        'SELECT person FROM deletions WHERE done = FALSE AND leased_until < $1 ORDER BY leased_until LIMIT $2',
        [now, limit],
      )
      return rows.map(({ person }) => person)
    },
  }
}

/** Deletions that end with their process, for records that do too. */
export function memoryDeletions(): Deletions {
  const deletions = new Map<string, NotedDeletion>()
  return {
    read: async person => deletions.get(person),
    async begin(person, noted) {
      if (deletions.has(person)) return false
      deletions.set(person, noted)
      return true
    },
    async swap(person, held, noted) {
      if (deletions.get(person)?.leasedUntil !== held) return false
      deletions.set(person, noted)
      return true
    },
    async due(now, limit) {
      return [...deletions]
        .filter(([, { done, leasedUntil }]) => !done && leasedUntil < now)
        .sort(([, a], [, b]) => a.leasedUntil - b.leasedUntil)
        .map(([person]) => person)
        .slice(0, limit)
    },
  }
}
