/** DIDs of secp256k1 keys. One identity has two spellings: compare by key, never as text. */

import { fromHex, toHex } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { isCompressedKey } from './es256k.ts'

/** The default prefix of a DID with the compressed key in hex. */
export const DID_PREFIX = 'did:nil:'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The multicodec of a compressed secp256k1 key, in hex. */
const MULTICODEC = 'e701'
const MULTIKEY_CHARACTERS = 48
/** Digits of base 58 that one number holds exactly. */
const DIGITS = 8
const STEP = BigInt(58 ** DIGITS)
// The multicodec fixes the first characters. Together with the fixed length, this gives each key exactly one
// spelling.
const DID_KEY = /^did:key:z(Q3s[1-9A-HJ-NP-Za-km-z]{45})$/
const HEX_KEY = /^0[23][0-9a-f]{64}$/
const HEX_MULTIKEY = /^e701(0[23][0-9a-f]{64})$/

function toBase58(hex: string): string {
  let text = ''
  for (let rest = BigInt(`0x${hex}`); text.length < MULTIKEY_CHARACTERS; rest /= STEP) {
    let group = Number(rest % STEP)
    for (let at = 0; at < DIGITS; at++) {
      text = ALPHABET.charAt(group % 58) + text
      group = Math.floor(group / 58)
    }
  }
  return text
}

/** @returns hex, without leading zeros */
function fromBase58(text: string): string {
  let number = 0n
  for (let at = 0; at < text.length; at += DIGITS) {
    let group = 0
    for (const character of text.slice(at, at + DIGITS)) group = group * 58 + ALPHABET.indexOf(character)
    number = number * STEP + BigInt(group)
  }
  return number.toString(16)
}

function assertCompressedKey(publicKey: Uint8Array): void {
  if (!isCompressedKey(publicKey)) {
    throw new CryptoError('AND_MALFORMED_KEY', 'a public key is 33 bytes that begin with 02 or 03')
  }
}

/**
 * The DID of a compressed public key in the hex form: `did:nil:02…`.
 * @param publicKey - 33 bytes, compressed
 * @param prefix - the prefix of the method
 * @returns the prefix and 66 digits of lower-case hex
 * @throws CryptoError `AND_MALFORMED_KEY`
 */
export function didOf(publicKey: Uint8Array, prefix: string = DID_PREFIX): string {
  assertCompressedKey(publicKey)
  return prefix + toHex(publicKey)
}

/**
 * The DID of the same identity as `did:key:zQ3s…`, the spelling of the storage nodes.
 * @param publicKey - 33 bytes, compressed
 * @returns a did:key with the multicodec 0xe7 (secp256k1-pub)
 * @throws CryptoError `AND_MALFORMED_KEY`
 */
export function didKeyOf(publicKey: Uint8Array): string {
  assertCompressedKey(publicKey)
  return `did:key:z${toBase58(MULTICODEC + toHex(publicKey))}`
}

/**
 * The canonical hex of a DID's key. Compare, index and look up identities by it only. Accepts `did:nil:`,
 * `did:key:zQ3s…`, and the hex form under each of `prefixes`. Refuses upper-case hex, which would be a
 * second spelling of the same DID.
 * @param did - a DID in any accepted spelling
 * @param prefixes - further accepted prefixes of the hex form
 * @returns the compressed public key: 66 digits of lower-case hex
 * @throws CryptoError `AND_MALFORMED_DID`
 * @example
 * ```ts
 * keyIdOf(caller.did) === keyIdOf(record._owner)
 * ```
 */
export function keyIdOf(did: string, prefixes: readonly string[] = []): string {
  for (const prefix of [DID_PREFIX, ...prefixes]) {
    const hex = did.slice(prefix.length)
    if (did.startsWith(prefix) && HEX_KEY.test(hex)) return hex
  }
  const [, multikey] = DID_KEY.exec(did) ?? []
  if (multikey === undefined) {
    throw new CryptoError(
      'AND_MALFORMED_DID',
      'it is neither an accepted prefix with a compressed key in lower-case hex, nor the did:key of one',
    )
  }
  const [, hex] = HEX_MULTIKEY.exec(fromBase58(multikey)) ?? []
  if (hex === undefined) {
    throw new CryptoError('AND_MALFORMED_DID', 'it does not hold a compressed secp256k1 key')
  }
  return hex
}

/**
 * The compressed public key of a DID, in any accepted spelling. Does not check that it is on the curve.
 * @param did - a DID in any accepted spelling
 * @param prefixes - further accepted prefixes of the hex form
 * @returns 33 bytes
 * @throws CryptoError `AND_MALFORMED_DID`
 */
export function publicKeyOf(did: string, prefixes: readonly string[] = []): Uint8Array<ArrayBuffer> {
  return fromHex(keyIdOf(did, prefixes))
}

/**
 * True if two DIDs have the same key. A malformed one equals none.
 * @param a - one DID
 * @param b - the other DID
 * @param prefixes - further accepted prefixes of the hex form
 * @returns true if both name the same key
 */
export function sameIdentity(a: string, b: string, prefixes: readonly string[] = []): boolean {
  try {
    const key = keyIdOf(a, prefixes)
    return a === b || key === keyIdOf(b, prefixes)
  } catch {
    return false
  }
}

/**
 * True if a value is a DID in an accepted spelling.
 * @param value - any value
 * @param prefixes - further accepted prefixes of the hex form
 * @returns true for a DID
 */
export function isDid(value: unknown, prefixes: readonly string[] = []): value is string {
  if (typeof value !== 'string') return false
  try {
    keyIdOf(value, prefixes)
    return true
  } catch {
    return false
  }
}
