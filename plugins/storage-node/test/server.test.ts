/** The wire of a storage node, byte by byte where clients depend on it. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { commands } from '../../../core/stores/network/node.ts'
import { localNetwork } from '../../../core/stores/network/test/fixtures/local-network.ts'
import { collection } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'
import { createNodeServer } from '../http/server.ts'

t.test('the face of a node', async t => {
  const { nodes } = await localNetwork(t, { count: 1 })
  const [node] = nodes
  if (node === undefined) throw new Error('The network has a node')
  const app = await createNodeServer(node, { bodyLimit: 100_000 })
  t.teardown(() => app.close())
  const key = createKeyPair()
  const bearer = (command: string) => ({
    authorization: `Bearer ${invocation({ from: key, to: node.did, command })}`,
  })
  const post = (url: string, command: string, payload: object | string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { ...bearer(command), 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })

  t.test('says who it is and that it is well', async t => {
    const about = await app.inject('/about')
    t.match(about.json(), {
      public_key: /^0[23][0-9a-f]{64}$/,
      url: node.url,
      maintenance: { active: false },
    })
    const health = await app.inject('/health')
    t.equal(health.body, 'OK')
    t.match(health.headers['content-type'], 'text/plain')
  })

  t.test('answers an empty success with an empty text', async t => {
    const reply = await post('/v1/builders/register', commands.builders.create, { did: key.did, name: 'b' })
    t.equal(reply.statusCode, 201)
    t.match(reply.headers['content-type'], 'text/plain')
    t.equal(reply.body, '')
  })

  t.test('refuses tokens with a reason phrase', async t => {
    for (const [headers, status, phrase] of [
      [{}, 401, 'Unauthorized'],
      [{ authorization: 'Basic eA==' }, 401, 'Unauthorized'],
      [{ authorization: 'Bearer nonsense' }, 401, 'Unauthorized'],
      [bearer(commands.builders.update), 403, 'Forbidden'],
    ] as const) {
      const reply = await app.inject({ url: '/v1/builders/me', headers })
      t.equal(reply.statusCode, status)
      t.match(reply.headers['content-type'], 'text/plain')
      t.equal(reply.body, phrase)
    }
    const unknown = createKeyPair()
    const authorization = `Bearer ${invocation({ from: unknown, to: node.did, command: commands.builders.read })}`
    const reply = await app.inject({ url: '/v1/builders/me', headers: { authorization } })
    t.equal(reply.statusCode, 404)
    t.equal(reply.body, 'Not Found')
  })

  const { uid, schema } = collection('standard')
  t.test('refuses everything else with tags', async t => {
    const wrong = await post('/v1/collections', commands.collections.create, { _id: 'x', type: 'standard' })
    t.equal(wrong.statusCode, 400)
    t.match(wrong.json(), { ts: /^\d{4}-.*Z$/, errors: ['DataValidationError', /^body/] })
    const missing = await app.inject({
      url: `/v1/collections/${uid}`,
      headers: bearer(commands.collections.read),
    })
    t.equal(missing.statusCode, 404)
    t.match(missing.json(), { errors: ['CollectionNotFoundError'] })
    t.equal((await app.inject('/nowhere')).statusCode, 404)
    t.equal(
      (await app.inject({ url: '/v1/collections/x', headers: bearer(commands.collections.read) })).statusCode,
      400,
    )
  })

  t.test('creates whole, in part and not at all', async t => {
    const body = { _id: uid, type: 'standard', name: 'c', schema }
    t.equal((await post('/v1/collections', commands.collections.create, body)).statusCode, 201)
    const [a, b] = [{ _id: randomUUID() }, { _id: randomUUID() }]
    const send = (data: object[]) =>
      post('/v1/data/standard', commands.data.create, { collection: uid, data })
    const whole = await send([a])
    t.equal(whole.statusCode, 201)
    t.same(whole.json(), { data: { created: [a._id], errors: [] } })
    const part = await send([a, b])
    t.equal(part.statusCode, 207)
    t.same(part.json().data.created, [b._id])
    const none = await send([a, b])
    t.equal(none.statusCode, 400)
    t.match(none.json(), { data: { created: [], errors: [{ error: 'DuplicateEntryError' }, {}] } })
  })

  t.test('reads up to a hundred documents of a person, with the answers of a page in a browser', async t => {
    const url = '/v1/users/data/read'
    const address = { collection: randomUUID(), document: randomUUID() }
    const read = (documents: readonly unknown[]) => post(url, commands.users.read, { documents })
    const none = await read([address, address])
    t.same([none.statusCode, none.json()], [200, { data: [null, null] }])
    for (const documents of [[], Array(101).fill(address), [{ ...address, document: 'x' }], [null]])
      t.equal((await read(documents)).statusCode, 400)
    t.equal((await post(url, commands.users.update, { documents: [address] })).statusCode, 403)
    t.equal((await app.inject({ method: 'POST', url, payload: { documents: [address] } })).statusCode, 401)
    const headers = { origin: 'https://page.example', 'access-control-request-method': 'POST' }
    const asked = await app.inject({ method: 'OPTIONS', url, headers })
    t.match(asked.headers, { 'access-control-allow-origin': 'https://page.example' })
    const { headers: lacking } = await app.inject({ method: 'POST', url: '/v1/users/none', headers })
    t.match(lacking, { 'access-control-allow-origin': 'https://page.example' }, 'a page sees what is missing')
  })

  t.test('pages by query string', async t => {
    const url = `/v1/collections?limit=1&offset=0&sort[name]=-1`
    const reply = await app.inject({ url, headers: bearer(commands.collections.read) })
    t.match(reply.json(), {
      data: [{ id: uid, type: 'standard' }],
      pagination: { total: 1, limit: 1, offset: 0 },
    })
    const bad = await app.inject({
      url: '/v1/collections?limit=x',
      headers: bearer(commands.collections.read),
    })
    t.equal(bad.statusCode, 400)
  })

  t.test('reads JSON strictly', async t => {
    const find = (text: string) => post('/v1/data/find', commands.data.read, text)
    const start = `{"collection":"${uid}","filter":`
    for (const text of [
      `${start}{"a":1,"a":2}}`,
      `${start}{"a":"\\u0000"}}`,
      `${start}${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`,
      `${start}{"__proto__":1}}`,
      `${start}`,
      '[]',
    ]) {
      const reply = await find(text)
      t.equal(reply.statusCode, 400)
      t.match(reply.json(), { errors: [String] })
    }
    t.equal((await find(`${start}{"a":"${'x'.repeat(100_000)}"}}`)).statusCode, 413)
    const form = await app.inject({
      method: 'POST',
      url: '/v1/data/find',
      headers: { ...bearer(commands.data.read), 'content-type': 'text/csv' },
      payload: 'a,b',
    })
    t.equal(form.statusCode, 415)
  })

  t.test('answers what no client would send with what is wrong about it', async t => {
    const find = (body: object | string) => post('/v1/data/find', commands.data.read, body)
    const field = (name: string) => `{"collection":"${uid}","filter":{${JSON.stringify(name)}:"a"}}`
    for (const name of [
      'constructor',
      'toString',
      'hasOwnProperty',
      'a"b',
      'a\\',
      '😀',
      'a\u0001',
      "'",
      '1',
      'a.0',
    ])
      t.equal((await find(field(name))).statusCode, 200, name)
    for (const name of ['__proto__', 'a..b', '$where', 'a\u0000', 'a\ud800', '']) {
      t.equal((await find(field(name))).statusCode, 400, JSON.stringify(name))
      const sort = { [name]: 1 }
      const reply = await find(
        `{"collection":"${uid}","filter":{},"pagination":{"sort":${JSON.stringify(sort)}}}`,
      )
      t.equal(reply.statusCode, 400, `sort ${JSON.stringify(name)}`)
    }
    for (const value of ['"\\ud800"', '{"a":"\\udc00"}', '[[["\\ud800"]]]'])
      t.equal((await find(`{"collection":"${uid}","filter":{"a":${value}}}`)).statusCode, 400, value)
    t.equal((await find({ collection: uid, filter: { _owner: 'did:key:zzz', _id: 'x' } })).statusCode, 200)
    const did = await post('/v1/builders/register', commands.builders.create, {
      did: 'did:key:zzz',
      name: 'b',
    })
    t.equal(did.statusCode, 400)
  })

  t.test('may be asked from any page, with a token alone', async t => {
    const reply = await app.inject({
      method: 'OPTIONS',
      url: '/v1/data/owned',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    t.equal(reply.statusCode, 204)
    t.match(reply.headers, {
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-headers': 'authorization,content-type',
    })
    t.notOk(reply.headers['access-control-allow-credentials'])
  })

  t.test('says how often one may ask', async t => {
    const strict = await createNodeServer(node, { requestsPerMinute: 2 })
    t.teardown(() => strict.close())
    const statuses: number[] = []
    for (let request = 0; request < 3; request++) {
      statuses.push((await strict.inject('/about')).statusCode)
    }
    t.same(statuses, [200, 200, 429])

    t.test('of one address and of one key, and nobody spends what is another’s', async t => {
      const narrow = await createNodeServer(node, { requestsPerMinute: 3, trustProxy: 1 })
      t.teardown(() => narrow.close())
      let host = 0
      const ask = async (headers: object, address = `203.0.113.${++host}`) =>
        (await narrow.inject({ url: '/v1/builders/me', headers: { ...headers, 'x-forwarded-for': address } }))
          .statusCode
      const [header = '', payload = ''] = bearer(commands.builders.read).authorization.split('.')
      const forged = { authorization: `${header}.${payload}.${'A'.repeat(86)}` }
      for (let request = 0; request < 5; request++) t.equal(await ask(forged), 401)
      const own = []
      for (let request = 0; request < 5; request++) own.push(await ask(bearer(commands.builders.read)))
      t.same(own, [200, 200, 200, 429, 429], 'one key from five addresses')
      const keys = []
      for (let request = 0; request < 5; request++) {
        const from = createKeyPair()
        const token = invocation({ from, to: node.did, command: commands.builders.read })
        keys.push(await ask({ authorization: `Bearer ${token}` }, `198.51.100.7, 2001:db8::${request}`))
      }
      t.same(
        keys,
        [404, 404, 404, 429, 429],
        'five keys from one network, whatever the client wrote to the left',
      )
    })
  })
})
