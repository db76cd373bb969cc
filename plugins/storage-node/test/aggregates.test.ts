/** Aggregates, held against the newest match of each person, among few and many documents of few and many people. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { didKeyOf, keyIdOf } from '../../../core/crypto/did.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { attested, withAttestation } from '../../../core/stores/attested.ts'
import { Network } from '../../../core/stores/network/network.ts'
import { localNetwork } from '../../../core/stores/network/test/fixtures/local-network.ts'
import { collection, ownedBy } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import type { Database, SqlValue } from '../../../core/stores/sql/database.ts'
import { documentsTable, partition } from '../../../core/stores/sql/partition.ts'
import { openLocalNode } from '../node/node-local.ts'

const key = createKeyPair()
const {
  databases: [database],
  builder,
  primitives,
} = await localNetwork(t, { keys: [key] })
if (database === undefined) throw new Error('The node has a database')

/** The statement of the last aggregate. */
let sent: { sql: string; values: readonly SqlValue[] } | undefined
const recorded: Database = {
  ...database,
  query: (sql, values = [], options) => {
    if (sql.includes(' answers AS ')) sent = { sql, values }
    return database.query(sql, values, options)
  },
}
const node = openLocalNode({ database: recorded, key, url: '', primitives })
const store = new Network({ nodes: [node], builder, primitives })
const collections = [collection('owned'), collection('owned')] as const
const [, { uid }] = collections
await store.prepare(collections)
// The server would make statistics after a minute.
await database.query('ALTER TABLE documents SET (autovacuum_enabled = FALSE)')

/** Lists and objects are in each other's places. */
const value = fc.constantFrom<unknown>(0, 1, 2.5, '1', null, true, [1, 2], [[1]], { n: 1 }, [])
const list = (inner: fc.Arbitrary<unknown>) => fc.oneof(fc.array(inner, { maxLength: 3 }), inner)
const tag = fc.constantFrom<unknown>(
  { code: 'a' },
  { code: 'b' },
  { code: ['a'] },
  [{ code: 'a' }],
  null,
  'a',
)
const item = fc.record({ id: fc.constantFrom('x', 'y'), answer: list(value) }, { requiredKeys: [] })
const document = fc.record({ tag: list(tag), item: list(item), n: value }, { requiredKeys: [] })

const NOTHING = { n: 'nothing' }
const filters = [
  {},
  { tag: { $elemMatch: { code: 'a' } } },
  { item: { $elemMatch: { id: 'x', answer: { $elemMatch: { n: 1 } } } } },
  { n: { $gte: 1 } },
  { n: { $in: [null] } },
  NOTHING,
]
const about = { 'tag.code': { $in: ['a', 'b'] } }
/** Subjects of aggregates: an index finds the matches of the first, all documents are read for the second. */
const abouts = [about, {}]

/** New people store so many documents in each of two collections, six at a time. */
async function seed(people: number, count: (nth: number) => number): Promise<void> {
  for (let nth = 0; nth < people; nth++) {
    const owner = didKeyOf(createKeyPair().publicKey)
    const bodies = fc.sample(document, { numRuns: count(nth), seed: nth })
    for (let at = 0; at < bodies.length; at += 6)
      for (const { uid } of collections) {
        const records = bodies
          .slice(at, at + 6)
          .map(body => attested(uid, randomUUID(), keyIdOf(owner), JSON.parse(JSON.stringify(body))))
          .map(record => withAttestation(builder, primitives, record))
        await store.createAll([{ collection: uid, records }], ownedBy(owner, store.builder))
      }
  }
}

type Filter = Readonly<Record<string, unknown>>

const aggregate = (filter: Filter, of: Filter = about) =>
  store.aggregate(
    uid,
    {
      about: of,
      filter,
      statistics: [
        { op: 'count', of: [[{ field: 'n' }]] },
        { op: 'sum', of: [{ field: 'n' }], low: 0, high: 10 },
      ],
    },
    new Set(),
  )

async function matchesOf(filter: Filter): Promise<Set<unknown>> {
  const found = new Set<unknown>()
  let after: string | undefined
  do {
    const page = await store.find(uid, filter, { limit: 100, ...(after && { after }) })
    for (const { _id } of page.records) found.add(_id)
    after = page.next
  } while (after !== undefined)
  return found
}

async function assertAggregates(t: Test): Promise<void> {
  const rows = await database?.query<{
    id: string
    owner: string
    created: Date
    body: { readonly n?: unknown }
  }>('SELECT id, owner, created, body FROM documents WHERE collection = $1 ORDER BY created DESC, id DESC', [
    uid,
  ])
  const [middle] = (rows ?? []).slice((rows?.length ?? 0) >> 1)
  const since = { _created: { $gte: middle?.created.toISOString() } }
  const placed = middle && [since, { _owner: middle.owner }, { _owner: middle.owner, ...since }]
  for (const [of, filter] of abouts.flatMap(of =>
    [...filters, ...(placed ?? [])].map(each => [of, each] as const),
  )) {
    const matches = await matchesOf({ $and: [of, filter] })
    const newest = new Map<string, unknown>()
    for (const { id, owner, body } of rows ?? [])
      if (matches.has(id) && !newest.has(owner)) newest.set(owner, Array.isArray(body.n) ? body.n[0] : body.n)
    const values = [...newest.values()]
    const numbers = values.filter(each => typeof each === 'number')
    const statistics = [
      values.filter(each => each !== undefined).length,
      numbers.reduce((sum, each) => sum + each, 0),
    ]
    t.same(
      (await aggregate(filter, of)).groups,
      newest.size === 0 ? [] : [{ group: 0, people: newest.size, statistics }],
      `${JSON.stringify(filter)} of ${JSON.stringify(of)}`,
    )
  }
}

interface PlanNode {
  readonly 'Parent Relationship'?: string
  readonly 'One-Time Filter'?: string
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}

/** True if an aggregate read all documents of the collection. */
async function readsAll(filter: Filter, of?: Filter): Promise<boolean> {
  await aggregate(filter, of)
  const [row] =
    (await database?.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sent?.sql}`,
      sent?.values,
    )) ?? []
  const isRead = (plan: PlanNode, isGated = false): boolean =>
    (isGated && plan['Actual Loops'] > 0 && plan['Parent Relationship'] !== 'InitPlan') ||
    (plan.Plans ?? []).some(each => isRead(each, plan['One-Time Filter']?.includes('NOT')))
  if (!sent?.sql.startsWith('WITH RECURSIVE')) return true
  const [{ Plan }] = row?.['QUERY PLAN'] ?? [{}]
  if (Plan === undefined) throw new Error('PostgreSQL explained nothing')
  return isRead(Plan)
}

/** Matches all documents of those who stored their first ones last, and no other. */
async function ofWhoCameLater(people: number): Promise<Filter> {
  const [row] =
    (await database?.query<{ created: Date }>(
      `SELECT min(created) AS created FROM documents WHERE collection = $1 GROUP BY owner
       ORDER BY 1 DESC LIMIT 1 OFFSET $2`,
      [uid, people - 1],
    )) ?? []
  return { _created: { $gte: row?.created.toISOString() } }
}

t.test('nobody, and few documents of few people, which are all read', async t => {
  await assertAggregates(t)
  await seed(12, nth => nth)
  await assertAggregates(t)
})

t.test('many documents of few people: few are visited, or all are read', async t => {
  await seed(20, () => 120)
  t.ok(await readsAll({}), 'without statistics')
  await database.query('ANALYZE documents')
  await assertAggregates(t)
  t.notOk(await readsAll({}))
  t.ok(await readsAll(NOTHING))
  t.notMatch(sent?.sql, 'RECURSIVE', 'a sample has no match')
  t.ok(await readsAll(await ofWhoCameLater(14), {}))
  t.match(sent?.sql, 'RECURSIVE', 'most of a sample match, and some people have none')
})

t.test('an index finds what matches, unless most documents do', async t => {
  const isIndexed = async (of: Filter, filter: Filter = {}) => {
    await aggregate(filter, of)
    return !sent?.sql.includes('COALESCE(d.attested')
  }
  t.ok(await isIndexed({ 'tag.code': 'b' }))
  t.ok(await isIndexed({}, NOTHING))
  t.notOk(await isIndexed({}))
  t.notOk(await isIndexed({ $or: [{ n: { $exists: true } }, { n: { $exists: false } }] }))
})

t.test('a document of another collection with the same id counts for nobody', async t => {
  // The newest of each person has the id of the oldest of the next.
  const columns = 'writer, write, acl, body, bytes, version, updated, checked, attested'
  await database.query(
    `INSERT INTO documents (collection, id, owner, created, ${columns})
     SELECT $2, id, COALESCE(lead(owner) OVER (ORDER BY owner), owner), now() + interval '1 minute', ${columns}
     FROM (SELECT DISTINCT ON (owner) * FROM documents WHERE collection = $1 ORDER BY owner, created, id) AS oldest`,
    [uid, collections[0].uid],
  )
  await assertAggregates(t)
  t.notOk(await readsAll({}))
})

t.test('a divided table is read as a whole', async t => {
  await partition(database, documentsTable, 4)
  await database.query('ANALYZE documents')
  t.ok(await readsAll({}))
  await assertAggregates(t)
  await partition(database, documentsTable, 1)
  await database.query('ANALYZE documents')
  t.notOk(await readsAll({}))
})

t.test('few documents of many people are all read, also those of who came after the statistics', async t => {
  await seed(200, () => 1)
  t.ok(await readsAll({}))
  await assertAggregates(t)
  await database.query('ANALYZE documents')
  t.ok(await readsAll({}))
  t.notMatch(sent?.sql, 'RECURSIVE', 'half of the documents are of the other collection')
  await assertAggregates(t)
})
