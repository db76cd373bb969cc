/** A page reads the notifications of a subscription as Server-Sent Events. */
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { toHex } from '../../../core/crypto/index.ts'
import { notifications } from '../../../ui/sdk/notifications.ts'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'
import { type Application, application, gateway, person, publishForm, submit } from '../../testing/index.ts'
import { eventsOf, typeOf, until } from './receiver.ts'

// Most of them wait for a receiver, or for time to pass.
t.jobs = 4

const READ = 'read:questionnaire[*]'
const R5 = { 'content-type': 'application/fhir+json; fhirVersion=5.0' }
const anna = person()

async function start(t: Test, options: object = {}, nodes = 0) {
  const app = await gateway(t, { nodes, config: { plugins: { 'fhir-subscriptions': options } } })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  app.gateway.baseUrl = url
  const study = await application(app)
  const form = await publishForm(app, study, mood)
  return { app, url, study, form: form._id }
}

const subscribe = async (app: FastifyInstance, study: Application, more: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/fhir/Subscription',
    headers: { ...R5, ...study.bearer([READ]) },
    body: {
      resourceType: 'Subscription',
      status: 'requested',
      topic: `${app.gateway.baseUrl}/fhir/SubscriptionTopic/response-submitted`,
      channelType: {
        system: `${app.gateway.baseUrl}/fhir/CodeSystem/subscription-channel`,
        code: 'event-stream',
      },
      content: 'id-only',
      maxCount: 1,
      ...more,
    },
  })

const answer = async (app: FastifyInstance, study: Application, form: string) => {
  const response = await submit(app, anna, {
    submission: moodResponse(form, 'secret words'),
    application: study,
  })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json().insertedUid as string
}

/** A reader of Server-Sent Events, written from the specification. */
// biome-ignore lint/suspicious/noExplicitAny: a Bundle, or the end, as a page parses it.
async function open(t: Test, url: string, headers: object = {}): Promise<any> {
  const abort = new AbortController()
  t.teardown(() => abort.abort())
  const response = await fetch(url, { headers: headers as Record<string, string>, signal: abort.signal })
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  const messages: { id?: string; event?: string; data: any }[] = []
  const state = { response, messages, text: '', isOver: false, close: () => abort.abort() }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      state.text += decoder.decode(chunk, { stream: true })
      const blocks = state.text.split('\n\n')
      state.text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map(line => line.split(/: ?(.*)/s, 2)))
        if (fields.data !== undefined) messages.push({ ...fields, data: JSON.parse(fields.data) })
      }
    }
    state.isOver = true
  }
  if (response.ok) read().catch(() => {})
  return state
}

// biome-ignore lint/suspicious/noExplicitAny: see above.
const numbersIn = (stream: { messages: any[] }) =>
  stream.messages
    .filter(({ event }) => event === undefined)
    .flatMap(({ data }) => eventsOf(data).map(({ eventNumber }) => Number(eventNumber)))

t.test('a page that reads the stream of a subscription', async t => {
  const { app, url, study, form } = await start(t, { streams: 2 })
  const created = await subscribe(app, study)
  t.equal(created.statusCode, 201, created.body)
  const { id } = created.json()
  t.match(created.json().channelType, { code: 'event-stream' })
  const path = `${url}/api/subscription/${id}/stream`
  const headers = study.bearer([READ])

  await t.test('gets a handshake, and each event once and in order', async t => {
    const stream = await open(t, path, headers)
    t.equal(stream.response.status, 200)
    t.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    await until(() => stream.messages.length === 1)
    t.equal(typeOf(stream.messages[0].data), 'handshake')
    t.equal(stream.messages[0].id, '0')
    const ids = [await answer(app, study, form), await answer(app, study, form)]
    await until(() => stream.messages.length === 3)
    t.same(numbersIn(stream), [1, 2])
    t.same(
      stream.messages.slice(1).map(({ data }: { data: object }) => eventsOf(data)[0].focus.reference),
      ids.map(id => `${url}/fhir/QuestionnaireResponse/${id}`),
    )
    t.notMatch(JSON.stringify(stream.messages), /secret words/)
    const read = await app.inject({ url: `/fhir/Subscription/${id}`, headers })
    t.equal(read.json().status, 'active')
    stream.close()
  })

  await t.test('reads on after the last event that it got', async t => {
    const stream = await open(t, path, { ...headers, 'last-event-id': '1' })
    await until(() => numbersIn(stream).length === 1)
    t.same(numbersIn(stream), [2])
    stream.close()
    const later = await open(t, `${path}?after=2`, headers)
    await until(() => later.messages.length === 1)
    await answer(app, study, form)
    await until(() => later.messages.length === 2)
    t.same(numbersIn(later), [3])
    later.close()
  })

  await t.test('opens one stream with a token of its server', async t => {
    const token = async (subscription = id) =>
      app.inject({
        method: 'POST',
        url: `/api/subscription/${subscription}/stream-token`,
        headers: study.bearer([READ]),
      })
    const other = (await subscribe(app, study)).json().id
    const [made, foreign] = [(await token()).json().token, (await token(other)).json().token]
    t.equal((await open(t, `${path}?token=${foreign}`)).response.status, 401, 'of another subscription')
    const twice = await Promise.all([1, 2].map(() => open(t, `${path}?token=${made}`)))
    t.same(twice.map(({ response }) => response.status).sort(), [200, 401])
    for (const each of twice) each.close()
    t.equal((await open(t, path)).response.status, 401, 'without a token')
    t.equal((await open(t, `${path}?token=${'x'.repeat(64)}`)).response.status, 401)
    t.equal((await open(t, `${path}?token=${'x'.repeat(10_000)}`)).response.status, 400)
    const refused = await open(t, `${path}?token=${(await token()).json().token}`, {
      authorization: 'Bearer x',
    })
    t.equal(refused.response.status, 401, 'a refused token of the caller does not fall back')
  })

  await t.test('is bounded for each application, and costs nothing once closed', async t => {
    await until(async () => {
      const stream = await open(t, path, headers)
      const { status } = stream.response
      stream.close()
      return status === 200
    })
    const streams = await Promise.all([...Array(20)].map(() => open(t, path, headers)))
    const statuses = streams.map(({ response }) => response.status)
    t.ok(statuses.filter(status => status === 200).length <= 2, String(statuses))
    t.ok(statuses.includes(429))
    for (const each of streams) each.close()
    await until(async () => {
      const again = await open(t, path, headers)
      again.close()
      return again.response.status === 200
    })
  })

  await t.test('is refused for another application, for a token of less, and for a webhook', async t => {
    const other = await application(app)
    t.equal((await open(t, path, other.bearer([READ]))).response.status, 404)
    t.equal((await open(t, path, study.bearer(['read:questionnaire[x]']))).response.status, 403)
    const hook = await subscribe(app, study, {
      channelType: { code: 'rest-hook' },
      endpoint: 'https://study.example/notify',
    })
    const hooked = await open(t, `${url}/api/subscription/${hook.json().id}/stream`, headers)
    t.equal(hooked.response.status, 409)
    t.equal((await open(t, path, { ...headers, 'last-event-id': '__proto__' })).response.status, 400)
  })

  await t.test('is notified of the end of the subscription', async t => {
    await until(async () => {
      const stream = await open(t, path, headers)
      if (stream.response.status !== 200) return false
      await app.inject({ method: 'DELETE', url: `/fhir/Subscription/${id}`, headers })
      await until(() => stream.isOver)
      t.match(stream.messages.at(-1), { event: 'end', data: { reason: 'deleted' } })
      return true
    })
  })
})

t.test(
  'clients of one subscription share the reading of an event, and its entry in the audit trail',
  async t => {
    const { app, url, study, form } = await start(t)
    const { id } = (await subscribe(app, study, { content: 'full-resource' })).json()
    const path = `${url}/api/subscription/${id}/stream`
    const clients = await Promise.all([...Array(50)].map(() => open(t, path, study.bearer([READ]))))
    await until(() => clients.every(({ messages }) => messages.length === 1))
    await answer(app, study, form)
    await until(() => clients.every(({ messages }) => messages.length === 2))
    for (const client of clients) t.same(numbersIn(client), [1])
    const { entries } = await app.gateway.audit.of(toHex(anna.keyPair.publicKey), { limit: 100 })
    const readings = entries.filter(({ action }) => action === 'notifyResponse')
    // A client that was not waiting yet reads on its own.
    t.ok(readings.length > 0 && readings.length < 10, `${readings.length} readings for 50 clients`)
  },
)

t.test('a subscription by event stream states no endpoint, no headers, and a known channel', async t => {
  const { app, study } = await start(t)
  const refused: readonly [object, RegExp][] = [
    [{ endpoint: 'https://study.example/notify' }, /has no endpoint/],
    [{ parameter: [{ name: 'X-Test', value: '1' }] }, /no headers/],
    [{ channelType: { system: 'https://other.example/channels', code: 'event-stream' } }, /channel must be/],
    [{ channelType: { code: 'constructor' } }, /channel must be/],
  ]
  for (const [more, text] of refused) {
    const response = await subscribe(app, study, more)
    t.equal(response.statusCode, 422)
    t.match(response.body, text)
  }
  const { id } = (await subscribe(app, study)).json()
  const r4 = await app.inject({
    url: `/fhir/Subscription/${id}`,
    headers: { ...study.bearer([READ]), accept: 'application/fhir+json; fhirVersion=4.0' },
  })
  const { channel, ...rest } = r4.json()
  t.match(channel._type.extension, [{ valueCoding: { code: 'event-stream' } }])
  const again = await app.inject({
    method: 'PUT',
    url: `/fhir/Subscription/${id}`,
    headers: { 'content-type': 'application/fhir+json', ...study.bearer([READ]) },
    body: { ...rest, channel },
  })
  t.equal(again.statusCode, 200, again.body)
})

t.test('a stream ends with its time and when the gateway stops; the SDK reads on', async t => {
  const { app, url, study, form } = await start(t, { streamMinutes: 0.02 }, 3)
  const { id } = (await subscribe(app, study, { content: 'full-resource' })).json()
  const ended = await open(t, `${url}/api/subscription/${id}/stream`, study.bearer([READ]))
  await until(() => ended.isOver)
  t.match(ended.messages.at(-1), { event: 'end', data: { reason: 'time' } })

  const got: number[] = []
  const abort = new AbortController()
  const reading = (async () => {
    const { applicationId, keyPair } = study
    const options = { from: 1, applicationId, signal: abort.signal }
    for await (const { number, bundle } of notifications(id, keyPair, { apiBaseUrl: url }, options)) {
      t.match(JSON.stringify(bundle), /secret words/)
      got.push(number)
    }
  })()
  // Longer than a stream: some of them are between two streams.
  for (let count = 0; count < 5; count++) {
    await answer(app, study, form)
    await new Promise(resolve => setTimeout(resolve, 700))
  }
  await until(() => got.length >= 5)
  t.same(got, [1, 2, 3, 4, 5])
  const removed = await app.inject({
    method: 'DELETE',
    url: `/fhir/Subscription/${id}`,
    headers: study.bearer([READ]),
  })
  t.equal(removed.statusCode, 204)
  // The SDK meets either the end of its stream, or the refusal of the next one.
  await reading.catch(error => t.equal(error.status, 404))

  const other = (await subscribe(app, study)).json().id
  const last = await open(t, `${url}/api/subscription/${other}/stream`, study.bearer([READ]))
  await until(() => last.messages.length === 1)
  app.gateway.stopping.abort()
  await until(() => last.isOver)
  t.match(last.messages.at(-1), { event: 'end', data: { reason: 'stop' } })
})
