/** Subscriptions in memory, lost with their process like records in memory. */
import {
  type Busy,
  beginning,
  type DeadLetters,
  type Due,
  type EventRange,
  isDue,
  type KeptSubscriptions,
  type MatchedEvent,
  type Sent,
} from './kept-subscriptions.ts'
import type { Kept, NumberedEvent, Progress, Subscription } from './subscription.ts'

type WithEvents = Kept & { readonly events: readonly NumberedEvent[] }

export class MemorySubscriptions implements KeptSubscriptions {
  readonly #kept = new Map<string, WithEvents>()

  async add(subscription: Subscription, most: number): Promise<boolean> {
    if (this.#of(subscription.owner).length >= most) return false
    const progress = beginning(subscription.isOff, subscription.createdAt)
    this.#kept.set(subscription.id, { subscription, progress, numbered: 0, events: [] })
    return true
  }

  async get(id: string): Promise<Kept | undefined> {
    return this.#kept.get(id)
  }

  async numbers(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(
      ids.flatMap(id => {
        const found = this.#kept.get(id)
        return found && found.progress.status !== 'off' ? [[id, found.numbered] as const] : []
      }),
    )
  }

  async of(owner: string): Promise<readonly Kept[]> {
    return this.#of(owner)
  }

  async dead(owner: string): Promise<ReadonlyMap<string, DeadLetters>> {
    const found = this.#of(owner).flatMap(({ subscription: { id } }) => {
      const dead = (this.#kept.get(id)?.events ?? []).filter(({ dead }) => dead)
      const [first] = dead
      return first ? [[id, { count: dead.length, first: first.number }] as const] : []
    })
    return new Map(found)
  }

  async replace(subscription: Subscription): Promise<boolean> {
    const { id, version, isOff, updatedAt } = subscription
    const found = this.#kept.get(id)
    if (found?.subscription.version !== version - 1) return false
    const { delivered } = found.progress
    this.#change(id, { subscription, progress: { ...beginning(isOff, updatedAt), delivered } })
    return true
  }

  async remove(id: string): Promise<void> {
    this.#kept.delete(id)
  }

  async isInUse(): Promise<boolean> {
    return this.#kept.size > 0
  }

  async isAwaited(owners: readonly string[]): Promise<boolean> {
    return this.#awaiting(owners).length > 0
  }

  async awaiting(owners: readonly string[]): Promise<readonly Subscription[]> {
    return this.#awaiting(owners).map(({ subscription }) => subscription)
  }

  async number(events: readonly MatchedEvent[]): Promise<void> {
    for (const { subscription, ...event } of events) {
      const found = this.#kept.get(subscription)
      if (!found || found.events.some(each => each.event === event.event)) continue
      const number = found.numbered + 1
      this.#change(subscription, {
        numbered: number,
        events: [...found.events, { ...event, number, dead: false }],
      })
    }
  }

  async due(now: number, limit: number, { ids, owners }: Busy): Promise<readonly Due[]> {
    return this.#all()
      .filter(each => isDue(each, now))
      .sort((one, other) => one.progress.nextAt - other.progress.nextAt)
      .map(({ subscription: { id, owner } }) => ({ id, owner }))
      .filter(({ id, owner }) => !ids.includes(id) && !owners.includes(owner))
      .slice(0, limit)
  }

  async events(
    id: string,
    { from, until = Number.MAX_SAFE_INTEGER, limit }: EventRange,
  ): Promise<readonly NumberedEvent[]> {
    const events = this.#kept.get(id)?.events ?? []
    return events.filter(({ number }) => number >= from && number <= until).slice(0, limit)
  }

  async advance(id: string, progress: Progress, before: Sent): Promise<void> {
    const stored = this.#kept.get(id)?.progress
    if (stored === undefined || stored.status === 'off') return
    const isRewound =
      stored.delivered < before.delivered || (stored.sentAt < 0 && stored.sentAt !== before.sentAt)
    const delivered = isRewound ? stored.delivered : Math.max(progress.delivered, stored.delivered)
    this.#change(id, { progress: { ...progress, delivered } })
  }

  async bury(id: string, after: number, before: number): Promise<number | undefined> {
    const isOld = ({ number, at }: NumberedEvent) => number > after && at < before
    const events = this.#kept.get(id)?.events ?? []
    this.#change(id, { events: events.map(event => (isOld(event) ? { ...event, dead: true } : event)) })
    return events.findLast(isOld)?.number
  }

  async rewind(id: string, number: number, now: number): Promise<void> {
    const found = this.#kept.get(id)
    if (!found) return
    const events = found.events.map(event => (event.number >= number ? { ...event, dead: false } : event))
    const delivered = Math.min(found.progress.delivered, number - 1)
    const sentAt = Math.min(found.progress.sentAt, 0) - 1
    this.#change(id, {
      events,
      progress: {
        ...found.progress,
        ...{ delivered, attempted: undefined, failures: 0, failingSince: undefined, nextAt: now, sentAt },
      },
    })
  }

  async sweep(before: number): Promise<void> {
    for (const { subscription, progress, events } of this.#all())
      this.#change(subscription.id, {
        events: events.filter(({ at, number }) => at >= before || number > progress.delivered),
      })
  }

  #all(): WithEvents[] {
    return [...this.#kept.values()]
  }

  #of(owner: string): WithEvents[] {
    return this.#all().filter(({ subscription }) => subscription.owner === owner)
  }

  #awaiting(owners: readonly string[]): WithEvents[] {
    return owners.flatMap(owner => this.#of(owner)).filter(({ progress }) => progress.status !== 'off')
  }

  #change(id: string, changes: Partial<WithEvents>): void {
    const found = this.#kept.get(id)
    if (found) this.#kept.set(id, { ...found, ...changes })
  }
}
