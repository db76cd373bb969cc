/** The messages between the supervisor of `andiron start` and its instances of the gateway. */
import type { PeerMessage } from '../core/peers.ts'
import type { Located } from './settings.ts'

/** From an instance. */
export type InstanceMessage =
  /** The process runs and expects `begin`. */
  | { readonly type: 'hello' }
  /** It listens. */
  | Serving
  /** It cannot start, or cannot be succeeded now. */
  | { readonly type: 'failed'; readonly sentence: string; readonly files: readonly string[] }
  /** It holds the deployment's turn to reload. */
  | { readonly type: 'prepared'; readonly isReady: boolean }
  /** It accepts no further connection. */
  | { readonly type: 'retired' }
  /** For the other workers. */
  | PeerMessage

export interface Serving {
  readonly type: 'serving'
  /** The number of instances that serve together. */
  readonly workers: number
  /** The data directory, as an absolute path. */
  readonly data: string
  /** The files that a reload would read again. */
  readonly files: readonly string[]
  /** Milliseconds in which it ends after a signal. */
  readonly endsWithin: Readonly<Record<StopSignal, number>>
  /** Milliseconds that its successor has to get ready. */
  readonly reload: number
}

export type StopSignal = 'SIGINT' | 'SIGTERM'

/** To an instance. */
export type SupervisorMessage =
  | Begin
  /** Print the addresses: from now on a signal ends it gracefully. */
  | { readonly type: 'announce' }
  /** Get the deployment's turn to reload. */
  | { readonly type: 'prepare' }
  /** The successor could not start. */
  | { readonly type: 'kept'; readonly sentence: string }
  /** The successor listens: finish requests and end. */
  | { readonly type: 'retire' }
  /** Another reload begins: finish requests within `limits.drain`. */
  | { readonly type: 'hurry' }
  | { readonly type: 'stop'; readonly signal: StopSignal }
  /** The numbers of the workers that serve. */
  | { readonly type: 'workers'; readonly numbers: readonly number[] }
  /** From another worker. */
  | PeerMessage

export interface Begin {
  readonly type: 'begin'
  /** The options of the command line. */
  readonly options: Located
  /** Its number among the workers, from 1. A successor has that of its predecessor. */
  readonly worker: number
  /** The first instance of all, a further worker beside it, or the successor of one. */
  readonly role: 'first' | 'worker' | 'successor'
  /** True if every dependency of the running instance is ready, so that those of the new one must be. */
  readonly mustBeReady: boolean
}
