/** Signatures of wallets as a gateway takes them: one form for those of keys, those of contracts as they are. */
import { toHex } from '../../core/crypto/bytes.ts'
import { normalizeWalletSignature } from '../../core/crypto/derive.ts'
import { recoverAddress, sameAddress } from '../../core/crypto/eip712.ts'
import { CryptoError } from '../../core/crypto/errors.ts'

/**
 * The signature of a hash by an account. That of its key gets `v` 27 or 28 and a low s; what a contract takes for one may mean
 * something else by the same bytes, and stays as it is.
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
