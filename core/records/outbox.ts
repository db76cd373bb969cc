/** The queues of events that plugins open: each says which events a write brings, and takes them later. */
import type { Context, Draft } from '../contract/hooks.ts'
import type { OutboxEvent, OutboxStore, QueuedEvent } from '../stores/outbox.ts'
import type { Transaction } from '../stores/sql/database.ts'

/**
 * The events of one write, called before it begins with all of its records. They are stored if and only if the
 * write is: a gateway that is killed loses none and leaves none of a write that is undone. A retry with the same
 * Idempotency-Key calls it again with the same records. If it throws, nothing is stored.
 */
export type EventSource = (
  drafts: readonly Draft[],
  context: Context,
) => readonly OutboxEvent[] | Promise<readonly OutboxEvent[]>

/**
 * Facts that plugins announce in their own transactions, by name. A plugin adds its own by declaration merging
 * (`declare module 'andiron'`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by plugins.
export interface Facts {}

/** A fact with its name. */
export type Fact = { readonly [Name in keyof Facts]: { readonly name: Name } & Facts[Name] }[keyof Facts]

/** The events of an announced fact. It may read, but change nothing. */
export type FactSource = (fact: Fact) => readonly OutboxEvent[] | Promise<readonly OutboxEvent[]>

/** The events of one plugin, oldest first. */
export interface OutboxQueue {
  /** Adds events of the plugin's own work, in its transaction. */
  add(events: readonly OutboxEvent[], transaction: Transaction | undefined): Promise<void>
  /** The oldest events. They stay until they are removed. */
  first(limit: number, transaction: Transaction | undefined): Promise<readonly OutboxEvent[]>
  /** Removes events, in the transaction that keeps what the plugin made of them. */
  remove(events: readonly OutboxEvent[], transaction: Transaction | undefined): Promise<void>
}

/** The outbox as plugins see it: `app.gateway.outbox`. */
export interface Outbox {
  /**
   * Opens a queue under the name of the plugin, in `setup`.
   * @example
   * const queue = app.gateway.outbox.open('sleep-goals', drafts =>
   *   drafts
   *     .filter(({ collection }) => collection.uid === GOALS)
   *     .map(({ uid }) => ({ id: `goal ${uid}`, at: Date.now(), body: { goal: uid } })),
   * )
   * @param facts - the events of facts that other plugins announce
   */
  open(name: string, source: EventSource, facts?: FactSource): OutboxQueue
  /**
   * Announces a fact to all queues, in the transaction that makes it true: their events are stored if and only if it
   * commits. Without a queue that wants it, it costs nothing.
   */
  announce(fact: Fact, transaction: Transaction | undefined): Promise<void>
}

/** The queues over a store. Without a queue, a write costs nothing more. */
export class OutboxQueues implements Outbox {
  readonly #store: OutboxStore
  readonly #sources = new Map<string, EventSource>()
  readonly #facts = new Map<string, FactSource>()

  constructor(store: OutboxStore) {
    this.#store = store
  }

  open(name: string, source: EventSource, facts?: FactSource): OutboxQueue {
    if (this.#sources.has(name)) throw new Error(`The outbox '${name}' is open already`)
    this.#sources.set(name, source)
    if (facts) this.#facts.set(name, facts)
    const store = this.#store
    return {
      add: (events, transaction) =>
        store.add(
          events.map(event => ({ ...event, queue: name })),
          transaction,
        ),
      first: (limit, transaction) => store.first(name, limit, transaction),
      remove: (events, transaction) =>
        store.remove(
          name,
          events.map(({ id }) => id),
          transaction,
        ),
    }
  }

  async announce(fact: Fact, transaction: Transaction | undefined): Promise<void> {
    const events: QueuedEvent[] = []
    for (const [queue, source] of this.#facts)
      for (const event of await source(fact)) events.push({ ...event, queue })
    await this.#store.add(events, transaction)
  }

  /** The events of a write, for all queues. */
  async eventsOf(drafts: readonly Draft[], context: Context): Promise<readonly QueuedEvent[]> {
    const events: QueuedEvent[] = []
    for (const [queue, source] of this.#sources)
      for (const event of await source(drafts, context)) events.push({ ...event, queue })
    return events
  }
}
