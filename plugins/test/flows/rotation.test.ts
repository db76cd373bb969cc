/**
 * Keys that are lost; and every key, and a storage node, that are replaced while people submit: by `npm run test:all`
 * for 25 seconds, or for `ANDIRON_ROTATION_SECONDS`.
 */
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import t, { type Test } from 'tap'
import { openServer } from '../../../core/backup/deployment.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { createDelegation, createInvocation, verifyEnvelope } from '../../../core/crypto/nuc.ts'
import { ManagedRing } from '../../../core/keys/key-ring.ts'
import { openKey } from '../../../core/keys/keys.ts'
import { choosePrimitives } from '../../../core/keys/native.ts'
import { KeyFollower } from '../../../core/stores/follow-keys.ts'
import { commands } from '../../../core/stores/network/node.ts'
import { type MoveProgress, nodeMoves } from '../../../core/stores/network/node-moves-table.ts'
import { orderMove, releaseNode } from '../../../core/stores/network/order-move.ts'
import { migrate, migrationsOf } from '../../../core/stores/sql/migrate.ts'
import { connectPostgres } from '../../../core/stores/sql/postgres.ts'
import {
  copyTemplate,
  networkServer,
  temporaryDirectory,
} from '../../../core/stores/sql/test/fixtures/server.ts'
import { long } from '../../../core/test/fixtures/rounds.ts'
import type { Environment } from '../../../schemas/environment.ts'
import { uids } from '../../../schemas/uids.ts'
import { serviceKeyAt, serviceKeysOf } from '../../../ui/sdk/index.ts'
import { serve } from '../../index.ts'
import { createNodeServer } from '../../storage-node/http/server.ts'
import { openLocalNode } from '../../storage-node/node/node-local.ts'
import { bearer, now, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { copyDeployment } from '../fixtures/deployment.ts'
import { mood, moodResponse, seed } from '../fixtures/responses.ts'

const { ANDIRON_ROTATION_SECONDS = '' } = process.env
const SECONDS = Number(ANDIRON_ROTATION_SECONDS || 25)
/** Submissions per second. */
const RATE = ANDIRON_ROTATION_SECONDS === '' ? 15 : 50
/** Seconds for which the old keys are accepted. */
const OVERLAP = 20

const optionsOf = (data: string) => ({
  ...{ port: 0, data, log: { level: 'silent' as const } },
  plugins: { operations: { requestsPerMinute: 1_000_000 } },
})

/** Four storage nodes behind HTTP, each with a key and a database of its own. */
async function startNodes(t: Test, data: string) {
  const server = await networkServer(t)
  const keys = new KeyFollower(pino({ level: 'silent' }))
  const primitives = await choosePrimitives()
  const nodes = []
  for (const number of [1, 2, 3, 4]) {
    const database = await server.open(`node_${number}`)
    await migrate(database, migrationsOf('node'))
    const directory = join(data, `n${number}`)
    await mkdir(directory)
    const ring = await ManagedRing.open(directory, 'node')
    await ring.keep()
    keys.add(ring)
    const node = openLocalNode({ database, key: ring, url: '', primitives })
    const listener = await createNodeServer(node, { requestsPerMinute: 1_000_000 })
    node.url = await listener.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => listener.close())
    nodes.push({ node, ring, directory })
  }
  const following = setInterval(() => void keys.follow(), 500)
  t.teardown(() => clearInterval(following))
  return nodes
}

/** The gateway's database, beside the gateway. */
async function databaseOf(t: Test, data: string) {
  const server = await openServer(undefined, join(data, 'postgres'))
  const databases = connectPostgres(server.address)
  t.teardown(async () => {
    await databases.close()
    await server.close()
  })
  return databases.open('andiron_gateway')
}
/** Replaces the key of a file, as `andiron keys rotate` does. */
async function rotate(directory: string, name: string, startIn: number): Promise<ManagedRing> {
  const ring = await ManagedRing.open(directory, name)
  const starts = now() + startIn
  await ring.rotate({ starts, ends: starts + OVERLAP })
  return ring
}
/** The status with which a node refuses; 0 if it does not. */
const statusOf = (attempt: Promise<unknown> | undefined): Promise<number> =>
  (attempt ?? Promise.reject(new Error('no node'))).then(
    () => 0,
    (error: { status?: number }) => error.status ?? -1,
  )

// Each of these is replaced alone in tests of key rings, of keys, and of nodes that move.
t.test('every key and a storage node are replaced while people submit', { skip: long }, async t => {
  const data = await temporaryDirectory(t)
  await copyTemplate(join(data, 'postgres'))
  const all = await startNodes(t, data)
  const [one, two, three, four] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0], (typeof all)[0]]
  const urls = [one, two, three].map(({ node }) => node.url)
  const running = await serve(
    { ...optionsOf(data), stores: { records: { nodes: urls } } },
    { fastify: { logger: false } },
  )
  t.teardown(() => running.close())
  const { app, url } = running
  const { gateway } = app
  const study = await registered(app)
  const { _id: form } = await published(app, study, mood)
  const early = createKeyPair()
  const old = await seed(app, study.applicationId, early, [
    moodResponse(form, 'before'),
    moodResponse(form, 'too'),
  ])
  const environmentOf = async () =>
    (await (await fetch(`${url}/.well-known/andiron.json`)).json()) as Environment
  const before = await environmentOf()
  const oldBuilder: KeyPair = gateway.builder.first
  const oldNode = two.node.did
  t.equal(before.builderDid, oldBuilder.did)

  const people = Array.from({ length: 40 }, () => createKeyPair())
  const outcomes = new Map<number, number>()
  const stored: string[] = []
  const refusals: string[] = []
  let sent = 0
  let [slowest, isOver] = [0, false]
  const submit = async (number: number) => {
    const person = people[number % people.length] as KeyPair
    const body = submissionOf(study.applicationId, moodResponse(form, `note ${number}`))
    const headers = { 'idempotency-key': `submission ${number}` }
    const begun = performance.now()
    for (let attempt = 0; attempt < 5; attempt++) {
      const answer = await sendRequest(
        app,
        'POST',
        '/api/submission',
        { ...bearer(person, ['write']), ...headers },
        body,
      )
      outcomes.set(answer.statusCode, (outcomes.get(answer.statusCode) ?? 0) + 1)
      slowest = Math.max(slowest, performance.now() - begun)
      if (answer.statusCode === 201)
        return void stored.push((answer.json() as { insertedUid: string }).insertedUid)
      if (answer.headers['retry-after'] === undefined) return void refusals.push(answer.body)
      await delay(Number(answer.headers['retry-after']) * 1000)
    }
    refusals.push(`given up: ${number}`)
  }
  const load = (async () => {
    const all: Promise<void>[] = []
    const begun = performance.now()
    while (!isOver) {
      // The machine of a test may not manage the rate: those of a second are under way at most.
      if (sent - stored.length - refusals.length < RATE) all.push(submit(sent++))
      await delay(Math.max(0, begun + (sent * 1000) / RATE - performance.now()))
    }
    await Promise.all(all)
  })()

  await delay(1000)
  const upload = await gateway.objects.sign({
    method: 'PUT',
    key: 'user-uploads/a/1-x',
    expiresIn: 60,
    contentType: 'application/octet-stream',
    size: 1,
  })
  const starts = 2
  const rotated = await Promise.all([
    rotate(data, 'builder', starts),
    rotate(two.directory, 'node', starts),
    rotate(data, 'objects', starts),
  ])
  const under = await ManagedRing.open(data, 'builder')
  const terms = { starts: under.keys.at(-1)?.starts ?? 0, ends: now() + 3600 }
  await t.rejects(under.rotate(terms), { code: 'AND_KEY_ROTATING' }, 'one rotation at a time')
  const database = await databaseOf(t, data)
  const consent = { service: oldBuilder.did, to: four.node.did, expiresAt: now() + 3600 }
  await orderMove(
    { database, builder: gateway.builder, prefixes: [gateway.config.did.prefix] },
    { urls, place: 3, to: four.node.url, release: releaseNode(three.ring, consent), erases: false },
  )
  while (gateway.builder.did === oldBuilder.did || two.node.did === oldNode) await delay(50)
  const during = await environmentOf()
  t.equal(during.builderDid, rotated[0].keys.at(-1)?.did, 'the new key is published')
  const pinned = { ...during, builderDid: before.builderDid }
  t.same(
    serviceKeysOf(pinned).map(({ did }) => did),
    [before.builderDid, during.builderDid],
    'and a client that knew the old one follows the chain',
  )
  t.throws(
    () => serviceKeysOf({ ...during, builderDid: createKeyPair().did }),
    { code: 'AND_BAD_KEY_CHAIN' },
    'which leads from no other key',
  )
  const put = await fetch(new URL(upload.url, url), {
    method: 'PUT',
    headers: upload.headers,
    body: new Uint8Array(1),
  })
  t.equal(put.status, 200, 'a URL that the old key signed is still accepted')
  t.not(two.node.did, oldNode, 'the node has a new key')

  const ends = (rotated[0].keys[0]?.ends ?? 0) * 1000
  await delay(Math.max(ends - Date.now(), SECONDS * 1000 - 1000 * (starts + 1)) + 500)
  const progressOf = async () => {
    const [move] = await nodeMoves(database)
    return JSON.parse(move?.progress ?? '{}') as MoveProgress
  }
  for (const deadline = Date.now() + 60_000; (await progressOf()).phase !== 'moved'; await delay(200))
    if (Date.now() > deadline) throw new Error(`not moved: ${JSON.stringify(await progressOf())}`)
  isOver = true
  await load

  const { node } = one
  const { fenced, of: rows } = await progressOf()
  const late = [...outcomes].reduce((sum, [status, count]) => (status === 201 ? sum : sum + count), 0)
  t.comment(
    [
      ...[`${sent} sent`, `${stored.length} acknowledged`, `${late} refused with Retry-After and repeated`],
      ...[`${sent - stored.length - refusals.length} lost`, `slowest ${Math.round(slowest)} ms`],
      `the node of ${rows} rows replaced, changes waited ${Math.round(fenced ?? 0)} ms for it`,
    ].join(', '),
  )
  t.same(refusals, [], 'nothing was refused but by a stated retry')
  t.equal(stored.length, sent, 'nothing was lost')
  t.equal(new Set(stored).size, sent)

  const tokenOf = (issuer: KeyPair, audience: string, command: string, more: object = {}) =>
    createInvocation({ issuer, audience, subject: issuer.did, command, expiresAt: now() + 60, ...more })
  t.same(
    ((await environmentOf()).nodes ?? []).map(({ url }) => url),
    [one, two, four].map(({ node }) => node.url),
    'the new node is in the place of the old one',
  )
  t.equal(
    await statusOf(
      three.node.find(tokenOf(gateway.builder, three.node.did, commands.data.read), {
        ...{ collection: uids.QuestionnaireResponse, filter: {} },
      }),
    ),
    503,
    'which serves nobody any more',
  )
  for (const { node: each } of [one, two, four]) {
    const find = {
      collection: uids.QuestionnaireResponse,
      filter: {},
      attested: true,
      pagination: { limit: 1 },
    }
    const { pagination } = await each.find(tokenOf(gateway.builder, each.did, commands.data.read), find)
    t.equal(pagination.total, sent + old.length, 'every record is on every node, once, and verifies')
    t.equal(
      await statusOf(each.find(tokenOf(oldBuilder, each.did, commands.data.read), find)),
      401,
      'the old key is refused',
    )
  }
  const stale = tokenOf(gateway.builder, oldNode ?? '', commands.data.read)
  const find = { collection: uids.QuestionnaireResponse, filter: {} }
  t.equal(await statusOf(two.node.find(stale, find)), 401, 'and so is a token for the old key of a node')
  const answer = await sendRequest(
    app,
    'GET',
    `/api/questionnaire/${form}/responses?_count=200`,
    bearer(study.keyPair, [`read:questionnaire[${form}]`]),
  )
  t.equal(answer.statusCode, 200)
  for (const uid of old) {
    const record = await gateway.records.read(uids.QuestionnaireResponse, uid)
    if (record === undefined) throw new Error('an old record is gone')
    t.ok(gateway.isAttested(uids.QuestionnaireResponse, record), 'an old record still verifies')
    t.ok(serviceKeyAt(during, oldBuilder.did, Date.parse(record._created)), 'with a key that had not ended')
  }
  t.notOk(serviceKeyAt(during, oldBuilder.did, Date.now()), 'which attests nothing new')
  t.equal(
    (await fetch(`${url}/api/questionnaire/${form}`)).status,
    200,
    'the seals of the old key still count',
  )

  const asks = { ...bearer(early, ['write']), 'content-type': 'application/json' }
  const delegated = await sendRequest(app, 'POST', '/api/auth/delegate', asks, { audienceDid: early.did })
  t.equal(delegated.statusCode, 200, delegated.body)
  const { delegation } = delegated.json() as { delegation: { token: string; issuer: string } }
  t.equal(delegation.issuer, during.builderDid)
  const write = (proof: string, subject: string) => {
    const token = tokenOf(early, node.did, commands.data.create, { subject, proof })
    verifyEnvelope(token, { audience: node.did, now: now() })
    return node.createOwned(token, {
      ...{ collection: uids.DocumentReference, owner: early.did, data: [{ _id: crypto.randomUUID() }] },
      acl: { grantee: subject, read: true, write: false, execute: true },
    })
  }
  const forged = createDelegation({
    ...{ issuer: oldBuilder, audience: early.did, subject: oldBuilder.did },
    ...{ command: commands.data.create, expiresAt: now() + 3600 },
  })
  t.equal(await statusOf(write(forged, oldBuilder.did)), 401, 'a delegation of the old key is refused')
  t.equal(
    await statusOf(write(delegation.token, during.builderDid)),
    400,
    'one of the new key reaches the schema',
  )
})

t.test('a lost key is named, and no start makes another beside the data', async t => {
  const data = await temporaryDirectory(t)
  await copyDeployment(data)
  await rotate(data, 'builder', 1)
  const start = () => serve(optionsOf(data), { fastify: { logger: false } })
  const cases = [
    ['builder.key', 'builder', data, 'AND_KEY_CHAIN'],
    ['node-3.key', 'node', join(data, 'nodes'), 'AND_KEY_FOREIGN'],
  ] as const
  for (const [file, name, directory, code] of cases) {
    const path = join(directory, file)
    await rename(path, `${path}.lost`)
    const isNamed = new RegExp(
      `^The ${name} key is missing: there is no '${path}'.*Restore ${path} from a backup`,
    )
    await t.rejects(start(), { code: 'AND_KEY_MISSING', message: isNamed })
    t.notOk((await readdir(directory)).includes(file), 'no key was made')
    const other = await openKey(directory, file.slice(0, -'.key'.length))
    await other.keep()
    await t.rejects(start(), { code }, 'another key is refused')
    await rename(`${path}.lost`, path)
  }
  const successor = join(data, 'builder.2.key')
  await rename(successor, `${successor}.lost`)
  await t.rejects(start(), { code: 'AND_KEY_MISSING', message: /builder\.2\.key/ })
  await rename(`${successor}.lost`, successor)
  const statement = join(data, 'builder.3.jws')
  await writeFile(statement, 'a.b.c')
  await t.rejects(start(), { code: 'AND_KEY_CHAIN' }, 'a statement that does not verify is refused')
})
