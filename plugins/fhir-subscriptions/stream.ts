/** The notifications of a subscription for one connected client, from a number on. */
import type { FastifyInstance } from 'fastify'
import type { FhirResource } from '../../core/index.ts'
import { type NotificationType, notificationBundle } from './notification.ts'
import type { NumberWatch } from './number-watch.ts'
import { readableResources, stillSubscribes } from './readable.ts'
import type { StreamReader } from './stream-tokens.ts'
import type { Kept, NumberedEvent } from './subscription.ts'

/** The reasons for which a stream ends: read on later after `time` and `stop`, not after the others. */
export type StreamEnd = 'time' | 'stop' | 'off' | 'deleted'

/** The notifications as a client gets them. */
export type StreamMessage =
  | { readonly bundle: FhirResource; readonly number: number }
  | { readonly end: StreamEnd }
  /** Nothing to say: keeps proxies from closing the connection, and tells the client that it still stands. */
  | 'heartbeat'

export interface StreamTerms {
  readonly app: FastifyInstance
  readonly watch: NumberWatch
  readonly id: string
  readonly reader: StreamReader
  /** The number of the first event. @default the next one */
  readonly from?: number
  /** True if heartbeats of the subscription are notifications of their own. @default false */
  readonly heartbeats?: boolean
  /** Milliseconds since the epoch. */
  readonly until: number
  /** Aborted when the client has gone, or the gateway stops. */
  readonly signal: AbortSignal
}

/** Milliseconds between two heartbeats. */
const HEARTBEAT = 15_000

/** A handshake, then the events. One notification is in memory at a time: the next is read when it is sent. */
export async function* streamOf(terms: StreamTerms): AsyncGenerator<StreamMessage, void> {
  const { app, watch, id, from, heartbeats = false, until, signal } = terms
  const { subscriptions } = app
  let last: number | undefined = from === undefined ? undefined : from - 1
  let isGreeted = false
  /** The time of the last notification. */
  let sentAt = Date.now()
  while (!signal.aborted) {
    const kept = await subscriptions.get(id)
    if (kept === undefined) return yield { end: 'deleted' }
    const { subscription, progress, numbered } = kept
    const isOver = subscription.end !== undefined && subscription.end <= Date.now()
    if (progress.status === 'off' || isOver || !(await stillSubscribes(app, subscription)))
      return yield { end: 'off' }
    if (Date.now() >= until) return yield { end: 'time' }
    last ??= numbered
    if (!isGreeted) {
      yield { bundle: await bundleOf(terms, kept, 'handshake', []), number: last }
      isGreeted = true
      sentAt = Date.now()
    }
    const range = { from: last + 1, limit: subscription.maxCount }
    const events = numbered > last ? await subscriptions.events(id, range) : []
    if (events.length > 0) {
      last = events.at(-1)?.number ?? last
      yield { bundle: await bundleOf(terms, kept, 'event-notification', events), number: last }
      sentAt = Date.now()
      continue
    }
    // Events that are not kept any more are passed over.
    last = Math.max(last, numbered)
    const before = Date.now()
    const dueAt =
      heartbeats && subscription.heartbeat > 0
        ? sentAt + subscription.heartbeat * 1000
        : Number.POSITIVE_INFINITY
    if (before >= dueAt) {
      yield { bundle: await bundleOf(terms, kept, 'heartbeat', []), number: last }
      sentAt = Date.now()
      continue
    }
    const patience = Math.min(HEARTBEAT, dueAt - before, Math.max(0, until - before))
    await watch.next(id, last, patience, signal)
    if (Date.now() - before >= HEARTBEAT) yield 'heartbeat'
  }
  yield { end: 'stop' }
}

async function bundleOf(
  { app, reader }: StreamTerms,
  kept: Kept,
  type: NotificationType,
  events: readonly NumberedEvent[],
): Promise<FhirResource> {
  const { subscription } = kept
  const { release, content } = subscription
  const resources =
    content === 'full-resource' && events.length > 0
      ? await readableResources(app, { ...subscription, scopes: reader.scopes }, events)
      : undefined
  return notificationBundle({
    ...{ type, kept, baseUrl: app.gateway.baseUrl, release, content, events, now: new Date() },
    ...(resources && { resources }),
  })
}
