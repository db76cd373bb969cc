/** The process of an instance, as the supervisor of `andiron start` sees it. */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { PeerMessage } from '../core/peers.ts'
import type { Begin, InstanceMessage, Serving, StopSignal, SupervisorMessage } from './messages.ts'

/** Milliseconds beyond the time for requests, for the stores to close. */
const CLOSING = 10_000

type Answer = Exclude<InstanceMessage, { type: 'hello' } | PeerMessage>
type Failed = Extract<InstanceMessage, { type: 'failed' }>

export class InstanceProcess {
  /** Its number among the workers. */
  readonly worker: number
  /** Its exit code; 1 if a signal ended it. */
  readonly ended: Promise<number>
  serving: Serving | undefined
  /** Milliseconds since the epoch at which it began to read its files. */
  readonly since = Date.now()
  readonly #worker: Worker
  #answered: (message: Answer) => void = () => {}

  /** @param relay - delivers a message to the other workers */
  constructor(begin: Begin, relay: (message: PeerMessage) => void) {
    this.worker = begin.worker
    this.#worker = cluster.fork()
    // A message to a process that is ending.
    this.#worker.on('error', () => {})
    this.#worker.on('message', (message: InstanceMessage) => {
      if (message.type === 'hello') this.send(begin)
      else if (message.type === 'peer') relay(message)
      else this.#answered(message)
    })
    this.ended = once(this.#worker, 'exit').then(([code]) => code ?? 1)
  }

  get pid(): number | undefined {
    return this.#worker.process.pid
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
