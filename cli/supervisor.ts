/**
 * The supervisor of `andiron start`: keeps one instance of the gateway serving, in a process of its own, and
 * replaces it on a reload. Both instances share the listening sockets, so that no connection is refused.
 */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Outcome, openControl } from './control.ts'
import { onHangup } from './hangup.ts'
import type { Begin, InstanceMessage, Serving, StopSignal, SupervisorMessage } from './messages.ts'
import type { Located } from './settings.ts'
import { FileWatch } from './watch.ts'

/** Milliseconds beyond the time for requests, for the stores to close. */
const CLOSING = 10_000

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
  #active: Instance | undefined
  /** A new instance that does not serve yet. */
  #next: Instance | undefined
  /** The former instance, while it finishes its requests. */
  #former: Instance | undefined
  #reloading: Promise<Outcome> | undefined
  #waiting: Promise<Outcome> | undefined
  #closeControl = () => {}
  #isStopping = false

  constructor(options: Located, watches: boolean) {
    this.#options = options
    if (watches) this.#files = new FileWatch(() => void this.reload())
  }

  /** Starts the first instance, which reports its own errors. */
  async start(): Promise<void> {
    this.#reloading = this.#start().finally(() => {
      this.#reloading = undefined
    })
    await this.#reloading
  }

  async #start(): Promise<Outcome> {
    const first = this.#begin({ succeeds: false, mustBeReady: false })
    this.#next = first
    const answer = await first.answer(['serving', 'failed'])
    this.#next = undefined
    if (answer.type !== 'serving') process.exit((await first.ended) || 1)
    this.#serves(first, answer)
    first.send({ type: 'announce' })
    this.#closeControl = await openControl(
      answer.data,
      () => this.reload(),
      error => report(`'andiron reload' does not reach this gateway, SIGHUP does: ${error.message}`),
    )
    return { reloaded: true }
  }

  /** Replaces the instance. Requests during a start or a reload are answered by one further reload, which reads the files again. */
  reload(): Promise<Outcome> {
    if (this.#reloading === undefined) {
      this.#reloading = this.#replace().finally(() => {
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
    this.#isStopping = true
    this.#files?.close()
    // It has not acknowledged a request yet.
    this.#next?.kill()
    const active = this.#active
    if (active?.serving === undefined) this.#exit(signal === 'SIGINT' ? 130 : 143)
    this.#former?.send({ type: 'stop', signal })
    active.send({ type: 'stop', signal })
    setTimeout(() => this.#exit(1), active.endsWithin(signal)).unref()
    void Promise.all([active.ended, this.#former?.ended]).then(([code]) => this.#exit(code))
  }

  async #replace(): Promise<Outcome> {
    const outcome = await this.#tryReplace()
    if (outcome.sentence !== undefined)
      report(`The reload failed, the running instance stays. ${outcome.sentence}`)
    return outcome
  }

  async #tryReplace(): Promise<Outcome> {
    const former = this.#active
    if (former?.serving === undefined || this.#isStopping) return refused('The gateway starts or stops.')
    if (this.#former !== undefined) {
      this.#former.send({ type: 'hurry' })
      await Promise.race([
        this.#former.ended,
        wait(this.#former.endsWithin('SIGINT'), undefined, { ref: false }),
      ])
      this.#former?.kill()
      await this.#former?.ended
    }
    former.send({ type: 'prepare' })
    const prepared = await former.answer(['prepared', 'failed'])
    if (prepared.type !== 'prepared') return refused(prepared.sentence)
    if (this.#isStopping) return refused('The gateway stops.')

    const next = this.#begin({ succeeds: true, mustBeReady: prepared.isReady })
    this.#next = next
    const answer = await next.answer(['serving', 'failed'], former.serving.reload)
    this.#next = undefined
    if (answer.type !== 'serving') {
      next.kill()
      if (answer.files.length > 0) this.#files?.set(answer.files, next.since)
      former.send({ type: 'kept', sentence: answer.sentence })
      return refused(answer.sentence)
    }
    this.#former = former
    void former.ended.then(() => {
      this.#former = undefined
    })
    this.#serves(next, answer)
    former.send({ type: 'retire' })
    // Until then, both accept connections.
    await former.answer(['retired'])
    return { reloaded: true }
  }

  #begin(begin: Omit<Begin, 'type' | 'options'>): Instance {
    return new Instance({ type: 'begin', options: this.#options, ...begin })
  }

  #serves(instance: Instance, serving: Serving): void {
    instance.serving = serving
    this.#active = instance
    this.#files?.set(serving.files, instance.since)
    void instance.ended.then(code => {
      // An instance that ends by itself: the service manager restarts the gateway.
      if (this.#active === instance && !this.#isStopping) this.#exit(code || 1)
    })
  }

  #exit(code: number): never {
    this.#closeControl()
    for (const instance of [this.#active, this.#next, this.#former]) instance?.kill()
    process.exit(code)
  }
}

type Answer = Exclude<InstanceMessage, { type: 'hello' }>
type Failed = Extract<InstanceMessage, { type: 'failed' }>

/** The process of an instance. */
class Instance {
  /** Its exit code; 1 if a signal ended it. */
  readonly ended: Promise<number>
  serving: Serving | undefined
  /** Milliseconds since the epoch at which it began to read its files. */
  readonly since = Date.now()
  readonly #worker: Worker
  #answered: (message: Answer) => void = () => {}

  constructor(begin: Begin) {
    this.#worker = cluster.fork()
    // A message to a process that is ending.
    this.#worker.on('error', () => {})
    this.#worker.on('message', (message: InstanceMessage) => {
      if (message.type === 'hello') this.send(begin)
      else this.#answered(message)
    })
    this.ended = once(this.#worker, 'exit').then(([code]) => code ?? 1)
  }

  send(message: SupervisorMessage): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {})
  }

  /** The next answer of these types; a failure if the process ends, or does not answer in time. */
  async answer<Type extends Answer['type']>(
    types: readonly Type[],
    patience?: number,
  ): Promise<Extract<Answer, { type: Type }> | Failed> {
    const answer = new Promise<Extract<Answer, { type: Type }>>(resolve => {
      this.#answered = message => {
        if ((types as readonly string[]).includes(message.type))
          resolve(message as Extract<Answer, { type: Type }>)
      }
    })
    const ended = this.ended.then(() => failed('Its process ended.'))
    if (patience === undefined) return Promise.race([answer, ended])
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Failed>(resolve => {
      timer = setTimeout(
        () => resolve(failed(`It was not ready after ${patience / 1000} seconds.`)),
        patience,
      )
    })
    return Promise.race([answer, ended, late]).finally(() => clearTimeout(timer))
  }

  /** Milliseconds in which it should have ended after a signal. */
  endsWithin(signal: StopSignal): number {
    return (this.serving?.endsWithin[signal] ?? 0) + CLOSING
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }
}

const failed = (sentence: string): Failed => ({ type: 'failed', sentence, files: [] })

const refused = (sentence: string): Outcome => ({ reloaded: false, sentence })

const report = (sentence: string): void => void process.stderr.write(`andiron: ${sentence}\n`)
