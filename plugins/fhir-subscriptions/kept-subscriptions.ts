/** Stored subscriptions with their events: the port, and its driver in memory. */
import type { Transaction } from '../../core/index.ts'
import type { Kept, NumberedEvent, Progress, Subscription } from './subscription.ts'

/** An event for a subscription, without its number. */
export interface MatchedEvent {
  readonly subscription: string
  readonly event: string
  readonly at: number
  readonly body: string
}

/** The bounds of a reading of events, both inclusive. */
export interface EventRange {
  readonly from: number
  readonly until?: number
  readonly limit: number
}

/** A subscription with something to send. */
export interface Due {
  readonly id: string
  /** The key of its application. */
  readonly owner: string
}

/** Subscriptions and applications that are left out. */
export interface Busy {
  readonly ids: readonly string[]
  readonly owners: readonly string[]
}

/** The events of a subscription that were given up. */
export interface DeadLetters {
  readonly count: number
  /** The number of the first one. */
  readonly first: number
}

export interface KeptSubscriptions {
  /** @returns false if the owner already has `most` */
  add(subscription: Subscription, most: number): Promise<boolean>
  get(id: string): Promise<Kept | undefined>
  /** The numbers of events of subscriptions; one that is deleted or off is absent. */
  numbers(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Those of an application, oldest first. */
  of(owner: string): Promise<readonly Kept[]>
  /** The dead letters of an application by subscription; one without any is absent. */
  dead(owner: string): Promise<ReadonlyMap<string, DeadLetters>>
  /** @returns false if the stored version is not the one before */
  replace(subscription: Subscription): Promise<boolean>
  remove(id: string): Promise<void>
  /** True if there is any subscription. */
  isInUse(): Promise<boolean>
  /** True if a subscription of one of these applications may want events. */
  isAwaited(owners: readonly string[]): Promise<boolean>
  /** The subscriptions of these applications that are not off. */
  awaiting(owners: readonly string[], transaction: Transaction | undefined): Promise<readonly Subscription[]>
  /** Gives events their numbers, in their order; leaves out those that have one. */
  number(events: readonly MatchedEvent[], transaction: Transaction | undefined): Promise<void>
  /** Subscriptions with something to send; those that were served longest ago come first. */
  due(now: number, limit: number, without: Busy): Promise<readonly Due[]>
  events(id: string, range: EventRange): Promise<readonly NumberedEvent[]>
  /**
   * Stores the state of deliveries; `delivered` does not go back.
   * @param before - the state from which the sender started. If a replay has begun since then, `delivered` stays where
   * that begins
   */
  advance(id: string, progress: Progress, before: Sent): Promise<void>
  /** Marks events as dead letters: those from one number to another that happened before a time. @returns the last */
  bury(id: string, after: number, before: number): Promise<number | undefined>
  /** Delivers again from this number on. */
  rewind(id: string, number: number, now: number): Promise<void>
  /** Deletes delivered and dead events that happened before a time. */
  sweep(before: number): Promise<void>
}

/**
 * The earlier deliveries, as a sender read them. A replay sets `sentAt` to a negative number that it had not before.
 */
export type Sent = Pick<Progress, 'delivered' | 'sentAt'>

/** The state of a subscription that is to be tried at once. */
export const beginning = (isOff: boolean, now: number): Progress => ({
  ...{ status: isOff ? 'off' : 'requested', delivered: 0, failures: 0, nextAt: now, sentAt: now },
})

/** True if there is something to send at a time. */
export function isDue({ subscription, progress, numbered }: Kept, now: number): boolean {
  const { status, nextAt, delivered, sentAt } = progress
  if (status === 'off' || nextAt > now) return false
  const { heartbeat, end } = subscription
  if (status === 'requested' || delivered < numbered || (end !== undefined && end <= now)) return true
  return heartbeat > 0 && sentAt + heartbeat * 1000 <= now
}

/** Subscriptions in memory, lost with their process like records in memory. */
export function memorySubscriptions(): KeptSubscriptions {
  const kept = new Map<string, Kept & { readonly events: readonly NumberedEvent[] }>()
  const all = () => [...kept.values()]
  const change = (id: string, changes: Partial<Kept & { events: readonly NumberedEvent[] }>) => {
    const found = kept.get(id)
    if (found) kept.set(id, { ...found, ...changes })
  }
  const of = (owner: string) => all().filter(({ subscription }) => subscription.owner === owner)
  const awaiting = (owners: readonly string[]) =>
    owners.flatMap(of).filter(({ progress }) => progress.status !== 'off')
  return {
    async add(subscription, most) {
      if (of(subscription.owner).length >= most) return false
      const progress = beginning(subscription.isOff, subscription.createdAt)
      kept.set(subscription.id, { subscription, progress, numbered: 0, events: [] })
      return true
    },
    async get(id) {
      return kept.get(id)
    },
    async numbers(ids) {
      return new Map(
        ids.flatMap(id => {
          const found = kept.get(id)
          return found && found.progress.status !== 'off' ? [[id, found.numbered] as const] : []
        }),
      )
    },
    async of(owner) {
      return of(owner)
    },
    async dead(owner) {
      const found = of(owner).flatMap(({ subscription: { id } }) => {
        const dead = (kept.get(id)?.events ?? []).filter(({ dead }) => dead)
        const [first] = dead
        return first ? [[id, { count: dead.length, first: first.number }] as const] : []
      })
      return new Map(found)
    },
    async replace(subscription) {
      const { id, version, isOff, updatedAt } = subscription
      const found = kept.get(id)
      if (found?.subscription.version !== version - 1) return false
      const { delivered } = found.progress
      change(id, { subscription, progress: { ...beginning(isOff, updatedAt), delivered } })
      return true
    },
    async remove(id) {
      kept.delete(id)
    },
    async isInUse() {
      return kept.size > 0
    },
    async isAwaited(owners) {
      return awaiting(owners).length > 0
    },
    async awaiting(owners) {
      return awaiting(owners).map(({ subscription }) => subscription)
    },
    async number(events) {
      for (const { subscription, ...event } of events) {
        const found = kept.get(subscription)
        if (!found || found.events.some(each => each.event === event.event)) continue
        const number = found.numbered + 1
        change(subscription, {
          numbered: number,
          events: [...found.events, { ...event, number, dead: false }],
        })
      }
    },
    async due(now, limit, { ids, owners }) {
      return all()
        .filter(each => isDue(each, now))
        .sort((one, other) => one.progress.nextAt - other.progress.nextAt)
        .map(({ subscription: { id, owner } }) => ({ id, owner }))
        .filter(({ id, owner }) => !ids.includes(id) && !owners.includes(owner))
        .slice(0, limit)
    },
    async events(id, { from, until = Number.MAX_SAFE_INTEGER, limit }) {
      const events = kept.get(id)?.events ?? []
      return events.filter(({ number }) => number >= from && number <= until).slice(0, limit)
    },
    async advance(id, progress, before) {
      const stored = kept.get(id)?.progress
      if (stored === undefined || stored.status === 'off') return
      const isRewound =
        stored.delivered < before.delivered || (stored.sentAt < 0 && stored.sentAt !== before.sentAt)
      const delivered = isRewound ? stored.delivered : Math.max(progress.delivered, stored.delivered)
      change(id, { progress: { ...progress, delivered } })
    },
    async bury(id, after, before) {
      const isOld = ({ number, at }: NumberedEvent) => number > after && at < before
      const events = kept.get(id)?.events ?? []
      change(id, { events: events.map(event => (isOld(event) ? { ...event, dead: true } : event)) })
      return events.findLast(isOld)?.number
    },
    async rewind(id, number, now) {
      const found = kept.get(id)
      if (!found) return
      const events = found.events.map(event => (event.number >= number ? { ...event, dead: false } : event))
      const delivered = Math.min(found.progress.delivered, number - 1)
      const sentAt = Math.min(found.progress.sentAt, 0) - 1
      change(id, {
        events,
        progress: { ...found.progress, delivered, failures: 0, failingSince: undefined, nextAt: now, sentAt },
      })
    },
    async sweep(before) {
      for (const { subscription, progress, events } of all())
        change(subscription.id, {
          events: events.filter(({ at, number }) => at >= before || number > progress.delivered),
        })
    },
  }
}
