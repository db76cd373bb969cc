/** Filters in SQL, held against an independent reading of MongoDB's language. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { Query } from 'mingo'
import t, { type Test } from 'tap'
import { beyond, upTo } from '../../../core/stores/network/cursor.ts'
import { FilterError, filterLimits, readFilter } from '../../../core/stores/network/filter.ts'
import { migrate, migrationsOf } from '../../../core/stores/sql/migrate.ts'
import { testServer } from '../../../core/stores/sql/test/fixtures/server.ts'
import { filterToSql } from '../node/filter-sql.ts'
import { SqlParameters } from '../node/sql-parameters.ts'

const scalar = fc.constantFrom<unknown>('a', 'b', '', 1, 2, 1.5, 0, true, false, null)
const field = fc.constantFrom('a', 'b', 'c')
/** One list on the path to a value: the in-memory implementation treats nested lists differently. */
const flat = fc.oneof(
  scalar,
  fc.dictionary(field, fc.oneof(scalar, fc.dictionary(field, scalar, { maxKeys: 2 })), { maxKeys: 3 }),
)
const document = fc.dictionary(
  field,
  fc.oneof(
    flat,
    fc.array(flat, { maxLength: 3 }),
    fc.dictionary(field, fc.oneof(flat, fc.array(flat, { maxLength: 3 })), { maxKeys: 3 }),
  ),
  { maxKeys: 3 },
)

/** As JSON makes objects: the generator's have no prototype. */
const plainly = (value: Record<string, unknown>): Record<string, unknown> => JSON.parse(JSON.stringify(value))

const path = fc.array(field, { minLength: 1, maxLength: 3 }).map(steps => steps.join('.'))
const plain = fc.constantFrom<unknown>('a', 'b', 1, 2, 1.5, true, false)
const condition = fc.oneof(
  plain,
  fc.record({ $eq: plain }),
  fc.record({ $ne: plain }),
  fc.record({ $gt: fc.constantFrom<unknown>('a', 1, 1.5) }),
  fc.record({ $lte: fc.constantFrom<unknown>('a', 1, 1.5) }),
  fc.record({ $in: fc.array(plain, { maxLength: 12 }) }),
  fc.record({ $nin: fc.array(plain, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $not: fc.record({ $gt: fc.constantFrom<unknown>('a', 1) }) }),
)
/** Only at the top level: below it, the in-memory implementation treats collected values as the value. */
const listCondition = fc.oneof(
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $size: fc.nat(3) }),
  fc.record({ $elemMatch: fc.record({ $gte: fc.constantFrom<unknown>(1, 'a') }) }),
)
const fields = fc.oneof(
  fc.dictionary(path, condition, { minKeys: 1, maxKeys: 2 }),
  fc.dictionary(field, listCondition, { minKeys: 1, maxKeys: 2 }),
)
const filter = fc.oneof(
  fields,
  fc.record({ $or: fc.array(fields, { minLength: 1, maxLength: 2 }) }),
  fc.record({ $nor: fc.array(fields, { minLength: 1, maxLength: 2 }) }),
  fc.record({ $and: fc.array(fields, { minLength: 1, maxLength: 2 }) }),
)

/** Lists of objects with lists of objects in them, like the items of a response. */
const listed = (inner: fc.Arbitrary<unknown>) =>
  fc.array(fc.dictionary(field, inner, { maxKeys: 3 }), { maxLength: 3 })
const tree = fc.dictionary(field, fc.oneof(flat, listed(fc.oneof(flat, listed(flat)))), {
  minKeys: 1,
  maxKeys: 3,
})
const equality = fc.oneof(plain, fc.record({ $in: fc.array(plain, { minLength: 1, maxLength: 10 }) }))
const elements = (inner: fc.Arbitrary<unknown>) =>
  fc.record({ $elemMatch: fc.dictionary(field, inner, { minKeys: 1, maxKeys: 2 }) })
const deep = fc.dictionary(
  field,
  elements(fc.oneof({ weight: 3, arbitrary: equality }, condition, elements(fc.oneof(equality, condition)))),
  { minKeys: 1, maxKeys: 2 },
)
const deepFilter = fc.oneof(deep, fc.record({ $nor: fc.array(deep, { minLength: 1, maxLength: 2 }) }))

/** @throws Error if one of 1,000 filters selects other documents in SQL than in memory */
async function assertSame(
  t: Test,
  made: fc.Arbitrary<Record<string, unknown>>,
  filters: fc.Arbitrary<Record<string, unknown>>,
): Promise<void> {
  const server = await testServer(t)
  const database = await server.open('node_1')
  await migrate(database, migrationsOf('node'))
  const collection = randomUUID()
  const documents = fc.sample(made.map(plainly), { numRuns: 150, seed: 7 })
  for (const [at, body] of documents.entries()) {
    await database.query(
      `INSERT INTO documents (collection, id, writer, body, version, created, updated)
       VALUES ($1, $2, 'w', $3::jsonb, 1, now(), now())`,
      [collection, `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`, JSON.stringify(body)],
    )
  }

  await fc.assert(
    fc.asyncProperty(filters.map(plainly), async chosen => {
      const parameters = new SqlParameters()
      const where = filterToSql(readFilter(chosen), parameters, () => undefined)
      const rows = await database.query<{ id: string }>(
        `SELECT d.id FROM documents d WHERE ${where} ORDER BY d.id`,
        parameters.values,
      )
      const query = new Query(chosen)
      const expected = documents.flatMap((body, at) => (query.test(body) ? [at] : []))
      const found = rows.map(({ id }) => Number(id.slice(-12)))
      if (String(found) !== String(expected)) {
        const odd = [
          ...found.filter(at => !expected.includes(at)),
          ...expected.filter(at => !found.includes(at)),
        ]
        throw new Error(
          `${JSON.stringify(chosen)} differs at ${JSON.stringify(documents[odd[0] ?? 0])} (sql ${found.includes(odd[0] ?? 0)})`,
        )
      }
    }),
    { numRuns: 1_000, seed: 11 },
  )
}

t.test('filters select in SQL what they select in memory', t => assertSame(t, document, filter))

t.test('filters on elements within elements select in SQL what they select in memory', t =>
  assertSame(t, tree, deepFilter),
)

t.test('elements that are lists themselves are looked into', async t => {
  const server = await testServer(t)
  const database = await server.open('node_1')
  const passes = async (body: object, filter: Record<string, unknown>) => {
    const parameters = new SqlParameters()
    const where = filterToSql(readFilter(filter), parameters, () => undefined)
    const json = parameters.json(body)
    const rows = await database.query(
      `SELECT 1 FROM (SELECT ${json} AS body) d WHERE ${where}`,
      parameters.values,
    )
    return rows.length > 0
  }
  const both = { a: { $elemMatch: { b: 1, c: 2 } } }
  t.ok(await passes({ a: [{ b: 1, c: 2 }] }, both))
  t.ok(await passes({ a: [[{ b: 1 }, { c: 2 }]] }, both), 'as before it was narrowed by a path')
  t.notOk(await passes({ a: [{ b: 1 }, { c: 2 }] }, both))
  t.notOk(await passes({ a: { b: 1, c: 2 } }, both), 'an object is no list')
  t.ok(await passes({ a: [{ b: [0, 1], c: 2 }] }, both), 'a list has a value that is one of its elements')
  t.notOk(await passes({ a: [{ b: [[1]], c: 2 }] }, both))
  t.ok(await passes({ a: [{ b: [{ c: 1 }] }] }, { a: { $elemMatch: { 'b.c': 1 } } }))
  const either = { a: { $elemMatch: { $or: [{ b: 1 }, { c: { $gt: 2 } }] } } }
  t.ok(await passes({ a: [{ b: 1 }] }, either))
  t.ok(await passes({ a: [{ c: 3 }] }, either))
  t.notOk(await passes({ a: [{ c: 2 }] }, either))
  t.notOk(await passes({ a: [{ b: 2 }] }, { a: { $elemMatch: { $or: [{ b: 1 }, { b: 3 }] } } }))
  const inner = { a: { $elemMatch: { b: { $elemMatch: { c: { $gt: 2, $lte: 4 } } } } } }
  t.ok(await passes({ a: [{ b: [{ c: 4 }] }] }, inner))
  t.ok(await passes({ a: [[{ b: [[{ c: 3 }]] }]] }, inner))
  t.ok(await passes({ a: [{ b: [{ c: [1, 5] }] }] }, inner), 'each bound by one of the values')
  for (const b of [[{ c: 2 }], [{ c: '3' }], [{ c: true }], [{ d: 3 }], [3], { c: 3 }, null])
    t.notOk(await passes({ a: [{ b }] }, inner), JSON.stringify(b))
})

t.test('jsonpaths decide of objects in lists, and subqueries run for lists in lists only', async t => {
  const server = await testServer(t)
  const database = await server.open('node_1')
  const item = (linkId: string, value: unknown) => ({ linkId, answer: [{ value }] })
  const bodies = [
    { item: [item('1', 3), item('2', 5)] },
    { item: [item('1', 5), item('2', 3)] },
    { item: [] },
  ]
  const subqueries = async (conditions: unknown, documents: readonly object[]) => {
    const parameters = new SqlParameters()
    const filter = { item: { $elemMatch: { linkId: '1', answer: { $elemMatch: { value: conditions } } } } }
    const where = filterToSql(readFilter(filter), parameters, () => undefined)
    const rows = await database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, TIMING OFF) SELECT 1 FROM jsonb_array_elements(${parameters.json(documents)}) AS d(body)
       WHERE ${where}`,
      parameters.values,
    )
    const lines = rows
      .map(row => row['QUERY PLAN'])
      .filter(line => / on jsonb_(path_query|array_elements) v/.test(line))
    t.not(lines.length, 0)
    return lines.some(line => !line.includes('never executed'))
  }
  for (const conditions of [3, { $in: [3, 4] }, { $gte: 4, $lt: 6 }]) {
    t.notOk(await subqueries(conditions, bodies), JSON.stringify(conditions))
    t.ok(await subqueries(conditions, [{ item: [[item('1', 9)]] }]))
  }
})

t.test('what a cursor says is one comparison; what only looks like it is not', async t => {
  const id = '00000000-0000-4000-8000-000000000001'
  const [at, later] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z']
  const place = { node: 'did:key:zNode', created: at, id }
  const sqlOf = (filter: Record<string, unknown>) =>
    filterToSql(readFilter(filter), new SqlParameters(), () => undefined)
  t.match(sqlOf(beyond({ a: 1 }, place)), '(d.created, d.id) > ($2::timestamptz, $3::uuid)')
  t.match(sqlOf(upTo({ a: 1 }, place)), '(d.created, d.id) <= ($2::timestamptz, $3::uuid)')
  for (const other of [
    { $or: [{ _created: { $gt: at } }, { _created: later, _id: { $gt: id } }] },
    { $or: [{ _created: { $gt: at } }, { _created: at, _id: { $gte: id } }] },
    { $or: [{ _created: { $gt: at } }, { _created: at, _id: { $gt: 'no id' } }] },
    { $or: [{ _created: { $gt: at } }, { _created: at, _id: { $gt: id } }, { a: 1 }] },
    { $or: [{ _created: { $gt: at } }, { _created: at, $nor: [{ _id: { $gt: id } }] }] },
    { list: { $elemMatch: { $or: [{ _created: { $gt: at } }, { _created: at, _id: { $gt: id } }] } } },
  ])
    t.notMatch(sqlOf(other), '(d.created, d.id)', JSON.stringify(other))
})

t.test('filters have bounds', async t => {
  let nested: Record<string, unknown> = { a: 1 }
  for (let depth = 0; depth <= filterLimits.depth; depth++) nested = { $and: [nested] }
  const many = { a: { $in: Array.from({ length: filterLimits.values + 1 }, (_, value) => value) } }
  const long = { [Array.from({ length: filterLimits.segments + 1 }, () => 'a').join('.')]: 1 }
  for (const refused of [
    nested,
    many,
    long,
    { $or: [] },
    { a: { $in: 'b' } },
    { 'a.$b': 1 },
    { a: { $size: 'x' } },
  ]) {
    t.throws(() => readFilter(refused), FilterError)
  }
  const owners = Array.from({ length: filterLimits.owners }, (_, at) => `did:key:${at}`)
  const without = { _owner: { $nin: owners } }
  t.doesNotThrow(() => readFilter({ $and: [{ a: 1 }, without] }), 'very many owners are excluded')
  for (const refused of [
    { _owner: { $nin: [...owners, 'did:key:x'] } },
    { $and: [without, { _owner: { $nin: ['did:key:x'] } }] },
    { _owner: { $in: owners } },
    { _owner: { $nin: owners.map(owner => owner.replace('key', 'nil')) } },
    { _owner: { $nin: owners, $exists: true } },
    { '_owner.a': { $nin: owners } },
    { list: { $elemMatch: without } },
    { list: { $elemMatch: { $and: [without] } } },
  ])
    t.throws(() => readFilter(refused), FilterError)
  const parameters = new SqlParameters()
  const sql = filterToSql(readFilter(without), parameters, did => did)
  t.match(sql, 'd.owner IN (SELECT jsonb_array_elements_text($1::jsonb))')
  t.equal(parameters.values.length, 1, 'in one parameter')
})
