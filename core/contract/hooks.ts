/** The moments in a record's life that plugins may attend, and how they are run. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from '../http/budget.ts'
import type { Caller } from '../http/security.ts'
import type { Collection } from './collections.ts'

/** Who asks, and where to say something about it. */
export interface Context {
  /** The decorators of the plugins that a listener's plugin depends on. */
  readonly app: FastifyInstance
  readonly caller: Caller
  readonly log: FastifyBaseLogger
  /** When the submission arrived; a retry under the same Idempotency-Key sees the first arrival. */
  readonly now: Date
  /** The network address of the request; absent in maintenance. */
  readonly address?: string
}

/** The context of a request whose route names a security scheme. */
export const contextOf = ({ server, caller, log, ip }: FastifyRequest): Context => ({
  app: server,
  caller,
  log,
  now: new Date(),
  address: ip,
})

/**
 * The key under which the sandbox shares its threads: the address, because a fresh key costs a caller nothing.
 */
export const sandboxKeyOf = ({ address, caller }: Pick<Context, 'address' | 'caller'>): string =>
  address === undefined ? caller.key : addressOf(address)

/** A person's record on its way to the storage network. */
export interface Draft {
  /** The id the record will have. */
  readonly uid: string
  readonly collection: Collection
  /** The application through which it is submitted; none for what people submit of their own accord. */
  readonly applicationId?: string | undefined
  /** The JWT by which that application says that it takes part; unverified. */
  readonly applicationProof?: string | undefined
  /** The service made it from another record; otherwise a person submitted it. */
  readonly derived?: true
  readonly record: Readonly<Record<string, unknown>>
}

/** What is known once a record is stored. */
export interface Receipt extends Draft {
  /** Fields that a listener adds to the answer of the submission. */
  readonly answer: Record<string, unknown>
}

/** A person whose profile is being deleted. */
export interface Leaving {
  /** The compressed public key in hex. */
  readonly key: string
  readonly did: string
  /** When they asked for it: what is theirs since then begins anew. */
  readonly askedAt: Date
}

/** Refuses by throwing; what it returns is ignored. */
export type Guard<T> = (value: T, context: Context) => void | Promise<void>
/** Returns the value that goes on. */
export type Transform<T> = (value: T, context: Context) => T | Promise<T>
/** Is told. Throwing is logged and changes nothing for the caller. */
export type Notice<T> = (value: T, context: Context) => void | Promise<void>

/**
 * Every moment with the type of its listeners. A plugin that opens a moment of its own adds it here by declaration
 * merging (`declare module 'andiron'`) and names it in `moments`.
 */
export interface Moments {
  /** Return the submission with the fields only the service may set. Nothing has been checked yet. */
  enrichSubmission: Transform<Draft>
  /** Schema and rules hold; refuse the submission by throwing. */
  validateSubmission: Guard<Draft>
  /** Last look before the storage network. */
  beforeWrite: Guard<Draft>
  /**
   * Every node has the record, the person has no answer yet: whoever derives further records from it does it here, with
   * `gateway.derive`. Throwing fails the submission; a retry under the same Idempotency-Key completes it.
   */
  completeSubmission: Guard<Receipt>
  /** Every node has the record and what was derived from it. */
  afterWrite: Notice<Receipt>
  /**
   * A person's profile is being deleted: remove what you keep of them besides records and files. Throwing, or ending
   * before you have done it, has you called again; do no harm then.
   */
  deleteProfile: Guard<Leaving>
}

export type MomentKind = 'guard' | 'transform' | 'notice'

/** The moments of the core. */
export const CORE_MOMENTS: Readonly<Record<string, MomentKind>> = {
  enrichSubmission: 'transform',
  validateSubmission: 'guard',
  beforeWrite: 'guard',
  completeSubmission: 'guard',
  afterWrite: 'notice',
  deleteProfile: 'guard',
}

type Listener = (value: unknown, context: Context) => unknown

/** The listeners of all moments, in the order in which plugins were registered. */
export class Hooks {
  readonly #moments = new Map<string, { kind: MomentKind; listeners: Listener[] }>()

  constructor() {
    for (const [name, kind] of Object.entries(CORE_MOMENTS)) this.open(name, kind)
  }

  /** The names of all open moments. */
  get names(): string[] {
    return [...this.#moments.keys()]
  }

  open(name: string, kind: MomentKind): void {
    this.#moments.set(name, { kind, listeners: [] })
  }

  /** Returns false when nobody opened that moment. */
  listen(name: string, listener: Listener): boolean {
    const moment = this.#moments.get(name)
    moment?.listeners.push(listener)
    return moment !== undefined
  }

  /** Runs the listeners one after another and returns what the transforms among them made of the value. */
  async run<K extends keyof Moments, T extends Parameters<Moments[K]>[0]>(
    name: K,
    value: T,
    context: Context,
  ): Promise<T> {
    const moment = this.#moments.get(name)
    let current: unknown = value
    for (const listener of moment?.listeners ?? []) {
      if (moment?.kind === 'notice') await tell(name, listener, current, context)
      else {
        const returned = await listener(current, context)
        if (moment?.kind === 'transform') current = returned
      }
    }
    return current as T
  }
}

async function tell(name: string, listener: Listener, value: unknown, context: Context): Promise<void> {
  try {
    await listener(value, context)
  } catch (error) {
    context.log.error({ err: error, moment: name }, 'a listener failed')
  }
}
