/** A restore of an earlier backup: what people closed since stays closed, as far as a later backup knows it. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { backUp } from '../../../core/backup/backup.ts'
import { CORE_CLOSURES } from '../../../core/backup/closures.ts'
import { gatewayDeployment } from '../../../core/backup/deployment.ts'
import { filesIn } from '../../../core/backup/files-disk.ts'
import { Repository } from '../../../core/backup/repository.ts'
import { planRestore, restore } from '../../../core/backup/restore.ts'
import { readPoint } from '../../../core/backup/verify.ts'
import { checkConfig } from '../../../core/config/config.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import type { Database } from '../../../core/stores/sql/database.ts'
import { startEmbeddedPostgres } from '../../../core/stores/sql/embedded.ts'
import { memoryLog, temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { uids } from '../../../schemas/uids.ts'
import { PLUGIN_CLOSURES, TABLES_AS_AT_THE_POINT } from '../../closures.ts'
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
const closures = [...CORE_CLOSURES, ...PLUGIN_CLOSURES]

/** Runs work on the databases of a stopped gateway: its own, and those of the three nodes. */
async function onDatabases<T>(
  work: (gateway: Database, nodes: readonly Database[]) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ directory: join(data, 'postgres'), log: memoryLog() })
  try {
    const nodes = await Promise.all(['node_1', 'node_2', 'node_3'].map(name => server.open(name)))
    return await work(await server.open('andiron_gateway'), nodes)
  } finally {
    await server.close()
  }
}

const app = await createGateway(input, { fastify: { logger: false } })
await app.ready()
const { did } = app.gateway.builder
const study = await registered(app)
const form = await published(app, study, mood)
const [leaving, staying] = [createKeyPair(), createKeyPair()]
const ids: string[] = []
for (const person of [leaving, staying]) {
  const body = submissionOf(study.applicationId, moodResponse(form._id, 'synthetic'))
  const answer = await sendRequest(app, 'POST', '/api/submission', bearer(person, ['write']), body)
  ids.push(answer.json().insertedUid)
}
const { tokens } = app.gateway
const soon = Date.now() + 3_600_000
await tokens.put('ticket-of-a-test', 'used later', 'synthetic', soon)
await tokens.put('ticket-of-a-test', 'never used', 'synthetic', soon)
await tokens.put('idempotency', 'known at the point', 'synthetic', soon)

const repository = await Repository.open(filesIn(join(root, 'backups')), 'a synthetic secret of a test', {
  creates: true,
  cost: { N: 2 ** 10, r: 8, p: 1 },
})

t.test('every table of the gateway has its rule', async t => {
  const { point } = await backUp(deployment, did, repository)
  const tables = point.parts.find(({ part }) => part === 'gateway')?.tables.map(({ name }) => name)
  const ruled = [...closures.map(({ table }) => table), ...TABLES_AS_AT_THE_POINT]
  t.same(
    tables?.filter(name => !ruled.includes(name)),
    [],
    'a new table either closes something, or comes back as it was at the point',
  )
})

t.test('revocations, used tokens, decisions and deletions of a later backup stay', async t => {
  const key = leaving.did.split(':').at(-1) ?? ''
  await app.close()
  await onDatabases(async gateway => {
    const decide = (reader: string, decision: string, at: number) =>
      gateway.query(
        `INSERT INTO consent_decisions (person, reader, subject, decision, signed, signed_at, unlimited, record)
         VALUES ($1, $2, '', $3, 'synthetic', $4, TRUE, '') ON CONFLICT (person, reader, subject)
         DO UPDATE SET decision = excluded.decision, signed_at = excluded.signed_at`,
        [key, reader, decision, at],
      )
    await decide('a', '"permit"', 1)
    await decide('b', '"permit"', 1)
    await gateway.query(
      `INSERT INTO backends (id, application, name, registered_by, created_at) VALUES
         ('00000000-0000-4000-8000-000000000001', 'a', 'removed later', '', 1),
         ('00000000-0000-4000-8000-000000000002', 'a', 'stays', '', 1)`,
    )
    await gateway.query(
      `INSERT INTO fhir_aggregate_budgets (subject, version, draws) VALUES ('00000000-0000-4000-8000-000000000003', 1, '[]')`,
    )
  })
  const { point } = await backUp(deployment, did, repository)

  await onDatabases(async (gateway, nodes) => {
    await gateway.query(`UPDATE consent_decisions SET decision = '"deny"', signed_at = 2 WHERE reader = 'a'`)
    await gateway.query(`DELETE FROM backends WHERE name = 'removed later'`)
    await gateway.query(`UPDATE fhir_aggregate_budgets SET version = 2, draws = '["charged"]'`)
    await gateway.query('INSERT INTO profile_deletions (person, deletion) VALUES ($1, $2)', [
      key,
      JSON.stringify({ id: crypto.randomUUID(), did: leaving.did, state: 'done' }),
    ])
    for (const node of nodes) {
      await node.query('DELETE FROM documents WHERE id = $1', [ids[0] ?? ''])
      await node.query(`UPDATE documents SET acl = '[]' WHERE id = $1`, [ids[1] ?? ''])
    }
  })
  const running = await createGateway(input, { fastify: { logger: false } })
  await running.ready()
  await running.gateway.tokens.take('ticket-of-a-test', 'used later')
  await running.gateway.tokens.put('oauth-revoked', 'a synthetic token', '', soon)
  await running.gateway.tokens.put('idempotency', 'after the point', 'synthetic', soon)
  await running.close()
  await backUp(deployment, did, repository)

  await rm(data, { recursive: true })
  const { closed } = await restore(await planRestore(deployment, point, did), repository, closures)
  t.match(closed[0], /^From the backup of 20.*closed since the point:$/)
  t.match(closed.join('\n'), /1 one-time tokens .*1 newer decisions on consent/s)
  t.match(closed.join('\n'), /1 profiles .*1 backends .*1 privacy budgets .*1 records of deleted profiles/s)
  t.match(closed.join('\n'), /1 records whose readers lost rights/)

  await onDatabases(async (gateway, nodes) => {
    const decisions = await gateway.query('SELECT reader, decision FROM consent_decisions ORDER BY reader')
    t.same(decisions, [
      { reader: 'a', decision: '"deny"' },
      { reader: 'b', decision: '"permit"' },
    ])
    t.same(await gateway.query('SELECT name FROM backends'), [{ name: 'stays' }])
    t.same(await gateway.query('SELECT draws FROM fhir_aggregate_budgets'), [{ draws: '["charged"]' }])
    for (const node of nodes) {
      const rows = await node.query('SELECT id, acl FROM documents WHERE collection = $1', [
        uids.QuestionnaireResponse,
      ])
      t.same(rows, [{ id: ids[1], acl: [] }], 'the record of the other person stays, without its readers')
    }
  })
  const again = await createGateway(input, { fastify: { logger: false } })
  await again.ready()
  const { tokens: restored } = again.gateway
  t.equal(await restored.peek('ticket-of-a-test', 'used later'), undefined)
  t.equal(await restored.peek('ticket-of-a-test', 'never used'), 'synthetic')
  t.equal(await restored.peek('oauth-revoked', 'a synthetic token'), '')
  t.equal(await restored.peek('idempotency', 'known at the point'), 'synthetic')
  t.equal(await restored.peek('idempotency', 'after the point'), undefined, 'its record is not there')
  await again.close()
})

t.test('a later backup that cannot be read ends no restore', async t => {
  const points = await repository.points()
  const first = await readPoint(repository, points[0] ?? '')
  const last = points.at(-1) ?? ''
  await writeFile(join(root, 'backups', 'points', last), 'damaged')
  await rm(data, { recursive: true })
  const { closed } = await restore(await planRestore(deployment, first, did), repository, closures)
  t.match(closed, [/^The newest backup could not be read .*is open again\.$/])
})
