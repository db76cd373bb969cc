/**
 * A queue for work outside of JavaScript, in the threads that file reads use as well: limited concurrency,
 * callers in turn.
 */
import { full } from './errors.ts'
import { FairQueue, type QueueLimits } from './fair-queue.ts'

/** A queue for work outside of JavaScript: limited concurrency, and callers with different keys alternate. */
export class Turns {
  readonly #queue: FairQueue<() => void>
  readonly #threads: number

  constructor(limits: QueueLimits) {
    this.#queue = new FairQueue(limits)
    this.#threads = limits.threads
  }

  /**
   * Runs the work on its turn.
   * @param key - the caller of the work
   * @throws SandboxFull if the queue is full
   */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin, reject) => {
      if (!this.#queue.add(key, begin)) reject(full(this.#queue.waiting / this.#threads))
      this.#next()
    })
    try {
      return await work()
    } finally {
      this.#queue.done(key)
      this.#next()
    }
  }

  #next(): void {
    for (let next = this.#queue.next(); next !== undefined; next = this.#queue.next()) next.job()
  }
}
