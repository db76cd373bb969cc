/** `andiron migrate`: the changes that this release makes to the databases, listed or made before the start. */
import { join } from 'node:path'
import { type Deployment, exists, openServer } from '../core/backup/deployment.ts'
import { openSession } from '../core/backup/dump.ts'
import { checkConfig } from '../core/config/config.ts'
import { choosePlugins } from '../core/contract/load.ts'
import { migrationsIn } from '../core/contract/plugin.ts'
import {
  migrate as apply,
  migrationsOf,
  type PluginMigrations,
  pendingMigrations,
} from '../core/stores/sql/migrate.ts'
import { configOf, connectPostgres } from '../core/stores/sql/postgres.ts'
import { builtIn } from '../plugins/index.ts'
import { type BackupOptions, deploymentFor } from './backup.ts'
import { version } from './report.ts'

export interface MigrateOptions extends BackupOptions {
  readonly dryRun?: boolean
}

export async function migrate({ dryRun = false, ...options }: MigrateOptions): Promise<void> {
  await deploymentFor(options, async ({ deployment }, settings) => {
    const manifests = settings
      ? (
          await choosePlugins(checkConfig(settings.config).plugins, builtIn, new Set(), settings.directory)
        ).map(({ manifest }) => manifest)
      : []
    const print = (line: string) => process.stdout.write(`${line}\n`)
    const count = await migrateAll(deployment, migrationsIn(manifests), dryRun, print)
    if (count === 0) print(`Nothing to migrate: the databases are as release ${version} needs them.`)
    else if (dryRun)
      print(
        `\n${count} to apply, by 'andiron migrate' or the next start of release ${version}; nothing was changed.`,
      )
    else print(`\n${count} applied.`)
  })
}

async function migrateAll(
  { url, data, parts }: Deployment,
  plugins: readonly PluginMigrations[],
  dryRun: boolean,
  print: (line: string) => void,
): Promise<number> {
  const directory = join(data, 'postgres')
  if (url === undefined && !(await exists(join(directory, 'cluster')))) {
    print('There is no database yet; the first start creates it.')
    return 0
  }
  const server = await openServer(url, directory)
  const databases = connectPostgres(server.address)
  let count = 0
  try {
    for (const { part, database: name } of parts) {
      // Opening it would create it.
      if (!(await isThere(configOf(server.address, name)))) {
        print(`${part}: the database '${name}' does not exist yet; the start creates it.`)
        continue
      }
      const database = await databases.open(name)
      const files = migrationsOf(part === 'gateway' ? 'gateway' : 'node')
      const own = part === 'gateway' ? plugins : []
      const pending = await pendingMigrations(database, files, own)
      for (const { name: file, about } of pending) print(`${part}: ${file}\n  ${about}`)
      count += pending.length
      if (!dryRun) await apply(database, files, { plugins: own })
    }
    return count
  } finally {
    await databases.close()
    await server.close()
  }
}

async function isThere(config: Parameters<typeof openSession>[0]): Promise<boolean> {
  try {
    await (await openSession(config)).end()
    return true
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code === '3D000') return false
    throw error
  }
}
