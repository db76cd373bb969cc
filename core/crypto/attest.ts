/** Attestation: a detached signature over the canonical form of a record. */

import { base64urlBytes, encodeUtf8, fromBase64url, toBase64url } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { signMessage, verifySignature } from './es256k.ts'
import { noble, type Primitives } from './primitives.ts'

const MAX_DEPTH = 256

/** A `typ` of its own, so that an attestation is never a token, nor a token an attestation. */
const HEADER = toBase64url(encodeUtf8('{"alg":"ES256K","typ":"andiron-attestation"}'))
const SIGNED_FIRST = encodeUtf8(`${HEADER}.`)
const encoder = new TextEncoder()

/**
 * The canonical JSON of a value (RFC 8785): members sorted, no white space, numbers as ECMAScript writes
 * them. Members with the value `undefined` are omitted, as in JSON; other values without a JSON form are
 * refused.
 * @param value - a JSON value
 * @returns the canonical JSON text
 * @throws CryptoError for a value without a JSON form
 */
export function canonicalize(value: unknown): string {
  return canonical(value, 0)
}

function canonical(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new CryptoError('AND_NOT_JSON', 'it is nested too deeply')
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'number':
      if (!Number.isFinite(value)) throw new CryptoError('AND_NOT_JSON', 'a number is not finite')
      return JSON.stringify(value)
    case 'boolean':
      return String(value)
    case 'object':
      return value === null ? 'null' : composed(value, depth + 1)
    default:
      throw new CryptoError('AND_NOT_JSON', `it holds a ${typeof value}`)
  }
}

/** A character that JSON may escape: a control character, `"`, `\` or a surrogate, of which it escapes lone ones. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

function quoted(text: string): string {
  if (!ESCAPED.test(text)) return `"${text}"`
  const json = JSON.stringify(text)
  // ECMA-262, QuoteJSONString: lone surrogates are escaped, so the slower search only runs on texts with such
  // an escape.
  if (json.includes('\\ud') && /\p{Surrogate}/u.test(text))
    throw new CryptoError('AND_NOT_JSON', 'a text has a lone surrogate')
  return json
}

/** Names that are remembered as they are written, and their maximum length: records have few and short ones. */
const NAMES = 1_000
const NAME_LENGTH = 64
const names = new Map<string, string>()

/** A member's name in quotes, and the colon. */
function named(name: string): string {
  const known = names.get(name)
  if (known !== undefined) return known
  const written = `${quoted(name)}:`
  if (names.size < NAMES && name.length <= NAME_LENGTH) names.set(name, written)
  return written
}

function listed(value: readonly unknown[], depth: number): string {
  let members = ''
  for (const each of value) members += `${members && ','}${canonical(each, depth)}`
  return `[${members}]`
}

function composed(value: object, depth: number): string {
  if (Array.isArray(value)) return listed(value, depth)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new CryptoError('AND_NOT_JSON', 'it holds an object that is not plain')
  }
  let members = ''
  for (const name of sorted(Object.keys(value))) {
    const member = (value as Readonly<Record<string, unknown>>)[name]
    if (member === undefined) continue
    members += `${members && ','}${named(name)}${canonical(member, depth)}`
  }
  return `{${members}}`
}

/** Names up to which insertion takes less time and memory than the sort of the language. */
const FEW = 20

/** RFC 8785 §3.2.3: by UTF-16 code units, the default order. */
function sorted(all: string[]): string[] {
  if (all.length > FEW) return all.sort()
  for (let next = 1; next < all.length; next++) {
    const name = all[next] as string
    let at = next
    for (; at > 0 && (all[at - 1] as string) > name; at--) all[at] = all[at - 1] as string
    all[at] = name
  }
  return all
}

/**
 * The bytes that an attestation of a record signs.
 * @throws CryptoError `AND_NOT_JSON` for a payload without a JSON form
 */
export function signingInput(payload: unknown): Uint8Array {
  // A canonical text has no lone surrogate, so that nothing in it is replaced.
  return base64urlBytes(encoder.encode(canonicalize(payload)), SIGNED_FIRST)
}

/**
 * Signs a record: a JWS over the record's canonical form in base64url (RFC 7515, appendix F: detached, so
 * the middle segment is empty).
 * @param payload - the record, a JSON value
 * @param privateKey - 32 bytes
 * @param primitives - the implementation of the curve; a server uses native code
 * @returns the JWS with an empty middle segment: `header..signature`
 * @throws CryptoError `AND_NOT_JSON` for a payload without a JSON form
 */
export function attest(payload: unknown, privateKey: Uint8Array, primitives: Primitives = noble): string {
  return `${HEADER}..${toBase64url(signMessage(signingInput(payload), privateKey, primitives))}`
}

/**
 * True if the holder of the key attested exactly this record. Never throws: an unreadable attestation is
 * invalid.
 * @param payload - the record as read
 * @param jws - its attestation: `header..signature`
 * @param publicKey - 33 bytes, compressed
 * @param primitives - the implementation of the curve; a server uses native code
 * @returns true if `jws` is the attestation of `payload` by the key
 */
export function verifyAttestation(
  payload: unknown,
  jws: string,
  publicKey: Uint8Array,
  primitives: Primitives = noble,
): boolean {
  try {
    return verifySigned(signingInput(payload), jws, publicKey, primitives)
  } catch {
    return false
  }
}

/** Like `verifyAttestation`, of the bytes by `signingInput`. */
export function verifySigned(
  message: Uint8Array,
  jws: string,
  publicKey: Uint8Array,
  primitives: Primitives = noble,
): boolean {
  const prefix = `${HEADER}..`
  if (!jws.startsWith(prefix)) return false
  try {
    return verifySignature(fromBase64url(jws.slice(prefix.length)), message, publicKey, primitives)
  } catch {
    return false
  }
}
