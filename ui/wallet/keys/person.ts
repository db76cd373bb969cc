/** What a person is asked while a key is made or opened; whoever draws the questions implements it. */
import type { WrappedKey } from '../../../schemas/wallet.ts'
import { sentenceOf, TurnedBack } from '../step.ts'
import type { RecoveryFile } from './recovery.ts'
import type { Sealing } from './wrapped-key.ts'

/** Loaded for those whose key is sealed. */
const seals = () => import('./wrapped-key.ts')

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

export type Opening =
  | Sealing
  | { readonly way: 'file'; readonly text: string }
  /** There is no way back to the key. */
  | { readonly way: 'lost' }

export interface SealQuestion {
  readonly why: SealingReason
  /** Why it did not work the last time; empty the first time. */
  readonly failure: string
}

export interface OpenQuestion {
  readonly way: WrappedKey['way']
  /** Whether a recovery file, or giving up, is an answer: both are for keys that the service keeps. */
  readonly recoverable: boolean
  readonly failure: string
}

/** Every question can be turned back from (`TurnedBack`). */
export interface Person {
  sealWith(question: SealQuestion): Promise<Sealing>
  openWith(question: OpenQuestion): Promise<Opening>
  /** Offers a file with which the key comes back whatever is forgotten. */
  keepRecovery(file: RecoveryFile): Promise<void>
  /** Ends when the person gives the profile up for a new one. */
  giveUp(did: string, loss: Loss): Promise<void>
}

/** Seals a key with what the person chooses; asked again while it does not work. @throws TurnedBack */
export async function sealFor(
  person: Person,
  why: SealingReason,
  key: Uint8Array,
  label: string,
): Promise<WrappedKey> {
  for (let failure = ''; ; ) {
    const sealing = await person.sealWith({ why, failure })
    try {
      const { wrapKey } = await seals()
      return await wrapKey(key, label, sealing)
    } catch (error) {
      failure = sentenceOf(error)
    }
  }
}

/**
 * Opens a key with what the person has; asked again while it does not work.
 * @param instead - what else they may answer, where that is possible
 * @throws TurnedBack
 */
export async function openFor(
  person: Person,
  wrapped: WrappedKey,
  label: string,
  instead?: (opening: Exclude<Opening, Sealing>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  for (let failure = ''; ; ) {
    const opening = await person.openWith({ way: wrapped.way, recoverable: instead !== undefined, failure })
    try {
      if (opening.way === 'passphrase' || opening.way === 'passkey') {
        const { unwrapKey } = await seals()
        return await unwrapKey(wrapped, label, opening)
      }
      if (instead) return await instead(opening)
    } catch (error) {
      if (error instanceof TurnedBack) throw error
      failure = sentenceOf(error)
    }
  }
}
