/** The notifications of a subscription for one connected client, from a number on. */
import type { Feed, FeedNotification } from './feed.ts'
import type { NumberWatch } from './number-watch.ts'
import type { StreamReader } from './stream-tokens.ts'

/** The reasons for which a stream ends: read on later after `time` and `stop`, not after the others. */
export type StreamEnd = 'time' | 'stop' | 'off' | 'deleted'

/** The notifications as a client gets them. */
export type StreamMessage =
  | FeedNotification
  | { readonly end: StreamEnd }
  /** Nothing to say: keeps proxies from closing the connection, and tells the client that it still stands. */
  | 'heartbeat'

export interface StreamTerms {
  readonly feed: Feed
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
  const { feed, watch, id, reader, from, heartbeats = false, until, signal } = terms
  let last: number | undefined = from === undefined ? undefined : from - 1
  let isGreeted = false
  /** The time of the last notification. */
  let sentAt = Date.now()
  while (!signal.aborted) {
    const kept = await feed.subscription(id)
    if (kept === 'deleted' || kept === 'off') return yield { end: kept }
    if (Date.now() >= until) return yield { end: 'time' }
    const { subscription, numbered } = kept
    last ??= numbered
    if (!isGreeted) {
      yield await feed.signOfLife(kept, 'handshake', last)
      isGreeted = true
      sentAt = Date.now()
    }
    const notification = numbered > last ? await feed.events(kept, last, reader.scopes) : undefined
    if (notification !== undefined) {
      last = notification.number
      yield notification
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
      yield await feed.signOfLife(kept, 'heartbeat', last)
      sentAt = Date.now()
      continue
    }
    const patience = Math.min(HEARTBEAT, dueAt - before, Math.max(0, until - before))
    await watch.next(id, last, patience, signal)
    if (Date.now() - before >= HEARTBEAT) yield 'heartbeat'
  }
  yield { end: 'stop' }
}
