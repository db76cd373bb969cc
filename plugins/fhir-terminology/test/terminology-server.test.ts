/** The terminology server of the config: bounded, cached, and reached where the operator allows only. */
import { request as httpRequest } from 'node:http'
import { inspect } from 'node:util'
import t, { type Test } from 'tap'
import { isPublicAddress, type Network } from '../../../core/index.ts'
import { gateway, sendRequest } from '../../test/fixtures/actors.ts'
import { type TerminologyOptions, TerminologyServer } from '../terminology-server.ts'
import { FAULTS, LARGE, SMALL, SYSTEM, send, terminologyServer } from './fixtures/terminology-server.ts'

const options = (url: string, more: Partial<TerminologyOptions> = {}): TerminologyOptions => ({
  ...{ url, allowedHosts: [], timeout: 400, largestAnswer: 1_000_000 },
  ...{ cacheEntries: 100, cacheBytes: 1_000_000, cacheSeconds: 3_600, mostConcurrent: 8 },
  ...more,
})
const small = [{ name: 'url', valueUri: SMALL }]

async function connected(t: Test, more: Partial<TerminologyOptions> = {}) {
  const server = await terminologyServer(t)
  return { server, client: new TerminologyServer(options(server.url, more)) }
}

t.test('an answer is requested once: by twenty at once, and afterwards', async t => {
  const { server, client } = await connected(t)
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.ask('ValueSet/$expand', small)))
  for (const { outcome } of [...answers, await client.ask('ValueSet/$expand', small)])
    t.equal(outcome, 'answered')
  t.equal(server.received.length, 1)
  t.match(server.received[0], { operation: 'ValueSet/$expand', parameters: { url: SMALL } })
})

t.test('every failure is one, with at most one retry', async t => {
  for (const [name, fault] of Object.entries(FAULTS)) {
    const { server, client } = await connected(t)
    server.fault = fault
    const answer = await client.ask('ValueSet/$expand', small)
    const isResource = name === 'sends another resource'
    t.equal(answer.outcome, isResource ? 'answered' : 'failed', name)
    t.ok(server.received.length <= 2, `${name}: ${server.received.length} requests`)
    const again = await client.ask('ValueSet/$expand', small)
    t.equal(again.outcome, answer.outcome, `${name}, repeated to the next caller`)
    t.ok(server.received.length <= 2, `${name}: not requested again at once`)
    t.notMatch(JSON.stringify(answer), /127\.0\.0\.1|169\.254|stack trace/, name)
  }
})

t.test('a passing failure is retried once', async t => {
  const { server, client } = await connected(t)
  server.fault = (_request, response) => {
    server.fault = undefined
    response.destroy()
  }
  t.match(await client.ask('ValueSet/$expand', small), { outcome: 'answered' })
  t.equal(server.received.length, 2)
})

t.test('a refusal is an answer, in one line of bounded length', async t => {
  const { server, client } = await connected(t)
  t.match(await client.ask('ValueSet/$expand', [{ name: 'url', valueUri: 'urn:none' }]), {
    ...{ outcome: 'refused', code: 'not-found', text: 'No such value set' },
  })
  server.fault = (_request, response) =>
    send(response, 422, {
      resourceType: 'OperationOutcome',
      issue: [{ code: 'too-costly', diagnostics: `a\u0000b\n${'x'.repeat(10_000)}` }],
    })
  const answer = await client.ask('ValueSet/$expand', [{ name: 'url', valueUri: 'urn:y' }])
  t.match(answer, { outcome: 'refused', code: 'too-costly', text: /^a b x+$/ })
  t.ok(JSON.stringify(answer).length < 500)
})

t.test('a server that fails is left alone for a while', async t => {
  const { server, client } = await connected(t)
  server.fault = FAULTS['has a fault']
  for (let at = 0; at < 20; at++)
    await client.ask('ValueSet/$expand', [{ name: 'url', valueUri: `urn:${at}` }])
  t.equal(server.received.length, 5)
})

t.test('requests in progress have a bound', async t => {
  const { server, client } = await connected(t, { mostConcurrent: 3 })
  server.fault = FAULTS['hangs']
  const asked = Array.from({ length: 20 }, (_, at) =>
    client.ask('ValueSet/$expand', [{ name: 'url', valueUri: `urn:${at}` }]),
  )
  const outcomes = await Promise.all(asked)
  t.equal(outcomes.filter(({ outcome }) => outcome === 'failed').length, 20)
  t.ok(server.received.length <= 3)
})

t.test('an old answer is used while the server is down, and replaced when it is back', async t => {
  const { server, client } = await connected(t, { cacheSeconds: 0 })
  const first = await client.ask('ValueSet/$expand', small)
  server.fault = FAULTS['has a fault']
  t.equal(await client.ask('ValueSet/$expand', small), first)
  t.equal(await client.ask('ValueSet/$expand', small), first)
  server.fault = undefined
  let last = first
  for (let at = 0; at < 100 && last === first; at++) {
    await new Promise(done => setTimeout(done, 10))
    last = await client.ask('ValueSet/$expand', small)
  }
  t.match(last, { outcome: 'answered' })
  t.not(last, first)
})

t.test('the cache has a bound in entries and in bytes', async t => {
  const { server, client } = await connected(t, { cacheEntries: 2 })
  for (const filter of ['a', 'b', 'c', 'a'])
    await client.ask('ValueSet/$expand', [...small, { name: 'filter', valueString: filter }])
  t.equal(server.received.length, 4, 'the first one had gone')
  const { server: other, client: tight } = await connected(t, { cacheBytes: 200 })
  for (let at = 0; at < 2; at++) await tight.ask('ValueSet/$expand', small)
  t.equal(other.received.length, 2, 'an answer beyond the bound is used and not kept')
})

t.test('forms choose among allowed hosts only', async t => {
  const client = new TerminologyServer(
    options('http://127.0.0.1:9/fhir', { allowedHosts: ['tx.example', 'tx.example:8443', 'localhost:9'] }),
  )
  const own = 'http://127.0.0.1:9/fhir'
  const cases: readonly [unknown, string | undefined][] = [
    [own, own],
    [`${own}/`, own],
    ['https://tx.example/r4/', 'https://tx.example/r4'],
    ['https://tx.example:8443/r4', 'https://tx.example:8443/r4'],
    ['http://tx.example/r4', undefined],
    ['https://tx.example:1/r4', undefined],
    ['https://tx.example.evil.example/', undefined],
    ['https://user@tx.example/', undefined],
    ['https://tx.example/?x', undefined],
    ['https://evil.example/#tx.example', undefined],
    ['http://127.0.0.1:9/admin', undefined],
    ['http://169.254.169.254/', undefined],
    ['file:///etc/passwd', undefined],
    ['__proto__', undefined],
    [{}, undefined],
    [undefined, undefined],
  ]
  for (const [preferred, allowed] of cases) t.equal(client.allowed(preferred), allowed, String(preferred))
  t.equal(client.serverFor(['https://evil.example', 'https://tx.example/r4']), 'https://tx.example/r4')
  t.equal(client.serverFor(['https://evil.example']), own)
})

t.test('an allowed host is reached at public addresses, and never gets the credentials', async t => {
  const server = await terminologyServer(t)
  const { port } = new URL(server.url)
  const reach = async (isPublic: Network['isPublic'], preferred: string) => {
    const names: string[] = []
    const resolve = ((name: string, _options: object, done: (...answer: unknown[]) => void) => {
      names.push(name)
      done(null, [{ address: '127.0.0.1', family: 4 }])
    }) as unknown as Network['resolve']
    const request: Network['request'] = (url, options, answer) =>
      httpRequest({ ...options, host: url.hostname, path: url.pathname, port, protocol: 'http:' }, answer)
    const hosts = ['tx.example', 'localhost', '127.0.0.1', '0x7f000001']
    const client = new TerminologyServer(
      options(server.url, { allowedHosts: hosts, authorization: 'Bearer secret' }),
      { network: { request, resolve, isPublic } },
    )
    server.received.length = 0
    const { outcome } = await client.ask('ValueSet/$expand', small, client.serverFor([preferred]))
    return { outcome, names, authorizations: server.received.map(({ headers }) => headers.authorization) }
  }
  t.same(await reach(() => true, 'https://tx.example/fhir'), {
    ...{ outcome: 'answered', names: ['tx.example'], authorizations: [undefined] },
  })
  t.match(await reach(isPublicAddress, 'https://tx.example/fhir'), { outcome: 'failed', authorizations: [] })
  t.match(await reach(isPublicAddress, 'https://localhost/fhir'), { outcome: 'failed', authorizations: [] })
  t.match(await reach(() => true, 'https://127.0.0.1/fhir'), { outcome: 'failed', authorizations: [] })
  t.same(
    await reach(isPublicAddress, server.url),
    {
      ...{ outcome: 'answered', names: [], authorizations: ['Bearer secret'] },
    },
    'the operator chose this address',
  )
})

t.test('the gateway is a proxy for searches', async t => {
  const server = await terminologyServer(t)
  const logged: string[] = []
  const app = await gateway(t, {
    plugins: {
      operations: { requestsPerMinute: 1_000_000 },
      'fhir-terminology': { terminology: { url: server.url, authorization: 'Bearer secret', timeout: 400 } },
    },
  })
  for (const level of ['info', 'warn', 'error'] as const)
    app.log[level] = ((...parts: unknown[]) => void logged.push(inspect(parts, { depth: 2 }))) as never
  const get = (path: string, query: Readonly<Record<string, string>>) =>
    sendRequest(app, 'GET', `/fhir/${path}?${new URLSearchParams(query)}`, {})
  const found = await get('ValueSet/$expand', { url: LARGE, filter: 'finding 149', offset: '1', count: '2' })
  t.equal(found.statusCode, 200, found.body)
  t.match(found.json(), {
    url: LARGE,
    expansion: { total: 11, contains: [{ code: 'c1490' }, { code: 'c1491' }] },
  })
  t.match(server.received.at(-1), {
    parameters: { url: LARGE, filter: 'finding 149', offset: 1, count: 2 },
    headers: { authorization: 'Bearer secret' },
  })
  t.equal((await get('ValueSet/$expand', { url: LARGE })).json().expansion.contains.length, 1_000)
  const check = await get('ValueSet/$validate-code', { url: SMALL, system: SYSTEM, code: 'red' })
  t.match(check.json(), { parameter: [{ name: 'result', valueBoolean: true }] })
  t.match((await get('CodeSystem/$lookup', { system: SYSTEM, code: 'red' })).json(), {
    parameter: [{ name: 'display', valueString: 'Looked up' }],
  })
  t.match((await get('ValueSet/$expand', { url: 'urn:none' })).json(), {
    issue: [{ details: { coding: [{ code: 'AND_TERMINOLOGY_REFUSED' }], text: /No such value set/ } }],
  })
  server.fault = FAULTS['sends another resource']
  t.equal((await get('ValueSet/$expand', { url: 'urn:b' })).statusCode, 503)
  t.equal((await get('ValueSet/$validate-code', { url: 'urn:b', code: 'x' })).statusCode, 503)
  server.fault = FAULTS['hangs']
  const down = await get('ValueSet/$expand', { url: 'urn:c', filter: 'my illness' })
  t.equal(down.statusCode, 503)
  t.ok(down.headers['retry-after'])
  t.notMatch(logged.join('\n'), /secret|my illness|finding 149/)
})
