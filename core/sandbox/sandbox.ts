/**
 * The sandbox: a pool of worker threads that limits the cost of untrusted input, and stops tasks that exceed
 * it.
 */
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import type { Transferable } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { full, SandboxFailed, TooExpensive } from './errors.ts'
import { FairQueue } from './fair-queue.ts'
import { ThreadClock } from './thread-clock.ts'
import type { Posted } from './worker.ts'

/**
 * A kind of work. `module` is a file with a default export that takes the input and returns the output, or a
 * promise of it. It imports little, because every thread imports it. It returns refusals as values: an error
 * that it throws is an internal fault, and the caller sees {@link SandboxFailed}.
 */
export interface SandboxTask<Input, Output> {
  readonly module: URL
  /** Never set: carries the types of the module. */
  readonly types?: { readonly input: Input; readonly output: Output }
}

/** Defines a task by the URL of its worker module, beside the caller's file: `./name` without extension. */
export function defineTask<Input, Output>(name: string, base: string): SandboxTask<Input, Output> {
  // The compiler does not rewrite URLs: the worker's file has the same extension as the caller's.
  return { module: new URL(`${name}${base.endsWith('.ts') ? '.ts' : '.js'}`, base) }
}

/** The limits of the sandbox. */
export interface SandboxLimits {
  /** Number of worker threads. @default one less than the processor has cores, but 2 or more */
  readonly threads?: number | undefined
  /** Maximum processor time of a task in milliseconds. */
  readonly milliseconds: number
  /** Maximum memory of a thread in MiB. */
  readonly megabytes: number
  /** Maximum waiting tasks. */
  readonly queue: number
}

/** The caller and the limits of one run of a task. */
export interface RunOptions {
  /**
   * The caller of the task: callers with different keys take turns. Use an address, or a DID that is not free
   * to create.
   */
  readonly key: string
  /** Maximum processor time of this run. @default the limit of the sandbox */
  readonly milliseconds?: number | undefined
  /** Maximum memory of this run. @default the limit of the sandbox */
  readonly megabytes?: number | undefined
  /** Parts of the input to transfer to the thread: a `MessagePort`, an `ArrayBuffer`. */
  readonly transfer?: readonly Transferable[] | undefined
  /** Stops the task. */
  readonly signal?: AbortSignal | undefined
}

export const SANDBOX_DEFAULTS: SandboxLimits = { milliseconds: 1_000, megabytes: 128, queue: 64 }

/**
 * The wall-clock limit as a multiple of the budget: for a task on a loaded processor, or one that waits for
 * input.
 */
const WALL = 10
/** Maximum milliseconds for a thread to import its module. */
const STARTUP = 60_000
/** Milliseconds after which a waiting task is refused. */
const PATIENCE = 15_000
// Loaded with the first task.
const require = createRequire(import.meta.url)

/** Milliseconds after which an idle thread ends. */
const IDLE = 300_000
/** Minimum milliseconds between two checks of a clock. */
const LOOK = 20

/** Maximum threads for one task, if each ends before it begins the task. */
const THREADS_OF_ONE = 3

interface Job {
  readonly pool: Piscina
  readonly input: unknown
  readonly options: RunOptions & { readonly milliseconds: number; readonly megabytes: number }
  readonly resolve: (output: unknown) => void
  readonly reject: (error: unknown) => void
  readonly patience: NodeJS.Timeout
}

/** A job that the pool runs. */
interface Running {
  readonly pool: Piscina
  /** `false` while it waits for a thread to start. */
  readonly isPosted: boolean
  readonly stop: (error: Error) => void
}

/** The thread of a task ended before the task began, so that another thread can run it. */
class ThreadLost extends Error {}

/**
 * A pool of worker threads that shares its time fairly among callers and stops tasks that exceed their
 * budget.
 */
export class Sandbox {
  readonly threads: number
  readonly #limits: SandboxLimits
  readonly #queue: FairQueue<Job>
  /** By module and memory: a thread does one kind of work, so that its imports stay small. */
  readonly #pools = new Map<string, Piscina>()
  readonly #running = new Set<Running>()
  #closed = false

  /** @param processes - the number of processes with a sandbox on this machine, which share its cores */
  constructor(limits: Partial<SandboxLimits> = {}, processes = 1) {
    this.#limits = { ...SANDBOX_DEFAULTS, ...limits }
    const { threads = Math.max(2, Math.ceil((availableParallelism() - 1) / processes)) } = limits
    this.threads = threads
    this.#queue = new FairQueue({ threads, queue: this.#limits.queue })
  }

  /**
   * Runs a task in a thread.
   * @throws TooExpensive if it exceeds its budget, SandboxFull if the queue is full, SandboxFailed for an
   * internal fault
   */
  run<Input, Output>(task: SandboxTask<Input, Output>, input: Input, options: RunOptions): Promise<Output> {
    const { milliseconds = this.#limits.milliseconds, megabytes = this.#limits.megabytes, key } = options
    return new Promise<Output>((resolve, reject) => {
      if (this.#closed) return reject(full(1))
      options.signal?.throwIfAborted()
      const job: Job = {
        pool: this.#poolOf(task.module, megabytes),
        input,
        options: { ...options, milliseconds, megabytes },
        resolve: resolve as (output: unknown) => void,
        reject,
        patience: setTimeout(() => this.#queue.remove(key, job) && reject(this.#full()), PATIENCE),
      }
      if (this.#queue.add(key, job)) return this.#dispatch()
      clearTimeout(job.patience)
      reject(this.#full())
    })
  }

  /** Tasks that run, and tasks that wait for a thread. */
  get use(): { readonly running: number; readonly waiting: number } {
    const { running, waiting } = this.#queue
    return { running, waiting }
  }

  /** Stops every thread; running and waiting tasks are refused. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { patience, reject } of this.#queue.clear()) {
      clearTimeout(patience)
      reject(full(1))
    }
    for (const { stop } of this.#running) stop(full(1))
    await Promise.all([...this.#pools.values()].map(pool => pool.destroy()))
  }

  #dispatch(): void {
    for (let next = this.#queue.next(); next !== undefined; next = this.#queue.next()) {
      const { key, job } = next
      clearTimeout(job.patience)
      void this.#execute(job)
        .then(job.resolve, job.reject)
        .finally(() => {
          this.#queue.done(key)
          this.#dispatch()
        })
    }
  }

  async #execute(job: Job): Promise<unknown> {
    for (let threads = 1; ; threads++)
      try {
        return await this.#runInThread(job)
      } catch (error) {
        if (!(error instanceof ThreadLost)) throw error
        if (threads === THREADS_OF_ONE) throw failed(error.cause)
      }
  }

  /** @throws ThreadLost if the task has not begun, and its input can be posted to another thread */
  async #runInThread({ pool, input, options }: Job): Promise<unknown> {
    if (this.#closed) throw full(1)
    const clock = new ThreadClock()
    const controller = new AbortController()
    const signal = options.signal ? AbortSignal.any([options.signal, controller.signal]) : controller.signal
    const running = { pool, isPosted: false, stop: (error: Error) => controller.abort(error) }
    const posted: Posted = {
      // Read when it is cloned for a thread; the pool has no event for that.
      get input() {
        running.isPosted = true
        return input
      },
      clock: clock.memory,
    }
    const stopWatching = watch(clock, options.milliseconds, running.stop)
    this.#running.add(running)
    try {
      return await pool.run(posted, { signal, transferList: options.transfer })
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new TooExpensive(`${options.megabytes} MiB of memory`)
      if (this.#closed) throw full(1)
      const isOver = clock.isStarted || (options.transfer?.length ?? 0) > 0
      throw isOver ? failed(error) : new ThreadLost('', { cause: error })
    } finally {
      stopWatching()
      this.#running.delete(running)
    }
  }

  #poolOf(module: URL, megabytes: number): Piscina {
    const name = `${megabytes} ${module.href}`
    const known = this.#pools.get(name)
    if (known) return known
    const { Piscina: Pool } = require('piscina') as typeof import('piscina')
    const pool = new Pool({
      filename: new URL(`./worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href,
      workerData: { module: module.href },
      // With a minimum, a thread that ends while its pool is destroyed is replaced, and keeps the process alive.
      minThreads: 0,
      maxThreads: this.threads,
      idleTimeout: IDLE,
      recordTiming: false,
      // Node.js cannot end a thread that is blocked in `Atomics.wait`: after an error it would stay for ever.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
    })
    pool.on('error', error => this.#moveOne(pool, error))
    this.#pools.set(name, pool)
    return pool
  }

  /**
   * A thread ended before it took a task, and the pool starts none in its place: one of the tasks that wait for a
   * thread would never run. It is given to the pool once more, which starts a thread for it.
   */
  #moveOne(pool: Piscina, cause: unknown): void {
    const waiting = [...this.#running].find(each => each.pool === pool && !each.isPosted)
    if (waiting === undefined) return
    // Two threads can end in one turn: each moves another task.
    this.#running.delete(waiting)
    waiting.stop(new ThreadLost('', { cause }))
  }

  /** The worst-case wait: every waiting task uses its whole budget. */
  #full(): Error {
    return full((this.#queue.waiting * this.#limits.milliseconds) / this.threads / 1000)
  }
}

const failed = (cause: unknown): Error => Object.assign(new SandboxFailed(), { cause })

/** Checks the clock of a task rarely: first at the earliest time at which its budget can be spent. */
function watch(clock: ThreadClock, milliseconds: number, stop: (error: Error) => void): () => void {
  const posted = performance.now()
  let timer = setTimeout(look, milliseconds)

  function look(): void {
    const spent = clock.isStarted ? clock.spent() : 0
    if (!clock.isStarted && performance.now() - posted > STARTUP) stop(full(1))
    else if (spent >= milliseconds || (clock.isStarted && clock.passed() >= milliseconds * WALL))
      stop(new TooExpensive(`${milliseconds} ms of processor time`))
    else timer = setTimeout(look, clock.isStarted ? Math.max(LOOK, milliseconds - spent) : LOOK)
  }

  return () => clearTimeout(timer)
}
