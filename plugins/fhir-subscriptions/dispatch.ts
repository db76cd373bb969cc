/** Distributes events to subscriptions and delivers them: one gateway at a time, each subscription on its own. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import {
  INTERNET,
  type Job,
  type OutboxEvent,
  type OutboxQueue,
  RemoteFailure,
  requestJson,
} from '../../core/index.ts'
import { type EventBody, expanded } from './events.ts'
import { isDue, type KeptSubscriptions } from './kept-subscriptions.ts'
import { type NotificationType, notificationBundle } from './notification.ts'
import { readableResources, stillSubscribes } from './readable.ts'
import { signatureHeaders } from './signatures.ts'
import { isRead, isWanted, type Kept, type NumberedEvent, type Progress } from './subscription.ts'

export interface DispatchOptions {
  /** Subscriptions that are served at once. */
  readonly atOnce: number
  readonly publicOnly: boolean
  /** Failures in a row after which a subscription is in error. */
  readonly errorAfter: number
  /** Days for which a notification is repeated. */
  readonly retryDays: number
}

export interface DispatchParts {
  readonly app: FastifyInstance
  readonly kept: KeptSubscriptions
  readonly queue: OutboxQueue
  readonly options: DispatchOptions
}

/** A notification that the receiver did not accept. */
interface Failure {
  readonly fault: string
  /** The number of its last event. */
  readonly attempted?: number | undefined
}

/** Events per transaction of the distribution. */
const BATCH = 200
/** Subscriptions of one look for those that are due. */
const DUE = 200
/** Milliseconds between two looks. */
const INTERVAL = 300
/** Milliseconds between two renewals of the lease. */
const RENEWAL = 2_000
/** Milliseconds after which a subscription with more to send lets those that wait longer begin. */
const TURN = 1_000
/** Applications that it takes to hold every sender. */
const SHARES = 4
/** The longest pause between two attempts. */
const LONGEST = 3_600_000
const DAY = 86_400_000

/** One attempt at the job: runs until its gateway closes, or another one has taken over. */
export class Dispatch {
  readonly #parts: DispatchParts
  /** The work on subscriptions, with the application of each. */
  readonly #senders = new Map<string, { readonly owner: string; readonly ended: Promise<void> }>()
  /** Senders that one application may hold: receivers that hang must not hold those of others. */
  readonly #share: number
  readonly #over = new AbortController()

  constructor(parts: DispatchParts) {
    this.#parts = parts
    this.#share = Math.max(1, Math.floor(parts.options.atOnce / SHARES))
  }

  async run(job: Job): Promise<void> {
    let renewedAt = performance.now()
    try {
      for (;;) {
        const isMore = await this.distribute(job)
        if (isMore || performance.now() - renewedAt > RENEWAL || job.signal.aborted) {
          await job.renew()
          renewedAt = performance.now()
        }
        await this.#beginDue()
        if (!isMore) await delay(INTERVAL, undefined, { signal: job.signal }).catch(() => {})
      }
    } finally {
      this.#over.abort()
      await Promise.allSettled([...this.#senders.values()].map(({ ended }) => ended))
    }
  }

  /** Numbers the next events for each subscription that wants them. @returns true if there may be more */
  async distribute(job: Pick<Job, 'step'>): Promise<boolean> {
    const { app, kept, queue } = this.#parts
    const waiting = await queue.first(BATCH, undefined)
    if (waiting.length === 0) return false
    // Read before the transaction, which may be repeated.
    const records = new Map<string, readonly OutboxEvent[]>()
    for (const event of waiting) {
      const events = await expanded(app, event).catch(error => {
        app.log.warn({ err: error, event: event.id.split(' ', 1)[0] }, 'an event waits for the storage nodes')
      })
      // It stays in the queue. Others do not wait for the records of one person.
      if (events !== undefined) records.set(event.id, events)
    }
    if (records.size === 0) return false
    return job.step(async transaction => {
      const stored = await queue.first(BATCH, transaction)
      const events = stored.filter(({ id }) => records.has(id))
      const bodies = events
        .flatMap(({ id }) => records.get(id) ?? [])
        .map(event => ({ ...event, body: event.body as unknown as EventBody }))
      const subscriptions = await kept.awaiting(
        [...new Set(bodies.map(({ body }) => body.owner))],
        transaction,
      )
      const matched = bodies.flatMap(({ id, at, body }) =>
        subscriptions
          .filter(subscription => isWanted(subscription, { at, body }))
          .map(subscription => ({
            subscription: subscription.id,
            event: id,
            at,
            body: JSON.stringify(body),
          })),
      )
      if (matched.length > 0) await kept.number(matched, transaction)
      await queue.remove(events, transaction)
      return records.size === BATCH
    })
  }

  async #beginDue(): Promise<void> {
    const { kept, options } = this.#parts
    if (this.#senders.size >= options.atOnce) return
    const held = new Map<string, number>()
    for (const { owner } of this.#senders.values()) held.set(owner, (held.get(owner) ?? 0) + 1)
    const owners = [...held].flatMap(([owner, count]) => (count < this.#share ? [] : [owner]))
    const due = await kept.due(Date.now(), DUE, { ids: [...this.#senders.keys()], owners })
    for (const { id, owner } of due) {
      const count = held.get(owner) ?? 0
      if (this.#senders.size >= options.atOnce || count >= this.#share) continue
      held.set(owner, count + 1)
      this.#begin(id, owner)
    }
  }

  #begin(id: string, owner: string): void {
    const ended = this.#send(id)
      .catch(error => this.#parts.app.log.error({ err: error, subscription: id }, 'a notification failed'))
      .finally(() => this.#senders.delete(id))
    this.#senders.set(id, { owner, ended })
  }

  /** Sends until nothing is left to send, a notification fails, or its turn is over. */
  async #send(id: string): Promise<void> {
    const { app, kept } = this.#parts
    const end = Date.now() + TURN
    for (;;) {
      const now = Date.now()
      const found = await kept.get(id)
      if (this.#over.signal.aborted || found === undefined || !isDue(found, now)) return
      const { subscription, progress } = found
      const isOver = subscription.end !== undefined && subscription.end <= now
      if (isOver || !(await stillSubscribes(app, subscription)))
        return kept.advance(
          id,
          {
            ...progress,
            status: 'off',
            error: isOver ? undefined : 'The subscriber is not registered any more',
          },
          progress,
        )
      const failure = await this.#next(found).catch((error): Failure => {
        app.log.error({ err: error, subscription: id }, 'a notification could not be prepared')
        return { fault: 'The gateway could not prepare the notification' }
      })
      if (failure !== undefined) return this.#fail(found, failure, now)
      if (Date.now() > end) return
    }
  }

  /** Sends the handshake, the next events or a heartbeat. */
  async #next(found: Kept): Promise<Failure | undefined> {
    const { kept } = this.#parts
    const { subscription, progress } = found
    const { id, maxCount } = subscription
    // The subscription that was served longest ago comes first.
    const served = () => ({ sentAt: Date.now(), nextAt: Date.now() })
    const sent = {
      ...progress,
      ...{ attempted: undefined, failures: 0, failingSince: undefined, error: undefined },
      status: 'active' as const,
    }
    // Connected clients read the events by their numbers: what has a number is delivered.
    if (isRead(subscription)) {
      await kept.advance(id, { ...sent, delivered: found.numbered, ...served() }, progress)
      return undefined
    }
    if (progress.status === 'requested') {
      const fault = await this.#post(found, 'handshake', [])
      if (fault !== undefined) return { fault }
      await kept.advance(id, { ...sent, ...served() }, progress)
      return undefined
    }
    const from = progress.delivered + 1
    const { attempted = 0 } = progress
    const range = { from, limit: maxCount, ...(attempted >= from && { until: attempted }) }
    const events = await kept.events(id, range)
    const last = events.at(-1)?.number
    const fault = await this.#post(found, last === undefined ? 'heartbeat' : 'event-notification', events)
    if (fault !== undefined) return { fault, attempted: last }
    await kept.advance(id, { ...sent, delivered: last ?? found.numbered, ...served() }, progress)
    return undefined
  }

  /** Waits twice as long after each failure; after some days, undelivered events become dead letters. */
  async #fail(
    { subscription: { id }, progress }: Kept,
    { fault, attempted }: Failure,
    now: number,
  ): Promise<void> {
    const { kept, options } = this.#parts
    const failures = progress.failures + 1
    const failingSince = progress.failingSince ?? now
    const limit = now - options.retryDays * DAY
    const dead = failingSince <= limit ? await kept.bury(id, progress.delivered, limit) : undefined
    const failed: Progress = {
      ...progress,
      ...{ attempted, failures, failingSince, error: fault, sentAt: now },
      // A subscription without a handshake stays so; it is shown as an error.
      status: progress.status === 'active' && failures >= options.errorAfter ? 'error' : progress.status,
      delivered: dead ?? progress.delivered,
      nextAt: now + Math.min(LONGEST, 1000 * 2 ** Math.min(failures - 1, 20)),
    }
    await kept.advance(id, failed, progress)
  }

  async #post(
    found: Kept,
    type: NotificationType,
    events: readonly NumberedEvent[],
  ): Promise<string | undefined> {
    const { app, options } = this.#parts
    const { gateway } = app
    const { subscription } = found
    const { id, content, release, endpoint, timeout } = subscription
    const resources =
      content === 'full-resource' ? await readableResources(app, subscription, events) : undefined
    const [now, baseUrl] = [new Date(), gateway.baseUrl]
    const bundle = notificationBundle({
      ...{ type, kept: found, baseUrl, release, content, events, now },
      ...(resources && { resources }),
    })
    const name = events.length > 0 ? `${events[0]?.number}-${events.at(-1)?.number}` : crypto.randomUUID()
    const { body, headers } = signatureHeaders(gateway, {
      ...{ id: `${id}.${name}`, subscription: id, bundle, now: now.getTime() },
    })
    try {
      await requestJson(
        new URL(endpoint),
        {
          ...{ patience: timeout * 1000, largest: 64 * 1024, publicOnly: options.publicOnly, body },
          headers: {
            ...Object.fromEntries(subscription.headers),
            ...headers,
            'content-type': 'application/fhir+json',
          },
          ends: status => status >= 200 && status < 300,
        },
        INTERNET,
      )
      return undefined
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error
      const status = error.status === undefined ? '' : ` with the status ${error.status}`
      return `The receiver's answer is ${error.fault === 'no-json' ? 'no success' : error.fault}${status}`
    }
  }
}
