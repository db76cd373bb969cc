/**
 * A fair queue of jobs for threads: callers take turns, and none of them can fill the queue or occupy every
 * thread.
 */

export interface QueueLimits {
  /** Maximum concurrent jobs. */
  readonly threads: number
  /** Maximum waiting jobs. */
  readonly queue: number
}

export class FairQueue<Job> {
  readonly #threads: number
  readonly #queue: number
  /** In order of turns: a caller that was served moves to the end. */
  readonly #waiting = new Map<string, Job[]>()
  readonly #running = new Map<string, number>()
  #waitingCount = 0
  #runningCount = 0

  constructor({ threads, queue }: QueueLimits) {
    this.#threads = threads
    this.#queue = queue
  }

  /** Maximum threads of one caller: half of them, so that two callers never wait for each other. */
  get threadsOfOne(): number {
    return Math.max(1, Math.floor(this.#threads / 2))
  }

  /** Maximum places of one caller in the queue. */
  get placesOfOne(): number {
    return Math.max(1, Math.floor(this.#queue / 4))
  }

  get running(): number {
    return this.#runningCount
  }

  get waiting(): number {
    return this.#waitingCount
  }

  /** Returns `false` if the queue, or the caller's share of it, is full. */
  add(key: string, job: Job): boolean {
    const own = this.#waiting.get(key)
    if (this.#waitingCount >= this.#queue || (own?.length ?? 0) >= this.placesOfOne) return false
    if (own) own.push(job)
    else this.#waiting.set(key, [job])
    this.#waitingCount += 1
    return true
  }

  /** The next job that may run; `done` releases its thread. */
  next(): { readonly key: string; readonly job: Job } | undefined {
    if (this.#runningCount >= this.#threads) return undefined
    for (const [key, jobs] of this.#waiting) {
      if ((this.#running.get(key) ?? 0) >= this.threadsOfOne) continue
      const job = this.#take(key, jobs, 0)
      if (job === undefined) continue
      if (jobs.length > 0) {
        this.#waiting.delete(key)
        this.#waiting.set(key, jobs)
      }
      this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
      this.#runningCount += 1
      return { key, job }
    }
    return undefined
  }

  done(key: string): void {
    const left = (this.#running.get(key) ?? 1) - 1
    if (left > 0) this.#running.set(key, left)
    else this.#running.delete(key)
    this.#runningCount -= 1
  }

  /** Removes a job that has waited too long. Returns `false` if it no longer waits. */
  remove(key: string, job: Job): boolean {
    const jobs = this.#waiting.get(key)
    const at = jobs?.indexOf(job) ?? -1
    return jobs !== undefined && at >= 0 && this.#take(key, jobs, at) !== undefined
  }

  /** Empties the queue. */
  clear(): Job[] {
    const jobs = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    this.#waitingCount = 0
    return jobs
  }

  #take(key: string, jobs: Job[], at: number): Job | undefined {
    const [job] = jobs.splice(at, 1)
    if (jobs.length === 0) this.#waiting.delete(key)
    if (job !== undefined) this.#waitingCount -= 1
    return job
  }
}
