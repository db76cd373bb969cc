/** Requests signed URLs for uploads, downloads and deletion. */
import { FileDeletion } from '../../schemas/file-deletion.ts'
import { FileAnswer, UploadAnswer } from '../../schemas/storage-delegation.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { type CallOptions, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import type { Signer } from './key-pair.ts'

export type { FileAnswer, UploadAnswer }

/** The description of a file before upload. */
export interface FileDescription {
  /** The question that the file answers: `questionnaire/<id>/<slot>`. */
  readonly reference: string
  readonly fileName: string
  readonly fileType: string
  /** Size in bytes before encryption. If set, the store accepts exactly this upload, once. */
  readonly fileSize?: number
  readonly applicationId?: string
}

/**
 * Requests a signed URL to upload to. The upload must begin within seconds.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param description - the file; with its size, the URL takes exactly this upload, once
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError 413 and 429 beyond a quota
 */
export async function createUploadCredentials(
  keypair: Signer,
  description: FileDescription,
  environment: EnvironmentInput,
  options: CallOptions = {},
): Promise<UploadAnswer> {
  return askStorage(keypair, environment, 'write', description, UploadAnswer.required, options)
}

/** A file with a record. */
export interface StoredFile {
  readonly binaryFileId: string
  /** The upload key in its record, which the service may not be able to read. */
  readonly storageKey: string
}

/** Requests a signed URL to download from. */
export async function askForFile(
  keypair: Signer,
  environment: EnvironmentInput,
  file: StoredFile,
  options: CallOptions,
): Promise<FileAnswer> {
  return askStorage(keypair, environment, 'read', file, FileAnswer.required, options)
}

/** Has the gateway delete the bytes of a file. Resolves with the remaining records of the file. */
export async function removeFile(
  keypair: Signer,
  environment: EnvironmentInput,
  { binaryFileId, storageKey }: StoredFile,
  { signal }: CallOptions,
): Promise<FileDeletion> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  // A record may contain any text. A malformed key names no upload, and '.' or '..' would change the path.
  if (!storageKey.includes('/')) return { binaryId: binaryFileId, left: [] }
  const path = [binaryFileId, storageKey].map(encodeURIComponent).join('/')
  return sendForJson<FileDeletion>(
    {
      method: 'DELETE',
      url: `${apiBaseUrl}/api/attachment/${path}`,
      token: createJWTForStorageKeys(keypair, { scopes: ['write'] }),
      repeatable: true,
      signal,
    },
    FileDeletion.required,
  )
}

async function askStorage<T>(
  keypair: Signer,
  environment: EnvironmentInput,
  requestType: 'write' | 'read',
  body: object,
  members: readonly string[],
  { signal }: CallOptions,
): Promise<T> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  return sendForJson<T>(
    {
      method: 'POST',
      url: `${apiBaseUrl}/api/auth/delegate/storage?requestType=${requestType}`,
      token: createJWTForStorageKeys(keypair, { scopes: [requestType === 'read' ? 'read' : 'write'] }),
      body,
      repeatable: true,
      signal,
    },
    members,
  )
}
