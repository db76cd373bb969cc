/**
 * Hooks: events in the life of a record or a profile that call listeners of plugins, in the order of
 * registration.
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from '../http/budget.ts'
import type { Caller } from '../http/security.ts'
import type { AuditEntry } from '../stores/audit.ts'
import type { Collection } from './collections.ts'

/** The caller and the request-scoped logger. */
export interface Context {
  /** The decorators of the plugins that a listener's plugin depends on. */
  readonly app: FastifyInstance
  readonly caller: Caller
  readonly log: FastifyBaseLogger
  /** The arrival time of the submission; a retry with the same Idempotency-Key sees the first arrival. */
  readonly now: Date
  /** The client's network address; absent in maintenance. */
  readonly address?: string
  /** The header `Accept-Language` of the request. */
  readonly acceptLanguage?: string | undefined
}

/** The context of a request whose route names a security scheme. */
export const contextOf = ({ server, caller, log, ip, headers }: FastifyRequest): Context => ({
  app: server,
  caller,
  log,
  now: new Date(),
  address: ip,
  acceptLanguage: headers['accept-language'],
})

/** The key for fair sharing of the sandbox: the address, because a fresh key costs a caller nothing. */
export const sandboxKeyOf = ({ address, caller }: Pick<Context, 'address' | 'caller'>): string =>
  address === undefined ? caller.key : addressOf(address)

/** A person's record on its way to the storage network. */
export interface Draft {
  /** The id of the record. */
  readonly uid: string
  readonly collection: Collection
  /** The application of the submission; absent if a person submits without one. */
  readonly applicationId?: string | undefined
  /** The JWT with which that application confirms its part; unverified. */
  readonly applicationProof?: string | undefined
  /** True if the service derived it from another record; otherwise a person submitted it. */
  readonly derived?: true
  readonly record: Readonly<Record<string, unknown>>
  /** Fields that listeners add to the answer of the submission; ignored for a derived record. */
  readonly answer: Record<string, unknown>
}

/** A valid submission, before anything of it is stored. */
export interface Derivation {
  readonly draft: Draft
  /**
   * Adds a record for the same person, on the same terms: enriched, validated, attested, readable by the
   * service. It is stored with the submission in one write: all of them, or none.
   * @param collection - the uid of an owned collection
   * @param id - must be derived from the id of the draft, so that a retry yields the same record
   * @throws UnknownSchema, NotOwned, InvalidRecord with every issue, and any error of a listener
   */
  derive(collection: string, id: string, record: Readonly<Record<string, unknown>>): Promise<void>
}

/** Refuses by throwing; its return value is ignored. */
export type Guard<T> = (value: T, context: Context) => void | Promise<void>
/** Returns the value for the next listener. */
export type Transform<T> = (value: T, context: Context) => T | Promise<T>
/** Runs after the event. Errors are logged and change nothing for the caller. */
export type Notice<T> = (value: T, context: Context) => void | Promise<void>

/**
 * Every hook with the type of its listeners. A plugin with a hook of its own adds it by declaration merging
 * (`declare module 'andiron'`) and names it in `openHooks`.
 */
export interface Hooks {
  /** Return the submission with the fields that only the service may set. It has not been validated yet. */
  enrichSubmission: Transform<Draft>
  /** The submission is valid by schema and rules; throw to refuse it. */
  validateSubmission: Guard<Draft>
  /**
   * The submission is valid: add the records that follow from it, and fields to its `answer`. Throw to
   * refuse; nothing is stored then. Runs again on a retry, so it must yield the same ids.
   */
  deriveRecords: Guard<Derivation>
  /** The last check before the storage network, of a submission and of each derived record. */
  beforeWrite: Guard<Draft>
  /** Every node has the record and its derived records. */
  afterWrite: Notice<Draft>
  /**
   * Entries of the audit trail are durable; the records in them have not left the service yet. The caller in
   * the context is the service; the entries name the reader.
   */
  afterAuditEntries: Notice<readonly AuditEntry[]>
}

/** The kind of a hook's listeners: see {@link Guard}, {@link Transform} and {@link Notice}. */
export type HookKind = 'guard' | 'transform' | 'notice'

/** The hooks of the core. */
export const CORE_HOOKS: Readonly<Record<string, HookKind>> = {
  enrichSubmission: 'transform',
  validateSubmission: 'guard',
  deriveRecords: 'guard',
  beforeWrite: 'guard',
  afterWrite: 'notice',
  afterAuditEntries: 'notice',
}

/** A listener without the types of its hook. */
export type Listener = (value: unknown, context: Context) => unknown

/** The listeners of all hooks, in the order in which plugins were registered. */
export class HookRegistry {
  readonly #hooks = new Map<string, { kind: HookKind; listeners: Listener[] }>()

  constructor() {
    for (const [name, kind] of Object.entries(CORE_HOOKS)) this.open(name, kind)
  }

  /** The names of all open hooks. */
  get names(): string[] {
    return [...this.#hooks.keys()]
  }

  /** Opens a hook. Returns false if its name is taken: a second kind could turn a refusal into a notice. */
  open(name: string, kind: HookKind): boolean {
    if (this.#hooks.has(name)) return false
    this.#hooks.set(name, { kind, listeners: [] })
    return true
  }

  /** True if a plugin listens. If not, callers skip `run` and do not build its value and context. */
  attended(name: keyof Hooks): boolean {
    return (this.#hooks.get(name)?.listeners.length ?? 0) > 0
  }

  /** Adds a listener. Returns false if no plugin opened that hook. */
  listen(name: string, listener: Listener): boolean {
    const hook = this.#hooks.get(name)
    hook?.listeners.push(listener)
    return hook !== undefined
  }

  /** Runs the listeners one after another and returns the value after all transforms. */
  async run<K extends keyof Hooks, T extends Parameters<Hooks[K]>[0]>(
    name: K,
    value: T,
    context: Context,
  ): Promise<T> {
    const hook = this.#hooks.get(name)
    let current: unknown = value
    for (const listener of hook?.listeners ?? []) {
      if (hook?.kind === 'notice') await tell(name, listener, current, context)
      else {
        const returned = listener(current, context)
        const settled = isThenable(returned) ? await returned : returned
        if (hook?.kind === 'transform') current = settled
      }
    }
    return current as T
  }
}

/** Each step of an asynchronous function costs; most listeners have nothing to wait for. */
export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'

async function tell(name: string, listener: Listener, value: unknown, context: Context): Promise<void> {
  try {
    await listener(value, context)
  } catch (error) {
    context.log.error({ err: error, hook: name }, 'a listener failed')
  }
}
