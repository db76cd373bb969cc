/** EIP-191: a text that a person signs with their wallet (`personal_sign`), which no transaction can be mistaken for. */

import { keccak_256 } from '@noble/hashes/sha3.js'
import { concat, encodeUtf8 } from './bytes.ts'
import { signHash } from './eip712.ts'

/** The 32 bytes that are signed: version 0x45, the length of the text in decimal, and the text. */
export function hashMessage(text: string): Uint8Array<ArrayBuffer> {
  const bytes = encodeUtf8(text)
  return keccak_256(concat(encodeUtf8(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/** Signs a text as a wallet does: `0x`, r, s (low) and v (27 or 28), 65 bytes. */
export function signMessage(text: string, privateKey: Uint8Array): string {
  return signHash(hashMessage(text), privateKey)
}
