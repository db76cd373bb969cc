/** Normalizes wallet signatures for the gateway: canonical for key accounts, unchanged for contracts. */
import { toHex } from '../../core/crypto/bytes.ts'
import { normalizeWalletSignature } from '../../core/crypto/derive.ts'
import { recoverAddress, sameAddress } from '../../core/crypto/eip712.ts'
import { CryptoError } from '../../core/crypto/errors.ts'

/**
 * Canonicalizes an account's signature of a hash. The signature of a key gets `v` 27 or 28 and a low s. A
 * signature for a contract stays unchanged, because the contract defines its meaning.
 */
export function canonicalSignature(signature: string, hash: Uint8Array, address: string): string {
  try {
    const normal = normalizeWalletSignature(signature)
    return sameAddress(recoverAddress(hash, normal), address) ? `0x${toHex(normal)}` : signature
  } catch (error) {
    if (error instanceof CryptoError) return signature
    throw error
  }
}
