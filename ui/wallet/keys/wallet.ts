/** A wallet: whoever signs a person in, and the typed data from which their storage key follows. */
import type { WalletTypedData } from '../../sdk/derive.ts'

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

export interface Account {
  /** 20 bytes in hex, with `0x`. */
  readonly address: string
  /** EIP-191, `personal_sign`. */
  signMessage(message: string): Promise<string>
  signTypedData(typedData: WalletTypedData): Promise<string>
}
