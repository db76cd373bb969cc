/** The constants of a database: its own id, and the settings that stay the same as long as it has data. */
import type { Queryable } from './database.ts'
import { StatementRefused } from './errors.ts'

/** The id that a database gets at its first start. */
const DATABASE = 'database'

/** All constants by name; none in a database without tables. */
export async function constantsOf(database: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .query<{ name: string; value: string }>('SELECT name, value FROM constants')
    .catch((error: unknown) => {
      if (error instanceof StatementRefused && error.sqlState === '42P01') return []
      throw error
    })
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Sets a constant unless it is set. Returns the value that counts: of two concurrent starts one wins. */
export async function setConstant(database: Queryable, name: string, value: string): Promise<string> {
  await database.query('INSERT INTO constants (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    name,
    value,
  ])
  return (await constantsOf(database)).get(name) ?? value
}

/** The id of a database; none before its first start, so that one that was emptied has none. */
export const idOf = async (database: Queryable): Promise<string | undefined> =>
  (await constantsOf(database)).get(DATABASE)

/** Gives a database its id. */
export const giveId = (database: Queryable): Promise<string> =>
  setConstant(database, DATABASE, crypto.randomUUID())
