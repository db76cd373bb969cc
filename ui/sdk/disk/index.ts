/**
 * @andiron/sdk/disk: files between the disk of a program in Node and the object store. They are encrypted and
 * decrypted as they pass, so that a file of any size needs the same little memory.
 */
import { createDecipheriv, randomUUID } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { free } from '../../../core/crypto/bytes.ts'
import { CryptoError } from '../../../core/crypto/errors.ts'
import {
  createEncryptionKey,
  type EncryptionKey,
  keyMaterialOf,
  parseEncryptionKey,
  TAG_BYTES,
} from '../../../core/crypto/file.ts'
import type { EnvironmentInput } from '../environment.ts'
import { AndironError, sdkError } from '../errors.ts'
import { type BinaryFile, locate } from '../files.ts'
import type { Signer } from '../key-pair.ts'
import { inSteps } from '../progress.ts'
import type { UploadAnswer } from '../storage-delegation.ts'
import { ask, attempt, type TransferOptions } from '../transfer.ts'
import { type UploadedFile, type UploadOptions, uploadSealed } from '../uploads.ts'
import { uploadInParts } from './parts.ts'
import { ALGORITHM, sealed } from './sealed.ts'

export type { BinaryFile, TransferOptions, UploadedFile, UploadOptions }
export { AndironError, CryptoError }

export interface DiskUploadOptions extends UploadOptions {
  /** The name in the record of the file; that on the disk by default. */
  readonly fileName?: string
  /** The media type; `application/octet-stream` by default. */
  readonly fileType?: string
  /**
   * The path of a file that keeps the progress, and the key, of an upload in parts: after an interruption, of whatever
   * kind, the same call continues with the parts that have not arrived. It is removed at the end. Without it, an
   * interrupted upload begins again.
   */
  readonly resume?: string
}

/**
 * Encrypts a file on the disk, uploads it and writes its record, in this order.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param path - of the file
 * @param options - `reference` is the question that the file answers: `questionnaire/<id>/<slot>`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @throws AndironError `AND_FILE_CHANGED` when the file was written to meanwhile; `AND_OTHER_UPLOAD` when `resume`
 * names the progress of another upload; 413 and 429 beyond a quota
 * @example
 * ```ts
 * const scan = { reference: `questionnaire/${formId}/scan`, fileType: 'application/dicom' }
 * const { insertedUid } = await uploadFromDisk(keyPair, 'knee.dcm', scan, environment)
 * ```
 */
export async function uploadFromDisk(
  keypair: Signer,
  path: string,
  options: DiskUploadOptions,
  environment: EnvironmentInput,
): Promise<UploadedFile> {
  const { reference, applicationId, resume, signal, onProgress } = options
  const { fileName = basename(path), fileType = 'application/octet-stream' } = options
  const file = await open(path)
  try {
    const { size: fileSize, mtimeMs } = await file.stat()
    const about = { reference, applicationId, fileName, fileType, fileSize }
    if (resume !== undefined) {
      const source = { file, path, fileSize, mtimeMs }
      return await uploadInParts(keypair, source, about, resume, environment, { signal, onProgress })
    }
    const key = createEncryptionKey()
    const size = fileSize + TAG_BYTES
    const send = ({ presignedUrl: url, headers }: UploadAnswer) =>
      attempt('PUT', url, signal, async endpoint => {
        const report = inSteps(size, onProgress)
        const body = Readable.toWeb(Readable.from(sealed({ file, path, fileSize, mtimeMs }, key, report)))
        // A stream can state its length beside it in Node, and says that it is sent before the answer comes.
        const init: RequestInit & { readonly duplex: 'half' } = {
          ...{ method: 'PUT', headers: { ...headers, 'content-length': String(size) }, duplex: 'half' },
          body: body as ReadableStream,
        }
        await ask(endpoint, url, init, signal).catch(ownFault)
        report(size)
      })
    return await uploadSealed(keypair, about, key, send, environment, { signal })
  } finally {
    await file.close()
  }
}

/**
 * Downloads a file to the disk and decrypts it, completely or not at all: `path` is written, or replaced, once
 * every byte is authenticated. Name and type of the result come from the record, and are claims of the uploader.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param binaryFileUid - the id of the record of the file
 * @param path - where to write the file; its directory also holds the part that has arrived
 * @param options - `signal`, and `onProgress` in bytes
 * @returns the record of the file
 * @throws AndironError `AND_UNKNOWN_FILE`
 * @throws CryptoError `AND_FILE_NOT_OPENED` when a single bit was changed
 */
export async function downloadToDisk(
  keypair: Signer,
  environment: EnvironmentInput,
  binaryFileUid: string,
  path: string,
  { signal, onProgress }: TransferOptions = {},
): Promise<BinaryFile> {
  const { binaryFile, size, sign } = await locate(keypair, environment, binaryFileUid, { signal })
  const part = `${path}.${randomUUID()}.part`
  const file = await open(part, 'wx', 0o600)
  try {
    const url = await sign()
    const key = parseEncryptionKey(binaryFile.encryption_key)
    await attempt('GET', url, signal, async endpoint => {
      const { body } = await ask(endpoint, url, { method: 'GET' }, signal)
      await writeFile(file, opened(body, { endpoint, size, key, report: inSteps(size, onProgress) }))
    })
    await file.sync()
    await rename(part, path)
  } finally {
    await file.close()
    await rm(part, { force: true })
  }
  return binaryFile
}

/** Bytes decrypted at once: small pieces of memory are collected before they add up. */
const SLICE = 16 * 1024
/** Bytes written at once. */
const BLOCK = 256 * 1024

/**
 * The plain bytes of an encrypted stream, each piece valid until the next; the caller discards them when this throws at
 * the end.
 */
async function* opened(
  body: ReadableStream<Uint8Array> | null,
  { endpoint, size, key, report }: Opening,
): AsyncGenerator<Uint8Array> {
  const material = keyMaterialOf(key)
  const decipher = createDecipheriv(ALGORITHM, material.key, material.iv)
  const tag = Buffer.alloc(TAG_BYTES)
  const content = size - TAG_BYTES
  const block = Buffer.allocUnsafe(BLOCK)
  let [loaded, filled] = [0, 0]
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    const plain = Math.max(0, Math.min(chunk.length, content - loaded))
    for (let at = 0; at < plain; at += SLICE) {
      const piece = decipher.update(chunk.subarray(at, Math.min(plain, at + SLICE)))
      if (filled + piece.length > block.length) {
        yield block.subarray(0, filled)
        filled = 0
      }
      block.set(piece, filled)
      filled += piece.length
      free(piece)
    }
    tag.set(chunk.subarray(plain, plain + Math.max(0, size - loaded - plain)), Math.max(0, loaded - content))
    loaded += chunk.length
    if (loaded > size) break
    report(loaded)
  }
  if (loaded !== size) throw sdkError('AND_BAD_ANSWER', [endpoint, `${size} bytes`])
  yield block.subarray(0, filled)
  try {
    decipher.setAuthTag(tag).final()
  } catch (cause) {
    throw new CryptoError('AND_FILE_NOT_OPENED', '', { cause })
  }
}

interface Opening {
  readonly endpoint: string
  readonly size: number
  readonly key: EncryptionKey
  readonly report: (loaded: number) => void
}

/** The error of the body itself, which `fetch` wraps. */
function ownFault(cause: unknown): never {
  throw cause instanceof TypeError && cause.cause instanceof AndironError ? cause.cause : cause
}
