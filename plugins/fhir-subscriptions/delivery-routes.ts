/** Routes with which an application supervises its deliveries: their state, the signing secret, and replays. */
import { type App, InsufficientScope } from '../../core/index.ts'
import { SubscriptionDeliveries } from '../../schemas/subscription-deliveries.ts'
import { ref } from '../../schemas/types.ts'
import { ownSubscription, ownSubscriptions } from './access.ts'
import { UnknownSubscription } from './errors.ts'
import type { DeadLetters } from './kept-subscriptions.ts'
import { secretOf, spelledSecret } from './signatures.ts'
import { isRead, type Kept, statusOf } from './subscription.ts'
import { one } from './write-routes.ts'

const security = [{ application: [] }]
const config = { errors: [UnknownSubscription, InsufficientScope] }

export function serveDeliveries(app: App): void {
  serveState(app)
  serveSecret(app)
  serveReplay(app)
}

function serveState(app: App): void {
  app.get(
    '/api/subscription',
    {
      schema: {
        operationId: 'subscriptionDeliveries',
        summary: 'Read the deliveries of the subscriptions of the application',
        description:
          'Those that the token covers, oldest first: what is delivered, waits, fails, and was given up.',
        security,
        response: { 200: { description: 'The deliveries.', ...ref(SubscriptionDeliveries) } },
      },
    },
    async function readDeliveries({ caller }, reply) {
      const [kept, dead] = await Promise.all([
        ownSubscriptions(app, caller),
        app.subscriptions.dead(caller.key),
      ])
      reply.header('cache-control', 'no-store')
      return { subscriptions: kept.map(each => deliveriesOf(each, dead.get(each.subscription.id))) }
    },
  )
}

function serveSecret(app: App): void {
  app.get(
    '/api/subscription/:id/secret',
    {
      schema: {
        operationId: 'subscriptionSecret',
        summary: 'Read the signing secret of a subscription',
        description:
          'With it a receiver verifies the header `webhook-signature` (Standard Webhooks). Keep it on your server.',
        security,
        params: one,
        response: {
          200: {
            description: 'The secret.',
            type: 'object',
            required: ['secret'],
            properties: { secret: { type: 'string', description: '`whsec_…`' } },
          },
        },
      },
      config,
    },
    async function readSecret(request, reply) {
      const { subscription } = await ownSubscription(app, request.caller, request.params.id)
      reply.header('cache-control', 'no-store')
      return { secret: spelledSecret(secretOf(app.gateway, subscription.id)) }
    },
  )
}

function serveReplay(app: App): void {
  app.post(
    '/api/subscription/:id/replay',
    {
      schema: {
        operationId: 'replaySubscription',
        summary: 'Deliver the events of a subscription again',
        description: 'From a number on, in order, also dead letters.',
        security,
        params: one,
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['from'],
          properties: {
            from: { type: 'integer', minimum: 1, description: 'The number of the first event.' },
          },
        },
        response: { 204: { description: 'The events will be delivered.', type: 'null' } },
      },
      config: { ...config, rateLimited: true },
    },
    async function replay(request, reply) {
      const { subscription } = await ownSubscription(app, request.caller, request.params.id)
      await app.subscriptions.rewind(subscription.id, request.body.from, Date.now())
      return reply.code(204).send(null)
    },
  )
}

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString()

function deliveriesOf({ subscription, progress, numbered }: Kept, dead: DeadLetters | undefined) {
  const { error, delivered, failures, failingSince, nextAt, sentAt } = progress
  const isSent = progress.status === 'active' && failures === 0 && sentAt > 0 && !isRead(subscription)
  return {
    ...{ id: subscription.id, status: statusOf(progress), events: numbered },
    // Of a channel that clients read, the gateway waits for nothing.
    ...{ waiting: isRead(subscription) ? 0 : numbered - delivered, dead: dead?.count ?? 0 },
    ...(error !== undefined && { error }),
    ...(dead && { firstDead: dead.first }),
    ...(isSent && { lastSent: timeOf(sentAt) }),
    ...(failingSince !== undefined && { failingSince: timeOf(failingSince), nextAttempt: timeOf(nextAt) }),
  }
}
