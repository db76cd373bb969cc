/** A client reads the notifications of a subscription by a WebSocket. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { WebSocket, WebSocketServer } from 'ws'
import { serve } from '../../../core/serve.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import { builtIn } from '../../index.ts'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'
import { type Application, application, gateway, person, publishForm, submit } from '../../testing/index.ts'
import { readRequested } from '../requested.ts'
import { serveSocket } from '../socket.ts'
import { eventsOf, typeOf, until } from './receiver.ts'

const READ = 'read:questionnaire[*]'
const R5 = { 'content-type': 'application/fhir+json; fhirVersion=5.0' }
const anna = person()

async function start(t: Test, options: object = {}) {
  const app = await gateway(t, { nodes: 0, config: { plugins: { 'fhir-subscriptions': options } } })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  app.gateway.baseUrl = url
  const study = await application(app)
  const form = await publishForm(app, study, mood)
  return { app, url, study, form: form._id }
}

const wanted = (app: FastifyInstance, more: object = {}) => ({
  resourceType: 'Subscription',
  status: 'requested',
  topic: `${app.gateway.baseUrl}/fhir/SubscriptionTopic/response-submitted`,
  channelType: { code: 'websocket' },
  content: 'id-only',
  maxCount: 1,
  ...more,
})

async function subscribe(app: FastifyInstance, study: Application, more: object = {}) {
  const response = await app.inject({
    method: 'POST',
    url: '/fhir/Subscription',
    headers: { ...R5, ...study.bearer([READ]) },
    body: wanted(app, more),
  })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json().id as string
}

async function answer(app: FastifyInstance, study: Application, form: string) {
  const response = await submit(app, anna, {
    submission: moodResponse(form, 'secret words'),
    application: study,
  })
  if (response.statusCode !== 201) throw new Error(response.body)
}

/** The values of Parameters, by their names. */
const valuesOf = (parameters: { parameter: readonly Record<string, string>[] }) =>
  parameters.parameter.map(({ name, ...value }) => [name, Object.values(value)[0]] as const)

/** @param ids - more than one: the operation of the type */
async function tokenOf(app: FastifyInstance, study: Application, ...ids: readonly string[]) {
  const response = await app.inject({
    url:
      ids.length === 1
        ? `/fhir/Subscription/${ids[0]}/$get-ws-binding-token`
        : `/fhir/Subscription/$get-ws-binding-token?${ids.map(id => `id=${id}`).join('&')}`,
    headers: study.bearer([READ]),
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return Object.fromEntries(valuesOf(response.json())) as { token: string; 'websocket-url': string }
}

/** A connection, with what it got. */
async function open(t: Test, url: string, first?: string | Buffer) {
  const socket = new WebSocket(url)
  // biome-ignore lint/suspicious/noExplicitAny: Bundles, as a page parses them.
  const bundles: any[] = []
  const state = { socket, bundles, end: undefined as readonly [number, string] | undefined }
  socket
    .on('message', text => bundles.push(JSON.parse(String(text))))
    .on('close', (code, reason) => {
      state.end = [code, String(reason)]
    })
    .on('error', () => {})
  t.teardown(() => socket.terminate())
  await new Promise(resolve => socket.once('open', resolve).once('close', resolve))
  if (first !== undefined) socket.send(first)
  return state
}

async function bind(t: Test, app: FastifyInstance, study: Application, id: string, query = '') {
  const { token, 'websocket-url': url } = await tokenOf(app, study, id)
  return open(t, `${url}${query}`, `bind-with-token ${token}`)
}

const ended = async (state: { readonly end: readonly [number, string] | undefined }) => {
  await until(() => state.end)
  return state.end
}

const numbersIn = (bundles: readonly object[]) =>
  bundles.flatMap(bundle => eventsOf(bundle).map(({ eventNumber }) => Number(eventNumber)))

t.test('a client that reads notifications by a WebSocket', async t => {
  const { app, url, study, form } = await start(t, { streams: 3 })
  const id = await subscribe(app, study)
  const headers = study.bearer([READ])
  const address = `${url.replace('http', 'ws')}/api/subscription/websocket`

  await t.test('gets a token for it, by each form of the operation', async t => {
    const path = `/fhir/Subscription/${id}/$get-ws-binding-token`
    const parameters = {
      resourceType: 'Parameters',
      parameter: [{ name: 'id', valueId: id }],
    }
    const asked = [
      { url: path },
      { method: 'POST', url: path },
      { url: `/fhir/Subscription/$get-ws-binding-token?id=${id}` },
      { method: 'POST', url: '/fhir/Subscription/$get-ws-binding-token', body: parameters },
    ] as const
    for (const each of asked) {
      const before = Date.now()
      const response = await app.inject({ ...each, headers })
      t.equal(response.statusCode, 200, response.body)
      t.equal(response.headers['cache-control'], 'no-store')
      t.match(response.json(), {
        resourceType: 'Parameters',
        parameter: [
          { name: 'token', valueString: /^[\w-]{43}$/ },
          { name: 'expiration', valueDateTime: String },
          { name: 'subscription', valueString: id },
          { name: 'websocket-url', valueUrl: address },
        ],
      })
      const left = Date.parse(response.json().parameter[1].valueDateTime) - before
      t.ok(left > 0 && left <= 61_000)
    }
    const none = await app.inject({ url: '/fhir/Subscription/$get-ws-binding-token', headers })
    t.equal(none.statusCode, 400)
  })

  await t.test('gets a handshake, and each event once and in order', async t => {
    const client = await bind(t, app, study, id)
    await until(() => client.bundles.length === 1)
    t.equal(typeOf(client.bundles[0]), 'handshake')
    await answer(app, study, form)
    await answer(app, study, form)
    await until(() => client.bundles.length === 3)
    t.same(numbersIn(client.bundles), [1, 2])
    t.notMatch(JSON.stringify(client.bundles), /secret words/)
    const read = await app.inject({ url: `/fhir/Subscription/${id}`, headers })
    t.match(read.json(), { status: 'active', channelType: { code: 'websocket' } })
    client.socket.close()
    await ended(client)
  })

  await t.test('reads on after the last event that it got', async t => {
    const client = await bind(t, app, study, id, '?after=1')
    await until(() => client.bundles.length === 2)
    t.same(numbersIn(client.bundles), [2])
    client.socket.close()
    await ended(client)
  })

  await t.test('reads several subscriptions by one connection, each to its own end', async t => {
    const other = await subscribe(app, study)
    const { token } = await tokenOf(app, study, id, other)
    const client = await open(t, address, `bind-with-token: ${token}`)
    await until(() => client.bundles.length === 2)
    await answer(app, study, form)
    await until(() => client.bundles.length === 4)
    t.same(numbersIn(client.bundles).sort(), [1, 3])
    await app.subscriptions.remove(other)
    await answer(app, study, form)
    await until(() => client.bundles.length === 5)
    t.equal(client.end, undefined)
    client.socket.close()
    await ended(client)
    const several = await tokenOf(app, study, id, await subscribe(app, study))
    const refused = await open(t, `${address}?after=1`, `bind-with-token ${several.token}`)
    t.same(await ended(refused), [1008, 'AND_INVALID_REQUEST'], 'after which number of which')
  })

  await t.test('binds one connection with a token, of any number that try', async t => {
    const { token } = await tokenOf(app, study, id)
    const clients = await Promise.all(
      Array.from({ length: 20 }, () => open(t, address, `bind-with-token ${token}`)),
    )
    await until(() => clients.filter(({ end }) => end).length === 19)
    for (const { end } of clients) if (end) t.same(end, [1008, 'AND_UNAUTHORIZED'])
    const [bound] = clients.filter(({ end }) => !end)
    await until(() => bound?.bundles.length === 1)
    t.same(
      clients.map(({ bundles }) => bundles.length).filter(count => count > 0),
      [1],
    )
    bound?.socket.close()
  })

  await t.test('is refused with anything but a valid token, and without a reason to guess from', async t => {
    const streamed = { method: 'POST', url: `/api/subscription/${id}/stream-token`, headers } as const
    t.match((await app.inject(streamed)).json(), { status: 409, code: 'AND_NOT_A_STREAM' })
    const owner = (await app.subscriptions.get(id))?.subscription.owner
    await app.gateway.tokens.put('subscription-websocket', 'expired', '{}', Date.now() - 1)
    const ticket = (more: object) =>
      JSON.stringify({ subscriptions: [id], key: owner, scopes: [READ], ...more })
    const later = Date.now() + 60_000
    const { tokens } = app.gateway
    await tokens.put('subscription-websocket', 'foreign', ticket({ key: 'other' }), later)
    await tokens.put('subscription-websocket', 'less', ticket({ scopes: [] }), later)
    await tokens.put('subscription-stream', 'stream', ticket({}), later)
    const cases: readonly [string | Buffer, number, string][] = [
      [`bind-with-token ${'x'.repeat(43)}`, 1008, 'AND_UNAUTHORIZED'],
      ['bind-with-token expired', 1008, 'AND_UNAUTHORIZED'],
      ['bind-with-token foreign', 1008, 'AND_UNAUTHORIZED'],
      ['bind-with-token stream', 1008, 'AND_UNAUTHORIZED'],
      ['bind-with-token less', 1008, 'AND_INSUFFICIENT_SCOPE'],
      [`bind ${id}`, 1008, 'bind-with-token'],
      ['', 1008, 'bind-with-token'],
      [Buffer.from('bind-with-token expired'), 1008, 'bind-with-token'],
      ['x'.repeat(1025), 1009, ''],
    ]
    for (const [message, code, reason] of cases) {
      const client = await open(t, address, message)
      t.same(await ended(client), [code, reason], String(message).slice(0, 40))
      t.same(client.bundles, [])
    }
  })

  await t.test('sends nothing once it is bound', async t => {
    const client = await bind(t, app, study, id)
    await until(() => client.bundles.length === 1)
    client.socket.send('bind-with-token again')
    t.same(await ended(client), [1008, 'bound'])
  })

  await t.test('is bounded for each application, and costs nothing once closed', async t => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => bind(t, app, study, id)))
    await until(() => clients.every(({ end, bundles }) => end || bundles.length > 0))
    const refused = clients.filter(({ end }) => end)
    t.ok(refused.length >= 2)
    for (const { end } of refused) t.same(end, [1013, 'AND_TOO_MANY_STREAMS'])
    for (const { socket } of clients) socket.terminate()
    await until(async () => {
      const again = await bind(t, app, study, id)
      await until(() => again.end || again.bundles.length > 0)
      again.socket.terminate()
      return again.bundles.length > 0
    })
  })

  await t.test(
    'gets no token for a subscription of others, with less rights, or of another channel',
    async t => {
      const path = `/fhir/Subscription/${id}/$get-ws-binding-token`
      const other = await application(app)
      t.equal((await app.inject({ url: path, headers: other.bearer([READ]) })).statusCode, 404)
      t.equal(
        (await app.inject({ url: path, headers: study.bearer(['read:questionnaire[x]']) })).statusCode,
        403,
      )
      t.equal((await app.inject({ url: path })).statusCode, 401)
      const hook = await subscribe(app, study, {
        channelType: { code: 'rest-hook' },
        endpoint: 'https://study.example/notify',
      })
      const both = `/fhir/Subscription/$get-ws-binding-token?id=${id}&id=${hook}`
      const refused = await app.inject({ url: both, headers })
      t.equal(refused.statusCode, 409)
      t.match(refused.body, /The channel of the subscription '.*' is not 'websocket'/)
    },
  )

  await t.test('is told to upgrade if it does not', async t => {
    const plain = await fetch(`${url}/api/subscription/websocket`)
    t.match([plain.status, await plain.json()], [426, { code: 'AND_NOT_A_WEBSOCKET' }])
    const malformed = await fetch(`${url}/api/subscription/websocket?after=x`)
    t.equal(malformed.status, 400)
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> }
    t.match(paths['/api/subscription/websocket'], { get: { security: [], responses: { 101: {}, 426: {} } } })
    for (const path of ['/fhir/Subscription/{id}', '/fhir/Subscription'])
      t.match(paths[`${path}/$get-ws-binding-token`], {
        get: { security: [{ application: [] }] },
        post: { security: [{ application: [] }] },
      })
  })

  await t.test('may be one of HTTP that asks for HTTP/2 with its requests', async t => {
    const upgrade = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAAP__',
    }
    const status = await new Promise((resolve, reject) => {
      const body = JSON.stringify(wanted(app))
      request(`${url}/fhir/Subscription`, { method: 'POST', headers: { ...R5, ...headers, ...upgrade } })
        .once('response', response => resolve(response.resume().statusCode))
        .once('error', reject)
        .end(body)
    })
    t.equal(status, 201)
  })

  await t.test('is notified of the end of the subscription', async t => {
    const client = await bind(t, app, study, id)
    await until(() => client.bundles.length === 1)
    await app.inject({ method: 'DELETE', url: `/fhir/Subscription/${id}`, headers })
    t.same(await ended(client), [1000, 'deleted'])
  })
})

t.test('a subscription by WebSocket', async t => {
  const { app, study } = await start(t)
  const id = await subscribe(app, study, { heartbeatPeriod: 10 })

  await t.test('is one of R4 too, by its own code', async t => {
    const r4 = await app.inject({
      url: `/fhir/Subscription/${id}`,
      headers: { ...study.bearer([READ]), accept: 'application/fhir+json; fhirVersion=4.0' },
    })
    t.match(r4.json().channel, { type: 'websocket' })
    t.notOk(r4.json().channel.endpoint)
    const again = await app.inject({
      method: 'PUT',
      url: `/fhir/Subscription/${id}`,
      headers: { 'content-type': 'application/fhir+json', ...study.bearer([READ]) },
      body: r4.json(),
    })
    t.equal(again.statusCode, 200, again.body)
  })

  await t.test('has no endpoint and no headers, and needs its package', async t => {
    const terms = { baseUrl: app.gateway.baseUrl, publicOnly: true, webSockets: true }
    const issuesOf = (more: object, changed: object = {}) =>
      JSON.stringify(readRequested(wanted(app, more), { ...terms, ...changed }))
    t.match(issuesOf({ endpoint: 'https://study.example' }), /has no endpoint/)
    t.match(issuesOf({ parameter: [{ name: 'X-Test', value: '1' }] }), /has no headers/)
    t.match(
      issuesOf({}, { webSockets: false }),
      /needs the package 'ws', which is not installed: npm install 'ws@/,
    )
    t.notMatch(issuesOf({}), /"severity"/)
  })

  await t.test('has heartbeats of its period', async t => {
    const kept = await app.subscriptions.get(id)
    if (!kept) throw new Error('No subscription')
    // As stored, because ten seconds are long for a test.
    const { subscription } = kept
    await app.subscriptions.replace({ ...subscription, version: subscription.version + 1, heartbeat: 1 })
    const client = await bind(t, app, study, id)
    await until(() => client.bundles.length === 3)
    t.same(client.bundles.map(typeOf), ['handshake', 'heartbeat', 'heartbeat'])
  })
})

t.test('a WebSocket ends with its time, and when the gateway stops', async t => {
  const { app, study } = await start(t, { streamMinutes: 0.02 })
  const client = await bind(t, app, study, await subscribe(app, study))
  t.same(await ended(client), [1000, 'time'])
})

t.test('a gateway that stops ends its WebSockets first', async t => {
  const plugins = { 'fhir-subscriptions': {} }
  const running = await serve({ ...memory, port: 0, plugins } as never, {
    builtIn,
    fastify: { logger: false },
  })
  const { app } = running
  const study = await application(app)
  const client = await bind(t, app, study, await subscribe(app, study))
  await until(() => client.bundles.length === 1)
  const { 'websocket-url': url } = await tokenOf(app, study, await subscribe(app, study))
  const unbound = await open(t, url)
  await running.close()
  t.same(await ended(client), [1001, 'stop'])
  t.same(await ended(unbound), [1001, 'stop'])
})

t.test('a connection', async t => {
  const times = { bind: 100, ping: 100, send: 100, close: 100 }
  const http = createServer().listen(0, '127.0.0.1')
  const server = new WebSocketServer({ server: http })
  t.teardown(() => http.close())
  await new Promise(resolve => http.once('listening', resolve))
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`

  await t.test('that is not bound in time is closed', async t => {
    server.once('connection', socket => serveSocket(socket, async () => [], { times }))
    t.same(await ended(await open(t, url)), [1008, 'bind-with-token'])
  })

  await t.test('of a client that answers no ping is dropped', async t => {
    const never = (async function* () {
      await new Promise(() => {})
      yield 'heartbeat' as const
    })()
    server.once('connection', socket => serveSocket(socket, async () => [never], { times }))
    const client = await open(t, url, 'bind-with-token x')
    client.socket.pause()
    await until(() => server.clients.size === 0)
  })

  await t.test('of a client that reads nothing is dropped, and nothing piles up', async t => {
    let sent = 0
    const text = JSON.stringify({ resourceType: 'Bundle', id: 'x'.repeat(1_000_000) })
    const endless = (async function* () {
      for (;;) yield { text, number: ++sent }
    })()
    server.once('connection', socket =>
      serveSocket(socket, async () => [endless], { times: { ...times, ping: 60_000 } }),
    )
    const client = await open(t, url, 'bind-with-token x')
    client.socket.pause()
    await until(() => server.clients.size === 0)
    t.ok(sent < 50, `${sent} notifications`)
  })

  await t.test('of a client that only sends pings is dropped, and no answers pile up', async t => {
    let most = 0
    server.once('connection', socket => {
      serveSocket(socket, async () => [], { times: { ...times, bind: 60_000, ping: 60_000 } })
      socket.on('ping', () => {
        most = Math.max(most, socket.bufferedAmount)
      })
    })
    const client = await open(t, url)
    client.socket.pause()
    while (server.clients.size > 0) {
      for (let count = 0; count < 5_000; count++) client.socket.ping('x'.repeat(125), true, () => {})
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    // The kernel takes as many answers as its buffers have room for, which differs between machines.
    t.ok(most < 65_536, `${most} bytes of answers waited`)
  })

  await t.test('of a stream that fails is closed as a fault of the gateway', async t => {
    const failing = (async function* () {
      yield 'heartbeat' as const
      throw new Error('secret words')
    })()
    server.once('connection', socket => serveSocket(socket, async () => [failing], { times }))
    t.same(await ended(await open(t, url, 'bind-with-token x')), [1011, 'AND_INTERNAL'])
  })
})
