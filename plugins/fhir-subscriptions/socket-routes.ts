/** WebSockets of subscriptions, and the operation that issues their tokens. */
import type { Duplex } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { WebSocket, WebSocketServer } from 'ws'
import {
  type App,
  type Caller,
  InsufficientScope,
  InvalidRequest,
  PackageMissing,
  requirePackage,
  Unauthorized,
  upgradeOf,
  urlOfPackage,
} from '../../core/index.ts'
import { demandChannel, demandReadable, ownSubscription } from './access.ts'
import { resourceAnswer, sendFhir } from './answers.ts'
import { NotAStream, NotAWebSocket, TooManyUnbound, UnknownSubscription } from './errors.ts'
import { CHANNEL, endSocket, SOCKETS, serveSocket } from './socket.ts'
import { streamOf } from './stream.ts'
import { MINUTE, type StreamParts } from './stream-routes.ts'
import { createStreamToken, takeStreamToken } from './stream-tokens.ts'
import { one } from './write-routes.ts'

const PATH = '/api/subscription/websocket'
/** Bytes of a message of a client, which is its token. */
const MESSAGE = 1024
/** Subscriptions of one connection. */
const MOST = 10
/** Connections of all clients that have not sent their token. */
const UNBOUND = 1000

export function serveSockets(app: App, parts: StreamParts): void {
  serveBindingTokens(app)
  serveConnections(app, parts)
}

function serveBindingTokens(app: App): void {
  const { gateway } = app
  const description =
    'Parameters with the `token`, which binds one connection within a minute, its `expiration`, each `subscription`, ' +
    'and the `websocket-url`.'
  const answers = {
    ...{ description, security: [{ application: [] }] },
    response: { 200: resourceAnswer('Parameters.') },
  }
  const ofOne = { ...answers, summary: 'Create a token for a WebSocket of a subscription', params: one }
  const ofSeveral = { ...answers, summary: 'Create a token for a WebSocket of several subscriptions' }
  const config = {
    errors: [UnknownSubscription, InsufficientScope, NotAStream, PackageMissing],
    rateLimited: true,
  }

  app.get(
    '/fhir/Subscription/:id/$get-ws-binding-token',
    { schema: { operationId: 'fhirBindingToken', ...ofOne }, config },
    (request, reply) => issue(request, reply, [request.params.id]),
  )
  app.post(
    '/fhir/Subscription/:id/$get-ws-binding-token',
    {
      schema: {
        operationId: 'fhirBindingTokenAsParameters',
        ...ofOne,
        // Parameters of one subscription have no meaning.
        body: { anyOf: [{ $ref: 'FhirResource#' }, { type: 'null' }] },
      },
      config,
    },
    (request, reply) => issue(request, reply, [request.params.id]),
  )
  app.get(
    '/fhir/Subscription/$get-ws-binding-token',
    {
      schema: {
        operationId: 'fhirBindingTokenOfSeveral',
        ...ofSeveral,
        querystring: {
          type: 'object',
          required: ['id'],
          properties: {
            id: {
              type: 'array',
              items: { type: 'string', maxLength: 64 },
              ...{ minItems: 1, maxItems: MOST },
              description: 'The id of a subscription; repeat it for several.',
            },
          },
        },
      },
      config,
    },
    (request, reply) => issue(request, reply, request.query.id),
  )
  app.post(
    '/fhir/Subscription/$get-ws-binding-token',
    {
      schema: {
        operationId: 'fhirBindingTokenOfSeveralAsParameters',
        ...ofSeveral,
        body: {
          type: 'object',
          required: ['resourceType', 'parameter'],
          properties: {
            resourceType: { const: 'Parameters' },
            parameter: {
              type: 'array',
              ...{ minItems: 1, maxItems: MOST },
              items: {
                type: 'object',
                required: ['name', 'valueId'],
                properties: {
                  name: { const: 'id' },
                  valueId: { type: 'string', maxLength: 64, description: 'The id of a subscription.' },
                },
              },
            },
          },
        },
      },
      config,
    },
    (request, reply) =>
      issue(
        request,
        reply,
        request.body.parameter.map(({ valueId }) => valueId),
      ),
  )

  async function issue({ caller }: { caller: Caller }, reply: FastifyReply, named: readonly string[]) {
    requirePackage(SOCKETS, CHANNEL)
    const ids = [...new Set(named)]
    const all = await Promise.all(ids.map(id => ownSubscription(app, caller, id)))
    for (const { subscription } of all) demandChannel(subscription, 'websocket')
    const { token, expiration } = await createStreamToken(gateway, 'subscription-websocket', ids, caller)
    const parameters = {
      resourceType: 'Parameters',
      parameter: [
        { name: 'token', valueString: token },
        { name: 'expiration', valueDateTime: expiration },
        ...ids.map(id => ({ name: 'subscription', valueString: id })),
        { name: 'websocket-url', valueUrl: `${gateway.baseUrl.replace(/^http/, 'ws')}${PATH}` },
      ],
    }
    return sendFhir(reply, parameters, all[0]?.subscription.release ?? 'R5')
  }
}

function serveConnections(app: App, { feed, watch, open, streamMinutes }: StreamParts): void {
  const { gateway } = app
  const unbound = new Set<WebSocket>()
  let server: WebSocketServer | undefined
  if (urlOfPackage(SOCKETS) !== undefined) {
    gateway.webSockets.add(PATH)
    app.addHook('onReady', async () => {
      const { WebSocketServer } = await import('ws')
      server = new WebSocketServer({
        ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: MESSAGE },
      })
    })
  }
  // Those with a token end by their streams.
  gateway.stopping.signal.addEventListener('abort', () => {
    for (const socket of unbound) endSocket(socket, 'stop')
  })

  app.get(
    PATH,
    {
      schema: {
        operationId: 'subscriptionWebSocket',
        summary: 'Read the notifications of subscriptions by a WebSocket',
        description:
          'Send the text `bind-with-token <token>` within ten seconds. Each message after that is a notification Bundle: a handshake, ' +
          'events, and heartbeats of the period of the subscription. The reason of the close frame is `time`, `stop`, `off`, `deleted`, ' +
          'or the code of an error.',
        security: [],
        querystring: {
          type: 'object',
          properties: {
            after: {
              type: 'string',
              pattern: '^[0-9]{1,15}$',
              description:
                'The last number that was read, for a token of one subscription. Default: only new events are sent.',
            },
          },
        },
        response: { 101: { description: 'The connection is a WebSocket.', type: 'null' } },
      },
      // The span of a connection would have no end.
      config: { errors: [NotAWebSocket, TooManyUnbound], rateLimited: true, traced: false },
    },
    async (request, reply) => {
      const upgrade = upgradeOf(request.raw)
      if (upgrade === undefined || server === undefined) throw new NotAWebSocket()
      if (unbound.size >= UNBOUND || gateway.stopping.signal.aborted) throw new TooManyUnbound()
      const { after } = request.query
      const bind = (token: string) => streamsOf(token, upgrade.socket, after)
      reply.hijack()
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, socket => {
        unbound.add(socket)
        serveSocket(socket, bind, { bound: () => unbound.delete(socket) })
      })
    },
  )

  /** @throws Unauthorized, InvalidRequest, InsufficientScope, NotAStream, TooManyStreams */
  async function streamsOf(token: string, connection: Duplex, after: string | undefined) {
    const reader = await takeStreamToken(gateway, 'subscription-websocket', token)
    if (reader === undefined) throw new Unauthorized()
    const ids = reader.subscriptions
    // Each subscription has numbers of its own.
    if (after !== undefined && ids.length > 1) throw new InvalidRequest()
    for (const id of ids) await demandReadable(app, reader, id, 'websocket')
    const until = Date.now() + streamMinutes * MINUTE
    const signal = open.enter(reader.key, connection, until, ids.length)
    return ids.map(id =>
      streamOf({
        ...{ feed, watch, id, reader, heartbeats: true, until, signal },
        ...(after !== undefined && { from: Number(after) + 1 }),
      }),
    )
  }
}
