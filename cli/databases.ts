/** The databases of a deployment as they are: looking at them creates nothing and migrates nothing. */
import { join } from 'node:path'
import { type DeployedPart, type Deployment, exists, openServer } from '../core/backup/deployment.ts'
import { openSession } from '../core/backup/dump.ts'
import type { Database } from '../core/stores/sql/database.ts'
import { configOf, connectPostgres } from '../core/stores/sql/postgres.ts'

/** The database of a part, and how to open it; absent if it does not exist. */
export interface FoundDatabase extends DeployedPart {
  readonly open: (() => Promise<Database>) | undefined
}

/**
 * Runs work on the databases of a deployment. Returns `undefined`, doing nothing, if there is no server yet.
 * The embedded server is started for the time of the work, unless a gateway runs it.
 */
export async function visitDatabases<Result>(
  { url, data, parts }: Deployment,
  work: (databases: readonly FoundDatabase[]) => Promise<Result>,
): Promise<Result | undefined> {
  const directory = join(data, 'postgres')
  if (url === undefined && !(await exists(join(directory, 'cluster')))) return undefined
  const server = await openServer(url, directory)
  const databases = connectPostgres(server.address)
  try {
    const found: FoundDatabase[] = []
    for (const part of parts) {
      // Opening it would create it.
      const isThere = await isPresent(configOf(server.address, part.database))
      found.push({ ...part, open: isThere ? () => databases.open(part.database) : undefined })
    }
    return await work(found)
  } finally {
    await databases.close()
    await server.close()
  }
}

async function isPresent(config: Parameters<typeof openSession>[0]): Promise<boolean> {
  try {
    await (await openSession(config)).end()
    return true
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code === '3D000') return false
    throw error
  }
}
