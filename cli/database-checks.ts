/** The doctor's findings about the databases: reachable, migrated, and of which keys. */
import { join } from 'node:path'
import { GATEWAY_PART, gatewayDeployment } from '../core/backup/deployment.ts'
import type { Config } from '../core/config/config-schema.ts'
import { changedSettings, type FixedSetting, fixedSettings, inWords } from '../core/config/fixed-settings.ts'
import { migrationsIn } from '../core/contract/plugin.ts'
import { openBuilder } from '../core/keys/builder-key.ts'
import { databaseOf, ownerOf } from '../core/keys/key-owner.ts'
import { ManagedRing } from '../core/keys/key-ring.ts'
import { idOf } from '../core/stores/sql/constants.ts'
import type { Database } from '../core/stores/sql/database.ts'
import type { PluginMigrations } from '../core/stores/sql/migrate.ts'
import { workOf } from '../core/stores/sql/partition.ts'
import type { Checked, Finding } from './checks.ts'
import { visitDatabases } from './databases.ts'
import { enabledPlugins, lackingOf, pendingIn } from './migrate.ts'
import { sentenceOf, version } from './report.ts'
import { serverFindings, USED_UP } from './server-checks.ts'

/** `new`: nothing is stored yet. `current`: they are as this release needs them. */
export type DatabaseState = 'new' | 'current' | 'unusable'

/** The findings about the databases so far. */
interface Examination {
  readonly findings: Finding[]
  /** True if a start would be refused, or could not write. */
  isUnusable: boolean
}

/**
 * Compares the databases with this release, with their keys and with the config. Nothing is created or migrated.
 * @throws DatabaseNewer
 */
export async function examineDatabases(
  checked: Checked,
): Promise<{ readonly state: DatabaseState; readonly findings: readonly Finding[] }> {
  const { config, data, directory } = checked
  const enabled = await enabledPlugins(config, directory)
  const plugins = migrationsIn(enabled.map(({ manifest }) => manifest))
  const settings = fixedSettings(config, enabled)
  const told: Examination = { findings: [], isUnusable: false }
  let isUnused = true
  const deployment = gatewayDeployment(config, data, version)
  const visit = visitDatabases(deployment, async databases => {
    for (const { part, database: name, open } of databases) {
      const database = await open?.()
      await compareWithKey(told, { part, name, database }, checked)
      if (database === undefined || !(await isMigrated(database))) continue
      if (isUnused) {
        const server = await serverFindings(database)
        told.findings.push(...server.findings)
        told.isUnusable ||= server.isReadOnly
      }
      isUnused = false
      await compareSchema(told, { part, name, database }, plugins)
      if (part === GATEWAY_PART) await compareSettings(told, database, settings)
    }
    return true
  })
  try {
    // Without an embedded server there is no database to compare a key with.
    if ((await visit) === undefined)
      for (const { part, database: name } of deployment.parts)
        await compareWithKey(told, { part, name, database: undefined }, checked)
  } catch (error) {
    return { state: 'unusable', findings: [unreachable(error)] }
  }
  const { findings, isUnusable } = told
  if (isUnusable) return { state: 'unusable', findings }
  if (isUnused)
    return { state: 'new', findings: [{ state: 'note', what: 'database: created at the first start' }] }
  const isFine = findings.every(({ state }) => state === 'note')
  return {
    state: 'current',
    findings: [
      ...(isFine ? [{ state: 'ok' as const, what: 'database: as this release needs it' }] : []),
      ...findings,
    ],
  }
}

interface Part {
  readonly part: string
  readonly name: string
  readonly database: Database | undefined
}

/** A key that has had a database is not to get an empty one. */
async function compareWithKey(
  told: Examination,
  { part, name, database }: Part,
  { config, data }: Checked,
): Promise<void> {
  // The check of keys reports one that cannot be opened.
  const ring = await (part === GATEWAY_PART
    ? openBuilder(config, data)
    : ManagedRing.open(join(data, 'nodes'), part)
  ).catch(() => undefined)
  if (ring === undefined) return
  const marked = await databaseOf(ring.mark, ring)
  if (marked === undefined || marked === (database && (await idOf(database)))) return
  told.isUnusable = true
  told.findings.push({
    state: 'wrong',
    what: `database ${name}: it is ${database === undefined ? 'not there' : 'empty, or of another time'}, and ${ring.file} has had another one`,
    mend: `Point stores.database to the server with its database, or restore that from a backup. If nobody has one, remove ${ring.mark}, and run andiron doctor --repair.`,
  })
}

async function compareSchema(
  told: Examination,
  { part, name, database }: Part & { readonly database: Database },
  plugins: readonly PluginMigrations[],
): Promise<void> {
  const pending = await pendingIn(part, database, plugins)
  if (pending.length > 0) {
    told.isUnusable = true
    told.findings.push({
      state: 'wrong',
      what: `database ${name}: ${pending.length} migrations of this release are not applied, from ${pending[0]?.name} on`,
      mend: 'Run andiron migrate, or start this release, which applies them; andiron migrate --dry-run lists them.',
    })
    return
  }
  for (const { what, statement } of await lackingOf(part, database, plugins)) {
    told.isUnusable ||= statement === undefined
    told.findings.push({
      state: 'wrong',
      what: `database ${name}: the ${what} is missing`,
      mend:
        statement === undefined
          ? 'Restore the database from a backup: nothing else brings back what was in it.'
          : `Requests that need it read whole tables. Run in this database: ${statement};`,
    })
  }
  const division = await workOf(database)
  if (division !== undefined)
    told.findings.push({
      state: 'note',
      what: `database ${name}: the division of its documents into ${division.partitions} partitions is unfinished; until then each write costs twice`,
      mend: 'Run andiron nodes partition with this number again, or with --cancel, unless it is running.',
    })
}

async function compareSettings(
  told: Examination,
  database: Database,
  settings: readonly FixedSetting[],
): Promise<void> {
  for (const change of await changedSettings(database, settings)) {
    const isNoted = change.setting.fixed === 'noted'
    told.isUnusable ||= !isNoted
    const [what, mend = ''] = inWords(change)
    told.findings.push({
      state: isNoted ? 'note' : 'wrong',
      what: `config: ${what}`,
      mend: isNoted
        ? 'Nothing: what is stored keeps the old notation, and identities are compared by key.'
        : `Stored data depends on it: ${mend}.`,
    })
  }
}

/** The finding of a server that does not let the doctor in. */
function unreachable(error: unknown): Finding {
  const { code, cause } = error as { code?: string; cause?: Error & { readonly code?: string } }
  if (code !== 'AND_BACKUP_DATABASE') return { state: 'wrong', what: `database: ${sentenceOf(error)}` }
  if (cause?.code === '53300')
    return { state: 'wrong', what: 'database: all connections of the server are in use', mend: USED_UP }
  return {
    state: 'wrong',
    what: `database: not reachable (${reasonOf(cause)})`,
    mend: 'Start the PostgreSQL server, or set stores.database.url to its host, port, user and password.',
  }
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
