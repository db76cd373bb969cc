/** Event streams (Server-Sent Events) of subscriptions, and the tokens with which a page opens one. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decodeUtf8, fromBase64url } from '../../core/crypto/index.ts'
import { type App, InsufficientScope, Unauthorized } from '../../core/index.ts'
import { demandChannel, demandReadable, ownSubscription } from './access.ts'
import { NotAStream, TooManyStreams, UnknownSubscription } from './errors.ts'
import type { Feed } from './feed.ts'
import type { NumberWatch } from './number-watch.ts'
import type { OpenStreams } from './open-streams.ts'
import { type StreamMessage, streamOf } from './stream.ts'
import { createStreamToken, type StreamReader, takeStreamToken } from './stream-tokens.ts'
import { one } from './write-routes.ts'

/** The parts that all ways of reading share. */
export interface StreamParts {
  readonly feed: Feed
  readonly watch: NumberWatch
  readonly open: OpenStreams
  readonly streamMinutes: number
}

export const MINUTE = 60_000

export function serveStreams(app: App, { feed, watch, open, streamMinutes }: StreamParts): void {
  const { gateway } = app

  app.post(
    '/api/subscription/:id/stream-token',
    {
      schema: {
        operationId: 'subscriptionStreamToken',
        summary: 'Create a token for an event stream',
        description:
          'For a page without a key: your server creates the token, and the page opens one stream with it. It expires after a minute.',
        security: [{ application: [] }],
        params: one,
        response: {
          200: {
            description: 'The token.',
            type: 'object',
            required: ['token', 'expiration'],
            properties: {
              token: { type: 'string', description: 'Of one use.' },
              expiration: { type: 'string', format: 'date-time', description: 'Open the stream before.' },
            },
          },
        },
      },
      config: { errors: [UnknownSubscription, InsufficientScope, NotAStream], rateLimited: true },
    },
    async (request, reply) => {
      const { subscription } = await ownSubscription(app, request.caller, request.params.id)
      demandChannel(subscription, 'event-stream')
      reply.header('cache-control', 'no-store')
      return createStreamToken(gateway, 'subscription-stream', [subscription.id], request.caller)
    },
  )

  app.get(
    '/api/subscription/:id/stream',
    {
      schema: {
        operationId: 'subscriptionStream',
        summary: 'Read the notifications of a subscription as they happen',
        description:
          'Server-Sent Events: each message is a notification Bundle, its `id` the number of its last event. A comment follows every ' +
          '15 seconds. The event `end` names the reason of the end: `time` and `stop` (open it again, with `Last-Event-ID`), `off` or `deleted`.',
        security: [{ application: [] }, {}],
        params: one,
        headers: {
          type: 'object',
          properties: {
            'last-event-id': {
              type: 'string',
              pattern: '^[0-9]{1,15}$',
              description: 'The last number that was read. Default: only new events are sent.',
            },
          },
        },
        querystring: {
          type: 'object',
          properties: {
            token: {
              type: 'string',
              maxLength: 64,
              description: 'A stream token, in place of the header Authorization.',
            },
            after: {
              type: 'string',
              pattern: '^[0-9]{1,15}$',
              description: 'In place of `Last-Event-ID`, for an `EventSource` that is opened again.',
            },
          },
        },
        response: {
          200: {
            description: 'The stream.',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
        },
      },
      config: {
        errors: [Unauthorized, UnknownSubscription, InsufficientScope, NotAStream, TooManyStreams],
        rateLimited: true,
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { token, after = request.headers['last-event-id'] } = request.query
      const reader = await readerOf(app, request, id, token)
      const now = Date.now()
      const until = Math.min(now + streamMinutes * MINUTE, expiryOf(app, request))
      const signal = open.enter(reader.key, reply.raw, until)
      const messages = streamOf({
        ...{ feed, watch, id, reader, until, signal },
        ...(after !== undefined && { from: Number(after) + 1 }),
      })
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // A connection that becomes idle while the gateway stops would hold up the stop.
        connection: 'close',
        // nginx holds answers back by default.
        'x-accel-buffering': 'no',
      })
      return reply.send(Readable.from(textsOf(messages), { objectMode: false, highWaterMark: 1 }) as never)
    },
  )
}

/**
 * The caller, by the header or by a stream token.
 * @throws Unauthorized, UnknownSubscription, InsufficientScope, NotAStream
 */
async function readerOf(
  app: FastifyInstance,
  request: FastifyRequest,
  id: string,
  token: string | undefined,
): Promise<StreamReader> {
  const { caller } = request
  if (caller) {
    const { subscription } = await ownSubscription(app, caller, id)
    demandChannel(subscription, 'event-stream')
    return caller
  }
  const ticket =
    token === undefined ? undefined : await takeStreamToken(app.gateway, 'subscription-stream', token)
  if (!ticket?.subscriptions.includes(id)) throw new Unauthorized()
  await demandReadable(app, ticket, id, 'event-stream')
  return ticket
}

/** The time at which the token of a request expires. Its signature was verified before. */
function expiryOf(app: FastifyInstance, request: FastifyRequest): number {
  try {
    const [, claims = ''] = app.bearerTokens.of(request)?.split('.') ?? []
    const { exp } = JSON.parse(decodeUtf8(fromBase64url(claims))) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY
  } catch {
    // A stream token, or an opaque one: the limit of the deployment holds.
    return Number.POSITIVE_INFINITY
  }
}

/** WHATWG HTML, "Server-sent events". JSON has no line break. */
async function* textsOf(messages: AsyncIterable<StreamMessage>): AsyncGenerator<string, void> {
  for await (const message of messages)
    if (message === 'heartbeat') yield ': heartbeat\n\n'
    else if ('end' in message) yield `event: end\ndata: ${JSON.stringify({ reason: message.end })}\n\n`
    else yield `id: ${message.number}\ndata: ${message.text}\n\n`
}
