/** An application exports all responses in files, from real storage nodes. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { QuestionnaireResponse } from 'fhir/r4.js'
import t from 'tap'
import { checkConfig } from '../../../core/config/config.ts'
import { toHex } from '../../../core/crypto/bytes.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { keyFromHex } from '../../../core/keys/keys.ts'
import { choosePrimitives } from '../../../core/keys/native.ts'
import { JobLost } from '../../../core/stores/jobs.ts'
import { openStores } from '../../../core/stores/open.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { BUILDER_KEY } from '../../../core/test/fixtures/memory.ts'
import { omissionsIn } from '../../../fhir/resources/omissions.ts'
import type { ExportManifest } from '../../../schemas/export.ts'
import { uids } from '../../../schemas/uids.ts'
import { connectNodes, loadEnvironment, storageKeyPairOf } from '../../../ui/sdk/index.ts'
import { BEGINNING, type ExportRequest, nextStep } from '../../fhir-bulk/plan.ts'
import { serve } from '../../index.ts'
import { startLocalNodes } from '../../storage-node/node/local.ts'
import { bearer, published, registered, type TestApplication } from '../fixtures/actors.ts'
import { copyDeploymentOfKey } from '../fixtures/deployment.ts'
import { mood, moodResponse, seed } from '../fixtures/responses.ts'

const data = await temporaryDirectory(t)
await copyDeploymentOfKey(data)
const said: string[] = []
const input = {
  ...{ port: 0, data, builderKey: BUILDER_KEY, log: { level: 'error' as const } },
  plugins: { 'fhir-bulk': { recordsPerFile: 40, settleSeconds: 0 } },
}
async function start() {
  const config = checkConfig(input)
  const builder = keyFromHex(BUILDER_KEY, config.did.prefix)
  const log = { error() {}, warn() {}, info() {} } as never
  const primitives = await choosePrimitives()
  const stores = await openStores({ config, data, builder, primitives, log, startLocalNodes })
  const logger = { level: 'error', stream: { write: (line: string) => said.push(line) } }
  const running = await serve(input, { stores, fastify: { logger } })
  return {
    ...{ app: running.app, url: running.url, jobs: stores.jobs },
    async close() {
      await running.close()
      await stores.close()
    },
  }
}
let running = await start()
t.teardown(() => running.close())

const study = await registered(running.app)
const person = storageKeyPairOf('44'.repeat(32))
const everything = 'read:questionnaire[*]'
const headersOf = ({ keyPair }: TestApplication, scope = everything) => bearer(keyPair, [scope])

/** Answers with notes from 0 on, of one person. */
const answers = (app: FastifyInstance, form: string, count: number, by: KeyPair = createKeyPair()) =>
  seed(
    app,
    study.applicationId,
    by,
    Array.from({ length: count }, (_, at) => moodResponse(form, `${at}`)),
  )

/** Starts an export; returns its URL at the current address of the gateway. */
async function kickOff(path: string, headers = headersOf(study)): Promise<string> {
  const answer = await fetch(running.url + path, { headers: { ...headers, prefer: 'respond-async' } })
  if (answer.status !== 202) throw new Error(await answer.text())
  return new URL(String(answer.headers.get('content-location'))).pathname
}

/** Polls until the export is complete; the last response is the manifest. */
async function ready(place: string, headers = headersOf(study)): Promise<ExportManifest> {
  for (;;) {
    const answer = await fetch(running.url + place, { headers })
    if (answer.status === 200) return (await answer.json()) as ExportManifest
    if (answer.status !== 202) throw new Error(await answer.text())
    await delay(50)
  }
}

const read = async (url: string, headers = headersOf(study)) =>
  (await fetch(running.url + new URL(url).pathname, { headers })).text()

async function resources(url: string): Promise<QuestionnaireResponse[]> {
  const text = await read(url)
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

async function idsIn({ output }: ExportManifest): Promise<string[]> {
  const ids: string[] = []
  for (const { type, url } of output)
    if (type === 'QuestionnaireResponse') ids.push(...(await resources(url)).map(({ id }) => String(id)))
  return ids
}

const sleep = await published(running.app, study, mood)
const diet = await published(running.app, study, { ...mood, title: 'Diet' })
await published(running.app, study, { ...mood, title: 'Nobody answers it' })
const stored = {
  sleep: await answers(running.app, sleep._id, 90, person),
  diet: await answers(running.app, diet._id, 5),
}
const all = [...stored.sleep, ...stored.diet]

t.test('everything comes in files, each response once', async t => {
  const place = await kickOff('/fhir/$export')
  const manifest = await ready(place)
  t.match(manifest, {
    requiresAccessToken: true,
    request: `${running.url}/fhir/$export`,
    deleted: [],
    output: [...Array(4).fill({ type: 'QuestionnaireResponse' }), { type: 'Questionnaire' }],
  })
  const ids = await idsIn(manifest)
  t.same(ids.toSorted(), all.toSorted())
  t.same(
    await Promise.all(manifest.output.map(async ({ url }) => (await resources(url)).length)),
    [40, 40, 10, 5, 3],
  )
  const [file] = manifest.output
  const [first] = await resources(String(file?.url))
  t.notOk(Object.keys(first ?? {}).some(name => name.startsWith('_')))
  t.equal((await fetch(String(file?.url))).status, 401, 'no file without a token')
  t.equal((await fetch(String(file?.url), { headers: headersOf(await registered(running.app)) })).status, 404)
  const { entries } = await running.app.gateway.audit.of(toHex(person.publicKey), { limit: 200 })
  t.match(entries[0], { action: 'exportResponses', client: { id: study.applicationId, kind: 'application' } })
  t.same(new Set(entries.flatMap(({ records }) => records)), new Set(stored.sleep), 'their people see it')
})

t.test('one questionnaire, and what came since', async t => {
  const scope = headersOf(study, `read:questionnaire[${diet._id}]`)
  const path = `/fhir/Questionnaire/${diet._id}/$export?_type=QuestionnaireResponse`
  const manifest = await ready(await kickOff(path, scope), scope)
  const [file, ...others] = manifest.output
  t.same(others, [])
  t.equal((await read(String(file?.url), scope)).trimEnd().split('\n').length, 5)
  const late = await answers(running.app, diet._id, 2)
  t.equal(
    (await read(String(file?.url), scope)).trimEnd().split('\n').length,
    5,
    'what comes later is not in it',
  )

  const since = `${path}&_since=${manifest.transactionTime}`
  const next = await ready(await kickOff(since, scope), scope)
  const text = await read(String(next.output[0]?.url), scope)
  t.same(
    text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).id)
      .sort(),
    late.toSorted(),
  )
  const none = `/fhir/$export?_since=${new Date(Date.now() + 60_000).toISOString()}`
  t.same((await ready(await kickOff(none))).output, [])
  stored.diet.push(...late)
})

t.test('what is gone, taken back or not as it was accepted is absent', async t => {
  const { app, url } = running
  const { builderDid } = await loadEnvironment(url)
  const form = await published(app, study, mood)
  const [kept = '', ...others] = await answers(app, form._id, 45, person)
  const scope = headersOf(study, `read:questionnaire[${form._id}]`)
  const { records } = app.gateway
  const record: Readonly<Record<string, unknown>> =
    (await records.read(uids.QuestionnaireResponse, kept)) ?? {}
  const { _created, _updated, _owner, _acl, ...accepted } = record
  const store = records as typeof records & { create: (...parts: unknown[]) => Promise<void> }
  const acl = { grantee: builderDid, read: true, write: false, execute: true }
  await store.create(
    uids.QuestionnaireResponse,
    { ...accepted, item: [], _id: crypto.randomUUID() },
    { owner: person.did, acl },
  )

  const place = await kickOff(`/fhir/Questionnaire/${form._id}/$export`, scope)
  const manifest = await ready(place, scope)
  const nodes = await connectNodes(person, url)
  const [deleted = '', revoked = ''] = others
  await nodes.deleteData({ collection: uids.QuestionnaireResponse, document: deleted })
  await nodes.revokeAccess({ collection: uids.QuestionnaireResponse, document: revoked, grantee: builderDid })
  const lines: string[] = []
  for (const { type, url } of manifest.output)
    if (type === 'QuestionnaireResponse') lines.push(...(await read(url, scope)).trimEnd().split('\n'))
  const ids = lines.map(line => JSON.parse(line).id)
  t.same(ids.sort(), [kept, ...others].filter(id => id !== deleted && id !== revoked).sort())
  const [error] = manifest.error
  t.same(omissionsIn(JSON.parse(await read(String(error?.url), scope))), { unattested: 0, changed: 1 })
})

t.test('an export is cancelled', async t => {
  const place = await kickOff('/fhir/$export')
  const remove = () => fetch(running.url + place, { method: 'DELETE', headers: headersOf(study) })
  t.equal((await remove()).status, 202)
  for (const path of [place, `${place}/QuestionnaireResponse-1.ndjson`])
    t.equal((await fetch(running.url + path, { headers: headersOf(study) })).status, 404)
  t.equal((await remove()).status, 404)
})

t.test('a gateway goes on where another was killed', async t => {
  const { app, jobs } = running
  const { exports } = app
  const [now, hour] = [Date.now(), 3_600_000]
  const request: ExportRequest = {
    ...{ url: `${running.url}/fhir/$export`, scope: everything, types: ['QuestionnaireResponse'] },
    ...{ questionnaires: [sleep._id], forms: {}, before: new Date(now).toISOString() },
  }
  const id = crypto.randomUUID()
  const added = { request: JSON.stringify(request), progress: JSON.stringify(BEGINNING) }
  const owner = toHex(study.keyPair.publicKey)
  await exports.add({ id, owner, ...added, createdAt: now, expiresAt: now + 3 * hour }, 100, undefined)
  const dead = { kind: 'fhir-bulk/export', id, holder: crypto.randomUUID() }
  await jobs.add({ ...dead, state: 'null', dueAt: now + hour }, { again: false, now }, async () => {})
  t.match(await jobs.take(dead, now + hour, now + 2 * hour), { id, attempts: 1 }, 'another gateway takes it')
  const step = await nextStep(app, request, BEGINNING, 40)
  await jobs.keep(dead, Date.now(), 1, transaction => exports.advance(id, step, transaction))
  t.pass('and dies behind its first file')
  const manifest = await ready(`/fhir/$export/${id}`)
  t.equal(manifest.output.length, 3)
  t.same((await idsIn(manifest)).sort(), stored.sleep.toSorted())
  await t.rejects(
    jobs.keep(dead, now + hour, 1, transaction => exports.advance(id, step, transaction)),
    JobLost,
    'it comes back too late',
  )
})

t.test('twenty at once get as many exports as an application may have', async t => {
  const owner = await registered(running.app)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`${running.url}/fhir/$export`, {
        headers: { ...headersOf(owner), prefer: 'respond-async' },
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  t.equal(statuses.filter(status => status === 202).length, 10)
  t.equal(statuses.filter(status => status === 429).length, 10, statuses.join(' '))
})

t.test('a restart midway loses nothing', async t => {
  const place = await kickOff('/fhir/$export?_type=QuestionnaireResponse')
  await running.close()
  running = await start()
  const ids = await idsIn(await ready(place))
  t.same(ids.filter(id => all.includes(id)).sort(), all.toSorted())
  t.equal(new Set(ids).size, ids.length)
  t.notMatch(said.join(''), 'a job failed', 'none is begun before the gateway can read')
})
