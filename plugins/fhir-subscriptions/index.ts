/** FHIR subscriptions: applications are notified when somebody answers their forms. */
import type { FastifyInstance } from 'fastify'
import { definePlugin, type Job, type OutboxEvent, type OutboxQueue } from '../../core/index.ts'
import { SubscriptionDeliveries } from '../../schemas/subscription-deliveries.ts'
import { serveDeliveries } from './delivery-routes.ts'
import { Dispatch, type DispatchOptions } from './dispatch.ts'
import { type EventBody, eventsOf, eventsOfFact, isReadable } from './events.ts'
import { Feed } from './feed.ts'
import type { KeptSubscriptions } from './kept-subscriptions.ts'
import { MemorySubscriptions } from './memory-subscriptions.ts'
import { NumberWatch } from './number-watch.ts'
import { OpenStreams } from './open-streams.ts'
import { serveReads } from './read-routes.ts'
import { BACKPORT, PROFILE } from './requested.ts'
import { serveSockets } from './socket-routes.ts'
import { sqlSubscriptions } from './sql-subscriptions.ts'
import { serveStreams } from './stream-routes.ts'
import { serveTopics } from './topic-routes.ts'
import { TOPICS, topicUrl } from './topics.ts'
import { serveWrites } from './write-routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    subscriptions: KeptSubscriptions & { readonly queue: OutboxQueue }
  }
}

const DAY = 86_400_000

export default definePlugin({
  name: 'fhir-subscriptions',
  version: '1.0.0',
  // A deployment decides to send requests to servers that its applications name.
  optIn: true,
  dependencies: ['applications', 'fhir-questionnaire', 'fhir-rest'],
  migrations: new URL('plugins/fhir-subscriptions/migrations/', import.meta.resolve('#root/package.json')),
  config: {
    type: 'object',
    additionalProperties: false,
    required: [
      'perApplication',
      'keepDays',
      'retryDays',
      'errorAfter',
      'atOnce',
      'streams',
      'streamMinutes',
      'publicOnly',
    ],
    properties: {
      perApplication: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        default: 20,
        description: 'Maximum subscriptions per application.',
      },
      keepDays: {
        type: 'integer',
        minimum: 2,
        default: 30,
        description: 'Days for which events are kept after their delivery, for `$events` and for a replay.',
      },
      retryDays: {
        type: 'number',
        exclusiveMinimum: 0,
        default: 3,
        description: 'Days for which a notification is repeated; then its events become dead letters.',
      },
      errorAfter: {
        type: 'integer',
        minimum: 1,
        default: 5,
        description: 'Failures in a row after which the status of a subscription is `error`.',
      },
      atOnce: {
        type: 'integer',
        minimum: 1,
        maximum: 200,
        default: 20,
        description: 'Subscriptions that are notified concurrently.',
      },
      streams: {
        type: 'integer',
        minimum: 0,
        maximum: 10_000,
        default: 100,
        description:
          'Maximum event streams and WebSocket subscriptions per application that this gateway serves concurrently.',
      },
      streamMinutes: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 1440,
        default: 15,
        description:
          'Minutes after which an event stream or a WebSocket ends, a stream at the latest when its token expires. The client reads on with a new token.',
      },
      publicOnly: {
        type: 'boolean',
        default: true,
        description:
          'Notify receivers at public addresses only, by https. Turn it off for receivers in a network of your own: applications ' +
          'can then make the gateway send requests to any server that it reaches.',
      },
    },
  },
  fhir: {
    listedTypes: [
      {
        type: 'Subscription',
        description:
          'Subscriptions of the application: of R5, or of R4 and R4B with the extensions of the backport. Channels: rest-hook, websocket, event-stream.',
        interactions: ['create', 'read', 'update', 'delete', 'search-type'],
        search: [{ name: 'status', type: 'token', description: 'The status.' }],
        elements: (release, baseUrl) =>
          release === 'R5'
            ? {}
            : {
                extension: TOPICS.map(({ name }) => ({
                  url: `${BACKPORT}/StructureDefinition/capabilitystatement-subscriptiontopic-canonical`,
                  valueCanonical: topicUrl(baseUrl, name),
                })),
                supportedProfile: [PROFILE],
              },
      },
      {
        type: 'SubscriptionTopic',
        description: 'The topics of subscriptions.',
        interactions: ['read', 'search-type'],
        search: [{ name: 'url', type: 'uri', description: 'The canonical URL.' }],
        releases: ['R4B', 'R5'],
      },
    ],
    listed: ['status', 'events', 'get-ws-binding-token'].flatMap(name => [
      {
        ...{ name, type: 'Subscription', releases: ['R5'] },
        definition: `http://hl7.org/fhir/OperationDefinition/Subscription-${name}`,
      },
      {
        ...{ name, type: 'Subscription', releases: ['R4', 'R4B'] },
        definition: `${BACKPORT}/OperationDefinition/backport-subscription-${name}`,
      },
    ]),
  },
  schemas: [SubscriptionDeliveries],
  tag: { name: 'Subscriptions', description: 'Notifications of applications (FHIR Subscriptions).' },

  jobs: {
    notify: {
      description: 'Distributes events to subscriptions and delivers them.',
      times: { every: 1_000, lease: 10_000, pause: 1_000, longestPause: 15_000 },
      run: (job, { app, options }) => notify(job, app, options),
    },
    sweep: {
      description: 'Removes events that were delivered long ago.',
      times: { every: 3_600_000 },
      run: async (_job, { app, options }) => app.subscriptions.sweep(Date.now() - options.keepDays * DAY),
    },
  },

  setup(app, _options, { database }) {
    const kept = database ? sqlSubscriptions(database) : new MemorySubscriptions()
    const queue = app.gateway.outbox.open(
      'fhir-subscriptions',
      async (drafts, { caller, now }) => {
        const events = await awaited(
          (await Promise.all(drafts.map(draft => eventsOf(app, draft, now.getTime())))).flat(),
        )
        const permitted = await Promise.all(
          events.map(({ body }) => isReadable(app, body as unknown as EventBody, caller.key)),
        )
        return events.filter((_, at) => permitted[at])
      },
      async fact => awaited(await eventsOfFact(app, fact)),
    )
    /** The events of which a subscription may want one. */
    async function awaited(events: readonly OutboxEvent[]): Promise<readonly OutboxEvent[]> {
      const owners = [...new Set(events.map(({ body }) => String(body['owner'])))]
      return events.length > 0 && (await kept.isAwaited(owners)) ? events : []
    }
    app.decorate('subscriptions', Object.assign(kept, { queue }))
  },

  routes(app, options) {
    serveWrites(app, options)
    serveReads(app)
    serveDeliveries(app)
    serveTopics(app)
    const { gateway, subscriptions } = app
    const streams = {
      feed: new Feed(app),
      watch: new NumberWatch(subscriptions),
      open: new OpenStreams(options.streams, gateway.stopping.signal),
      streamMinutes: options.streamMinutes,
    }
    serveStreams(app, streams)
    serveSockets(app, streams)
  },
})

function notify(job: Job, app: FastifyInstance, options: DispatchOptions): Promise<void> {
  const { subscriptions } = app
  return new Dispatch({ app, kept: subscriptions, queue: subscriptions.queue, options }).run(job)
}
