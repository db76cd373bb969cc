/**
 * Uploads in parts. AES-GCM has no state to keep: to continue, the file is encrypted again from its beginning, under
 * the same key, and the parts that have arrived are not sent. The digest of each part is stored before it is sent, and
 * compared then: two different plaintexts must never leave under one key and nonce.
 */
import { hash } from 'node:crypto'
import { createEncryptionKey, TAG_BYTES } from '../../../core/crypto/file.ts'
import { type EnvironmentInput, resolveEnvironment } from '../environment.ts'
import { AndironError, sdkError } from '../errors.ts'
import { findRecord } from '../files.ts'
import { keyPairIn, type Signer } from '../key-pair.ts'
import { inSteps } from '../progress.ts'
import type { TransferOptions } from '../transfer.ts'
import { abandonUpload, completeUpload, openUpload, readUpload, sendPart } from '../upload-parts.ts'
import { type AnnouncedFile, recordUpload, type UploadedFile, uploadedFile } from '../uploads.ts'
import { type Begun, beginProgress, type KeptProgress, readProgress } from './kept-progress.ts'
import { type Source, sealed } from './sealed.ts'

/**
 * Uploads a file in parts, and writes its record.
 * @param path - keeps the progress
 */
export async function uploadInParts(
  keypair: Signer,
  source: Source,
  about: AnnouncedFile,
  path: string,
  environment: EnvironmentInput,
  { signal, onProgress }: TransferOptions,
): Promise<UploadedFile> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  const owner = {
    did: keyPairIn(keypair).did,
    apiBaseUrl,
    reference: about.reference,
    fileName: about.fileName,
  }
  const gateway = { keypair, environment, signal }
  const { applicationId, ...file } = about
  const description = { ...file, ...(applicationId !== undefined && { applicationId }) }
  signal?.throwIfAborted()

  async function begin(): Promise<KeptProgress> {
    const { uploadKey, partSize } = await openUpload(gateway, description)
    const { fileSize } = about
    return beginProgress(path, { ...owner, uploadKey, partSize, fileSize, key: createEncryptionKey() })
  }

  const before = await readProgress(path, owner)
  const progress = before && (await readUpload(gateway, before.begun.uploadKey))
  // Without progress, none was begun, or the gateway has removed it since.
  const kept = before && progress ? before : await begin()
  const { isComplete, received } = progress ?? { isComplete: false, received: [] }
  const { begun } = kept
  const { uploadKey, key } = begun
  if (!isComplete) {
    try {
      if (begun.fileSize !== about.fileSize) throw sdkError('AND_FILE_CHANGED', [source.path])
      await sendParts(kept, new Set(received))
      await completeUpload(gateway, uploadKey)
    } catch (cause) {
      if (cause instanceof AndironError && cause.code === 'AND_FILE_CHANGED') {
        await abandonUpload(gateway, uploadKey).catch(() => {})
        await kept.remove()
      }
      throw cause
    }
  }
  // An earlier call may have ended after it wrote the record.
  const found = isComplete ? await findRecord(keypair, environment, uploadKey, { signal }) : undefined
  const recorded = { ...about, fileSize: begun.fileSize }
  const uploaded = found
    ? uploadedFile(found.insertedUid, found.binary)
    : await recordUpload(keypair, recorded, key, uploadKey, environment, { signal })
  await kept.remove()
  return uploaded

  async function sendParts(kept: KeptProgress, received: ReadonlySet<number>): Promise<void> {
    const { partSize, fileSize } = kept.begun
    const total = fileSize + TAG_BYTES
    const report = inSteps(total, onProgress)
    for await (const { number, bytes } of partsOf(source, kept.begun)) {
      signal?.throwIfAborted()
      if (!(await kept.admit(number, hash('sha256', bytes, 'hex'))))
        throw sdkError('AND_FILE_CHANGED', [source.path])
      const before = (number - 1) * partSize
      if (!received.has(number))
        await sendPart(gateway, { uploadKey, number, bytes }, sent => report(before + sent))
      report(before + bytes.length)
    }
  }
}

/** The parts of the encrypted file, in one buffer: each is valid until the next. */
async function* partsOf(source: Source, { partSize, fileSize, key }: Begun) {
  const buffer = new Uint8Array(Math.min(partSize, fileSize + TAG_BYTES))
  let [number, length] = [1, 0]
  for await (const piece of sealed(source, key)) {
    for (let rest = piece; rest.length > 0; ) {
      const fitting = rest.subarray(0, buffer.length - length)
      buffer.set(fitting, length)
      length += fitting.length
      rest = rest.subarray(fitting.length)
      if (length < buffer.length) continue
      yield { number: number++, bytes: buffer }
      length = 0
    }
  }
  if (length > 0) yield { number, bytes: buffer.subarray(0, length) }
}
