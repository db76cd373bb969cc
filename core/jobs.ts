/**
 * Background jobs of plugins. One gateway runs a job at a time; if it stops, another gateway resumes the job.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { InvalidJobId } from './errors.ts'
import {
  type Hold,
  type JobKey,
  JobLost,
  JobOver,
  type JobStore,
  type JobWork,
  type TakenJob,
} from './stores/jobs.ts'
import type { Database } from './stores/sql/database.ts'
import type { Telemetry, TelemetryEvents } from './telemetry/telemetry.ts'
import { inJobTrace } from './telemetry/tracing.ts'

/** The gateway's database, as plugins use it; each plugin creates its tables by `migrations`. */
export type PluginDatabase = Omit<Database, 'close'>

/** Milliseconds. */
export interface JobTimes {
  /**
   * Milliseconds for which an attempt keeps its lease between two steps. After that another gateway takes
   * over.
   * @default 60_000
   */
  readonly lease?: number
  /**
   * Milliseconds before the second attempt; the pause doubles before each further one. An attempt that lasts as long as
   * `longestPause` is a first one again: a job that runs for months does not pause long for a failure of a second.
   * @default 5_000
   */
  readonly pause?: number
  /**
   * The maximum of `pause` after doubling.
   * @default 600_000
   */
  readonly longestPause?: number
  /** Makes the job periodic, with exactly one instance: the milliseconds between two runs. */
  readonly every?: number
}

/** A kind of background job, in the spec of a plugin. */
export interface JobSpec<Options> {
  readonly description: string
  readonly times?: JobTimes | ((options: Options) => JobTimes)
  /**
   * Concurrent jobs of this kind on one gateway.
   * @default 1
   */
  readonly atOnce?: number
  /**
   * Does the work in steps. An attempt may end at any point, and the next one begins at the top: continue
   * from the saved steps. If it returns, the job is done and removed. If it throws, the error is logged and
   * another attempt follows after a pause.
   * @returns 'again' to continue in another attempt after a pause, without an error
   */
  run(job: Job, context: JobContext<Options>): Promise<'again' | undefined> | Promise<void>
}

/** The context of an attempt. */
export interface JobContext<Options> extends PluginState {
  readonly app: FastifyInstance
  readonly options: Options
  readonly log: FastifyBaseLogger
}

/** One attempt at a job. Its steps throw {@link JobOver} once the attempt has ended: do not catch it. */
export interface Job {
  readonly id: string
  /** JSON from `add` or the last `save`. */
  readonly state: unknown
  /** The number of attempts in a row, including this one. */
  readonly attempts: number
  /**
   * Aborted when the gateway closes: the next step ends the attempt, and another gateway continues at once.
   */
  readonly signal: AbortSignal
  /** Runs statements in one transaction while this attempt holds the job; each step renews the lease. */
  step<Result>(work: JobWork<Result>): Promise<Result>
  /** Saves JSON for the next attempt, and renews the lease. */
  save(state: unknown): Promise<void>
  /** Renews the lease. */
  renew(): Promise<void>
  /** Runs the last statements and removes the job, in one transaction. */
  end(work?: JobWork<void>): Promise<void>
}

/** The queue of jobs of one kind. */
export interface JobQueue {
  /** @returns false if a job with this id exists; the queue is unchanged then */
  add(id: string, options?: JobOptions): Promise<boolean>
  /**
   * Runs a due job in this process, or joins its running attempt here; resolves when that attempt has ended.
   */
  runHere(id: string): Promise<void>
  has(id: string): Promise<boolean>
  /** Removes a job, even if another gateway runs it. */
  remove(id: string): Promise<void>
}

/** The options of a new job. */
export interface JobOptions {
  /** JSON for the first attempt. @default null */
  readonly state?: unknown
  /** The earliest start, in milliseconds since the epoch. @default at once */
  readonly dueAt?: number
  /** Restarts a job that waits under this id. @default false */
  readonly again?: boolean
  /** Statements in the same transaction; if they throw, the job is not added. */
  readonly work?: JobWork<void>
}

/** A plugin's state in the core. */
export interface PluginState<Name extends string = string> {
  /** Absent if the config keeps records in memory: keep your state there, too. */
  readonly database: PluginDatabase | undefined
  /** The queues of the spec's `jobs`. */
  readonly jobs: { readonly [K in Name]: JobQueue }
}

/** Milliseconds between two polls for due jobs. */
const INTERVAL = 1000
/** Maximum jobs per poll. */
const BATCH = 20
/** The id of a periodic job. */
const PERIODIC = 'periodic'
/** An attempt that crashes its gateway is repeated less and less often, up to so many doublings. */
const DOUBLINGS = 6
const LONGEST_ID = 500

const DEFAULTS = { lease: 60_000, pause: 5_000, longestPause: 600_000 }

interface Kind {
  readonly name: string
  readonly times: typeof DEFAULTS & Pick<JobTimes, 'every'>
  readonly atOnce: number
  readonly run: (job: Job) => Promise<'again' | undefined> | Promise<void>
  running: number
}

/** The gateway closes: the attempt ends after a step that was saved. */
class Closing extends JobOver {}

/** The jobs of one gateway. */
export class Jobs {
  readonly #store: JobStore
  readonly #log: FastifyBaseLogger
  readonly #telemetry: Telemetry | undefined
  readonly #kinds = new Map<string, Kind>()
  readonly #atWork = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #hasPeriodic = false
  #isFailing = false

  constructor(store: JobStore, log: FastifyBaseLogger, telemetry?: Telemetry) {
    this.#store = store
    this.#log = log
    this.#telemetry = telemetry
  }

  /** Declares a plugin's job and returns its queue, which is processed from `begin` on. */
  declare<Options>(
    plugin: string,
    job: string,
    { times = {}, atOnce = 1, run }: JobSpec<Options>,
    context: JobContext<Options>,
  ): JobQueue {
    const given = typeof times === 'function' ? times(context.options) : times
    const name = `${plugin}/${job}`
    const kind: Kind = {
      ...{ name, atOnce, running: 0, times: { ...DEFAULTS, ...given } },
      run: attempt => run(attempt, context),
    }
    this.#kinds.set(name, kind)
    return {
      add: async (id, { state = null, dueAt = Date.now(), again = false, work = async () => {} } = {}) =>
        this.#store.add(
          { ...keyOf(kind, id), state: JSON.stringify(state), dueAt },
          { again, now: Date.now() },
          work,
        ),
      runHere: async id => {
        const name = nameOf(keyOf(kind, id))
        if (!this.#atWork.has(name) && !this.#closing.signal.aborted) await this.#begin(kind, id, 1)
        await this.#atWork.get(name)
      },
      has: async id => this.#store.has(keyOf(kind, id)),
      remove: async id => this.#store.remove(keyOf(kind, id)),
    }
  }

  /** Starts polling for due jobs. */
  begin(): void {
    if (this.#kinds.size > 0) this.#lookAfter(INTERVAL)
  }

  /** Ends every attempt at its next step and waits for all of them. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all(this.#atWork.values())
  }

  #lookAfter(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#closing.signal.aborted) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .then(() => {
          this.#isFailing = false
        })
        .catch(error => {
          // Logged once, however long the database is unavailable.
          if (!this.#isFailing) this.#log.error({ err: error }, 'claiming jobs failed')
          this.#isFailing = true
        })
        .finally(() => this.#lookAfter(INTERVAL))
    }, milliseconds).unref()
  }

  async #look(): Promise<void> {
    if (!this.#hasPeriodic) await this.#addPeriodic()
    this.#hasPeriodic = true
    const free = [...this.#kinds.values()].filter(({ running, atOnce }) => running < atOnce)
    if (free.length === 0) return
    const due = await this.#store.due(
      free.map(({ name }) => name),
      Date.now(),
      BATCH,
    )
    for (const { kind: name, id, isLost, attempts } of due) {
      const kind = this.#kinds.get(name)
      if (kind === undefined || kind.running >= kind.atOnce || this.#closing.signal.aborted) continue
      // The lease has expired and no other gateway has taken it: a gateway does not supersede its own slow
      // step.
      if (this.#atWork.has(nameOf({ kind: name, id }))) continue
      await this.#begin(kind, id, isLost ? 2 ** Math.min(attempts, DOUBLINGS) : 1)
    }
  }

  async #addPeriodic(): Promise<void> {
    const periodic = [...this.#kinds.values()].filter(({ times }) => times.every !== undefined)
    const dueAt = Date.now()
    if (periodic.length > 0)
      await this.#store.addAll(
        periodic.map(({ name }) => ({ kind: name, id: PERIODIC, state: 'null', dueAt })),
      )
  }

  /**
   * Begins an attempt unless another gateway was faster. @param patience - leases that its first step may
   * take
   */
  async #begin(kind: Kind, id: string, patience: number): Promise<void> {
    const hold = { ...keyOf(kind, id), holder: crypto.randomUUID() }
    const now = Date.now()
    const taken = await this.#store.take(hold, now, now + kind.times.lease * patience)
    if (taken === undefined) return
    if (this.#closing.signal.aborted) return this.#handOver(hold, taken)
    kind.running += 1
    const name = nameOf(hold)
    const work = this.#attempt(kind, hold, taken)
      .catch(error =>
        this.#log.error(
          { err: error, job: kind.name },
          'releasing a job failed; another gateway resumes it when its lease expires',
        ),
      )
      .finally(() => {
        kind.running -= 1
        if (this.#atWork.get(name) === work) this.#atWork.delete(name)
        this.#lookAfter(0)
      })
    this.#atWork.set(name, work)
  }

  async #attempt(kind: Kind, hold: Hold, taken: TakenJob): Promise<void> {
    const { every, pause, longestPause } = kind.times
    const job = new Attempt(this.#store, hold, taken, kind.times, this.#closing.signal)
    const later = () =>
      this.#store.release(
        hold,
        Date.now() + Math.min(longestPause, pause * 2 ** Math.min(job.attempts - 1, 30)),
        job.attempts,
      )
    try {
      const outcome = await this.#measured(kind, job)
      if (job.hasEnded) return
      if (outcome === 'again') await (this.#closing.signal.aborted ? this.#handOver(hold, job) : later())
      else if (every !== undefined) await this.#store.release(hold, Date.now() + every, 0)
      else await job.end()
    } catch (error) {
      if (error instanceof Closing) await this.#handOver(hold, job)
      else if (!(error instanceof JobLost)) {
        this.#log.error(
          { err: error, job: kind.name, attempts: job.attempts },
          'a job failed; it will be retried',
        )
        await later()
      }
    }
  }

  async #measured(kind: Kind, job: Attempt): Promise<'again' | undefined> {
    const began = performance.now()
    const ended = (outcome: TelemetryEvents['jobAttempt']['outcome']) =>
      this.#telemetry?.emit('jobAttempt', {
        ...{ kind: kind.name, outcome, milliseconds: performance.now() - began },
      })
    try {
      const outcome = (await inJobTrace(kind.name, async () => kind.run(job))) ?? undefined
      ended(outcome ?? 'done')
      return outcome
    } catch (error) {
      ended(error instanceof Closing ? 'again' : error instanceof JobLost ? 'lost' : 'failed')
      throw error
    }
  }

  /** Releases a job at once to any gateway. */
  #handOver(hold: Hold, { attempts }: Pick<TakenJob, 'attempts'>): Promise<void> {
    return this.#store.release(hold, Date.now(), attempts - 1)
  }
}

class Attempt implements Job {
  readonly id: string
  readonly state: unknown
  readonly signal: AbortSignal
  readonly #store: JobStore
  readonly #hold: Hold
  readonly #times: Kind['times']
  readonly #attempts: number
  readonly #began = performance.now()
  hasEnded = false

  constructor(
    store: JobStore,
    hold: Hold,
    { id, state, attempts }: TakenJob,
    times: Kind['times'],
    signal: AbortSignal,
  ) {
    this.#store = store
    this.#hold = hold
    this.#times = times
    this.#attempts = attempts
    this.id = id
    this.state = JSON.parse(state)
    this.signal = signal
  }

  get attempts(): number {
    return performance.now() - this.#began < this.#times.longestPause ? this.#attempts : 1
  }

  step<Result>(work: JobWork<Result>): Promise<Result> {
    return this.#keep(work) as Promise<Result>
  }

  async save(state: unknown): Promise<void> {
    await this.#keep(undefined, JSON.stringify(state))
  }

  async renew(): Promise<void> {
    await this.#keep()
  }

  async end(work?: JobWork<void>): Promise<void> {
    await this.#store.end(this.#hold, work)
    this.hasEnded = true
  }

  async #keep<Result>(work?: JobWork<Result>, state?: string): Promise<Result | undefined> {
    const until = Date.now() + this.#times.lease
    const result = await this.#store.keep(this.#hold, until, this.attempts, work, state)
    if (this.signal.aborted) throw new Closing()
    return result
  }
}

function keyOf({ name }: Kind, id: string): JobKey {
  if (id === '' || id.length > LONGEST_ID || /[\0\p{Cs}]/u.test(id)) throw new InvalidJobId(LONGEST_ID)
  return { kind: name, id }
}

const nameOf = ({ kind, id }: JobKey): string => JSON.stringify([kind, id])
