/** Verifies a signature of an account: by its own key, or by a contract that accepts it. */
import { type Primitives, recoverAddress, sameAddress, toHex } from '../../core/crypto/index.ts'
import type { Chain } from './chain.ts'
import { ChainRequired } from './errors.ts'

/** The kind of proof of an account. */
export type Account = 'key' | 'contract'

export interface Signatures {
  /** The chain of contract calls and of sign-in messages; 1 if none is configured. */
  readonly chainId: number
  /**
   * The kind of proof that the account at an address signed a hash; `undefined` if it did not.
   * @throws ChainRequired, ChainUnreachable
   */
  provedBy(address: string, hash: Uint8Array, signature: string): Promise<Account | undefined>
  /**
   * An addition to the message for a wrong signature: contracts were not called, because no chain is
   * configured.
   */
  readonly chainHint: string
}

/** 65 bytes: a signature by a key, which some contracts use as well. */
const OF_A_KEY = /^0x[0-9a-fA-F]{130}$/

const CHAIN_HINT =
  ". Signatures of contract accounts are only verified if the operator sets 'chain' of the plugin 'wallets'"

export function createSignatures(chain: Chain | undefined, primitives: Primitives): Signatures {
  const isOfKey = (address: string, hash: Uint8Array, signature: string): boolean => {
    try {
      return sameAddress(recoverAddress(hash, signature, primitives), address)
    } catch {
      return false
    }
  }
  return {
    chainId: chain?.id ?? 1,
    chainHint: chain ? '' : CHAIN_HINT,
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
