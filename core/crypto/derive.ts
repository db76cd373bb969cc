/** The storage key: a key pair that a wallet can always derive again, and that controls nothing else. */

import { expand, extract } from '@noble/hashes/hkdf.js'
import { concat, encodeUtf8, fromHex, toHex } from './bytes.ts'
import { isValidSecretKey, ORDER, sha256 } from './curve.ts'
import { readWalletSignature, type TypedData } from './eip712.ts'
import { CryptoError } from './errors.ts'
import { isStrictSignature } from './es256k.ts'

/** The message that the signer authorises: a key and its purpose. */
export interface AuthMessage {
  /** The purpose of the key. */
  readonly context: string
  /** The identifier of the key among those of this purpose. */
  readonly keyId: string
}

/** The names of the typed data that a wallet shows when it signs. */
export interface TypedDataNames {
  /** @default 'Andiron Health Wallet' */
  readonly domainName?: string
  /** @default 'SessionKeyAuthorization' */
  readonly primaryType?: string
}

/** The input of {@link deriveStorageKey}. */
export interface DerivationInput {
  /** The wallet's signature of `storageKeyTypedData(authMessage)`: key material; never store or send it. */
  readonly signature: string | Uint8Array
  /** The user's secret. */
  readonly secret: string
  /** The message that the wallet signed. */
  readonly authMessage: AuthMessage
}

/** Changing it, or the version below, changes every derived key. */
const SALT = encodeUtf8('SIGNATURE_INTEGRATED_KDF_v1')
const VERSION = '1.0'
const RETRY = encodeUtf8('SECP256K1_RETRY')
const MAX_RETRIES = 1000

/**
 * The typed data that the wallet signs. Its field order is alphabetical and part of the derivation.
 * @param authMessage - the message to sign
 * @param names - the names of the domain and of the primary type
 * @returns the data for `eth_signTypedData_v4` (EIP-712)
 */
export function storageKeyTypedData(authMessage: AuthMessage, names: TypedDataNames = {}): TypedData {
  const { domainName = 'Andiron Health Wallet', primaryType = 'SessionKeyAuthorization' } = names
  const { context, keyId } = checked(authMessage)
  return {
    domain: { name: domainName, version: VERSION },
    types: {
      [primaryType]: [
        { name: 'context', type: 'string' },
        { name: 'keyId', type: 'string' },
      ],
    },
    primaryType,
    message: { context, keyId },
  }
}

/**
 * Derives the private key from a signature, a secret and an auth message: always the same 32 bytes.
 * @param input - the wallet's signature, the secret of the service and the auth message
 * @returns the private key: 32 bytes
 * @throws CryptoError `AND_MALFORMED_SIGNATURE` or `AND_MALFORMED_AUTH_MESSAGE`
 */
export function deriveStorageKey({
  signature,
  secret,
  authMessage,
}: DerivationInput): Uint8Array<ArrayBuffer> {
  const info = derivationInfo(authMessage)
  const prk = extract(sha256, concat(encodeUtf8(secret), normalizeWalletSignature(signature)), SALT)
  return firstValidKey(expand(sha256, prk, info, 32), info)
}

/**
 * UTF-8 of the compact JSON of the auth message, its members in alphabetical order.
 * @returns the `info` of HKDF (RFC 5869 §2.3)
 */
export function derivationInfo(authMessage: AuthMessage): Uint8Array<ArrayBuffer> {
  const { context, keyId } = checked(authMessage)
  return encodeUtf8(JSON.stringify({ context, keyId }))
}

function checked(authMessage: AuthMessage): AuthMessage {
  for (const name of ['context', 'keyId'] as const) {
    if (typeof authMessage[name] !== 'string') {
      throw new CryptoError('AND_MALFORMED_AUTH_MESSAGE', `its '${name}' is not a string`)
    }
  }
  return authMessage
}

/**
 * Normalizes the four forms in which wallets write one signature: `v` as 27 or 28, and the lower of the two
 * values of s, which flips the parity. Without it the same wallet could derive two keys.
 * @param signature - 65 bytes (r, s, and v as 0, 1, 27 or 28), as bytes or as hex
 * @returns 65 bytes: r, the lower s, and v as 27 or 28 (EIP-2 for the lower s)
 * @throws CryptoError `AND_MALFORMED_SIGNATURE`
 */
export function normalizeWalletSignature(signature: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const { rs, parity } = readWalletSignature(signature)
  if (isStrictSignature(rs)) return concat(rs, Uint8Array.of(27 + parity))
  const s = BigInt(`0x${toHex(rs.subarray(32))}`)
  const low = s > 0n && s < ORDER ? ORDER - s : 0n
  const twin = concat(rs.subarray(0, 32), fromHex(low.toString(16).padStart(64, '0')))
  if (!isStrictSignature(twin)) throw new CryptoError('AND_MALFORMED_SIGNATURE', 'r or s is out of range')
  return concat(twin, Uint8Array.of(28 - parity))
}

/**
 * The candidate itself, or the first of its successors that is a valid private key. About one candidate in
 * 2^128 is invalid, so that only tests replace the predicate.
 * @internal
 */
export function firstValidKey(
  candidate: Uint8Array<ArrayBuffer>,
  info: Uint8Array,
  isValid: (candidate: Uint8Array) => boolean = isValidSecretKey,
): Uint8Array<ArrayBuffer> {
  let key = candidate
  for (let counter = 1; !isValid(key); counter++) {
    if (counter > MAX_RETRIES) throw new CryptoError('AND_KEY_DERIVATION_FAILED')
    const bigEndian = new Uint8Array(4)
    new DataView(bigEndian.buffer).setUint32(0, counter)
    key = expand(sha256, extract(sha256, concat(key, bigEndian), info), RETRY, 32)
  }
  return key
}
