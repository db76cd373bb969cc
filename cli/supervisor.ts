/**
 * The supervisor of `andiron start`: keeps the instances of the gateway serving, each in a process of its own, and
 * replaces them on a reload. All instances share the listening sockets, so that no connection is refused.
 */
import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PeerMessage } from '../core/peers.ts'
import { type Outcome, openControl } from './control.ts'
import { onHangup } from './hangup.ts'
import { InstanceProcess } from './instance-process.ts'
import type { Begin, Serving, StopSignal } from './messages.ts'
import type { Located } from './settings.ts'
import { FileWatch } from './watch.ts'

/** Milliseconds before a worker that ended is started again; each further time, up to the longest, twice as many. */
const PAUSE = 1_000
const LONGEST_PAUSE = 60_000
/** Milliseconds after which the end of a worker counts as its first one. */
const STEADY = 60_000

/** The program of an instance as `bundle.ts` writes it. Without a build, an instance runs this program. */
const BUNDLED = fileURLToPath(new URL('../bundle/instance.js', import.meta.url))

export async function supervise({ watch = false, ...options }: SupervisorOptions): Promise<void> {
  // Instances accept from the shared sockets themselves.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // The condition brings plugins, which import `andiron`, to the modules of the bundle.
  if (existsSync(BUNDLED))
    cluster.setupPrimary({ exec: BUNDLED, execArgv: [...process.execArgv, '--conditions=andiron-bundle'] })
  const supervisor = new Supervisor(options, watch)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => supervisor.stop(signal))
  onHangup({ reload: () => void supervisor.reload(), stop: () => supervisor.stop('SIGTERM') })
  await supervisor.start()
}

interface SupervisorOptions extends Located {
  readonly watch?: boolean
}

class Supervisor {
  readonly #options: Located
  readonly #files: FileWatch | undefined
  /** The instances that serve, by their number. */
  readonly #active = new Map<number, InstanceProcess>()
  /** New instances that do not serve yet. */
  readonly #starting = new Set<InstanceProcess>()
  /** Former instances, while they finish their requests. */
  readonly #former = new Set<InstanceProcess>()
  /** The milliseconds until each worker that ended was started again, and the time of that. */
  readonly #pauses = new Map<number, { readonly pause: number; readonly at: number }>()
  #workers = 1
  #reloading: Promise<Outcome> | undefined
  #waiting: Promise<Outcome> | undefined
  #closeControl = () => {}
  #isStopping = false

  constructor(options: Located, watches: boolean) {
    this.#options = options
    if (watches) this.#files = new FileWatch(() => void this.reload())
  }

  /** Starts the first instance, which reports its own errors, and then the further workers. */
  async start(): Promise<void> {
    this.#reloading = this.#start().finally(() => {
      this.#reloading = undefined
    })
    await this.#reloading
  }

  async #start(): Promise<Outcome> {
    const first = this.#begin({ worker: 1, role: 'first', mustBeReady: false })
    const answer = await first.answer(['serving', 'failed'])
    this.#starting.delete(first)
    if (answer.type !== 'serving') process.exit((await first.ended) || 1)
    this.#serves(first, answer)
    this.#workers = answer.workers
    const others = Array.from({ length: this.#workers - 1 }, (_, at) => this.#startWorker(at + 2))
    const failure = (await Promise.all(others)).find(sentence => sentence !== undefined)
    if (this.#isStopping) return refused('The gateway stops.')
    if (failure !== undefined) {
      report(failure)
      this.#stopAll('SIGINT', 1)
      return refused(failure)
    }
    first.send({ type: 'announce' })
    this.#closeControl = await openControl(
      answer.data,
      () => this.reload(),
      error => report(`'andiron reload' does not reach this gateway, SIGHUP does: ${error.message}`),
    )
    return { reloaded: true }
  }

  /** Starts a further worker; returns the reason of a failure. */
  async #startWorker(worker: number): Promise<string | undefined> {
    const instance = this.#begin({ worker, role: 'worker', mustBeReady: false })
    const answer = await instance.answer(['serving', 'failed'])
    this.#starting.delete(instance)
    if (answer.type !== 'serving') return answer.sentence
    this.#serves(instance, answer)
    return undefined
  }

  /**
   * Replaces the instances. Requests during a start or a reload are answered by one further reload, which reads the
   * files again.
   */
  reload(): Promise<Outcome> {
    if (this.#reloading === undefined) {
      this.#reloading = this.#replaceAll().finally(() => {
        this.#reloading = undefined
      })
      return this.#reloading
    }
    this.#waiting ??= this.#reloading.then(() => {
      this.#waiting = undefined
      return this.reload()
    })
    return this.#waiting
  }

  /** Stops all instances and then the process; the second time at once. */
  stop(signal: StopSignal): void {
    if (this.#isStopping) this.#exit(1)
    if (this.#active.size === 0) this.#exit(signal === 'SIGINT' ? 130 : 143)
    this.#stopAll(signal)
  }

  /** @param code - of the process; that of the instances if it is absent */
  #stopAll(signal: StopSignal, code?: number): void {
    this.#isStopping = true
    this.#files?.close()
    // They have not acknowledged a request yet.
    for (const instance of this.#starting) instance.kill()
    const ending = [...this.#active.values(), ...this.#former]
    for (const instance of ending) instance.send({ type: 'stop', signal })
    const patience = Math.max(...ending.map(instance => instance.endsWithin(signal)))
    setTimeout(() => this.#exit(1), patience).unref()
    const active = [...this.#active.values()].map(({ ended }) => ended)
    void Promise.all([Promise.all(active), ...ending.map(({ ended }) => ended)]).then(([codes]) =>
      this.#exit(code ?? Math.max(...codes)),
    )
  }

  async #replaceAll(): Promise<Outcome> {
    const { sentence, replaced = 0 } = await this.#tryReplaceAll()
    if (sentence === undefined) return { reloaded: true }
    const state =
      replaced === 0 ? 'the running instance stays' : `${replaced} of ${this.#workers} workers are replaced`
    report(`The reload failed, ${state}. ${sentence}`)
    return refused(sentence)
  }

  async #tryReplaceAll(): Promise<{ readonly sentence?: string; readonly replaced?: number }> {
    if (this.#active.size === 0 || this.#isStopping) return { sentence: 'The gateway starts or stops.' }
    await Promise.all([...this.#former].map(former => hurry(former)))
    const replaced = [...this.#active].sort(([a], [b]) => b - a)
    // The last one to be replaced holds the deployment's turn.
    const holder = replaced.at(-1)?.[1] as InstanceProcess
    holder.send({ type: 'prepare' })
    const prepared = await holder.answer(['prepared', 'failed'])
    if (prepared.type !== 'prepared') return { sentence: prepared.sentence }
    for (const [at, [worker, former]] of replaced.entries()) {
      if (this.#isStopping) return { sentence: 'The gateway stops.', replaced: at }
      const sentence = await this.#replace(worker, former, prepared.isReady)
      if (sentence === undefined) continue
      holder.send({ type: 'kept', sentence })
      return { sentence, replaced: at }
    }
    return {}
  }

  /** Replaces one instance; returns the reason of a failure. */
  async #replace(worker: number, former: InstanceProcess, isReady: boolean): Promise<string | undefined> {
    const next = this.#begin({ worker, role: 'successor', mustBeReady: isReady })
    const answer = await next.answer(['serving', 'failed'], former.serving?.reload)
    this.#starting.delete(next)
    if (answer.type !== 'serving') {
      next.kill()
      if (answer.files.length > 0) this.#files?.set(answer.files, next.since)
      return answer.sentence
    }
    if (answer.workers !== this.#workers) report("The number of 'workers' changes with the next start.")
    this.#former.add(former)
    void former.ended.then(() => this.#former.delete(former))
    this.#serves(next, answer)
    former.send({ type: 'retire' })
    // Until then, both accept connections.
    await former.answer(['retired'])
    return undefined
  }

  #begin(begin: Omit<Begin, 'type' | 'options'>): InstanceProcess {
    const instance = new InstanceProcess({ type: 'begin', options: this.#options, ...begin }, message =>
      this.#relay(instance, message),
    )
    this.#starting.add(instance)
    return instance
  }

  #serves(instance: InstanceProcess, serving: Serving): void {
    instance.serving = serving
    this.#active.set(instance.worker, instance)
    this.#files?.set(serving.files, instance.since)
    this.#reportWorkers()
    void instance.ended.then(code => {
      if (this.#active.get(instance.worker) !== instance || this.#isStopping) return
      this.#active.delete(instance.worker)
      // The last one that ends by itself: the service manager restarts the gateway.
      if (this.#active.size === 0) this.#exit(code || 1)
      this.#reportWorkers()
      void this.#restart(instance.worker, instance.pid)
    })
  }

  /** Starts a worker again that ended, ever more slowly if it ends again. */
  async #restart(worker: number, pid: number | undefined): Promise<void> {
    const last = this.#pauses.get(worker)
    const isSteady = last === undefined || Date.now() > last.at + last.pause + STEADY
    const pause = isSteady ? PAUSE : Math.min(2 * last.pause, LONGEST_PAUSE)
    this.#pauses.set(worker, { pause, at: Date.now() })
    report(`Worker ${worker}, process ${pid}, has ended by itself; it starts again in ${pause / 1000} s.`)
    await wait(pause)
    // A reload reads the files that the worker would read before they change.
    while (this.#reloading !== undefined) await this.#reloading
    if (this.#isStopping || this.#active.has(worker)) return
    const starting = this.#startWorker(worker).then(sentence =>
      sentence === undefined ? { reloaded: true } : refused(sentence),
    )
    this.#reloading = starting.finally(() => {
      this.#reloading = undefined
    })
    const { sentence } = await this.#reloading
    if (sentence === undefined || this.#isStopping) return
    report(`Worker ${worker} did not start. ${sentence}`)
    await this.#restart(worker, undefined)
  }

  /** Delivers a message to other workers. */
  #relay(from: InstanceProcess, message: PeerMessage): void {
    for (const [number, instance] of this.#active)
      if (instance !== from && (message.to ?? number) === number)
        instance.send({ ...message, from: from.worker })
  }

  #reportWorkers(): void {
    const numbers = [...this.#active.keys()]
    for (const instance of [...this.#active.values(), ...this.#former])
      instance.send({ type: 'workers', numbers })
  }

  #exit(code: number): never {
    this.#closeControl()
    for (const instance of [...this.#active.values(), ...this.#starting, ...this.#former]) instance.kill()
    process.exit(code)
  }
}

/** Ends a former instance before the next reload. */
async function hurry(former: InstanceProcess): Promise<void> {
  former.send({ type: 'hurry' })
  await Promise.race([former.ended, wait(former.endsWithin('SIGINT'), undefined, { ref: false })])
  former.kill()
  await former.ended
}

const refused = (sentence: string): Outcome => ({ reloaded: false, sentence })

const report = (sentence: string): void => void process.stderr.write(`andiron: ${sentence}\n`)
