/** A program signs a person in; every invalid step is refused. */
import { createHash } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { toHex } from '../../../core/crypto/bytes.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { serializers } from '../../../core/http/log.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import { createGateway } from '../../index.ts'
import { bearer, gateway, now, sendRequest } from '../../test/fixtures/actors.ts'

const app = await gateway(t, { plugins: { operations: { requestsPerMinute: 1_000_000 } } })
const BASE = app.gateway.baseUrl
const CALLBACK = 'https://assistant.example/callback'
const alice = createKeyPair()

const post = (url: string, body: object) => sendRequest(app, 'POST', url, {}, body)
const form = (url: string, fields: Record<string, string> | string[][]) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields as never).toString(),
  })

const registered = async (redirect_uris: readonly string[] = [CALLBACK]) =>
  (await post('/register', { client_name: 'An assistant', redirect_uris })).json().client_id as string

const VERIFIER = 'v'.repeat(43)
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

const request = (client_id: string, changes: Record<string, string | undefined> = {}) => {
  const parameters = {
    ...{ client_id, redirect_uri: CALLBACK, response_type: 'code', state: 'a state' },
    ...{
      code_challenge: challengeOf(VERIFIER),
      code_challenge_method: 'S256',
      resource: `${BASE}/mcp`,
      scope: 'read',
    },
    ...changes,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return `/authorize?${query}`
}

/** The id of a started sign-in. */
async function begun(client: string, changes: Record<string, string> = {}): Promise<string> {
  const answer = await app.inject(request(client, changes))
  const [, id = ''] = /#transaction=(.*)$/.exec(String(answer.headers.location)) ?? []
  if (!id) throw new Error(`${answer.statusCode} ${answer.headers.location} ${answer.body}`)
  return id
}

interface Authorization {
  readonly claims: { readonly aud: string; readonly nonce: string } & Record<string, unknown>
  readonly lifetime: number
}

/** The token that the page signs for a person. */
async function signed(id: string, who: KeyPair = alice, changes: object = {}): Promise<string> {
  const { claims, lifetime } = (await app.inject(`/authorize/${id}`)).json<Authorization>()
  const { aud, nonce, scopes, ...extra } = claims
  return createSelfSignedJwt({
    ...{ keyPair: who, scopes: scopes as string[], now: now(), lifetime, audience: aud, nonce, extra },
    ...changes,
  })
}

async function approved(client: string, who: KeyPair = alice): Promise<string> {
  const id = await begun(client)
  const answer = await post(`/authorize/${id}/approve`, { token: await signed(id, who) })
  return new URL(answer.json().redirect).searchParams.get('code') ?? ''
}

const exchange = (client_id: string, code: string, changes: Record<string, string> = {}) =>
  form('/token', {
    ...{ grant_type: 'authorization_code', client_id, code, code_verifier: VERIFIER },
    ...{ redirect_uri: CALLBACK, resource: `${BASE}/mcp`, ...changes },
  })

const reads = async (token: string) =>
  (
    await sendRequest(
      app,
      'POST',
      '/mcp',
      { accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` },
      { jsonrpc: '2.0', id: 1, method: 'ping' },
    )
  ).statusCode

/** The status of each route that accepts a person's token. */
async function statuses(token: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` }
  const did = alice.did
  const about = { reference: 'x', fileName: 'a.txt', fileType: 'text/plain', fileSize: 1 }
  const doors: [InjectOptions['method'], string, object?][] = [
    ['GET', '/api/profile/audit'],
    ['GET', '/api/profile/deletion'],
    ['GET', '/fhir/Observation'],
    ['GET', '/api/profile/export'],
    ['POST', '/api/auth/delegate/storage?requestType=write', about],
    ['POST', '/api/auth/delegate', { audienceDid: did }],
  ]
  const answers: number[] = []
  for (const [method, url, body] of doors)
    answers.push((await sendRequest(app, method, url, headers, body)).statusCode)
  return answers
}

t.test('a program finds its way, and gets the very token that the person signed', async t => {
  const challenge = String((await post('/mcp', {})).headers['www-authenticate'])
  const [, metadataUrl = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
  const resource = (await app.inject(new URL(metadataUrl).pathname)).json()
  t.match(resource, { resource: `${BASE}/mcp`, authorization_servers: [BASE], scopes_supported: ['read'] })
  const server = (await app.inject('/.well-known/oauth-authorization-server')).json()
  t.match(server, {
    issuer: BASE,
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code'],
    token_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  })
  const registration = await post('/register', {
    ...{ client_name: 'An\u202eassistant\n', redirect_uris: [CALLBACK], grant_types: ['refresh_token'] },
    token_endpoint_auth_method: 'client_secret_post',
  })
  t.equal(registration.statusCode, 201)
  t.match(registration.json(), {
    client_name: 'Anassistant',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
  })
  t.notOk(registration.json().client_secret)

  const { client_id } = registration.json()
  const id = await begun(client_id)
  const requested = (await app.inject(`/authorize/${id}`)).json()
  t.match(requested, {
    client: { id: client_id, name: 'Anassistant' },
    redirect: { to: 'assistant.example', loopback: false },
    claims: { aud: `${BASE}/mcp`, scopes: ['read'], client_id },
    lifetime: 604_800,
  })
  const jwt = await signed(id)
  const answer = await post(`/authorize/${id}/approve`, { token: jwt })
  const back = new URL(answer.json().redirect)
  t.equal(back.origin + back.pathname, CALLBACK)
  t.equal(back.searchParams.get('state'), 'a state')
  t.equal(back.searchParams.get('iss'), BASE)

  const token = await exchange(client_id, back.searchParams.get('code') ?? '')
  t.equal(token.statusCode, 200, token.body)
  t.match(token.json(), { access_token: jwt, token_type: 'Bearer', scope: 'read' })
  t.ok(token.json().expires_in > 604_000)
  t.notOk(token.json().refresh_token)
  t.equal(token.headers['cache-control'], 'no-store')
  t.equal(await reads(jwt), 200)
  t.equal((await post(`/authorize/${id}/approve`, { token: jwt })).statusCode, 404, 'a sign-in ends once')
})

t.test('metadata at every path', async t => {
  const paths: [string, string | number][] = [
    ['', BASE],
    ['/mcp', `${BASE}/mcp`],
    ['/api/mcp-user', `${BASE}/api/mcp-user`],
    ['/api/user/mcp', `${BASE}/api/user/mcp`],
    ['/elsewhere', 404],
  ]
  for (const [path, expected] of paths) {
    const answer = await app.inject(`/.well-known/oauth-protected-resource${path}`)
    t.equal(answer.statusCode === 200 ? answer.json().resource : answer.statusCode, expected, path)
    t.equal(answer.headers['access-control-allow-origin'], '*')
  }
  t.equal((await app.inject('/.well-known/oauth-authorization-server/elsewhere')).statusCode, 404)
})

t.test('redirect URIs', async t => {
  const registrable = [
    ...[
      'https://a.example/cb',
      'https://a.example:8443/cb?x=1',
      'http://127.0.0.1/',
      'http://localhost:33418/cb',
    ],
    ...['http://[::1]:1/cb', 'cursor://anysphere.cursor-mcp/oauth/callback', 'com.example.app:/cb'],
  ]
  for (const uri of registrable)
    t.equal((await post('/register', { redirect_uris: [uri] })).statusCode, 201, uri)
  const refused = [
    ...[
      'http://a.example/cb',
      'https://a.example/cb#f',
      'https://user:pw@a.example/cb',
      'javascript:alert(1)',
    ],
    ...[
      'data:text/html,x',
      'JavaScript://a.example/%0aalert(1)',
      'steam://run/1',
      'search-ms:query=x',
      'ms-msdt:/id',
      'slack:cb',
      'com.:/cb',
      'file:///etc/passwd',
      'http://localhost.evil.example/',
      'http://127.0.0.1@evil.example/',
    ],
    ...[
      'http://127.0.0.2/',
      'ws://a.example/',
      'blob:https://a.example/x',
      'intent://x#Intent;end',
      '',
      'x',
      5,
    ],
    ...[
      'https://a.example/\u0007',
      'https://a.example/ü',
      'https:\\\\a.example/',
      `https://a.example/${'x'.repeat(2000)}`,
    ],
  ]
  for (const uri of refused) {
    const answer = await post('/register', { redirect_uris: [uri] })
    t.match(answer.json(), { error: /^invalid_redirect_uri$/ }, String(uri))
    t.equal(answer.statusCode, 400)
  }
  for (const body of [
    {},
    { redirect_uris: [] },
    { redirect_uris: 'x' },
    { redirect_uris: [CALLBACK], client_name: 5 },
  ])
    t.match((await post('/register', body)).json(), { error: 'invalid_client_metadata' })

  const same: [string, string, boolean][] = [
    ['https://a.example/cb', 'https://a.example/cb', true],
    ['https://a.example/cb', 'https://a.example/cb/', false],
    ['https://a.example/cb', 'https://a.example/cb?x=1', false],
    ['https://a.example/cb', 'https://A.example/cb', false],
    ['https://a.example/cb', 'https://a.example:443/cb', false],
    ['http://127.0.0.1/', 'http://127.0.0.1:33418/', true],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:65000/cb', true],
    ['http://localhost/cb', 'http://127.0.0.1/cb', false],
    ['http://localhost:1/cb', 'http://localhost:2/other', false],
    ['http://localhost:1/cb', 'http://localhost:2@evil.example/cb', false],
    ['http://localhost/cb', 'https://localhost/cb', false],
    ['cursor://x/cb', 'cursor://x/cb', true],
    ['cursor://x/cb', 'cursor://y/cb', false],
  ]
  for (const [uri, redirect_uri, expected] of same) {
    const client = await registered([uri])
    const answer = await app.inject(request(client, { redirect_uri }))
    t.equal(answer.statusCode, expected ? 303 : 400, `${uri} → ${redirect_uri}`)
    if (!expected) t.notOk(answer.headers.location)
  }
})

t.test('a request that cannot be trusted stays with the person', async t => {
  const client = await registered()
  const cases: [string, Record<string, string | undefined>][] = [
    ['unknown client', { client_id: 'nobody' }],
    ['no client', { client_id: undefined }],
    ['no redirect', { redirect_uri: undefined }],
    ['a redirect of another', { redirect_uri: 'https://evil.example/' }],
    ['a client on this machine', { client_id: 'https://127.0.0.1/client.json' }],
    ['a client without TLS', { client_id: 'http://assistant.example/client.json' }],
    ['markup', { client_id: 'https://<script>.example/<script>' }],
  ]
  for (const [what, changes] of cases) {
    const answer = await app.inject(request(client, changes))
    t.equal(answer.statusCode, 400, what)
    t.match(answer.headers['content-type'], 'text/html')
    t.match(answer.headers['content-security-policy'], "frame-ancestors 'none'")
    t.match(answer.headers['content-security-policy'], "script-src 'none'")
    t.match(answer.body, '<title>This sign-in cannot continue · andiron</title>')
    t.notOk(answer.headers.location)
    t.notMatch(answer.body, '<script>')
  }
})

t.test('the page of a refusal is in the language of the browser', async t => {
  const client = await registered()
  const title = 'This sign-in cannot continue'
  for (const [accepted, lang, dir, heading] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'ltr', 'Diese Anmeldung kann nicht fortgesetzt werden'],
    ['es', 'es', 'ltr', 'Esta conexión no puede continuar'],
    ['fr-CA', 'fr', 'ltr', 'Cette connexion ne peut pas continuer'],
    ['pt-BR', 'pt', 'ltr', 'Esta conexão não pode continuar'],
    ['ar-EG', 'ar', 'rtl', 'لا يمكن متابعة تسجيل الدخول هذا'],
    ['hi', 'hi', 'ltr', 'यह साइन-इन आगे नहीं बढ़ सकता'],
    ['zh-TW', 'zh-Hans', 'ltr', '此登录无法继续'],
    ['en-GB', 'en', 'ltr', title],
    ['sv,de;q=0.5', 'de', 'ltr', 'Diese Anmeldung kann nicht fortgesetzt werden'],
    ['sv', 'en', 'ltr', title],
    ['', 'en', 'ltr', title],
  ] as const) {
    const answer = await app.inject({
      url: request(client, { redirect_uri: 'https://evil.example/' }),
      headers: { 'accept-language': accepted },
    })
    t.match(answer.body, `<html lang="${lang}" dir="${dir}">`, accepted)
    t.match(answer.body, `<h1>${heading}</h1>`, accepted)
    t.match(answer.body, '<p lang="en" dir="ltr">The redirect URI is not registered for this client.</p>')
  }
})

t.test('it says what is wrong by its kind, and the rest for developers', async t => {
  const client = await registered()
  const accepts = { 'accept-language': 'de' }
  for (const [changes, sentence, detail] of [
    [{ client_id: 'nobody' }, 'Dieser Dienst lässt das Programm nicht zu', 'The client is not accepted'],
    [{ redirect_uri: undefined }, 'Die Anfrage des Programms ist unvollständig', 'The sign-in request'],
  ] as const) {
    const { body } = await app.inject({ url: request(client, changes), headers: accepts })
    t.match(body, `<p>${sentence}`)
    t.match(body, `<details><summary>Technische Angaben</summary><p lang="en" dir="ltr">${detail}`)
  }
})

t.test('whatever else is wrong is told to the client', async t => {
  const client = await registered()
  const cases: [Record<string, string | undefined>, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ scope: 'write' }, 'invalid_scope'],
    [{ scope: 'openid user/Observation.rs user/*.r patient/*.rs' }, 'invalid_scope'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    [{ resource: `${BASE}/other` }, 'invalid_target'],
    [{ resource: undefined, aud: `${BASE}/other` }, 'invalid_target'],
  ]
  for (const [changes, error] of cases) {
    const answer = await app.inject(request(client, changes))
    t.equal(answer.statusCode, 303)
    const back = new URL(String(answer.headers.location))
    t.equal(back.origin + back.pathname, CALLBACK)
    t.equal(back.searchParams.get('error'), error, JSON.stringify(changes))
    t.equal(back.searchParams.get('state'), 'a state')
    t.equal(back.searchParams.get('iss'), BASE)
  }
  const twice = await app.inject(`${request(client)}&code_challenge=${'x'.repeat(43)}`)
  t.match(twice.headers.location, 'error=invalid_request')
  for (const changes of [
    { resource: undefined },
    { scope: undefined },
    { scope: 'read offline_access' },
    { resource: undefined, aud: `${BASE}/fhir` },
    { resource: `${BASE}/` },
  ])
    t.match((await app.inject(request(client, changes))).headers.location, '/consent#transaction=')
})

t.test('one right, by the name that a program knows it under', async t => {
  const client = await registered()
  const cases: [asked: string, granted: string][] = [
    ['read', 'read'],
    ['openid fhirUser offline_access user/*.rs', 'user/*.rs'],
    ['user/*.cruds', 'user/*.rs'],
    ['user/*.*', 'user/*.read'],
    ['user/Observation.rs user/*.read read', 'read user/*.read'],
  ]
  for (const [scope, granted] of cases) {
    const id = await begun(client, { scope })
    const answer = await post(`/authorize/${id}/approve`, { token: await signed(id) })
    const code = new URL(answer.json().redirect).searchParams.get('code') ?? ''
    t.match((await exchange(client, code)).json(), { scope: granted }, scope)
  }
})

t.test('only what the sign-in asks for, signed by whoever it is', async t => {
  const client = await registered()
  const other = await begun(await registered())
  const id = await begun(client)
  const { claims } = (await app.inject(`/authorize/${id}`)).json<Authorization>()
  const cases: [string, string][] = [
    ['not a token', 'x'],
    ['without its nonce', await signed(id, alice, { nonce: 'another' })],
    ['for another sign-in', await signed(other)],
    ['for another audience', await signed(id, alice, { audience: `${BASE}/api/mcp-user` })],
    ['for none', createSelfSignedJwt({ keyPair: alice, scopes: ['read'], now: now(), nonce: claims.nonce })],
    ['with more scopes', await signed(id, alice, { scopes: ['read', 'write'], lifetime: 3600 })],
    ['with less', await signed(id, alice, { scopes: [], lifetime: 3600 })],
    ['for longer', await signed(id, alice, { lifetime: 604_801 })],
    ['for an application', await signed(id, alice, { applicationId: 'study', lifetime: 3600 })],
    ['for another client', await signed(id, alice, { extra: { ...claims, client_id: 'x' } })],
    ['under another name', await signed(id, alice, { extra: { ...claims, client_name: 'x' } })],
    [
      'signed by another',
      `${(await signed(id)).split('.').slice(0, 2).join('.')}.${(await signed(id, createKeyPair())).split('.')[2]}`,
    ],
    ['expired', await signed(id, alice, { now: now() - 700_000 })],
  ]
  for (const [what, token] of cases)
    t.match((await post(`/authorize/${id}/approve`, { token })).json(), { code: 'AND_WRONG_CONSENT' }, what)
  t.equal(
    (await post(`/authorize/${id}/approve`, { token: await signed(id) })).statusCode,
    200,
    'then rightly',
  )
  t.equal((await app.inject(`/authorize/${'x'.repeat(43)}`)).statusCode, 404)
})

t.test('of many approvals at once one counts', async t => {
  const id = await begun(await registered())
  const token = await signed(id)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(`/authorize/${id}/approve`, { token })),
  )
  t.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1)
})

t.test('a person declines', async t => {
  const id = await begun(await registered())
  const { redirect } = (await post(`/authorize/${id}/deny`, {})).json()
  t.match(new URL(redirect).searchParams.get('error'), 'access_denied')
  t.equal((await app.inject(`/authorize/${id}`)).statusCode, 404)
})

t.test('a code is worth one token, to the client that began', async t => {
  const client = await registered()
  const cases: [string, Record<string, string>, string][] = [
    ['another client', { client_id: await registered() }, 'invalid_grant'],
    ['another redirect', { redirect_uri: `${CALLBACK}/` }, 'invalid_grant'],
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['a short verifier', { code_verifier: 'v' }, 'invalid_grant'],
    ['another resource', { resource: BASE }, 'invalid_grant'],
    ['another grant', { grant_type: 'refresh_token' }, 'unsupported_grant_type'],
    ['no code', { code: '' }, 'invalid_request'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['a made-up code', { code: 'x' }, 'invalid_grant'],
  ]
  for (const [what, changes, error] of cases) {
    const answer = await exchange(client, await approved(client), changes)
    t.match([answer.statusCode, answer.json().error], [400, error], what)
  }
  const gone = await exchange('forgotten', await approved(client))
  t.match([gone.statusCode, gone.json().error], [401, 'invalid_client'])
  for (const grant of [
    [
      ['grant_type', 'refresh_token'],
      ['refresh_token', 'x'],
      ['client_id', client],
    ],
    [['grant_type', 'password']],
    [['grant_type', '__proto__']],
  ] as [string, string][][]) {
    const answer = await form('/token', grant)
    t.match([answer.statusCode, answer.json().error], [400, 'unsupported_grant_type'])
  }
  const twice = await form('/token', [
    ['grant_type', 'authorization_code'],
    ['grant_type', 'authorization_code'],
  ])
  t.match([twice.statusCode, twice.json().error], [400, 'invalid_request'])

  await t.test('and used again it ends that token', async t => {
    const code = await approved(client)
    const token = (await exchange(client, code)).json().access_token
    t.equal(await reads(token), 200)
    t.match((await exchange(client, code)).json(), { error: 'invalid_grant' })
    t.equal(await reads(token), 401)
  })
  await t.test('also when both uses come at once', async t => {
    const code = await approved(client)
    const answers = await Promise.all([
      exchange(client, code),
      exchange(client, code),
      exchange(client, code),
    ])
    const given = answers.filter(({ statusCode }) => statusCode === 200)
    t.equal(given.length, 1)
    t.equal(await reads(given[0]?.json().access_token), 401)
  })
})

t.test('a token is ended, alone or with all others', async t => {
  const client = await registered()
  const tokenOf = async (who: KeyPair) =>
    (await exchange(client, await approved(client, who))).json().access_token as string
  const [one, another, bobs] = [await tokenOf(alice), await tokenOf(alice), await tokenOf(createKeyPair())]
  t.equal((await form('/revoke', { token: one })).statusCode, 200)
  t.equal((await form('/revoke', { token: 'no token' })).statusCode, 200)
  t.equal((await form('/revoke', {})).statusCode, 400)
  t.same([await reads(one), await reads(another), await reads(bobs)], [401, 200, 200])

  const self = (who: KeyPair, scopes: string[], more: object = {}) =>
    createSelfSignedJwt({ keyPair: who, scopes, now: now(), ...more })
  const [own, again] = [self(alice, ['read', 'write']), self(alice, ['read', 'write'])]
  t.same(new Set(await statuses(own)), new Set([200]), 'the person’s own token opens every door')
  t.equal((await form('/revoke', { token: own })).statusCode, 200)
  t.same(new Set(await statuses(own)), new Set([401]), 'and none once it is revoked')
  t.same(new Set(await statuses(again)), new Set([200]))
  const forUs = self(alice, ['read', 'write'], { audience: BASE })
  t.equal((await statuses(forUs)).at(-1), 200)
  await form('/revoke', { token: forUs })
  t.equal((await statuses(forUs)).at(-1), 401, 'nor one that names the gateway as its audience')

  const signOut = (who: KeyPair, scope: string) =>
    sendRequest(app, 'POST', '/api/profile/sign-out', bearer(who, [scope]))
  t.equal((await signOut(alice, 'read')).statusCode, 403)
  t.equal((await signOut(alice, 'write')).statusCode, 204)
  const { entries } = await app.gateway.audit.of(toHex(alice.publicKey), { limit: 1 })
  t.match(entries, [{ action: 'sign-out', client: undefined }], 'it is in the audit trail')
  t.same([await reads(another), await reads(bobs)], [401, 200])
  t.same(new Set(await statuses(again)), new Set([401]), 'after a sign-out none opens any')
  t.same(new Set(await statuses(self(alice, ['read', 'write']))), new Set([200]), 'the next one does')
  const later = createSelfSignedJwt({ keyPair: alice, scopes: ['read'], now: now() + 2 })
  t.equal(await reads(later), 200, 'a new one stands')
})

t.test('nothing secret is in the log, nor readable in the store', async t => {
  const lines: string[] = []
  const logged = await createGateway(memory, {
    fastify: {
      logger: { level: 'trace', serializers, stream: { write: (line: string) => lines.push(line) } } as never,
    },
  })
  t.teardown(() => logged.close())
  const kept: string[] = []
  const { put } = logged.gateway.tokens
  Object.assign(logged.gateway.tokens, {
    put: (...[kind, token, value, at]: Parameters<typeof put>) => {
      if (kind.startsWith('oauth-code') || kind === 'oauth-issued') kept.push(value)
      return put(kind, token, value, at)
    },
  })
  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    logged.inject({ method, url, ...(payload && { payload }) })
  const { client_id } = (await send('POST', '/register', { redirect_uris: [CALLBACK] })).json()
  const begun = await send('GET', request(client_id, { resource: undefined, state: 'secret-state' }))
  const [, id = ''] = /#transaction=(.*)$/.exec(String(begun.headers.location)) ?? []
  const { claims, lifetime } = (await send('GET', `/authorize/${id}`)).json<Authorization>()
  const { aud, nonce, ...extra } = claims
  const jwt = createSelfSignedJwt({
    ...{ keyPair: alice, scopes: ['read'], now: now(), lifetime, audience: aud, nonce, extra },
  })
  const { redirect } = (await send('POST', `/authorize/${id}/approve`, { token: jwt })).json()
  const code = new URL(redirect).searchParams.get('code') ?? ''
  await logged.inject({
    method: 'POST',
    url: '/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      code,
      code_verifier: 'w'.repeat(43),
    }).toString(),
  })
  const log = lines.join('')
  t.ok(lines.length > 5 && kept.length === 2)
  for (const secret of [id, code, jwt, jwt.split('.')[2] ?? '', 'secret-state', nonce]) {
    t.notOk(log.includes(secret))
    t.notOk(kept.join().includes(secret))
  }
})

t.test('pages of any origin may register and exchange', async t => {
  const headers = { origin: 'https://page.example', 'access-control-request-method': 'POST' }
  for (const url of ['/register', '/token', '/revoke']) {
    const preflight = await app.inject({ method: 'OPTIONS', url, headers })
    t.match([preflight.statusCode, preflight.headers['access-control-allow-origin']], [204, '*'], url)
  }
  const answer = await sendRequest(app, 'POST', '/register', { origin: 'https://page.example' }, {})
  t.equal(answer.headers['access-control-allow-origin'], '*')
})

t.test('a client that is forgotten registers again', async t => {
  const short = await gateway(t, { plugins: { oauth: { clientLifetime: 60 } } })
  const { client_id } = (
    await sendRequest(short, 'POST', '/register', {}, { redirect_uris: [CALLBACK] })
  ).json()
  t.equal((await short.inject(request(client_id, { resource: undefined }))).statusCode, 303)
  await short.gateway.tokens.take('oauth-client-unused', client_id)
  t.equal((await short.inject(request(client_id))).statusCode, 400)
})

t.test('clients that nobody uses have a bound, and those that are used make room', async t => {
  const bounds = { unusedClients: 5, clientsPerAddress: 12 }
  const few = await gateway(t, { trustProxy: 1, plugins: { oauth: bounds } } as never)
  const from = (address: string, body: object = { redirect_uris: [CALLBACK] }) =>
    sendRequest(few, 'POST', '/register', { 'x-forwarded-for': address }, body)
  const attempts = await Promise.all(Array.from({ length: 20 }, (_, at) => from(`203.0.113.${at}`)))
  const done = attempts.filter(({ statusCode }) => statusCode === 201)
  t.equal(done.length, 5, 'twenty at once from as many addresses register five')
  const refused = attempts.find(({ statusCode }) => statusCode === 429)
  t.match(refused?.json(), {
    error: 'too_many_clients',
    error_description: /nobody has used.*limit per window is 5/,
  })
  t.ok(Number(refused?.headers['retry-after']) > 86_000)

  // The sign-in of a person, by hand: `request` names the resource of another gateway.
  const clientId = done[0]?.json().client_id as string
  const approve = async () => {
    const begun = await few.inject(request(clientId, { resource: undefined }))
    const [, id = ''] = /#transaction=(.*)$/.exec(String(begun.headers.location)) ?? []
    const { claims, lifetime } = (await few.inject(`/authorize/${id}`)).json<Authorization>()
    const { aud, nonce, ...extra } = claims
    const token = createSelfSignedJwt({
      ...{ keyPair: alice, scopes: ['read'], now: now(), lifetime, audience: aud, nonce, extra },
    })
    return (await sendRequest(few, 'POST', `/authorize/${id}/approve`, {}, { token })).statusCode
  }
  t.same(await Promise.all(Array.from({ length: 5 }, approve)), [200, 200, 200, 200, 200])
  const later = await Promise.all(Array.from({ length: 20 }, (_, at) => from(`198.51.100.${at}`)))
  t.equal(later.filter(({ statusCode }) => statusCode === 201).length, 1, 'five first uses free one place')
  t.equal(await few.gateway.tokens.peek('oauth-client-unused', clientId), undefined)
  t.equal((await few.inject(request(clientId, { resource: undefined }))).statusCode, 303, 'it is kept')

  t.test('and one address has its share only', async t => {
    const shared = await gateway(t, { plugins: { oauth: { clientsPerAddress: 3 } } } as never)
    const register = () => sendRequest(shared, 'POST', '/register', {}, { redirect_uris: [CALLBACK] })
    const answers = await Promise.all(Array.from({ length: 20 }, register))
    t.equal(answers.filter(({ statusCode }) => statusCode === 201).length, 3)
    t.match(
      answers.find(({ statusCode }) => statusCode === 429)?.json().error_description,
      /from this address/,
    )
  })

  t.test('and a size', async t => {
    const redirect_uris = Array.from({ length: 20 }, (_, at) => `${CALLBACK}?${at}${'a'.repeat(600)}`)
    const answer = await post('/register', { redirect_uris })
    t.match([answer.statusCode, answer.json().error], [400, 'invalid_client_metadata'])
  })
})

t.test('an operator lists the schemes of programs, and none that a browser runs', async t => {
  const own = await gateway(t, { plugins: { oauth: { redirectSchemes: ['slack'] } } })
  const ask = async (uri: string) =>
    (await sendRequest(own, 'POST', '/register', {}, { redirect_uris: [uri] })).statusCode
  t.same([await ask('slack://cb'), await ask('cursor://cb'), await ask('com.example:/cb')], [201, 400, 201])
  for (const scheme of ['javascript', 'data', 'file', 'blob', 'http'])
    await t.rejects(
      createGateway({ ...memory, plugins: { oauth: { redirectSchemes: [scheme] } } }),
      { code: 'AND_INVALID_CONFIG' },
      scheme,
    )
})
