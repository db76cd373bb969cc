/** What a person asks the gateway before bytes move: a signed URL to upload to, download from, or delete at. */
import { FileDeletion } from '../../schemas/file-deletion.ts'
import { FileAnswer, UploadAnswer } from '../../schemas/storage-delegation.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { type CallOptions, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import type { Signer } from './key-pair.ts'

export type { FileAnswer, UploadAnswer }

/** What is known of a file before it is uploaded. */
export interface FileDescription {
  /** What the file belongs to: `questionnaire/<id>/<slot>`. */
  readonly reference: string
  readonly fileName: string
  readonly fileType: string
  /** Bytes, before it is sealed. With it, the store takes exactly this upload, once. */
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

/** A file that has its record. */
export interface StoredFile {
  readonly binaryFileId: string
  /** The upload key in its record, which the service may not be able to read. */
  readonly storageKey: string
}

/** Asks for a signed URL to download from. */
export async function askForFile(
  keypair: Signer,
  environment: EnvironmentInput,
  file: StoredFile,
  options: CallOptions,
): Promise<FileAnswer> {
  return askStorage(keypair, environment, 'read', file, FileAnswer.required, options)
}

/** Has the gateway remove the bytes of a file; resolves with the records that are left of it. */
export async function removeFile(
  keypair: Signer,
  environment: EnvironmentInput,
  { binaryFileId, storageKey }: StoredFile,
  { signal }: CallOptions,
): Promise<FileDeletion> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  // A record may name anything. What cannot be a key names no upload, and '.' or '..' would be another path.
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
