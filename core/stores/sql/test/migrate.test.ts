import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { builtIn } from '../../../../plugins/index.ts'
import { migrationsIn } from '../../../contract/plugin.ts'
import type { Database } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'
import { memoryLog, testServer } from './fixtures/server.ts'

const server = await testServer(t)
let opened = 0

/** A separate database for this test, with a name to open it again. */
async function emptyDatabase(): Promise<{ name: string; database: Database }> {
  const name = `migrations_${++opened}`
  return { name, database: await server.open(name) }
}

async function directoryOf(t: Test, files: Record<string, string>): Promise<URL> {
  const directory = await mkdtemp(join(tmpdir(), 'andiron-migrations-'))
  t.teardown(() => rm(directory, { recursive: true }))
  for (const [name, sql] of Object.entries(files)) await writeFile(join(directory, name), sql)
  return pathToFileURL(`${directory}/`)
}

const files = {
  '0001_notes.sql': 'CREATE TABLE notes (id int PRIMARY KEY);\n\nCREATE INDEX notes_by_id ON notes (id);\n',
  '0002_first_note.sql': 'INSERT INTO notes VALUES (1) ON CONFLICT DO NOTHING',
}

async function notesIn(database: Database): Promise<number> {
  const [row] = await database.query<{ all: number }>('SELECT count(*)::int AS all FROM notes')
  return row?.all ?? 0
}

t.test('applies files in their order, once', async t => {
  const { database } = await emptyDatabase()
  const directory = await directoryOf(t, { ...files, 'README.md': 'not SQL' })
  const log = memoryLog()
  t.same(await migrate(database, directory, { log }), ['0001_notes.sql', '0002_first_note.sql'])
  t.same(log.lines, [], 'a new database is no news')
  t.equal(await notesIn(database), 1)
  await database.query('DELETE FROM notes')
  t.same(await migrate(database, directory), [])
  t.equal(await notesIn(database), 0)
})

t.test('applies what a later release brings', async t => {
  const { database } = await emptyDatabase()
  await migrate(database, await directoryOf(t, files))
  const later = await directoryOf(t, {
    ...files,
    '0010_colour.sql': 'ALTER TABLE notes ADD COLUMN colour text',
  })
  t.same(await migrate(database, later), ['0010_colour.sql'])
  t.same(await database.query('SELECT id, colour FROM notes'), [{ id: 1, colour: null }])
})

t.test('tells with a dry run what it would do, and does nothing', async t => {
  const { database } = await emptyDatabase()
  const directory = await directoryOf(t, files)
  t.same(await migrate(database, directory, { dryRun: true }), ['0001_notes.sql', '0002_first_note.sql'])
  const tables = await database.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
  t.same(tables, [])
})

t.test('lets any number of processes begin at once, and one of them work', async t => {
  const { name } = await emptyDatabase()
  const directory = await directoryOf(t, {
    '0001_notes.sql': 'CREATE TABLE notes (id uuid PRIMARY KEY DEFAULT gen_random_uuid())',
    '0002_note.sql': 'INSERT INTO notes DEFAULT VALUES ON CONFLICT DO NOTHING',
  })
  const databases = await Promise.all(Array.from({ length: 6 }, () => server.open(name)))
  const applied = await Promise.all(databases.map(database => migrate(database, directory)))
  t.same(applied.flat().sort(), ['0001_notes.sql', '0002_note.sql'])
  const [database] = databases
  if (database) t.equal(await notesIn(database), 1)
})

t.test('waits for a lock that is held, and takes one that has expired', async t => {
  const { database } = await emptyDatabase()
  await migrate(database, await directoryOf(t, { '0001_notes.sql': files['0001_notes.sql'] }))
  const hold = (expires: string) =>
    database.query(`INSERT INTO schema_migrations_lock VALUES (1, 'somebody', now() + interval '${expires}')`)

  await hold('1 hour')
  let done = false
  const log = memoryLog()
  const waiting = migrate(database, await directoryOf(t, files), { log }).then(names => {
    done = true
    return names
  })
  // Long enough for the others: by then its request for the lock has been refused.
  for (let turn = 0; turn < 50; turn++) await database.query('SELECT 1')
  t.equal(done, false)
  while (log.lines.length === 0) await delay(50)
  await database.query('DELETE FROM schema_migrations_lock')
  t.same(await waiting, ['0002_first_note.sql'])
  t.match(log.lines, [/Waiting: another process migrates/, /The migration 0002_first_note\.sql begins/])
  t.same(await database.query('SELECT * FROM schema_migrations_lock'), [], 'and leaves none behind')

  await hold('-1 second')
  const later = await directoryOf(t, { ...files, '0003_drop.sql': 'DROP INDEX notes_by_id' })
  t.same(await migrate(database, later), ['0003_drop.sql'])
})

t.test('continues where a start was killed', async t => {
  const { database } = await emptyDatabase()
  await database.query('CREATE TABLE notes (id int PRIMARY KEY, colour text)')
  await database.query('CREATE INDEX notes_by_id ON notes (id)')
  const repeated = {
    '0001_notes.sql': `${files['0001_notes.sql']}
      ALTER TABLE notes ADD COLUMN colour text;
      ALTER TABLE notes DROP COLUMN gone;
      DROP TABLE gone;
      DROP INDEX gone_by_id;`,
  }
  t.same(await migrate(database, await directoryOf(t, repeated)), ['0001_notes.sql'])
})

t.test('refuses a file that was changed after it was applied', async t => {
  const { database } = await emptyDatabase()
  await migrate(database, await directoryOf(t, files))
  const changed = await directoryOf(t, { ...files, '0001_notes.sql': 'CREATE TABLE notes (id bigint)' })
  const refusal = {
    code: 'AND_MIGRATION_CHANGED',
    message: /0001_notes\.sql.*new migration with the next number/,
  }
  await t.rejects(migrate(database, changed), refusal)
  await t.rejects(migrate(database, changed, { dryRun: true }), refusal)
})

t.test('takes a file for the same when only its line ends were turned', async t => {
  const { database } = await emptyDatabase()
  await migrate(database, await directoryOf(t, files))
  const turned = { ...files, '0001_notes.sql': files['0001_notes.sql'].replaceAll('\n', '\r\n') }
  t.same(await migrate(database, await directoryOf(t, turned)), [])
})

t.test('refuses a database that is ahead of the release', async t => {
  const { database } = await emptyDatabase()
  await migrate(database, await directoryOf(t, files))
  const older = await directoryOf(t, { '0001_notes.sql': files['0001_notes.sql'] })
  await t.rejects(migrate(database, older), {
    code: 'AND_DATABASE_NEWER',
    message: /'0002_first_note\.sql'.*start the release that applied it/,
  })
})

t.test('refuses a number below one that is applied, and names it cannot order', async t => {
  const { database } = await emptyDatabase()
  await migrate(database, await directoryOf(t, { '0002_notes.sql': files['0001_notes.sql'] }))
  const late = { '0002_notes.sql': files['0001_notes.sql'], '0001_late.sql': 'DROP TABLE notes' }
  await t.rejects(migrate(database, await directoryOf(t, late)), { code: 'AND_MIGRATION_ORDER' })
  for (const name of ['1_a.sql', '0001-a.sql', '0001_A.sql', 'a.sql'])
    await t.rejects(migrate(database, await directoryOf(t, { [name]: '' })), { code: 'AND_MIGRATION_NAME' })
  const twice = await directoryOf(t, { '0001_a.sql': '', '0001_b.sql': '' })
  await t.rejects(migrate(database, twice), { code: 'AND_MIGRATION_NAME', message: /0001_b\.sql/ })
})

t.test('stops at a statement that fails, and keeps what came before', async t => {
  const { database } = await emptyDatabase()
  const broken = {
    ...files,
    '0003_broken.sql': '-- why\nDROP INDEX notes_by_id;\n\nUPDATE nowhere SET a = 1;',
  }
  await t.rejects(migrate(database, await directoryOf(t, broken)), {
    code: 'AND_MIGRATION_FAILED',
    message: /0003_broken\.sql:4: .*"nowhere" does not exist/,
  })
  t.equal(await notesIn(database), 1)
  t.same(await database.query('SELECT * FROM schema_migrations_lock'), [])
  const mended = { ...broken, '0003_broken.sql': 'DROP INDEX notes_by_id' }
  t.same(await migrate(database, await directoryOf(t, mended)), ['0003_broken.sql'])
})

t.test('brings both sets of the package to a real server', async t => {
  for (const set of ['gateway', 'node'] as const) {
    const { database } = await emptyDatabase()
    t.not((await migrate(database, migrationsOf(set))).length, 0)
  }
})

t.test('counts the migrations of each plugin by themselves', async t => {
  const { database, name } = await emptyDatabase()
  const core = await directoryOf(t, { '0007_core.sql': 'CREATE TABLE core_notes (id int PRIMARY KEY)' })
  const sleep = await directoryOf(t, {
    '0001_nights.sql':
      'CREATE TABLE sleep_nights (id int PRIMARY KEY);\nCREATE INDEX sleep_nights_by_id ON sleep_nights (id)',
    '0002_first.sql': 'INSERT INTO sleep_nights VALUES (1) ON CONFLICT DO NOTHING',
  })
  const diet = await directoryOf(t, { '0001_meals.sql': 'CREATE TABLE me_diet_meals (id int PRIMARY KEY)' })
  const plugins = [
    { plugin: 'sleep', directory: sleep },
    { plugin: '@me/diet', directory: diet },
  ]
  t.same(await migrate(database, core, { plugins, dryRun: true }), [
    ...['0007_core.sql', 'sleep/0001_nights.sql', 'sleep/0002_first.sql', '@me/diet/0001_meals.sql'],
  ])
  const others = await Promise.all(Array.from({ length: 5 }, () => server.open(name)))
  const applied = await Promise.all(others.map(each => migrate(each, core, { plugins })))
  t.equal(applied.flat().length, 4, 'one process works, whoever begins')
  t.same(await migrate(database, core, { plugins }), [])

  await t.test('reads a database that is up to date by one statement', async t => {
    let statements = 0
    const counted: Database = {
      ...database,
      query: (...statement) => {
        statements += 1
        return database.query(...(statement as Parameters<Database['query']>)) as never
      },
    }
    await migrate(counted, core, { plugins })
    t.equal(statements, 1)
  })

  t.same(await migrate(database, core), [], 'a plugin that is taken out leaves its tables as they are')
  const [first] = plugins
  const older = { plugin: 'sleep', directory: await directoryOf(t, {}) }
  await t.rejects(migrate(database, core, { plugins: [older] }), {
    code: 'AND_DATABASE_NEWER',
    message: /'sleep\/0001_nights\.sql'/,
  })
  const changed = { '0001_nights.sql': 'CREATE TABLE sleep_nights (id bigint)', '0002_first.sql': '' }
  await t.rejects(
    migrate(database, core, { plugins: [{ plugin: 'sleep', directory: await directoryOf(t, changed) }] }),
    { code: 'AND_MIGRATION_CHANGED', message: /'sleep\/0001_nights\.sql'/ },
  )
  const same = { '0001_a.sql': 'CREATE TABLE IF NOT EXISTS SLEEP_nights (id int)' }
  await t.rejects(
    migrate(database, core, {
      plugins: [...(first ? [first] : []), { plugin: 'Sleep', directory: await directoryOf(t, same) }],
    }),
    { code: 'AND_TABLE_TAKEN', message: /'sleep' and of 'Sleep' both change the table 'sleep_nights'/ },
  )
  for (const [plugin, sql] of [
    ['core', 'CREATE TABLE core_notes (id int)'],
    ['core-notes', 'DELETE FROM core_notes'],
    ['schema', 'DROP TABLE schema_migrations'],
  ] as const)
    await t.rejects(
      migrate(database, core, {
        plugins: [{ plugin, directory: await directoryOf(t, { '0001_a.sql': sql }) }],
      }),
      { code: 'AND_TABLE_TAKEN', message: `'the core' and of '${plugin}'` },
    )
  for (const sql of [
    'CREATE TABLE othersome (id int)',
    'CREATE TABLE "other_a" (id int)',
    'CREATE TABLE public.other_a (id int)',
    'CREATE INDEX other_by_id ON core_notes (id)',
    'CREATE UNIQUE INDEX IF NOT EXISTS core_notes_by_id ON other_a (id)',
    'CREATE INDEX ON core_notes (id)',
    'ALTER TABLE core_notes ADD COLUMN a int',
    'DROP TABLE IF EXISTS core_notes',
    'DROP INDEX core_notes_pkey',
    'INSERT INTO core_notes VALUES (1) ON CONFLICT DO NOTHING',
    'UPDATE core_notes SET id = 2',
    'DELETE FROM core_notes',
  ])
    await t.rejects(
      migrate(database, core, {
        plugins: [{ plugin: 'other', directory: await directoryOf(t, { '0001_a.sql': `\n${sql}` }) }],
      }),
      { code: 'AND_TABLE_FOREIGN', message: /other\/0001_a\.sql:2 .*begin with its name, here 'other_'/ },
      sql,
    )
  const foreign = { '0001_a.sql': 'CREATE TABLE other_a (id serial);\nGRANT ALL ON other_a TO b' }
  await t.rejects(
    migrate(database, core, { plugins: [{ plugin: 'other', directory: await directoryOf(t, foreign) }] }),
    {
      code: 'AND_MIGRATION_DIALECT',
      message: /other\/0001_a\.sql:1: 'serial'.*other\/0001_a\.sql:2: 'GRANT/,
    },
    'every problem at once',
  )
  const missing = new URL('missing/', core)
  await t.rejects(migrate(database, core, { plugins: [{ plugin: 'other', directory: missing }] }), {
    code: 'AND_MIGRATIONS_MISSING',
    message: /'other'.*ENOENT/,
  })
})

t.test('refuses a database of a development version, and says the way out', async t => {
  const refusal = {
    code: 'AND_DATABASE_UNRELEASED',
    message: /another '.*0001_.*\.sql'.*export.*empty database/,
  }
  const set = migrationsOf('gateway')
  const { database: edited } = await emptyDatabase()
  const [own = ''] = await migrate(edited, set)
  await edited.query("UPDATE schema_migrations SET checksum = 'of another version'")
  await t.rejects(migrate(edited, set), refusal)
  await t.rejects(migrate(edited, set, { dryRun: true }), refusal)

  const { database: renamed } = await emptyDatabase()
  await migrate(renamed, await directoryOf(t, files))
  await t.rejects(migrate(renamed, set), refusal)

  const { database } = await emptyDatabase()
  const plugins = migrationsIn(builtIn.map(({ manifest }) => manifest))
  t.ok((await migrate(database, set, { plugins })).length > 1)
  t.same(await migrate(database, set, { plugins }), [])
  await database.query("UPDATE schema_migrations SET checksum = '' WHERE name <> $1", [own])
  await t.rejects(migrate(database, set, { plugins }), refusal)
})

t.test('says where it looked when there is no such directory', async t => {
  const { database } = await emptyDatabase()
  const directory = await directoryOf(t, {})
  await mkdir(new URL('empty/', directory))
  t.same(await migrate(database, new URL('empty/', directory)), [])
  await t.rejects(migrate(database, new URL('missing/', directory)), { code: 'ENOENT', message: /missing/ })
})
