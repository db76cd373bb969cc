/** The port of stored subscriptions with their events. */
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
