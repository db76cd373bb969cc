/** Bulk export of custom collections: by their FHIR type, or as they are stored. People are synthetic. */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { toHex } from '../../../core/crypto/bytes.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import { omissionsIn } from '../../../fhir/resources/omissions.ts'
import type { ExportManifest } from '../../../schemas/export.ts'
import { builtIn, createGateway, definePlugin } from '../../index.ts'
import {
  bearer,
  published,
  registered,
  sendRequest,
  submissionOf,
  type TestApplication,
} from '../../test/fixtures/actors.ts'
import { mood, moodResponse, seed } from '../../test/fixtures/responses.ts'
import { BEGINNING } from '../plan.ts'
import { workOut } from '../worker.ts'

const WALKS = '3b0f2a57-5a0e-4c5c-9d55-7c1f6c1f0b11'
const GOALS = '3b0f2a57-5a0e-4c5c-9d55-7c1f6c1f0b13'
const PRIVATE = '3b0f2a57-5a0e-4c5c-9d55-7c1f6c1f0b12'
const properties = { minutes: { type: 'integer' }, study: { type: 'string' } } as const
const schema = { type: 'object', required: ['minutes'], additionalProperties: false, properties } as const
let refusesReading = false
const walks = definePlugin({
  name: 'walks',
  version: '1.0.0',
  dependencies: ['applications'],
  collections: [
    { uid: WALKS, name: 'walks', kind: 'owned', applicationField: 'study', schema },
    { uid: PRIVATE, name: 'private walks', kind: 'owned', schema },
    {
      ...{ uid: GOALS, name: 'goals', kind: 'owned', applicationField: 'study' },
      schema: {
        ...{ type: 'object', required: ['resourceType', 'lifecycleStatus'] },
        properties: {
          ...{ resourceType: { enum: ['Goal'] }, lifecycleStatus: { type: 'string' } },
          ...{ description: { type: 'object' }, subject: { type: 'object' }, study: { type: 'string' } },
        },
      },
    },
  ],
  fhir: { types: [{ type: 'Goal', collection: GOALS, description: 'Goals of walkers.' }] },
  hooks: {
    readRecords() {
      if (refusesReading) throw Object.assign(new Error('not now'), { statusCode: 403, code: 'TEST_NOT_NOW' })
    },
  },
})
const app = await createGateway(
  {
    ...memory,
    plugins: {
      'fhir-bulk': { settleSeconds: 0, recordsPerFile: 2, exportsPerApplication: 1000 },
      operations: { requestsPerMinute: 1_000_000 },
    },
  },
  { builtIn: [...builtIn, walks], fastify: { logger: false } },
)
t.teardown(() => app.close())
await app.ready()

const study = await registered(app)
const other = await registered(app)
const [alice, bob] = [createKeyPair(), createKeyPair()]
const walking = [`read:collection[${WALKS}]`]
const goals = [`read:collection[${GOALS}]`]
const everything = 'read:questionnaire[*]'

async function submit(record: object, collection: string, who: KeyPair, to = study): Promise<string> {
  const body = submissionOf(to.applicationId, record, collection)
  const answer = await sendRequest(app, 'POST', '/api/submission', bearer(who, ['write']), body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().insertedUid
}
const walk = (minutes: number, who = alice, to = study) => submit({ minutes }, WALKS, who, to)
const goal = (who = alice, to = study) =>
  submit(
    {
      ...{ resourceType: 'Goal', lifecycleStatus: 'active', description: { text: 'Walk' } },
      subject: { reference: who.did },
    },
    GOALS,
    who,
    to,
  )

const get = (path: string, scopes: readonly string[], who: TestApplication = study) =>
  sendRequest(app, 'GET', path, { ...bearer(who.keyPair, scopes), prefer: 'respond-async' })

async function kickOff(path: string, scopes: readonly string[], who = study): Promise<string> {
  const answer = await get(path, scopes, who)
  if (answer.statusCode !== 202) throw new Error(answer.body)
  return new URL(String(answer.headers['content-location'])).pathname
}

async function ready(place: string, scopes: readonly string[], who = study): Promise<ExportManifest> {
  for (;;) {
    const answer = await get(place, scopes, who)
    if (answer.statusCode === 200) return answer.json()
    if (answer.statusCode !== 202) throw new Error(answer.body)
    await delay(20)
  }
}

const exported = async (path: string, scopes: readonly string[], who = study) =>
  ready(await kickOff(path, scopes, who), scopes, who)

async function linesOf(url: string, scopes: readonly string[]): Promise<Record<string, unknown>[]> {
  const answer = await get(new URL(url).pathname, scopes)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.body
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}
async function idsIn({ output }: ExportManifest, scopes: readonly string[]): Promise<string[]> {
  const all = await Promise.all(output.map(({ url }) => linesOf(url, scopes)))
  return all.flat().map(({ id, _id }) => String(id ?? _id))
}
const codeOf = (answer: { json(): unknown }): string => {
  const body = answer.json() as { code?: string; issue?: { details: { coding: { code: string }[] } }[] }
  return body.code ?? body.issue?.[0]?.details.coding[0]?.code ?? ''
}

const stored = [await walk(1), await walk(2, bob), await walk(3)]
await walk(4, bob, other)
const aims = [await goal(), await goal(bob), await goal()]
await goal(bob, other)
const route = `/api/collection/${WALKS}/$export`

t.test('records of a collection come in files, as its pages have them', async t => {
  const manifest = await exported(route, walking)
  t.match(manifest, {
    requiresAccessToken: true,
    request: new RegExp(`/api/collection/${WALKS}/\\$export$`),
    output: [
      { type: WALKS, url: /-1\.ndjson$/ },
      { type: WALKS, url: /-2\.ndjson$/ },
    ],
  })
  t.same(await idsIn(manifest, walking), stored)
  const { url } = manifest.output[0] ?? { url: '' }
  const { headers } = await get(new URL(url).pathname, walking)
  t.match(headers, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  const pages = await get(`/api/collection/${WALKS}/records`, walking)
  t.same((await linesOf(url, walking))[0], pages.json().records[0])
  const trail = await sendRequest(app, 'GET', '/api/profile/audit', bearer(alice, ['read']))
  t.match(trail.json().entries[0], { action: 'exportRecords', client: { id: study.applicationId } })
})

t.test('a FHIR type of a collection is a type of the export of the application', async t => {
  const manifest = await exported('/fhir/$export?_type=Goal', goals)
  t.same(
    manifest.output.map(({ type }) => type),
    ['Goal', 'Goal'],
  )
  t.same(await idsIn(manifest, goals), aims)
  const [first] = await linesOf(String(manifest.output[0]?.url), goals)
  t.match(first, { resourceType: 'Goal', lifecycleStatus: 'active', meta: { versionId: /^\d+$/ } })
  t.notMatch(JSON.stringify(first), study.applicationId, 'the field of the collection is not served')
  t.notOk(Object.keys(first ?? {}).some(name => name.startsWith('_')))
  const alike = await get(`/fhir/Goal/${aims[0]}`, goals)
  t.same(first, alike.json())
})

t.test('together with responses, if the token covers both', async t => {
  const form = await published(app, study, mood)
  const responses = await seed(app, study.applicationId, alice, [moodResponse(form._id, 'well')])
  const both = [...goals, everything]
  const path = '/fhir/$export?_type=Goal,QuestionnaireResponse'
  const manifest = await exported(path, both)
  t.same((await idsIn(manifest, both)).sort(), [...aims, ...responses].sort())
  for (const scopes of [goals, [everything]]) {
    t.equal(codeOf(await get(path, scopes)), 'AND_INSUFFICIENT_SCOPE')
    const place = await kickOff(path, both)
    t.equal(codeOf(await get(place, scopes)), 'AND_INSUFFICIENT_SCOPE')
  }
  const forms = await exported('/fhir/$export', both)
  t.same(
    forms.output.map(({ type }) => type),
    ['QuestionnaireResponse', 'Questionnaire'],
    'a request without types means forms',
  )
})

t.test('an export has what was stored since', async t => {
  const { transactionTime } = await exported(route, walking)
  await delay(5)
  const late = await walk(5)
  t.same(await idsIn(await exported(`${route}?_since=${transactionTime}`, walking), walking), [late])
  t.same((await exported('/fhir/$export?_type=Goal&_since=2100-01-01T00:00:00Z', goals)).output, [])
  stored.push(late)
})

t.test('a person who withholds is left out, also of files that were planned before', async t => {
  const decide = async (decision: 'permit' | 'deny', collection: string) => {
    const consent = {
      ...{ application: study.applicationId, decision, collection },
      ...{ purposes: decision === 'permit' ? ['records'] : [], at: new Date().toISOString() },
    }
    const signed = createSelfSignedJwt({
      ...{ keyPair: bob, scopes: ['consent'], now: Math.floor(Date.now() / 1000) },
      ...{ audience: app.gateway.baseUrl, extra: { consent } },
    })
    const headers = bearer(bob, ['write:consent'])
    const answer = await sendRequest(app, 'POST', '/api/consent', headers, { consent, signed })
    t.equal(answer.statusCode, 200, answer.body)
    await delay(5)
  }
  for (const [path, scopes, uid, all] of [
    [route, walking, WALKS, stored],
    ['/fhir/$export?_type=Goal', goals, GOALS, aims],
  ] as const) {
    const [, bobs] = all
    const others = all.filter(id => id !== bobs)
    const planned = await exported(path, scopes)
    await decide('deny', uid)
    t.same(await idsIn(planned, scopes), others)
    t.same(await idsIn(await exported(path, scopes), scopes), others)
    await decide('permit', uid)
    t.same(await idsIn(planned, scopes), all)
  }
})

t.test('a record that the service did not accept is counted and left out', async t => {
  const { records } = app.gateway
  const acl = { grantee: records.builder, read: true, write: false, execute: true }
  const forged = { minutes: 1, study: study.applicationId, _id: crypto.randomUUID() }
  const store = records as typeof records & { create: (...parts: unknown[]) => Promise<void> }
  await store.create(WALKS, forged, { owner: alice.did, acl })
  const manifest = await exported(route, walking)
  t.same(await idsIn(manifest, walking), stored)
  const [outcome] = await linesOf(String(manifest.error[0]?.url), walking)
  t.same(omissionsIn(outcome as never), { unattested: 1, changed: 0 })
})

t.test('no other application has the records or the export', async t => {
  const place = await kickOff(route, walking)
  await ready(place, walking)
  for (const path of [place, `${place}/${WALKS}-1.ndjson`, `${place}/left-out.ndjson`])
    t.equal(codeOf(await get(path, walking, other)), 'AND_UNKNOWN_EXPORT')
  t.equal((await exported(route, walking, other)).output.length, 1, 'only its own')
  const stranger: TestApplication = { ...other, keyPair: createKeyPair() }
  for (const [path, scopes, who, code] of [
    [route, goals, study, 'AND_INSUFFICIENT_SCOPE'],
    ['/fhir/$export?_type=Goal', walking, study, 'AND_INSUFFICIENT_SCOPE'],
    ['/fhir/$export?_type=Goal', [everything], study, 'AND_INSUFFICIENT_SCOPE'],
    ['/fhir/$export?_type=Patient', [everything], study, 'AND_EXPORT_PARAMETER'],
    [`${route}?_type=Goal`, walking, study, 'AND_EXPORT_PARAMETER'],
    [`/api/collection/${PRIVATE}/$export`, ['read:collection[*]'], study, 'AND_UNREADABLE_COLLECTION'],
    [route, walking, stranger, 'AND_NOT_AN_APPLICATION'],
  ] as const)
    t.equal(codeOf(await get(path, scopes, who)), code, path)
  const unwilling = bearer(study.keyPair, walking)
  t.equal(codeOf(await sendRequest(app, 'GET', route, unwilling)), 'AND_EXPORT_NOT_ASYNC')
})

t.test('a listener of readRecords refuses the request, and each file', async t => {
  const place = await kickOff(route, walking)
  await ready(place, walking)
  refusesReading = true
  t.teardown(() => {
    refusesReading = false
  })
  for (const [path, scopes] of [
    [route, walking],
    ['/fhir/$export?_type=Goal', goals],
    [`${place}/${WALKS}-1.ndjson`, walking],
  ] as const)
    t.equal((await get(path, scopes)).statusCode, 403, path)
})

t.test('an export goes on at the file where its gateway was killed', async t => {
  const { exports } = app
  const request = {
    ...{ url: `${app.gateway.baseUrl}${route}`, types: [], questionnaires: [], forms: {} },
    collections: [{ collection: WALKS, type: WALKS, filter: { study: study.applicationId } }],
    ...{ applicationId: study.applicationId, before: new Date().toISOString() },
  }
  const id = crypto.randomUUID()
  const texts = { request: JSON.stringify(request), progress: JSON.stringify(BEGINNING) }
  const [createdAt, expiresAt] = [Date.now(), Date.now() + 3_600_000]
  await exports.add(
    { id, owner: toHex(study.keyPair.publicKey), ...texts, createdAt, expiresAt },
    1000,
    undefined,
  )
  const attempt = async (mostSteps: number) => {
    let steps = 0
    const step = (work: (transaction: undefined) => Promise<unknown>) => {
      if (++steps > mostSteps) throw new Error('killed')
      return work(undefined)
    }
    const parts = { app, options: { recordsPerFile: 2 }, log: app.log }
    await workOut({ id, step } as never, parts as never)
  }
  await t.rejects(attempt(1), { message: 'killed' })
  t.equal((await exports.files(id)).length, 1)
  t.match(await get(`/fhir/$export/${id}`, walking), {
    statusCode: 202,
    headers: { 'x-progress': /^0 of 1 questionnaires and collections, 2 records counted, 1 files$/ },
  })
  t.equal(codeOf(await get(`/fhir/$export/${id}/${WALKS}-1.ndjson`, walking)), 'AND_UNKNOWN_EXPORT_FILE')
  await attempt(100)
  const manifest = await ready(`/fhir/$export/${id}`, walking)
  t.same(await idsIn(manifest, walking), stored)
})
