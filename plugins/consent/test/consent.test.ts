/** Consents bind: every caller's reading, in every state of a decision. People and answers are synthetic. */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { toHex } from '../../../core/crypto/bytes.ts'
import { didOf } from '../../../core/crypto/did.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { uids } from '../../../schemas/uids.ts'
import { consents, giveConsent, registerBackend, withdrawConsent } from '../../../ui/sdk/index.ts'
import {
  ASSERTION_TYPE,
  assertionOf,
  clientKey,
  createBulkClient,
} from '../../backends/test/fixtures/bulk-client.ts'
import {
  bearer,
  gateway,
  published,
  registered,
  sendRequest,
  submissionOf,
} from '../../test/fixtures/actors.ts'
import { copyDeployment } from '../../test/fixtures/deployment.ts'
import { mood, moodResponse, seed } from '../../test/fixtures/responses.ts'
import { gateway as testGateway } from '../../testing/index.ts'

const app = await gateway(t, {
  plugins: {
    operations: { requestsPerMinute: 1_000_000 },
    'fhir-bulk': { settleSeconds: 0 },
    'fhir-aggregate': { certainty: 1 },
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
app.gateway.baseUrl = app.listeningOrigin
const BASE = app.gateway.baseUrl

const study = await registered(app)
const bound = (name: string, valueInteger: number) => ({
  url: `http://hl7.org/fhir/StructureDefinition/${name}`,
  valueInteger,
})
const hours = {
  ...{ linkId: 'hours', type: 'integer', text: 'How long did you sleep?' },
  extension: [bound('minValue', 0), bound('maxValue', 24)],
}
const form = await published(app, study, {
  ...{ ...mood, title: 'Mood <b>diary</b>' },
  item: [...mood.item, hours],
})
const other = await published(app, study, { ...mood, title: 'Another form' })
const person = createKeyPair()
const neighbour = createKeyPair()
/** An answer with so many hours. */
const slept = (valueInteger: number) => {
  const answered = moodResponse(form._id, 'well')
  return { ...answered, item: [...answered.item, { linkId: 'hours', answer: [{ valueInteger }] }] }
}
const [response = ''] = await seed(app, study.applicationId, person, [slept(14)])
const [theirs = ''] = await seed(app, study.applicationId, neighbour, [slept(7)])
for (let at = 0; at < 5; at++) await seed(app, study.applicationId, createKeyPair(), [slept(7)])
const key = clientKey('ES256')
await registerBackend(
  study.keyPair,
  study.applicationId,
  { name: 'Export', jwks: { keys: [key.jwk] } } as never,
  BASE,
)

let last = Date.now()
/** Instants of decisions, each later than the one before. */
const instant = (): string => {
  last = Math.max(last + 1, Date.now())
  return new Date(last).toISOString()
}

const decisionOf = (changes: object = {}) => ({
  ...{ application: study.applicationId, form: form._id, decision: 'permit' },
  ...{ purposes: ['records', 'statistics'], at: instant() },
  ...changes,
})

const signedBy = (keyPair: KeyPair, consent: object, changes: object = {}): string =>
  createSelfSignedJwt({
    ...{
      keyPair,
      scopes: ['consent'],
      now: Math.floor(Date.now() / 1000),
      audience: BASE,
      extra: { consent },
    },
    ...changes,
  })

const send = (keyPair: KeyPair, consent: object, signed = signedBy(keyPair, consent)) =>
  sendRequest(app, 'POST', '/api/consent', bearer(keyPair, ['write:consent']), { consent, signed })

const decide = async (changes: object = {}): Promise<void> => {
  const answer = await send(person, decisionOf(changes))
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

const asked = () => bearer(study.keyPair, [`read:questionnaire[${form._id}]`])
const get = async (path: string, headers: object = asked()) => {
  const answer = await sendRequest(app, 'GET', path, headers)
  if (answer.statusCode !== 200 && answer.statusCode !== 404) throw new Error(answer.body)
  return answer
}
const sees = (text: string): boolean => {
  if (!text.includes(theirs)) throw new Error(`without the neighbour: ${text}`)
  return text.includes(response)
}

const backendToken = async (): Promise<string> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE },
      scope: 'system/QuestionnaireResponse.rs',
      client_assertion: assertionOf(key, study.applicationId, `${BASE}/token`),
    }).toString(),
  })
  return answer.json().access_token
}

/** Every route by which somebody else than the owner learns of the response; true if they do. */
const callers: Readonly<Record<string, () => Promise<boolean>>> = {
  page: async () => sees((await get(`/api/questionnaire/${form._id}/responses`)).body),
  ndjson: async () => sees((await get(`/api/questionnaire/${form._id}/responses?_format=ndjson`)).body),
  csv: async () => sees((await get(`/api/questionnaire/${form._id}/responses?_format=csv`)).body),
  search: async () => sees((await get(`/fhir/QuestionnaireResponse?questionnaire=${form._id}`)).body),
  read: async () => (await get(`/fhir/QuestionnaireResponse/${response}`)).statusCode === 200,
  total: async () =>
    (await get(`/fhir/QuestionnaireResponse?questionnaire=${form._id}&_summary=count`)).json().total === 7,
  backend: async () => {
    const authorization = `Bearer ${await backendToken()}`
    return sees((await get(`/api/questionnaire/${form._id}/responses`, { authorization })).body)
  },
  export: async () => {
    const client = createBulkClient({ base: `${BASE}/fhir`, clientId: study.applicationId, key })
    const scope = 'system/QuestionnaireResponse.rs'
    return sees(
      JSON.stringify(
        await client.exportAll(scope, `/Questionnaire/${form._id}/$export?_type=QuestionnaireResponse`),
      ),
    )
  },
}
const counts = async (): Promise<boolean> => {
  const answer = await sendRequest(
    app,
    'POST',
    `/api/questionnaire/${form._id}/aggregate?refresh=true`,
    bearer(study.keyPair, [`aggregate:questionnaire[${form._id}]`]),
    { measures: [{ linkId: 'hours', op: 'mean' }] },
  )
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const [mean] = answer.json().result[0].measures
  return mean.value === 8
}

const past = '2020-01-01T00:00:00Z'
const future = '2120-01-01T00:00:00Z'
/** Each state with what it permits: the records, the statistics. */
const states: readonly (readonly [string, () => Promise<void>, boolean, boolean])[] = [
  ['no decision', async () => {}, true, true],
  [
    'a withdrawal for another form',
    () => decide({ form: other._id, decision: 'deny', purposes: [] }),
    true,
    true,
  ],
  ['given', () => decide(), true, true],
  ['given until later', () => decide({ from: past, until: future }), true, true],
  ['expired', () => decide({ until: past }), false, false],
  ['given for later', () => decide({ from: future }), false, false],
  ['given for statistics alone', () => decide({ purposes: ['statistics'] }), false, true],
  ['given for records alone', () => decide({ purposes: ['records'] }), true, false],
  ['withdrawn', () => decide({ decision: 'deny', purposes: [] }), false, false],
  ['given again', () => decide(), true, true],
  [
    'withdrawn for all of the application, given for this form',
    () => decide({ form: undefined, decision: 'deny' }),
    true,
    true,
  ],
]

t.test('every caller sees what the decision permits, in every state', async t => {
  for (const [state, enter, records, statistics] of states) {
    await enter()
    for (const [caller, reads] of Object.entries(callers))
      t.equal(await reads(), records, `${state}: ${caller}`)
    t.equal(await counts(), statistics, `${state}: aggregate`)
    const own = await get('/fhir/QuestionnaireResponse', bearer(person, ['read']))
    t.ok(own.body.includes(response), `${state}: the owner`)
  }
})

t.test('a period that ends while records are read ends the reading', async t => {
  await decide({ until: new Date(Date.now() + 1500).toISOString() })
  t.equal(await callers['page']?.(), true)
  while (await callers['page']?.()) await delay(50)
  t.equal(await callers['read']?.(), false)
})

t.test('nobody decides for another person, and an older decision never returns', async t => {
  const given = decisionOf()
  const givenBefore = signedBy(person, given)
  t.equal((await send(person, given, givenBefore)).statusCode, 200)
  t.equal((await send(person, given, givenBefore)).statusCode, 200, 'a repetition')
  await decide({ decision: 'deny', purposes: [] })
  t.equal((await send(person, given, givenBefore)).json().code, 'AND_CONSENT_SUPERSEDED')
  const body = decisionOf()
  for (const [attack, keyPair, consent, signed] of [
    ['a stranger', neighbour, body, signedBy(person, body)],
    ['another decision', person, body, signedBy(person, { ...body, decision: 'deny' })],
    ['no audience', person, body, signedBy(person, body, { audience: undefined })],
    ['the future', person, ...both({ at: '2120-01-01T00:00:00Z' })],
    ['a leap second', person, ...both({ at: '2016-12-31T23:59:60Z' })],
    ['an empty period', person, ...both({ from: future, until: past })],
    ['no purpose', person, ...both({ purposes: [] })],
    ['an unknown application', person, ...both({ application: 'constructor' })],
    ['an unknown form', person, ...both({ form: crypto.randomUUID() })],
    ['a collection that nobody reads', person, ...both({ form: undefined, collection: crypto.randomUUID() })],
  ] as const) {
    const answer = await send(keyPair, consent, signed)
    t.equal(answer.statusCode, 422, attack)
    t.equal(answer.json().code, 'AND_INVALID_CONSENT', attack)
  }
  for (const changes of [
    { decision: '__proto__' },
    { at: '\u0000' },
    { application: 'x'.repeat(100_000) },
    { more: 1 },
  ])
    t.equal((await send(person, ...both(changes))).statusCode, 400)
  t.equal((await send(person, body, signedBy(person, body, { scopes: ['read'] }))).statusCode, 403)
  t.equal(
    (await send(person, body, signedBy(person, body, { audience: 'https://other.example' }))).statusCode,
    401,
  )
  const noScope = await sendRequest(app, 'POST', '/api/consent', bearer(person, ['read']), {
    consent: body,
    signed: '',
  })
  t.equal(noScope.statusCode, 403)
  t.equal(await callers['page']?.(), false)

  function both(changes: object): readonly [object, string] {
    const consent = JSON.parse(JSON.stringify(decisionOf(changes))) as object
    return [consent, signedBy(person, consent)]
  }
})

t.test('twenty decisions at once leave the latest', async t => {
  const decisions = Array.from({ length: 20 }, (_, at) =>
    decisionOf({ decision: at === 19 ? 'deny' : 'permit' }),
  )
  await Promise.all(decisions.toReversed().map(each => send(person, each)))
  t.equal(await callers['page']?.(), false)
})

t.test('a person lists their decisions as FHIR Consents with a sentence each', async t => {
  await decide({ purposes: ['statistics'], until: future })
  const { consents } = (await get('/api/consent', bearer(person, ['read']))).json()
  const found = consents.findLast((each: { provision: { data?: unknown } }) => each.provision.data)
  t.match(found, {
    resourceType: 'Consent',
    status: 'active',
    provision: { type: 'permit', period: { end: future } },
  })
  t.match(
    found.text.div,
    /may count your records of “Mood &#60;b&#62;diary&#60;\/b&#62;” in statistics until 2120/,
  )
  t.equal(Buffer.from(found.sourceAttachment.data, 'base64').toString().split('.').length, 3)
  t.same((await get('/api/consent', bearer(neighbour, ['read']))).json(), { consents: [] })
})

t.test('the SDK gives, lists and withdraws', async t => {
  const terms = { application: study.applicationId, form: form._id }
  const reads = async () => (await get(`/fhir/QuestionnaireResponse/${theirs}`)).statusCode
  const given = await giveConsent(neighbour, { ...terms, purposes: ['records'], until: future }, BASE)
  t.match(given, { resourceType: 'Consent', status: 'active' })
  t.equal(await reads(), 200)
  t.match(await withdrawConsent(neighbour, terms, BASE), { status: 'inactive' })
  t.equal(await reads(), 404)
  t.same(
    (await consents(neighbour, BASE)).map(({ status }) => status),
    ['inactive'],
  )
  await giveConsent(neighbour, terms, BASE)
  t.equal(await reads(), 200)
})

t.test('decisions that cannot be read refuse the reading', async t => {
  const { kept, withheld } = app.consents
  const { limiting } = kept
  t.teardown(() => Object.assign(kept, { limiting }))
  Object.assign(kept, { limiting: () => Promise.reject(new Error('The database is away')) })
  withheld.changed((await app.applications.get(study.applicationId))?.key ?? '')
  const answer = await sendRequest(app, 'GET', `/api/questionnaire/${form._id}/responses`, asked())
  t.equal(answer.statusCode, 500)
  t.notOk(answer.body.includes(theirs))
})

t.test('a form may require a consent before it is answered', async t => {
  const extension = (...codes: readonly unknown[]) =>
    codes.map(valueCode => ({ url: `${BASE}/StructureDefinition/questionnaire-consent-required`, valueCode }))
  const body = (codes: readonly unknown[]) => ({
    ...mood,
    extension: extension(...codes),
    publisher: study.did,
  })
  for (const code of ['everything', '__proto__', 1]) {
    const refused = await sendRequest(
      app,
      'POST',
      '/api/questionnaire',
      bearer(study.keyPair, ['write:questionnaire']),
      body([code]),
    )
    t.equal(refused.statusCode, 422, `${code}: ${refused.body.slice(0, 300)}`)
  }
  const strict = await published(app, study, body(['records', 'statistics']))
  const anna = createKeyPair()
  const key = crypto.randomUUID()
  const answered = (idempotencyKey: string = crypto.randomUUID()) =>
    sendRequest(
      app,
      'POST',
      '/api/submission',
      { ...bearer(anna, ['write']), 'idempotency-key': idempotencyKey },
      submissionOf(study.applicationId, moodResponse(strict._id, 'well')),
    )
  const on = { application: study.applicationId, form: strict._id }
  const responses = async () => {
    const headers = bearer(study.keyPair, [`read:questionnaire[${strict._id}]`])
    const page = await sendRequest(app, 'GET', `/api/questionnaire/${strict._id}/responses`, headers)
    return (page.json().entry ?? []).length
  }
  const states: readonly [name: string, change: () => Promise<unknown>, status: number][] = [
    ['none', async () => {}, 403],
    ['for another form', () => giveConsent(anna, { ...on, form: form._id }, BASE), 403],
    ['for one purpose', () => giveConsent(anna, { ...on, purposes: ['records'] }, BASE), 403],
    ['not begun', () => giveConsent(anna, { ...on, from: '2999-01-01T00:00:00Z' }, BASE), 403],
    [
      'for the whole application, narrowed for the form',
      () => giveConsent(anna, { application: study.applicationId }, BASE),
      403,
    ],
    ['given', () => giveConsent(anna, on, BASE), 201],
    ['withdrawn', () => withdrawConsent(anna, on, BASE), 403],
  ]
  for (const [name, change, status] of states) {
    await change()
    const answer = await answered(status === 201 ? key : undefined)
    t.equal(answer.statusCode, status, `${name}: ${answer.body.slice(0, 200)}`)
    if (status === 403) t.match(answer.json(), { code: 'AND_CONSENT_REQUIRED' })
  }
  t.equal((await answered(key)).statusCode, 201, 'what was stored is not refused to a retry')
  await giveConsent(anna, on, BASE)
  t.equal(await responses(), 1, 'a refused response leaves nothing')
  t.equal(
    (
      await sendRequest(
        app,
        'POST',
        '/api/submission',
        bearer(person, ['write']),
        submissionOf(study.applicationId, moodResponse(form._id, 'well')),
      )
    ).statusCode,
    201,
    'another form',
  )
})

t.test('a form may require its consent form, which is signed', async t => {
  const named = (name: string) => `${BASE}/StructureDefinition/${name}`
  const signature = { code: '1.2.840.10065.1.12.1.7', system: 'urn:iso-astm:E1762-95:2013' }
  const consentForm = await published(app, study, {
    ...mood,
    title: 'Consent to take part',
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-signatureRequired',
        valueCodeableConcept: { coding: [signature] },
      },
    ],
  })
  const requiring = (...forms: readonly unknown[]) => ({
    ...mood,
    extension: forms.map(valueCanonical => ({ url: named('questionnaire-consent-form'), valueCanonical })),
  })
  const stranger = await registered(app)
  const theirForm = await published(app, stranger, mood)
  for (const forms of [
    ['Questionnaire/none'],
    [theirForm._id],
    ['__proto__'],
    Array(6).fill(consentForm._id),
  ]) {
    const headers = bearer(study.keyPair, ['write:questionnaire'])
    const refused = await sendRequest(app, 'POST', '/api/questionnaire', headers, requiring(...forms))
    t.equal(refused.statusCode, 422, `${forms}: ${refused.body.slice(0, 200)}`)
  }
  const strict = await published(app, study, requiring(`Questionnaire/${consentForm._id}`))
  const emma = createKeyPair()
  const answer = (response: object) =>
    sendRequest(
      app,
      'POST',
      '/api/submission',
      bearer(emma, ['write']),
      submissionOf(study.applicationId, response),
    )
  const refused = await answer(moodResponse(strict._id, 'well'))
  t.equal(refused.statusCode, 403)
  t.equal(refused.json().code, 'AND_CONSENT_FORM_REQUIRED')
  t.match(refused.json().detail, consentForm._id)
  const consenting = moodResponse(consentForm._id, 'yes')
  t.equal((await answer(consenting)).statusCode, 201)
  t.equal((await answer(moodResponse(strict._id, 'well'))).statusCode, 403, 'it was not signed')
  const signed = {
    url: 'http://hl7.org/fhir/StructureDefinition/questionnaireresponse-signature',
    valueSignature: { type: [signature], when: past, who: { reference: didOf(emma.publicKey) } },
  }
  const given = await answer({ ...consenting, extension: [signed] })
  t.equal(given.statusCode, 201, given.body)
  t.equal((await answer(moodResponse(strict._id, 'well'))).statusCode, 201)
})

const consentsOf = async (keyPair: KeyPair, query = '', headers: object = {}) => {
  const path = `/fhir/Consent${query}`
  const bundle = await get(path, { ...bearer(keyPair, ['read']), ...headers })
  return (bundle.json().entry ?? []).map((each: { resource: object }) => each.resource)
}

t.test('each decision is a record of its person, of which the latest is active', async t => {
  const berta = createKeyPair()
  const terms = { application: study.applicationId, form: form._id }
  const first = await giveConsent(berta, { ...terms, purposes: ['records'] }, BASE)
  await delay(5)
  const second = await giveConsent(berta, { ...terms, until: future }, BASE)
  const all = await consentsOf(berta, '?_sort=date')
  t.same(
    all.map(({ id, status }: { id: string; status: string }) => ({ id, status })),
    [
      { id: first['id'], status: 'inactive' },
      { id: second['id'], status: 'active' },
    ],
  )
  const ids = async (query: string) => (await consentsOf(berta, query)).map(({ id }: { id: string }) => id)
  t.same(await ids('?status=active'), [second['id']])
  t.same(await ids('?status=inactive,draft'), [first['id']])
  t.same(await ids('?date=lt2020'), [])
  const read = await get(`/fhir/Consent/${first['id']}`, bearer(berta, ['read']))
  t.match(read.json(), {
    resourceType: 'Consent',
    status: 'inactive',
    scope: {},
    provision: { type: 'permit' },
  })
  t.same(await consentsOf(neighbour, `?_id=${first['id']}`), [])

  const r5 = { accept: 'application/fhir+json; fhirVersion=5.0' }
  const [, latest] = await consentsOf(berta, '?_sort=date', r5)
  t.match(latest, {
    ...{ decision: 'permit', date: /^\d{4}-\d\d-\d\d$/, period: { end: future } },
    subject: { identifier: { value: /^did:/ } },
    grantee: [{ identifier: { value: study.applicationId } }],
    provision: [{ data: [{ meaning: 'related' }] }],
    sourceAttachment: [{ contentType: 'application/jwt' }],
  })
  for (const name of ['scope', 'policyRule', 'patient', 'dateTime']) t.notOk(name in latest, name)

  await withdrawConsent(berta, terms, BASE)
  t.same(await ids('?status=active'), [])
  t.equal((await consentsOf(berta)).length, 3)
})

t.test('a Consent is stored by a signed decision alone', async t => {
  const resource = {
    ...{ resourceType: 'Consent', status: 'active', dateTime: past, scope: {}, category: [{}] },
    sourceAttachment: { contentType: 'application/jwt', data: btoa('a.b.c') },
  }
  const body = { ...submissionOf(study.applicationId, resource), schemaId: uids.Consent }
  const answer = await sendRequest(app, 'POST', '/api/submission', bearer(neighbour, ['write']), body)
  t.equal(answer.statusCode, 422)
  t.equal(answer.json().code, 'AND_INVALID_CONSENT')
  const created = await sendRequest(app, 'POST', '/fhir/Consent', bearer(neighbour, ['write']), resource)
  t.equal(created.statusCode, 405)
})

t.test(
  'a withdrawal takes effect though its record cannot be stored, and a repetition completes it',
  async t => {
    const clara = createKeyPair()
    const [answered = ''] = await seed(app, study.applicationId, clara, [slept(8)])
    const isRead = async () => (await get(`/fhir/QuestionnaireResponse/${answered}`)).statusCode === 200
    const { deriveAll } = app.gateway
    const away = async () => Promise.reject(new Error('A node is away'))
    t.teardown(() => Object.assign(app.gateway, { deriveAll }))
    const denied = decisionOf({ decision: 'deny', purposes: [] })
    const signed = signedBy(clara, denied)

    Object.assign(app.gateway, { deriveAll: away })
    t.equal((await send(clara, denied, signed)).statusCode, 500)
    t.equal(await isRead(), false)
    Object.assign(app.gateway, { deriveAll })
    t.equal((await send(clara, denied, signed)).statusCode, 200)
    t.equal((await consentsOf(clara)).length, 1)

    Object.assign(app.gateway, { deriveAll: away })
    const given = decisionOf()
    t.equal((await send(clara, given)).statusCode, 500)
    t.equal(await isRead(), false, 'a permission without its record has no effect')
  },
)

t.test('a program reads nothing that its person withholds from it', async t => {
  const dora = createKeyPair()
  await seed(app, study.applicationId, dora, [slept(6)])
  const program = 'https://assistant.example/client'
  const tokenOf = (client_id: string) => ({
    authorization: `Bearer ${createSelfSignedJwt({
      ...{ keyPair: dora, scopes: ['read'], now: Math.floor(Date.now() / 1000), lifetime: 7200 },
      ...{ audience: `${BASE}/fhir`, extra: { client_id } },
    })}`,
  })
  const statusFor = async (client_id: string) =>
    (await sendRequest(app, 'GET', '/fhir/QuestionnaireResponse', tokenOf(client_id))).statusCode
  const states: readonly [name: string, change: () => Promise<unknown>, status: number][] = [
    ['no decision', async () => {}, 200],
    ['withdrawn', () => withdrawConsent(dora, { program }, BASE), 403],
    ['given', () => giveConsent(dora, { program }, BASE), 200],
    ['given until later', () => giveConsent(dora, { program, until: future }, BASE), 200],
    ['expired', () => giveConsent(dora, { program, until: past }, BASE), 403],
    ['for statistics alone', () => giveConsent(dora, { program, purposes: ['statistics'] }, BASE), 403],
  ]
  for (const [name, change, status] of states) {
    await change()
    t.equal(await statusFor(program), status, name)
    t.equal(await statusFor('https://other.example/client'), 200, `${name}: another program`)
    const own = await sendRequest(app, 'GET', '/fhir/QuestionnaireResponse', bearer(dora, ['read']))
    t.equal(own.statusCode, 200, `${name}: the owner`)
  }
  const refused = await sendRequest(app, 'GET', '/fhir/QuestionnaireResponse', tokenOf(program))
  t.match(refused.body, /AND_WITHHELD_FROM_PROGRAM/)
  for (const changes of [
    { program, application: undefined },
    { program, form: undefined },
    { application: undefined, form: undefined },
  ]) {
    const consent = JSON.parse(JSON.stringify(decisionOf(changes))) as object
    t.equal((await send(dora, consent)).json().code, 'AND_INVALID_CONSENT', JSON.stringify(changes))
  }
})

t.test('a form is counted without thousands who withhold, on storage nodes', async t => {
  const data = await temporaryDirectory(t)
  await copyDeployment(data)
  const config = { data, plugins: { 'fhir-aggregate': { certainty: 1 } } }
  const app = await testGateway(t, { nodes: 3, config })
  const study = await registered(app)
  const form = await published(app, study, { ...mood, item: [...mood.item, hours] })
  const people = Array.from({ length: 12 }, () => createKeyPair())
  const well = moodResponse(form._id, 'well')
  const answered = { ...well, item: [...well.item, { linkId: 'hours', answer: [{ valueInteger: 7 }] }] }
  for (const each of people) await seed(app, study.applicationId, each, [answered])
  const peopleCounted = async () => {
    const answer = await sendRequest(
      app,
      'POST',
      `/api/questionnaire/${form._id}/aggregate?refresh=true`,
      bearer(study.keyPair, [`aggregate:questionnaire[${form._id}]`]),
      { measures: [{ linkId: 'hours', op: 'count' }] },
    )
    t.equal(answer.statusCode, 200, answer.body)
    return answer.json().result[0].people
  }
  t.equal(await peopleCounted(), 12)
  const { kept, withheld } = app.consents
  const reader = toHex(study.keyPair.publicKey)
  const decision = {
    ...{ application: study.applicationId, form: form._id, decision: 'deny' as const },
    ...{ purposes: [], at: instant() },
  }
  const withdrawn = people.slice(0, 4).map(({ publicKey }) => toHex(publicKey))
  for (const person of withdrawn) await kept.keep({ person, reader, decision, signed: '', record: '' })
  const stranger = { person: `02${'0'.repeat(64)}`, reader, decision, signed: '', record: '' }
  await kept.keep(stranger, async transaction => {
    await transaction?.query(
      `INSERT INTO consent_decisions (person, reader, subject, decision, signed, record, signed_at, unlimited)
       SELECT '02' || lpad(to_hex(number), 64, '0'), reader, subject, decision, signed, record, signed_at, unlimited
       FROM consent_decisions, generate_series(1, 2000) AS number WHERE person = $1`,
      [stranger.person],
    )
  })
  withheld.changed(reader)
  t.equal(await peopleCounted(), 8)
})
