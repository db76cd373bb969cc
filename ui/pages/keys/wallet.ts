/** A wallet: it signs a person in, and signs the typed data from which their storage key derives. */
import type { SigningWallet } from '../../sdk/keys/enrolment.ts'

export interface Wallet {
  /** Stable across sessions: part of the name of a stored key. */
  readonly id: string
  /** Display name. */
  readonly name: string
  /** A data: URL of an image. */
  readonly icon?: string
  /** Requests the wallet's account; a person may decline. */
  connect(): Promise<Account>
}

export type Account = SigningWallet
