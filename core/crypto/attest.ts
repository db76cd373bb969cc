/** Attestation: a detached signature over the canonical form of a record. */

import { encodeUtf8, fromBase64url, toBase64url } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { signMessage, verifySignature } from './es256k.ts'
import { noble, type Primitives } from './primitives.ts'

const MAX_DEPTH = 256

/** A `typ` of its own, so that an attestation is never a token, nor a token an attestation. */
const HEADER = toBase64url(encodeUtf8('{"alg":"ES256K","typ":"andiron-attestation"}'))

/**
 * The canonical JSON of a value (RFC 8785): members sorted, no white space, numbers as ECMAScript writes them. Members
 * that are `undefined` are left out, as JSON leaves them out; anything else without a JSON form is refused.
 */
export function canonicalize(value: unknown): string {
  return written(value, 0)
}

function written(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new CryptoError('AND_NOT_JSON', 'it is nested too deeply')
  switch (typeof value) {
    case 'string':
      if (/\p{Surrogate}/u.test(value)) throw new CryptoError('AND_NOT_JSON', 'a text has a lone surrogate')
      return JSON.stringify(value)
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

function composed(value: object, depth: number): string {
  if (Array.isArray(value)) return `[${Array.from(value, each => written(each, depth))}]`
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new CryptoError('AND_NOT_JSON', 'it holds an object that is not plain')
  }
  // RFC 8785 §3.2.3: by UTF-16 code units, as this comparison goes.
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${written(name, depth)}:${written(member, depth)}`)}}`
}

function signingInput(payload: unknown): Uint8Array {
  return encodeUtf8(`${HEADER}.${toBase64url(encodeUtf8(canonicalize(payload)))}`)
}

/**
 * Signs a record: a JWS whose payload is the record's canonical form in base64url (RFC 7515, appendix F: detached, so
 * the middle segment is empty).
 */
export function attest(payload: unknown, privateKey: Uint8Array, primitives: Primitives = noble): string {
  return `${HEADER}..${toBase64url(signMessage(signingInput(payload), privateKey, primitives))}`
}

/** Whether the holder of a key attested exactly this record. Never throws: what cannot be read was not attested. */
export function verifyAttestation(
  payload: unknown,
  jws: string,
  publicKey: Uint8Array,
  primitives: Primitives = noble,
): boolean {
  const prefix = `${HEADER}..`
  if (!jws.startsWith(prefix)) return false
  try {
    return verifySignature(
      fromBase64url(jws.slice(prefix.length)),
      signingInput(payload),
      publicKey,
      primitives,
    )
  } catch {
    return false
  }
}
