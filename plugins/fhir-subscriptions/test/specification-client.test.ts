/** A client that knows only the specification subscribes, misses events, fetches them and ends. */
import t, { type Test } from 'tap'
import { bearer, gateway, published, registered } from '../../test/fixtures/actors.ts'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'
import { person, submit } from '../../testing/index.ts'
import { createSubscriptionClient, type SubscriptionClientOptions } from './fixtures/specification-client.ts'
import type { WantedSubscription } from './fixtures/specification-subscription.ts'
import { until } from './receiver.ts'

t.jobs = 8

type Version = SubscriptionClientOptions['version']
const anna = person()

interface Starts extends Pick<SubscriptionClientOptions, 'receiver'> {
  readonly errorAfter?: number
}

const apps = new Map<number, ReturnType<typeof gateway>>()

/** A gateway for every test with the same limit: each has an application of its own. */
function gatewayWith(errorAfter: number): ReturnType<typeof gateway> {
  const app = apps.get(errorAfter) ?? started(errorAfter)
  apps.set(errorAfter, app)
  return app
}

async function started(errorAfter: number) {
  const app = await gateway(t, { plugins: { 'fhir-subscriptions': { publicOnly: false, errorAfter } } })
  app.gateway.baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

async function start(t: Test, version: Version, { receiver = {}, errorAfter = 5 }: Starts = {}) {
  const app = await gatewayWith(errorAfter)
  const study = await registered(app)
  const form = await published(app, study, mood)
  const client = createSubscriptionClient({
    base: `${app.gateway.baseUrl}/fhir`,
    version,
    authorization: () => bearer(study.keyPair, ['read:questionnaire[*]'])['authorization'] ?? '',
    receiver,
  })
  await client.listen()
  t.teardown(client.close)
  const topic = (await client.topics()).find(url => url.endsWith('/response-submitted')) ?? ''
  const filter = { resource: 'QuestionnaireResponse', parameter: 'questionnaire', value: form._id }
  const wanted: WantedSubscription = { topic, filter, content: 'id-only' }
  const answer = async (count: number) => {
    const ids: string[] = []
    for (let index = 0; index < count; index++) {
      const submission = moodResponse(form._id, `answer ${index}`)
      const response = await submit(app, anna, { application: study, submission })
      if (response.statusCode !== 201) throw new Error(response.body)
      ids.push(response.json().insertedUid)
    }
    return ids
  }
  const isActive = async () => (await client.read()).status === 'active'
  return { client, wanted, answer, isActive }
}

const versions: Version[] = ['R4', 'R4B', 'R5']
for (const version of versions) {
  t.test(
    `a subscriber of ${version} gets every event in order, also those sent while it was away`,
    { buffered: true },
    async t => {
      const { client, wanted, answer, isActive } = await start(t, version)
      await client.subscribe(wanted)
      await until(isActive)
      t.same(client.types, ['handshake'])

      const ids = await answer(5)
      await until(() => client.arrived.length === 5)
      await client.close()
      ids.push(...(await answer(5)))
      await until(async () => (await client.status()).since === 10)
      await client.listen()
      if ((await client.status()).status === 'error') await client.reactivate()
      await until(() => client.arrived.length === 10, 90)
      t.same(client.arrived, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      t.same(client.missing(), [])

      const read = await Promise.all([...client.events.values()].map(({ focus }) => client.read(focus)))
      t.same(
        read.map(({ resourceType, id }) => `${resourceType}/${id}`),
        ids.map(id => `QuestionnaireResponse/${id}`),
        'each focus is the record of its event',
      )
      t.match(await client.status(), { status: 'active', since: 10 })
      t.match(await client.status('type'), { status: 'active', since: 10 })
      t.same(client.problems, [])
    },
  )

  t.test(
    `a subscriber of ${version} fetches a lost event, and hears no more once it deleted`,
    { buffered: true },
    async t => {
      const { client, wanted, answer, isActive } = await start(t, version, {
        receiver: { loses: numbers => numbers.includes(2) },
      })
      await client.subscribe({ ...wanted, maxCount: 1 })
      await until(isActive)
      const ids = await answer(3)
      await until(() => client.events.has(3))
      t.same(client.missing(), [2])
      t.same(await client.recover(), [2])
      t.same(client.missing(), [])
      t.equal((await client.read(client.events.get(2)?.focus)).id, ids[1])

      const { id } = await client.read()
      await client.delete()
      t.match((await client.ask('GET', `Subscription/${id}`)).status, /^(404|410)$/)
      t.match((await client.ask('GET', `Subscription/${id}/$status`)).status, /^(404|410)$/)
      const heard = client.types.length
      await answer(1)
      await new Promise(resolve => setTimeout(resolve, 1500))
      t.equal(client.types.length, heard)
      t.same(client.problems, [])
    },
  )

  t.test(
    `a subscriber of ${version} that was away from the start gets a handshake at 0 first`,
    { buffered: true },
    async t => {
      const { client, wanted, answer } = await start(t, version)
      await client.close()
      await client.subscribe(wanted)
      await answer(2)
      await until(async () => (await client.status()).since === 2)
      await client.listen()
      await until(() => client.arrived.length === 2, 60)
      t.equal(client.types[0], 'handshake')
      t.same(client.problems, [])
    },
  )

  t.test(
    `a subscriber of ${version} sees an error, and asks to be served again`,
    { buffered: true },
    async t => {
      const { client, wanted, answer, isActive } = await start(t, version, { errorAfter: 1 })
      await client.subscribe(wanted)
      await until(isActive)
      await client.close()
      await answer(1)
      await until(async () => (await client.status()).status === 'error')
      await client.listen()
      await client.reactivate()
      await until(() => client.arrived.length === 1, 60)
      await until(isActive)
      t.same(client.types, ['handshake', 'handshake', 'event-notification'])
      t.same(client.problems, [])
    },
  )

  for (const content of ['empty', 'full-resource'] as const)
    t.test(
      `a subscriber of ${version} gets notifications with content '${content}'`,
      { buffered: true },
      async t => {
        const { client, wanted, answer, isActive } = await start(t, version)
        await client.subscribe({ ...wanted, content })
        await until(isActive)
        await answer(2)
        await until(() => client.arrived.length === 2)
        t.same(client.problems, [])
      },
    )

  t.test(`a subscriber of ${version} gets heartbeats`, { buffered: true }, async t => {
    const { client, wanted, answer, isActive } = await start(t, version)
    await client.subscribe({ ...wanted, heartbeatPeriod: 10 })
    await until(isActive)
    await answer(1)
    await until(() => client.types.includes('heartbeat'), 30)
    t.same(client.types, ['handshake', 'event-notification', 'heartbeat'])
    t.same(client.problems, [])
  })

  t.test(`a subscriber of ${version} learns why a subscription is refused`, { buffered: true }, async t => {
    const { client, wanted } = await start(t, version)
    await t.rejects(client.subscribe({ ...wanted, topic: 'https://elsewhere.example/topic' }), /gave 4/)
    t.equal((await client.ask('GET', 'Subscription')).resource.entry, undefined, 'there is none to list')
    t.equal((await client.ask('GET', 'Subscription/$status?status=off')).resource.entry, undefined)
    const filter = { ...wanted.filter, parameter: 'unknown' }
    await t.rejects(client.subscribe({ ...wanted, filter }), /gave 4/)
    t.same(client.problems, [])
  })
}
