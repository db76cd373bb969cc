/**
 * The event streams and WebSockets that this gateway serves: bounded for each application, ended when the gateway
 * stops.
 */
import type { Duplex, Writable } from 'node:stream'
import { TooManyStreams } from './errors.ts'

/** Milliseconds after its end in which a stream must be read to its end. */
const STALLED = 30_000

export class OpenStreams {
  readonly #most: number
  readonly #stopping: AbortSignal
  readonly #open = new Set<AbortController>()
  readonly #byApplication = new Map<string, number>()

  /** @param stopping - aborted when the gateway stops: all streams end */
  constructor(most: number, stopping: AbortSignal) {
    this.#most = most
    this.#stopping = stopping
    stopping.addEventListener('abort', () => {
      for (const each of this.#open) each.abort()
    })
  }

  /**
   * Counts the streams of a connection until it closes.
   * @param count - the number of subscriptions that are read
   * @throws TooManyStreams
   */
  enter(application: string, connection: Writable | Duplex, until: number, count = 1): AbortSignal {
    const ending = new AbortController()
    if (this.#stopping.aborted) ending.abort()
    // Its event was before: nothing would end the count.
    if (connection.destroyed) ending.abort()
    if (ending.signal.aborted) return ending.signal
    const open = this.#byApplication.get(application) ?? 0
    if (open + count > this.#most) throw new TooManyStreams(this.#most)
    this.#byApplication.set(application, open + count)
    this.#open.add(ending)
    // A reader that takes nothing does not see the end.
    const limit = setTimeout(() => connection.destroy(), until - Date.now() + STALLED).unref()
    connection.once('close', () => {
      clearTimeout(limit)
      ending.abort()
      this.#open.delete(ending)
      const left = (this.#byApplication.get(application) ?? count) - count
      if (left > 0) this.#byApplication.set(application, left)
      else this.#byApplication.delete(application)
    })
    return ending.signal
  }
}
