/** The operator class of the indexes on documents, and every filter that they have to serve. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { filterToSql } from '../../../../plugins/storage-node/node/filter-sql.ts'
import { SqlParameters } from '../../../../plugins/storage-node/node/sql-parameters.ts'
import { readFilter } from '../../network/filter.ts'
import type { Database } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'
import { narrowIndexes } from '../narrow-indexes.ts'
import { documentsTable, partition } from '../partition.ts'
import { testServer } from './fixtures/server.ts'

const server = await testServer(t)
for (const name of ['node_1', 'node_2', 'node_3'])
  await migrate(await server.open(name), migrationsOf('node'))
const collection = randomUUID()
const ROWS = 2_000
const APPLIED = ['0001_storage_node.sql']

const fill = (database: Database) =>
  database.query(
    `INSERT INTO documents (collection, id, owner, writer, acl, body, version, created, updated)
     SELECT $1, gen_random_uuid(), 'o', 'w', jsonb_build_array(
         jsonb_build_object('grantee', 'did:key:' || n % 500, 'read', TRUE, 'write', FALSE)),
       jsonb_build_object('text', 't' || n % 500, 'number', n % 500, 'deep', jsonb_build_object('true', n % 500 = 7),
         'list', jsonb_build_array('a' || n % 500, 'b'), 'objects', jsonb_build_array(jsonb_build_object('k', n % 500))),
       1, now(), now() FROM generate_series(1, ${ROWS}) AS n`,
    [collection],
  )

const classes = async (database: Database) => {
  const rows = await database.query<{ name: string; of: string }>(
    `SELECT c.relname AS name, o.opcname AS of FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     JOIN pg_opclass o ON o.oid = i.indclass[0] JOIN pg_am a ON a.oid = o.opcmethod
     WHERE a.amname = 'gin' ORDER BY c.relname`,
  )
  return rows.map(row => `${row.name} ${row.of}`)
}

const NARROW = ['documents_by_content jsonb_path_ops', 'documents_by_grantee jsonb_path_ops']
const WIDE = ['documents_by_content jsonb_ops', 'documents_by_grantee jsonb_ops']

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly Plans?: readonly Plan[]
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]

/** The rows that an index finds for a condition. */
async function found(database: Database, index: string, where: string, parameters: SqlParameters) {
  const rows = await database.transaction(async transaction => {
    await transaction.query('SET LOCAL enable_seqscan = off')
    return transaction.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) SELECT d.id FROM documents d WHERE ${where}`,
      parameters.values,
    )
  })
  const steps = rows.flatMap(row => flat(row['QUERY PLAN'][0].Plan))
  return steps.find(step => step['Index Name'] === index)?.['Actual Rows']
}

t.test('a new table gets it, also when twenty begin at once; an older one and one in use do not', async t => {
  const [empty, full] = [await server.open('node_1'), await server.open('node_2')]
  await fill(full)
  await narrowIndexes(empty, ['0002_more.sql'])
  t.same(await classes(empty), WIDE)
  await Promise.all(Array.from({ length: 20 }, () => narrowIndexes(empty, APPLIED)))
  await narrowIndexes(full, APPLIED)
  t.same(await classes(empty), NARROW)
  t.same(await classes(full), WIDE)
})

t.test('a table that somebody holds is left alone', async t => {
  const database = await server.open('node_3')
  await database.transaction(async transaction => {
    await transaction.query('LOCK TABLE documents IN ROW EXCLUSIVE MODE')
    await narrowIndexes(database, APPLIED)
  })
  t.same(await classes(database), WIDE)
})

t.test('every filter that the wide index serves is served by the narrow one', async t => {
  const [narrow, wide] = [await server.open('node_1'), await server.open('node_2')]
  await fill(narrow)
  const filters = [
    { text: 't7' },
    { text: { $in: ['t7', 't8', 't9'] } },
    { number: 7 },
    { number: { $in: [7, 8] }, text: { $ne: 't8' } },
    { 'deep.true': true },
    { list: 'a7' },
    { list: { $all: ['a7', 'b'] } },
    { 'objects.k': 7 },
    { $or: [{ text: 't7' }, { number: 8 }] },
    { $and: [{ text: 't7' }, { created: { $exists: false } }] },
  ]
  for (const database of [narrow, wide]) await database.query('VACUUM (ANALYZE) documents')
  for (const filter of filters)
    for (const database of [narrow, wide]) {
      const parameters = new SqlParameters()
      const where = filterToSql(readFilter(filter), parameters, () => undefined)
      const rows = await found(database, 'documents_by_content', where, parameters)
      t.ok(rows !== undefined && rows > 0 && rows <= 12, `${JSON.stringify(filter)}: ${rows} rows`)
    }
  const parameters = new SqlParameters()
  const where = `d.acl @> ${parameters.json([{ grantee: 'did:key:7', read: true }])}`
  t.equal(await found(narrow, 'documents_by_grantee', where, parameters), ROWS / 500)
})

t.test('a divided table gets it, and so does the plain one that it becomes again', async t => {
  const database = await server.open('node_2')
  await partition(database, documentsTable, 2)
  const [all] = await database.query<{ count: string }>('SELECT count(*) FROM documents')
  t.equal(Number(all?.count), ROWS)
  const divided = await classes(database)
  t.equal(divided.length, 6)
  t.ok(divided.every(each => each.endsWith(' jsonb_path_ops')))
  await partition(database, documentsTable, 1)
  t.same(await classes(database), NARROW)
})
