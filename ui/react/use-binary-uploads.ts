/** Files in a component: sealed and uploaded, downloaded and opened, with what a person wants to see of it. */
'use client'
import {
  AndironError,
  type CallOptions,
  createUploadCredentials,
  downloadAndDecryptFile,
  type EncryptionKey,
  type EnvironmentInput,
  encryptAndUploadFile,
  type FileContent,
  type FileDescription,
  type Signer,
  type TransferOptions,
  type UploadAnswer,
} from '@andiron/sdk'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { reactErrors } from './errors.ts'
import { createWork, IDLE, type WorkState } from './work.ts'

export interface BinaryUploadsOptions {
  /** Whose files they are; without it every operation rejects with `AND_NO_KEY_PAIR`. */
  readonly keypair: Signer | null | undefined
  readonly environment: EnvironmentInput
}

/** What is known of a file before it is uploaded, and by which application. */
export type UploadCredentialsRequest = FileDescription & { readonly applicationId: string }

export interface BinaryUploads extends WorkState {
  /** Asks for a signed URL; the upload must begin within seconds. */
  createUploadCredentials(request: UploadCredentialsRequest, options?: CallOptions): Promise<UploadAnswer>
  /**
   * Seals a file under a new key and uploads it. Keep the key in the record of the file: `submitBinaryData`.
   * @param credentials - as they came; their URL alone is enough when they were asked for without a `fileSize`
   */
  encryptAndUploadFile(
    file: FileContent,
    credentials: string | Pick<UploadAnswer, 'presignedUrl' | 'headers'>,
    options?: TransferOptions,
  ): Promise<{ readonly encryptionKey: EncryptionKey }>
  /**
   * Downloads a file and opens it, whole or not at all. Its type is what somebody said of it: do not show it as a page of yours.
   * @param binaryFileUid - the uid of its record
   */
  downloadAndDecryptFile(binaryFileUid: string, options?: TransferOptions): Promise<File>
}

/**
 * Moves a person's files. Whatever still runs when the component goes is ended, and rejects with an `AbortError`: what is to
 * outlive a component is done with the functions of the SDK.
 */
export function useBinaryUploads({ keypair, environment }: BinaryUploadsOptions): BinaryUploads {
  const [work] = useState(createWork)
  const state = useSyncExternalStore(work.subscribe, work.read, () => IDLE)
  useEffect(() => work.stop, [work])

  const operations = useMemo<Omit<BinaryUploads, keyof WorkState>>(() => {
    const signer = () => {
      if (keypair) return keypair
      throw new AndironError('AND_NO_KEY_PAIR', reactErrors.AND_NO_KEY_PAIR)
    }
    return {
      createUploadCredentials: (request, options = {}) =>
        work.run(options, async ({ signal }) =>
          createUploadCredentials(signer(), request, environment, { signal }),
        ),
      encryptAndUploadFile: (file, credentials, options = {}) =>
        work.run(options, transfer => encryptAndUploadFile(file, credentials, transfer)),
      downloadAndDecryptFile: (binaryFileUid, options = {}) =>
        work.run(options, async transfer =>
          downloadAndDecryptFile(signer(), environment, binaryFileUid, transfer),
        ),
    }
  }, [keypair, environment, work])

  return { ...operations, ...state }
}
