/** Stored deletions of profiles: stored before anything is removed, so that none is left half done. */
import { type PluginDatabase, sharedStatement, type Transaction } from '../../core/index.ts'
import type { Deletion } from './deletion.ts'

/** At most one deletion per person, by their compressed public key in hex. */
export interface KeptDeletions {
  read(person: string, transaction?: Transaction): Promise<Deletion | undefined>
  write(person: string, deletion: Deletion, transaction: Transaction | undefined): Promise<void>
}

/** Deletions in the table `profile_deletions`. */
export function sqlDeletions(database: PluginDatabase): KeptDeletions {
  async function readAll(
    people: readonly string[],
    from: Transaction = database,
  ): Promise<(Deletion | undefined)[]> {
    const rows = await from.query<{ person: string; deletion: string }>(
      `SELECT d.person, d.deletion FROM jsonb_array_elements_text($1::jsonb) AS p(person)
       JOIN profile_deletions d ON d.person = p.person`,
      [JSON.stringify(people)],
      { prepared: true },
    )
    const texts = new Map(rows.map(({ person, deletion }) => [person, deletion]))
    return people.map(person => {
      const text = texts.get(person)
      return text === undefined ? undefined : (JSON.parse(text) as Deletion)
    })
  }
  // Every write asks.
  const readShared = sharedStatement((people: readonly string[]) => readAll(people))
  return {
    async read(person, transaction) {
      if (transaction === undefined) return readShared(person)
      const [deletion] = await readAll([person], transaction)
      return deletion
    },
    async write(person, deletion, transaction = database) {
      await transaction.query(
        `INSERT INTO profile_deletions (person, deletion) VALUES ($1, $2)
         ON CONFLICT (person) DO UPDATE SET deletion = excluded.deletion`,
        [person, JSON.stringify(deletion)],
      )
    },
  }
}

/** Deletions in memory, lost with their process like records in memory. */
export function memoryDeletions(): KeptDeletions {
  const deletions = new Map<string, Deletion>()
  return {
    read: async person => deletions.get(person),
    async write(person, deletion) {
      deletions.set(person, deletion)
    },
  }
}
