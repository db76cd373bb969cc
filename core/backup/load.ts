/** Writes the tables of a backup into an empty database, in one transaction. */
import type pg from 'pg'
import { copyIn } from '../stores/sql/copy.ts'
import { configOf, connectPostgres, type PostgresAddress } from '../stores/sql/postgres.ts'
import { failed, openSession } from './dump.ts'
import { BackupDamaged, RestoreNotEmpty } from './errors.ts'
import { readPieces } from './pieces.ts'
import type { PartDump, Point } from './point.ts'
import type { Repository, RepositoryPart } from './repository.ts'

/** The names of the tables in a database. */
export async function tablesIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY c.relname`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Loads every part into a database of its own, which is created if it is missing. The transactions stay open: the
 * caller commits them together.
 * @param sessions - receives them, in the order of the parts, also when this fails
 */
export async function loadParts(
  address: PostgresAddress,
  { parts }: Point,
  repository: Repository,
  sessions: pg.Client[],
): Promise<void> {
  const databases = connectPostgres(address)
  try {
    for (const dump of parts) {
      await databases.open(dump.database)
      const session = await openSession(configOf(address, dump.database))
      sessions.push(session)
      if ((await tablesIn(session)).length > 0)
        throw new RestoreNotEmpty(`the database '${dump.database}' has tables now`)
      await loadDatabase(session, dump, repository.part(dump.part))
    }
  } finally {
    await databases.close()
  }
}

/** Loads the tables and leaves the transaction open: the caller commits those of all databases together. */
async function loadDatabase(client: pg.Client, dump: PartDump, part: RepositoryPart): Promise<void> {
  try {
    await client.query('BEGIN')
    for (const {
      name,
      columns,
      columnNames,
      constraints,
      indexes,
      rows,
      pieces,
      partitions,
    } of dump.tables) {
      const nameOf = (part = '') => `public."${(name + part).replaceAll('"', '""')}"`
      const table = nameOf()
      const division = partitions ? ` PARTITION BY ${partitions.by}` : ''
      await client.query(`CREATE TABLE ${table} (${columns.join(', ')})${division}`)
      for (let at = 0; at < (partitions?.parts ?? 0); at++)
        await client.query(
          `CREATE TABLE ${nameOf(`_${at}`)} PARTITION OF ${table}
           FOR VALUES WITH (MODULUS ${partitions?.parts}, REMAINDER ${at})`,
        )
      const count = await copyIn(
        client,
        `COPY ${table} (${columnNames.join(', ')}) FROM STDIN`,
        readPieces(part, pieces),
      )
      if (count !== rows) throw new BackupDamaged(`${dump.part}/${name}`, `${count} rows instead of ${rows}`)
      for (const constraint of constraints) await client.query(`ALTER TABLE ${table} ADD ${constraint}`)
      for (const index of indexes) await client.query(index)
    }
  } catch (error) {
    throw failed(dump.database, error)
  }
}
