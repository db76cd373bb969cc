/** What a person asks the gateway before bytes move: a signed URL to upload to, download from, or delete at. */
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

/** Asks for a signed URL to upload to; the upload must begin within seconds. */
export async function createUploadCredentials(
  keypair: Signer,
  description: FileDescription,
  environment: EnvironmentInput,
  options: CallOptions = {},
): Promise<UploadAnswer> {
  return askStorage(keypair, environment, 'write', description, UploadAnswer.required, options)
}

/** Asks for a signed URL of a file that has its record. */
export async function askForFile(
  keypair: Signer,
  environment: EnvironmentInput,
  requestType: 'read' | 'delete',
  binaryFileId: string,
  options: CallOptions,
): Promise<FileAnswer> {
  return askStorage(keypair, environment, requestType, { binaryFileId }, FileAnswer.required, options)
}

async function askStorage<T>(
  keypair: Signer,
  environment: EnvironmentInput,
  requestType: 'write' | 'read' | 'delete',
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
