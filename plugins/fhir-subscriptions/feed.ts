/** The readings of subscriptions for connected clients: those that ask for the same at once share one answer. */
import type { FastifyInstance } from 'fastify'
import { type NotificationType, notificationBundle } from './notification.ts'
import { readableResources, stillSubscribes } from './readable.ts'
import type { Kept, NumberedEvent } from './subscription.ts'

/** A notification as JSON, with the number of its last event. */
export interface FeedNotification {
  readonly text: string
  readonly number: number
}

export class Feed {
  readonly #app: FastifyInstance
  /** Readings under way. One may have begun before the event that woke a client: `NumberWatch` wakes it again. */
  readonly #underWay = new Map<string, Promise<unknown>>()

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  /** A subscription, `off` if it has ended or its subscriber is gone, or `deleted`. */
  subscription(id: string): Promise<Kept | 'off' | 'deleted'> {
    return this.#shared(id, async () => {
      const kept = await this.#app.subscriptions.get(id)
      if (kept === undefined) return 'deleted'
      const { subscription, progress } = kept
      const isOver = subscription.end !== undefined && subscription.end <= Date.now()
      const stands = progress.status !== 'off' && !isOver && (await stillSubscribes(this.#app, subscription))
      return stands ? kept : 'off'
    })
  }

  /**
   * The next events after a number; `undefined` if none is kept.
   * @param scopes - of the reader, which decide about the resources of the events
   */
  events(kept: Kept, after: number, scopes: readonly string[]): Promise<FeedNotification | undefined> {
    const { id, maxCount } = kept.subscription
    return this.#shared(JSON.stringify([id, after, scopes]), async () => {
      const events = await this.#app.subscriptions.events(id, { from: after + 1, limit: maxCount })
      const number = events.at(-1)?.number
      if (number === undefined) return undefined
      return { text: await this.#textOf(kept, 'event-notification', events, scopes), number }
    })
  }

  /** A notification without an event. */
  async signOfLife(kept: Kept, type: 'handshake' | 'heartbeat', number: number): Promise<FeedNotification> {
    return { text: await this.#textOf(kept, type, [], []), number }
  }

  async #textOf(
    kept: Kept,
    type: NotificationType,
    events: readonly NumberedEvent[],
    scopes: readonly string[],
  ): Promise<string> {
    const { subscription } = kept
    const { release, content } = subscription
    const resources =
      content === 'full-resource' && events.length > 0
        ? await readableResources(this.#app, { ...subscription, scopes }, events)
        : undefined
    const { baseUrl } = this.#app.gateway
    const parts = { type, kept, baseUrl, release, content, events, now: new Date() }
    return JSON.stringify(notificationBundle({ ...parts, ...(resources && { resources }) }))
  }

  #shared<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const known = this.#underWay.get(key) as Promise<Answer> | undefined
    if (known !== undefined) return known
    const answer = read().finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, answer)
    return answer
  }
}
