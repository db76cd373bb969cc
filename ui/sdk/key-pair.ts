/** The in-memory key pair of a person or an application, protected against accidental serialization. */
import { fromHex } from '../../core/crypto/bytes.ts'
import { DID_PREFIX } from '../../core/crypto/did.ts'
import { type KeyPair, keyPairOf } from '../../core/crypto/keys.ts'

/**
 * A key pair whose private key is neither enumerable nor cloneable: `JSON.stringify`, logs, spreads and
 * `postMessage` omit it. To store it, read `privateKey`; restore the key pair with `storageKeyPairOf`.
 */
export class StorageKeyPair implements KeyPair {
  /** 33 bytes, compressed. */
  readonly publicKey: Uint8Array
  readonly did: string
  readonly #privateKey: Uint8Array

  constructor(privateKey: Uint8Array, prefix?: string) {
    const { publicKey, did } = keyPairOf(privateKey, prefix)
    this.#privateKey = privateKey
    this.publicKey = publicKey
    this.did = did
  }

  /** 32 bytes. */
  get privateKey(): Uint8Array {
    return this.#privateKey
  }

  toDidString(): string {
    return this.did
  }
}

/**
 * Restores the key pair of a stored private key: 32 bytes, or their hex.
 * @param prefix - `didPrefix` of the environment, if it is not `did:nil:`
 */
export function storageKeyPairOf(
  privateKey: Uint8Array | string,
  prefix: string = DID_PREFIX,
): StorageKeyPair {
  return new StorageKeyPair(typeof privateKey === 'string' ? fromHex(privateKey) : privateKey, prefix)
}

/** A signer: a key pair, or the session data that holds one. */
export type Signer = KeyPair | { readonly sessionKeyPair: KeyPair }

/** The key pair of a signer. */
export function keyPairIn(signer: Signer): KeyPair {
  return 'sessionKeyPair' in signer ? signer.sessionKeyPair : signer
}
