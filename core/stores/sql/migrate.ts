/** Migrates a database to the schema of this release: plain SQL files, forward only. */

import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './database.ts'
import { checkDialect } from './dialect.ts'
import {
  DatabaseNewer,
  DatabaseUnreleased,
  MigrationChanged,
  MigrationDialect,
  MigrationDivided,
  MigrationFailed,
  MigrationName,
  MigrationOrder,
  MigrationsMissing,
  StatementRefused,
  TableForeign,
  TableTaken,
} from './errors.ts'
import { type MissingPart, missingParts } from './expected-schema.ts'
import type { Log } from './log.ts'
import { isDivided } from './partition.ts'
import { splitStatements } from './statements.ts'

export interface MigrateOptions {
  /** Checks everything and changes nothing. @default false */
  readonly dryRun?: boolean
  readonly plugins?: readonly PluginMigrations[]
  /** Logs what may take long: each file for a database that is not new, and the wait for another process. */
  readonly log?: Pick<Log, 'info'>
}

/** The sets of migrations in the package: for the gateway's own database, and for that of a storage node. */
export type MigrationSet = 'gateway' | 'node'

/** The migrations of one plugin, in the database that it shares with the core and other plugins. */
export interface PluginMigrations {
  readonly plugin: string
  /** Ends in a slash. */
  readonly directory: URL
}

interface Migration {
  /** `0001_name.sql`; for a plugin `name-of-the-plugin/0001_name.sql`. */
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

interface MigrationFiles {
  /** Absent for the core's. */
  readonly plugin?: string
  readonly migrations: readonly Migration[]
  /** Part of this package: until the first release, its first file is edited in place. */
  readonly isOurs: boolean
}

/** Milliseconds that a lock outlives its last renewal: the wait after a killed migration. */
const lease = 15_000
/** Attempts to take the lock, a hundredth of the lease apart, until the log says that it is waited for. */
const patience = 7

/**
 * The directory of a set, when run from the sources and from `dist`: the SQL files stay at the package's
 * root.
 */
export function migrationsOf(set: MigrationSet): URL {
  return new URL(`core/stores/sql/migrations/${set}/`, ROOT)
}

const ROOT = new URL('./', import.meta.resolve('#root/package.json'))

/**
 * Applies pending migrations and returns the names of their files, in order; with `dryRun`, those it would
 * apply. Each statement commits on its own and may be repeated, so that the next start continues one that was
 * killed. Any number of processes may call this at once: one works, the others wait.
 *
 * Refuses a file that changed after it was applied, a database that is ahead of the files, and a plugin that
 * changes tables of others. An absent plugin is no error: the tables of a disabled plugin stay unchanged.
 *
 * @param plugins - run after those of the directory, in their order, each numbered separately
 */
export async function migrate(
  database: Database,
  directory: URL,
  { dryRun = false, plugins = [], log }: MigrateOptions = {},
): Promise<string[]> {
  const missing = await finder(database, directory, plugins)
  const wanted = await missing()
  if (dryRun || wanted.length === 0) return wanted.map(({ name }) => name)

  const problems = wanted
    .filter(({ name }) => name.includes('/'))
    .flatMap(({ name, sql }) => checkDialect(name, sql))
  if (problems.length > 0) throw new MigrationDialect(problems.join('; '))
  await prepareTables(database)
  const isNew = (await readApplied(database)).size === 0
  return await withLock(database, log, async () => {
    const applied: string[] = []
    for (const migration of await missing()) {
      if (!isNew) log?.info(`The migration ${migration.name} begins`)
      await apply(database, migration)
      applied.push(migration.name)
    }
    return applied
  })
}

/** A migration that the next start applies. */
export interface PendingMigration {
  readonly name: string
  /** The comment at the beginning of its file. */
  readonly about: string
}

/** The migrations that `migrate` would apply, in words. */
export async function pendingMigrations(
  database: Database,
  directory: URL,
  plugins: readonly PluginMigrations[] = [],
): Promise<PendingMigration[]> {
  const missing = await finder(database, directory, plugins)
  return (await missing()).map(({ name, sql }) => {
    const [comment = ''] = /^(?:[ \t]*--[^\n]*\n|[ \t]*\n)*/.exec(sql) ?? []
    return {
      name,
      about: comment
        .replace(/^[ \t]*--[ \t]?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    }
  })
}

/** The parts of the schema of these migrations that a database lacks. */
export async function lackingIn(
  database: Database,
  directory: URL,
  plugins: readonly PluginMigrations[] = [],
): Promise<MissingPart[]> {
  const sets = await Promise.all([readMigrations(directory), ...plugins.map(readPluginMigrations)])
  return missingParts(
    database,
    sets.flatMap(({ migrations }) => migrations.map(({ sql }) => sql)),
  )
}

/** Reads the files; the result compares them with the database. */
async function finder(
  database: Database,
  directory: URL,
  plugins: readonly PluginMigrations[],
): Promise<() => Promise<Migration[]>> {
  const sets = await Promise.all([readMigrations(directory), ...plugins.map(readPluginMigrations)])
  checkOwners(sets)
  return async () => {
    const applied = await readApplied(database)
    return sets.flatMap(set => pending(set, applied))
  }
}

async function readMigrations(directory: URL, plugin?: string): Promise<MigrationFiles> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).sort()
  const prefix = plugin === undefined ? '' : `${plugin}/`
  const numbers = new Set<string>()
  for (const name of names) {
    const number = name.slice(0, 4)
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || numbers.has(number)) throw new MigrationName(prefix + name)
    numbers.add(number)
  }
  const migrations = await Promise.all(
    names.map(async name => {
      // A checkout may convert line ends without changing the meaning.
      const sql = (await readFile(new URL(name, directory), 'utf8')).replaceAll('\r\n', '\n')
      return { name: prefix + name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  const isOurs = directory.href.startsWith(ROOT.href)
  return { migrations, isOurs, ...(plugin !== undefined && { plugin }) }
}

async function readPluginMigrations({ plugin, directory }: PluginMigrations): Promise<MigrationFiles> {
  return readMigrations(directory, plugin).catch(cause => {
    const { code } = cause as { code?: string }
    if (code?.startsWith('AND_')) throw cause
    throw new MigrationsMissing(plugin, code ?? 'unknown', { cause })
  })
}

/** The statements of the dialect, with the tables and indexes that they change. A quoted name reads as none. */
const CHANGES: readonly RegExp[] = [
  /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w*)/i,
  /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:(\w+)\s+)?ON\s+(\w*)/i,
  /^DROP\s+(?:TABLE|INDEX)\s+(?:IF\s+EXISTS\s+)?(\w*)/i,
  /^(?:ALTER\s+TABLE|INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w*)/i,
]

function namesChanged(statement: string): string[] {
  const [, ...names] = CHANGES.map(form => form.exec(statement)).find(found => found !== null) ?? []
  return names.filter(name => name !== undefined).map(name => name.toLowerCase())
}

/** A plugin changes no table of the core or of another plugin, whose code would not know of it. */
function checkOwners(sets: readonly MigrationFiles[]): void {
  const owners = new Map<string, string>(OWN_TABLES.map(table => [table, CORE]))
  for (const { plugin, migrations } of sets) {
    const prefix = plugin?.replace(/^@/, '').replace(/\W+/g, '_').toLowerCase()
    for (const { name: file, sql } of migrations)
      for (const { bare, line } of splitStatements(sql))
        for (const name of namesChanged(bare)) {
          if (prefix !== undefined && name !== prefix && !name.startsWith(`${prefix}_`))
            throw new TableForeign(file, line, name, `${prefix}_`)
          const owner = owners.get(name)
          if (owner !== undefined && owner !== (plugin ?? CORE))
            throw new TableTaken(owner, plugin ?? CORE, name)
          owners.set(name, plugin ?? CORE)
        }
  }
}

const CORE = 'the core'
const OWN_TABLES = ['schema_migrations', 'schema_migrations_lock'] as const

/** Names with checksums, in the order of their numbers; none for a new database. */
async function readApplied(database: Database): Promise<Map<string, string>> {
  const rows = await database
    .query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migrations ORDER BY name')
    .catch(error => {
      if (error instanceof StatementRefused && error.sqlState === '42P01') return []
      throw error
    })
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function pending(
  { plugin, migrations, isOurs }: MigrationFiles,
  all: ReadonlyMap<string, string>,
): Migration[] {
  // File names contain no slash: the part before the last slash is the plugin.
  const ownerOf = (name: string) => (name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : undefined)
  const applied = new Map([...all].filter(([name]) => ownerOf(name) === plugin))
  const [first] = migrations
  if (isOurs && first && applied.size > 0 && applied.get(first.name) !== first.checksum)
    throw new DatabaseUnreleased(first.name)
  const known = new Set(migrations.map(({ name }) => name))
  for (const name of applied.keys()) if (!known.has(name)) throw new DatabaseNewer(name)

  const last = [...applied.keys()].at(-1) ?? ''
  return migrations.filter(({ name, checksum }) => {
    const recorded = applied.get(name)
    if (recorded !== undefined && recorded !== checksum) throw new MigrationChanged(name)
    if (recorded === undefined && name < last) throw new MigrationOrder(name, last)
    return recorded === undefined
  })
}

/** Changes a column or a constraint of a table. A division into partitions names them: every write would fail. */
const CHANGE =
  /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(?:public\.)?(\w+)\b(?=.*\b(?:DROP|RENAME|TYPE)\b)/is

async function apply(database: Database, { name, sql, checksum }: Migration): Promise<void> {
  const statements = splitStatements(sql)
  for (const { bare } of statements) {
    const [, table = ''] = CHANGE.exec(bare) ?? []
    if (table !== '' && (await isDivided(database, table))) throw new MigrationDivided(name, table)
  }
  for (const { text, bare, line } of statements) {
    // No time-out: building an index on a large table may take long.
    await database.query(text, [], { timeout: 0 }).catch(cause => {
      if (cause instanceof StatementRefused && wasDone(bare, cause.sqlState)) return
      throw new MigrationFailed(name, line, cause.message, { cause })
    })
  }
  await database.query(
    'INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    [name, checksum],
  )
}

/** PostgreSQL's errors for the second run of a statement, if the process was killed after the first. */
const doneBefore: readonly { form: RegExp; states: readonly string[] }[] = [
  { form: /^CREATE\b/i, states: ['42P07'] },
  { form: /^ALTER\b.*\bADD\b/is, states: ['42701'] },
  { form: /^ALTER\b.*\bDROP\b/is, states: ['42703'] },
  { form: /^DROP\b/i, states: ['42P01', '42704'] },
]

function wasDone(statement: string, sqlState: string): boolean {
  return doneBefore.some(({ form, states }) => form.test(statement) && states.includes(sqlState))
}

async function prepareTables(database: Database): Promise<void> {
  await createTable(
    database,
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       name text PRIMARY KEY,
       checksum text NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now()
     )`,
  )
  await createTable(
    database,
    `CREATE TABLE IF NOT EXISTS schema_migrations_lock (
       id integer PRIMARY KEY,
       holder text NOT NULL,
       expires_at timestamptz NOT NULL
     )`,
  )
}

/** IF NOT EXISTS does not cover concurrent creation: the loser gets 23505 or 42710. */
async function createTable(database: Database, sql: string): Promise<void> {
  await database.query(sql).catch(error => {
    if (error instanceof StatementRefused && ['23505', '42710', '42P07'].includes(error.sqlState)) return
    throw error
  })
}

/** Holds the single row of the lock meanwhile. It expires, because a killed process cannot release it. */
async function withLock<Result>(
  database: Database,
  log: MigrateOptions['log'],
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = randomUUID()
  const hold = async () => {
    const rows = await database.query(
      `INSERT INTO schema_migrations_lock AS lock (id, holder, expires_at)
       VALUES (1, $1, now() + $2 * interval '1 millisecond')
       ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE lock.holder = excluded.holder OR lock.expires_at < now()
       RETURNING holder`,
      [holder, lease],
    )
    return rows.length > 0
  }
  for (let attempts = 1; !(await hold()); attempts++) {
    if (attempts === patience)
      log?.info('Waiting: another process migrates this database, or was killed seconds ago while it did')
    await delay(lease / 100)
  }
  const renewal = setInterval(() => void hold().catch(() => {}), lease / 3)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await database.query('DELETE FROM schema_migrations_lock WHERE id = 1 AND holder = $1', [holder])
  }
}
