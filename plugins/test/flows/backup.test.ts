/** Backups under load, and what is there after everything was wiped and restored. */
import assert from 'node:assert/strict'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { backUp } from '../../../core/backup/backup.ts'
import { gatewayDeployment } from '../../../core/backup/deployment.ts'
import { filesIn } from '../../../core/backup/files-disk.ts'
import { lastBackup } from '../../../core/backup/last-backup.ts'
import { Repository } from '../../../core/backup/repository.ts'
import { planRestore, restore } from '../../../core/backup/restore.ts'
import { findPoint, verify } from '../../../core/backup/verify.ts'
import { checkConfig } from '../../../core/config/config.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import type { Database } from '../../../core/stores/sql/database.ts'
import { startEmbeddedPostgres } from '../../../core/stores/sql/embedded.ts'
import { copyTemplate, memoryLog, temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { createGateway } from '../../index.ts'
import { asked, bearer, published, registered, submissionOf } from '../fixtures/actors.ts'
import { keep } from '../fixtures/files.ts'
import { mood, moodResponse } from '../fixtures/responses.ts'

t.setTimeout(240_000)

const SECRET = 'a synthetic secret of a test'
/** Cheap: the secret of a test needs no expensive derivation. */
const cost = { N: 2 ** 10, r: 8, p: 1 }

const root = await temporaryDirectory(t)
const data = join(root, 'data')
await mkdir(data)
await copyTemplate(join(data, 'postgres'))
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

/** People who submit without a pause until they are stopped. */
function load(app: FastifyInstance, applicationId: string, form: string) {
  const acknowledged: Acknowledged[] = []
  let isOver = false
  const person = async (who: KeyPair) => {
    for (let number = 0; !isOver; number++) {
      const body = submissionOf(applicationId, moodResponse(form, `synthetic ${number}`))
      const answer = await asked(app, 'POST', '/api/submission', bearer(who, ['write']), body)
      if (answer.statusCode !== 201) throw new Error(answer.body)
      acknowledged.push({ id: answer.json().insertedUid, at: Date.now() })
    }
  }
  const people = Promise.all(Array.from({ length: 6 }, () => person(createKeyPair())))
  return {
    acknowledged,
    async stop() {
      isOver = true
      await people
      return acknowledged
    },
  }
}

const app = await start()
const study = await registered(app)
const form = await published(app, study, mood)
const alice = createKeyPair()
const file = await keep(app, alice, Buffer.from('synthetic content'))

t.test(
  'a backup under load, a wipe, a restore: everything acknowledged before is there, nothing half',
  async t => {
    const people = load(app, study.applicationId, form._id)
    while (people.acknowledged.length < 60) await new Promise(resolve => setTimeout(resolve, 20))
    const first = await open()
    const { point: earlier, stored: atFirst } = await backUp(deployment, app.gateway.builder.did, first)
    t.equal(atFirst.reused, 0)
    while (people.acknowledged.length < 160) await new Promise(resolve => setTimeout(resolve, 20))
    const later = await keep(app, alice, Buffer.from('more synthetic content'))
    const { point, held } = await backUp(deployment, app.gateway.builder.did, await open())
    const acknowledged = await people.stop()
    const promised = acknowledged.filter(({ at }) => at < Date.parse(point.at))
    t.ok(promised.length > 100, `${promised.length} acknowledged before the point`)
    t.ok(acknowledged.length > promised.length, 'and others after it')
    t.ok(Date.parse(point.at) > Date.parse(earlier.at))
    t.ok(held < 5_000, `writes waited ${held.toFixed(1)} ms`)
    t.equal(await lastBackup(data), point.at)
    await app.close()

    const repository = await open(undefined, false)
    t.match(await verify(repository, await findPoint(repository)), { objects: 2 })
    await rm(data, { recursive: true })
    const plan = await planRestore(deployment, await findPoint(repository), undefined)
    t.match(plan.lines.join('\n'), /node-3: \d+ rows in \d+ tables.*files: 2, .*keys: builder\.key/s)
    await restore(plan, repository)
    t.same((await readdir(data)).sort(), ['builder.key', 'nodes', 'objects', 'objects.key', 'postgres'])

    const again = await start()
    t.equal(again.gateway.builder.did, app.gateway.builder.did)
    for (const { id } of promised.slice(-5)) {
      const record = await again.gateway.records.read('b14b538f-7de3-4767-ad77-464d755d78bd', id)
      t.match(record, { resourceType: 'QuestionnaireResponse', status: 'completed' })
    }
    for (const { binaryId, key } of [file, later]) {
      const binary = await again.gateway.records.read('9d696baf-483f-4cc0-b748-23a22c1705f5', binaryId)
      t.match(binary?.['encryption_key'], /AES-GCM/, 'its secret joins from all nodes')
      t.ok(await again.gateway.objects.sizeOf(key))
    }
    const answer = await asked(
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
      assert(one && two && three)
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
