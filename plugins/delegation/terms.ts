/** The terms of a delegation, which listeners may narrow and cannot widen. */
import { type Context, frozen, type Gateway, type Notice, type Transform } from '../../core/index.ts'
import { DelegationTermsWidened } from './errors.ts'

declare module '../../core/index.ts' {
  interface Hooks {
    /**
     * A delegation is about to be signed for the caller. Return the terms, or narrower ones; throw to refuse.
     * Terms wider than the given ones are an error, and no delegation is signed.
     */
    narrowDelegation: Transform<DelegationTerms>
    /** A delegation was signed. */
    afterDelegation: Notice<DelegationTerms>
  }
}

/** The permissions of a delegation's holder. The caller in the context is the person. */
export interface DelegationTerms {
  /** As in the request; proved only if the option `requireApplication` is on. */
  readonly applicationId?: string
  /** Uids of the collections in which records may be created; andiron nodes enforce them. */
  readonly collections: readonly string[]
  /** Seconds since the epoch. */
  readonly expiresAt: number
}

/** @throws DelegationTermsWidened, and any error of a listener */
export async function narrowedTerms(
  { hooks }: Gateway,
  offered: DelegationTerms,
  context: Context,
): Promise<DelegationTerms> {
  if (!hooks.attended('narrowDelegation')) return offered
  // Frozen: a listener could otherwise widen in place the terms that its answer is compared with.
  const returned = await hooks.run('narrowDelegation', frozen(offered), context)
  const terms = copyOf(returned)
  if (!terms || !isWithin(terms, offered)) throw new DelegationTermsWidened()
  return { ...offered, ...terms }
}

type Narrowed = Pick<DelegationTerms, 'collections' | 'expiresAt'>

/** A copy, so that exactly the compared values are signed. */
function copyOf(returned: unknown): Narrowed | undefined {
  const { collections, expiresAt } = (returned ?? {}) as Partial<Narrowed>
  return Array.isArray(collections) && typeof expiresAt === 'number'
    ? { collections: Array.from(collections, String), expiresAt }
    : undefined
}

const isWithin = ({ collections, expiresAt }: Narrowed, offered: DelegationTerms): boolean =>
  collections.every(uid => offered.collections.includes(uid)) &&
  // Written as the condition that must hold, so that NaN refuses.
  Number.isSafeInteger(expiresAt) &&
  expiresAt <= offered.expiresAt
