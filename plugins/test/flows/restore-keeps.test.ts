/** Records that a restore keeps or removes, where nodes disagree about their times or about what they have. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { backUp } from '../../../core/backup/backup.ts'
import { gatewayDeployment } from '../../../core/backup/deployment.ts'
import { filesIn } from '../../../core/backup/files-disk.ts'
import { Repository } from '../../../core/backup/repository.ts'
import { planRestore, restore } from '../../../core/backup/restore.ts'
import { checkConfig } from '../../../core/config/config.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import type { Database } from '../../../core/stores/sql/database.ts'
import { startEmbeddedPostgres } from '../../../core/stores/sql/embedded.ts'
import { memoryLog, temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { uids } from '../../../schemas/uids.ts'
import { createGateway } from '../../index.ts'
import { bearer, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { copyDeployment } from '../fixtures/deployment.ts'
import { mood, moodResponse } from '../fixtures/responses.ts'

t.setTimeout(240_000)

const root = await temporaryDirectory(t)
const data = join(root, 'data')
await mkdir(data)
await copyDeployment(data)
const input = { data, log: { level: 'silent' as const } }
const deployment = gatewayDeployment(checkConfig(input), data, '0.0.0')

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

/** The responses on each node. */
const responses = () =>
  onDatabases(async ([_, ...nodes]) =>
    Promise.all(
      nodes.map(async node => {
        const rows = await node.query<{ id: string }>(
          'SELECT id FROM documents WHERE collection = $1 ORDER BY id',
          [uids.QuestionnaireResponse],
        )
        return rows.map(({ id }) => id)
      }),
    ),
  )

const app = await createGateway(input, { fastify: { logger: false } })
await app.ready()
const { did } = app.gateway.builder
const study = await registered(app)
const form = await published(app, study, mood)
const acknowledged: string[] = []
for (let number = 0; number < 6; number++) {
  const body = submissionOf(study.applicationId, moodResponse(form._id, `synthetic ${number}`))
  const answer = await sendRequest(app, 'POST', '/api/submission', bearer(createKeyPair(), ['write']), body)
  acknowledged.push(answer.json().insertedUid)
}
await app.close()
acknowledged.sort()
const all = [acknowledged, acknowledged, acknowledged]

let backups = 0
/** A backup, a wipe, a restore. */
async function restored(target = deployment) {
  const place = join(root, `backups-${++backups}`)
  const cost = { N: 2 ** 10, r: 8, p: 1 }
  const repository = await Repository.open(filesIn(place), 'a synthetic secret of a test', {
    creates: true,
    cost,
  })
  const { point } = await backUp(deployment, did, repository)
  await rm(data, { recursive: true })
  const settled = await restore(await planRestore(target, point, did), repository, [])
  await repository.close()
  return { settled, responses: await responses() }
}

/** Sets the times of the responses on one node. */
const shift = (node: Database | undefined, interval: string) =>
  node?.query(`UPDATE documents SET created = now() - '${interval}'::interval WHERE collection = $1`, [
    uids.QuestionnaireResponse,
  ])

t.test('records that every node has stay, with clocks of nodes that differ by minutes', async t => {
  await onDatabases(async ([_, one, two, three]) => {
    await shift(one, '5 minutes')
    await shift(two, '0')
    await shift(three, '-10 minutes')
  })
  t.same(await restored(), { settled: { removed: 0, kept: [], closed: [] }, responses: all })
})

t.test('records stay after a node was emptied and refilled by a repair before the backup', async t => {
  await onDatabases(async ([_, one, two, three]) => {
    await shift(one, '1 day')
    await shift(two, '1 day')
    await shift(three, '1 second')
    await three?.query('UPDATE documents SET writer = $2, write = NULL WHERE collection = $1', [
      uids.QuestionnaireResponse,
      did,
    ])
  })
  t.same(await restored(), { settled: { removed: 0, kept: [], closed: [] }, responses: all })
})

/** A record that a person's own client has written to some nodes. */
const writeDirectly = (nodes: readonly (Database | undefined)[], id: string, age = '1 second') =>
  Promise.all(
    nodes.map(node =>
      node?.query(
        `INSERT INTO documents (collection, id, owner, writer, write, acl, body, version, created, updated)
         SELECT collection, $2, owner, owner, NULL, acl, body, version, now() - '${age}'::interval, updated
         FROM documents WHERE collection = $1 LIMIT 1`,
        [uids.QuestionnaireResponse, id],
      ),
    ),
  )

const remove = (id: string) =>
  onDatabases(async ([gateway, ...nodes]) => {
    await gateway?.query('DELETE FROM writes WHERE id = $1', [id])
    for (const node of nodes) await node.query('DELETE FROM documents WHERE id = $1', [id])
  })

t.test('of records on some nodes only, that goes which a client was writing directly', async t => {
  const [half, deleted] = [crypto.randomUUID(), crypto.randomUUID()]
  await onDatabases(async ([gateway, one, two]) => {
    await writeDirectly([one, two], half)
    // The deletion of an older one has reached a node of three, and is in the journal.
    await writeDirectly([one, two], deleted, '1 day')
    await gateway?.query(
      `INSERT INTO writes (collection, id, operation, write, writer, parked, expires)
       VALUES ($1, $2, 'delete', $2, $2, TRUE, now())`,
      [uids.QuestionnaireResponse, deleted],
    )
  })
  const { settled, responses: found } = await restored()
  t.same(settled, { removed: 1, kept: [], closed: [] })
  const others = [...acknowledged, deleted].sort()
  t.same(found, [others, others, acknowledged], 'the journal has the deletion, and the gateway ends it')
  await remove(deleted)
})

t.test('with a threshold, that stays which enough nodes have', async t => {
  const id = crypto.randomUUID()
  await onDatabases(([_, one, two]) => writeDirectly([one, two], id))
  const { settled } = await restored({ ...deployment, threshold: 2 })
  t.same(settled, {
    removed: 0,
    kept: [{ collection: uids.QuestionnaireResponse, id, parts: ['node-3'] }],
    closed: [],
  })
  await remove(id)
})

t.test('what a node has lost stays on the others and is listed', async t => {
  const direct = crypto.randomUUID()
  const lost = acknowledged.slice(0, 2)
  await onDatabases(async ([_, one, two, three]) => {
    for (const node of [one, two, three]) await shift(node, '1 second')
    for (const id of lost) await two?.query('DELETE FROM documents WHERE id = $1', [id])
    await writeDirectly([one, three], direct)
  })
  const { settled, responses: found } = await restored()
  t.equal(settled.removed, 0)
  t.same(
    settled.kept.map(({ id }) => id).sort(),
    [...lost, direct].sort(),
    'no more is known about the record of the client',
  )
  t.ok(settled.kept.every(({ parts }) => parts.join() === 'node-2'))
  const others = [...acknowledged, direct].sort()
  t.same(found, [others, acknowledged.slice(2), others])
})
