/**
 * Uploads from a page that continue after a failure. AES-GCM allows one content under a key and nonce: the encrypted
 * bytes are kept until all have arrived, and are never made a second time.
 */
import { TAG_BYTES } from '../../core/crypto/file.ts'
import { type EncryptionKey, encryptFile } from './encryption.ts'
import type { EnvironmentInput } from './environment.ts'
import { findRecord } from './files.ts'
import type { Signer } from './key-pair.ts'
import { inSteps } from './progress.ts'
import type { TransferOptions } from './transfer.ts'
import {
  abandonUpload,
  completeUpload,
  type Gateway,
  openUpload,
  readUpload,
  sendPart,
} from './upload-parts.ts'
import {
  type AnnouncedFile,
  recordUpload,
  type UploadedFile,
  type UploadOptions,
  uploadAndEncryptFile,
  uploadedFile,
} from './uploads.ts'

/** An upload that continues as long as this object exists. */
export interface ResumableUpload {
  /** True if it is sent in parts: only then does another call of `send` continue, and not begin again. */
  readonly isInParts: boolean
  /**
   * Sends what has not arrived, and writes the record. After a failure, call it again. While it runs, another call
   * joins it.
   */
  send(options?: TransferOptions): Promise<UploadedFile>
  /** Removes what has arrived of an unfinished upload. */
  abandon(): Promise<void>
}

/** Encrypted bytes of a file that is sent in one piece, as small as a part. */
const ONE_PIECE = 8 * 1024 * 1024
/** Milliseconds before a part is sent again: somebody waits. */
const PAUSES = [1000, 3000]

interface Sealed {
  /** A browser may keep it on its disk. */
  readonly bytes: Blob
  readonly key: EncryptionKey
}

interface Opened {
  readonly uploadKey: string
  readonly partSize: number
}

/**
 * Prepares the upload of a file; a large one is sent in parts. Nothing happens before `send`.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param file - from a page, or created by `new File`
 * @param answer - `reference` is the question that the file answers: `questionnaire/<id>/<slot>`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @example
 * ```ts
 * const upload = resumableUpload(sessionKeyPair, file, { reference }, environment)
 * const { insertedUid } = await upload.send().catch(() => upload.send())
 * ```
 */
export function resumableUpload(
  keypair: Signer,
  file: File,
  answer: Pick<UploadOptions, 'reference' | 'applicationId'>,
  environment: EnvironmentInput,
): ResumableUpload {
  const fileType = file.type || 'application/octet-stream'
  const { reference, applicationId } = answer
  const about: AnnouncedFile = {
    ...{ reference, applicationId, fileType, fileName: file.name, fileSize: file.size },
  }
  const total = file.size + TAG_BYTES
  let sealed: Sealed | undefined
  let opened: Opened | undefined
  let running: Promise<UploadedFile> | undefined
  /** True from the first attempt to write the record. */
  let isRecorded = false

  const gatewayOf = (signal?: AbortSignal): Gateway => ({ keypair, environment, signal })

  async function seal(): Promise<Sealed> {
    const { encryptedData, encryptionKey } = await encryptFile(file)
    return { bytes: new Blob([encryptedData]), key: encryptionKey }
  }

  async function sendInParts({ signal, onProgress }: TransferOptions): Promise<UploadedFile> {
    const gateway = gatewayOf(signal)
    sealed ??= await seal()
    const { bytes, key } = sealed
    const before = opened && (await readUpload(gateway, opened.uploadKey))
    // The gateway has removed it: the same bytes are sent again, to another place.
    if (before === undefined) {
      opened = undefined
      isRecorded = false
    }
    opened ??= await openUpload(gateway, descriptionOf(about))
    const { uploadKey, partSize } = opened
    if (!before?.isComplete) {
      const received = new Set(before?.received)
      const report = inSteps(total, onProgress)
      for (let number = 1, at = 0; at < total; number++, at += partSize) {
        signal?.throwIfAborted()
        const part = bytes.slice(at, at + partSize)
        if (!received.has(number))
          await sendPart(
            gateway,
            { uploadKey, number, bytes: new Uint8Array(await part.arrayBuffer()) },
            sent => report(at + sent),
            PAUSES,
          )
        report(at + part.size)
      }
      await completeUpload(gateway, uploadKey)
    }
    // The answer to an earlier attempt may have been lost.
    const found = isRecorded ? await findRecord(keypair, environment, uploadKey, { signal }) : undefined
    if (found) return uploadedFile(found.insertedUid, found.binary)
    isRecorded = true
    return recordUpload(keypair, about, key, uploadKey, environment, { signal })
  }

  const isInParts = total > ONE_PIECE
  return {
    isInParts,
    send(options = {}) {
      running ??= (
        isInParts
          ? sendInParts(options)
          : uploadAndEncryptFile(keypair, file, { ...answer, ...options }, environment)
      ).finally(() => {
        running = undefined
      })
      return running
    },
    async abandon() {
      if (opened && !isRecorded) await abandonUpload(gatewayOf(), opened.uploadKey)
      opened = undefined
    },
  }
}

function descriptionOf({ applicationId, ...file }: AnnouncedFile) {
  return { ...file, ...(applicationId !== undefined && { applicationId }) }
}
