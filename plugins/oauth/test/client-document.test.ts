/** Client documents are only read from the public internet. */
import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { isPublicAddress, type Network } from '../../../core/index.ts'
import { createClientDocuments } from '../client-document.ts'
import { registrable } from '../redirects.ts'

const ID = 'https://assistant.example/client.json'
const DOCUMENT = { client_id: ID, client_name: 'Assistant', redirect_uris: ['https://assistant.example/cb'] }

/** A local server instead of the internet, with its requests and the host names looked up. */
async function internet(t: Test, listener: RequestListener, isPublic: Network['isPublic'] = () => true) {
  const server = createServer(listener)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const requests: string[] = []
  const resolve = ((name: string, _options: object, done: (...answer: unknown[]) => void) => {
    requests.push(name)
    done(null, [{ address: '127.0.0.1', family: 4 }])
  }) as unknown as Network['resolve']
  const request: Network['request'] = (url, options, answer) =>
    httpRequest({ ...options, host: url.hostname, path: url.pathname, port, protocol: 'http:' }, answer)
  return { documents: createClientDocuments(registrable([]), { request, resolve, isPublic }), requests }
}

const json =
  (body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

t.test('a document is read once, for as long as it says', async t => {
  const { documents, requests } = await internet(t, json(DOCUMENT, { 'cache-control': 'max-age=600' }))
  const client = { id: ID, name: 'Assistant', redirectUris: DOCUMENT.redirect_uris }
  t.same(await documents.read(ID), client)
  t.same(await documents.read(ID), client)
  t.same(requests, ['assistant.example'])
})

t.test('only public addresses are connected to', async t => {
  const inside = [
    ...['127.0.0.1', '10.0.0.1', '172.16.5.5', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...[
      '192.0.2.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      'fe80::1',
      'fc00::1',
      'fd12::1',
    ],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
      'ff02::1',
      'nonsense',
    ],
  ]
  for (const address of inside) t.equal(isPublicAddress(address), false, address)
  for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700::1111'])
    t.equal(isPublicAddress(address), true, address)

  let reached = false
  const { documents, requests } = await internet(
    t,
    () => {
      reached = true
    },
    isPublicAddress,
  )
  await t.rejects(documents.read(ID), { code: 'AND_INVALID_CLIENT', message: /cannot be read/ })
  t.same(requests, ['assistant.example'])
  t.equal(reached, false)
})

t.test('ids that are no documents', async t => {
  const { documents, requests } = await internet(t, json(DOCUMENT))
  const ids = [
    ...[
      'http://assistant.example/c',
      'https://assistant.example',
      'https://assistant.example/',
      'https://127.0.0.1/c',
    ],
    ...[
      'https://[::1]/c',
      'https://0x7f000001/c',
      'https://2130706433/c',
      'https://localhost/c',
      'https://assistant.example:8443/c',
    ],
    ...[
      'https://user@assistant.example/c',
      'https://assistant.example/c#f',
      'https://assistant.example/a/../c',
    ],
    ...[
      'https://ASSISTANT.example/c',
      'https://assistant.example./c',
      'https://assistant.example\\c',
      'https:///c',
    ],
  ]
  for (const id of ids) await t.rejects(documents.read(id), { code: 'AND_INVALID_CLIENT' }, id)
  t.same(requests, [], 'nothing is asked of anyone')
})

t.test('documents that are refused, and asked for again', async t => {
  const cases: [string, RequestListener, RegExp][] = [
    ['of another', json({ ...DOCUMENT, client_id: `${ID}x` }), /names another id/],
    ['with a secret', json({ ...DOCUMENT, client_secret: 'x' }), /public client/],
    [
      'that proves itself otherwise',
      json({ ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' }),
      /public client/,
    ],
    ['without redirects', json({ ...DOCUMENT, redirect_uris: [] }), /redirect_uris/],
    [
      'with a dangerous redirect',
      json({ ...DOCUMENT, redirect_uris: ['javascript:alert(1)'] }),
      /redirect URI/,
    ],
    ['that is no object', json([]), /another id/],
    ['that is no JSON', json('{'), /not JSON/],
    ['that is too large', json({ ...DOCUMENT, x: 'x'.repeat(11_000) }), /larger than/],
    ['as a page', json(DOCUMENT, { 'content-type': 'text/html' }), /not there as JSON/],
    [
      'elsewhere',
      (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      /not there as JSON/,
    ],
    ['cut short', (_request, response) => response.destroy(), /cannot be read/],
  ]
  for (const [what, listener, message] of cases) {
    const { documents, requests } = await internet(t, listener)
    for (let attempt = 0; attempt < 2; attempt++)
      await t.rejects(documents.read(ID), { code: 'AND_INVALID_CLIENT', message: message }, what)
    t.equal(requests.length, 2, what)
  }
})

t.test('a server that never ends is left', async t => {
  const { documents } = await internet(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{')
    const drip = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(drip))
  })
  await t.rejects(documents.read(ID), { message: /did not come in time/ })
})
