/** Backups under load, and what is there after everything was wiped and restored. */
import assert from 'node:assert/strict'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { backUp, takeTogether } from '../../../core/backup/backup.ts'
import { gatewayDeployment, nodeDeployment } from '../../../core/backup/deployment.ts'
import { drill } from '../../../core/backup/drill.ts'
import { openSnapshot, type Snapshot } from '../../../core/backup/dump.ts'
import type { Files } from '../../../core/backup/files.ts'
import { filesIn } from '../../../core/backup/files-disk.ts'
import { lastBackup } from '../../../core/backup/last-backup.ts'
import { openPlace } from '../../../core/backup/place.ts'
import { Repository } from '../../../core/backup/repository.ts'
import { planRestore, restore } from '../../../core/backup/restore.ts'
import { findPoint, verify } from '../../../core/backup/verify.ts'
import { checkConfig } from '../../../core/config/config.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { keyFromHex } from '../../../core/keys/keys.ts'
import type { Database } from '../../../core/stores/sql/database.ts'
import { startEmbeddedPostgres, visitEmbeddedPostgres } from '../../../core/stores/sql/embedded.ts'
import { documentsTable, partition, partitionsOf } from '../../../core/stores/sql/partition.ts'
import { configOf, connectPostgres } from '../../../core/stores/sql/postgres.ts'
import { debianPostgres } from '../../../core/stores/sql/test/fixtures/debian.ts'
import { memoryLog, temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { startRadosgw } from '../../../core/stores/test/fixtures/radosgw.ts'
import { BUILDER_KEY } from '../../../core/test/fixtures/memory.ts'
import { missing } from '../../../core/test/fixtures/programs.ts'
import { uids } from '../../../schemas/uids.ts'
import { createGateway } from '../../index.ts'
import { bearer, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { copyDeployment } from '../fixtures/deployment.ts'
import { keep } from '../fixtures/files.ts'
import { mood, moodResponse } from '../fixtures/responses.ts'

const SECRET = 'a synthetic secret of a test'
/** Cheap: the secret of a test needs no expensive derivation. */
const cost = { N: 2 ** 10, r: 8, p: 1 }

const root = await temporaryDirectory(t)
const data = join(root, 'data')
await mkdir(data)
await copyDeployment(data)
const input = { data, log: { level: 'silent' as const } }
const deployment = gatewayDeployment(checkConfig(input), data, '0.0.0')

const open = (place = join(root, 'backups'), creates = true) =>
  Repository.open(filesIn(place), SECRET, { creates, cost })

async function start(): Promise<FastifyInstance> {
  const app = await createGateway(input, { fastify: { logger: false } })
  t.teardown(() => app.close())
  await app.ready()
  return app
}

/** Runs work on the databases of a stopped gateway: its own, and those of the three nodes. */
async function onDatabases<T>(work: (databases: readonly Database[]) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ directory: join(data, 'postgres'), log: memoryLog() })
  try {
    const names = ['andiron_gateway', 'node_1', 'node_2', 'node_3']
    return await work(await Promise.all(names.map(name => server.open(name))))
  } finally {
    await server.close()
  }
}

const idsOn = async (node: Database | undefined): Promise<Set<string>> => {
  const rows = (await node?.query<{ id: string }>('SELECT id FROM documents')) ?? []
  return new Set(rows.map(({ id }) => id))
}

interface Acknowledged {
  readonly id: string
  readonly at: number
}

/** People who submit again and again until they are stopped. */
function load(app: FastifyInstance, applicationId: string, form: string) {
  const acknowledged: Acknowledged[] = []
  let isOver = false
  const person = async (who: KeyPair) => {
    for (let number = 0; !isOver; number++) {
      const body = submissionOf(applicationId, moodResponse(form, `synthetic ${number}`))
      const answer = await sendRequest(app, 'POST', '/api/submission', bearer(who, ['write']), body)
      if (answer.statusCode !== 201) throw new Error(answer.body)
      acknowledged.push({ id: answer.json().insertedUid, at: Date.now() })
      // The processors are for the backup.
      await delay(50)
    }
  }
  const people = Promise.all(Array.from({ length: 4 }, () => person(createKeyPair())))
  return {
    acknowledged,
    async stop() {
      isOver = true
      await people
      return acknowledged
    },
  }
}

/**
 * Beside the running gateway: a write that reached one node of three and has its entry in the journal, from two weeks
 * ago.
 */
async function leftUnfinished(): Promise<string> {
  const visit = await visitEmbeddedPostgres({ directory: join(data, 'postgres'), log: memoryLog() })
  const server = connectPostgres(visit.address)
  const [gateway, node] = [await server.open('andiron_gateway'), await server.open('node_1')]
  const [id, write] = [crypto.randomUUID(), crypto.randomUUID()]
  await gateway.query(
    `INSERT INTO writes (collection, id, operation, write, writer, parked, expires)
     VALUES ($1, $2, 'create', $3, $3, TRUE, now() + interval '1 hour')`,
    [uids.QuestionnaireResponse, id, write],
  )
  await node.query(
    `INSERT INTO documents (collection, id, owner, writer, write, acl, body, version, created, updated)
     SELECT collection, $2, owner, writer, $3, acl, body, version, created - interval '14 days', updated FROM documents
     WHERE collection = $1 LIMIT 1`,
    [uids.QuestionnaireResponse, id, write],
  )
  // And a client of a person that has reached one node of three, directly.
  await node.query(
    `INSERT INTO documents (collection, id, owner, writer, write, acl, body, version, created, updated)
     SELECT collection, gen_random_uuid(), owner, owner, $2, acl, body, version, now(), updated FROM documents
     WHERE collection = $1 LIMIT 1`,
    [uids.QuestionnaireResponse, crypto.randomUUID()],
  )
  await server.close()
  await visit.close()
  return id
}

/** Beside the running gateway. */
async function divide(name: string): Promise<void> {
  const visit = await visitEmbeddedPostgres({ directory: join(data, 'postgres'), log: memoryLog() })
  const server = connectPostgres(visit.address)
  await partition(await server.open(name), documentsTable, 4)
  await server.close()
  await visit.close()
}

const app = await start()
const study = await registered(app)
const form = await published(app, study, mood)
const alice = createKeyPair()
const file = await keep(app, alice, Buffer.from('synthetic content'))

t.test(
  'snapshots that are taken seconds apart show the same writes, but for those in the journal',
  async t => {
    const visit = await visitEmbeddedPostgres({ directory: join(data, 'postgres'), log: memoryLog() })
    const names = ['andiron_gateway', 'node_1', 'node_2']
    const snapshots = await Promise.all(names.map(name => openSnapshot(configOf(visit.address, name), name)))
    const [gateway, one, two] = snapshots
    assert(gateway && one && two)
    const late = { ...two, take: () => delay(1_000).then(two.take) }
    const people = load(app, study.applicationId, form._id)
    while (people.acknowledged.length < 10) await delay(20)
    const { held } = await takeTogether([gateway, one, late], configOf(visit.address, 'andiron_gateway'))
    t.ok(held >= 900, `${held} ms apart`)
    const before = people.acknowledged.length
    while (people.acknowledged.length < before + 10) await delay(20)
    await people.stop()

    const idsIn = async ({ client }: Snapshot, table: string) => {
      const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${table}`)
      return new Set(rows.map(({ id }) => id))
    }
    const [open, first, second] = await Promise.all([
      idsIn(gateway, 'writes'),
      idsIn(one, 'documents'),
      idsIn(two, 'documents'),
    ])
    const half = [...first, ...second].filter(id => !(first.has(id) && second.has(id)))
    t.same(
      half.filter(id => !open.has(id)),
      [],
      `${half.length} records on one of them, ${open.size} in the journal`,
    )
    for (const snapshot of snapshots) await snapshot.close()
    await visit.close()
  },
)

t.test(
  'a backup under load, a wipe, a restore: everything acknowledged before is there, nothing half',
  async t => {
    const people = load(app, study.applicationId, form._id)
    while (people.acknowledged.length < 25) await delay(20)
    await divide('node_2')
    const first = await open()
    const { point: earlier, stored: atFirst } = await backUp(deployment, app.gateway.builder.did, first)
    t.equal(atFirst.reused, 0)
    while (people.acknowledged.length < 60) await delay(20)
    const later = await keep(app, alice, Buffer.from('more synthetic content'))
    const unfinished = await leftUnfinished()
    const dividing = divide('node_3')
    const { point, held } = await backUp(deployment, app.gateway.builder.did, await open())
    await dividing
    const acknowledged = await people.stop()
    const promised = acknowledged.filter(({ at }) => at < Date.parse(point.at))
    t.ok(promised.length > 50, `${promised.length} acknowledged before the point`)
    t.ok(acknowledged.length > promised.length, 'and others after it')
    t.ok(Date.parse(point.at) > Date.parse(earlier.at))
    t.comment(`writes waited ${held.toFixed(1)} ms`)
    t.equal(await lastBackup(data), point.at)
    await app.close()

    const repository = await open(undefined, false)
    t.match(await verify(repository, await findPoint(repository)), { objects: 3 })
    await rm(data, { recursive: true })
    const plan = await planRestore(deployment, await findPoint(repository), undefined)
    t.match(plan.lines.join('\n'), /node-3: \d+ rows in \d+ tables.*files: 3, .*keys: builder\.key/s)
    t.same(await restore(plan, repository, []), { removed: 1, kept: [], closed: [] })
    t.same((await readdir(data)).sort(), ['builder.key', 'nodes', 'objects', 'objects.key', 'postgres'])

    const again = await start()
    t.equal(again.gateway.builder.did, app.gateway.builder.did)
    for (const { id } of promised.slice(-5)) {
      const record = await again.gateway.records.read(uids.QuestionnaireResponse, id)
      t.match(record, { resourceType: 'QuestionnaireResponse', status: 'completed' })
    }
    for (const { binaryId, key } of [file, later]) {
      const binary = await again.gateway.records.read(uids.Binary, binaryId)
      t.match(binary?.['encryption_key'], /AES-GCM/, 'its secret joins from all nodes')
      t.ok(await again.gateway.objects.sizeOf(key))
    }
    const answer = await sendRequest(
      again,
      'POST',
      '/api/submission',
      bearer(createKeyPair(), ['write']),
      submissionOf(study.applicationId, moodResponse(form._id, 'after the restore')),
    )
    t.equal(answer.statusCode, 201, 'and people go on')
    await again.close()

    await onDatabases(async ([gateway, ...nodes]) => {
      t.same(await gateway?.query('SELECT * FROM writes'), [], 'no write is open')
      const [one, two, three] = await Promise.all(nodes.map(idsOn))
      assert(one && two && three && nodes[1])
      t.equal(await partitionsOf(nodes[1], documentsTable), 4)
      t.notOk(one.has(unfinished), 'a write that was under way is undone, however old it is')
      t.same(two, one)
      t.same(three, one)
      t.same(
        promised.filter(({ id }) => !one.has(id)),
        [],
        'none is missing',
      )
    })
  },
)

/** A place whose process dies at its nth change. */
function dyingAt(files: Files, last: number): Files {
  let count = 0
  const step = () => {
    count += 1
    if (count > last) throw new Error('killed')
  }
  return {
    ...files,
    async write(...given) {
      step()
      return files.write(...given)
    },
    async flush() {
      step()
      return files.flush()
    },
  }
}

t.test(
  'a backup that dies at any step leaves none that looks whole, and the next one uses its pieces',
  async t => {
    const running = await start()
    const { did } = running.gateway.builder
    const place = join(root, 'dying')
    const opened = (steps: number) =>
      Repository.open(dyingAt(filesIn(place), steps), SECRET, { creates: true, cost })
    let steps = 0
    let done: string | undefined
    // One that dies after its last write, before it is flushed, is whole.
    let whole: readonly string[] = []
    for (; done === undefined; steps += 6) {
      const outcome = await opened(steps)
        .then(repository => backUp(deployment, did, repository))
        .catch((error: Error) => error.message)
      if (typeof outcome === 'string') {
        t.match(outcome, 'killed')
        const repository = await open(place, true)
        whole = await repository.points()
        t.ok(whole.length <= 1, `after ${steps} steps`)
        for (const name of whole) await verify(repository, await findPoint(repository, name))
      } else {
        done = outcome.name
        t.ok(outcome.stored.reused > outcome.stored.pieces, 'what the others left is used')
      }
    }
    t.ok(steps > 20, `${steps} steps`)
    const repository = await open(place, false)
    t.same(await repository.points(), [...whole, done])
    await verify(repository, await findPoint(repository, done?.slice(0, 10)))
    await t.rejects(findPoint(repository, '1999'), { code: 'AND_BACKUP_POINT_UNKNOWN' })

    const stranger = createKeyPair().did
    await t.rejects(backUp(deployment, stranger, repository), { code: 'AND_NOTHING_TO_BACK_UP' })
    await running.close()
  },
)

t.test('a restore replaces nothing, and fits the config or refuses', async t => {
  const repository = await open(undefined, false)
  const point = await findPoint(repository)
  const at = (directory: string, changes: object = {}) =>
    gatewayDeployment(checkConfig({ ...input, ...changes }), directory, '0.0.0')
  await t.rejects(planRestore(deployment, point, undefined), {
    code: 'AND_RESTORE_NOT_EMPTY',
    message: /'postgres'.*'builder\.key'|'builder\.key'.*'postgres'/,
  })
  const elsewhere = await temporaryDirectory(t)
  const cases: [object, RegExp][] = [
    [{ stores: { records: { nodes: 2 } } }, /it holds gateway, node-1, node-2, node-3, and the config has/],
    [{ stores: { records: { nodes: ['https://n1.example'] } } }, /and the config has gateway/],
    [{ stores: { objects: { driver: 's3', bucket: 'b' } } }, /driver 'disk', and stores\.objects has 's3'/],
  ]
  for (const [changes, message] of cases)
    await t.rejects(planRestore(at(elsewhere, changes), point, undefined), {
      code: 'AND_RESTORE_MISMATCH',
      message,
    })
  await t.rejects(planRestore(at(elsewhere), point, createKeyPair().did), { code: 'AND_RESTORE_MISMATCH' })
  await t.rejects(planRestore(nodeDeployment(elsewhere, undefined, '0.0.0'), point, undefined), {
    code: 'AND_RESTORE_MISMATCH',
  })
  t.same(await readdir(elsewhere), [], 'nothing was made')

  // A piece of the last part is gone: the restore ends, and leaves nothing that a gateway would read.
  const piece = point.parts.at(-1)?.tables.find(({ name }) => name === 'documents')?.pieces[0] ?? ''
  const file = join(root, 'backups', 'pieces', piece.slice(0, 2), piece.slice(2))
  await rename(file, `${file}.away`)
  const plan = await planRestore(at(elsewhere), point, undefined)
  await t.rejects(restore(plan, repository, []), { code: 'AND_BACKUP_DAMAGED' })
  t.same(await readdir(elsewhere), ['.restoring'])
  await t.rejects(planRestore(at(elsewhere), point, undefined), {
    code: 'AND_RESTORE_NOT_EMPTY',
    message: /interrupted/,
  })
  await rename(`${file}.away`, file)
})

t.test(
  'the same with a PostgreSQL of its own, and objects and backups in S3',
  { skip: missing('postgres') || missing('ceph') },
  async t => {
    const [url, bucket] = [await debianPostgres(t), await startRadosgw(t)]
    const directory = await temporaryDirectory(t)
    const config = {
      ...{ data: directory, builderKey: BUILDER_KEY, log: { level: 'silent' as const } },
      stores: { database: { driver: 'postgres' as const, url }, objects: bucket, records: { nodes: 2 } },
    }
    const external = gatewayDeployment(checkConfig(config), directory, '0.0.0')
    const place = () =>
      openPlace(
        `s3://${bucket.bucket}/backups`,
        { data: directory, keyFile: '/nowhere' },
        checkConfig(config).stores.objects,
      )
    const opened = async () => Repository.open(await place(), SECRET, { creates: true, cost })
    const serving = async (given = config) => {
      const app = await createGateway(given, { fastify: { logger: false } })
      await app.ready()
      return app
    }
    const gateway = await serving()
    const { did } = gateway.gateway.builder
    const kept = await keep(gateway, alice, Buffer.from('synthetic content'))
    const first = await backUp(external, did, await opened())
    t.match(first.point.objects, { driver: 's3', count: 2 })
    t.match(first.point.notes, [/keep it yourself/])
    const again = await backUp(external, did, await opened())
    t.ok(again.stored.reused >= first.stored.pieces - 5, `${again.stored.pieces} new pieces`)
    const drilled = await drill(external, again.point, await opened(), {
      key: keyFromHex(BUILDER_KEY),
      within: url,
    })
    t.match(drilled, { ok: true, parts: [{}, { part: 'node-1' }, {}, { part: 'files', same: 2 }] })
    const visitor = connectPostgres(url)
    const left = await (await visitor.open('postgres')).query(
      "SELECT datname FROM pg_database WHERE datname LIKE 'andiron_drill_%'",
    )
    t.same(left, [], 'the databases of the drill are erased')
    await visitor.close()
    const fresh = { ...config, data: await temporaryDirectory(t) }
    const target = gatewayDeployment(checkConfig(fresh), fresh.data, '0.0.0')
    await t.rejects(planRestore(target, first.point, did), {
      code: 'AND_RESTORE_NOT_EMPTY',
      message: /the database 'andiron_gateway' has tables/,
    })
    await gateway.gateway.objects.delete(kept.key)
    await gateway.close()

    const operator = connectPostgres(url)
    const main = await operator.open('postgres')
    for (const { database } of external.parts) await main.query(`DROP DATABASE ${database}`)
    await operator.close()
    const repository = await opened()
    await verify(repository, await findPoint(repository))
    await restore(await planRestore(target, await findPoint(repository), did), repository, [])
    const restored = await serving(fresh)
    const binary = await restored.gateway.records.read(uids.Binary, kept.binaryId)
    t.match(binary?.['encryption_key'], /AES-GCM/)
    t.ok(await restored.gateway.objects.sizeOf(kept.key))
    await restored.close()
  },
)
