/** The compact serialization of JWTs and NUC tokens: header.payload.signature, parsed but not verified. */

import { base64urlBytes, decodeUtf8, encodeUtf8, fromBase64url, toBase64url } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { signMessage, verifySignature } from './es256k.ts'
import { type JsonObject, parseJsonObject } from './json.ts'
import type { Primitives } from './primitives.ts'

/** A parsed token in the compact form of JWS; not verified. */
export interface CompactToken {
  /** The JOSE header. */
  readonly header: JsonObject
  /** The claims. */
  readonly payload: JsonObject
  /** The first two segments as received: the signed bytes. */
  readonly signingInput: string
  /** 64 bytes: r and s, s low. */
  readonly signature: Uint8Array
}

/** 64 bytes are 86 characters. */
const SIGNATURE_CHARACTERS = 86

/**
 * The error for a token: one public code, with the reason for the log.
 * @param reason - for the log; not part of the message
 * @param cause - the underlying error
 * @returns an error with the code `AND_INVALID_TOKEN`
 */
export function refused(reason: string, cause?: unknown): CryptoError {
  return new CryptoError('AND_INVALID_TOKEN', reason, { cause })
}

/**
 * Splits and decodes a token without verifying it; accepts only the canonical spelling.
 * @param token - a JWS in compact serialization (RFC 7515 §7.1)
 * @returns its decoded parts
 * @throws CryptoError `AND_INVALID_TOKEN` for any other spelling
 */
export function readCompact(token: string): CompactToken {
  const first = token.indexOf('.')
  const last = token.lastIndexOf('.')
  if (first < 0 || token.indexOf('.', first + 1) !== last) throw refused('it does not have three segments')
  if (token.length - last - 1 !== SIGNATURE_CHARACTERS) throw refused('its signature is not 64 bytes')
  try {
    return {
      header: parseJsonObject(decodeUtf8(fromBase64url(token.slice(0, first)))),
      payload: parseJsonObject(decodeUtf8(fromBase64url(token.slice(first + 1, last)))),
      signingInput: token.slice(0, last),
      signature: fromBase64url(token.slice(last + 1)),
    }
  } catch (cause) {
    throw refused('a segment is not canonical base64url of a JSON object', cause)
  }
}

/**
 * Checks the signature of a token.
 * @param token - a token read by `readCompact`
 * @param publicKey - 33 bytes, compressed
 * @param primitives - the implementation of the curve; a server uses native code
 * @throws CryptoError `AND_INVALID_TOKEN` if `publicKey` did not sign it
 */
export function assertSignedBy(token: CompactToken, publicKey: Uint8Array, primitives: Primitives): void {
  if (!verifySignature(token.signature, encodeUtf8(token.signingInput), publicKey, primitives)) {
    throw refused('its signature does not verify')
  }
}

/**
 * Signs a header and a payload.
 * @param header - the JOSE header
 * @param payload - the claims
 * @param privateKey - 32 bytes
 * @param primitives - the implementation of the curve; a server uses native code
 * @returns a JWS in compact serialization (RFC 7515 §7.1)
 */
export function signCompact(
  header: object,
  payload: object,
  privateKey: Uint8Array,
  primitives: Primitives,
): string {
  const first = encodeUtf8(`${toBase64url(encodeUtf8(JSON.stringify(header)))}.`)
  const signingInput = base64urlBytes(encodeUtf8(JSON.stringify(payload)), first)
  const signature = signMessage(signingInput, privateKey, primitives)
  return `${decodeUtf8(signingInput)}.${toBase64url(signature)}`
}
