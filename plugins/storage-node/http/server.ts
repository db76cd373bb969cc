/** The HTTP server of a storage node: the nilDB protocol, on an origin of its own. */
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { keyIdOf } from '../../../core/crypto/index.ts'
import { type App, addressOf, type Config, createBudget, type Peers } from '../../../core/index.ts'
import {
  type Created,
  MOVE_STEPS,
  NodeAccessError,
  type Pagination,
  refuseUnreadableUrls,
  type Sort,
  type StorageNode,
  schemaController,
  serializers,
  speakJson,
  standardOutput,
  traceRequests,
  trustProxyOption,
} from '../../../core/node.ts'
import { answerFaults, answerFrameworkFault } from './faults.ts'
import * as wire from './wire.ts'

export interface NodeServerOptions {
  /** Maximum bytes of a request body. @default 16 MiB */
  readonly bodyLimit?: number
  /** Maximum requests per minute from one address, and with one key. @default 1,000 */
  readonly requestsPerMinute?: number
  /** The trusted proxies for `X-Forwarded-For`. @default none */
  readonly trustProxy?: Config['trustProxy']
  /** The callers whose traces are continued. @default none */
  readonly trustTraceparent?: Config['telemetry']['trustTraceparent']
  /** Time-out in milliseconds for a request to arrive. @default 30,000 */
  readonly requestTimeout?: number
  /** @default silent */
  readonly logLevel?: string
  /** Other workers with this node, which count requests together. @default none */
  readonly peers?: Peers
}

/** No coercion, no defaults, no removal of fields. */
const AS_IT_IS = {
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  addUsedSchema: false,
} as const

/** Builds the server; the caller listens with it and closes it. Closing it does not close the node. */
export async function createNodeServer(
  node: StorageNode,
  options: NodeServerOptions = {},
): Promise<FastifyInstance> {
  const { bodyLimit = 16 * 1024 * 1024, requestsPerMinute = 1_000, requestTimeout = 30_000, peers } = options
  const app = Fastify({
    logger: { level: options.logLevel ?? 'silent', serializers, stream: standardOutput },
    bodyLimit,
    requestTimeout,
    trustProxy: trustProxyOption(options.trustProxy ?? false),
    genReqId: () => crypto.randomUUID(),
    exposeHeadRoutes: false,
    frameworkErrors: answerFrameworkFault,
    schemaController: schemaController(AS_IT_IS, AS_IT_IS, () => true),
  })
  traceRequests(app, options.trustTraceparent ?? false)
  speakJson(app)
  answerFaults(app)
  refuseUnreadableUrls(app)
  // Any page may call a node: only the token counts, which no browser attaches by itself.
  await app.register(cors, {
    origin: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    maxAge: 86_400,
    strictPreflight: false,
  })
  await app.register(rateLimit, {
    ...{ max: requestsPerMinute, timeWindow: 60_000 },
    store: sharedCounts(node, peers),
    keyGenerator: ({ ip }: FastifyRequest) => addressOf(ip),
  })
  system(app, node)
  await app.register(async scope => {
    // Before the body is read: a request without a token is refused anyway.
    scope.addHook('onRequest', async request => void tokenOf(request))
    limitKeys(scope, { node, limit: requestsPerMinute, peers })
    refuseStrangersToSomeNodes(scope, node)
    builders(scope as unknown as App, node)
    collections(scope as unknown as App, node)
    documents(scope as unknown as App, node)
    queries(scope as unknown as App, node)
    users(scope as unknown as App, node)
    moves(scope, node)
  })
  return app
}

function system(app: FastifyInstance, node: StorageNode): void {
  const config = { traced: false }
  app.get('/about', { config }, () => node.about())
  app.get('/health', { config }, async (_request, reply) => {
    await node.health()
    return reply.type('text/plain').send('OK')
  })
}

function builders(app: App, node: StorageNode): void {
  app.post('/v1/builders/register', { schema: { body: wire.RegisterBuilder } }, async (request, reply) => {
    await node.registerBuilder(tokenOf(request), request.body)
    return empty(reply, 201)
  })
  app.post('/v1/builders/succession', { schema: { body: wire.SucceedBuilder } }, async (request, reply) => {
    await node.succeedBuilder(tokenOf(request), request.body)
    return empty(reply, 201)
  })
  app.get('/v1/builders/me', async request => ({ data: await node.readBuilder(tokenOf(request)) }))
  app.post('/v1/builders/me', { schema: { body: wire.UpdateBuilder } }, async (request, reply) => {
    await node.updateBuilder(tokenOf(request), request.body)
    return empty(reply)
  })
  app.delete('/v1/builders/me', async (request, reply) => {
    await node.deleteBuilder(tokenOf(request))
    return empty(reply)
  })
}

function collections(app: App, node: StorageNode): void {
  app.get('/v1/collections', { schema: { querystring: wire.PageQuery } }, request =>
    node.listCollections(tokenOf(request), paginationOf(request.query)),
  )
  app.post('/v1/collections', { schema: { body: wire.CreateCollection } }, async (request, reply) => {
    await node.createCollection(tokenOf(request), request.body)
    return empty(reply, 201)
  })
  app.put('/v1/collections', { schema: { body: wire.CreateCollection } }, async (request, reply) => {
    await node.updateCollection(tokenOf(request), request.body)
    return empty(reply)
  })
  const { digests } = node
  if (digests)
    app.get('/v1/collections/digests', async request => ({ data: await digests(tokenOf(request)) }))
  app.get('/v1/collections/:id', { schema: { params: wire.ById } }, async request => ({
    data: await node.readCollection(tokenOf(request), request.params.id),
  }))
  app.delete('/v1/collections/:id', { schema: { params: wire.ById } }, async (request, reply) => {
    await node.deleteCollection(tokenOf(request), request.params.id)
    return empty(reply)
  })
  app.post(
    '/v1/collections/:id/indexes',
    { schema: { params: wire.ById, body: wire.CreateIndex } },
    async (request, reply) => {
      await node.createIndex(tokenOf(request), request.params.id, request.body)
      return empty(reply, 201)
    },
  )
  app.delete(
    '/v1/collections/:id/indexes/:name',
    { schema: { params: wire.ByIndex } },
    async (request, reply) => {
      await node.dropIndex(tokenOf(request), request.params.id, request.params.name)
      return empty(reply)
    },
  )
}

function documents(app: App, node: StorageNode): void {
  app.post('/v1/data/standard', { schema: { body: wire.CreateStandard } }, async (request, reply) =>
    created(reply, await node.createStandard(tokenOf(request), request.body)),
  )
  app.post('/v1/data/owned', { schema: { body: wire.CreateOwned } }, async (request, reply) =>
    created(reply, await node.createOwned(tokenOf(request), request.body)),
  )
  app.post('/v1/data/owned/all', { schema: { body: wire.CreateAllOwned } }, async (request, reply) => {
    const data = await node.createAllOwned(tokenOf(request), request.body)
    return reply.code(data.every(({ errors }) => errors.length === 0) ? 201 : 207).send({ data })
  })
  app.post('/v1/data/find', { schema: { body: wire.FindData } }, request =>
    node.find(tokenOf(request), request.body),
  )
  app.post('/v1/data/update', { schema: { body: wire.UpdateData } }, async request => ({
    data: await node.update(tokenOf(request), request.body),
  }))
  app.post('/v1/data/delete', { schema: { body: wire.DeleteData } }, async request => ({
    data: await node.delete(tokenOf(request), request.body),
  }))
  app.post('/v1/data/withdraw', { schema: { body: wire.Withdraw } }, async request => ({
    data: { withdrawn: await node.withdraw(tokenOf(request), request.body) },
  }))
  app.post('/v1/data/withdraw/all', { schema: { body: wire.WithdrawAll } }, async (request, reply) => {
    await node.withdrawAll(tokenOf(request), request.body)
    return empty(reply)
  })
  app.post('/v1/data/tally', { schema: { body: wire.AggregateData } }, async request => ({
    data: await node.aggregate(tokenOf(request), request.body),
  }))
  app.delete('/v1/data/:id/flush', { schema: { params: wire.ById } }, async (request, reply) => {
    await node.flush(tokenOf(request), request.params.id)
    return empty(reply)
  })
  app.get(
    '/v1/data/:id/tail',
    { schema: { params: wire.ById, querystring: wire.PageQuery } },
    async request => {
      const { limit } = paginationOf(request.query)
      return { data: await node.tail(tokenOf(request), request.params.id, limit) }
    },
  )
}

function queries(app: App, node: StorageNode): void {
  app.get('/v1/queries', { schema: { querystring: wire.PageQuery } }, request =>
    node.listQueries(tokenOf(request), paginationOf(request.query)),
  )
  app.post('/v1/queries', { schema: { body: wire.CreateQuery } }, async (request, reply) => {
    await node.createQuery(tokenOf(request), request.body)
    return empty(reply, 201)
  })
  app.get('/v1/queries/:id', { schema: { params: wire.ById } }, async request => ({
    data: await node.readQuery(tokenOf(request), request.params.id),
  }))
  app.delete('/v1/queries/:id', { schema: { params: wire.ById } }, async (request, reply) => {
    await node.deleteQuery(tokenOf(request), request.params.id)
    return empty(reply)
  })
  app.post('/v1/queries/run', { schema: { body: wire.RunStoredQuery } }, async request => ({
    data: await node.runQuery(tokenOf(request), request.body),
  }))
  app.get('/v1/queries/run/:id', { schema: { params: wire.ById, querystring: wire.PageQuery } }, request =>
    node.readRun(tokenOf(request), request.params.id, paginationOf(request.query)),
  )
}

function users(app: App, node: StorageNode): void {
  app.get('/v1/users/me', async request => ({ data: await node.readProfile(tokenOf(request)) }))
  app.get('/v1/users/data', { schema: { querystring: wire.PageQuery } }, request =>
    node.listOwn(tokenOf(request), paginationOf(request.query)),
  )
  app.post('/v1/users/data', { schema: { body: wire.UpdateOwn } }, async (request, reply) => {
    await node.updateOwn(tokenOf(request), request.body)
    return empty(reply)
  })
  app.get('/v1/users/data/:collection/:document', { schema: { params: wire.ByAddress } }, async request => ({
    data: await node.readOwn(tokenOf(request), request.params),
  }))
  app.delete(
    '/v1/users/data/:collection/:document',
    { schema: { params: wire.ByAddress } },
    async (request, reply) => {
      await node.deleteOwn(tokenOf(request), request.params)
      return empty(reply)
    },
  )
  const { readAllOwn } = node
  if (readAllOwn)
    app.post(READ_ALL, { schema: { body: wire.ReadAllOwn } }, async request => ({
      data: await readAllOwn(tokenOf(request), request.body.documents),
    }))
  app.post('/v1/users/data/acl/grant', { schema: { body: wire.GrantAccess } }, async (request, reply) => {
    await node.grant(tokenOf(request), request.body)
    return empty(reply)
  })
  app.post('/v1/users/data/acl/revoke', { schema: { body: wire.RevokeAccess } }, async (request, reply) => {
    await node.revoke(tokenOf(request), request.body)
    return empty(reply)
  })
}

function moves(app: FastifyInstance, { moves }: StorageNode): void {
  if (moves === undefined) return
  for (const step of MOVE_STEPS)
    app.post(`/v1/moves/${step}`, { schema: { body: wire.moves[step] } }, async request => ({
      data: await (moves[step] as (token: string, body: unknown) => Promise<object>)(
        tokenOf(request),
        request.body,
      ),
    }))
}

/** The routes that change documents of people, each with the clients' own list of nodes. */
const OF_PEOPLE = /^\/v1\/(?:data\/owned|users\/)/

/** The route beside them that changes nothing. */
const READ_ALL = '/v1/users/data/read'

/** Refuses a change by a client that does not know every node of the service. */
function refuseStrangersToSomeNodes(scope: FastifyInstance, node: StorageNode): void {
  scope.addHook('onRequest', async ({ method, routeOptions: { url = '' }, query }) => {
    if (method === 'GET' || url === READ_ALL || !OF_PEOPLE.test(url)) return
    const { nodes } = query as { readonly nodes?: unknown }
    await node.assertKnowsAll?.(nodes === undefined ? undefined : Number(nodes))
  })
}

function tokenOf({ headers: { authorization = '' } }: Pick<FastifyRequest, 'headers'>): string {
  const [, token] = /^Bearer ([\w.\-/]+)$/i.exec(authorization) ?? []
  if (token === undefined) throw new NodeAccessError(401)
  return token
}

/** Maximum callers with counted requests. */
const CALLERS = 100_000

/** Counts the requests of each address for the rate limit, together with other workers. */
function sharedCounts({ did }: StorageNode, peers: Peers | undefined) {
  const limit = Number.MAX_SAFE_INTEGER
  const budget = createBudget({ name: 'address', of: did, limit, callers: CALLERS, peers })
  return class {
    incr(address: string, done: (error: null, count: { current: number; ttl: number }) => void): void {
      const { left, resetsIn } = budget.spend(address, 1)
      done(null, { current: limit - left, ttl: resetsIn * 1000 })
    }
    child() {
      return this
    }
  }
}

/** Limits the requests of one key, from any number of addresses. */
function limitKeys(
  scope: FastifyInstance,
  {
    node,
    limit,
    peers,
  }: { readonly node: StorageNode; readonly limit: number; readonly peers: Peers | undefined },
): void {
  const budget = createBudget({ name: 'key', of: node.did, limit, callers: CALLERS, peers })
  scope.addHook('onRequest', async request => {
    const key = invokerIn(tokenOf(request))
    if (key !== undefined && budget.spend(key, 0).left === 0) budget.spend(key, 1)
  })
  scope.addHook('onResponse', async (request, { statusCode }) => {
    // An unverified token is not charged to its alleged key: otherwise anyone could lock out another key.
    const isVerified = statusCode < 400 || statusCode === 403 || statusCode === 404
    const key = isVerified ? invokerIn(tokenOf(request)) : undefined
    if (key !== undefined && budget.spend(key, 0).left > 0) budget.spend(key, 1)
  })
}

/** The key that a token names as its invoker's, unverified. */
function invokerIn(envelope: string): string | undefined {
  const [, payload = ''] = (envelope.split('/', 1)[0] ?? '').split('.')
  try {
    const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss?: unknown }
    return typeof iss === 'string' && iss.length < 200 ? keyIdOf(iss) : undefined
  } catch {
    return undefined
  }
}

function paginationOf(query: Readonly<Record<string, string>>): Pagination {
  const { limit, offset } = query
  const sort = Object.entries(query).flatMap(([key, value]) => {
    const [, field] = /^sort\[(.+)\]$/.exec(key) ?? []
    return field === undefined ? [] : [[field, value === '-1' ? -1 : 1] as const]
  })
  return {
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(offset !== undefined && { offset: Number(offset) }),
    ...(sort.length > 0 && { sort: Object.fromEntries(sort) as Sort }),
  }
}

/** The protocol's clients read an empty success as text. */
function empty(reply: Pick<FastifyReply, 'code'>, status = 200): FastifyReply {
  return reply.code(status).type('text/plain').send('')
}

/** The status for documents created completely, in part, or not at all. */
function created(reply: Pick<FastifyReply, 'code'>, data: Created): FastifyReply {
  const status = data.created.length === 0 ? 400 : data.errors.length === 0 ? 201 : 207
  return reply.code(status).send({ data })
}
