/** The operations that a faster backend may replace, and the portable backend. */

import { concat } from './bytes.ts'
import * as curve from './curve.ts'

/**
 * A backend. It receives well-formed input only (see `verifySignature`), so that every backend accepts the
 * same signatures. It hashes messages itself, because OpenSSL cannot verify a signature of a bare hash.
 */
export interface Primitives {
  /** For health reports and benchmarks. */
  readonly name: string
  /** ECDSA over secp256k1 and SHA-256: compact 64-byte signature, 33-byte compressed key. */
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean
  /** Deterministic (RFC 6979), low-s, compact. */
  sign(message: Uint8Array, privateKey: Uint8Array): Uint8Array
  /**
   * The key that signed a 32-byte hash, uncompressed (65 bytes).
   * @param parity - of the y of the signature's point
   * @throws if no key could have made the signature
   */
  recover(signature: Uint8Array, parity: 0 | 1, hash: Uint8Array): Uint8Array
  sha256(bytes: Uint8Array): Uint8Array
}

/** Portable: audited JavaScript, about forty times slower at verifying than native code. */
export const noble: Primitives = {
  name: 'noble',
  verify: (signature, message, publicKey) => curve.verify(signature, message, publicKey),
  sign: (message, privateKey) => curve.sign(message, privateKey),
  recover(signature, parity, hash) {
    const recoverable = concat(Uint8Array.of(parity), signature)
    const publicKey = curve.recoverPublicKey(recoverable, hash, { prehash: false })
    return curve.Point.fromBytes(publicKey).toBytes(false)
  },
  sha256: curve.sha256,
}
