/** The key pair of a person or an application in memory: it signs, and is not written by accident. */
import { fromHex } from '../../core/crypto/bytes.ts'
import { DID_PREFIX } from '../../core/crypto/did.ts'
import { type KeyPair, keyPairOf } from '../../core/crypto/keys.ts'

/**
 * A key pair whose private key is neither enumerable nor cloned: `JSON.stringify`, a log line, a spread and `postMessage`
 * leave it out. Read `privateKey` to store it, and make the key pair again with `storageKeyPairOf`.
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
 * The key pair of a private key that was kept: its 32 bytes, or their hex.
 * @param prefix - `didPrefix` of the environment, where it is not `did:nil:`
 */
export function storageKeyPairOf(
  privateKey: Uint8Array | string,
  prefix: string = DID_PREFIX,
): StorageKeyPair {
  return new StorageKeyPair(typeof privateKey === 'string' ? fromHex(privateKey) : privateKey, prefix)
}

/** Whoever signs: a key pair, or the session data that holds one. */
export type Signer = KeyPair | { readonly sessionKeyPair: KeyPair }

/** The key pair of a signer. */
export function keyPairIn(signer: Signer): KeyPair {
  return 'sessionKeyPair' in signer ? signer.sessionKeyPair : signer
}
