/**
 * Submissions to two gateways, which are killed in turn, the one that delivers first, while the receiver of
 * notifications is down half of the time: each stored response is notified, in order. `ANDIRON_NOTIFIED=3000` runs as
 * many submissions.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { toHex } from '../../../core/crypto/bytes.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { HostedNode } from '../../../core/stores/network/test/fixtures/hosted-node.ts'
import { networkServer, temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { rounds } from '../../../core/test/fixtures/rounds.ts'
import { programOf } from '../../../tooling/built.cjs'
import { eventsOf, startReceiver, until } from '../../fhir-subscriptions/test/receiver.ts'
import { submissionOf } from '../../testing/actors.ts'
import { anApplication, bearer, registrationOf } from '../fixtures/actors.ts'
import { mood, moodResponse } from '../fixtures/responses.ts'

const SUBMISSIONS = Number(process.env['ANDIRON_NOTIFIED'] ?? rounds(120))
const KILLS = SUBMISSIONS >= 1000 ? 5 : 2
/** Submissions of which the time until the notification is shown. */
const TIMED = SUBMISSIONS >= 1000 ? 40 : 8

/** A gateway in a process of its own, which starts again after it was killed. */
class Gateway {
  readonly #config: object
  #child: ChildProcess | undefined
  origin = ''

  constructor(config: object) {
    this.#config = config
  }

  async start(): Promise<void> {
    this.#child = fork(programOf('plugins/test/fixtures/doomed-gateway.ts'), [JSON.stringify(this.#config)])
    const [message] = (await once(this.#child, 'message')) as [{ url: string }]
    this.origin = message.url
  }

  async kill(): Promise<void> {
    if (this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }
}

async function startGateways(t: Test): Promise<readonly [Gateway, Gateway]> {
  const server = await networkServer(t)
  const access = { host: server.host, user: 'andiron', password: server.password } as const
  const nodes = ['node_1', 'node_2', 'node_3'].map(
    database => new HostedNode({ access, database, port: 0, key: toHex(createKeyPair().privateKey) }),
  )
  t.teardown(() => Promise.all(nodes.map(node => node.kill())))
  await Promise.all(nodes.map(node => node.start()))
  const url = `postgresql://andiron:${server.password}@localhost/postgres?host=${encodeURIComponent(server.host)}`
  const config = {
    port: 0,
    baseUrl: 'https://profile.example',
    data: await temporaryDirectory(t),
    builderKey: toHex(createKeyPair().privateKey),
    stores: {
      database: { driver: 'postgres', url },
      records: { nodes: nodes.map(node => node.url) },
      objects: { driver: 'memory' },
    },
    plugins: {
      operations: { requestsPerMinute: 1_000_000, requestsPerMinuteOfAddress: 1_000_000 },
      'fhir-subscriptions': { publicOnly: false },
    },
  }
  const gateways = [new Gateway(config), new Gateway(config)] as const
  t.teardown(() => Promise.all(gateways.map(gateway => gateway.kill())))
  for (const gateway of gateways) await gateway.start()
  return gateways
}

t.test('each response is notified, whoever is killed', async t => {
  const gateways = await startGateways(t)
  // It has started first, and delivers.
  const [first] = gateways
  const receiver = await startReceiver(t)
  const study = anApplication()
  const send = async (gateway: Gateway, path: string, headers: Record<string, string>, body: object) => {
    const response = await fetch(`${gateway.origin}${path}`, {
      ...{
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      },
    })
    // biome-ignore lint/suspicious/noExplicitAny: a response of any route.
    return { status: response.status, json: (await response.json()) as any }
  }
  await send(first, '/api/application', bearer(study.keyPair, ['write:application']), registrationOf(study))
  const form = await send(first, '/api/questionnaire', bearer(study.keyPair, ['write:questionnaire']), mood)
  const created = await send(first, '/fhir/Subscription', bearer(study.keyPair, ['read:questionnaire[*]']), {
    ...{ resourceType: 'Subscription', status: 'requested', channelType: { code: 'rest-hook' } },
    topic: 'https://profile.example/fhir/SubscriptionTopic/response-submitted',
    ...{ endpoint: receiver.url, content: 'id-only', maxCount: 20 },
  })
  t.equal(created.status, 201, JSON.stringify(created.json))
  await until(() => receiver.ofType('handshake').length > 0)

  const stored = new Map<string, number>()
  let [unanswered, refusal] = [0, '']
  const person = createKeyPair()
  const submit = async (gateway: Gateway, note: string) => {
    const key = crypto.randomUUID()
    const [other] = gateways.filter(each => each !== gateway)
    for (const to of [gateway, other ?? gateway, gateway, other ?? gateway]) {
      const body = { ...submissionOf(moodResponse(form.json._id, note)), applicationId: study.applicationId }
      const headers = { ...bearer(person, ['write']), 'idempotency-key': key }
      const answer = await send(to, '/api/submission', headers, body).catch(() => undefined)
      if (answer?.status === 201) return void stored.set(answer.json.insertedUid, Date.now())
      if (answer !== undefined) refusal = JSON.stringify(answer)
      await delay(500)
    }
    unanswered += 1
  }

  await submit(first, 'first')
  t.equal(stored.size, 1, refusal)

  let isOver = false
  const dying = (async () => {
    while (!isOver) {
      receiver.status = receiver.status === 0 ? 204 : 0
      await delay(1_000)
    }
    receiver.status = 204
  })()
  let kills = 0
  const killing = (async () => {
    while (!isOver && kills < KILLS) {
      await delay(1_500)
      const victim = gateways[kills % 2] ?? first
      await victim.kill()
      kills += 1
      await victim.start()
    }
  })()
  let sent = 0
  const client = async () => {
    while (sent < SUBMISSIONS || kills < KILLS) {
      const number = sent++
      await submit(gateways[number % 2] ?? first, `synthetic ${number}`)
      // The processors are for the gateway that starts again.
      await delay(60)
    }
  }
  await Promise.all([client(), client(), client()])
  isOver = true
  await Promise.all([dying, killing])
  const focuses = () =>
    receiver.ofType('event-notification').flatMap(({ bundle, at }) =>
      eventsOf(bundle).map(({ eventNumber, focus }) => ({
        ...{ number: Number(eventNumber), id: String(focus.reference.split('/').at(-1)), at },
      })),
    )
  await until(() => {
    const notified = new Set(focuses().map(({ id }) => id))
    return [...stored.keys()].every(id => notified.has(id))
  }, 60)

  const all = focuses()
  const once_ = new Map(all.map(({ number, id }) => [number, id]))
  t.same(
    [...once_.keys()],
    Array.from(once_.keys(), (_, at) => at + 1),
    'in order, without a gap',
  )
  t.equal(new Set(once_.values()).size, once_.size, 'no response has two numbers')
  t.ok(once_.size <= stored.size + unanswered, 'none is invented')

  // The receiver answers now: the time from the acknowledgement to the notification.
  const early = new Set(stored.keys())
  for (let number = 0; number < TIMED; number++) await submit(gateways[number % 2] ?? first, `late ${number}`)
  const late = [...stored].filter(([id]) => !early.has(id))
  await until(() => late.every(([id]) => focuses().some(each => each.id === id)))
  const times = late
    .map(([id, at]) => (focuses().find(each => each.id === id)?.at ?? 0) - at)
    .sort((a, b) => a - b)
  t.comment(
    JSON.stringify({
      ...{ submissions: sent, acknowledged: stored.size, unanswered, refusal, kills },
      ...{ notified: once_.size, repeated: all.length - once_.size },
      ...{ median: times[TIMED >> 1], p95: times[Math.floor(TIMED * 0.95)] },
    }),
  )
})
