/** The state of a gateway for its operator: behind a key, and without people. */
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import * as everyError from '../../../core/errors.ts'
import { type PeerMessage, Peers } from '../../../core/peers.ts'
import * as sandbox from '../../../core/sandbox/errors.ts'
import * as stores from '../../../core/stores/errors.ts'
import * as network from '../../../core/stores/network/errors.ts'
import * as sql from '../../../core/stores/sql/errors.ts'
import { Telemetry } from '../../../core/telemetry/telemetry.ts'
import type { OperatorStatus } from '../../../schemas/operator-status.ts'
import { uids } from '../../../schemas/uids.ts'
import * as pages from '../../pages/errors.ts'
import { gateway, person, submit } from '../../testing/index.ts'
import { figuresOfAll } from '../figures.ts'
import { findingsIn } from '../findings.ts'
import { History } from '../history.ts'
import { REMEDIES } from '../remedies.ts'

const KEY = 'a-synthetic-key-of-an-operator-0123456789'
const STATUS = '/api/operator/status'
const withKey = (key: string) => ({ url: STATUS, headers: { authorization: `Bearer ${key}` } })

t.test('without a key the page is off', async t => {
  const app = await gateway(t)
  t.equal((await app.inject(withKey(KEY))).statusCode, 404)
  t.equal((await app.inject('/operator')).statusCode, 404)
})

t.test('with a key', async t => {
  const app = await gateway(t, { config: { plugins: { operations: { operatorKey: KEY } } } })
  const anna = person()
  const canary = 'a-synthetic-canary'
  await submit(app, anna, { schemaId: uids.Observation, submission: { [canary]: canary } })
  await app.inject(`/api/application/${canary}`)

  await t.test('the state has errors by code, with the sentence of the row and a remedy', async t => {
    const response = await app.inject(withKey(KEY))
    t.equal(response.statusCode, 200, response.body)
    t.equal(response.headers['cache-control'], 'no-store')
    const status = response.json() as OperatorStatus
    t.match(status, { ready: true, draining: false, nodes: [], findings: [] })
    t.equal(status.minutes.length, 60)
    t.equal(status.minutes.at(-1)?.refused, 1)
    const unknown = status.refused.find(({ code }) => code === 'AND_UNKNOWN_APPLICATION')
    t.match(unknown, { status: 404, count: 1, sentence: /…/ })
    t.ok(status.plugins.some(({ name }) => name === 'operations'))

    await t.test('and names no person, no value and no key', async t => {
      for (const secret of [anna.did, canary, KEY]) t.notOk(response.body.includes(secret), secret)
    })
  })

  await t.test('no other key opens it, and none in the URL', async t => {
    const strange = [
      ...[
        '',
        'x',
        KEY.slice(0, -1),
        `${KEY}x`,
        KEY.toUpperCase(),
        '__proto__',
        'constructor',
        'a'.repeat(8_000),
      ],
    ]
    const answers = []
    for (const [at, key] of strange.entries())
      answers.push(await app.inject({ ...withKey(key), remoteAddress: `198.51.100.${at}` }))
    t.same(
      answers.map(({ statusCode }) => statusCode),
      strange.map(() => 401),
    )
    t.equal((await app.inject(`${STATUS}?key=${KEY}&access_token=${KEY}`)).statusCode, 401)
    t.equal((await app.inject({ url: STATUS, headers: { authorization: `Basic ${KEY}` } })).statusCode, 401)
    t.equal((await app.inject({ url: STATUS, headers: anna.bearer(['read', 'write']) })).statusCode, 401)
  })

  await t.test('a person’s token opens nothing with it, and it opens nothing of a person', async t => {
    const headers = { authorization: `Bearer ${KEY}` }
    for (const url of ['/api/profile/export', '/fhir/Observation', '/api/profile/audit'])
      t.not((await app.inject({ url, headers })).statusCode, 200, url)
  })

  await t.test(
    'an address may guess ten times a minute, and is then refused; the right key still opens',
    async t => {
      const remoteAddress = '203.0.113.9'
      const guess = () => app.inject({ ...withKey('wrong'), remoteAddress })
      const answers = await Promise.all(Array.from({ length: 20 }, guess))
      const codes = answers.map(({ statusCode }) => statusCode)
      t.equal(codes.filter(code => code === 401).length, 10)
      t.equal(codes.filter(code => code === 429).length, 10)
      t.equal((await app.inject({ ...withKey(KEY), remoteAddress })).statusCode, 200)
    },
  )
})

t.test('the key may be in a file that only its owner reads', async t => {
  const operatorKeyFile = join(t.testdir({}), 'operator.key')
  const start = (options: object) => gateway(t, { config: { plugins: { operations: options } } })
  const refused = { code: 'AND_OPERATOR_KEY_UNUSABLE' }
  await t.rejects(start({ operatorKeyFile }), { ...refused, message: /does not exist/ })
  await writeFile(operatorKeyFile, `${KEY}\n`, { mode: 0o644 })
  await t.rejects(start({ operatorKeyFile }), { ...refused, message: /chmod 600/ })
  await chmod(operatorKeyFile, 0o600)
  await t.rejects(start({ operatorKeyFile, operatorKey: KEY }), { ...refused, message: /both/ })
  const app = await start({ operatorKeyFile })
  t.equal((await app.inject(withKey(KEY))).statusCode, 200)
  await writeFile(operatorKeyFile, 'short')
  await t.rejects(start({ operatorKeyFile }), { ...refused, message: /fewer than 32/ })
  const error = await start({ operatorKey: 'a-secret' }).catch((error: Error) => error)
  t.match((error as Error).message, /operatorKey/)
  t.notMatch((error as Error).message, /a-secret/)
})

t.test('every remedy belongs to an error', async t => {
  const rows = [everyError, stores, network, sandbox, sql, pages].flatMap(table => Object.values(table))
  const codes = new Set(
    rows.flatMap(Row => {
      try {
        return [new (Row as new () => { code?: string })().code]
      } catch {
        return []
      }
    }),
  )
  t.same(
    Object.keys(REMEDIES).filter(code => !codes.has(code)),
    [],
  )
})

t.test('the history is an hour long and bounded', async t => {
  const telemetry = new Telemetry()
  let now = 0
  const history = new History(telemetry, () => now)
  for (let at = 0; at < 5_000; at++) {
    now = at * 30_000
    telemetry.emit('submission', { outcome: 'stored', milliseconds: 1 })
    telemetry.emit('refusal', { code: `A_${at}`, status: 400, sentence: 'x' })
    telemetry.emit('nodeCall', { node: 1, operation: 'find', outcome: 'ok', milliseconds: at % 10 })
  }
  t.equal(
    history.minutes.reduce((sum, { stored }) => sum + stored, 0),
    120,
  )
  t.ok(history.refused.length <= 201)
  t.match(history.refused[0], { code: 'other', count: 120 })
  t.equal(history.timesOf(1)?.minutes.length, 60)
  t.match(history.timesOf(1), { median: 4, slow: 9 })
  t.equal(history.timesOf(2), undefined)

  telemetry.on('submission', () => {
    throw new Error('A synthetic failure')
  })
  t.doesNotThrow(() => telemetry.emit('submission', { outcome: 'stored', milliseconds: 1 }))
  history.close()
  telemetry.emit('submission', { outcome: 'failed', milliseconds: 1 })
  t.equal(history.minutes.at(-1)?.failed, 0)
})

t.test('problems have a remedy', async t => {
  const findings = findingsIn({
    ...{ draining: true, dependencies: [{ name: 'node https://n1.example', ready: false }] },
    ...{
      journal: { records: 3, parked: 1, oldest: 1_200 },
      sandbox: { threads: 2, running: 2, waiting: 1 },
    },
    jobs: [{ kind: 'fhir-bulk/export', state: 'lost', count: 1 }],
    pools: [{ database: 'node_1', used: 8, idle: 0, waiting: 4, most: 8 }],
    ...{ loop: 400, rejected: 1 },
  })
  t.same(
    findings.map(({ what }) => /^\w+/.exec(what)?.[0]),
    ['gateway', 'node', 'journal', 'jobs', 'database', 'sandbox', 'event', 'records'],
  )
  t.ok(findings.every(({ mend }) => mend.endsWith('.')))
})

t.test(
  'each of several workers has the figures of all, without one that does not know the question',
  async t => {
    const workers: Peers[] = []
    const others = (own: number) => [1, 2, 3].filter(each => each !== own)
    const deliver = (from: number) => (message: PeerMessage) => {
      for (const to of message.to === undefined ? others(from) : [message.to])
        void workers[to - 1]?.receive({ ...JSON.parse(JSON.stringify(message)), from })
    }
    for (const own of [1, 2, 3]) workers.push(new Peers(own, () => others(own), deliver(own)))
    let now = Date.parse('2026-11-24T10:00:30Z')
    const histories: History[] = []
    const readers = workers.slice(0, 2).map((peers, at) => {
      const telemetry = new Telemetry()
      const history = new History(telemetry, () => now)
      histories.push(history)
      t.teardown(() => history.close())
      for (let many = 0; many <= at; many++) {
        telemetry.emit('submission', { outcome: 'stored', milliseconds: 1 })
        telemetry.emit('refusal', { code: 'AND_BOTH', status: 400, sentence: 'x' })
        telemetry.emit('nodeCall', { node: 1, operation: 'find', outcome: 'ok', milliseconds: 10 + 90 * at })
      }
      telemetry.emit('refusal', { code: `AND_ONLY_${at}`, status: 400, sentence: 'x' })
      now += 1
      return figuresOfAll({ peers }, () => ({
        ...{ started: 100 + at, loop: 5 - at, memory: 10, rejected: at },
        pools: [{ database: 'gateway', used: 1, idle: at, waiting: at, most: 4 }],
        caches: at === 0 ? [] : [{ name: 'value-sets', hits: 3, misses: 1 }],
        sandbox: { threads: 2, running: at, waiting: 0 },
        ...{ minutes: history.minutes, refused: history.refused, nodes: history.calls },
      }))
    })
    // As one without the plugin.
    workers[2]?.on('metrics', () => '')
    for (const read of readers) {
      const all = await read()
      t.match(all, { started: 100, loop: 5, memory: 20, rejected: 1 })
      t.same(all.pools, [{ database: 'gateway', used: 2, idle: 1, waiting: 1, most: 8 }])
      t.same(all.caches, [{ name: 'value-sets', hits: 3, misses: 1 }])
      t.same(all.sandbox, { threads: 4, running: 1, waiting: 0 })
      t.equal(
        all.minutes.reduce((sum, { stored }) => sum + stored, 0),
        3,
      )
      const counts = Object.fromEntries(all.refused.map(({ code, count }) => [code, count]))
      t.same(counts, { AND_BOTH: 3, AND_ONLY_0: 1, AND_ONLY_1: 1 })
      t.match(histories[0]?.timesOf(1, all.nodes), { median: 100, slow: 100 })
      t.equal(histories[0]?.timesOf(1, all.nodes)?.minutes.at(-1), 70)
    }
  },
)
