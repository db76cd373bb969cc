/** @andiron/sdk/encryption: local file encryption without the rest of the SDK. */
import { type EncryptionKey, openFile, parseEncryptionKey, sealFile } from '../../core/crypto/file.ts'

export { CryptoError } from '../../core/crypto/errors.ts'
export { type EncryptionKey, parseEncryptionKey }

/** The content of a file: a `File` of a page, or bytes. */
export type FileContent = Blob | ArrayBuffer | Uint8Array

export interface EncryptedFile {
  /** 16 bytes longer than the file. */
  readonly encryptedData: Uint8Array<ArrayBuffer>
  /** A key for this file only. Keep it apart from the data. */
  readonly encryptionKey: EncryptionKey
}

/**
 * Encrypts a file (AES-256-GCM) under a new key. Encrypting the same file again gives another key and
 * ciphertext.
 * @param file - a `File`, a `Blob` or bytes
 * @returns the encrypted bytes and their key
 */
export async function encryptFile(file: FileContent): Promise<EncryptedFile> {
  const { bytes, key } = await sealFile(await bytesOf(file))
  return { encryptedData: bytes, encryptionKey: key }
}

/**
 * Decrypts a file, completely or not at all.
 * @param encryptionKey - the key, or its JSON as in the record of the file
 * @throws CryptoError `AND_FILE_NOT_OPENED` if a single bit has changed
 */
export async function decrypt(
  encryptedData: FileContent,
  encryptionKey: EncryptionKey | string,
): Promise<Uint8Array<ArrayBuffer>> {
  return openFile(await bytesOf(encryptedData), parseEncryptionKey(encryptionKey))
}

async function bytesOf(content: FileContent): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content
  return new Uint8Array(content instanceof ArrayBuffer ? content : await content.arrayBuffer())
}
