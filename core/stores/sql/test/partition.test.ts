/** Dividing a table while others write to it, and while the one that divides it is killed. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import type { Database } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'
import { cancelPartition, documentsTable, partition, partitionsOf } from '../partition.ts'
import type { Partitioner } from './fixtures/partitioner.ts'
import { networkServer, temporaryDirectory } from './fixtures/server.ts'

const server = await networkServer(t)
const script = fileURLToPath(new URL('fixtures/partitioner.ts', import.meta.url))
const typescript = new URL('../../../../tooling/register.js', import.meta.url)

function partitioner(database: string, partitions: number): ChildProcess {
  const access = { host: server.host, user: 'andiron', password: server.password }
  const input: Partitioner = { access, database, partitions }
  return fork(script, [JSON.stringify(input)], {
    execArgv: script.endsWith('.ts') ? [`--import=${typescript}`] : [],
  })
}

const COLUMNS = 'collection, id, owner, writer, body, version, created, updated'
const collection = randomUUID()

const fill = (database: Database, rows: number) =>
  database.query(
    `INSERT INTO documents (${COLUMNS})
     SELECT $1, gen_random_uuid(), 'o' || n % 100, 'w', jsonb_build_object('n', n), 1, now(), now()
     FROM generate_series(1, ${rows}) AS n`,
    [collection],
  )

/** Writers, and the acknowledged version of each document. */
class Writers {
  readonly versions = new Map<string, number>()
  readonly #database: Database
  #isOver = false
  #done: Promise<unknown> = Promise.resolve()
  changes = 0

  constructor(database: Database) {
    this.#database = database
  }

  async start(): Promise<void> {
    const rows = await this.#database.query<{ id: string }>('SELECT id FROM documents')
    for (const { id } of rows) this.versions.set(id, 1)
    this.#done = Promise.all([0, 1, 2].map(at => this.#write(at)))
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#done
  }

  /** Each has documents of its own. */
  async #write(at: number): Promise<void> {
    const own = [...this.versions.keys()].filter((_, place) => place % 3 === at)
    while (!this.#isOver) {
      const id = own[Math.floor(Math.random() * own.length)] ?? ''
      const version = this.versions.get(id) ?? 0
      const [choice, changed] = [Math.random(), version + 1]
      if (choice < 0.3) {
        const fresh = randomUUID()
        await this.#database.query(
          `INSERT INTO documents (${COLUMNS}) VALUES ($1, $2, 'o1', 'w', '{}', 1, now(), now())
           ON CONFLICT (collection, id) DO NOTHING`,
          [collection, fresh],
          { prepared: true },
        )
        this.versions.set(fresh, 1)
        own.push(fresh)
      } else if (choice < 0.8 && version > 0) {
        await this.#database.query(
          'UPDATE documents SET version = $3 WHERE collection = $1 AND id = $2',
          [collection, id, changed],
          { prepared: true },
        )
        this.versions.set(id, changed)
      } else {
        await this.#delete(id)
        this.versions.delete(id)
        own.splice(own.indexOf(id), 1)
      }
      this.changes++
      // The processors are for the division.
      await delay(5)
    }
  }

  /** Some within a transaction, as the node that another one replaces does. */
  async #delete(id: string): Promise<void> {
    const sql = 'DELETE FROM documents WHERE collection = $1 AND id = $2'
    if (Math.random() < 0.5) await this.#database.query(sql, [collection, id])
    else
      await this.#database.transaction(async transaction => {
        await transaction.query('SELECT 1 FROM builders')
        await delay(5)
        await transaction.query(sql, [collection, id])
      })
  }
}

const indexesOf = async (database: Database) =>
  (
    await database.query<{ definition: string }>(
      `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = 'documents'::regclass ORDER BY 1`,
    )
  ).map(({ definition }) => definition.replace(' ONLY ', ' '))

const schemas = (database: Database) =>
  database.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'andiron_partition'`)

t.test('a table is divided while people write and its process is killed', async t => {
  const database = await server.open('node_1')
  await fill(database, 6_000)
  const indexes = await indexesOf(database)
  const writers = new Writers(database)
  await writers.start()
  let kills = 0
  for (let isOver = false; !isOver; ) {
    const child = partitioner('node_1', 4)
    const steps = 1 + Math.floor(Math.random() * 6)
    for (let step = 0; step < steps && !isOver; step++)
      isOver = await Promise.race([
        once(child, 'message').then(([phase]) => phase === 'done'),
        once(child, 'exit').then(([code]) => {
          throw new Error(`the process has ended with ${code}`)
        }),
      ])
    if (!isOver) kills++
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const changes = writers.changes
  await writers.end()
  t.ok(kills >= 2, `killed ${kills} times`)
  t.ok(changes > 50, `${changes} changes meanwhile`)
  t.equal(await partitionsOf(database, documentsTable), 4)
  const rows = await database.query<{ id: string; version: number }>('SELECT id, version FROM documents')
  t.equal(rows.length, writers.versions.size)
  t.same(
    rows.filter(({ id, version }) => writers.versions.get(id) !== version),
    [],
    'every acknowledged change is there',
  )
  t.same(await indexesOf(database), indexes)
  t.same(await schemas(database), [])
  const parts = await database.query<{ n: number }>(
    'SELECT count(*)::integer AS n FROM documents GROUP BY tableoid',
  )
  t.equal(parts.length, 4)
  t.ok(
    parts.every(({ n }) => n > 1_000),
    'they are of one size',
  )

  await partition(database, documentsTable, 1)
  t.equal(await partitionsOf(database, documentsTable), 1)
  t.same(await indexesOf(database), indexes)
  t.equal((await database.query('SELECT 1 FROM documents')).length, rows.length)
})

t.test('unfinished work is given up without a trace', async t => {
  const database = await server.open('node_2')
  await fill(database, 1_200)
  const child = partitioner('node_2', 3)
  await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await t.rejects(partition(database, documentsTable, 5), { code: 'AND_PARTITION_REFUSED' })

  await database.query('ALTER TABLE documents ADD COLUMN extra integer')
  await database.query(`UPDATE documents SET extra = 1 WHERE body @> '{"n": 1}'`)
  await t.rejects(partition(database, documentsTable, 3), /migrated meanwhile/)
  t.equal(await cancelPartition(database), true)
  t.equal(await cancelPartition(database), false)
  t.same(await schemas(database), [])
  t.same(await database.query(`SELECT 1 FROM pg_trigger WHERE NOT tgisinternal`), [])
  await partition(database, documentsTable, 3)
  t.equal((await database.query('SELECT 1 FROM documents WHERE extra = 1')).length, 1)
})

t.test('a migration waits that would break the writes of a division', async t => {
  const database = await server.open('node_2')
  const directory = await temporaryDirectory(t)
  await cp(migrationsOf('node'), directory, { recursive: true })
  const to = pathToFileURL(`${directory}/`)
  await writeFile(new URL('0900_more.sql', to), 'ALTER TABLE documents ADD COLUMN more integer')
  await writeFile(
    new URL('0901_less.sql', to),
    `-- Removes what the last release added.
     CREATE TABLE fewer (id integer PRIMARY KEY);
     alter table IF EXISTS Public.documents
       DROP COLUMN extra`,
  )
  const killed = () => {
    throw new Error('killed')
  }
  await t.rejects(partition(database, documentsTable, 5, killed), { message: 'killed' })
  await t.rejects(migrate(database, to), {
    code: 'AND_MIGRATION_DIVIDED',
    message: /'0901_less\.sql' changes 'documents'.*--cancel/,
  })
  t.same(await database.query(`SELECT 1 FROM pg_tables WHERE tablename = 'fewer'`), [], 'as a whole')
  await fill(database, 1)
  await cancelPartition(database)
  t.same(await migrate(database, to), ['0901_less.sql'])
  await fill(database, 1)
})

t.test('the copy is not put in place before those who read one snapshot', async t => {
  const database = await server.open('node_3')
  await fill(database, 100)
  let isOver = false
  const seen = await database.transaction(async transaction => {
    await transaction.query('SELECT 1 FROM builders')
    const division = partition(database, documentsTable, 2).then(() => {
      isOver = true
    })
    await delay(1_500)
    t.equal(isOver, false)
    const [count] = await transaction.query<{ n: number }>('SELECT count(*)::integer AS n FROM documents')
    return { division, n: count?.n }
  })
  t.equal(seen.n, 100)
  await seen.division
  t.equal(await partitionsOf(database, documentsTable), 2)
})

t.test('a number that the server has no room for is refused', async t => {
  const database = await server.open('node_3')
  await t.rejects(partition(database, documentsTable, 129), { code: 'AND_PARTITION_REFUSED' })
  const gateway = await server.open('andiron_gateway')
  await t.rejects(partition(gateway, documentsTable, 4), { code: 'AND_PARTITION_REFUSED' })
})
