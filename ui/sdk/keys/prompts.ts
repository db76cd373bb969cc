/** The questions to a person while a key is made or opened. A page draws them; a program answers them by `passphrasePrompts`. */
import type { WrappedKey } from '../../../schemas/wallet.ts'
import { sdkError } from '../errors.ts'
import type { RecoveryFile } from './recovery.ts'
import type { Sealing } from './wrapped-key.ts'

/** Why a key has to be sealed. */
export type SealingReason =
  /** The wallet signs the same message differently each time. */
  | 'differs'
  /** The account is a contract, which makes no signature of its own. */
  | 'contract'
  /** The wallet of this browser is to open for its owner only. */
  | 'browser'
  /** The key came back from a recovery file. */
  | 'recovered'

/** Why a profile may have to be given up. */
export type Loss =
  /** The wallet does not make the key of the profile any more. */
  | 'differs'
  /** What the key was sealed with is gone. */
  | 'forgotten'

/** What opens a key: what sealed it, or the text of a recovery file. `lost` leads to `giveUp`. */
export type Opening = Sealing | { readonly way: 'file'; readonly text: string } | { readonly way: 'lost' }

export interface SealQuestion {
  readonly why: SealingReason
  /** Why the last answer did not work; absent the first time. */
  readonly failure?: Error
}

export interface OpenQuestion {
  /** What the key is sealed with. */
  readonly way: WrappedKey['way']
  /** `true` where `file` and `lost` are answers, too: for keys that the service keeps. */
  readonly recoverable: boolean
  /** Why the last answer did not work; absent the first time. */
  readonly failure?: Error
}

/**
 * The questions to the owner of a key. `sealWith` and `openWith` are repeated, with `failure`, until an answer works. A question that
 * throws ends what asked it: nothing was changed, and the error comes out as it is.
 */
export interface KeyPrompts {
  sealWith(question: SealQuestion): Promise<Sealing>
  openWith(question: OpenQuestion): Promise<Opening>
  /** Keeps a file with which the key comes back whatever is forgotten. */
  keepRecovery(file: RecoveryFile): Promise<void>
  /** Resolves only where the person gives the profile of this DID up for a new and empty one. */
  giveUp(did: string, loss: Loss): Promise<void>
}

/**
 * Answers every question with one passphrase, given once: what it does not open throws `AND_KEY_NOT_OPENED`. No profile is ever given up.
 * @param keepRecovery - stores the recovery file of a new key where only its owner can read it
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

/** Most people never need it. */
const loadSealing = () => import('./wrapped-key.ts')

/** Seals a key with what its owner answers. @param label - as of `wrapKey` */
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
 * Opens a key with what its owner answers.
 * @param instead - opens it by a recovery file, or takes it for lost; without it, neither is an answer
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

/** What a question throws comes out; what an answer leads to is put to the person again. */
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
