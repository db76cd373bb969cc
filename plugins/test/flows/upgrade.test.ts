/** A database of the release before plugins had migrations: its tables are adopted, and what was under way goes on. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import '../../../core/test/fixtures/typescript/register.js'
import { checkConfig } from '../../../core/config/config.ts'
import { migrationsIn } from '../../../core/contract/plugin.ts'
import { toHex } from '../../../core/crypto/bytes.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { createDelegation } from '../../../core/crypto/nuc.ts'
import { keyFromHex } from '../../../core/keys/keys.ts'
import { choosePrimitives } from '../../../core/keys/native.ts'
import { openStores } from '../../../core/stores/open.ts'
import { migrate, migrationsOf } from '../../../core/stores/sql/migrate.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { BUILDER_KEY } from '../../../core/test/fixtures/memory.ts'
import type {} from '../../../examples/reminders/reminders.ts'
import type { AggregateBudget } from '../../../schemas/aggregate.ts'
import type { ExportManifest } from '../../../schemas/export.ts'
import type { ProfileDeletion } from '../../../schemas/profile-deletion.ts'
import { uids } from '../../../schemas/uids.ts'
import { BEGINNING, type ExportRequest, nextStep } from '../../fhir-bulk/plan.ts'
import { builtIn, createGateway } from '../../index.ts'
import { startLocalNodes } from '../../storage-node/node/local.ts'
import { bearer, now, published, registered, sendRequest } from '../fixtures/actors.ts'
import { copyDeploymentOfKey } from '../fixtures/deployment.ts'
import { mood, moodResponse, seed } from '../fixtures/responses.ts'

t.setTimeout(240_000)

const data = await temporaryDirectory(t)
await copyDeploymentOfKey(data)
const input = {
  ...{ data, builderKey: BUILDER_KEY, log: { level: 'silent' as const } },
  plugins: {
    'fhir-bulk': { recordsPerFile: 2, settleSeconds: 0 },
    profile: { resumeAfter: 5, settleSeconds: 0 },
  },
}
const config = checkConfig(input)
const builder = keyFromHex(BUILDER_KEY, config.did.prefix)
const log = { error() {}, warn() {}, info() {} } as never
const stores = await openStores({
  ...{ config, data, builder, log, startLocalNodes },
  primitives: await choosePrimitives(),
})
t.teardown(() => stores.close())
const { database } = stores
assert(database)

const before = await createGateway(input, { stores, fastify: { logger: false } })
await before.ready()
const study = await registered(before)
const form = await published(before, study, mood)
const [alice, bob] = [createKeyPair(), createKeyPair()]
const answered = await seed(
  before,
  study.applicationId,
  alice,
  Array.from({ length: 5 }, (_, at) => moodResponse(form._id, `${at}`)),
)
const [counted] = await seed(
  before,
  study.applicationId,
  bob,
  Array.from({ length: 3 }, (_, at) => moodResponse(form._id, `of bob ${at}`)),
)
const owner = toHex(study.keyPair.publicKey)
const request: ExportRequest = {
  ...{ url: 'http://x/fhir/$export', scope: 'read:questionnaire[*]', types: ['QuestionnaireResponse'] },
  ...{ questionnaires: [form._id], forms: {}, before: new Date().toISOString() },
}
const step = await nextStep(before, request, BEGINNING, 2)
await before.close()

// The tables of that release, by its own migrations.
for (const table of ['jobs', 'exports', 'export_files', 'deletions', 'uploads', 'privacy_budgets', 'quotas'])
  await database.query(`DROP TABLE ${table}`)
await database.query('DROP TABLE schema_migrations')
await database.query('ALTER TABLE audit DROP COLUMN client_kind')
const old = new URL(
  'core/test/fixtures/migrations-before-plugins/',
  import.meta.resolve('#root/package.json'),
)
assert.equal((await migrate(database, old)).length, 10)

// The work in progress when its gateway died.
const exported = crypto.randomUUID()
const died = Date.now() - 1000
await database.query(
  `INSERT INTO exports (id, owner, request, progress, done, created_at, expires_at, holder, held_until)
   VALUES ($1, $2, $3, $4, FALSE, $5, $6, $7, $5)`,
  [...[exported, owner, JSON.stringify(request), step.progress, died, died + 3_600_000], crypto.randomUUID()],
)
await database.query('INSERT INTO export_files (export, position, file) VALUES ($1, 0, $2)', [
  ...[exported, step.file?.file ?? ''],
])
const permit = (verb: string) =>
  createDelegation({
    ...{ issuer: bob, audience: builder.did, subject: bob.did, command: `/nil/db/users/${verb}` },
    expiresAt: now() + 24 * 3600,
  })
const nodes = stores.records.nodes.map(({ url, did }) => ({
  url,
  did,
  records: { QuestionnaireResponse: 1 },
}))
const pending = Object.fromEntries(
  nodes.map(({ did }) => [did, [`${uids.QuestionnaireResponse}/${counted}`]]),
)
const at = new Date(died).toISOString()
const permission = {
  owner: bob.did,
  read: permit('read'),
  delete: permit('delete'),
  until: now() + 24 * 3600,
}
const deletion = {
  ...{ id: crypto.randomUUID(), did: bob.did, askedAt: at, closedAt: at, state: 'running', permission },
  ...{ nodes, files: 0, uploads: 2, pending: { keys: [], records: pending }, problems: [], attempts: 1 },
}
await database.query('INSERT INTO deletions VALUES ($1, $2, FALSE, $3)', [
  ...[toHex(bob.publicKey), JSON.stringify(deletion), died],
])
const draws = [{ digest: 'a', draw: 'b', cost: 10_000_000, at: died, drawn: [1] }]
await database.query('INSERT INTO privacy_budgets VALUES ($1, 4, $2)', [form._id, JSON.stringify(draws)])
await database.query("INSERT INTO uploads (key, allowed_at, named) VALUES ('a/b', 1, true)")
await database.query("INSERT INTO questions VALUES (gen_random_uuid(), 'a', 1)")
const quota = { kind: 'upload-key', subject: 'x', limit: { records: 1, bytes: 1 } }
const taking = { ...quota, records: 1, bytes: 1, at: died, window: 3_600_000 }
assert('taken' in (await stores.quotas.take(taking)))

const outside = new URL('examples/reminders/reminders.ts', import.meta.resolve('#root/package.json')).href
const withReminders = { ...input, plugins: { ...input.plugins, [outside]: {} } }
const app = await createGateway(withReminders, { stores, fastify: { logger: false } })
t.teardown(() => app.close())
await app.ready()

t.test('the tables are adopted once, and what was in them is there', async t => {
  const isOn = ({ manifest }: (typeof builtIn)[number]) => !manifest.optIn
  const plugins = migrationsIn(builtIn.filter(isOn).map(({ manifest }) => manifest))
  t.same(await migrate(database, migrationsOf('gateway'), { plugins }), [])
  t.match(await database.query("SELECT allowed_at, named FROM uploads WHERE key = 'a/b'"), [
    { allowed_at: '1', named: true },
  ])
  t.ok('exhausted' in (await stores.quotas.take({ ...taking, at: died + 1 })), 'a quota stays taken')
  const names = await database.query<{ name: string }>('SELECT name FROM schema_migrations')
  t.ok(names.some(({ name }) => name === 'fhir-bulk/0001_exports.sql'))
})

t.test('a plugin from outside has a table and a job', async t => {
  await app.reminders.add('of a synthetic person', Date.now())
  while ((await app.reminders.sent()).length === 0) await delay(50)
  t.same(await app.reminders.sent(), ['of a synthetic person'])
  t.same(await database.query("SELECT 1 FROM jobs WHERE kind = 'reminders/send'"), [])
})

t.test('the spent budget stays spent', async t => {
  const { questionsLeft, questions } = (
    await sendRequest(
      app,
      'GET',
      `/api/questionnaire/${form._id}/aggregate`,
      bearer(study.keyPair, [`read:questionnaire[${form._id}]`]),
    )
  ).json<AggregateBudget>()
  t.ok(Number(questionsLeft) < Number(questions), `${questionsLeft} of ${questions}`)
})

t.test('an export goes on behind its last file', async t => {
  const headers = bearer(study.keyPair, ['read:questionnaire[*]'])
  let answer = await sendRequest(app, 'GET', `/fhir/$export/${exported}`, headers)
  while (answer.statusCode === 202) {
    await delay(100)
    answer = await sendRequest(app, 'GET', `/fhir/$export/${exported}`, headers)
  }
  const { output } = answer.json<ExportManifest>()
  t.ok(output.length >= 3, `${output.length} files`)
  const ids: string[] = []
  for (const { url } of output) {
    const { body } = await sendRequest(app, 'GET', new URL(url).pathname, headers)
    for (const line of body.split('\n').filter(Boolean)) ids.push(JSON.parse(line).id)
  }
  t.equal(new Set(ids).size, ids.length, 'nothing twice')
  for (const id of answered) t.ok(ids.includes(id))
})

t.test('a deletion is completed, and counts nothing twice', async t => {
  const read = () => sendRequest(app, 'GET', '/api/profile/deletion', bearer(bob, ['read']))
  let state = (await read()).json<ProfileDeletion>()
  while (state.state !== 'done' && state.state !== 'none') {
    await delay(100)
    state = (await read()).json<ProfileDeletion>()
  }
  assert(state.nodes)
  t.same(
    state.nodes.map(({ records }) => records),
    nodes.map(() => ({ QuestionnaireResponse: 3 })),
  )
  t.equal(state.uploads, 2)
  t.equal((await database.query('SELECT * FROM jobs WHERE kind = $1', ['profile/delete'])).length, 0)
})
