/** A drill of a backup beside a gateway to which people write. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { backUp } from '../../../core/backup/backup.ts'
import { gatewayDeployment } from '../../../core/backup/deployment.ts'
import { drill } from '../../../core/backup/drill.ts'
import { filesIn } from '../../../core/backup/files-disk.ts'
import { lastDrill, noteDrill } from '../../../core/backup/last-drill.ts'
import { Repository } from '../../../core/backup/repository.ts'
import { findPoint } from '../../../core/backup/verify.ts'
import { checkConfig } from '../../../core/config/config.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { loadKey } from '../../../core/keys/keys.ts'
import { startEmbeddedPostgres, visitEmbeddedPostgres } from '../../../core/stores/sql/embedded.ts'
import { connectPostgres } from '../../../core/stores/sql/postgres.ts'
import { memoryLog, temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { uids } from '../../../schemas/uids.ts'
import { createGateway } from '../../index.ts'
import { bearer, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { copyDeployment } from '../fixtures/deployment.ts'
import { keep } from '../fixtures/files.ts'
import { mood, moodResponse } from '../fixtures/responses.ts'

t.setTimeout(240_000)

const root = await temporaryDirectory(t)
const data = join(root, 'data')
await mkdir(data)
await copyDeployment(data)
const input = { data, log: { level: 'silent' as const } }
const deployment = gatewayDeployment(checkConfig(input), data, '0.0.0')

const app = await createGateway(input, { fastify: { logger: false } })
t.teardown(() => app.close())
await app.ready()
const key = await loadKey(data, 'builder')
const study = await registered(app)
const form = await published(app, study, mood)
const alice = createKeyPair()
await keep(app, alice, Buffer.from('synthetic content'))
await keep(app, alice, Buffer.from('more synthetic content'))

async function submit(text: string, person = alice): Promise<string> {
  const body = submissionOf(study.applicationId, moodResponse(form._id, text))
  const answer = await sendRequest(app, 'POST', '/api/submission', bearer(person, ['write']), body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().insertedUid
}

/** Runs a statement on a live node. */
async function onNode(name: string, sql: string, values: string[] = []): Promise<void> {
  const visit = await visitEmbeddedPostgres({ directory: join(data, 'postgres'), log: memoryLog() })
  const server = connectPostgres(visit.address)
  await (await server.open(name)).query(sql, values)
  await server.close()
  await visit.close()
}

const ids: string[] = []
for (let number = 0; number < 20; number++) ids.push(await submit(`synthetic ${number}`))
// Older than the clocks of nodes may be wrong.
for (const node of ['node_1', 'node_2', 'node_3'])
  await onNode(node, `UPDATE documents SET created = created - interval '1 day'`)

const repository = await Repository.open(filesIn(join(root, 'backups')), 'a synthetic secret of a test', {
  creates: true,
  cost: { N: 2 ** 10, r: 8, p: 1 },
})
await backUp(deployment, key.did, repository)
const drilled = async () => drill(deployment, await findPoint(repository), repository, { key, within: data })
const partOf = ({ parts }: Awaited<ReturnType<typeof drilled>>, name: string) =>
  parts.find(({ part }) => part === name)

t.test('under load, what changed since the point is told apart, and nothing differs', async t => {
  let isOver = false
  const times: number[] = []
  const people = Array.from({ length: 4 }, async () => {
    const person = createKeyPair()
    while (!isOver) {
      const began = performance.now()
      await submit('synthetic, after the point', person)
      times.push(performance.now() - began)
      await delay(50)
    }
  })
  const [changed = '', deleted = ''] = ids
  await onNode(
    'node_1',
    `UPDATE documents SET body = body || '{"a":1}', version = version + 1 WHERE id = $1`,
    [changed],
  )
  await onNode('node_1', 'DELETE FROM documents WHERE id = $1', [deleted])
  // A repair has written it anew.
  await onNode('node_2', `UPDATE documents SET created = now(), writer = 'synthetic' WHERE id = $1`, [
    changed,
  ])
  const report = await drilled()
  isOver = true
  await Promise.all(people)
  t.equal(report.ok, true, JSON.stringify(report.parts))
  t.match(partOf(report, 'node-1'), { since: 2, missing: 0, differing: 0 })
  t.ok((partOf(report, 'node-1')?.same ?? 0) >= 18)
  t.match(partOf(report, 'files'), { count: 3, compared: 3, same: 3 })
  t.notOk((await readdir(data)).includes('andiron-drill'), 'the scratch database is erased')
  const found = await lastDrill(data, did => did === key.did)
  t.same(found, report, 'the report is signed by the deployment')
  times.sort((a, b) => a - b)
  t.comment(`${times.length} submissions, median ${times[times.length >> 1]?.toFixed(0)} ms`)
})

t.test('a record that the backup lacks, or has otherwise, is a fault', async t => {
  await onNode('node_1', `UPDATE documents SET body = body || '{"b":2}' WHERE id = $1`, [ids[2] ?? ''])
  await onNode(
    'node_3',
    `INSERT INTO documents (collection, id, owner, writer, write, acl, body, version, created, updated)
     SELECT collection, 'ffffffff-ffff-4fff-bfff-ffffffffffff', owner, writer, write, acl, body, version, created, updated
     FROM documents WHERE collection = $1 LIMIT 1`,
    [uids.QuestionnaireResponse],
  )
  await onNode(
    'node_3',
    `DELETE FROM documents WHERE created > now() - interval '1 hour' AND collection = $1`,
    [uids.QuestionnaireResponse],
  )
  const report = await drilled()
  t.equal(report.ok, false)
  t.match(partOf(report, 'node-1'), { differing: 1, missing: 0 })
  t.match(partOf(report, 'node-3'), { differing: 0, missing: 1 })
})

t.test('of more records than that, random ones are compared', async t => {
  await onNode(
    'node_2',
    `INSERT INTO documents (collection, id, owner, writer, write, acl, body, version, created, updated)
     SELECT collection, gen_random_uuid(), owner, writer, write, acl, body, version, created - interval '1 day', updated
     FROM documents, generate_series(1, 5000) WHERE id = $1`,
    [ids[5] ?? ''],
  )
  await backUp(deployment, key.did, repository)
  const report = await drilled()
  t.match(partOf(report, 'node-2'), { since: 0, missing: 0, differing: 0 })
  const { compared = 0, same = 0 }: { compared?: number; same?: number } = partOf(report, 'node-2') ?? {}
  t.ok(same > 500 && same <= 1_100, `${same} records`)
  t.ok(compared > same && compared <= 2_200, `${compared} with those of the live node`)
})

t.test('what a drill that was killed has left is erased, and two at once are refused', async t => {
  const scratch = join(data, 'andiron-drill')
  const left = await startEmbeddedPostgres({ directory: join(scratch, 'postgres'), log: memoryLog() })
  await left.open('node_1')
  await t.rejects(drilled(), { code: 'AND_DRILL_RUNNING' })
  await left.close()
  await writeFile(join(scratch, 'synthetic'), 'left')
  await drilled()
  t.notOk((await readdir(data)).includes('andiron-drill'))
})

t.test('a report of another key, or none, does not count', async t => {
  const report = await lastDrill(data, () => true)
  if (typeof report !== 'object') return t.fail('there is one')
  const isOwn = (did: string) => did === key.did
  await noteDrill(data, report, createKeyPair())
  t.equal(await lastDrill(data, isOwn), 'invalid')
  await noteDrill(data, { ...report, iss: createKeyPair().did }, key)
  t.equal(await lastDrill(data, isOwn), 'invalid')
  await writeFile(join(data, 'last-drill.jws'), 'synthetic')
  t.equal(await lastDrill(data, isOwn), 'invalid')
  await rm(join(data, 'last-drill.jws'))
  t.equal(await lastDrill(data, isOwn), undefined)
})
