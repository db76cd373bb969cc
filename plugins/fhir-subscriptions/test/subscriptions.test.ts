/** An application is notified of responses to its forms, as FHIR Subscriptions describe it. */
import { createHmac } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { verifyNotification } from '../../../ui/sdk/notifications.ts'
import { ASSERTION_TYPE, assertionOf, clientKey } from '../../backends/test/fixtures/bulk-client.ts'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'
import { type Application, application, gateway, person, publishForm, submit } from '../../testing/index.ts'
import { hmacOf, spelledSecret } from '../signatures.ts'
import { eventsOf, startReceiver, until } from './receiver.ts'

// Most of them wait for a receiver, or for time to pass.
t.jobs = 4

const READ = 'read:questionnaire[*]'
const R5 = { 'content-type': 'application/fhir+json; fhirVersion=5.0' }
const topicOf = (app: FastifyInstance) => `${app.gateway.baseUrl}/fhir/SubscriptionTopic/response-submitted`
const start = (t: Test, options: object = {}) =>
  gateway(t, { config: { plugins: { 'fhir-subscriptions': { publicOnly: false, ...options } } } })

const wantedOf = (app: FastifyInstance, endpoint: string, more: object = {}) => ({
  resourceType: 'Subscription',
  status: 'requested',
  topic: topicOf(app),
  channelType: { code: 'rest-hook' },
  endpoint,
  content: 'id-only',
  maxCount: 1,
  ...more,
})

const subscribe = (app: FastifyInstance, study: Application, body: object, scopes = [READ]) =>
  app.inject({ method: 'POST', url: '/fhir/Subscription', headers: { ...R5, ...study.bearer(scopes) }, body })

const anna = person()

/** The id of the resource that an event is about. */
const focusOf = ({ focus }: { focus: { reference: string } }) => focus.reference.split('/').at(-1)

const answer = async (app: FastifyInstance, study: Application, form: string, key?: string) => {
  const response = await submit(app, anna, {
    submission: moodResponse(form, 'secret words'),
    application: study,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json().insertedUid as string
}

t.test('an application that subscribes', async t => {
  const app = await start(t)
  const study = await application(app)
  const [form, other] = [await publishForm(app, study, mood), await publishForm(app, study, mood)]
  const receiver = await startReceiver(t)
  const read = (url: string, headers: object = study.bearer([READ])) =>
    app.inject({ url, headers: headers as Record<string, string> })

  const created = await subscribe(
    app,
    study,
    wantedOf(app, receiver.url, {
      filterBy: [{ filterParameter: 'questionnaire', value: form._id }],
      parameter: [{ name: 'Authorization', value: 'Bearer of the receiver' }],
    }),
  )
  t.equal(created.statusCode, 201, created.body)
  t.match(created.json(), { resourceType: 'Subscription', status: 'requested', topic: topicOf(app) })
  const { id } = created.json()

  await t.test('gets a handshake, and is active when it is accepted', async t => {
    await until(async () => (await read(`/fhir/Subscription/${id}`)).json().status === 'active')
    const [handshake] = receiver.ofType('handshake')
    t.match(handshake?.headers, { authorization: 'Bearer of the receiver' })
    t.match(handshake?.bundle, {
      type: 'subscription-notification',
      entry: [{ resource: { resourceType: 'SubscriptionStatus', eventsSinceSubscriptionStart: '0' } }],
    })
  })

  await t.test('gets the id of each response to that form, in order and once', async t => {
    const first = await answer(app, study, form._id, 'one')
    t.equal(await answer(app, study, form._id, 'one'), first, 'a retry is the same response')
    await answer(app, study, other._id)
    const second = await answer(app, study, form._id)
    await until(() => receiver.numbers().length >= 2)
    t.same(receiver.numbers(), [1, 2])
    const focuses = receiver.ofType('event-notification').flatMap(({ bundle }) => eventsOf(bundle))
    t.same(
      focuses.map(({ focus }) => focus.reference),
      [first, second].map(id => `${app.gateway.baseUrl}/fhir/QuestionnaireResponse/${id}`),
    )
    t.notMatch(JSON.stringify(receiver.received), /secret words/)
  })

  await t.test('reads its state and its events again', async t => {
    const status = await read(`/fhir/Subscription/${id}/$status`)
    t.match(status.json(), {
      type: 'searchset',
      entry: [{ resource: { type: 'query-status', status: 'active', eventsSinceSubscriptionStart: '2' } }],
    })
    const events = await read(`/fhir/Subscription/${id}/$events?eventsSinceNumber=2`)
    t.same(
      eventsOf(events.json()).map(({ eventNumber }) => eventNumber),
      ['2'],
    )
    const full = await read(`/fhir/Subscription/${id}/$events?content=full-resource`)
    t.match(full.json().entry[1].resource, { resourceType: 'QuestionnaireResponse' })
    t.match(full.body, /secret words/)
    const replay = await app.inject({
      method: 'POST',
      url: `/api/subscription/${id}/replay`,
      headers: study.bearer([READ]),
      body: { from: 2 },
    })
    t.equal(replay.statusCode, 204)
    await until(() => receiver.numbers().length >= 3)
    t.same(receiver.numbers(), [1, 2, 2])
  })

  await t.test('verifies each notification by the secret', async t => {
    const { secret } = (await read(`/api/subscription/${id}/secret`)).json()
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    for (const { headers, body } of receiver.received) {
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
      t.equal(signature, `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`)
    }
    const { builder } = app.gateway
    const [sent] = receiver.ofType('event-notification')
    if (sent === undefined) throw new Error('Nothing was sent')
    const environment = { builderDid: builder.did }
    const verified = await verifyNotification(sent, { secret, environment })
    t.match(verified, { id: sent.headers['webhook-id'], bundle: sent.bundle })
    const now = Date.now() + 301_000
    const other = spelledSecret(new Uint8Array(32))
    const { 'andiron-signature': jws = '', ...bare } = sent.headers
    const forged: readonly [string, Partial<typeof sent>, object][] = [
      ['an old one', {}, { now }],
      ['another secret', {}, { secret: other }],
      ['a malformed secret', {}, { secret: '100 KB of one token '.repeat(5_000) }],
      ['another gateway', {}, { environment: { builderDid: study.did } }],
      ['a changed body', { body: sent.body.replace('event-notification', 'heartbeat') }, {}],
      ['no signature of the key', { headers: bare }, {}],
      ['another id', { headers: { ...sent.headers, 'webhook-id': 'x' } }, { secret: undefined }],
      [
        'a whole JWS',
        { headers: { ...sent.headers, 'andiron-signature': String(jws).replace('..', '.e30.') } },
        {},
      ],
      ['no proof', {}, { secret: undefined, environment: undefined }],
    ]
    for (const [name, changes, proof] of forged)
      await t.rejects(
        verifyNotification({ ...sent, ...changes }, { secret, environment, ...proof }),
        { code: 'AND_BAD_NOTIFICATION' },
        name,
      )
    const [first, again] = receiver.ofType('event-notification').slice(1)
    t.equal(first?.headers['webhook-id'], again?.headers['webhook-id'], 'a repetition has the same id')
  })

  await t.test('lists, replaces and deletes it', async t => {
    const put = (body: object, headers: object = {}) =>
      app.inject({
        method: 'PUT',
        url: `/fhir/Subscription/${id}`,
        headers: { ...R5, ...study.bearer([READ]), ...headers },
        body,
      })
    const off = wantedOf(app, receiver.url, { status: 'off' })
    t.equal((await put(off, { 'if-match': 'W/"7"' })).statusCode, 409)
    t.match((await put(off)).json(), { status: 'off', meta: { versionId: '2' } })
    t.match((await read('/fhir/Subscription?status=off')).json(), { total: 1, entry: [{ resource: { id } }] })
    const before = receiver.received.length
    await answer(app, study, form._id)
    const removed = await app.inject({
      method: 'DELETE',
      url: `/fhir/Subscription/${id}`,
      headers: study.bearer([READ]),
    })
    t.equal(removed.statusCode, 204)
    t.equal((await read(`/fhir/Subscription/${id}`)).statusCode, 404)
    t.equal(receiver.received.length, before)
  })
})

t.test('a client of R4 subscribes by the backport, and gets whole resources', async t => {
  const app = await start(t)
  const study = await application(app)
  const form = await publishForm(app, study, mood)
  const receiver = await startReceiver(t)
  const url = (name: string) => `http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/${name}`
  const body = {
    resourceType: 'Subscription',
    status: 'requested',
    reason: 'Synthetic study',
    criteria: topicOf(app),
    _criteria: {
      extension: [
        {
          url: url('backport-filter-criteria'),
          valueString: `QuestionnaireResponse?questionnaire=${form._id}&authored=ge2020-01-01T00:00:00Z`,
        },
      ],
    },
    channel: {
      type: 'rest-hook',
      endpoint: receiver.url,
      payload: 'application/fhir+json',
      _payload: { extension: [{ url: url('backport-payload-content'), valueCode: 'full-resource' }] },
      extension: [{ url: url('backport-max-count'), valuePositiveInt: 10 }],
    },
  }
  const created = await app.inject({
    method: 'POST',
    url: '/fhir/Subscription',
    headers: {
      'content-type': 'application/fhir+json',
      ...study.bearer([`read:questionnaire[${form._id}]`]),
    },
    body,
  })
  t.equal(created.statusCode, 201, created.body)
  t.match(created.json(), {
    criteria: topicOf(app),
    _criteria: body._criteria,
    channel: { endpoint: receiver.url },
  })
  const id = await answer(app, study, form._id)
  await until(() => receiver.ofType('event-notification').length > 0)
  const [{ bundle } = { bundle: undefined }] = receiver.ofType('event-notification')
  t.equal(bundle.type, 'history')
  t.match(bundle.entry[0].resource, { resourceType: 'Parameters' })
  t.match(bundle.entry[1].resource, { resourceType: 'QuestionnaireResponse', id, status: 'completed' })
  t.match(bundle.entry[1].resource.item, [{ answer: [{ valueString: 'secret words' }] }])

  const about = await app.inject({
    url: '/fhir/metadata',
    headers: { accept: 'application/fhir+json; fhirVersion=5.0' },
  })
  const listed = about
    .json()
    .rest[0].resource.filter(({ type }: { type: string }) => /^Subscription/.test(type))
  t.match(listed, [
    { type: 'Subscription', operation: [{ name: 'status' }, { name: 'events' }] },
    { type: 'SubscriptionTopic' },
  ])
  const topics = await app.inject({ url: '/fhir/SubscriptionTopic' })
  t.match(topics.json(), { entry: [{ resource: { url: topicOf(app), resourceType: 'SubscriptionTopic' } }] })
})

t.test('a backend subscribes with its own token, until it is revoked', async t => {
  const app = await start(t, { errorAfter: 1 })
  const study = await application(app)
  const form = await publishForm(app, study, mood)
  const receiver = await startReceiver(t)
  const key = clientKey('ES256')
  const { applicationId } = study
  const own = study.bearer(['write:backend'], { applicationId })
  const registered = await app.inject({
    ...{ method: 'POST', url: `/api/application/${applicationId}/backend`, headers: own },
    body: { name: 'Synthetic backend', jwks: { keys: [key.jwk] } },
  })
  t.equal(registered.statusCode, 201, registered.body)
  const signedIn = await app.inject({
    method: 'POST',
    url: '/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE },
      scope: 'system/QuestionnaireResponse.rs',
      client_assertion: assertionOf(key, applicationId, `${app.gateway.baseUrl}/token`, {}),
    }).toString(),
  })
  const headers = { ...R5, authorization: `Bearer ${signedIn.json().access_token}` }
  const body = wantedOf(app, receiver.url, { content: 'full-resource' })
  const created = await app.inject({ method: 'POST', url: '/fhir/Subscription', headers, body })
  t.equal(created.statusCode, 201, created.body)
  const id = await answer(app, study, form._id)
  await until(() => receiver.numbers().length === 1)
  t.equal(receiver.ofType('event-notification')[0]?.bundle.entry[1].resource.id, id)

  const revoked = await app.inject({
    ...{
      method: 'DELETE',
      url: `/api/application/${applicationId}/backend/${registered.json().id}`,
      headers: own,
    },
  })
  t.equal(revoked.statusCode, 204)
  await answer(app, study, form._id)
  const url = `/fhir/Subscription/${created.json().id}`
  await until(async () => (await app.inject({ url, headers: study.bearer([READ]) })).json().status === 'off')
  t.equal(receiver.numbers().length, 1, 'nothing is sent after that')
})

t.test('a person who withholds their records brings no event', async t => {
  const app = await start(t)
  const study = await application(app)
  const form = await publishForm(app, study, mood)
  const receiver = await startReceiver(t)
  await subscribe(app, study, wantedOf(app, receiver.url))
  await until(() => receiver.ofType('handshake').length === 1)
  const before = await answer(app, study, form._id)
  const consent = {
    ...{ application: study.applicationId, form: form._id, decision: 'deny', purposes: [] },
    at: new Date().toISOString(),
  }
  const now = Math.floor(Date.now() / 1000)
  const { keyPair } = anna
  const signed = createSelfSignedJwt({
    ...{ keyPair, scopes: ['consent'], now, audience: app.gateway.baseUrl, extra: { consent } },
  })
  const decided = await app.inject({
    ...{ method: 'POST', url: '/api/consent', headers: anna.bearer(['write:consent']) },
    body: { consent, signed },
  })
  t.equal(decided.statusCode, 200, decided.body)
  await answer(app, study, form._id)
  const other = await submit(app, person(), {
    ...{ submission: moodResponse(form._id, 'words'), application: study },
  })
  const after = other.json().insertedUid
  await until(() => receiver.numbers().length === 2)
  t.same(
    receiver.ofType('event-notification').flatMap(({ bundle }) => eventsOf(bundle).map(focusOf)),
    [before, after],
  )
})

t.test('a receiver that fails is tried again, and slows no other', async t => {
  const app = await start(t, { errorAfter: 2 })
  const study = await application(app)
  const form = await publishForm(app, study, mood)
  const [failing, fine] = [await startReceiver(t), await startReceiver(t)]
  const id = (await subscribe(app, study, wantedOf(app, failing.url))).json().id
  await subscribe(app, study, wantedOf(app, fine.url))
  const status = async () =>
    (await app.inject({ url: `/fhir/Subscription/${id}`, headers: study.bearer([READ]) })).json().status
  await until(async () => (await status()) === 'active')
  failing.status = 0
  for (let count = 0; count < 5; count++) await answer(app, study, form._id)
  await until(() => fine.numbers().length === 5)
  await until(async () => (await status()) === 'error')
  const said = await app.inject({ url: `/fhir/Subscription/${id}/$status`, headers: study.bearer([READ]) })
  t.match(said.json().entry[0].resource.error, [{ text: "The receiver's answer is unreachable" }])
  failing.status = 200
  await until(() => failing.numbers().length === 5)
  t.same(failing.numbers(), [1, 2, 3, 4, 5], 'nothing is lost, in order')
  await until(async () => (await status()) === 'active')
})

t.test('events that wait go together, and a repetition has the id and the events of the attempt', async t => {
  const app = await start(t)
  const study = await application(app)
  const form = await publishForm(app, study, mood)
  const receiver = await startReceiver(t)
  const { maxCount: _, ...wanted } = wantedOf(app, receiver.url)
  const { id } = (await subscribe(app, study, wanted)).json()
  await until(() => receiver.ofType('handshake').length === 1)
  receiver.status = 500
  for (let count = 0; count < 5; count++) await answer(app, study, form._id)
  await until(() => receiver.ids.length === 2)
  const [, attempt = ''] = receiver.ids
  const last = Number(attempt.split('-').at(-1))
  for (let count = 5; count < 30; count++) await answer(app, study, form._id)
  await until(() => receiver.ids.length > 2)
  receiver.status = 204
  await until(() => receiver.numbers().length === 30)
  t.same(
    receiver.numbers(),
    [...Array(30)].map((_, at) => at + 1),
  )
  const sent = receiver.ofType('event-notification')
  t.same(
    [...new Set(receiver.ids.slice(1))],
    sent.map(({ headers }) => headers['webhook-id']),
    'no other id',
  )
  t.equal(eventsOf(sent[0]?.bundle).length, last)
  t.ok(sent.length <= 4, `30 events in ${sent.length} notifications`)
  t.equal(eventsOf(sent[1]?.bundle).length, 20, 'of those that wait, at most twenty')
  // A replay is no repetition.
  await app.inject({
    ...{ method: 'POST', url: `/api/subscription/${id}/replay`, headers: study.bearer([READ]) },
    body: { from: 30 },
  })
  await until(() => receiver.numbers().length === 31)
  t.match(receiver.ids.at(-1), /\.30-30$/)
})

t.test('a slow receiver with much to receive leaves the only sender to others in turn', async t => {
  const app = await start(t, { atOnce: 1 })
  const study = await application(app)
  const form = await publishForm(app, study, mood)
  const [slow, fine] = [await startReceiver(t), await startReceiver(t)]
  slow.pause = 150
  await subscribe(app, study, wantedOf(app, slow.url))
  await subscribe(app, study, wantedOf(app, fine.url))
  for (let count = 0; count < 30; count++) await answer(app, study, form._id)
  await until(() => fine.numbers().length > 0)
  t.ok(slow.numbers().length < 30, `${slow.numbers().length} of 30`)
})

t.test('receivers of one application that hang leave senders to another one', async t => {
  const app = await start(t, { atOnce: 4 })
  const [hanging, study] = [await application(app), await application(app)]
  const [form, theirs] = [await publishForm(app, study, mood), await publishForm(app, hanging, mood)]
  // It accepts connections, and never answers.
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const open = new Set<Socket>()
  silent.on('connection', socket => void open.add(socket))
  t.teardown(() => {
    for (const socket of open) socket.destroy()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  for (let count = 0; count < 8; count++)
    await subscribe(app, hanging, wantedOf(app, `http://127.0.0.1:${port}/notify`, { timeout: 60 }))
  await until(() => open.size === 1)
  const fine = await startReceiver(t)
  await subscribe(app, study, wantedOf(app, fine.url))
  const sent = await submit(app, anna, { submission: moodResponse(theirs._id, 'well'), application: hanging })
  t.equal(sent.statusCode, 201)
  for (let count = 0; count < 3; count++) await answer(app, study, form._id)
  await until(() => fine.numbers().length === 3)
  t.equal(open.size, 1, 'a quarter of the senders')
})

t.test('events that no receiver accepts for long are dead letters, which a replay delivers', async t => {
  const app = await start(t, { retryDays: 1 / 86_400 })
  const study = await application(app)
  const form = await publishForm(app, study, mood)
  const receiver = await startReceiver(t)
  const id = (await subscribe(app, study, wantedOf(app, receiver.url))).json().id
  await until(() => receiver.ofType('handshake').length > 0)
  receiver.status = 500
  await answer(app, study, form._id)
  const isDead = async () => (await app.subscriptions.events(id, { from: 1, limit: 1 }))[0]?.dead === true
  await until(isDead)
  receiver.status = 200
  await app.inject({
    ...{
      method: 'POST',
      url: `/api/subscription/${id}/replay`,
      headers: study.bearer([READ]),
      body: { from: 1 },
    },
  })
  await until(() => receiver.numbers().length === 1)
  t.equal(await isDead(), false)
})

t.test('refuses what is not allowed, with every issue', async t => {
  const app = await gateway(t, { config: { plugins: { 'fhir-subscriptions': { perApplication: 2 } } } })
  const study = await application(app)
  const another = await application(app)
  const form = await publishForm(app, study, mood)
  const endpoint = 'https://study.example/notify'
  const by = [{ filterParameter: 'questionnaire', value: form._id }]
  const wanted = (more: object) => wantedOf(app, endpoint, more)

  const refused: readonly [
    name: string,
    status: number,
    body: object,
    scopes?: string[],
    who?: Application,
  ][] = [
    ['an unknown topic', 422, wanted({ topic: 'https://hl7.org/topic' })],
    ['http', 422, wanted({ endpoint: 'http://study.example' })],
    ['credentials in the URL', 422, wanted({ endpoint: 'https://a:b@study.example' })],
    ['another channel', 422, wanted({ channelType: { code: 'websocket' } })],
    ['a header that signs', 422, wanted({ parameter: [{ name: 'webhook-signature', value: 'v1,x' }] })],
    ['a header with a line break', 422, wanted({ parameter: [{ name: 'x', value: 'a\r\nhost: b' }] })],
    ['NUL', 400, wanted({ filterBy: [{ filterParameter: 'questionnaire', value: '\0' }] })],
    ['a lone surrogate', 400, wanted({ parameter: [{ name: 'x', value: '\ud800' }] })],
    ['a prototype', 422, wanted({ topic: 'constructor', content: '__proto__' })],
    ['100 KB of one token', 422, wanted({ endpoint: `https://study.example/${'a'.repeat(100_000)}` })],
    [
      'an unknown form',
      422,
      wanted({ filterBy: [{ filterParameter: 'questionnaire', value: crypto.randomUUID() }] }),
    ],
    ['the form of another application', 422, wanted({ filterBy: by }), [READ], another],
    ['a token for no form', 403, wanted({ filterBy: by }), ['read:questionnaire[x]']],
    ['all forms by a token for one', 403, wanted({}), [`read:questionnaire[${form._id}]`]],
    ['no resource of the type', 422, { resourceType: 'Patient' }],
  ]
  for (const [name, status, body, scopes = [READ], who = study] of refused) {
    const response = await subscribe(app, who, body, scopes)
    t.equal(response.statusCode, status, `${name}: ${response.body.slice(0, 300)}`)
    t.equal(response.json().resourceType, 'OperationOutcome')
  }
  const several = await subscribe(
    app,
    study,
    wanted({ topic: 'x', endpoint: 'y', content: 'z', timeout: -1 }),
  )
  t.equal(several.json().issue.length, 4, 'all at once')
  const none = await app.inject({ method: 'POST', url: '/fhir/Subscription', headers: R5, body: wanted({}) })
  t.equal(none.statusCode, 401)
  const reader = await app.inject({ url: '/fhir/Subscription', headers: person().bearer(['read']) })
  t.equal(reader.statusCode, 403, 'a person has none')

  await t.test('twenty at once are as many as an application may have', async t => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => subscribe(app, study, wanted({}))))
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [
      ...Array(2).fill(201),
      ...Array(18).fill(409),
    ])
    const id = answers.find(({ statusCode }) => statusCode === 201)?.json().id
    for (const url of [
      `/fhir/Subscription/${id}`,
      `/fhir/Subscription/${id}/$events`,
      `/api/subscription/${id}/secret`,
    ]) {
      t.equal(
        (await app.inject({ url, headers: another.bearer([READ]) })).statusCode,
        404,
        `${url} of another`,
      )
      t.equal((await app.inject({ url, headers: study.bearer(['read:questionnaire[x]']) })).statusCode, 403)
    }
  })
})

t.test('a receiver at a private address is not reached', async t => {
  const app = await gateway(t, { config: { plugins: { 'fhir-subscriptions': {} } } })
  const study = await application(app)
  let connections = 0
  const server = createServer(socket => {
    connections++
    socket.destroy()
  })
  await new Promise<void>(resolve => server.listen(0, '::', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254']) {
    const created = await subscribe(app, study, wantedOf(app, `https://${host}:${port}/`))
    const status = async () =>
      (
        await app.inject({ url: `/fhir/Subscription/${created.json().id}`, headers: study.bearer([READ]) })
      ).json().status
    await until(async () => (await status()) === 'error')
  }
  t.equal(connections, 0)
})

t.test('signs as Standard Webhooks describes it', async t => {
  // Vector of the specification's reference libraries (standard-webhooks, `test_sign_function`).
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const [id, timestamp, body] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}']
  t.equal(hmacOf(secret, id, timestamp, body), 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
