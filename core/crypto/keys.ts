/** Key pairs: a private key, its public key, and its DID. */

import { randomBytes } from './bytes.ts'
import { getPublicKey, isValidSecretKey } from './curve.ts'
import { DID_PREFIX, didOf } from './did.ts'
import { CryptoError } from './errors.ts'

/** A secp256k1 key pair with its DID. */
export interface KeyPair {
  /** 32 bytes. */
  readonly privateKey: Uint8Array
  /** 33 bytes, compressed. */
  readonly publicKey: Uint8Array
  readonly did: string
}

/**
 * The key pair of a private key.
 * @param publicKeyFrom - multiplies the base point; a server has native code for it
 * @param privateKey - 32 bytes
 * @param prefix - the prefix of the DID
 * @returns the key pair with its DID
 * @throws CryptoError for a private key outside 1…n-1
 */
export function keyPairOf(
  privateKey: Uint8Array,
  prefix: string = DID_PREFIX,
  publicKeyFrom: (privateKey: Uint8Array) => Uint8Array = getPublicKey,
): KeyPair {
  if (!isValidSecretKey(privateKey)) {
    throw new CryptoError(
      'AND_MALFORMED_KEY',
      'a private key is 32 bytes, above zero and below the curve order',
    )
  }
  const publicKey = publicKeyFrom(privateKey)
  return { privateKey, publicKey, did: didOf(publicKey, prefix) }
}

/**
 * A new key pair from 32 random bytes, drawn again in the 2^-128 case of an invalid key.
 * @param random - a source of cryptographic randomness
 * @param prefix - the prefix of the DID
 * @returns the key pair with its DID
 */
export function createKeyPair(
  random: (length: number) => Uint8Array = randomBytes,
  prefix: string = DID_PREFIX,
): KeyPair {
  let privateKey = random(32)
  while (!isValidSecretKey(privateKey)) privateKey = random(32)
  return keyPairOf(privateKey, prefix)
}
