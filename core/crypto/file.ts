/** Files: sealed with AES-256-GCM under a key of their own, opened completely or not at all. */

import { fromBase64, fromBase64url, fromHex, randomBytes, toBase64 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { gcmOf, TAG_BYTES } from './gcm.ts'
import { isJsonObject } from './json.ts'

/** The key of one file, as stored: split over the nodes, never beside the file. */
export interface EncryptionKey {
  /** AES-256-GCM (NIST SP 800-38D). */
  readonly algorithm: 'AES-GCM'
  /** 256 bits in base64. */
  readonly key: string
  /** 96 bits in base64. */
  readonly iv: string
}

/** The output of {@link sealFile}: the sealed bytes and the key that opens them. */
export interface SealedFile {
  /** The ciphertext, and its 16-byte tag at the end. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The key, for this file only. */
  readonly key: EncryptionKey
}

export { TAG_BYTES }

const KEY_BYTES = 32
const IV_BYTES = 12

/**
 * A new key with its own nonce: for one file only.
 * @param random - a source of cryptographic randomness
 * @returns a key of 32 bytes and a nonce of 12 bytes, as text
 */
export function createEncryptionKey(random: (length: number) => Uint8Array = randomBytes): EncryptionKey {
  return { algorithm: 'AES-GCM', key: toBase64(random(KEY_BYTES)), iv: toBase64(random(IV_BYTES)) }
}

/**
 * Encrypts a file under a new key.
 * @param bytes - the plain bytes
 * @returns the ciphertext with its tag of 16 bytes, and the key
 * @example
 * ```ts
 * const { bytes, key } = await sealFile(plain)
 * await openFile(bytes, key)
 * ```
 */
export async function sealFile(bytes: Uint8Array): Promise<SealedFile> {
  // Creates the key here, so that no caller can seal two files with the same nonce.
  const key = createEncryptionKey()
  const material = keyMaterialOf(key)
  return { bytes: await gcmOf(material.key, material.iv).encrypt(bytes), key }
}

/**
 * Decrypts a sealed file.
 * @param bytes - the sealed file: ciphertext and tag
 * @param key - the key that `sealFile` returned
 * @returns the plain bytes
 * @throws CryptoError `AND_FILE_NOT_OPENED` if a single bit has changed
 */
export async function openFile(bytes: Uint8Array, key: EncryptionKey): Promise<Uint8Array<ArrayBuffer>> {
  const material = keyMaterialOf(key)
  try {
    return await gcmOf(material.key, material.iv).decrypt(bytes)
  } catch (cause) {
    throw new CryptoError('AND_FILE_NOT_OPENED', '', { cause })
  }
}

/**
 * Reads a stored key, as an object or as its JSON; key and iv may be base64, base64url or hex.
 * @param stored - the key, as an object or as JSON text
 * @returns the key in canonical form
 * @throws CryptoError `AND_MALFORMED_ENCRYPTION_KEY`
 */
export function parseEncryptionKey(stored: unknown): EncryptionKey {
  const value = typeof stored === 'string' ? parsed(stored) : stored
  if (!isJsonObject(value)) throw new CryptoError('AND_MALFORMED_ENCRYPTION_KEY', 'it is not an object')
  const { algorithm, key, iv } = value
  if (algorithm !== 'AES-GCM' || typeof key !== 'string' || typeof iv !== 'string') {
    throw new CryptoError('AND_MALFORMED_ENCRYPTION_KEY', 'it is not algorithm AES-GCM with key and iv')
  }
  const material = keyMaterialOf({ algorithm, key, iv })
  return { algorithm, key: toBase64(material.key), iv: toBase64(material.iv) }
}

/** The raw bytes of a key, for a streaming reader. */
export function keyMaterialOf({ key, iv }: EncryptionKey): { key: Uint8Array; iv: Uint8Array } {
  return { key: decoded('key', key, KEY_BYTES), iv: decoded('iv', iv, IV_BYTES) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The cause would quote the text, which contains the key.
    throw new CryptoError('AND_MALFORMED_ENCRYPTION_KEY', 'it is not JSON')
  }
}

function decoded(name: string, text: string, size: number): Uint8Array {
  // At these sizes the length distinguishes hex from base64; texts valid in both base64 alphabets decode to
  // the same bytes.
  const urlSafe = text.length % 4 !== 0 || /[-_]/.test(text)
  const decode = text.length === size * 2 ? fromHex : urlSafe ? fromBase64url : fromBase64
  let bytes: Uint8Array
  try {
    bytes = decode(text)
  } catch (cause) {
    throw new CryptoError(
      'AND_MALFORMED_ENCRYPTION_KEY',
      `its '${name}' is neither base64, base64url nor hex`,
      { cause },
    )
  }
  if (bytes.length !== size)
    throw new CryptoError('AND_MALFORMED_ENCRYPTION_KEY', `its '${name}' is not ${size} bytes`)
  return bytes
}
