/** `andiron migrate`: the changes that this release makes to the databases, listed or made before the start. */
import { type Deployment, GATEWAY_PART } from '../core/backup/deployment.ts'
import { checkConfig } from '../core/config/config.ts'
import type { Config } from '../core/config/config-schema.ts'
import { choosePlugins } from '../core/contract/load.ts'
import { migrationsIn } from '../core/contract/plugin.ts'
import type { Database } from '../core/stores/sql/database.ts'
import {
  migrate as apply,
  lackingIn,
  migrationsOf,
  type PluginMigrations,
  pendingMigrations,
} from '../core/stores/sql/migrate.ts'
import { narrowIndexes } from '../core/stores/sql/narrow-indexes.ts'
import { builtIn } from '../plugins/index.ts'
import { type BackupOptions, deploymentFor } from './backup.ts'
import { visitDatabases } from './databases.ts'
import { version } from './report.ts'

export interface MigrateOptions extends BackupOptions {
  readonly dryRun?: boolean
}

export async function migrate({ dryRun = false, ...options }: MigrateOptions): Promise<void> {
  await deploymentFor(options, async ({ deployment }, settings) => {
    const plugins = settings ? await pluginMigrations(checkConfig(settings.config), settings.directory) : []
    const print = (line: string) => process.stdout.write(`${line}\n`)
    const count = await migrateAll(deployment, plugins, dryRun, print)
    if (count === 0) print(`Nothing to migrate: the databases are as release ${version} needs them.`)
    else if (dryRun)
      print(
        `\n${count} to apply, by 'andiron migrate' or the next start of release ${version}; nothing was changed.`,
      )
    else print(`\n${count} applied.`)
  })
}

async function migrateAll(
  deployment: Deployment,
  plugins: readonly PluginMigrations[],
  dryRun: boolean,
  print: (line: string) => void,
): Promise<number> {
  const count = await visitDatabases(deployment, async databases => {
    let count = 0
    for (const { part, database: name, open } of databases) {
      const database = await open?.()
      if (database === undefined) {
        print(`${part}: the database '${name}' does not exist yet; the start creates it.`)
        continue
      }
      const pending = await pendingIn(part, database, plugins)
      for (const { name: file, about } of pending) print(`${part}: ${file}\n  ${about}`)
      count += pending.length
      if (dryRun) continue
      const [files, own] = migrationsFor(part, plugins)
      const applied = await apply(database, files, { ...own, log: { info: print } })
      await narrowIndexes(database, applied)
    }
    return count
  })
  if (count === undefined) print('There is no database yet; the first start creates it.')
  return count ?? 0
}

const migrationsFor = (part: string, plugins: readonly PluginMigrations[]) =>
  [
    migrationsOf(part === GATEWAY_PART ? 'gateway' : 'node'),
    { plugins: part === GATEWAY_PART ? plugins : [] },
  ] as const

/** The migrations of this release that the database of a part lacks. @throws DatabaseNewer */
export function pendingIn(part: string, database: Database, plugins: readonly PluginMigrations[]) {
  const [files, own] = migrationsFor(part, plugins)
  return pendingMigrations(database, files, own.plugins)
}

/** The parts of the schema of this release that the database of a part lacks. */
export function lackingOf(part: string, database: Database, plugins: readonly PluginMigrations[]) {
  const [files, own] = migrationsFor(part, plugins)
  return lackingIn(database, files, own.plugins)
}

/** The plugins that a config enables. */
export const enabledPlugins = (config: Config, directory: URL) =>
  choosePlugins(config.plugins, builtIn, new Set(builtIn), directory)

/** The migrations of the plugins that a config enables. */
export async function pluginMigrations(config: Config, directory: URL): Promise<PluginMigrations[]> {
  return migrationsIn((await enabledPlugins(config, directory)).map(({ manifest }) => manifest))
}
