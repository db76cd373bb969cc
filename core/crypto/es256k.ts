/** ES256K (RFC 8812): signs and verifies messages. Every strict check runs before the backend. */

import { fromHex } from './bytes.ts'
import { ORDER } from './curve.ts'
import { CryptoError } from './errors.ts'
import { noble, type Primitives } from './primitives.ts'

const bytesOf = (scalar: bigint) => fromHex(scalar.toString(16).padStart(64, '0'))
const LARGEST = bytesOf(ORDER - 1n)
const LARGEST_S = bytesOf(ORDER >> 1n)

/** True if the 32-byte big-endian number at `offset` is in 1…largest. */
function inRange(bytes: Uint8Array, offset: number, largest: Uint8Array): boolean {
  let zero = true
  let order = 0
  for (let at = 0; at < 32; at++) {
    const byte = bytes[offset + at] ?? 0
    if (byte !== 0) zero = false
    if (order === 0) order = byte - (largest[at] ?? 0)
  }
  return !zero && order <= 0
}

/** True for the only accepted form of a signature: exactly 64 bytes, 0 < r < n, 0 < s ≤ n/2. */
export function isStrictSignature(signature: Uint8Array): boolean {
  // A high s is the malleable twin of a valid signature; libraries disagree about it, so check it here.
  return signature.length === 64 && inRange(signature, 0, LARGEST) && inRange(signature, 32, LARGEST_S)
}

/** True for 33 bytes that begin with 02 or 03. Verification later checks that the point exists. */
export function isCompressedKey(publicKey: Uint8Array): boolean {
  // 06 and 07 are "hybrid" spellings of the same point, which OpenSSL and libsecp256k1 accept.
  return publicKey.length === 33 && (publicKey[0] === 2 || publicKey[0] === 3)
}

/**
 * True if `signature` is the strict ES256K signature of `message`. Never throws: a failing backend is a
 * refusal.
 */
export function verifySignature(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
  primitives: Primitives = noble,
): boolean {
  if (!isStrictSignature(signature) || !isCompressedKey(publicKey)) return false
  try {
    return primitives.verify(signature, message, publicKey)
  } catch {
    return false
  }
}

/**
 * Signs `message`.
 * @throws CryptoError for a private key outside 1…n-1, or a backend that returns a signature that is not
 * strict
 */
export function signMessage(
  message: Uint8Array,
  privateKey: Uint8Array,
  primitives: Primitives = noble,
): Uint8Array {
  if (privateKey.length !== 32 || !inRange(privateKey, 0, LARGEST)) {
    throw new CryptoError(
      'AND_MALFORMED_KEY',
      'a private key is 32 bytes, above zero and below the curve order',
    )
  }
  const signature = primitives.sign(message, privateKey)
  if (!isStrictSignature(signature)) {
    throw new CryptoError(
      'AND_MALFORMED_SIGNATURE',
      `the backend '${primitives.name}' made one that is not strict`,
    )
  }
  return signature
}
