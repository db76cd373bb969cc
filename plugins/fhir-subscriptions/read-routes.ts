/** Routes that read subscriptions, their state and their events, and the topics. */
import { type App, type Caller, InsufficientScope } from '../../core/index.ts'
import { SubscriptionDeliveries } from '../../schemas/subscription-deliveries.ts'
import { ref } from '../../schemas/types.ts'
import { missingScope, ownSubscription } from './access.ts'
import { resourceAnswer, searchset, sendFhir, wantedRelease } from './answers.ts'
import { UnknownSubscription, UnknownTopic } from './errors.ts'
import type { DeadLetters } from './kept-subscriptions.ts'
import { notificationBundle, statusBundle } from './notification.ts'
import { readableResources } from './readable.ts'
import { subscriptionResource } from './resource.ts'
import { secretOf, spelledSecret } from './signatures.ts'
import { CONTENTS, isRead, type Kept, statusOf } from './subscription.ts'
import { TOPICS, topicResource, topicUrl } from './topics.ts'
import { one } from './write-routes.ts'

/** Maximum events of one answer. */
const PAGE = 100

/** The link `self` of a search: the parameters that it used. */
const searchUrl = (
  type: string,
  used: Readonly<Record<string, string | readonly string[] | undefined>>,
): string => {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(used))
    for (const value of [values ?? []].flat()) query.append(name, value)
  return query.size > 0 ? `${type}?${query}` : type
}

interface Listed {
  readonly ids?: readonly string[] | undefined
  readonly statuses?: readonly string[] | undefined
}

/** A repeatable parameter of an operation. */
const some = (description: string, maxLength: number) =>
  ({ type: 'array', maxItems: 100, items: { type: 'string', maxLength }, description }) as const

const number = (description: string) => ({ type: 'string', pattern: '^[0-9]{1,15}$', description }) as const

export function serveReads(app: App): void {
  const { gateway, subscriptions } = app
  const security = [{ application: [] }]
  const config = { errors: [UnknownSubscription, InsufficientScope] }

  /** The subscriptions of a caller that its token covers. */
  const listed = async (caller: Caller, { ids, statuses }: Listed): Promise<readonly Kept[]> =>
    (await subscriptions.of(caller.key)).filter(
      ({ subscription, progress }) =>
        missingScope(caller, subscription) === undefined &&
        (ids?.includes(subscription.id) ?? true) &&
        (statuses?.includes(statusOf(progress)) ?? true),
    )

  app.get(
    '/fhir/Subscription/:id',
    {
      schema: {
        operationId: 'fhirReadSubscription',
        summary: 'Read a subscription',
        security,
        params: one,
        response: { 200: resourceAnswer('The subscription.') },
      },
      config,
    },
    async (request, reply) => {
      const kept = await ownSubscription(app, request.caller, request.params.id)
      const release = wantedRelease(request as never) ?? kept.subscription.release
      reply.header('etag', `W/"${kept.subscription.version}"`)
      return sendFhir(reply, subscriptionResource(kept, gateway.baseUrl, release), release)
    },
  )

  app.get(
    '/fhir/Subscription',
    {
      schema: {
        operationId: 'fhirSearchSubscription',
        summary: 'List the subscriptions of the application',
        description: 'Those that the token covers, oldest first.',
        security,
        querystring: {
          type: 'object',
          properties: {
            status: { type: 'string', maxLength: 100, description: 'One or several statuses, with commas.' },
            _id: { type: 'string', maxLength: 2000, description: 'One or several ids, with commas.' },
          },
        },
        response: { 200: resourceAnswer('A Bundle of type searchset.') },
      },
    },
    async (request, reply) => {
      const { caller, query } = request
      const release = wantedRelease(request as never) ?? 'R4'
      const kept = await listed(caller, { ids: query._id?.split(','), statuses: query.status?.split(',') })
      const resources = kept.map(each => subscriptionResource(each, gateway.baseUrl, release))
      return sendFhir(
        reply,
        searchset(
          resources,
          gateway.baseUrl,
          searchUrl('Subscription', { status: query.status, _id: query._id }),
        ),
        release,
      )
    },
  )

  app.get(
    '/fhir/Subscription/:id/$status',
    {
      schema: {
        operationId: 'fhirStatusSubscription',
        summary: 'Read the state of a subscription',
        description: 'A Bundle with a SubscriptionStatus; in R4, with Parameters in its place.',
        security,
        params: one,
        response: { 200: resourceAnswer('The state.') },
      },
      config,
    },
    async (request, reply) => {
      const kept = await ownSubscription(app, request.caller, request.params.id)
      const release = wantedRelease(request as never) ?? kept.subscription.release
      const { baseUrl } = gateway
      const url = `${baseUrl}/fhir/Subscription/${kept.subscription.id}/$status`
      return sendFhir(reply, statusBundle([kept], { url, release, baseUrl, now: new Date() }), release)
    },
  )

  app.get(
    '/fhir/Subscription/$status',
    {
      schema: {
        operationId: 'fhirStatusSubscriptions',
        summary: 'Read the states of the subscriptions of the application',
        description: 'Those that the token covers, oldest first.',
        security,
        querystring: {
          type: 'object',
          properties: {
            id: some('Ids; all by default.', 64),
            status: some('Statuses; all by default.', 20),
          },
        },
        response: { 200: resourceAnswer('A Bundle of type searchset.') },
      },
    },
    async (request, reply) => {
      const { caller, query } = request
      const release = wantedRelease(request as never) ?? 'R4'
      const { baseUrl } = gateway
      const used = { id: query.id, status: query.status }
      const url = `${baseUrl}/fhir/${searchUrl('Subscription/$status', used)}`
      const kept = await listed(caller, { ids: query.id, statuses: query.status })
      return sendFhir(reply, statusBundle(kept, { url, release, baseUrl, now: new Date() }), release)
    },
  )

  app.get(
    '/fhir/Subscription/:id/$events',
    {
      schema: {
        operationId: 'fhirEventsSubscription',
        summary: 'Read past events of a subscription',
        description: `At most ${PAGE} events, from a number on. Events are kept for some days after they were delivered.`,
        security,
        params: one,
        querystring: {
          type: 'object',
          properties: {
            eventsSinceNumber: number('The first event.'),
            eventsUntilNumber: number('The last event.'),
            content: {
              type: 'string',
              enum: [...CONTENTS],
              description: 'Default: that of the subscription.',
            },
          },
        },
        response: { 200: resourceAnswer('A Bundle like that of a notification, of type query-event.') },
      },
      config: { ...config, rateLimited: true },
    },
    async (request, reply) => {
      const { caller, params, query } = request
      const kept = await ownSubscription(app, caller, params.id)
      const { subscription } = kept
      const release = wantedRelease(request as never) ?? subscription.release
      const content = query.content ?? subscription.content
      const events = await subscriptions.events(subscription.id, {
        from: Number(query.eventsSinceNumber ?? 1),
        ...(query.eventsUntilNumber !== undefined && { until: Number(query.eventsUntilNumber) }),
        limit: PAGE,
      })
      // With the rights of this token, which may be fewer than those of the subscription.
      const reader = { ...subscription, release, scopes: caller.scopes }
      const resources = content === 'full-resource' ? await readableResources(app, reader, events) : undefined
      const [baseUrl, now] = [gateway.baseUrl, new Date()]
      const bundle = notificationBundle({
        ...{ type: 'query-event', kept, baseUrl, release, content, events, now },
        ...(resources && { resources }),
      })
      return sendFhir(reply, bundle, release)
    },
  )

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
    async ({ caller }, reply) => {
      const [kept, dead] = await Promise.all([listed(caller, {}), subscriptions.dead(caller.key)])
      reply.header('cache-control', 'no-store')
      return { subscriptions: kept.map(each => deliveriesOf(each, dead.get(each.subscription.id))) }
    },
  )

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
    async (request, reply) => {
      const { subscription } = await ownSubscription(app, request.caller, request.params.id)
      reply.header('cache-control', 'no-store')
      return { secret: spelledSecret(secretOf(gateway, subscription.id)) }
    },
  )

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
    async (request, reply) => {
      const { subscription } = await ownSubscription(app, request.caller, request.params.id)
      await subscriptions.rewind(subscription.id, request.body.from, Date.now())
      return reply.code(204).send(null)
    },
  )

  serveTopics(app)
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

function serveTopics(app: App): void {
  const { gateway } = app
  app.get(
    '/fhir/SubscriptionTopic',
    {
      schema: {
        operationId: 'fhirSearchSubscriptionTopic',
        summary: 'List the subscription topics',
        security: [],
        querystring: {
          type: 'object',
          properties: {
            url: {
              type: 'string',
              maxLength: 2000,
              description: 'One or several canonical URLs, with commas.',
            },
          },
        },
        response: { 200: resourceAnswer('A Bundle of type searchset.') },
      },
    },
    async (request, reply) => {
      const { query } = request
      const release = wantedRelease(request as never) === 'R5' ? 'R5' : 'R4B'
      const urls = query.url?.split(',')
      const topics = TOPICS.filter(({ name }) => urls?.includes(topicUrl(gateway.baseUrl, name)) ?? true).map(
        topic => topicResource(topic, gateway.baseUrl, release),
      )
      return sendFhir(
        reply,
        searchset(topics, gateway.baseUrl, searchUrl('SubscriptionTopic', { url: query.url })),
        release,
      )
    },
  )

  app.get(
    '/fhir/SubscriptionTopic/:id',
    {
      schema: {
        operationId: 'fhirReadSubscriptionTopic',
        summary: 'Read a subscription topic',
        security: [],
        params: { type: 'object', required: ['id'], properties: { id: { type: 'string', maxLength: 64 } } },
        response: { 200: resourceAnswer('The topic.') },
      },
      config: { errors: [UnknownTopic] },
    },
    async (request, reply) => {
      const topic = TOPICS.find(({ name }) => name === request.params.id)
      if (!topic) throw new UnknownTopic(request.params.id)
      const release = wantedRelease(request as never) === 'R5' ? 'R5' : 'R4B'
      return sendFhir(reply, topicResource(topic, gateway.baseUrl, release), release)
    },
  )
}
