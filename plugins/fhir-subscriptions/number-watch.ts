/** Waits for events of subscriptions: one query for all waiting streams of a gateway, none while no stream waits. */
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { KeptSubscriptions } from './kept-subscriptions.ts'

/** Milliseconds between two looks. */
const INTERVAL = 300
/** Streams that wake in one turn of the event loop. */
const SLICE = 200

interface Waiting {
  readonly id: string
  readonly after: number
  readonly wake: (error?: unknown) => void
}

export class NumberWatch {
  readonly #kept: Pick<KeptSubscriptions, 'numbers'>
  readonly #waiting = new Set<Waiting>()
  #isLooking = false

  constructor(kept: Pick<KeptSubscriptions, 'numbers'>) {
    this.#kept = kept
  }

  /** The number of streams that wait. */
  get size(): number {
    return this.#waiting.size
  }

  /**
   * Resolves when a subscription has an event after a number, is off or deleted, when the time is over, or when the
   * signal is aborted. Rejects if the database does not answer.
   */
  next(id: string, after: number, patience: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (error?: unknown) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        this.#waiting.delete(waiting)
        if (error === undefined) resolve()
        else reject(error)
      }
      const stop = () => wake()
      const waiting: Waiting = { id, after, wake }
      const timer = setTimeout(stop, patience)
      if (signal.aborted) return wake()
      signal.addEventListener('abort', stop, { once: true })
      this.#waiting.add(waiting)
      if (!this.#isLooking) void this.#look()
    })
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.size > 0) {
      try {
        const numbers = await this.#kept.numbers([...new Set([...this.#waiting].map(({ id }) => id))])
        const woken = [...this.#waiting].filter(
          ({ id, after }) => (numbers.get(id) ?? Number.POSITIVE_INFINITY) > after,
        )
        for (let at = 0; at < woken.length; at += SLICE) {
          for (const { wake } of woken.slice(at, at + SLICE)) wake()
          await setImmediate()
        }
      } catch (error) {
        for (const { wake } of [...this.#waiting]) wake(error)
      }
      if (this.#waiting.size > 0) await delay(INTERVAL)
    }
    this.#isLooking = false
  }
}
