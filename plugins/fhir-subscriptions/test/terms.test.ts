/**
 * The terms of a subscription: heartbeats, its end, several events in one notification, R4B; and the removal of events.
 */
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'
import { type Application, application, gateway, person, publishForm, submit } from '../../testing/index.ts'
import { eventsOf, type Receiver, startReceiver, typeOf, until } from './receiver.ts'

// Most of them wait for a receiver, or for time to pass.
t.jobs = 4

const READ = 'read:questionnaire[*]'
const anna = person()

interface Parts {
  readonly app: FastifyInstance
  readonly study: Application
  readonly form: string
}

async function start(t: Test, options: object = {}, nodes = 0): Promise<Parts> {
  const app = await gateway(t, {
    nodes,
    config: { plugins: { 'fhir-subscriptions': { publicOnly: false, ...options } } },
  })
  const study = await application(app)
  return { app, study, form: (await publishForm(app, study, mood))._id }
}

/** Subscribes, and waits for the handshake. */
async function subscribe({ app, study }: Parts, receiver: Receiver, more: object = {}, version = '5.0') {
  const created = await app.inject({
    ...{ method: 'POST', url: '/fhir/Subscription' },
    headers: {
      'content-type': `application/fhir+json; fhirVersion=${version}`,
      ...study.bearer([READ]),
    },
    body: {
      ...{ resourceType: 'Subscription', status: 'requested' },
      topic: `${app.gateway.baseUrl}/fhir/SubscriptionTopic/response-submitted`,
      ...{ channelType: { code: 'rest-hook' }, endpoint: receiver.url, content: 'id-only', ...more },
    },
  })
  if (created.statusCode !== 201) throw new Error(created.body)
  const { id } = created.json()
  await until(async () => (await app.subscriptions.get(id))?.progress.status === 'active')
  return id as string
}

async function answer({ app, study, form }: Parts) {
  const submission = moodResponse(form, 'secret words')
  const response = await submit(app, anna, { submission, application: study })
  if (response.statusCode !== 201) throw new Error(response.body)
}

const stored = async ({ app }: Parts, id: string) =>
  (await app.subscriptions.events(id, { from: 1, limit: 100 })).map(({ number }) => number)

for (const [name, nodes] of [
  ['in memory', 0],
  ['in tables', 3],
] as const)
  t.test(`with subscriptions ${name}`, async t => {
    const parts = await start(t, { errorAfter: 1 }, nodes)
    const { app, study } = parts
    const receiver = await startReceiver(t)

    await t.test('a heartbeat follows each quiet period, and has no event', async t => {
      const id = await subscribe(parts, receiver, { heartbeatPeriod: 10 })
      const kept = await app.subscriptions.get(id)
      if (!kept) throw new Error('No subscription')
      // As stored, because ten seconds are long for a test.
      const { subscription } = kept
      await app.subscriptions.replace({ ...subscription, version: 2, heartbeat: 1 })
      await until(() => receiver.ofType('heartbeat').length >= 2)
      const [first, second] = receiver.ofType('heartbeat')
      t.same(eventsOf(first?.bundle), [])
      t.match(first?.bundle.entry[0].resource, { status: 'active', eventsSinceSubscriptionStart: '0' })
      t.not(first?.headers['webhook-id'], second?.headers['webhook-id'], 'each is a notification of its own')
      await app.subscriptions.remove(id)
    })

    await t.test('nothing is sent after its end, and it is off', async t => {
      const end = Date.now() + 3_600_000
      const id = await subscribe(parts, receiver, { end: new Date(end).toISOString() })
      await answer(parts)
      await until(() => receiver.numbers().length === 1)
      const kept = await app.subscriptions.get(id)
      if (!kept) throw new Error('No subscription')
      t.equal(kept.subscription.end, end)
      await app.subscriptions.replace({ ...kept.subscription, version: 2, end: Date.now() + 100 })
      await until(async () => (await app.subscriptions.get(id))?.progress.status === 'off')
      await answer(parts)
      const url = `/fhir/Subscription/${id}`
      t.match((await app.inject({ url, headers: study.bearer([READ]) })).json(), { status: 'off' })
      t.same(receiver.numbers(), [1])
      t.same(await stored(parts, id), [1])
      await app.subscriptions.remove(id)
    })

    await t.test('what a receiver missed comes together, without a gap, up to the maximum', async t => {
      const several = await startReceiver(t)
      const id = await subscribe(parts, several, { maxCount: 3 })
      await answer(parts)
      await until(() => several.numbers().length === 1)
      several.status = 503
      for (let count = 0; count < 5; count++) await answer(parts)
      await until(async () => (await app.subscriptions.get(id))?.numbered === 6)
      await until(async () => (await app.subscriptions.get(id))?.progress.status === 'error')
      several.status = 204
      await until(() => several.numbers().length === 6)
      t.same(several.numbers(), [1, 2, 3, 4, 5, 6])
      const sizes = several.ofType('event-notification').map(({ bundle }) => eventsOf(bundle).length)
      t.ok(
        sizes.every(size => size <= 3),
        String(sizes),
      )
      t.ok(sizes.length < 6, `${sizes.length} notifications`)
      await app.subscriptions.remove(id)
    })

    await t.test('delivered events are removed in time, others are kept', async t => {
      const slow = await startReceiver(t)
      const id = await subscribe(parts, slow)
      await answer(parts)
      await until(() => slow.numbers().length === 1)
      slow.status = 503
      await answer(parts)
      await until(async () => (await app.subscriptions.get(id))?.progress.failures === 1)
      await app.subscriptions.sweep(Date.now() - 60_000)
      t.same(await stored(parts, id), [1, 2], 'young ones')
      await app.subscriptions.sweep(Date.now() + 60_000)
      t.same(await stored(parts, id), [2], 'one that waits')
      const url = `/fhir/Subscription/${id}/$status`
      const status = await app.inject({ url, headers: study.bearer([READ]) })
      t.match(status.json(), { entry: [{ resource: { eventsSinceSubscriptionStart: '2' } }] })
      slow.status = 204
      await until(() => slow.numbers().length === 2)
      t.same(slow.numbers(), [1, 2])
      await app.subscriptions.remove(id)
    })
  })

t.test('a client of R4B gets SubscriptionStatus in a history Bundle', async t => {
  const parts = await start(t)
  const { app } = parts
  const receiver = await startReceiver(t)
  const url = (name: string) => `http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/${name}`
  const wanted = {
    reason: 'Synthetic study',
    criteria: `${app.gateway.baseUrl}/fhir/SubscriptionTopic/response-submitted`,
    ...{ topic: undefined, channelType: undefined, endpoint: undefined, content: undefined },
    channel: {
      ...{ type: 'rest-hook', endpoint: receiver.url, payload: 'application/fhir+json' },
      _payload: { extension: [{ url: url('backport-payload-content'), valueCode: 'empty' }] },
    },
  }
  await subscribe(parts, receiver, wanted, '4.3')
  await answer(parts)
  await until(() => receiver.ofType('event-notification').length === 1)
  const [sent] = receiver.ofType('event-notification')
  t.equal(typeOf(sent?.bundle), 'event-notification')
  t.match(sent?.bundle, { type: 'history', entry: [{ resource: { resourceType: 'SubscriptionStatus' } }] })
  t.equal(sent?.bundle.entry.length, 1)
  t.notOk(eventsOf(sent?.bundle)[0].focus, 'empty: no reference')
})

t.test('a name that means a private address is not connected to', async t => {
  let connections = 0
  const server = createServer(socket => {
    connections++
    socket.destroy()
  })
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
  t.teardown(() => server.close())
  const parts = await start(t, { publicOnly: true })
  const { port } = server.address() as { port: number }
  for (const host of ['localhost', hostname(), `${hostname()}.`]) {
    const created = await parts.app.inject({
      ...{ method: 'POST', url: '/fhir/Subscription', headers: parts.study.bearer([READ]) },
      body: {
        ...{ resourceType: 'Subscription', status: 'requested', channelType: { code: 'rest-hook' } },
        topic: `${parts.app.gateway.baseUrl}/fhir/SubscriptionTopic/response-submitted`,
        endpoint: `https://${host}:${port}/`,
      },
    })
    const { id } = created.json()
    await until(async () => ((await parts.app.subscriptions.get(id))?.progress.failures ?? 0) > 0)
  }
  t.equal(connections, 0)
})
