/** EIP-191: texts that a person signs with a wallet (`personal_sign`), distinct from every transaction. */

import { keccak_256 } from '@noble/hashes/sha3.js'
import { concat, encodeUtf8 } from './bytes.ts'
import { signHash } from './eip712.ts'

/**
 * The 32 bytes to sign: version 0x45, the length of the text in decimal, and the text.
 * @param text - the message (EIP-191, version 0x45)
 * @returns 32 bytes: Keccak-256
 */
export function hashMessage(text: string): Uint8Array<ArrayBuffer> {
  const bytes = encodeUtf8(text)
  return keccak_256(concat(encodeUtf8(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/**
 * Signs a text like a wallet: `0x`, r, s (low) and v (27 or 28), 65 bytes.
 * @param text - the message
 * @param privateKey - 32 bytes
 * @returns the signature as hex with `0x`
 * @throws CryptoError `AND_MALFORMED_KEY`
 */
export function signMessage(text: string, privateKey: Uint8Array): string {
  return signHash(hashMessage(text), privateKey)
}
