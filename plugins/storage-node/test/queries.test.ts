/** Stored queries on a local node: the pipeline language, and access to documents. */
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { NodeError } from '../../../core/stores/network/errors.ts'
import { commands, type NewQuery, type QueryRunPage } from '../../../core/stores/network/node.ts'
import { localNetwork } from '../../../core/stores/network/test/fixtures/local-network.ts'
import { collection } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'

t.test('stored queries', async t => {
  const queries = { milliseconds: 1_500, megabytes: 128 }
  const { nodes } = await localNetwork(t, { count: 1, bounds: { queries } })
  const [node] = nodes
  if (node === undefined) throw new Error('The network has a node')
  const [builder, stranger] = [createKeyPair(), createKeyPair()]
  const at = (from: KeyPair, command: string) => invocation({ from, to: node.did, command })
  for (const key of [builder, stranger]) {
    await node.registerBuilder(at(key, commands.builders.create), { did: key.did, name: 'a builder' })
  }
  const { uid: responses, schema } = collection('owned')
  const { uid: sites } = collection('standard')
  const create = at(builder, commands.collections.create)
  await node.createCollection(create, { _id: responses, type: 'owned', name: 'responses', schema })
  await node.createCollection(create, { _id: sites, type: 'standard', name: 'sites', schema })

  const owner = createKeyPair().did
  const write = (data: object[], rights: { read: boolean; execute: boolean }) =>
    node.createOwned(at(builder, commands.data.create), {
      owner,
      collection: responses,
      data: data.map(document => ({ _id: randomUUID(), ...document })),
      acl: { grantee: builder.did, write: false, ...rights },
    })
  await write(
    [
      { site: 'a', score: 4, answers: ['x', 'y'] },
      { site: 'a', score: 6, answers: ['x'] },
      { site: 'b', score: 9, answers: [] },
    ],
    { read: true, execute: true },
  )
  await write([{ site: 'a', score: 1_000 }], { read: true, execute: false })
  await node.createStandard(at(builder, commands.data.create), {
    collection: sites,
    data: [
      { _id: randomUUID(), code: 'a', name: 'North' },
      { _id: randomUUID(), code: 'b', name: 'South' },
    ],
  })

  async function store(pipeline: object[], variables: NewQuery['variables'] = {}): Promise<string> {
    const _id = randomUUID()
    await node?.createQuery(at(builder, commands.queries.create), {
      _id,
      name: 'a query',
      collection: responses,
      variables,
      pipeline: pipeline as NewQuery['pipeline'],
    })
    return _id
  }
  async function finished(run: string, pagination = {}): Promise<QueryRunPage> {
    for (;;) {
      const page = await node?.readRun(at(builder, commands.queries.read), run, pagination)
      if (page !== undefined && page.data.status !== 'running') return page
      await delay(50)
    }
  }
  async function run(pipeline: object[], variables: NewQuery['variables'] = {}, values = {}) {
    const token = at(builder, commands.queries.execute)
    const id = await node?.runQuery(token, { _id: await store(pipeline, variables), variables: values })
    return (await finished(id ?? '')).data
  }
  async function statusOf(attempt: Promise<unknown>): Promise<number | undefined> {
    const error: unknown = await attempt.catch(reason => reason)
    return error instanceof NodeError ? error.status : undefined
  }

  t.test('see the documents that the builder may execute on, and no others', async t => {
    const total = { $group: { _id: null, total: { $sum: '$score' } } }
    t.match(await run([total]), { status: 'complete', result: [{ total: 19 }] })
    t.match(await run([{ $match: { site: 'a' } }, { $match: { score: { $gt: 4 } } }, total]), {
      result: [{ total: 6 }],
    })
  })

  t.test('have the stages of an aggregation', async t => {
    const cases: [object[], unknown][] = [
      [[{ $match: { $expr: { $gt: ['$score', 5] } } }, { $count: 'n' }], [{ n: 2 }]],
      [
        [{ $sort: { score: -1 } }, { $skip: 1 }, { $limit: 1 }, { $project: { _id: 0, score: 1 } }],
        [{ score: 6 }],
      ],
      [
        [{ $unwind: '$answers' }, { $sortByCount: '$answers' }],
        [
          { _id: 'x', count: 2 },
          { _id: 'y', count: 1 },
        ],
      ],
      [
        [
          { $addFields: { double: { $multiply: ['$score', 2] } } },
          { $group: { _id: '$site', most: { $max: '$double' } } },
          { $sort: { _id: 1 } },
        ],
        [
          { _id: 'a', most: 12 },
          { _id: 'b', most: 18 },
        ],
      ],
      [
        [{ $bucket: { groupBy: '$score', boundaries: [0, 5, 10], output: { n: { $sum: 1 } } } }],
        [
          { _id: 0, n: 1 },
          { _id: 5, n: 2 },
        ],
      ],
      [
        [{ $facet: { all: [{ $count: 'n' }], high: [{ $match: { score: 9 } }, { $count: 'n' }] } }],
        [{ all: [{ n: 3 }], high: [{ n: 1 }] }],
      ],
      [
        [
          { $match: { site: 'b' } },
          { $lookup: { from: sites, localField: 'site', foreignField: 'code', as: 'place' } },
          { $project: { _id: 0, name: { $arrayElemAt: ['$place.name', 0] } } },
        ],
        [{ name: 'South' }],
      ],
    ]
    for (const [pipeline, result] of cases) t.match(await run(pipeline), { status: 'complete', result })
  })

  t.test('take plain values for their variables', async t => {
    const pipeline = [{ $match: { score: { $gte: 0 }, site: { $in: [] } } }, { $count: 'n' }]
    const variables = {
      least: { path: '$.pipeline[0].$match.score.$gte' },
      sites: { path: '$.pipeline[0].$match.site.$in', optional: true },
    }
    t.match(await run(pipeline, variables, { least: 5, sites: ['a', 'b'] }), { result: [{ n: 2 }] })
    const _id = await store(pipeline, variables)
    const token = at(builder, commands.queries.execute)
    const mismatch = ['DataValidationError', 'Query execution variables mismatch: ']
    const unsupported = ['DataValidationError', 'Unsupported value type', 'variable: least']
    for (const [values, errors] of [
      [{}, [...mismatch, 'missing=least']],
      [{ least: 1, more: 2 }, [...mismatch, 'unexpected=more']],
      [{ constructor: 1 }, [...mismatch, 'missing=least', 'unexpected=constructor']],
      [{ least: { $gt: '' } }, unsupported],
      [{ least: null }, unsupported],
      [{ least: [1, 'a'] }, unsupported],
    ] as const) {
      const id = await node.runQuery(token, { _id, variables: values })
      const { data, pagination } = await finished(id)
      t.match(data, { status: 'error', errors, result: undefined }, JSON.stringify(values))
      t.equal(pagination, undefined)
    }
    for (const path of ['pipeline', '$.pipeline[9].x', '$.pipeline[0].__proto__.x', '$.other']) {
      t.equal(await statusOf(store(pipeline, { least: { path } })), 400)
    }
  })

  t.test('refuse stages that write, and programs of any kind', async t => {
    for (const pipeline of [
      [{ $out: sites }],
      [{ $merge: { into: sites } }],
      [{ $match: {}, $limit: 1 }],
      [{ $match: { $where: 'true' } }],
      [{ $project: { x: { $function: { body: 'x', args: [], lang: 'js' } } } }],
      [{ $facet: { a: [{ $out: sites }] } }],
      [{ $lookup: { from: sites, as: 'x', pipeline: [{ $out: sites }] } }],
      [{ $match: { name: { $regex: '(a+)+$' } } }],
    ]) {
      t.equal(await statusOf(store(pipeline)), 400, JSON.stringify(pipeline))
    }
  })

  t.test('say why they fail', async t => {
    t.match(await run([{ $project: { x: { $divide: ['$site', 2] } } }]), {
      status: 'error',
      errors: ['DataValidationError'],
    })
    t.match(await run([{ $lookup: { from: randomUUID(), localField: 'a', foreignField: 'b', as: 'c' } }]), {
      status: 'error',
      errors: ['CollectionNotFoundError'],
    })
  })

  t.test('end when they cost too much, and nobody waits for them', async t => {
    const nested = (depth: number): object =>
      depth === 0 ? { $literal: 1 } : { $map: { input: { $range: [0, 3_000] }, in: nested(depth - 1) } }
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    const ends = await run([{ $project: { x: nested(4) } }])
    delays.disable()
    t.comment(`a pipeline without end: the loop waited ${Math.round(delays.max / 1e6)} ms at most`)
    t.match(ends, { status: 'error', errors: ['DataValidationError', /processor time|memory/] })
  })

  t.test('update lists by no pattern, and by no program', async t => {
    const [_id, token] = [randomUUID(), at(builder, commands.data.update)]
    const text = `${'a'.repeat(28)}!`
    await node.createStandard(at(builder, commands.data.create), {
      ...{ collection: sites, data: [{ _id, list: [text, 'b', 1, { code: 'x', size: 4 }] }] },
    })
    const update = (change: Record<string, unknown>) =>
      node.update(token, { collection: sites, filter: { _id }, update: change })
    for (const operand of [
      ...[{ $regex: '^(a+)+$' }, { $not: { $regex: '^(a+)+$' } }, { $elemMatch: { $regex: 'a' } }],
      ...[
        { code: { $regex: '^(a+)+$' } },
        { $or: [{ code: { $regex: 'a' } }] },
        { $where: 'true' },
        { $expr: true },
      ],
    ])
      t.equal(await statusOf(update({ $pull: { list: operand } })), 400, JSON.stringify(operand))
    t.match(await update({ $pull: { list: { code: 'x', size: { $gt: 3 } } } }), { modified: 1 })
    t.match(await update({ $pull: { list: { $in: ['b', 1] } } }), { modified: 1 })
    t.equal(await statusOf(update({ $set: { 'list.4294967000': 1 } })), 400, 'an index of four billion')
    const { data } = await node.find(at(builder, commands.data.read), { collection: sites, filter: { _id } })
    t.match(data, [{ list: [text] }])
  })

  t.test('page their results', async t => {
    const query = await store([{ $sort: { score: 1 } }, { $project: { _id: 0, score: 1 } }])
    const id = await node.runQuery(at(builder, commands.queries.execute), { _id: query, variables: {} })
    t.match(await finished(id, { limit: 1, offset: 1 }), {
      data: { result: [{ score: 6 }] },
      pagination: { total: 3, limit: 1, offset: 1 },
    })
  })

  t.test('run four at a time for one builder, also when twenty are started together', async t => {
    const _id = await store([{ $count: 'n' }])
    const token = at(builder, commands.queries.execute)
    const started = await Promise.allSettled(
      Array.from({ length: 20 }, () => node.runQuery(token, { _id, variables: {} })),
    )
    const runs = started.filter(each => each.status === 'fulfilled').map(({ value }) => value)
    t.ok(runs.length >= 4 && runs.length < 20, `${runs.length} of 20 ran`)
    for (const id of runs) t.match((await finished(id)).data, { status: 'complete', result: [{ n: 3 }] })
  })

  t.test('cost little for one document', async t => {
    const _id = await store([{ $match: { score: 9 } }, { $group: { _id: null, n: { $sum: '$score' } } }])
    const [token, read] = [at(builder, commands.queries.execute), at(builder, commands.queries.read)]
    const times = 50
    const [before, began] = [process.cpuUsage(), performance.now()]
    for (let at = 0; at < times; at += 1) {
      const id = await node.runQuery(token, { _id, variables: {} })
      for (;;) {
        const { data } = await node.readRun(read, id)
        if (data.status !== 'running') break
      }
    }
    const { user, system } = process.cpuUsage(before)
    const each = (milliseconds: number) => (milliseconds / times).toFixed(1)
    t.comment(
      `a warm query of one document: ${each((user + system) / 1000)} ms of processor time, ${each(performance.now() - began)} ms`,
    )
  })

  t.test('belong, with their runs, to one builder', async t => {
    const _id = await store([{ $count: 'n' }])
    const run = await node.runQuery(at(builder, commands.queries.execute), { _id, variables: {} })
    await finished(run)
    t.equal(await statusOf(node.readRun(at(stranger, commands.queries.read), run)), 404)
    t.equal(await statusOf(node.readQuery(at(stranger, commands.queries.read), _id)), 404)
    t.equal(
      await statusOf(node.runQuery(at(stranger, commands.queries.execute), { _id, variables: {} })),
      404,
    )
    t.equal(await statusOf(node.deleteQuery(at(stranger, commands.queries.delete), _id)), 404)
    const foreign = { _id: randomUUID(), name: 'theirs', collection: responses, variables: {}, pipeline: [] }
    t.equal(await statusOf(node.createQuery(at(stranger, commands.queries.create), foreign)), 404)
  })
})
