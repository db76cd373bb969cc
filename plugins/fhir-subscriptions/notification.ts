/** The Bundles of notifications, of `$status` and of `$events`, in the version of the subscription. */
import type { FhirRelease, FhirResource } from '../../core/index.ts'
import type { EventBody } from './events.ts'
import { type Content, type Kept, type NumberedEvent, statusOf } from './subscription.ts'
import { TOPICS, topicUrl } from './topics.ts'

export type NotificationType =
  | 'handshake'
  | 'heartbeat'
  | 'event-notification'
  | 'query-status'
  | 'query-event'

export interface Notification {
  readonly type: NotificationType
  readonly kept: Kept
  readonly baseUrl: string
  readonly release: FhirRelease
  readonly content: Content
  readonly events?: readonly NumberedEvent[]
  /** The resources of events that the caller may read, by id. */
  readonly resources?: ReadonlyMap<string, FhirResource>
  readonly now: Date
}

/** The Bundle of `$status`. */
export function statusBundle(
  all: readonly Kept[],
  {
    url,
    release,
    baseUrl,
    now,
  }: Pick<Notification, 'release' | 'baseUrl' | 'now'> & { readonly url: string },
): FhirResource {
  return {
    resourceType: 'Bundle',
    id: crypto.randomUUID(),
    type: 'searchset',
    timestamp: now.toISOString(),
    total: all.length,
    link: [{ relation: 'self', url }],
    ...(all.length > 0 && {
      entry: all.map(kept => ({
        fullUrl: `urn:uuid:${crypto.randomUUID()}`,
        resource: statusResource({
          ...{ type: 'query-status', kept, release, baseUrl, now },
          content: kept.subscription.content,
        }),
        search: { mode: 'match' },
      })),
    }),
  }
}

/** The Bundle of a notification, and of `$events`. */
export function notificationBundle(notification: Notification): FhirResource {
  const { release, events = [], resources, content, baseUrl, now, kept } = notification
  const status = {
    fullUrl: `urn:uuid:${crypto.randomUUID()}`,
    resource: statusResource(notification),
    request: { method: 'GET', url: `Subscription/${kept.subscription.id}/$status` },
    response: { status: '200' },
  }
  const notified = content === 'empty' ? [] : events.map(bodyOf)
  return {
    resourceType: 'Bundle',
    id: crypto.randomUUID(),
    type: release === 'R5' ? 'subscription-notification' : 'history',
    timestamp: now.toISOString(),
    entry: [
      status,
      ...notified.flatMap(({ topic, type, focus }) => {
        if (type === undefined) return []
        const resource = resources?.get(focus)
        const url = `${type}/${focus}`
        return {
          fullUrl: `${baseUrl}/fhir/${url}`,
          ...(resource && { resource }),
          ...(isDeleted(topic)
            ? { request: { method: 'DELETE', url }, response: { status: '204' } }
            : { request: { method: 'POST', url: type }, response: { status: '201' } }),
        }
      }),
    ],
  }
}

const bodyOf = ({ body }: NumberedEvent): EventBody => JSON.parse(body) as EventBody

const isDeleted = (name: string): boolean =>
  TOPICS.some(topic => topic.name === name && topic.interaction === 'delete')

/** A reference to the resource of an event; to a record without a type of FHIR, and to an export, by their ids. */
function focusOf({ type, subject, focus }: EventBody, baseUrl: string) {
  if (type !== undefined) return { reference: `${baseUrl}/fhir/${type}/${focus}` }
  const system = subject === '' ? `${baseUrl}/fhir/$export` : `${baseUrl}/api/collection/${subject}`
  return { identifier: { system, value: focus } }
}

interface About {
  readonly focus?: object
  readonly additionalContext?: readonly object[]
}

const aboutOf = (body: EventBody, baseUrl: string): About => ({
  focus: focusOf(body, baseUrl),
  ...(body.context !== undefined && {
    additionalContext: [{ reference: `${baseUrl}/fhir/${body.context}` }],
  }),
})

/** `eventsSinceSubscriptionStart`: all events, or those up to this notification. */
function countOf({ type, kept, events = [] }: Notification): number {
  const { progress, numbered } = kept
  // R5 SubscriptionStatus: "the highest-numbered event in the notification will match the number".
  if (type === 'event-notification') return events.at(-1)?.number ?? numbered
  // R5 SubscriptionStatus: in the handshake of a new Subscription it "SHALL be zero", also if events wait.
  return type === 'handshake' && progress.status === 'requested' && progress.delivered === 0 ? 0 : numbered
}

/** SubscriptionStatus; in R4, Parameters in its place. */
function statusResource(notification: Notification): FhirResource {
  const { type, kept, baseUrl, release, content, events = [] } = notification
  const { subscription, progress } = kept
  const reference = `${baseUrl}/fhir/Subscription/${subscription.id}`
  const status = type === 'handshake' ? 'requested' : statusOf(progress)
  const topic = topicUrl(baseUrl, subscription.topic)
  const count = String(countOf(notification))
  const notified: (About & { readonly eventNumber: string; readonly timestamp: string })[] = events.map(
    event => ({
      eventNumber: String(event.number),
      timestamp: new Date(event.at).toISOString(),
      ...(content !== 'empty' && aboutOf(bodyOf(event), baseUrl)),
    }),
  )
  const error = progress.error === undefined ? [] : [{ text: progress.error }]
  if (release !== 'R4')
    return {
      resourceType: 'SubscriptionStatus',
      ...{ status, type, eventsSinceSubscriptionStart: count },
      ...(notified.length > 0 && { notificationEvent: notified }),
      ...{ subscription: { reference }, topic },
      ...(error.length > 0 && { error }),
    }
  return {
    resourceType: 'Parameters',
    meta: {
      profile: [
        'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-subscription-status-r4',
      ],
    },
    parameter: [
      { name: 'subscription', valueReference: { reference } },
      { name: 'topic', valueCanonical: topic },
      { name: 'status', valueCode: status },
      { name: 'type', valueCode: type },
      { name: 'events-since-subscription-start', valueString: count },
      ...notified.map(({ eventNumber, timestamp, focus, additionalContext }) => ({
        name: 'notification-event',
        part: [
          { name: 'event-number', valueString: eventNumber },
          { name: 'timestamp', valueInstant: timestamp },
          ...(focus ? [{ name: 'focus', valueReference: focus }] : []),
          ...(additionalContext ?? []).map(valueReference => ({
            name: 'additional-context',
            valueReference,
          })),
        ],
      })),
      ...error.map(({ text }) => ({ name: 'error', valueCodeableConcept: { text } })),
    ],
  }
}
