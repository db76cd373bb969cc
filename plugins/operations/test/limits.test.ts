/** Floods of anonymous requests: fresh keys, forged addresses, batches. */
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { addressOf, createBudget } from '../../../core/http/budget.ts'
import { type PeerMessage, Peers } from '../../../core/peers.ts'
import { bearer, gateway, sendRequest } from '../../test/fixtures/actors.ts'

const statusesOf = (answers: readonly { statusCode: number }[]) => {
  const counted: Record<number, number> = {}
  for (const { statusCode } of answers) counted[statusCode] = (counted[statusCode] ?? 0) + 1
  return counted
}

t.test('400 fresh keys at one address get no further than one key may', async t => {
  const app = await gateway(t)
  const delegate = (ip: string) => {
    const person = createKeyPair()
    return app.inject({
      ...{ method: 'POST', url: '/api/auth/delegate', remoteAddress: ip },
      headers: bearer(person, ['write']),
      body: { audienceDid: person.did },
    })
  }
  const answers = []
  for (let i = 0; i < 20; i++)
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => delegate('192.0.2.1')))))
  t.same(statusesOf(answers), { 200: 300, 429: 100 })
  const refused = answers.at(-1)
  t.match(refused?.json(), { code: 'AND_TOO_MANY_REQUESTS' })
  t.match(refused?.headers, { 'retry-after': /^\d+$/, ratelimit: /^"new-keys";r=0;t=\d+$/ })
  t.equal((await delegate('192.0.2.2')).statusCode, 200, 'another address is not held back')
  t.equal((await delegate('2001:db8::1')).statusCode, 200)
})

t.test('an address is charged before a signature is looked at', async t => {
  const app = await gateway(t, {
    plugins: { operations: { requestsPerMinute: 100, requestsPerMinuteOfAddress: 10 } },
  })
  const forged = { authorization: `Bearer ${'a'.repeat(40)}.b.c` }
  const answers = []
  for (let i = 0; i < 12; i++) answers.push(await sendRequest(app, 'POST', '/api/auth/delegate', forged, {}))
  t.same(statusesOf(answers), { 401: 10, 429: 2 })
})

t.test('an address that a client writes is not believed', async t => {
  const validate = async (trustProxy: 1 | ['loopback'] | false, forwarded: (i: number) => string) => {
    const app = await gateway(t, { trustProxy })
    const answers = []
    for (let i = 0; i < 340; i++)
      answers.push(
        await app.inject({ url: '/fhir/Questionnaire', headers: { 'x-forwarded-for': forwarded(i) } }),
      )
    return statusesOf(answers)
  }
  const invented = (i: number) => `198.51.100.${i % 250}, 198.51.${i % 250}.7, 203.0.113.9`
  t.same(await validate(1, invented), { 200: 300, 429: 40 })
  t.same(await validate(['loopback'], invented), { 200: 300, 429: 40 })
  t.same(await validate(false, invented), { 200: 300, 429: 40 })
  t.same(
    await validate(1, i => `203.0.113.${i % 250}`),
    { 200: 340 },
    'clients behind a proxy are told apart',
  )
})

t.test('costly routes count as several requests', async t => {
  const app = await gateway(t, { plugins: { operations: { requestsPerMinute: 10 } } })
  const check = () =>
    sendRequest(app, 'POST', '/api/questionnaire/$validate', {}, { resourceType: 'Questionnaire' })
  t.match((await check()).headers, {
    ratelimit: /^"caller";r=5;t=60$/,
    'ratelimit-policy': '"caller";q=10;w=60',
  })
  t.equal((await check()).statusCode, 200)
  t.equal((await check()).statusCode, 429)
})

t.test('each message of a batch counts', async t => {
  const app = await gateway(t, { plugins: { operations: { requestsPerMinute: 30 } } })
  const person = createKeyPair()
  const send = (messages: number) =>
    app.inject({
      ...{ method: 'POST', url: '/mcp', body: messagesOf(messages) },
      headers: { ...bearer(person, ['read']), accept: 'application/json, text/event-stream' },
    })
  const messagesOf = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))
  t.match((await send(100)).json(), { code: 'AND_INVALID_REQUEST' }, 'a batch has at most 20')
  const answer = await send(20)
  t.equal(answer.statusCode, 200)
  t.equal(answer.json().length, 20)
  t.equal((await send(20)).statusCode, 429)
  t.equal((await send(8)).statusCode, 200)
  t.equal((await send(1)).statusCode, 429)
})

t.test('the networks of customers', async t => {
  for (const [ip, address] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['unix:', 'unknown'],
    ['', 'unknown'],
    ['constructor', 'unknown'],
  ] as const)
    t.equal(addressOf(ip), address)
})

t.test('a budget is whole again after its window, and takes large work when it is untouched', async t => {
  let time = 0
  const budget = createBudget({ name: 'test', limit: 3, now: () => time })
  t.same(budget.spend('__proto__', 100), { left: 0, resetsIn: 60 })
  t.throws(() => budget.spend('__proto__', 1), { statusCode: 429 } as never)
  t.same(budget.spend('constructor', 2), { left: 1, resetsIn: 60 })
  t.throws(() => budget.spend('constructor', 2), { statusCode: 429 } as never)
  t.same(budget.spend('constructor', 1), { left: 0, resetsIn: 60 }, 'what was refused was not spent')
  time = 60_000
  t.same(budget.spend('__proto__', 1), { left: 2, resetsIn: 60 })
})

t.test('workers count the spending of a caller together', async t => {
  const workers: Peers[] = []
  const others = (own: number) => [1, 2, 3].filter(each => each !== own)
  const deliver = (from: number) => (message: PeerMessage) => {
    for (const to of others(from)) void workers[to - 1]?.receive({ ...message, from })
  }
  for (const own of [1, 2, 3]) workers.push(new Peers(own, () => others(own), deliver(own)))
  const budgets = workers.map(peers => createBudget({ name: 'test', limit: 10, peers }))
  const refused = { code: 'AND_TOO_MANY_REQUESTS', headers: { ratelimit: /^"test";r=0;/ } }
  for (let at = 0; at < 10; at++) {
    t.equal(budgets[at % 3]?.spend('one', 1).left, 9 - at)
    await new Promise(resolve => setTimeout(resolve, 60))
  }
  for (const budget of budgets) {
    t.throws(() => budget.spend('one', 1), refused)
    t.equal(budget.spend('another', 0).left, 10)
  }
})
