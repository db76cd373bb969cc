/** Token verification: every invalid token yields the same 401. */
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { didKeyOf, didOf } from '../../../core/crypto/did.ts'
import { createSelfSignedJwt, signJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { definePlugin } from '../../../core/index.ts'
import { choosePrimitives } from '../../../core/keys/native.ts'
import { gatewayOf } from '../../../core/test/fixtures/memory.ts'
import { now } from '../../test/fixtures/actors.ts'
import authJwt from '../index.ts'
import { createVerifiedTokens } from '../verified-tokens.ts'

const door = definePlugin({
  name: 'door',
  version: '1.0.0',
  dependencies: ['auth-jwt'],
  routes(app) {
    app.get('/door', { schema: { security: [{ selfSigned: ['write'] }] } }, async ({ caller }) => caller)
    app.get('/any', { schema: { security: [{ selfSigned: [] }] } }, async ({ caller }) => caller)
  },
})

const person = createKeyPair()
const token = (more: object = {}) =>
  createSelfSignedJwt({ keyPair: person, scopes: ['write'], now: now(), ...more })
const claims = (more: object = {}) => ({
  iss: person.did,
  iat: now(),
  exp: now() + 60,
  nonce: 'n'.repeat(16),
  scopes: ['write'],
  ...more,
})
const ask = (app: FastifyInstance, authorization?: string, url = '/door') =>
  app.inject({ url, headers: authorization === undefined ? {} : { authorization } })

t.test('a token', async t => {
  const app = await gatewayOf(t, [authJwt, door])

  await t.test('proves the key that its issuer names, however it is written', async t => {
    for (const did of [person.did, didKeyOf(person.publicKey)]) {
      const answer = await ask(app, `Bearer ${signJwt(claims({ iss: did }), person.privateKey)}`)
      t.match(answer.json(), { did, key: person.did.slice('did:nil:'.length), scopes: ['write'] })
    }
  })

  await t.test('is asked for as RFC 6750 says', async t => {
    const answer = await ask(app)
    t.equal(answer.statusCode, 401)
    t.equal(answer.headers['www-authenticate'], 'Bearer realm="andiron", scope="write"')
  })

  const other = createKeyPair()
  const whole = token()
  const refused: [string, string][] = [
    ['no scheme', token()],
    ['another scheme', `Basic ${token()}`],
    ['nothing after the scheme', 'Bearer '],
    ['two tokens', `Bearer ${token()} ${token()}`],
    ['a text that is no token', 'Bearer abc'],
    ['one that expired', `Bearer ${token({ now: now() - 7200 })}`],
    ['one that is issued later', `Bearer ${token({ now: now() + 120 })}`],
    ['one that lives too long', `Bearer ${token({ lifetime: 3601 })}`],
    ['one for another audience', `Bearer ${token({ audience: 'https://other.example' })}`],
    ['one signed by another key', `Bearer ${signJwt(claims(), other.privateKey)}`],
    ['one whose last character is changed', `Bearer ${whole.slice(0, -1)}${whole.endsWith('A') ? 'Q' : 'A'}`],
    ['one without a nonce', `Bearer ${signJwt(claims({ nonce: undefined }) as never, person.privateKey)}`],
    [
      'one under a DID of another method',
      `Bearer ${signJwt(claims({ iss: didOf(person.publicKey, 'did:web:') }), person.privateKey)}`,
    ],
  ]
  const first = await ask(app)
  for (const [what, authorization] of refused)
    await t.test(`is refused: ${what}`, async t => {
      const answer = await ask(app, authorization)
      t.equal(answer.statusCode, 401)
      t.same({ ...answer.json(), requestId: '' }, { ...first.json(), requestId: '' }, 'and nothing says why')
    })

  await t.test('for this audience is accepted', async t => {
    t.equal((await ask(app, `Bearer ${token({ audience: app.gateway.baseUrl })}`)).statusCode, 200)
    t.equal((await ask(app, `Bearer ${token({ audience: app.gateway.builder.did })}`)).statusCode, 200)
  })

  await t.test('without the scope is told which one is missing', async t => {
    const answer = await ask(app, `Bearer ${token({ scopes: ['read'] })}`)
    t.match(answer.json(), { status: 403, code: 'AND_INSUFFICIENT_SCOPE', detail: /'write'/ })
    t.match(answer.headers['www-authenticate'], /error="insufficient_scope"/)
    t.equal((await ask(app, `Bearer ${token({ scopes: [] })}`, '/any')).statusCode, 200)
  })
})

t.test('a token that was believed once is not believed after it expires', async t => {
  const tokens = createVerifiedTokens({
    primitives: await choosePrimitives(),
    skew: 0,
    maxLifetime: () => 3600,
    audience: () => [],
    prefixes: [],
    cacheSize: 10,
  })
  const start = now()
  const short = token({ lifetime: 60, now: start })
  t.equal(tokens.verify(short, start), tokens.verify(short, start + 59), 'it is remembered')
  t.throws(() => tokens.verify(short, start + 60), { code: 'AND_INVALID_TOKEN' })
})

t.test('the cache does not mistake one token for another with the same ending', async t => {
  const app = await gatewayOf(t, [authJwt, door])
  const good = token()
  t.equal((await ask(app, `Bearer ${good}`)).statusCode, 200)
  const [header, , signature] = good.split('.')
  const forged = Buffer.from(JSON.stringify(claims({ iss: createKeyPair().did }))).toString('base64url')
  t.equal((await ask(app, `Bearer ${header}.${forged}.${signature}`)).statusCode, 401)
})
