/**
 * The prompts to a person while a key is created or opened. A page renders them; a program answers them with
 * `passphrasePrompts`.
 */
import type { WrappedKey } from '../../../schemas/wallet.ts'
import { sdkError } from '../errors.ts'
import type { RecoveryFile } from './recovery.ts'
import type { Sealing } from './wrapped-key.ts'

/** The reason why a key has to be encrypted. */
export type SealingReason =
  /** The wallet signs the same message differently each time. */
  | 'differs'
  /** The account is a contract, which has no signature of its own. */
  | 'contract'
  /** The wallet of this browser is to be protected. */
  | 'browser'
  /** The key was restored from a recovery file. */
  | 'recovered'

/** The reason why a profile may have to be given up. */
export type Loss =
  /** The wallet no longer derives the key of the profile. */
  | 'differs'
  /** The secret that encrypts the key is lost. */
  | 'forgotten'

/**
 * An answer that opens a key: the secret that encrypts it, or the text of a recovery file. `lost` leads to
 * `giveUp`.
 */
export type Opening = Sealing | { readonly way: 'file'; readonly text: string } | { readonly way: 'lost' }

export interface SealQuestion {
  readonly why: SealingReason
  /** Why the last answer failed; absent the first time. */
  readonly failure?: Error
}

export interface OpenQuestion {
  /** The kind of secret that encrypts the key. */
  readonly way: WrappedKey['way']
  /** True if `file` and `lost` are possible answers: for keys that the service stores. */
  readonly recoverable: boolean
  /** Why the last answer failed; absent the first time. */
  readonly failure?: Error
}

/**
 * The prompts to the owner of a key. `sealWith` and `openWith` repeat, with `failure`, until an answer works.
 * A prompt that throws aborts the operation without changes, and its error is rethrown unchanged.
 */
export interface KeyPrompts {
  sealWith(question: SealQuestion): Promise<Sealing>
  openWith(question: OpenQuestion): Promise<Opening>
  /** Stores a file that restores the key if everything else is lost. */
  keepRecovery(file: RecoveryFile): Promise<void>
  /** Resolves only if the person gives up the profile of this DID for a new and empty one. */
  giveUp(did: string, loss: Loss): Promise<void>
}

/**
 * Answers every prompt with one passphrase. Throws `AND_KEY_NOT_OPENED` for a key that it does not open.
 * Never gives up a profile.
 * @param keepRecovery - stores the recovery file of a new key, readable only by its owner
 */
export function passphrasePrompts(passphrase: string, keepRecovery: KeyPrompts['keepRecovery']): KeyPrompts {
  const answer = async ({ failure }: { readonly failure?: Error }): Promise<Sealing> => {
    if (failure) throw failure
    return { way: 'passphrase', passphrase }
  }
  return {
    ...{ sealWith: answer, openWith: answer, keepRecovery },
    async giveUp(did) {
      throw sdkError('AND_WALLET_KEY_CHANGED', [did])
    },
  }
}

/** Loaded on demand: most people never need it. */
const loadSealing = () => import('./wrapped-key.ts')

/** Encrypts a key with the owner's answer. @param label - as of `wrapKey` */
export async function sealFor(
  prompts: KeyPrompts,
  why: SealingReason,
  key: Uint8Array,
  label: string,
): Promise<WrappedKey> {
  const { wrapKey } = await loadSealing()
  return untilItWorks(
    failure => prompts.sealWith({ why, ...failure }),
    sealing => wrapKey(key, label, sealing),
  )
}

/**
 * Decrypts a key with the owner's answer.
 * @param instead - opens it by a recovery file, or treats it as lost; without it, neither is a possible
 * answer
 */
export async function openFor<T = never>(
  prompts: KeyPrompts,
  wrapped: WrappedKey,
  label: string,
  instead?: (opening: Exclude<Opening, Sealing>) => T,
): Promise<Uint8Array | T> {
  const { unwrapKey } = await loadSealing()
  const { way } = wrapped
  return untilItWorks<Opening, Uint8Array | T>(
    failure => prompts.openWith({ way, recoverable: instead !== undefined, ...failure }),
    async opening => {
      if (opening.way === 'passphrase' || opening.way === 'passkey') return unwrapKey(wrapped, label, opening)
      if (!instead) throw sdkError('AND_KEY_NOT_OPENED', [way])
      return instead(opening)
    },
  )
}

/** Repeats a prompt until its answer works. Errors of the prompt itself are rethrown. */
async function untilItWorks<A, T>(
  question: (failure: { readonly failure?: Error }) => Promise<A>,
  work: (answer: A) => Promise<T>,
): Promise<T> {
  for (let failure: { readonly failure?: Error } = {}; ; ) {
    const answer = await question(failure)
    try {
      return await work(answer)
    } catch (error) {
      failure = { failure: error instanceof Error ? error : new Error(String(error)) }
    }
  }
}
