/**
 * Every statement of the product, planned by PostgreSQL on divided tables: it reads one partition, or is known to read
 * several.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { fromHex } from '../../../core/crypto/bytes.ts'
import { keyPairOf } from '../../../core/crypto/keys.ts'
import { commands } from '../../../core/stores/network/node.ts'
import { connectNode } from '../../../core/stores/network/node-remote.ts'
import { aggregateConformance } from '../../../core/stores/network/test/fixtures/aggregate-conformance.ts'
import {
  collection,
  recordsConformance,
} from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'
import type { RecordStore } from '../../../core/stores/records.ts'
import { visitEmbeddedPostgres } from '../../../core/stores/sql/embedded.ts'
import { documentsTable, type PartitionedTable, partition } from '../../../core/stores/sql/partition.ts'
import { connectPostgres } from '../../../core/stores/sql/postgres.ts'
import { memoryLog, temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { BUILDER_KEY } from '../../../core/test/fixtures/memory.ts'
import {
  connectNodes,
  deleteProfile,
  listData,
  loadEnvironment,
  readAudit,
  readResponses,
  storageKeyPairOf,
  submitData,
  uids,
} from '../../../ui/sdk/index.ts'
import { serve } from '../../index.ts'
import { bearer, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { copyDeploymentOfKey } from '../fixtures/deployment.ts'
import { keep } from '../fixtures/files.ts'
import { mood, moodResponse, seed } from '../fixtures/responses.ts'

const PARTITIONS = 4

/** Tables that grow with people, and the column that spreads their rows. */
const GATEWAY: readonly PartitionedTable[] = [
  {
    table: 'writes',
    by: 'id',
    key: [
      ['collection', 'uuid'],
      ['id', 'uuid'],
    ],
    version: 'write',
  },
  {
    table: 'audit',
    by: 'person',
    key: [
      ['person', 'text'],
      ['at', 'bigint'],
      ['id', 'uuid'],
    ],
    version: 'id',
  },
  {
    table: 'quotas',
    by: 'subject',
    key: [
      ['kind', 'text'],
      ['subject', 'text'],
    ],
    version: 'bytes',
  },
  {
    table: 'jobs',
    by: 'id',
    key: [
      ['kind', 'text'],
      ['id', 'text'],
    ],
    version: 'attempts',
  },
  {
    table: 'outbox',
    by: 'id',
    key: [
      ['queue', 'text'],
      ['id', 'text'],
    ],
    version: 'id',
  },
  {
    table: 'tokens',
    by: 'hash',
    key: [
      ['kind', 'text'],
      ['hash', 'bytea'],
    ],
    version: 'hash',
  },
  { table: 'profile_deletions', by: 'person', key: [['person', 'text']], version: 'person' },
]

/** Statements that read several partitions, by their text, and the reason. */
const FAN_OUTS: readonly (readonly [text: RegExp, reason: string])[] = [
  [/AS found, .* FROM documents d WHERE d\.collection = /, 'a page of a collection, or of a person in it'],
  [/^SELECT 1 FROM documents d WHERE d\.collection = .* OFFSET/, 'the end of such a page'],
  [/^SELECT count\(\*\)::integer AS total FROM documents d WHERE/, 'its total'],
  [/^WITH few AS MATERIALIZED .* AS unattested, /, 'what a page or an aggregate leaves out'],
  [/^SELECT 1 FROM \(SELECT d\.\* FROM documents d WHERE .* d\.checked IS DISTINCT/, 'documents to check'],
  [/ FROM documents d JOIN collections c .* WHERE d\.owner = \$1 ORDER BY/, 'all documents of a person'],
  [/^SELECT count\(\*\)::integer AS total FROM documents WHERE owner/, 'their number'],
  [/^WITH answers AS/, 'an aggregate'],
  [/^SELECT avg\(CASE WHEN .* AS share FROM /, 'a sample of a collection'],
  [/^SELECT count\(\*\)::integer AS count, .* FROM documents WHERE collection/, 'the size of a collection'],
  [/^SELECT d\.id FROM documents d WHERE .* ORDER BY d\.id LIMIT 200$/, 'documents that an update matches'],
  [
    /^SELECT \(d\.body .* FROM documents d WHERE .* ORDER BY d\.created, d\.id$/,
    'the input of a stored query',
  ],
  [/^WITH gone AS \(DELETE FROM documents d WHERE d\.collection = /, 'a deletion by a filter'],
  [/^WITH gone AS \(DELETE FROM documents d WHERE \(d\.collection, d\.id\) IN/, 'several by their ids'],
  [/^SELECT 1 FROM documents d WHERE \(d\.collection, d\.id\) IN/, 'several by their ids'],
  [/ FROM jsonb_to_recordset\(\$1::jsonb\) AS w .* JOIN documents d /, 'several by their ids'],
  [/^(?:WITH ended AS \(DELETE FROM|UPDATE) writes w .*jsonb_to_recordset/, 'several by their ids'],
  [/ FROM tokens WHERE kind = l\.kind AND hash = decode\(l\.hash/, 'several by their hashes'],
  [/JOIN profile_deletions d ON d\.person = p\.person/, 'several by their people'],
  [/^UPDATE writes SET writer = .* WHERE \(expires </, 'interrupted writes'],
  [/^SELECT .* FROM jobs WHERE due_at/, 'jobs that are due'],
]

const data = await temporaryDirectory(t)
await copyDeploymentOfKey(data)
const directory = join(data, 'postgres')
const visit = await visitEmbeddedPostgres({ directory, log: memoryLog() })
const server = connectPostgres(visit.address)
for (const name of ['andiron_gateway', 'node_1', 'node_2', 'node_3']) {
  const database = await server.open(name)
  const tables = name === 'andiron_gateway' ? GATEWAY : [documentsTable]
  for (const table of tables) await partition(database, table, PARTITIONS)
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_analyze = on',
    'auto_explain.log_timing = off',
    'auto_explain.log_format = json',
  ])
    await database.query(`ALTER DATABASE ${name} SET ${setting}`)
}
await server.close()
await visit.close()

const input = { port: 0, data, builderKey: BUILDER_KEY, log: { level: 'silent' as const } }
const running = await serve(
  { ...input, plugins: { profile: { resumeAfter: 1, settleSeconds: 0 } } },
  { fastify: { logger: false } },
)
t.teardown(() => running.close())
const { app, url } = running

t.test('people and applications use divided tables', async t => {
  const environment = await loadEnvironment(url)
  const study = await registered(app)
  const { _id } = await published(app, study, mood)
  const [alice, bob] = [storageKeyPairOf('1'.padStart(64, '0')), storageKeyPairOf('2'.padStart(64, '0'))]
  await seed(
    app,
    study.applicationId,
    alice,
    Array.from({ length: 30 }, (_, at) => moodResponse(_id, `${at}`)),
  )
  const submission = submissionOf(study.applicationId, moodResponse(_id, 'a'))
  const retried = { ...bearer(bob, ['write']), 'idempotency-key': crypto.randomUUID() }
  for (let time = 0; time < 2; time++)
    t.equal((await sendRequest(app, 'POST', '/api/submission', retried, submission)).statusCode, 201)
  const { insertedUid } = await submitData(bob, submission, url)
  await keep(app, bob, Buffer.from('a letter'))
  const nodes = await connectNodes(bob, environment)
  const address = { collection: uids.QuestionnaireResponse, document: insertedUid }
  await nodes.revokeAccess({ ...address, grantee: environment.builderDid })
  t.equal((await listData(bob, environment)).length, 3)
  const alices = await connectNodes(alice, environment)
  const together = await alices.readAllData(await alices.listData())
  t.equal(together.filter(({ status }) => status === 'fulfilled').length, 30)
  let read = 0
  for await (const _ of readResponses(study.keyPair, _id, url, { count: 10 })) read++
  t.equal(read, 31)
  for (const query of ['', '?_count=2', `?_id=${insertedUid}`])
    await sendRequest(app, 'GET', `/fhir/QuestionnaireResponse${query}`, bearer(bob, ['read']))
  for await (const _ of readAudit(bob, url));
  t.match(await deleteProfile(bob, url, { confirm: bob.did }), { state: 'done' })
  t.same(await listData(bob, environment), [])
})

// Beside what plugins see of it, it writes.
const records = app.gateway.records as RecordStore

t.test('records as every store keeps them', t => recordsConformance(t, records))

t.test('aggregates as every store counts them', t =>
  aggregateConformance(t, records, keyPairOf(fromHex(BUILDER_KEY))),
)

t.test('a builder uses its node without the gateway', async t => {
  const [url = ''] = (await loadEnvironment(running.url)).nodes.map(each => each.url)
  const node = await connectNode(url)
  const builder = keyPairOf(fromHex(BUILDER_KEY))
  const at = (command: string) => invocation({ from: builder, to: node.did, command })
  const { uid, schema } = collection('standard')
  await node.createCollection(at(commands.collections.create), {
    _id: uid,
    type: 'standard',
    name: 'c',
    schema,
  })
  const documents = Array.from({ length: 20 }, (_, n) => ({ _id: crypto.randomUUID(), n }))
  await node.createStandard(at(commands.data.create), { collection: uid, data: documents })
  const changed = await node.update(at(commands.data.update), {
    ...{ collection: uid, filter: { n: { $gt: 4 } }, update: { $set: { code: 'b' } } },
  })
  t.equal(changed.modified, 15)
  t.equal((await node.tail(at(commands.data.read), uid, 5)).length, 5)
  t.match(await node.readCollection(at(commands.collections.read), uid), { count: 20 })
  const query = {
    _id: crypto.randomUUID(),
    name: 'q',
    collection: uid,
    variables: {},
    pipeline: [{ $count: 'n' }],
  }
  await node.createQuery(at(commands.queries.create), query)
  const run = await node.runQuery(at(commands.queries.execute), { _id: query._id, variables: {} })
  const result = async () => node.readRun(at(commands.queries.read), run)
  for (let found = await result(); found.data.status !== 'complete'; found = await result()) await delay(50)
  const { deletedCount } = await node.delete(at(commands.data.delete), {
    ...{ collection: uid, filter: { code: 'b' } },
  })
  t.equal(deletedCount, 15)
  await node.flush(at(commands.data.delete), uid)
  await node.deleteCollection(at(commands.collections.delete), uid)
})

const DIVIDED = new RegExp(`^(?:${[documentsTable, ...GATEWAY].map(({ table }) => table).join('|')})_\\d+$`)

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Loops'?: number
  readonly Plans?: readonly PlanNode[]
}

/** The plans in the log of the server. */
async function plansOf(): Promise<{ readonly 'Query Text': string; readonly Plan: PlanNode }[]> {
  const log = await readFile(join(directory, 'postgres.log'), 'utf8')
  return [...log.matchAll(/ LOG: {2}duration: [\d.]+ ms {2}plan:\n((?:\t.*\n)+)/g)].map(([, plan = '']) =>
    JSON.parse(plan.replaceAll(/^\t/gm, '')),
  )
}

/** The partitions that a plan reads. Below a limit, those that this run did not need count, too. */
function partitionsIn(plan: PlanNode, isLimited = false): string[] {
  const name = plan['Relation Name'] ?? ''
  const isRead = DIVIDED.test(name) && (isLimited || (plan['Actual Loops'] ?? 1) > 0)
  const below = (plan.Plans ?? []).flatMap(each =>
    partitionsIn(each, isLimited || plan['Node Type'] === 'Limit'),
  )
  return [...new Set([...(isRead ? [name] : []), ...below])]
}

t.test('each statement reads one partition of a table, or is known to read several', async t => {
  await running.close()
  const plans = (await plansOf())
    .map(({ 'Query Text': sql, Plan }) => ({
      sql: sql.replaceAll(/\s+/g, ' ').trim(),
      partitions: partitionsIn(Plan),
    }))
    .filter(({ partitions }) => partitions.length > 0)
  t.ok(plans.length > 500, `${plans.length} plans`)
  const unknown = new Set<string>()
  const used = new Set<RegExp>()
  for (const { sql, partitions } of plans) {
    const tables = new Set(partitions.map(name => name.replace(/_\d+$/, '')))
    const ids = new Set(sql.match(/(?<!NOT COALESCE\(\(*)\bd\.id = \$\d+/g)).size
    if (partitions.length <= Math.max(tables.size, ids)) continue
    const [known] = FAN_OUTS.filter(([text]) => text.test(sql)).map(([text]) => text)
    if (known !== undefined && ids === 0) used.add(known)
    else unknown.add(sql)
  }
  t.same([...unknown], [], 'these read several partitions')
  t.same(
    FAN_OUTS.filter(([text]) => !used.has(text)),
    [],
    'these are listed and did not occur',
  )
})
