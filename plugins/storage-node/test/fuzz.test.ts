/**
 * No request is answered with 500 or above: the gateway's, made from its OpenAPI document, and a node's, made from its
 * wire schemas. `npm run test:fuzz` sends 100,000; `ANDIRON_FUZZ` and `ANDIRON_FUZZ_SEED` say how many, and which.
 */
import { connect } from 'node:net'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import t from 'tap'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { createDelegation, createInvocation } from '../../../core/crypto/nuc.ts'
import { Listener } from '../../../core/http/listener.ts'
import { commands } from '../../../core/stores/network/node.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { rounds } from '../../../core/test/fixtures/rounds.ts'
import { uids } from '../../../schemas/uids.ts'
import { createGateway } from '../../index.ts'
import { builtPages } from '../../pages/test/fixtures/built.ts'
import { bearer, now, published, registered, sendRequest, submissionOf } from '../../test/fixtures/actors.ts'
import {
  bent,
  inUrl,
  nasty,
  nastyText,
  pick,
  type Sampling,
  sample,
  seeded,
} from '../../test/fixtures/requests.ts'
import { createNodeServer } from '../http/server.ts'
import * as wire from '../http/wire.ts'

const COUNT = Number(process.env['ANDIRON_FUZZ'] ?? rounds(4000))
const SEED = Number(process.env['ANDIRON_FUZZ_SEED'] ?? 20260131)
const AT_ONCE = 16

const data = await temporaryDirectory(t)
const app = await createGateway(
  {
    ...{ data, port: 0, log: { level: 'silent' as const } },
    stores: { records: { nodes: 1 }, objects: { driver: 'memory' } },
    plugins: { operations: { requestsPerMinute: 100_000_000 }, pages: { directory: await builtPages() } },
  },
  { fastify: { logger: false } },
)
t.teardown(() => app.close())
await app.ready()
const [node] = app.gateway.localNodes
if (node === undefined) throw new Error('the gateway has a node')
const nodeServer = await createNodeServer(node, { requestsPerMinute: 100_000_000 })
t.teardown(() => nodeServer.close())

const study = await registered(app)
const form = await published(app, study, {
  ...{ resourceType: 'Questionnaire', status: 'active', url: 'https://study.example/fuzz', title: 'A form' },
  item: [{ linkId: 'a', text: 'A', type: 'string' }],
})
const people = [createKeyPair(), createKeyPair(), createKeyPair()]
const response = {
  ...{ resourceType: 'QuestionnaireResponse', questionnaire: form._id, status: 'completed' },
  item: [{ linkId: 'a', answer: [{ valueString: 'x' }] }],
}
const stored: string[] = []
for (const who of people) {
  const answer = await sendRequest(
    app,
    'POST',
    '/api/submission',
    bearer(who, ['write']),
    submissionOf(study.applicationId, response),
  )
  stored.push(answer.json().insertedUid)
}

const rng = seeded(SEED)
const known = (name: string): unknown => {
  const ids = [form._id, ...stored, study.applicationId]
  switch (name) {
    case 'applicationId':
      return study.applicationId
    case 'schemaId':
    case 'collection':
      return pick(rng, Object.values(uids))
    case 'submission':
      return bent(response, { rng })
    case 'timestamp':
      return new Date().toISOString()
    case 'audienceDid':
    case 'did':
    case 'owner':
    case 'grantee':
      return pick(rng, [...people.map(({ did }) => did), app.gateway.builder.did, 'did:key:zzz', 'did:a:b'])
    case 'id':
    case 'uuid':
    case 'document':
    case '_id':
    case 'response':
    case 'binaryId':
      return pick(rng, ids)
    case 'resource':
      return pick(rng, [bent(response, { rng }), bent(form, { rng })])
    case 'filter':
    case 'update':
      return { [nastyText(rng)]: nasty(rng) }
    case 'resourceType':
      return pick(rng, [
        'Questionnaire',
        'QuestionnaireResponse',
        'Observation',
        'DocumentReference',
        'Binary',
      ])
    default:
      return undefined
  }
}

interface Shot {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: object }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object> }
}

const document = (await app.inject('/openapi.json')).json<Document>()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const sampling = (): Sampling => ({
  rng,
  known,
  resolve: ref => document.components?.schemas?.[ref.split('/').at(-1) ?? ''] as never,
  wild: pick(rng, [0, 0, 0.03, 0.15]),
})
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY', 'PROPFIND', 'SEARCH']
const TYPES = [
  'application/json',
  'application/fhir+json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json; charset=x',
  '',
]

const ALL = [
  ...['read', 'write', 'write:questionnaire', 'write:application', 'read:application', 'enrol'],
  ...[`read:questionnaire[${form._id}]`, `aggregate:questionnaire[${form._id}]`, 'read:questionnaire[*]'],
]
const scopes = () => (rng() < 0.8 ? ALL : pick(rng, [['read'], ['write'], [], [nastyText(rng)]]))

function credentials(): Record<string, string> {
  const way = rng()
  if (way < 0.1) return {}
  if (way < 0.15) return { authorization: `Bearer ${nastyText(rng).replaceAll(/[^\x20-\x7e]/g, '')}` }
  const keyPair = pick(rng, [...people, study.keyPair, study.keyPair, createKeyPair()])
  const extra = rng() < 0.1 ? { [pick(rng, ['sub', 'client_id', 'applicationId', 'aud'])]: nasty(rng) } : {}
  return { authorization: `Bearer ${createSelfSignedJwt({ keyPair, scopes: scopes(), now: now(), extra })}` }
}

function queryOf(names: readonly string[]): string {
  const more = [
    '_sort',
    '_count',
    '_include',
    '_since',
    'authored',
    'cursor',
    '_format',
    'a',
    'constructor',
    '__proto__',
    'sort[a]',
  ]
  const count = Math.floor(rng() * 4)
  const pairs = Array.from({ length: count }, () => {
    const name = rng() < 0.7 && names.length > 0 ? pick(rng, names) : pick(rng, more)
    const value = rng() < 0.3 ? String(known(name) ?? 'a') : nastyText(rng)
    return `${inUrl(name, rng)}=${inUrl(value, rng)}`
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const fill = (path: string, open: RegExp) =>
  path.replaceAll(open, (_, name: string) =>
    inUrl(rng() < 0.6 ? String(known(name) ?? known('id')) : nastyText(rng), rng),
  )

function headersOf(): Record<string, string> {
  const headers: Record<string, string> = {}
  const add = (name: string, values: readonly string[]) => {
    if (rng() < 0.1) headers[name] = pick(rng, values).replaceAll(/[^\x20-\x7e]/g, '')
  }
  add('accept', [
    'text/csv',
    'application/fhir+ndjson',
    'application/fhir+json; fhirVersion=9.9',
    '*/*;q=x',
    nastyText(rng),
  ])
  add('origin', ['https://study.example', 'null', 'https://evil.example', nastyText(rng)])
  add('if-match', ['W/"1"', '*', nastyText(rng)])
  add('if-none-match', ['W/"1"', nastyText(rng)])
  add('if-none-exist', ['identifier=a|b', 'a=%00', nastyText(rng)])
  add('idempotency-key', ['a', 'x'.repeat(300), nastyText(rng)])
  add('prefer', ['return=minimal', 'respond-async', nastyText(rng)])
  add('content-length', ['5', '-1', 'x'])
  return headers
}

function gatewayShot(): Shot {
  const { path, method, operation } = pick(rng, operations)
  const { parameters = [], requestBody } = operation
  const queries = parameters.filter(({ in: where }) => where === 'query').map(({ name }) => name)
  const url = rng() < 0.03 ? `/${fill('{a}/{b}/../{c}', /\{(\w+)\}/g)}` : fill(path, /\{(\w+)\}/g)
  const [type = 'application/json', content] = pick(
    rng,
    Object.entries(requestBody?.content ?? { 'application/json': {} }),
  )
  const body = requestBody
    ? sample(content?.schema as never, sampling())
    : rng() < 0.1
      ? nasty(rng)
      : undefined
  return shot(
    rng() < 0.9 ? method.toUpperCase() : pick(rng, METHODS),
    url + queryOf(queries),
    credentials(),
    type,
    body,
  )
}

function shot(method: string, path: string, more: Record<string, string>, type: string, body: unknown): Shot {
  // `inject` takes a second slash for the start of a host; over a socket it arrives as it is, as in the last test.
  const url = path.replace(/^\/[/\\]+/, '/')
  const headers = { ...headersOf(), ...more, 'content-type': rng() < 0.95 ? type : pick(rng, TYPES) }
  if (headers['content-type'] === '') delete (headers as Record<string, string>)['content-type']
  if (body === undefined) return { method, url, headers }
  if (type.includes('urlencoded') && typeof body === 'object' && body !== null) {
    const pairs = Object.entries(body).map(
      ([name, value]) => `${inUrl(name, rng)}=${inUrl(String(value), rng)}`,
    )
    return { method, url, headers, payload: pairs.join('&') }
  }
  const text = JSON.stringify(body)
  return {
    method,
    url,
    headers,
    payload: rng() < 0.97 ? text : text.slice(0, Math.floor(rng() * text.length)),
  }
}

/** Method, path, command and shape of what a node serves. */
const WIRE: readonly [method: string, path: string, command: string, body?: object][] = [
  ['GET', '/about', commands.builders.read],
  ['POST', '/v1/builders/register', commands.builders.create, wire.RegisterBuilder],
  ['GET', '/v1/builders/me', commands.builders.read],
  ['POST', '/v1/builders/me', commands.builders.update, wire.UpdateBuilder],
  ['GET', '/v1/collections', commands.collections.read],
  ['POST', '/v1/collections', commands.collections.create, wire.CreateCollection],
  ['PUT', '/v1/collections', commands.collections.update, wire.CreateCollection],
  ['GET', '/v1/collections/:id', commands.collections.read],
  ['POST', '/v1/collections/:id/indexes', commands.collections.update, wire.CreateIndex],
  ['DELETE', '/v1/collections/:id/indexes/:name', commands.collections.update],
  ['POST', '/v1/data/standard', commands.data.create, wire.CreateStandard],
  ['POST', '/v1/data/owned', commands.data.create, wire.CreateOwned],
  ['POST', '/v1/data/owned/all', commands.data.create, wire.CreateAllOwned],
  ['POST', '/v1/data/find', commands.data.read, wire.FindData],
  ['POST', '/v1/data/update', commands.data.update, wire.UpdateData],
  ['POST', '/v1/data/delete', commands.data.delete, wire.DeleteData],
  ['POST', '/v1/data/withdraw', commands.data.delete, wire.Withdraw],
  ['POST', '/v1/data/withdraw/all', commands.data.delete, wire.WithdrawAll],
  ['POST', '/v1/data/tally', commands.data.read, wire.AggregateData],
  ['GET', '/v1/data/:id/tail', commands.data.read],
  ['GET', '/v1/queries', commands.queries.read],
  ['POST', '/v1/queries', commands.queries.create, wire.CreateQuery],
  ['GET', '/v1/queries/:id', commands.queries.read],
  ['POST', '/v1/queries/run', commands.queries.execute, wire.RunStoredQuery],
  ['GET', '/v1/queries/run/:id', commands.queries.read],
  ['GET', '/v1/users/me', commands.users.read],
  ['GET', '/v1/users/data', commands.users.read],
  ['POST', '/v1/users/data', commands.users.update, wire.UpdateOwn],
  ['GET', '/v1/users/data/:collection/:document', commands.users.read],
  ['DELETE', '/v1/users/data/:collection/:document', commands.users.delete],
  ['POST', '/v1/users/data/acl/grant', commands.users.update, wire.GrantAccess],
  ['POST', '/v1/users/data/acl/revoke', commands.users.update, wire.RevokeAccess],
]

function nodeShot(to: string): Shot {
  const [method, path, command, body] = pick(rng, WIRE)
  const url =
    fill(path, /:(\w+)/g) + queryOf(['limit', 'offset', 'sort[_id]', 'sort[a]', 'sort[constructor]'])
  const more: Record<string, string> = rng() < 0.05 ? {} : { authorization: `Bearer ${nuc(to, command)}` }
  const made = body && sample(body as never, sampling())
  return shot(rng() < 0.95 ? method : pick(rng, METHODS), url, more, 'application/json', made)
}

function nuc(to: string, command: string): string {
  const { builder } = app.gateway
  const expiresAt = now() + 60
  const issuer = pick(rng, [...people, builder, builder])
  if (rng() < 0.2) {
    const proof = createDelegation({
      issuer: builder,
      audience: issuer.did,
      subject: builder.did,
      command,
      expiresAt,
    })
    return createInvocation({ issuer, audience: to, subject: builder.did, command, expiresAt, proof })
  }
  return createInvocation({ issuer, audience: to, subject: issuer.did, command, expiresAt })
}

const send = (
  server: FastifyInstance,
  { method, url, headers, payload }: Shot,
): Promise<LightMyRequestResponse> =>
  server.inject({ method: method as 'GET', url, headers, ...(payload !== undefined && { payload }) })

/** The answer as it must be: below 500, and a failure in the form of its server. */
function wrongWith(
  { statusCode, headers, body }: LightMyRequestResponse,
  { method, url }: Shot,
  isNode: boolean,
) {
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 200)}`
  if (statusCode < 400 || method === 'HEAD') return undefined
  const type = String(headers['content-type'])
  if (isNode) return /^(text\/plain|application\/json)/.test(type) ? undefined : type
  // As it is sent: `..` is taken out of it before.
  const { pathname: path } = new URL(url, 'http://a')
  if (/^\/fhir(\/|$)/.test(path))
    return body.includes('OperationOutcome') ? undefined : `${statusCode} ${type}`
  // OAuth has a form of its own, and a person reads what `/authorize` refuses.
  if (/^\/(authorize|token|register|revoke|mcp|api\/mcp-user|api\/user\/mcp)/.test(path)) return undefined
  return type.startsWith('application/problem+json')
    ? undefined
    : `${statusCode} ${type} ${body.slice(0, 80)}`
}

for (const [name, server, next] of [
  ['the gateway', app, gatewayShot],
  ['a node', nodeServer, () => nodeShot(node.did)],
] as const)
  t.test(
    `${name} answers none of its half of ${COUNT} requests with 500 or above, and refuses in its own form`,
    async t => {
      const found = new Map<string, { shot: Shot; wrong: string; times: number }>()
      const statuses = new Map<number, number>()
      for (let sent = 0; sent < COUNT / 2; sent += AT_ONCE) {
        if (sent > 0 && sent % 10_000 === 0) t.comment(`${sent} sent, ${found.size} answered wrongly`)
        const shots = Array.from({ length: AT_ONCE }, next)
        const answers = await Promise.all(
          shots.map(shot => send(server, shot).catch(error => error as Error)),
        )
        for (const [at, answer] of answers.entries()) {
          const shot = shots[at] as Shot
          const wrong =
            answer instanceof Error
              ? `it throws ${answer.message}`
              : wrongWith(answer, shot, server === nodeServer)
          if (!(answer instanceof Error))
            statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
          if (wrong === undefined) continue
          const key = `${shot.method} ${shot.url.split('?')[0]?.slice(0, 30)} ${wrong.slice(0, 60)}`
          if (!found.has(key)) process.stderr.write(`${JSON.stringify({ sent, wrong, shot })}\n`)
          found.set(key, { shot, wrong, times: (found.get(key)?.times ?? 0) + 1 })
        }
      }
      t.comment(JSON.stringify(Object.fromEntries([...statuses].sort(([a], [b]) => a - b))))
      t.same([...found.values()].slice(0, 20), [])
    },
  )

/** Sends one request line as it is, and returns the answer. */
function raw(origin: string, line: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const { hostname, port } = new URL(origin)
  const lines = Object.entries({ host: 'a', connection: 'close', ...headers }).map(pair => pair.join(': '))
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write([`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n')),
    )
    let answer = ''
    socket.setEncoding('utf8').on('data', chunk => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

/** Request targets that a client library would mend before it sends them. */
const TARGETS = [
  ...[
    '*',
    '//',
    '///',
    '//[',
    '/\\',
    '/\\/a',
    '/..',
    '/../../etc/passwd',
    '/a/../..',
    '/%',
    '/%00',
    '/a?b=%00',
  ],
  ...[
    '/%ED%A0%80',
    '/%F0%9F%98%80',
    '/\ud83d\ude00',
    '/?a=%ff',
    'http://[/',
    'http://a/b',
    `/${'a'.repeat(5000)}`,
  ],
  ...[
    '/constructor',
    '/__proto__',
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e',
  ],
  ...['/docs/static/../../../../package.json', '/docs/static/..%2f..%2f..%2fpackage.json'],
  ...[
    '/docs/static/%2e%2e/%2e%2e/package.json',
    '/docs/static/..\\..\\package.json',
    '/docs/static/%5c..%5c',
  ],
  ...['/docs/static/', '/docs/static', '/docs/static/nothing', '/docs/../api/profile'],
  ...['did:a:b', 'did:key:zzz', '%F0%9F%98%80', '%22', '%0d%0ax:%20y', 'constructor'].flatMap(id => [
    ...[`/api/questionnaire/${id}/responses`, `/api/questionnaire/${id}`, `/api/attachment/${id}/${id}`],
    ...[`/fhir/Questionnaire/${id}`, `/fhir/${id}`, `/fhir/QuestionnaireResponse/${id}/_history/${id}`],
    ...[`/v1/collections/${id}`, `/v1/users/data/${id}/${id}`, `/v1/queries/run/${id}`],
  ]),
]

t.test('a request target that no client would send is refused in the form of its server', async t => {
  let sent = 0
  for (const [server, isNode] of [
    [app, false],
    [nodeServer, true],
  ] as const) {
    await server.ready()
    const listener = new Listener(server, { requestTimeout: 30_000, headersTimeout: 30_000 })
    const origin = await listener.listen('127.0.0.1', 0)
    t.teardown(() => listener.close({ grace: 100 }))
    const token = isNode ? nuc(node.did, commands.users.read) : undefined
    for (const target of TARGETS)
      for (const method of ['GET', 'DELETE', 'QUERY', 'OPTIONS']) {
        const line = `${method} ${target}`
        const answer = await raw(origin, line, token ? { authorization: `Bearer ${token}` } : {})
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])
        const type = /^content-type: (.+)$/im.exec(head)?.[1] ?? ''
        sent++
        t.ok(status >= 200 && status < 500, `${line}: ${head.slice(0, 20)}`)
        t.notMatch(answer, /"name": ?"andiron"|root:|\nx: y/i, line)
        if (status < 400) continue
        if (isNode) t.match(type, /^(text\/plain|application\/(problem\+)?json)/, line)
        else if (/^\/fhir(\/|$)/.test(target)) t.match(body, 'OperationOutcome', line)
        else t.match(type, /^application\/problem\+json/, line)
      }
  }
  t.comment(`${sent} sent`)
})
