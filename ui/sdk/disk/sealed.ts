/** A file on the disk as encrypted bytes. */
import { createCipheriv } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { type EncryptionKey, keyMaterialOf } from '../../../core/crypto/file.ts'
import { sdkError } from '../errors.ts'

/** AES-256-GCM (NIST SP 800-38D), as `@andiron/sdk/encryption`. */
export const ALGORITHM = 'aes-256-gcm'
/** Bytes read from the disk at a time. */
const CHUNK = 64 * 1024

/** An open file, as it was when it was opened. */
export interface Source {
  readonly file: FileHandle
  readonly path: string
  readonly fileSize: number
  readonly mtimeMs: number
}

/**
 * The encrypted bytes of a file, and their tag unless the file has changed.
 * @throws AndironError `AND_FILE_CHANGED`
 */
export async function* sealed(
  { file, path, fileSize, mtimeMs }: Source,
  key: EncryptionKey,
  report: (loaded: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const material = keyMaterialOf(key)
  const cipher = createCipheriv(ALGORITHM, material.key, material.iv)
  const chunk = Buffer.allocUnsafe(CHUNK)
  for (let at = 0; at < fileSize; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK, fileSize - at), at)
    if (bytesRead === 0) break
    yield cipher.update(chunk.subarray(0, bytesRead))
    at += bytesRead
    report(at)
  }
  const now = await file.stat()
  if (now.size !== fileSize || now.mtimeMs !== mtimeMs) throw sdkError('AND_FILE_CHANGED', [path])
  cipher.final()
  yield cipher.getAuthTag()
}
