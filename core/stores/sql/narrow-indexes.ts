/** The operator class for GIN indexes on jsonb that only PostgreSQL has: smaller, and cheaper for each insertion. */
import type { Database } from './database.ts'
import { StatementRefused } from './errors.ts'

/** The GIN indexes of a node's documents, whose filters are all containment (`@>`) or jsonpath (`@?`). */
const INDEXES = { documents_by_content: 'body', documents_by_grantee: 'acl' } as const
/** Another session has the table, or the role does not own it. */
const REFUSED = ['55P03', '42501']

/**
 * Gives the indexes of documents that operator class, on PostgreSQL and in new tables, before there is a document:
 * building them anew later would stop writers. A table with documents gets it when it is divided.
 * @param applied - the migrations of this start
 */
export async function narrowIndexes(database: Database, applied: readonly string[]): Promise<void> {
  if (!applied.includes('0001_storage_node.sql')) return
  const [server] = await database.query<{ version: string }>('SELECT version() AS version')
  if (!/^PostgreSQL (?!.*-YB-)/.test(server?.version ?? '')) return
  await database
    .transaction(async transaction => {
      await transaction.query("SET LOCAL lock_timeout = '1s'")
      // Before the first SELECT, so that this sees what was inserted before the lock.
      await transaction.query('LOCK TABLE documents IN ACCESS EXCLUSIVE MODE')
      if ((await transaction.query('SELECT 1 FROM documents LIMIT 1')).length > 0) return
      for (const [name, column] of Object.entries(INDEXES)) {
        await transaction.query(`DROP INDEX IF EXISTS ${name}`)
        await transaction.query(narrowed(`CREATE INDEX ${name} ON documents USING gin (${column})`))
      }
    })
    .catch(error => {
      if (!(error instanceof StatementRefused && REFUSED.includes(error.sqlState))) throw error
    })
}

/** The definition of an index; one of GIN on a single column of jsonb with that operator class. */
export function narrowed(definition: string): string {
  return definition.replace(/ USING gin \((body|acl)\)$/, ' USING gin ($1 jsonb_path_ops)')
}
