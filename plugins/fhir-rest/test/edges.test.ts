/** Edge cases of the FHIR API: negotiation, refusals, omissions and disclosure. */
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import allergies from '../../../docs/allergies.examples.ts'
import { checkStructureOnly } from '../../../fhir/index.ts'
import { createDocumentReference } from '../../../fhir/resources/document-reference.ts'
import { uids } from '../../../schemas/uids.ts'
import { builtIn, createGateway, definePlugin } from '../../index.ts'
import {
  bearer,
  gateway,
  ownerOf,
  published,
  registered,
  sendRequest,
  submissionOf,
} from '../../test/fixtures/actors.ts'
import { keep } from '../../test/fixtures/files.ts'
import { phq9Response } from '../../test/fixtures/phq-9.ts'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'

/** Fails with an unexpected error. */
const broken = definePlugin({
  name: 'broken',
  version: '1.0.0',
  fhir: {
    types: [
      {
        ...{ type: 'Basic', collection: uids.Observation, description: 'Breaks.', readers: ['anyone'] },
        async find() {
          throw new Error('the glucose of Ada is 5.5')
        },
      },
    ],
  },
})

const app = await createGateway(
  { ...memory, baseUrl: 'https://profile.example', limits: { body: 65_536 } },
  { builtIn: [...builtIn, allergies, broken], fastify: { logger: false } },
)
t.teardown(() => app.close())
await app.ready()

const study = await registered(app)
const { _id: form } = await published(app, study, {
  ...mood,
  url: 'https://study.example/mood',
  version: '2',
})
const person = createKeyPair()
const write = bearer(person, ['write'])
const read = bearer(person, ['read'])
const RESPONSES = '/fhir/QuestionnaireResponse'
const post = (url: string, body: object, headers: object = {}) =>
  sendRequest(app, 'POST', url, { ...write, ...headers }, body)
const get = (url: string, headers: object = {}) => sendRequest(app, 'GET', url, { ...read, ...headers })
const answered = (note: string) => moodResponse(form, note)

t.test('what is refused, each as an OperationOutcome', async t => {
  const json = { 'content-type': 'application/fhir+json' }
  const payload = JSON.stringify(answered('x'))
  const refused: [string, InjectOptions, number, string][] = [
    ['without a token', { url: RESPONSES }, 401, 'AND_UNAUTHORIZED'],
    [
      'to read with the right to write a form',
      { url: '/fhir/Observation', headers: bearer(person, ['write:questionnaire']) },
      403,
      'AND_INSUFFICIENT_SCOPE',
    ],
    [
      'to create with the right to read',
      { method: 'POST', url: RESPONSES, headers: { ...read, ...json }, payload },
      403,
      'AND_INSUFFICIENT_SCOPE',
    ],
    ['a type that is not served', { url: '/fhir/Patient/1', headers: read }, 404, 'AND_UNKNOWN_FHIR_TYPE'],
    ['the root', { url: '/fhir?_type=Observation' }, 404, 'AND_UNKNOWN_FHIR_TYPE'],
    ['a slash too many', { url: '/fhir/Observation/', headers: read }, 404, 'AND_UNKNOWN_FHIR_TYPE'],
    [
      'a batch',
      { method: 'POST', url: '/fhir', headers: { ...write, ...json }, payload: '{"resourceType":"Bundle"}' },
      405,
      'AND_NO_BATCH',
    ],
    ['the history of everything', { url: '/fhir/_history', headers: read }, 405, 'AND_NO_HISTORY'],
    ['the history of a type', { url: '/fhir/Observation/_history', headers: read }, 405, 'AND_NO_HISTORY'],
    ['the history of a form', { url: `/fhir/Questionnaire/${form}/_history` }, 405, 'AND_NO_HISTORY'],
    [
      'a version that there is not',
      { url: `/fhir/Questionnaire/${form}/_history/99` },
      404,
      'AND_UNKNOWN_RESOURCE',
    ],
    [
      'an operation that there is not',
      { url: '/fhir/Observation/$stats', headers: read },
      404,
      'AND_UNKNOWN_OPERATION',
    ],
    ['one of the server', { url: '/fhir/$everything', headers: read }, 404, 'AND_UNKNOWN_OPERATION'],
    [
      'one of a type that is not served',
      { url: '/fhir/Patient/1/$everything', headers: read },
      404,
      'AND_UNKNOWN_FHIR_TYPE',
    ],
    ['an id that is none', { url: `${RESPONSES}/x`, headers: read }, 404, 'AND_UNKNOWN_RESOURCE'],
    ['a URL that cannot be read', { url: '/fhir/Observation/%zz' }, 400, 'AND_BAD_URL'],
    [
      'a form as XML',
      { url: `/fhir/Questionnaire/${form}`, headers: { accept: 'application/fhir+xml' } },
      406,
      'AND_NOT_ACCEPTABLE',
    ],
    [
      'a form in STU3',
      { url: `/fhir/Questionnaire/${form}`, headers: { accept: 'application/fhir+json; fhirVersion=3.0' } },
      406,
      'AND_NOT_ACCEPTABLE',
    ],
    [
      'a format that is called like what every object has',
      { url: '/fhir/metadata?_format=constructor' },
      406,
      'AND_NOT_ACCEPTABLE',
    ],
    ['a format that is none', { url: '/fhir/metadata?_format=xml' }, 406, 'AND_NOT_ACCEPTABLE'],
    [
      'XML',
      {
        method: 'POST',
        url: RESPONSES,
        headers: { ...write, 'content-type': 'application/fhir+xml' },
        payload: '<a/>',
      },
      415,
      'AND_UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'what is no JSON',
      { method: 'POST', url: RESPONSES, headers: { ...write, ...json }, payload: '{' },
      400,
      'AND_INVALID_JSON',
    ],
    [
      'what is no resource',
      { method: 'POST', url: RESPONSES, headers: { ...write, ...json }, payload: '{}' },
      400,
      'AND_INVALID_REQUEST',
    ],
    [
      'another resource',
      {
        method: 'POST',
        url: RESPONSES,
        headers: { ...write, ...json },
        payload: '{"resourceType":"Patient"}',
      },
      422,
      'AND_INVALID_RECORD',
    ],
    [
      'what is too large',
      {
        method: 'POST',
        url: RESPONSES,
        headers: { ...write, ...json },
        payload: JSON.stringify(answered('x'.repeat(65_536))),
      },
      413,
      'AND_PAYLOAD_TOO_LARGE',
    ],
    [
      'a form that is not registered',
      {
        method: 'POST',
        url: RESPONSES,
        headers: { ...write, ...json },
        payload: JSON.stringify(moodResponse(crypto.randomUUID(), 'x')),
      },
      422,
      'AND_INVALID_RECORD',
    ],
    [
      'a broken key',
      { method: 'POST', url: RESPONSES, headers: { ...write, ...json, 'idempotency-key': 'ä' }, payload },
      400,
      'AND_INVALID_IDEMPOTENCY_KEY',
    ],
    [
      'a condition that is none',
      {
        method: 'POST',
        url: RESPONSES,
        headers: { ...write, ...json, 'if-none-exist': '_count=1' },
        payload,
      },
      400,
      'AND_INVALID_SEARCH',
    ],
    [
      'a date that is none',
      { url: `${RESPONSES}?authored=ge2026-02-30`, headers: read },
      400,
      'AND_INVALID_SEARCH',
    ],
    [
      'a modifier that is not known',
      { url: '/fhir/Observation?code:below=x', headers: read },
      400,
      'AND_INVALID_SEARCH',
    ],
    ['a number that is none', { url: `${RESPONSES}?_count=ten`, headers: read }, 400, 'AND_INVALID_SEARCH'],
    [
      'a summary that there is not',
      { url: `${RESPONSES}?_summary=short`, headers: read },
      400,
      'AND_INVALID_SEARCH',
    ],
    [
      'a total that there is not',
      { url: `${RESPONSES}?_total=some`, headers: read },
      400,
      'AND_INVALID_SEARCH',
    ],
    [
      'what other resources say of one',
      { url: '/fhir/Observation?_has:Provenance:target:agent=x', headers: read },
      400,
      'AND_INVALID_SEARCH',
    ],
    [
      'what a reference leads to',
      { url: '/fhir/Observation?subject.name=x', headers: read },
      400,
      'AND_INVALID_SEARCH',
    ],
    ['a filter', { url: '/fhir/Observation?_filter=code eq x', headers: read }, 400, 'AND_INVALID_SEARCH'],
    ['a cursor that is none', { url: `${RESPONSES}?_cursor=x`, headers: read }, 400, 'AND_UNKNOWN_CURSOR'],
    [
      'a position of another list',
      { url: `${RESPONSES}?_sort=authored&_cursor=eyJiZWhpbmQiOlsieCJdfQ`, headers: read },
      400,
      'AND_UNKNOWN_CURSOR',
    ],
    [
      'what is not known, to who wants to be told',
      { url: `${RESPONSES}?colour=red`, headers: { ...read, prefer: 'handling=strict' } },
      400,
      'AND_INVALID_SEARCH',
    ],
    [
      'to update',
      {
        method: 'PUT',
        url: `${RESPONSES}/${crypto.randomUUID()}`,
        headers: { ...write, ...json, 'if-match': 'W/"1"' },
        payload,
      },
      405,
      'AND_INTERACTION_NOT_SUPPORTED',
    ],
    ['what nobody foresaw', { url: '/fhir/Basic/1' }, 500, 'AND_INTERNAL'],
  ]
  for (const [what, request, status, code] of refused) {
    const answer = await app.inject(request)
    t.equal(answer.statusCode, status, `${what}: ${answer.body}`)
    t.match(answer.headers, { 'content-type': 'application/fhir+json; charset=utf-8' }, what)
    t.match(
      answer.json(),
      { resourceType: 'OperationOutcome', issue: [{ severity: 'error', details: { coding: [{ code }] } }] },
      what,
    )
    t.same(checkStructureOnly(answer.json(), { fhirVersion: 'R4' }), [], what)
    t.notMatch(answer.body, /glucose/)
  }
  const flood = ['code=a&'.repeat(51), `component-code=${'a,'.repeat(201)}`]
  for (const payload of flood) {
    const headers = { ...read, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/fhir/Observation/_search', headers, payload })
    t.match(answer.json(), { issue: [{ details: { coding: [{ code: 'AND_INVALID_SEARCH' }] } }] })
  }
  const allowed: [InjectOptions['method'], string, string][] = [
    ['DELETE', '/fhir/Observation/x', 'GET, HEAD'],
    ['PATCH', RESPONSES, 'GET, HEAD, POST'],
    ['POST', '/fhir/metadata', 'GET, HEAD'],
    ['DELETE', `/fhir/Questionnaire/${form}`, 'GET, HEAD, PUT'],
    ['PUT', '/fhir/Questionnaire?url=x', 'GET, HEAD, POST'],
    ['POST', '/fhir/Observation/$lastn', 'GET, HEAD'],
    ['GET', '/fhir/Questionnaire/_search', 'POST'],
    ['GET', '/fhir/Questionnaire/$validate', 'POST'],
    ['GET', '/fhir/Binary', ''],
    ['POST', '/fhir/', ''],
  ]
  for (const [method = 'GET', url, allow] of allowed)
    t.match(await app.inject({ method, url }), { statusCode: 405, headers: { allow } }, `${method} ${url}`)
  t.match(await app.inject({ method: 'OPTIONS', url: RESPONSES }), {
    statusCode: 204,
    headers: { allow: 'GET, HEAD, POST, OPTIONS' },
  })
  t.equal((await app.inject({ method: 'OPTIONS', url: '/fhir/Patient' })).statusCode, 404)
})

t.test('too many requests are told alike', async t => {
  const slow = await gateway(t, { plugins: { operations: { requestsPerMinute: 1 } } })
  const search = () => slow.inject('/fhir/Questionnaire')
  t.equal((await search()).statusCode, 200)
  const answer = await search()
  t.equal(answer.statusCode, 429)
  t.match(answer.json(), { resourceType: 'OperationOutcome', issue: [{ code: 'throttled' }] })
  t.match(answer.headers, { 'retry-after': /^\d+$/ })
})

t.test('the CapabilityStatement', async t => {
  const statementOf = async (accept: string, from = app) =>
    (await from.inject({ url: '/fhir/metadata', headers: { accept } })).json()
  const versions: [string, string][] = [
    ['application/fhir+json', '4.0.1'],
    ['application/fhir+json; fhirVersion=4.0', '4.0.1'],
    ['application/json;q=0.5, application/fhir+json;fhirVersion="4.3"', '4.3.0'],
    ['application/fhir+json; fhirVersion=5.0.0', '5.0.0'],
    ['text/html, */*;q=0.8', '4.0.1'],
  ]
  for (const [accept, fhirVersion] of versions) t.match(await statementOf(accept), { fhirVersion }, accept)
  const { rest } = await statementOf('application/fhir+json')
  const types = rest[0].resource.map((each: { type: string }) => each.type)
  t.same(
    new Set(types),
    new Set([
      'Questionnaire',
      'QuestionnaireResponse',
      'Observation',
      'Consent',
      'DocumentReference',
      'Binary',
      'ValueSet',
      'CodeSystem',
      'AllergyIntolerance',
      'Basic',
    ]),
  )
  t.match(rest[0].security.extension[0].extension[0], { valueUri: 'https://profile.example/authorize' })
  const response = rest[0].resource.find((each: { type: string }) => each.type === 'QuestionnaireResponse')
  t.match(response, {
    interaction: [{ code: 'read' }, { code: 'vread' }, { code: 'search-type' }, { code: 'create' }],
    conditionalCreate: true,
    searchInclude: ['QuestionnaireResponse:questionnaire'],
  })
  t.same(
    new Set(response.operation.map((each: { name: string }) => each.name)),
    new Set(['validate', 'extract']),
  )

  await t.test('holds nothing of a plugin that is taken out', async t => {
    const plugins = { 'fhir-observation': false, oauth: false, mcp: false } as const
    const less = await gateway(t, { plugins })
    const { rest } = await statementOf('*/*', less)
    t.notMatch(JSON.stringify(rest), /Observation|\$extract|oauth-uris/)
    t.equal((await less.inject('/fhir/Observation')).statusCode, 404)
    t.equal((await less.inject('/fhir/.well-known/smart-configuration')).statusCode, 404)
  })
  const pretty = await app.inject({
    url: '/fhir/metadata?_pretty=true&_format=json',
    headers: { accept: 'application/fhir+json; fhirVersion=5.0' },
  })
  t.match(pretty.json(), { fhirVersion: '5.0.0' })
  t.match(pretty.body, /^\{\n {2}"resourceType"/)
})

t.test('creating', async t => {
  const full = await post(RESPONSES, {
    ...answered('fine'),
    id: 'mine',
    meta: { versionId: '7', tag: [{ code: 'own' }] },
  })
  t.equal(full.statusCode, 201, full.body)
  const created = full.json()
  t.same(checkStructureOnly(created, { fhirVersion: 'R4' }), [])
  t.match(full.headers, {
    location: `https://profile.example${RESPONSES}/${created.id}/_history/${created.meta.versionId}`,
    etag: `W/"${created.meta.versionId}"`,
    'last-modified': /GMT$/,
  })
  t.match(created.meta.tag, [{ code: 'own' }], 'keeps what is its own')
  t.match(created, {
    author: { identifier: { value: study.keyPair.did } },
    source: { identifier: { value: /^urn:uuid:/ } },
    questionnaire: `https://profile.example/fhir/Questionnaire/${form}`,
  })
  t.notOk(created.author.reference ?? created.source.reference)
  t.equal((await post(RESPONSES, answered('x'), { prefer: 'return=minimal' })).body, '')
  const warnings = (
    await post(RESPONSES, answered('x'), { prefer: 'return=OperationOutcome; handling=lenient' })
  ).json()
  for (const element of ['authored', 'subject', 'author', 'source'])
    t.match(JSON.stringify(warnings.issue), `'${element}'`, 'says what the service has set')

  await t.test('once under an Idempotency-Key', async t => {
    const key = { 'idempotency-key': 'evening' }
    const [first, again] = [
      await post(RESPONSES, answered('tired'), key),
      await post(RESPONSES, answered('tired'), key),
    ]
    t.equal(again.json().id, first.json().id)
    t.equal((await post(RESPONSES, answered('awake'), key)).statusCode, 422)
  })

  await t.test('never twice under one If-None-Exist', async t => {
    const visit = { system: 'https://study.example', value: 'visit 1' }
    const once = () =>
      post(
        RESPONSES,
        { ...answered('visit'), identifier: visit },
        { 'if-none-exist': 'identifier=https://study.example|visit+1' },
      )
    const answers = await Promise.all([once(), once(), once()])
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    t.ok(statuses.includes(201))
    t.ok(statuses.every(status => [200, 201, 409].includes(status)))
    t.equal(statuses.filter(status => status === 201).length, 1)
    t.equal((await once()).statusCode, 200)
    await post(RESPONSES, { ...answered('visit'), identifier: visit })
    t.match(await once(), { statusCode: 412 })
  })

  await t.test('and the same again only when it has changed', async t => {
    const url = `${RESPONSES}/${created.id}`
    const { etag } = (await get(url)).headers
    for (const tag of [etag, `"x", ${etag}`, String(etag).slice(2), '*']) {
      const answer = await get(url, { 'if-none-match': tag })
      t.equal(answer.statusCode, 304, String(tag))
      t.equal(answer.body, '')
    }
    t.equal((await get(url, { 'if-none-match': 'W/"1"' })).statusCode, 200)
    t.equal((await get(`${url}/_history/1`)).statusCode, 404)
    t.equal(
      (await sendRequest(app, 'GET', url, { ...bearer(createKeyPair(), ['read']), 'if-none-match': '*' }))
        .statusCode,
      404,
    )
  })
})

t.test('an application publishes a form, and replaces it unless it has changed', async t => {
  const theirs = bearer(study.keyPair, ['write:questionnaire'])
  const FORMS = '/fhir/Questionnaire'
  const form = {
    resourceType: 'Questionnaire',
    status: 'active',
    title: 'One',
    item: [{ linkId: 'a', type: 'string' }],
  }
  const created = await sendRequest(app, 'POST', FORMS, theirs, { ...form, id: 'mine' })
  t.equal(created.statusCode, 201, created.body)
  const own = created.json()
  t.match(own, { title: 'One', publisher: study.keyPair.did })
  const url = `${FORMS}/${own.id}`
  t.match((await get(`${url}/_history/${own.meta.versionId}`)).json(), { title: 'One' })
  const put = (body: object, headers: object = {}) =>
    sendRequest(app, 'PUT', url, { ...theirs, ...headers }, body)

  const ifMatch = { 'if-match': created.headers['etag'] }
  const replaced = await put({ ...own, title: 'Two' }, ifMatch)
  t.equal(replaced.statusCode, 200, replaced.body)
  t.not(replaced.headers['etag'], created.headers['etag'])
  const stored = (await get(`/api/questionnaire/${own.id}`)).json()
  t.match(stored, { title: 'Two', id: own.id })
  t.notOk(stored.url ?? stored.identifier, 'what is only shown here is not stored')
  const other = bearer((await registered(app)).keyPair, ['write:questionnaire'])
  const refused: [string, number, object, object][] = [
    ['in a version that is gone', 412, { ...own, title: 'Three' }, ifMatch],
    ['under another id', 422, { ...own, id: 'x' }, {}],
    ['by another application', 403, own, other],
    ['by a person', 403, own, write],
    ['as what is no form', 422, { ...own, item: [{ linkId: 'a', type: 'none' }] }, {}],
  ]
  for (const [what, status, body, headers] of refused) {
    const answer = await put(body, headers)
    t.equal(answer.statusCode, status, what)
    t.match(answer.json(), { resourceType: 'OperationOutcome' })
  }
  const unknown = crypto.randomUUID()
  t.equal(
    (await sendRequest(app, 'PUT', `${FORMS}/${unknown}`, theirs, { ...own, id: unknown })).statusCode,
    404,
  )

  await t.test('of two at once, one', async t => {
    const { etag } = replaced.headers
    const answers = await Promise.all(
      ['Four', 'Five'].map(title => put({ ...own, title }, { 'if-match': etag })),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    t.equal(statuses[0], 200)
    t.ok([409, 412].includes(statuses[1] ?? 0), String(statuses))
  })
  t.equal((await put({ ...own, title: 'Six' })).statusCode, 200, 'without a condition whatever is there')
  t.equal((await put({ ...own, title: 'Seven' }, { 'if-match': '*' })).statusCode, 200)
})

t.test('searching', async t => {
  const owner = createKeyPair()
  const theirs = bearer(owner, ['write'])
  const today = new Date().toISOString().slice(0, 10)
  for (const note of ['a', 'b', 'c']) await sendRequest(app, 'POST', RESPONSES, theirs, answered(note))
  const find = async (query: string, headers: object = {}) =>
    (await sendRequest(app, 'GET', `${RESPONSES}?${query}`, { ...theirs, ...headers })).json()
  const { applicationId } = study
  const [application] = (await app.gateway.records.find(uids.Application, { applicationId }, { limit: 1 }))
    .records
  const searches: [string, number][] = [
    ['', 3],
    ['status=completed', 3],
    ['status=in-progress,completed', 3],
    ['status:not=completed', 0],
    ['status=http://hl7.org/fhir/questionnaire-answers-status|completed', 3],
    ['authored:missing=true', 0],
    ['identifier:missing=true', 3],
    [`authored=ge${today}&authored=lt2100`, 3],
    ['authored=lt2026-01-01T00:00:00+01:00', 0],
    [`questionnaire=${form}`, 3],
    [`questionnaire=Questionnaire/${form}`, 3],
    ['questionnaire=https://study.example/mood', 3],
    ['questionnaire=https://study.example/mood|2', 3],
    ['questionnaire=https://study.example/mood|1', 0],
    ['questionnaire=https://elsewhere.example/mood', 0],
    [`subject=${owner.did}`, 3],
    [`patient=Patient/${owner.did}`, 3],
    [`subject:identifier=urn:ietf:rfc:3986|${owner.did}`, 3],
    [`subject=${person.did}`, 0],
    [`author=${study.keyPair.did}`, 3],
    [`source=${application?._id}`, 3],
    [`source=urn:uuid:${application?._id}`, 3],
    [`source=${owner.did}`, 0],
    ['based-on=CarePlan/1', 0],
    ['_lastUpdated=gt2000', 3],
    ['_id=x', 0],
  ]
  for (const [query, total] of searches) t.equal((await find(query)).total, total, query)

  const lenient = await find('colour=red&_count=2')
  t.same(lenient.link[0], { relation: 'self', url: `https://profile.example${RESPONSES}?_count=2` })
  t.match(lenient.entry.at(-1), {
    resource: { resourceType: 'OperationOutcome' },
    search: { mode: 'outcome' },
  })
  t.same(checkStructureOnly(lenient, { fhirVersion: 'R4' }), [])
  const partly = await find('_sort=mood,-authored&_include=*&_revinclude=Observation:derived-from&_count=1')
  t.same(
    partly.link[0].url,
    `https://profile.example${RESPONSES}?_sort=-authored&_count=1`,
    'what was ignored is not in it',
  )
  t.equal(partly.entry.at(-1).resource.issue.length, 3)
  t.same(await find('_summary=count'), {
    resourceType: 'Bundle',
    type: 'searchset',
    total: 3,
    link: [{ relation: 'self', url: `https://profile.example${RESPONSES}?_summary=count&_count=50` }],
  })

  const parts: [string, string[]][] = [
    [
      '_summary=true',
      ['resourceType', 'id', 'meta', 'questionnaire', 'status', 'authored', 'subject', 'author', 'source'],
    ],
    ['_elements=authored', ['resourceType', 'id', 'meta', 'questionnaire', 'status', 'authored']],
    ['_summary=text', ['resourceType', 'id', 'meta', 'questionnaire', 'status']],
  ]
  for (const [query, names] of parts) {
    const { resource } = (await find(query)).entry[0]
    t.same(new Set(Object.keys(resource)), new Set(names), query)
    t.match(resource.meta.tag.at(-1), { code: 'SUBSETTED' })
  }
  const posted = await app.inject({
    ...{ method: 'POST', url: `${RESPONSES}/_search?_count=2` },
    headers: { ...theirs, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `questionnaire=${form}&_sort=-_lastUpdated`,
  })
  t.equal(posted.json().entry.length, 2, posted.body)
  const next = new URL(posted.json().link[1].url)
  t.equal(next.origin, 'https://profile.example')
  t.equal((await sendRequest(app, 'GET', next.pathname + next.search, theirs)).json().entry.length, 1)

  await t.test('goes page by page through more than it may look through, unless it is to sort', async t => {
    const small = await gateway(t, { plugins: { 'fhir-rest': { mostSearched: 2, pageSize: 1 } } })
    const application = await registered(small)
    const { _id } = await published(small, application, mood)
    for (const note of ['a', 'b', 'c'])
      await sendRequest(small, 'POST', RESPONSES, theirs, moodResponse(_id, note))
    const sorted = await sendRequest(small, 'GET', `${RESPONSES}?_sort=authored`, theirs)
    t.match(sorted.json(), { issue: [{ details: { coding: [{ code: 'AND_TOO_MANY_TO_SORT' }] } }] })
    const page = (await sendRequest(small, 'GET', `${RESPONSES}?subject=${owner.did}`, theirs)).json()
    t.equal(page.entry.length, 1)
    t.equal(page.total, undefined)
    t.ok(page.link[1])
  })
})

t.test('an application is told how much it is not shown, and people see that it read', async t => {
  const shown = createKeyPair()
  await sendRequest(app, 'POST', RESPONSES, bearer(shown, ['write']), answered('seen'))
  const acl = { grantee: app.gateway.builder.did, read: true, write: false, execute: true }
  const { records } = app.gateway as unknown as { records: { create(...given: unknown[]): Promise<void> } }
  const unseen = { ...answered('direct'), _id: crypto.randomUUID() }
  await records.create(uids.QuestionnaireResponse, unseen, { owner: shown.did, acl })
  const headers = bearer(study.keyPair, [`read:questionnaire[${form}]`])
  const bundle = (await sendRequest(app, 'GET', `${RESPONSES}?_count=200`, headers)).json()
  t.match(bundle.entry.at(-1), {
    search: { mode: 'outcome' },
    resource: { issue: [{ details: { text: /^1 left out/ } }] },
  })
  t.notMatch(JSON.stringify(bundle), unseen._id)
  t.equal((await sendRequest(app, 'GET', `${RESPONSES}/${unseen._id}`, headers)).statusCode, 404)
  const { entries } = await app.gateway.audit.of(ownerOf(shown).key, { limit: 10 })
  t.match(entries, [{ action: 'fhirSearchQuestionnaireResponse', client: { id: study.applicationId } }])
  const other = await registered(app)
  const foreign = bearer(other.keyPair, [`read:questionnaire[${form}]`])
  t.notOk((await sendRequest(app, 'GET', RESPONSES, foreign)).json().entry)
  t.equal((await sendRequest(app, 'GET', `${RESPONSES}?questionnaire=${form}`, foreign)).statusCode, 403)
})

t.test('each version of FHIR has its own spelling', async t => {
  const { _id } = await published(app, study, {
    ...{ resourceType: 'Questionnaire', status: 'active', id: 'mixed' },
    item: [
      {
        linkId: 'a',
        type: 'group',
        item: [{ linkId: 'b', type: 'choice', answerOption: [{ valueString: 'x' }] }],
      },
      {
        linkId: 'c',
        type: 'coding',
        answerConstraint: 'optionsOrString',
        answerOption: [{ valueCoding: { code: 'y' } }],
      },
    ],
  })
  const { binaryId } = await keep(app, person, Buffer.from('12345'))
  const document = createDocumentReference({
    ...{ binaryId, fileName: 'a.txt', fileType: 'text/plain', fileSize: 5, subjectDid: person.did },
  })
  const { applicationId: _, ...personal } = submissionOf(
    '',
    { ...document, version: '1' },
    uids.DocumentReference,
  )
  t.equal((await post('/api/submission', personal)).statusCode, 201)
  const spelled: [string, 'R4' | 'R4B' | 'R5', string[], unknown, string | undefined][] = [
    ['4.0', 'R4', ['choice', 'open-choice'], 5, undefined],
    ['4.3', 'R4B', ['choice', 'open-choice'], 5, undefined],
    ['5.0', 'R5', ['coding', 'coding'], '5', '1'],
  ]
  for (const [fhirVersion, release, types, size, version] of spelled) {
    const accept = { accept: `application/fhir+json; fhirVersion=${fhirVersion}` }
    const answer = await get(`/fhir/Questionnaire/${_id}`, accept)
    t.match(answer.headers, {
      'content-type': `application/fhir+json; fhirVersion=${fhirVersion}; charset=utf-8`,
    })
    const form = answer.json()
    t.same([form.item[0].item[0].type, form.item[1].type], types)
    t.match(form, {
      id: _id,
      url: `https://profile.example/fhir/Questionnaire/${_id}`,
      identifier: [{ value: 'mixed' }],
    })
    const found = (await get('/fhir/DocumentReference?contenttype=text/plain', accept)).json().entry[0]
      .resource
    t.match(found.content[0].attachment, { url: `https://profile.example/fhir/Binary/${binaryId}`, size })
    t.equal(found.version, version)
    for (const resource of [form, found]) {
      const issues = checkStructureOnly(resource, { fhirVersion: release })
      t.same(
        issues.filter(({ severity }) => severity === 'error'),
        [],
        release,
      )
    }
  }
  const raw = await get(`/fhir/Binary/${binaryId}`, { accept: 'text/plain, application/fhir+json;q=0.5' })
  t.equal(raw.body, '12345')
  t.match(raw.headers, {
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    'content-disposition': /^attachment/,
  })
  t.match((await get(`/fhir/Binary/${binaryId}`, { accept: 'application/fhir+json' })).json(), {
    ...{ resourceType: 'Binary', id: binaryId, contentType: 'text/plain', data: 'MTIzNDU=' },
  })
  t.notMatch((await get(`/fhir/Binary/${binaryId}?_format=json`)).body, /encryption|AES/)
  const accepts: [accept: string, type: string | undefined][] = [
    ['text/plain', 'text/plain'],
    ['text/*', 'text/plain'],
    ['image/png, text/plain;q=0.1', 'text/plain'],
    ['image/png, application/fhir+json;q=0.1', 'application/fhir+json; charset=utf-8'],
    ['application/fhir+json;q=0.1, */*;q=0.2', 'text/plain'],
    ['image/png', undefined],
    ['text/plain;q=0', undefined],
  ]
  for (const [accept, type] of accepts) {
    const answer = await get(`/fhir/Binary/${binaryId}`, { accept })
    if (type) t.equal(answer.headers['content-type'], type, accept)
    else
      t.match(
        answer.json(),
        { issue: [{ details: { coding: [{ code: 'AND_FILE_NOT_ACCEPTABLE' }] } }] },
        accept,
      )
  }

  await t.test('HEAD has the headers of GET, without a body', async t => {
    const urls: [string, object][] = [
      ['/fhir/metadata', {}],
      [`/fhir/Questionnaire/${_id}`, {}],
      ['/fhir/DocumentReference?contenttype=text/plain', {}],
      [`/fhir/Binary/${binaryId}`, { accept: 'text/plain' }],
      ['/fhir/Observation/$lastn', {}],
    ]
    for (const [url, accept] of urls) {
      const headers = { ...read, ...accept }
      const whole = await app.inject({ url, headers })
      const head = await app.inject({ method: 'HEAD', url, headers })
      t.equal(head.statusCode, 200, url)
      t.equal(head.body, '')
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
        t.equal(head.headers[name], whole.headers[name], `${name} of ${url}`)
    }
    const json = { ...read, accept: 'application/fhir+json' }
    const head = await app.inject({ method: 'HEAD', url: `/fhir/Binary/${binaryId}`, headers: json })
    t.match(head, { statusCode: 200, body: '', headers: { 'content-type': /fhir\+json/ } })
    t.equal((await app.inject({ method: 'HEAD', url: `/fhir/Binary/${binaryId}` })).statusCode, 401)
  })

  await t.test('a version that the client has is not sent again', async t => {
    const url = `/fhir/Questionnaire/${_id}`
    const { headers } = await app.inject(url)
    const modified = String(headers['last-modified'])
    const before = new Date(Date.parse(modified) - 1000).toUTCString()
    const cases: [headers: Record<string, string>, status: number][] = [
      [{ 'if-modified-since': modified }, 304],
      [{ 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() }, 304],
      [{ 'if-modified-since': before }, 200],
      [{ 'if-modified-since': 'yesterday' }, 200],
      [{ 'if-none-match': 'W/"0"', 'if-modified-since': modified }, 200],
      [{ 'if-none-match': String(headers['etag']), 'if-modified-since': before }, 304],
    ]
    for (const [conditions, status] of cases)
      t.equal((await app.inject({ url, headers: conditions })).statusCode, status, JSON.stringify(conditions))
  })
})

t.test('operations on forms and responses that are sent', async t => {
  const initial = {
    ...{ resourceType: 'Questionnaire', status: 'active', url: 'https://study.example/initial' },
    item: [
      { linkId: 'n', type: 'integer', initial: [{ valueInteger: 3 }] },
      {
        linkId: 's',
        type: 'choice',
        answerOption: [{ valueString: 'x' }, { valueString: 'y', initialSelected: true }],
      },
    ],
  }
  const { _id } = await published(app, study, initial)
  const item = [
    { linkId: 'n', answer: [{ valueInteger: 3 }] },
    { linkId: 's', answer: [{ valueString: 'y' }] },
  ]
  const populated = (await app.inject(`/fhir/Questionnaire/${_id}/$populate`)).json()
  t.match(populated.parameter, [{ name: 'response', resource: { status: 'in-progress', item } }])
  const subject = { identifier: { value: person.did } }
  const ways: [string, object][] = [
    [`/fhir/Questionnaire/${_id}/$populate`, { name: 'subject', valueReference: subject }],
    ['/fhir/Questionnaire/$populate', { name: 'questionnaire', resource: initial }],
    ['/fhir/Questionnaire/$populate', { name: 'canonical', valueCanonical: initial.url }],
  ]
  for (const [url, parameter] of ways) {
    const answer = await sendRequest(
      app,
      'POST',
      url,
      {},
      { resourceType: 'Parameters', parameter: [parameter] },
    )
    t.match(answer.json().parameter?.[0].resource.item, item, answer.body)
  }
  await t.test(
    '$populate runs expressions on the context that is sent, and tells what it cannot',
    async t => {
      const begins = (expression: string) => ({
        url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-initialExpression',
        valueExpression: { language: 'text/fhirpath', expression },
      })
      const questionnaire = {
        ...{ resourceType: 'Questionnaire', status: 'active' },
        item: [
          { linkId: 'name', type: 'string', extension: [begins('%patient.name.first().family')] },
          { linkId: 'broken', type: 'string', extension: [begins('%absent')] },
        ],
      }
      const context = (part: object[]) => ({ name: 'context', part })
      const populating = async (...more: unknown[]) => {
        const body = {
          resourceType: 'Parameters',
          parameter: [{ name: 'questionnaire', resource: questionnaire }, ...more],
        }
        return sendRequest(app, 'POST', '/fhir/Questionnaire/$populate', {}, body)
      }
      // A made-up person.
      const patient = { resourceType: 'Patient', name: [{ family: 'Example' }] }
      const answer = await populating(
        context([
          { name: 'name', valueString: 'patient' },
          { name: 'content', resource: patient },
        ]),
      )
      t.equal(answer.statusCode, 200, answer.body)
      t.match(answer.json().parameter, [
        { name: 'response', resource: { item: [{ linkId: 'name', answer: [{ valueString: 'Example' }] }] } },
        {
          name: 'issues',
          resource: {
            resourceType: 'OperationOutcome',
            issue: [{ severity: 'warning', expression: ['Questionnaire.item[1]'] }],
          },
        },
      ])
      for (const odd of [{ name: 'context' }, context([]), { name: 'context', part: [null, 7] }, null, 'x'])
        t.equal((await populating(odd)).statusCode, 200, JSON.stringify(odd))
      for (const odd of [
        { name: 'questionnaire', resource: 5 },
        { name: 'questionnaire', resource: null },
        { name: 'canonical', valueCanonical: { a: 1 } },
        null,
      ]) {
        const body = { resourceType: 'Parameters', parameter: [odd] }
        const { statusCode } = await sendRequest(app, 'POST', '/fhir/Questionnaire/$populate', {}, body)
        t.equal(statusCode, 422, JSON.stringify(odd))
      }
      const costly = {
        ...questionnaire,
        item: [
          {
            linkId: 'a',
            type: 'string',
            extension: [begins(`(${Array(60).fill('1').join('|')}).select($this.repeat($this+1))`)],
          },
        ],
      }
      const { statusCode } = await sendRequest(
        app,
        'POST',
        '/fhir/Questionnaire/$populate',
        {},
        {
          resourceType: 'Parameters',
          parameter: [{ name: 'questionnaire', resource: costly }],
        },
      )
      t.ok([200, 422].includes(statusCode), 'in the budget of the sandbox')
    },
  )
  const none = await sendRequest(
    app,
    'POST',
    '/fhir/Questionnaire/$populate',
    {},
    { resourceType: 'Parameters' },
  )
  t.equal(none.statusCode, 422)

  const checked = await sendRequest(
    app,
    'POST',
    '/fhir/Questionnaire/$validate',
    {},
    { resourceType: 'Questionnaire' },
  )
  t.equal(checked.statusCode, 200)
  t.match(checked.json().issue[0], { severity: 'error', expression: ['Questionnaire.status'] })
  const { _id: phq9 } = await published(app, study)
  const response = { ...phq9Response(phq9), status: 'completed' }
  for (const body of [
    response,
    { resourceType: 'Parameters', parameter: [{ name: 'questionnaire-response', resource: response }] },
  ]) {
    const extracted = await sendRequest(app, 'POST', `${RESPONSES}/$extract`, {}, body)
    t.equal(extracted.json().entry?.length, 9, extracted.body)
  }
  t.equal(
    (await sendRequest(app, 'POST', `${RESPONSES}/$extract`, {}, { resourceType: 'Parameters' })).statusCode,
    422,
  )
})

t.test('a type of another plugin is served by declaring it', async t => {
  const peanut = { system: 'http://snomed.info/sct', code: '91935009' }
  const allergy = { resourceType: 'AllergyIntolerance', code: { coding: [peanut] } }
  const created = await post('/fhir/AllergyIntolerance', allergy)
  t.equal(created.statusCode, 201, created.body)
  t.equal((await get(`/fhir/AllergyIntolerance?code=${peanut.code}`)).json().total, 1)
  t.equal((await get(`/fhir/AllergyIntolerance?code=${peanut.system}|${peanut.code}`)).json().total, 1)
  t.equal((await get('/fhir/AllergyIntolerance?code=other|91935009')).json().total, 0)
  t.match((await get(`/fhir/AllergyIntolerance/${created.json().id}`)).json(), allergy)
})

t.test('a program that a person signed in may read and not write', async t => {
  const long = bearer(person, ['read'], { lifetime: 7 * 86_400 })
  t.equal((await sendRequest(app, 'GET', '/fhir/Observation', long)).statusCode, 200)
  t.equal((await sendRequest(app, 'POST', RESPONSES, long, answered('x'))).statusCode, 401)
  const refused = await app.inject('/fhir/Observation')
  t.match(
    refused.headers['www-authenticate'],
    'resource_metadata="https://profile.example/.well-known/oauth-protected-resource/fhir"',
  )
  const metadata = await app.inject('/.well-known/oauth-protected-resource/fhir')
  t.match(metadata.json(), { resource: 'https://profile.example/fhir' })
})

t.test('pages of every origin may ask: a token is all that counts', async t => {
  const ask = (origin: string) => app.inject({ url: `/fhir/Questionnaire/${form}`, headers: { origin } })
  const anyone = (await ask('https://elsewhere.example')).headers
  t.match(anyone, { 'access-control-allow-origin': '*', 'access-control-expose-headers': /etag/ })
  t.match((await ask('https://study.example')).headers, {
    'access-control-allow-origin': 'https://study.example',
    vary: 'Origin, Accept',
  })
  const origin = 'https://elsewhere.example'
  t.match((await get('/fhir/Observation', { origin })).headers, { 'access-control-allow-origin': '*' })
  t.match((await app.inject({ url: '/fhir/Observation', headers: { origin } })).headers, {
    'access-control-allow-origin': '*',
    'www-authenticate': /resource_metadata/,
  })
  const preflight = (url: string) =>
    app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type, if-none-exist, prefer',
      },
    })
  t.match(await preflight('/fhir/QuestionnaireResponse?_pretty=true'), {
    statusCode: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': /authorization.*if-none-exist/,
      'access-control-allow-credentials': undefined,
    },
  })
  t.equal((await preflight('/api/submission')).headers['access-control-allow-origin'], undefined)
})
