/** Backends of applications get tokens with their own keys, and read what their application may read. */
import { randomUUID } from 'node:crypto'
import { MedplumClient } from '@medplum/core'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { toHex } from '../../../core/crypto/bytes.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import {
  backendSigner,
  createBackendKey,
  listBackends,
  readResponses,
  registerBackend,
  revokeBackend,
} from '../../../ui/sdk/index.ts'
import {
  bearer,
  gateway,
  published,
  registered,
  registrationOf,
  sendRequest,
} from '../../test/fixtures/actors.ts'
import { mood, moodResponse, seed } from '../../test/fixtures/responses.ts'
import type { Application } from '../../testing/index.ts'
import {
  ASSERTION_TYPE,
  assertionOf,
  type ClientKey,
  clientKey,
  createBulkClient,
} from './fixtures/bulk-client.ts'

const app = await gateway(t, {
  plugins: {
    operations: { requestsPerMinute: 1_000_000 },
    'fhir-bulk': { settleSeconds: 0 },
    backends: { perApplication: 6 },
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
app.gateway.baseUrl = app.listeningOrigin
const BASE = app.gateway.baseUrl
const TOKEN = `${BASE}/token`
const ALL = 'system/QuestionnaireResponse.rs'

const asked = (application: Pick<Application, 'applicationId'>, keyPair: KeyPair) =>
  bearer(keyPair, ['write:backend'], { applicationId: application.applicationId })
const placeOf = ({ applicationId }: Pick<Application, 'applicationId'>) =>
  `/api/application/${applicationId}/backend`

const add = (
  application: Application,
  body: object,
  headers: object = asked(application, application.keyPair),
) => sendRequest(app, 'POST', placeOf(application), headers, body)

/** A registered backend with one key. */
async function backendOf(application: Application, key: ClientKey, name = 'Nightly export'): Promise<string> {
  const answer = await add(application, { name, jwks: { keys: [key.jwk] } })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().id
}

const remove = (application: Application, id: string) =>
  sendRequest(app, 'DELETE', `${placeOf(application)}/${id}`, asked(application, application.keyPair))

const tokenFor = (fields: Record<string, string>, at: FastifyInstance = app) =>
  at.inject({
    method: 'POST',
    url: '/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, scope: ALL },
      ...fields,
    }).toString(),
  })

const signIn = (application: Application, key: ClientKey, scope = ALL, changes = {}) =>
  tokenFor({ scope, client_assertion: assertionOf(key, application.applicationId, TOKEN, changes) })

const reads = (token: string, path: string) =>
  sendRequest(app, 'GET', path, { authorization: `Bearer ${token}` })

const study = await registered(app)
const form = await published(app, study, mood)
const other = await published(app, study, { ...mood, title: 'Another form' })
const person = createKeyPair()
const responses = await seed(app, study.applicationId, person, [moodResponse(form._id, 'well')])
await seed(app, study.applicationId, person, [moodResponse(other._id, 'tired')])

t.test('a bulk client by the specification exports everything, with each algorithm', async t => {
  for (const alg of ['ES256', 'ES384', 'RS384'] as const) {
    const key = clientKey(alg)
    const id = await backendOf(study, key, `Backend ${alg}`)
    const client = createBulkClient({ base: `${BASE}/fhir`, clientId: study.applicationId, key })
    const found = await client.configuration()
    t.ok(found['token_endpoint_auth_methods_supported']?.includes('private_key_jwt'))
    t.ok(found['token_endpoint_auth_signing_alg_values_supported']?.includes(alg))
    t.ok(found['grant_types_supported']?.includes('client_credentials'))
    t.ok(found['capabilities']?.includes('client-confidential-asymmetric'))
    const { resources, deleted } = await client.exportAll(`${ALL} system/Questionnaire.rs`)
    t.equal(deleted, 202)
    const types = resources.map(({ resourceType }) => resourceType).toSorted()
    t.same(types, [...Array(2).fill('Questionnaire'), ...Array(2).fill('QuestionnaireResponse')])
    const one = await client.exportAll(
      `${ALL}?questionnaire=${form._id}`,
      `/Questionnaire/${form._id}/$export?_type=QuestionnaireResponse`,
    )
    t.same(
      one.resources.map(({ id }) => id),
      responses,
    )
    t.equal((await remove(study, id)).statusCode, 204)
  }
  const { entries } = await app.gateway.audit.of(toHex(person.publicKey), { limit: 200 })
  const names = new Set(entries.map(({ client }) => client?.name))
  t.same(names, new Set(['ES256', 'ES384', 'RS384'].map(alg => `A synthetic study (Backend ${alg})`)))
})

t.test('the published client of Medplum exports as it is', async t => {
  const key = clientKey('ES384')
  const id = await backendOf(study, key, 'Warehouse')
  const { token } = createBulkClient({ base: `${BASE}/fhir`, clientId: study.applicationId, key })
  const client = new MedplumClient({ baseUrl: `${BASE}/`, fhirUrlPath: 'fhir', fetch })
  client.setAccessToken((await token(ALL)).access_token)
  const polling = { pollStatusOnAccepted: true, pollStatusPeriod: 100 }
  const manifest = await client.bulkExport('', 'QuestionnaireResponse', undefined, polling)
  const { output } = manifest as { output: readonly { readonly url: string }[] }
  const files = await Promise.all(output.map(async ({ url }) => (await client.download(url)).text()))
  const exported = files.join('').trim().split('\n')
  t.same(
    exported.map(line => JSON.parse(line).resourceType),
    ['QuestionnaireResponse', 'QuestionnaireResponse'],
  )
  t.equal((await remove(study, id)).statusCode, 204)
})

t.test('a token reads the responses by every route, within its scopes alone', async t => {
  const key = clientKey('ES256')
  const id = await backendOf(study, key)
  const all = await signIn(study, key)
  t.equal(all.statusCode, 200, all.body)
  t.match(all.json(), { token_type: 'Bearer', expires_in: 300, scope: ALL })
  t.equal(all.headers['cache-control'], 'no-store')
  const everything = all.json().access_token
  t.equal((await reads(everything, '/fhir/QuestionnaireResponse')).json().entry.length, 2)
  t.equal(
    (await reads(everything, `/fhir/QuestionnaireResponse?questionnaire=${form._id}`)).json().entry.length,
    1,
  )
  t.equal((await reads(everything, `/fhir/QuestionnaireResponse/${responses[0]}`)).statusCode, 200)
  t.equal((await reads(everything, `/api/questionnaire/${form._id}/responses`)).statusCode, 200)

  for (const named of [form._id, `Questionnaire/${form._id}`, `${BASE}/fhir/Questionnaire/${form._id}`]) {
    const scope = `${ALL}?questionnaire=${encodeURIComponent(named)}`
    const answer = await signIn(study, key, `${scope} system/Observation.rs system/QuestionnaireResponse.r`)
    t.equal(answer.json().scope, scope, 'and what it did not get is not named')
    const token = answer.json().access_token
    t.equal((await reads(token, `/api/questionnaire/${form._id}/responses`)).statusCode, 200)
    t.equal((await reads(token, `/api/questionnaire/${other._id}/responses`)).statusCode, 403)
    t.equal((await reads(token, '/fhir/QuestionnaireResponse')).json().entry.length, 1)
    const start = { authorization: `Bearer ${token}`, prefer: 'respond-async' }
    t.equal((await sendRequest(app, 'GET', '/fhir/$export', start)).statusCode, 403)
  }
  t.equal((await signIn(study, key, 'system/*.cruds')).json().scope, 'system/*.rs')
  t.equal((await signIn(study, key, `aggregate:questionnaire[${form._id}]`)).statusCode, 200)

  const headers = { authorization: `Bearer ${everything}` }
  const refused: ['POST' | 'GET' | 'PUT', string, object?][] = [
    ['POST', '/api/questionnaire', mood],
    ['POST', placeOf(study), { name: 'another', jwks: { keys: [clientKey('ES256').jwk] } }],
    ['GET', placeOf(study)],
  ]
  for (const [method, url, body] of refused)
    t.equal((await sendRequest(app, method, url, headers, body)).statusCode, 403, `${method} ${url}`)
  for (const url of ['/api/profile/audit', '/api/profile/export'])
    t.equal((await reads(everything, url)).statusCode, 401, `a person's ${url}`)

  const stranger = await registered(app)
  const foreign = await published(app, stranger, mood)
  t.equal((await reads(everything, `/api/questionnaire/${foreign._id}/responses`)).statusCode, 403)
  t.match((await signIn(study, key, `${ALL}?questionnaire=${foreign._id}`)).json(), {
    error: 'invalid_scope',
  })

  const { backends } = (await sendRequest(app, 'GET', placeOf(study), asked(study, study.keyPair))).json()
  t.match(backends, [{ id, clientId: study.applicationId, name: 'Nightly export', lastUsed: String }])
  t.same(backends[0].keys, [{ kid: key.jwk.kid, alg: 'ES256' }])
  await remove(study, id)
})

t.test('a revoked token, a revoked backend and one whose application key has ended read nothing', async t => {
  const own = await registered(app)
  const asks = await published(app, own, mood)
  const path = `/api/questionnaire/${asks._id}/responses`
  const key = clientKey('ES384')
  const id = await backendOf(own, key)
  const token = async () => (await signIn(own, key)).json().access_token as string
  const [first, second, third] = [await token(), await token(), await token()]
  const revoke = (each: string) =>
    app.inject({
      method: 'POST',
      url: '/revoke',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `token=${each}`,
    })
  t.equal((await revoke(first)).statusCode, 200)
  t.equal((await reads(first, path)).statusCode, 401)
  t.equal((await reads(second, path)).statusCode, 200)
  t.equal((await remove(study, id)).statusCode, 404, 'not by another application')
  t.equal((await remove(own, id)).statusCode, 204)
  t.equal((await remove(own, id)).statusCode, 404)
  t.equal((await reads(second, path)).statusCode, 401, 'at once')
  t.equal((await reads(third, path)).statusCode, 401)
  t.match((await signIn(own, key)).json(), { error: 'invalid_client' })

  await backendOf(own, key)
  const fourth = await token()
  t.equal((await reads(fourth, path)).statusCode, 200)
  const next = createKeyPair()
  const replaced = await sendRequest(
    app,
    'PUT',
    `/api/application/${own.applicationId}`,
    bearer(next, ['write:application']),
    { ...registrationOf({ ...own, keyPair: next }), overlap: 0 },
  )
  t.equal(replaced.statusCode, 200, replaced.body)
  t.equal((await reads(fourth, path)).statusCode, 401, 'the key that registered it has ended')
  t.match((await signIn(own, key)).json(), { error: 'invalid_client' })
  const again = await add(own, { name: 'again', jwks: { keys: [key.jwk] } }, asked(own, next))
  t.equal(again.statusCode, 201, again.body)
  t.equal((await reads(await token(), path)).statusCode, 200, 'registered again by the new key')
})

t.test('an assertion is used once, also by twenty requests at once', async t => {
  const key = clientKey('ES256')
  const id = await backendOf(study, key)
  const client_assertion = assertionOf(key, study.applicationId, TOKEN)
  const answers = await Promise.all(Array.from({ length: 20 }, () => tokenFor({ client_assertion })))
  t.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1)
  const others = answers.filter(({ statusCode }) => statusCode !== 200)
  t.ok(others.every(answer => answer.statusCode === 401 && answer.json().error === 'invalid_client'))
  const jti = randomUUID()
  t.equal((await signIn(study, key, ALL, { claims: { jti } })).statusCode, 200)
  t.equal((await signIn(study, key, ALL, { claims: { jti, iat: 1 } })).statusCode, 401)
  await remove(study, id)
})

t.test('an assertion that is not exactly right gets nothing, and hears why', async t => {
  const key = clientKey('ES256')
  const id = await backendOf(study, key)
  const now = Math.floor(Date.now() / 1000)
  const changes: [object, RegExp][] = [
    [{ claims: { aud: BASE } }, /'aud'/],
    [{ claims: { aud: [TOKEN, 'https://elsewhere.example'] } }, /'aud'/],
    [{ claims: { exp: now + 600 } }, /within 300 seconds/],
    [{ claims: { exp: now - 60 } }, /has expired/],
    [{ claims: { exp: undefined } }, /lacks 'exp'/],
    [{ claims: { exp: `${now + 60}` } }, /lacks 'exp'/],
    [{ claims: { iat: now + 3600 } }, /'iat'/],
    [{ claims: { nbf: now + 3600 } }, /'nbf'/],
    [{ claims: { jti: undefined } }, /'jti'/],
    [{ claims: { jti: 'x'.repeat(100_000) } }, /longer than/],
    [{ claims: { iss: 'elsewhere' } }, /'iss' and 'sub'/],
    [{ claims: { iss: '__proto__', sub: '__proto__' } }, /'iss' and 'sub'/],
    [{ claims: { iss: 'constructor', sub: 'constructor' } }, /no registered backend/],
    [{ header: { alg: 'none' } }, /'alg'/],
    [{ header: { alg: 'HS256' } }, /'alg'/],
    [{ header: { alg: 'RS256' } }, /'alg'/],
    [{ header: { alg: 'ES384' } }, /signature/],
    [{ header: { kid: undefined } }, /'kid'/],
    [{ header: { kid: 'another' } }, /'kid'/],
    [{ header: { jku: 'https://elsewhere.example/jwks' } }, /'jku'/],
    [{ header: { crit: ['exp'] } }, /'crit'/],
    [{ header: { typ: 'at+jwt' } }, /'typ'/],
  ]
  for (const [change, why] of changes) {
    const answer = await signIn(study, key, ALL, change)
    t.equal(answer.statusCode, 401)
    t.match(answer.json(), { error: 'invalid_client', error_description: why })
  }
  const forged = clientKey('ES256')
  const answer = await signIn(study, { ...forged, jwk: { ...forged.jwk, kid: key.jwk.kid } })
  t.match(answer.json(), { error: 'invalid_client', error_description: /signature/ })
  const valid = assertionOf(key, study.applicationId, TOKEN)
  const broken = [
    '',
    'x',
    '..',
    `${valid.slice(0, -4)}AAAA`,
    `\u0000${valid}`,
    `${valid}.${valid}`,
    valid.split('.')[0],
  ]
  for (const client_assertion of broken) {
    const refused = await tokenFor({ client_assertion: String(client_assertion) })
    t.ok([400, 401].includes(refused.statusCode), refused.body)
  }
  const asked: [Record<string, string>, number, string][] = [
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ client_assertion_type: 'x' }, 400, 'invalid_request'],
    [{ client_assertion: '' }, 400, 'invalid_request'],
    [{ scope: '' }, 400, 'invalid_request'],
    [{ scope: 'x '.repeat(200) }, 400, 'invalid_request'],
    [{ scope: 'system/Observation.rs' }, 400, 'invalid_scope'],
    [{ scope: 'write:questionnaire write:backend write:application' }, 400, 'invalid_scope'],
    [{ scope: `${ALL}?questionnaire=x&questionnaire=y` }, 400, 'invalid_scope'],
    [{ scope: 'user/*.rs' }, 400, 'invalid_scope'],
  ]
  for (const [fields, status, error] of asked) {
    const client_assertion = assertionOf(key, study.applicationId, TOKEN)
    const refused = await tokenFor({ client_assertion, ...fields })
    t.equal(refused.statusCode, status, refused.body)
    t.equal(refused.json().error, error)
  }
  await remove(study, id)
  t.equal((await reads(`andiron_backend_${'A'.repeat(43)}`, '/fhir/QuestionnaireResponse')).statusCode, 401)
})

t.test('only public keys that are strong enough are registered, by the application alone', async t => {
  const own = await registered(app)
  const { privateKey } = clientKey('ES256')
  const secret = { ...privateKey.export({ format: 'jwk' }), kid: 'x' }
  const good = clientKey('ES256').jwk
  const invalid: object[][] = [
    [secret],
    [clientKey('RS384', 1024).jwk],
    [{ ...clientKey('RS384').jwk, e: 'AQ' }],
    [{ ...good, alg: 'RS384' }],
    [{ ...good, use: 'enc' }],
    [{ ...good, crv: 'secp256k1' }],
    [{ ...good, crv: '__proto__' }],
    [{ ...good, y: good['x'] }],
    [{ ...good, x: 'A'.repeat(100_000) }],
    [good, good],
  ]
  for (const keys of invalid) {
    const answer = await add(own, { name: 'x', jwks: { keys } })
    t.equal(answer.statusCode, 422, answer.body)
    t.equal(answer.json().code, 'AND_INVALID_BACKEND_KEY')
    t.notMatch(answer.body, String(secret.d))
  }
  const bodies: object[] = [
    { name: 'x' },
    { name: 'x', jwks: { keys: [] } },
    { name: '', jwks: { keys: [good] } },
    { name: 'a\u202eb', jwks: { keys: [good] } },
    { name: 'a\u0000', jwks: { keys: [good] } },
    { name: 'x', jwks: { keys: [good] }, jwksUrl: 'https://study.example/jwks.json' },
    { name: 'x', jwksUrl: 'http://study.example/jwks.json' },
    { name: 'x', jwks: { keys: Array(11).fill(good) } },
  ]
  for (const body of bodies)
    t.equal((await add(own, body)).statusCode, 400, JSON.stringify(body).slice(0, 80))
  const body = { name: 'x', jwks: { keys: [good] } }
  t.equal((await add(own, body, {})).statusCode, 401)
  t.equal((await add(own, body, asked(own, createKeyPair()))).statusCode, 403)
  t.equal((await add(own, body, asked(study, study.keyPair))).statusCode, 403)
  t.equal((await add(own, body, bearer(own.keyPair, ['write:application']))).statusCode, 403)
  const many = await Promise.all(Array.from({ length: 20 }, () => add(own, body)))
  const added = many.filter(({ statusCode }) => statusCode === 201).length
  t.ok(added >= 1 && added <= 6, `${added} of twenty at once`)
  for (let more = added; more < 6; more++) t.equal((await add(own, body)).statusCode, 201)
  t.equal((await add(own, body)).json().code, 'AND_TOO_MANY_BACKENDS')
})

t.test('the SDK registers, lists and revokes', async t => {
  const own = await registered(app)
  const key = clientKey('ES256')
  const body = { name: 'Nightly export', jwks: { keys: [key.jwk] } }
  const { id } = await registerBackend(own.keyPair, own.applicationId, body, BASE)
  t.match(await listBackends(own.keyPair, own.applicationId, BASE), [{ id, name: 'Nightly export' }])
  t.equal((await signIn(own, key)).statusCode, 200)
  const { privateJwk, publicJwk } = await createBackendKey()
  const asks = await published(app, own, mood)
  await seed(app, own.applicationId, person, [
    moodResponse(asks._id, 'well'),
    moodResponse(asks._id, 'tired'),
  ])
  const backend = { name: 'Of the SDK', jwks: { keys: [{ ...publicJwk }] } }
  const made = await registerBackend(own.keyPair, own.applicationId, backend, BASE)
  const signer = backendSigner(privateJwk, own.applicationId)
  const read: object[] = []
  for await (const each of readResponses(signer, asks._id, BASE, { count: 1 })) read.push(each)
  t.equal(read.length, 2)
  await revokeBackend(own.keyPair, own.applicationId, made.id, BASE)
  const refused = { ...backend, jwks: { keys: [{ ...privateJwk }] } }
  await t.rejects(registerBackend(own.keyPair, own.applicationId, refused, BASE), { code: 'AND_PRIVATE_KEY' })
  await revokeBackend(own.keyPair, own.applicationId, id, BASE)
  t.same(await listBackends(own.keyPair, own.applicationId, BASE), [])
  await t.rejects(revokeBackend(own.keyPair, own.applicationId, id, BASE), { code: 'AND_UNKNOWN_BACKEND' })
})

t.test('a key set at a loopback address is not read', async t => {
  const own = await registered(app)
  const key = clientKey('ES256')
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254'])
    t.equal((await add(own, { name: host, jwksUrl: `https://${host}/jwks.json` })).statusCode, 201)
  const answer = await signIn(own, key)
  t.match(answer.json(), { error: 'invalid_client', error_description: /cannot be read/ })
})
