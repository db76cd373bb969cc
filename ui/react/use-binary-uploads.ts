/** Files in a component: encrypt and upload, download and decrypt, with state for the UI. */
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
  /** The owner's key. Without it every operation rejects with `AND_NO_KEY_PAIR`. */
  readonly keypair: Signer | null | undefined
  readonly environment: EnvironmentInput
}

/** The description of a file before upload, with the application that uploads it. */
export type UploadCredentialsRequest = FileDescription & { readonly applicationId: string }

export interface BinaryUploads extends WorkState {
  /** Requests a signed URL; the upload must begin within seconds. */
  createUploadCredentials(request: UploadCredentialsRequest, options?: CallOptions): Promise<UploadAnswer>
  /**
   * Encrypts a file under a new key and uploads it. Store the key in the record of the file:
   * `submitBinaryData`.
   * @param credentials - from `createUploadCredentials`; their URL is enough if they were requested without a
   * `fileSize`
   */
  encryptAndUploadFile(
    file: FileContent,
    credentials: string | Pick<UploadAnswer, 'presignedUrl' | 'headers'>,
    options?: TransferOptions,
  ): Promise<{ readonly encryptionKey: EncryptionKey }>
  /**
   * Downloads a file and decrypts it, completely or not at all. Its type is the uploader's claim: never
   * render it as a page of your origin.
   * @param binaryFileUid - the uid of its record
   */
  downloadAndDecryptFile(binaryFileUid: string, options?: TransferOptions): Promise<File>
}

/**
 * Transfers a person's files. When the component unmounts, running operations are aborted and reject with an
 * `AbortError`. For transfers that outlive a component, use the functions of the SDK.
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
