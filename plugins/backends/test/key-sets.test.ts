/** Key sets at a URL: cached, read again for an unknown key once a minute, and only from the public internet. */
import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import type { Network } from '../../../core/index.ts'
import { createKeySets } from '../key-sets.ts'
import { clientKey } from './fixtures/bulk-client.ts'

const failureOf = (fault: string) => Object.assign(new Error(`The server's answer is ${fault}`), { fault })

const URL_OF_SET = 'https://study.example/jwks.json'

/** A local server instead of the internet; `requests` counts what arrives. */
async function internet(t: Test, listener: RequestListener, isPublic: Network['isPublic'] = () => true) {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    listener(request, response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const resolve = ((_name: string, _options: object, done: (...answer: unknown[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as Network['resolve']
  const request: Network['request'] = (url, options, answer) =>
    httpRequest({ ...options, host: url.hostname, path: url.pathname, port, protocol: 'http:' }, answer)
  const clock = { now: 0 }
  const sets = createKeySets({ request, resolve, isPublic }, () => clock.now)
  return { sets, clock, requests: () => requests }
}

const json =
  (body: () => unknown): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body()))

t.test('a set is read once, and again for a key that it did not have, once a minute', async t => {
  const [first, second] = [clientKey('ES256').jwk, clientKey('ES384').jwk]
  let keys: unknown[] = [first, { kty: 'oct', kid: 'x', k: 'AAAA' }, 'nonsense', null]
  const { sets, clock, requests } = await internet(
    t,
    json(() => ({ keys })),
  )
  const has = async (kid: string) => (await sets.find(URL_OF_SET, kid)).length
  t.same(await Promise.all(Array.from({ length: 20 }, () => has(first.kid))), Array(20).fill(1))
  t.equal(requests(), 1, 'of twenty at once, too')
  keys = [first, second]
  t.equal(await has(second.kid), 0)
  t.equal(requests(), 1, 'not within a minute')
  clock.now += 61_000
  t.same(await Promise.all(Array.from({ length: 20 }, () => has(second.kid))), Array(20).fill(1))
  t.equal(requests(), 2)
  for (let unknown = 0; unknown < 20; unknown++) t.equal(await has(`unknown ${unknown}`), 0)
  t.equal(requests(), 2, 'unknown keys cause no further reading')
  clock.now += 3_600_001
  keys = [second]
  t.equal(await has(first.kid), 0, 'a key that was taken out is out after an hour')
  t.equal(requests(), 3)
})

t.test('a set that cannot be read says so, and is tried once a minute', async t => {
  let isBroken = true
  const { jwk } = clientKey('ES256')
  const { sets, clock, requests } = await internet(t, (request, response) =>
    isBroken ? response.writeHead(500).end() : json(() => ({ keys: [jwk] }))(request, response),
  )
  for (let at = 0; at < 3; at++)
    await t.rejects(sets.find(URL_OF_SET, jwk.kid), Object.assign(new Error(), failureOf('no-json')))
  t.equal(requests(), 1)
  clock.now += 61_000
  isBroken = false
  t.equal((await sets.find(URL_OF_SET, jwk.kid)).length, 1)
  t.equal(requests(), 2)
})

t.test('large answers, other formats and private addresses are refused', async t => {
  const large = await internet(
    t,
    json(() => ({ keys: 'x'.repeat(100_000) })),
  )
  await t.rejects(large.sets.find(URL_OF_SET, 'x'), failureOf('too-large'))
  const strange = await internet(
    t,
    json(() => [null]),
  )
  t.same(await strange.sets.find(URL_OF_SET, 'x'), [])
  const inside = await internet(
    t,
    json(() => ({})),
    () => false,
  )
  await t.rejects(inside.sets.find(URL_OF_SET, 'x'), failureOf('unreachable'))
  t.equal(inside.requests(), 0)
})
