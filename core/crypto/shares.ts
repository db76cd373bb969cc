/**
 * Secret fields: split so that only all nodes together can read them; fewer learn nothing but their length.
 */

import { concat, decodeUtf8, encodeUtf8, fromBase64, randomBytes, toBase64 } from './bytes.ts'
import { CryptoError } from './errors.ts'

/** Maximum length of a secret, in bytes of UTF-8. */
export const MAX_SECRET_BYTES = 4096

/** The byte before a text; the format has integers and bytes as well. */
const TEXT = 1

/**
 * Splits a text into one share per node: XOR n-of-n, in the STORE format of the network's clients. A single
 * node has no shares, so there are at least two.
 * @param text - at most `MAX_SECRET_BYTES` bytes of UTF-8
 * @param nodes - the number of shares, at least two
 * @param random - a source of cryptographic randomness
 * @returns one share per node, as base64
 * @throws CryptoError `AND_MALFORMED_SECRET`
 */
export function splitSecret(
  text: string,
  nodes: number,
  random: (length: number) => Uint8Array = randomBytes,
): string[] {
  if (!Number.isSafeInteger(nodes) || nodes < 2) {
    throw new CryptoError('AND_MALFORMED_SECRET', 'a secret is shared by at least two nodes')
  }
  const secret = concat(Uint8Array.of(TEXT), encodeUtf8(text))
  if (secret.length > MAX_SECRET_BYTES + 1) {
    throw new CryptoError('AND_MALFORMED_SECRET', `it is longer than ${MAX_SECRET_BYTES} bytes`)
  }
  const masks = Array.from({ length: nodes - 1 }, () => random(secret.length))
  return [...masks, [secret, ...masks].reduce(xor)].map(toBase64)
}

/**
 * Joins the shares of all nodes, in any order. A missing or foreign share is detected when the result is no
 * valid text.
 * @param shares - one share per node, as base64
 * @returns the text
 * @throws CryptoError `AND_MALFORMED_SHARE` for shares that do not join
 */
export function joinShares(shares: readonly string[]): string {
  const [first, ...others] = shares.map(readShare)
  if (first === undefined || others.length === 0) {
    throw new CryptoError('AND_MALFORMED_SHARE', 'there are fewer than two')
  }
  const secret = others.reduce(xor, first)
  if (secret[0] !== TEXT) throw new CryptoError('AND_MALFORMED_SHARE', 'together they are not a text')
  try {
    return decodeUtf8(secret.subarray(1))
  } catch {
    throw new CryptoError('AND_MALFORMED_SHARE', 'together they are not a text')
  }
}

/** The neutral element of joining: as long as the share, and all zeros. */
export function neutralXorShare(share: string): string {
  try {
    return toBase64(new Uint8Array(fromBase64(share).length))
  } catch {
    // A share that was never one joins with nothing.
    return ''
  }
}

/** The beginning of a neutral share of at least eight bytes; a random one begins with it once in 2^60. */
export const NEUTRAL_XOR = 'AAAAAAAAAA'

/** True if a stored share is an envelope of `threshold.ts`: an n-of-n share is base64, which has no braces. */
export function isEnvelope(share: string): boolean {
  return share.startsWith('{')
}

function readShare(share: string): Uint8Array {
  try {
    return fromBase64(share)
  } catch (cause) {
    throw new CryptoError('AND_MALFORMED_SHARE', 'one is not base64', { cause })
  }
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  // Joining shares of different length would silently truncate the secret.
  if (a.length !== b.length) throw new CryptoError('AND_MALFORMED_SHARE', 'they differ in length')
  return a.map((byte, at) => byte ^ (b[at] ?? 0))
}
