/** The doctor's findings about the databases: reachable, migrated, and of which keys. */
import { gatewayDeployment } from '../core/backup/deployment.ts'
import type { Config } from '../core/config/config-schema.ts'
import { ownerOf } from '../core/keys/key-owner.ts'
import type { Database } from '../core/stores/sql/database.ts'
import { workOf } from '../core/stores/sql/partition.ts'
import type { Checked, Finding } from './checks.ts'
import { visitDatabases } from './databases.ts'
import { pendingIn, pluginMigrations } from './migrate.ts'
import { sentenceOf, version } from './report.ts'

/** `new`: nothing is stored yet. `current`: they are as this release needs them. */
export type DatabaseState = 'new' | 'current' | 'unusable'

/**
 * Compares the databases with this release. Nothing is created or migrated.
 * @throws DatabaseNewer
 */
export async function examineDatabases(
  checked: Checked,
): Promise<{ readonly state: DatabaseState; readonly findings: readonly Finding[] }> {
  const { config, data, directory } = checked
  const plugins = await pluginMigrations(config, directory)
  let isUnused = true
  const findings: Finding[] = []
  const notes: Finding[] = []
  const visit = visitDatabases(gatewayDeployment(config, data, version), async databases => {
    for (const { part, database: name, open } of databases) {
      const database = await open?.()
      if (database === undefined || !(await isMigrated(database))) continue
      isUnused = false
      const pending = await pendingIn(part, database, plugins)
      if (pending.length > 0)
        findings.push({
          state: 'wrong',
          what: `database ${name}: ${pending.length} migrations of this release are not applied, from ${pending[0]?.name} on`,
          mend: 'Run andiron migrate, or start this release, which applies them; andiron migrate --dry-run lists them.',
        })
      const division = await workOf(database)
      if (division !== undefined)
        notes.push({
          state: 'note',
          what: `database ${name}: the division of its documents into ${division.partitions} partitions is unfinished; until then each write costs twice`,
          mend: 'Run andiron nodes partition with this number again, or with --cancel, unless it is running.',
        })
    }
  })
  try {
    await visit
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: Error }
    const isUnreachable = code === 'AND_BACKUP_DATABASE'
    return {
      state: 'unusable',
      findings: [
        {
          state: 'wrong',
          what: `database: ${isUnreachable ? `not reachable (${reasonOf(cause)})` : sentenceOf(error)}`,
          ...(isUnreachable && {
            mend: 'Start the PostgreSQL server, or set stores.database.url to its host, port, user and password.',
          }),
        },
      ],
    }
  }
  if (findings.length > 0) return { state: 'unusable', findings }
  return isUnused
    ? { state: 'new', findings: [{ state: 'note', what: 'database: created at the first start' }] }
    : { state: 'current', findings: [{ state: 'ok', what: 'database: as this release needs it' }, ...notes] }
}

/** The code of the failure, which names neither user nor password. */
const reasonOf = (cause?: Error & { readonly code?: string }): string => cause?.code ?? 'no connection'

async function isMigrated(database: Database): Promise<boolean> {
  const [row] = await database.query<{ there: boolean }>(
    `SELECT to_regclass('public.schema_migrations') IS NOT NULL AS there`,
  )
  if (!row?.there) return false
  return (await database.query('SELECT 1 FROM schema_migrations LIMIT 1')).length > 0
}

/**
 * The parts of which a PostgreSQL server of the operator has data under a key; empty for the embedded one, and if the
 * server does not answer.
 */
export async function ownedParts(config: Config, data: string): Promise<ReadonlySet<string>> {
  if (config.stores.database.driver !== 'postgres') return new Set()
  const visit = visitDatabases(gatewayDeployment(config, data, version), async databases => {
    const owned = new Set<string>()
    for (const { part, open } of databases) {
      const database = await open?.()
      const owner =
        database && (await ownerOf(database, part === 'gateway' ? 'builder' : 'node').catch(() => undefined))
      if (owner !== undefined) owned.add(part)
    }
    return owned
  })
  return (await visit.catch(() => undefined)) ?? new Set()
}
