/** A software wallet for servers, scripts and tests that hold an EVM key of their own. */
import { fromHex } from '../../core/crypto/bytes.ts'
import { signMessage } from '../../core/crypto/eip191.ts'
import { addressOf, signTypedData } from '../../core/crypto/eip712.ts'
import { createKeyPair, keyPairOf } from '../../core/crypto/keys.ts'
import type { ControlKey } from './applications.ts'

/** A wallet that also signs messages. */
export interface SoftwareWallet extends ControlKey {
  /** EIP-191, as `personal_sign`. */
  readonly signMessage: (message: string) => Promise<string>
}

/**
 * Creates the wallet of a private key, or of a new one. It signs every request without confirmation
 * (deterministically, RFC 6979): keep a person's key in a wallet that displays what it signs.
 * @param privateKey - 32 bytes, or their hex with or without `0x`
 */
export function createSoftwareWallet(privateKey?: Uint8Array | string): SoftwareWallet {
  const { publicKey, privateKey: key } =
    privateKey === undefined ? createKeyPair() : keyPairOf(bytesOf(privateKey))
  return {
    address: addressOf(publicKey),
    signFn: async typedData => signTypedData(typedData, key),
    signMessage: async message => signMessage(message, key),
  }
}

function bytesOf(privateKey: Uint8Array | string): Uint8Array {
  return typeof privateKey === 'string' ? fromHex(privateKey.replace(/^0x/, '')) : privateKey
}
