/** Bytes and their text encodings, each with one accepted spelling. */

import { bytesToHex, concatBytes, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { CryptoError } from './errors.ts'

export { concatBytes as concat, randomBytes }

/**
 * Frees the memory of bytes that nobody reads any more, which otherwise waits for the collector: for pieces of a large
 * file. From Node.js 22; memory that the bytes share with others stays.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer.byteLength === byteLength) (buffer as { transfer?(length: number): unknown }).transfer?.(0)
}

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const URL_SAFE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const INVALID = 0xff

function valuesOf(alphabet: string): Uint8Array {
  const values = new Uint8Array(128).fill(INVALID)
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value
  return values
}

const codesOf = (alphabet: string): Uint8Array => Uint8Array.from(alphabet, letter => letter.charCodeAt(0))

const STANDARD_VALUES = valuesOf(STANDARD)
const URL_SAFE_VALUES = valuesOf(URL_SAFE)
const STANDARD_CODES = codesOf(STANDARD)
const URL_SAFE_CODES = codesOf(URL_SAFE)

const NONE = new Uint8Array()

/** The used part of `node:buffer`. Declared here, because compiling for browsers lacks the types of Node. */
interface NodeBuffer {
  readonly Buffer: {
    from(bytes: ArrayBufferLike, offset: number, length: number): NodeBytes
  }
}
interface NodeBytes {
  toString(encoding: 'base64url'): string
  write(text: string, offset: number, encoding: 'latin1'): number
}

const { process } = globalThis as {
  readonly process?: { readonly getBuiltinModule?: (name: string) => NodeBuffer | undefined }
}
const NODE = process?.getBuiltinModule?.('node:buffer') ?? null

const textOf = ({ buffer, byteOffset, length }: Uint8Array, { Buffer }: NodeBuffer): string =>
  Buffer.from(buffer, byteOffset, length).toString('base64url')

/** Encodes to ASCII codes, after others: building a string letter by letter costs several times as much. */
function encode(bytes: Uint8Array, codes: Uint8Array, first: Uint8Array = NONE): Uint8Array<ArrayBuffer> {
  const letters = new Uint8Array(first.length + Math.ceil((bytes.length * 4) / 3))
  letters.set(first)
  for (let from = 0, to = first.length; from < bytes.length; from += 3, to += 4) {
    const group = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    // Writes beyond the end of a typed array have no effect.
    letters[to] = codes[group >> 18] ?? 0
    letters[to + 1] = codes[(group >> 12) & 63] ?? 0
    letters[to + 2] = codes[(group >> 6) & 63] ?? 0
    letters[to + 3] = codes[group & 63] ?? 0
  }
  return letters
}

function decode(text: string, values: Uint8Array): Uint8Array<ArrayBuffer> {
  const spare = text.length % 4
  if (spare === 1) throw new CryptoError('AND_MALFORMED_ENCODING', 'its length is impossible')
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let group = 0
  let bits = 0
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const value = values[text.charCodeAt(at)] ?? INVALID
    if (value === INVALID)
      throw new CryptoError('AND_MALFORMED_ENCODING', 'a character is not of its alphabet')
    group = ((group << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[end++] = group >> bits
  }
  // RFC 4648 §3.5: without this, up to sixteen texts decode to the same bytes, and a token is no longer unique.
  if ((group & ((1 << bits) - 1)) !== 0) {
    throw new CryptoError('AND_MALFORMED_ENCODING', 'the bits after its last byte are not zero')
  }
  return bytes
}

/**
 * Base64url without padding (RFC 4648 §5).
 * @returns the text
 */
export function toBase64url(bytes: Uint8Array): string {
  return NODE === null ? decodeUtf8(encode(bytes, URL_SAFE_CODES)) : textOf(bytes, NODE)
}

/**
 * Base64url as ASCII bytes, for signing and hashing.
 * @param first - ASCII bytes to begin with
 * @param node - `node:buffer`, which takes a fifth of the time; `null` for portable code
 */
export function base64urlBytes(
  bytes: Uint8Array,
  first: Uint8Array = NONE,
  node: NodeBuffer | null = NODE,
): Uint8Array<ArrayBuffer> {
  if (node === null) return encode(bytes, URL_SAFE_CODES, first)
  const text = textOf(bytes, node)
  const letters = new Uint8Array(first.length + text.length)
  letters.set(first)
  node.Buffer.from(letters.buffer, first.length, text.length).write(text, 0, 'latin1')
  return letters
}

/**
 * Reads base64url; refuses padding, white space, `+` and `/`, and non-zero trailing bits.
 * @param text - canonical base64url without padding (RFC 4648 §5)
 * @returns the decoded bytes
 * @throws CryptoError `AND_MALFORMED_ENCODING`
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return decode(text, URL_SAFE_VALUES)
}

/**
 * Base64 with padding (RFC 4648 §4).
 * @returns the text
 */
export function toBase64(bytes: Uint8Array): string {
  const text = decodeUtf8(encode(bytes, STANDARD_CODES))
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/**
 * Reads base64; refuses absent or surplus padding, white space, `-` and `_`, and non-zero trailing bits.
 * @param text - canonical base64 with padding (RFC 4648 §4)
 * @returns the decoded bytes
 * @throws CryptoError `AND_MALFORMED_ENCODING`
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 4 !== 0) throw new CryptoError('AND_MALFORMED_ENCODING', 'its padding is incomplete')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return decode(text.slice(0, text.length - padding), STANDARD_VALUES)
}

/**
 * Lower-case hexadecimal, two digits a byte.
 * @returns the text
 */
export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes)
}

/**
 * Reads hexadecimal of either case; refuses a prefix, an odd length and anything that is not a digit.
 * @param text - two digits per byte
 * @returns the decoded bytes
 * @throws CryptoError `AND_MALFORMED_ENCODING`
 */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) {
    throw new CryptoError('AND_MALFORMED_ENCODING', 'it is not pairs of hexadecimal digits')
  }
  return hexToBytes(text)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * UTF-8 of a text; refuses lone surrogates, which an encoder would silently replace.
 * @returns its bytes
 * @throws CryptoError `AND_MALFORMED_ENCODING` for a lone surrogate
 */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  if (/\p{Surrogate}/u.test(text)) throw new CryptoError('AND_MALFORMED_ENCODING', 'it has a lone surrogate')
  return encoder.encode(text)
}

/**
 * Reads UTF-8; refuses ill-formed sequences, and keeps a byte order mark as a character.
 * @returns the text
 * @throws CryptoError `AND_MALFORMED_ENCODING` for ill-formed UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new CryptoError('AND_MALFORMED_ENCODING', 'it is not UTF-8', { cause })
  }
}

/**
 * Compares in constant time for a given length.
 * @returns true if both have the same length and the same bytes
 */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return difference === 0
}
