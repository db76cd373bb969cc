/** Records of a custom collection: read by the application that they were submitted for, and by nobody else. */
import t from 'tap'
import { ATTESTATION } from '../../../core/contract/collections.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import { ASSERTION_TYPE, assertionOf, clientKey } from '../../backends/test/fixtures/bulk-client.ts'
import { builtIn, createGateway, definePlugin } from '../../index.ts'
import { bearer, registered, sendRequest, submissionOf } from '../../test/fixtures/actors.ts'

const WALKS = '3b0f2a57-5a0e-4c5c-9d55-7c1f6c1f0a11'
const GOALS = '3b0f2a57-5a0e-4c5c-9d55-7c1f6c1f0a13'
const PRIVATE = '3b0f2a57-5a0e-4c5c-9d55-7c1f6c1f0a12'
const properties = {
  minutes: { type: 'integer', minimum: 0, maximum: 600 },
  note: { type: 'string' },
  pace: { enum: ['slow', 'fast'] },
  alone: { type: 'boolean' },
  places: { type: 'array', items: { type: 'string' } },
} as const
const schema = { type: 'object', required: ['minutes'], additionalProperties: false } as const
const walks = definePlugin({
  name: 'walks',
  version: '1.0.0',
  collections: [
    {
      ...{ uid: WALKS, name: 'walks', kind: 'owned', personal: true, applicationField: 'study' },
      schema: { ...schema, properties: { ...properties, study: { type: 'string' } } },
    },
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
    { uid: PRIVATE, name: 'private walks', kind: 'owned', schema: { ...schema, properties } },
  ],
  fhir: {
    types: [
      {
        ...{ type: 'Goal', collection: GOALS, description: 'Goals of walkers.' },
        search: [
          {
            ...{ name: 'lifecycle-status', type: 'token', description: 'The status.' },
            ...{ values: ({ lifecycleStatus }) => [lifecycleStatus], field: 'lifecycleStatus' },
          },
        ],
      },
    ],
  },
})
const app = await createGateway(
  { ...memory, plugins: { 'fhir-aggregate': { certainty: 1, margin: 2 } } },
  { builtIn: [...builtIn, walks], fastify: { logger: false } },
)
t.teardown(() => app.close())
await app.ready()

const study = await registered(app)
const other = await registered(app)
const alice = createKeyPair()
const bob = createKeyPair()

async function walk(record: object, who: KeyPair = alice, to: string | undefined = study.applicationId) {
  const { applicationId, ...body } = submissionOf(to, record, WALKS)
  const sent = to === '' ? body : { ...body, applicationId }
  const answer = await sendRequest(app, 'POST', '/api/submission', bearer(who, ['write']), sent)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().insertedUid as string
}
const ask = (search = '', who = study, headers: object = {}) =>
  sendRequest(app, 'GET', `/api/collection/${WALKS}/records${search}`, {
    ...bearer(who.keyPair, [`read:collection[${WALKS}]`]),
    ...headers,
  })
const idsIn = ({ records }: { records: { _id: string }[] }) => records.map(({ _id }) => _id)

t.test('an application reads its records, in pages, as lines and as a table', async t => {
  const first = await walk({ minutes: 30, note: '=1+1', places: ['home', 'a, b'] })
  const second = await walk({ minutes: 45 }, bob)
  const forged = await walk({ minutes: 1, study: other.applicationId }, bob)
  await walk({ minutes: 2, study: study.applicationId }, bob, other.applicationId)
  await walk({ minutes: 3, study: study.applicationId }, bob, '')
  const page = (await ask()).json()
  t.same(idsIn(page), [first, second, forged], 'the service says for whom a record is')
  t.match(page, {
    records: [
      { minutes: 30, _owner: alice.did, study: study.applicationId },
      { _owner: bob.did },
      { count: null },
    ],
    leftOut: { unattested: 0, changed: 0 },
  })
  t.same(Object.keys(page.records[1]).sort(), ['_created', '_id', '_owner', 'minutes', 'study'])
  t.equal((await ask('', other)).json().records.length, 1)

  const seen: string[] = []
  for (let search = '?_count=1'; search; ) {
    const { next, ...one } = (await ask(search)).json()
    seen.push(...idsIn(one))
    search = next === undefined ? '' : `?_count=1&cursor=${encodeURIComponent(next)}`
  }
  t.same(seen, [first, second, forged])
  const { _created } = page.records[1]
  t.same(idsIn((await ask(`?_since=${_created}`)).json()).includes(second), true)
  t.same(idsIn((await ask('?_since=2100-01-01T00:00:00Z')).json()), [])

  const lines = await ask('', study, { accept: 'application/x-ndjson' })
  t.match(lines.headers, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  t.same(
    lines.body
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)._id),
    [first, second, forged],
  )
  const csv = await ask('', study, { accept: 'text/csv' })
  t.match(csv.headers, { 'content-type': /^text\/csv/ })
  const [header, row] = csv.body.split('\r\n')
  t.equal(header, '_id,_created,_owner,minutes,note,pace,alone,places')
  t.equal(row, `${first},${page.records[0]._created},${alice.did},30,'=1+1,,,"[""home"",""a, b""]"`)

  const trail = await sendRequest(app, 'GET', '/api/profile/audit', bearer(alice, ['read']))
  t.match(trail.body, /readRecords/)
  t.match(trail.body, new RegExp(study.applicationId))
})

t.test('nobody else reads them, and no other collection is read', async t => {
  const url = `/api/collection/${WALKS}/records`
  const scope = `read:collection[${WALKS}]`
  const refused: [string, string, object, number][] = [
    ['nobody', url, {}, 401],
    ['a person', url, bearer(alice, [scope]), 403],
    ['another scope', url, bearer(study.keyPair, [`read:collection[${PRIVATE}]`]), 403],
    ['a right to write', url, bearer(study.keyPair, ['write:questionnaire']), 403],
    [
      'a collection that is not declared',
      `/api/collection/${PRIVATE}/records`,
      bearer(study.keyPair, [`read:collection[${PRIVATE}]`]),
      404,
    ],
  ]
  for (const id of ['constructor', '__proto__', crypto.randomUUID(), 'b14b538f-7de3-4767-ad77-464d755d78bd'])
    refused.push([
      id,
      `/api/collection/${id}/records`,
      bearer(study.keyPair, [`read:collection[${id}]`]),
      404,
    ])
  for (const [what, path, headers, status] of refused)
    t.equal((await sendRequest(app, 'GET', path, headers)).statusCode, status, what)
  for (const search of ['?_count=0', '?_count=201', '?_format=xml', '?_since=2026', '?cursor=x', '?x=1'])
    t.equal((await ask(search)).statusCode, 400, search)
  t.equal((await ask('?_since=2016-12-31T23:59:60Z')).statusCode, 400)
  t.match((await ask(`?cursor=${'x'.repeat(100_000)}`)).statusCode, 400)
})

t.test('a record that the service did not accept is left out and counted, in every format', async t => {
  const { records } = app.gateway
  const kept = await walk({ minutes: 60 })
  const { _created, _updated, _owner, _acl, ...accepted } = (await records.read(WALKS, kept)) ?? {}
  const acl = { grantee: records.builder, read: true, write: false, execute: true }
  const ownership = { owner: alice.did, acl }
  // As a person with a delegation writes to the nodes.
  const store = records as typeof records & { create: (...parts: unknown[]) => Promise<void> }
  const [direct, changed] = [crypto.randomUUID(), crypto.randomUUID()]
  await store.create(WALKS, { minutes: 1, study: study.applicationId, _id: direct }, ownership)
  await store.create(WALKS, { ...accepted, minutes: 61, _id: changed }, ownership)
  t.type((accepted as Record<string, unknown>)[ATTESTATION], 'string')

  const page = (await ask()).json()
  t.ok(idsIn(page).includes(kept))
  t.same(page.leftOut, { unattested: 1, changed: 1 })
  const lines = (await ask('?_format=ndjson&_count=1')).body.trim().split('\n')
  t.same(JSON.parse(lines.at(-1) ?? ''), { leftOut: { unattested: 1, changed: 1 } })
  const { body } = await ask('?_format=csv')
  t.match(body, kept)
  for (const id of [direct, changed]) {
    t.notOk(idsIn(page).includes(id))
    t.notMatch(body, id)
  }
})

t.test(
  'an application reads a FHIR type whose collection names it, without a reader of its plugin',
  async t => {
    const goal = {
      ...{ resourceType: 'Goal', lifecycleStatus: 'active', description: { text: 'Synthetic' } },
      subject: { reference: 'Patient/me' },
    }
    const submitted: string[] = []
    for (const [who, to] of [
      [alice, study],
      [bob, study],
      [bob, other],
    ] as const) {
      const body = submissionOf(to.applicationId, { ...goal, study: other.applicationId }, GOALS)
      const answer = await sendRequest(app, 'POST', '/api/submission', bearer(who, ['write']), body)
      submitted.push(answer.json().insertedUid)
    }
    const [first = '', second = '', foreign = ''] = submitted
    const scope = `read:collection[${GOALS}]`
    const fhir = (keyPair: KeyPair, scopes: readonly string[], path = '', claims = {}) =>
      sendRequest(app, 'GET', `/fhir/Goal${path}`, bearer(keyPair, scopes, claims))
    const idsOf = ({ entry = [] }: { entry?: { resource: { id: string; resourceType: string } }[] }) =>
      entry.flatMap(({ resource }) => (resource.resourceType === 'Goal' ? [resource.id] : []))

    for (const scopes of [[scope], ['read:collection[*]'], ['read', scope]]) {
      const found = (await fhir(study.keyPair, scopes, '?lifecycle-status=active')).json()
      t.same(idsOf(found), [first, second], String(scopes))
      t.notMatch(JSON.stringify(found), study.applicationId, 'the field of the collection is not served')
    }
    t.match((await fhir(study.keyPair, [scope], `/${first}`)).json(), {
      id: first,
      lifecycleStatus: 'active',
    })
    t.equal((await fhir(study.keyPair, [scope], `/${foreign}`)).statusCode, 404)
    t.same(idsOf((await fhir(other.keyPair, [scope])).json()), [foreign])
    t.same(idsOf((await fhir(alice, ['read'])).json()), [first], 'a person reads their own')
    t.same(
      idsOf((await fhir(alice, ['read', scope])).json()),
      [first],
      'whatever scopes they give themselves',
    )
    const claims = { applicationId: study.applicationId }
    t.same(idsOf((await fhir(alice, ['read', scope], '', claims)).json()), [first], 'or application')
    t.equal((await fhir(alice, [scope])).statusCode, 403)
    t.equal((await fhir(alice, ['read', scope], `/${second}`, claims)).statusCode, 404)
    for (const scopes of [[`read:collection[${WALKS}]`], ['read:questionnaire[*]'], ['write:questionnaire']])
      t.equal((await fhir(study.keyPair, scopes)).statusCode, 403, String(scopes))
    t.equal((await sendRequest(app, 'GET', '/fhir/Goal', {})).statusCode, 401)

    const { records } = app.gateway
    const acl = { grantee: records.builder, read: true, write: false, execute: true }
    const forged = { ...goal, study: study.applicationId }
    const store = records as typeof records & { create: (...parts: unknown[]) => Promise<void> }
    const direct = crypto.randomUUID()
    await store.create(GOALS, { ...forged, _id: direct }, { owner: alice.did, acl })
    const page = (await fhir(study.keyPair, [scope])).json()
    t.notOk(idsOf(page).includes(direct), 'a record that the service did not accept')
    t.match(JSON.stringify(page), /1 left out: not submitted through the service/)
    t.equal((await fhir(study.keyPair, [scope], `/${direct}`)).statusCode, 404)
    const { applicationId } = study
    const decide = async (decision: 'permit' | 'deny') => {
      const consent = {
        ...{ application: applicationId, decision },
        ...{ purposes: decision === 'permit' ? ['records'] : [], at: new Date().toISOString() },
      }
      const signed = createSelfSignedJwt({
        ...{ keyPair: bob, scopes: ['consent'], now: Math.floor(Date.now() / 1000) },
        ...{ audience: app.gateway.baseUrl, extra: { consent } },
      })
      const headers = bearer(bob, ['write:consent'])
      const answer = await sendRequest(app, 'POST', '/api/consent', headers, { consent, signed })
      t.equal(answer.statusCode, 200, answer.body)
    }
    await decide('deny')
    t.same(idsOf((await fhir(study.keyPair, [scope])).json()), [first], 'without the person who withdrew')
    t.equal((await fhir(study.keyPair, [scope], `/${second}`)).statusCode, 404)
    t.same(idsOf((await fhir(other.keyPair, [scope])).json()), [foreign], 'for that application alone')
    await new Promise(resolve => setTimeout(resolve, 5))
    await decide('permit')
    t.equal((await fhir(study.keyPair, [scope], `/${second}`)).statusCode, 200)

    const key = clientKey('ES256')
    await sendRequest(
      app,
      'POST',
      `/api/application/${applicationId}/backend`,
      bearer(study.keyPair, ['write:backend'], { applicationId }),
      { name: 'Synthetic server', jwks: { keys: [key.jwk] } },
    )
    const signIn = async (scope: string) => {
      const client_assertion = assertionOf(key, applicationId, `${app.gateway.baseUrl}/token`)
      const payload = new URLSearchParams({
        ...{ grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE },
        ...{ client_assertion, scope },
      }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await app.inject({ method: 'POST', url: '/token', headers, payload })).json()
    }
    const answer = await signIn('system/Goal.rs system/Goal.cruds?x=1 system/Observation.rs')
    t.equal(answer.scope, 'system/Goal.rs', 'a backend, with the scope of SMART')
    const reads = (token: string, url: string) =>
      sendRequest(app, 'GET', url, { authorization: `Bearer ${token}` })
    t.same(idsOf((await reads(answer.access_token, '/fhir/Goal')).json()), [first, second])
    t.equal((await reads(answer.access_token, `/api/collection/${WALKS}/records`)).statusCode, 403)
    const all = await signIn('system/*.rs')
    t.equal(all.scope, 'system/*.rs')
    t.same(idsOf((await reads(all.access_token, '/fhir/Goal')).json()), [first, second])
    t.equal((await signIn('system/Observation.rs')).error, 'invalid_scope')
    const trail = await sendRequest(app, 'GET', '/api/profile/audit', bearer(alice, ['read']))
    t.match(trail.body, /fhirSearchGoal/)
    t.match(trail.body, /Synthetic server/)
    const twenty = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        fhir((at % 2 ? study : other).keyPair, [scope], '?_count=999999'),
      ),
    )
    for (const [at, answer] of twenty.entries())
      t.same(idsOf(answer.json()), at % 2 ? [first, second] : [foreign])
  },
)

t.test('an application aggregates its records: a person counts once, with the newest', async t => {
  const third = await registered(app)
  for (let person = 0; person < 24; person++) {
    const who = createKeyPair()
    await walk({ minutes: 600 }, who, third.applicationId)
    const pace = person % 2 === 0 ? 'slow' : 'fast'
    const minutes = 10 * ((person % 6) + 1)
    await walk({ minutes, pace, alone: person % 6 < 4 }, who, third.applicationId)
    await walk({ minutes: 500, pace }, who, other.applicationId)
  }
  const scope = `aggregate:collection[${WALKS}]`
  const query = (body: object, who = third, scopes = [scope], uid = WALKS) =>
    sendRequest(app, 'POST', `/api/collection/${uid}/aggregate`, bearer(who.keyPair, scopes), body)
  const measures = [
    { property: 'minutes', op: 'mean' },
    { property: 'minutes', op: 'histogram', buckets: [0, 30, 60, 600] },
    { property: 'alone', op: 'histogram' },
  ]
  const all = await query({ measures })
  t.equal(all.statusCode, 200, all.body)
  t.match(all.json(), {
    result: [
      {
        people: 24,
        measures: [
          { linkId: 'minutes', op: 'mean', value: 35 },
          { buckets: [{ from: 0, below: 30, count: 8 }, { count: 12 }, { count: null }] },
          {
            buckets: [
              { value: false, count: 8 },
              { value: true, count: 16 },
            ],
          },
        ],
      },
    ],
  })
  t.match((await query({ measures: [{ property: 'minutes', op: 'sum' }], groupBy: 'pace' })).json(), {
    result: [
      { group: { value: 'slow' }, people: 12, measures: [{ value: 360 }] },
      { group: { value: 'fast' }, people: 12, measures: [{ value: 480 }] },
    ],
  })
  const wrong = await query({
    measures: [
      { property: 'minute', op: 'mean' },
      { property: 'note', op: 'histogram' },
      { property: 'places', op: 'sum' },
      { property: 'pace', op: 'mean' },
      { property: '__proto__', op: 'count' },
      { property: 'minutes', op: 'mean', buckets: [3, 1] },
    ],
    groupBy: 'constructor',
  })
  t.match(wrong.json(), { status: 422, code: 'AND_INVALID_AGGREGATION' })
  t.equal(wrong.json().issues.length, 7)
  t.match(wrong.json().issues[0].text, /Did you mean 'minutes'/)
  const count = { measures: [{ property: 'minutes', op: 'count' }] }
  t.equal((await query(count, third, [`aggregate:collection[${PRIVATE}]`])).statusCode, 403)
  t.equal((await query(count, third, [`read:collection[${PRIVATE}]`], PRIVATE)).statusCode, 404)
  t.same((await query(count, await registered(app))).json().result, [], 'an application without records')
})

t.test('a declaration that cannot hold is refused', async t => {
  const spec = (collection: object) => () =>
    definePlugin({
      ...{ name: 'x', version: '1.0.0' },
      collections: [{ uid: WALKS, name: 'x', kind: 'owned', schema, ...collection } as never],
    })
  t.throws(spec({ applicationField: 'study' }), /applicationField.*a property of the schema/s)
  t.throws(spec({ applicationField: 'study', kind: 'standard' }), /kind 'owned'/)
  t.throws(spec({ applicationField: '__proto__' }), /a property of the schema/)
})

t.test('a person withholds their records of one collection, and of it alone', async t => {
  const carol = createKeyPair()
  const id = await walk({ minutes: 7 }, carol)
  const decide = async (decision: string) => {
    const at = new Date().toISOString()
    const consent = {
      application: study.applicationId,
      collection: WALKS,
      decision,
      purposes: ['records'],
      at,
    }
    const signed = createSelfSignedJwt({
      ...{ keyPair: carol, scopes: ['consent'], now: Math.floor(Date.now() / 1000), extra: { consent } },
      audience: app.gateway.baseUrl,
    })
    const sent = { consent, signed }
    const answer = await sendRequest(app, 'POST', '/api/consent', bearer(carol, ['write:consent']), sent)
    t.equal(answer.statusCode, 200, answer.body)
  }
  for (const [decision, isRead] of [
    ['permit', true],
    ['deny', false],
  ] as const) {
    await decide(decision)
    for (const format of ['json', 'ndjson', 'csv'])
      t.equal(
        (await ask(`?_count=200&_format=${format}`)).body.includes(id),
        isRead,
        `${decision}: ${format}`,
      )
  }
})
