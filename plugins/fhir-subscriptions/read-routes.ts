/** Routes that read subscriptions, their state and their events. */
import { type App, InsufficientScope } from '../../core/index.ts'
import { ownSubscription, ownSubscriptions } from './access.ts'
import { resourceAnswer, searchset, searchUrl, sendFhir, wantedRelease } from './answers.ts'
import { UnknownSubscription } from './errors.ts'
import { notificationBundle, statusBundle } from './notification.ts'
import { readableResources } from './readable.ts'
import { subscriptionResource } from './resource.ts'
import { CONTENTS, type Kept, statusOf } from './subscription.ts'
import { one } from './write-routes.ts'

/** Maximum events of one answer. */
const PAGE = 100

/** A repeatable parameter of an operation. */
const some = (description: string, maxLength: number) =>
  ({ type: 'array', maxItems: 100, items: { type: 'string', maxLength }, description }) as const

const number = (description: string) => ({ type: 'string', pattern: '^[0-9]{1,15}$', description }) as const

const security = [{ application: [] }]
const config = { errors: [UnknownSubscription, InsufficientScope] }

export function serveReads(app: App): void {
  serveReading(app)
  serveSearch(app)
  serveStatus(app)
  serveStatuses(app)
  serveEvents(app)
}

function serveReading(app: App): void {
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
    async function readSubscription(request, reply) {
      const kept = await ownSubscription(app, request.caller, request.params.id)
      const release = wantedRelease(request) ?? kept.subscription.release
      reply.header('etag', `W/"${kept.subscription.version}"`)
      return sendFhir(reply, subscriptionResource(kept, app.gateway.baseUrl, release), release)
    },
  )
}

function serveSearch(app: App): void {
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
    async function searchSubscriptions(request, reply) {
      const { caller, query } = request
      const release = wantedRelease(request) ?? 'R4'
      const kept = selected(
        await ownSubscriptions(app, caller),
        query._id?.split(','),
        query.status?.split(','),
      )
      const resources = kept.map(each => subscriptionResource(each, app.gateway.baseUrl, release))
      return sendFhir(
        reply,
        searchset(
          resources,
          app.gateway.baseUrl,
          searchUrl('Subscription', { status: query.status, _id: query._id }),
        ),
        release,
      )
    },
  )
}

function serveStatus(app: App): void {
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
    async function readStatus(request, reply) {
      const kept = await ownSubscription(app, request.caller, request.params.id)
      const release = wantedRelease(request) ?? kept.subscription.release
      const { baseUrl } = app.gateway
      const url = `${baseUrl}/fhir/Subscription/${kept.subscription.id}/$status`
      return sendFhir(reply, statusBundle([kept], { url, release, baseUrl, now: new Date() }), release)
    },
  )
}

function serveStatuses(app: App): void {
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
    async function readStatuses(request, reply) {
      const { caller, query } = request
      const release = wantedRelease(request) ?? 'R4'
      const { baseUrl } = app.gateway
      const used = { id: query.id, status: query.status }
      const url = `${baseUrl}/fhir/${searchUrl('Subscription/$status', used)}`
      const kept = selected(await ownSubscriptions(app, caller), query.id, query.status)
      return sendFhir(reply, statusBundle(kept, { url, release, baseUrl, now: new Date() }), release)
    },
  )
}

function serveEvents(app: App): void {
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
    async function readEvents(request, reply) {
      const { caller, params, query } = request
      const kept = await ownSubscription(app, caller, params.id)
      const { subscription } = kept
      const release = wantedRelease(request) ?? subscription.release
      const content = query.content ?? subscription.content
      const events = await app.subscriptions.events(subscription.id, {
        from: Number(query.eventsSinceNumber ?? 1),
        ...(query.eventsUntilNumber !== undefined && { until: Number(query.eventsUntilNumber) }),
        limit: PAGE,
      })
      // With the rights of this token, which may be fewer than those of the subscription.
      const reader = { ...subscription, release, scopes: caller.scopes }
      const resources = content === 'full-resource' ? await readableResources(app, reader, events) : undefined
      const [baseUrl, now] = [app.gateway.baseUrl, new Date()]
      const bundle = notificationBundle({
        ...{ type: 'query-event', kept, baseUrl, release, content, events, now },
        ...(resources && { resources }),
      })
      return sendFhir(reply, bundle, release)
    },
  )
}

/** Of all ids or statuses, if none are named. */
const selected = (
  kept: readonly Kept[],
  ids: readonly string[] | undefined,
  statuses: readonly string[] | undefined,
): readonly Kept[] =>
  kept.filter(
    ({ subscription, progress }) =>
      (ids?.includes(subscription.id) ?? true) && (statuses?.includes(statusOf(progress)) ?? true),
  )
