/** Whose signature it is: that of an account's own key, or of a contract that takes it for its own. */
import { recoverAddress, sameAddress, toHex } from '../../core/crypto/index.ts'
import type { Chain } from './chain.ts'
import { ChainRequired } from './errors.ts'

/** How an account proved itself. */
export type Account = 'key' | 'contract'

export interface Signatures {
  /** The chain whose contracts are asked, and that sign-in messages name; 1 where none is configured. */
  readonly chainId: number
  /**
   * How the account at an address proves that it signed a hash; `undefined` when it does not.
   * @throws ChainRequired, ChainUnreachable
   */
  provedBy(address: string, hash: Uint8Array, signature: string): Promise<Account | undefined>
  /** What to add to the sentence that a signature is wrong: that contracts were not asked, where no chain is configured. */
  readonly unasked: string
}

/** 65 bytes: what a key signs, and some contracts take. */
const OF_A_KEY = /^0x[0-9a-fA-F]{130}$/

const UNASKED =
  ". That of a contract is checked only where a chain is configured: the operator sets 'chain' of the plugin 'wallets'"

export function createSignatures(chain: Chain | undefined): Signatures {
  return {
    chainId: chain?.id ?? 1,
    unasked: chain ? '' : UNASKED,
    async provedBy(address, hash, signature) {
      if (isOfKey(address, hash, signature)) return 'key'
      if (!chain) {
        if (OF_A_KEY.test(signature)) return undefined
        throw new ChainRequired(address)
      }
      const taken = await chain.takes(address, `0x${toHex(hash)}`, signature as `0x${string}`)
      return taken ? 'contract' : undefined
    },
  }
}

function isOfKey(address: string, hash: Uint8Array, signature: string): boolean {
  try {
    return sameAddress(recoverAddress(hash, signature), address)
  } catch {
    return false
  }
}
