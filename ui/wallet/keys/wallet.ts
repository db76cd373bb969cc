/** A wallet: whoever signs a person in, and the typed data from which their storage key follows. */
import type { SigningWallet } from '../../sdk/keys/enrolment.ts'

export interface Wallet {
  /** The same in every session: what a kept key is named by. */
  readonly id: string
  /** As a person knows it. */
  readonly name: string
  /** A data: URL of an image. */
  readonly icon?: string
  /** Asks the wallet for its account; a person may decline. */
  connect(): Promise<Account>
}

export type Account = SigningWallet
