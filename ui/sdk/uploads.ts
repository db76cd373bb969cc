/** Uploads files. They are encrypted here, so that only their owner ever has the plain text. */
import type { Binary } from '../../schemas/binary.ts'
import { type EncryptionKey, encryptFile, type FileContent } from './encryption.ts'
import { type EnvironmentInput, loadEnvironment } from './environment.ts'
import { submitBinaryData } from './files.ts'
import type { CallOptions } from './http.ts'
import { keyPairIn, type Signer } from './key-pair.ts'
import type { ValueAttachment } from './questionnaire-response.ts'
import { createUploadCredentials, type UploadAnswer } from './storage-delegation.ts'
import { isUrlRefused, prepareUpload, type TransferOptions, upload } from './transfer.ts'

export interface UploadOptions extends TransferOptions {
  /** The question that the file answers: `questionnaire/<id>/<slot>`. */
  readonly reference: string
  /** The application that uploads it; absent for a person's own files. */
  readonly applicationId?: string
}

export interface UploadedFile {
  /** The uid of the binary file. */
  readonly insertedUid: string
  /** `<scheme>://<upload key>`. */
  readonly url: string
  /** The answer to a question that expects a file. */
  readonly attachment: ValueAttachment & { readonly id: string }
}

/** Content type of encrypted bytes, whatever the file is. */
const SEALED = { 'content-type': 'application/octet-stream' } as const

/**
 * Encrypts a file under a new key and uploads it. The file has no record until `submitBinaryData` writes one;
 * without a record it is removed after a day.
 * @param credentials - from `createUploadCredentials`; their URL is enough if they were requested without a
 * `fileSize`
 */
export async function encryptAndUploadFile(
  file: FileContent,
  credentials: string | Pick<UploadAnswer, 'presignedUrl' | 'headers'>,
  { signal, onProgress }: TransferOptions = {},
): Promise<{ readonly encryptionKey: EncryptionKey }> {
  const { presignedUrl: url, headers } =
    typeof credentials === 'string' ? { presignedUrl: credentials, headers: SEALED } : credentials
  signal?.throwIfAborted()
  const { encryptedData, encryptionKey } = await encryptFile(file)
  await upload({ url, headers, bytes: encryptedData, signal, onProgress })
  return { encryptionKey }
}

/**
 * Encrypts a file, uploads it and writes its record, in this order, so that a record never refers to a
 * missing file.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param file - from a page, or created by `new File`
 * @param options - `reference` is the question that the file answers: `questionnaire/<id>/<slot>`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @throws AndironError 413 and 429 beyond a quota, `AbortError` when `signal` fires
 * @example
 * ```ts
 * const reference = `questionnaire/${formId}/photo`
 * const { insertedUid } = await uploadAndEncryptFile(sessionKeyPair, file, { reference }, environment)
 * ```
 */
export async function uploadAndEncryptFile(
  keypair: Signer,
  file: File,
  { reference, applicationId, signal, onProgress }: UploadOptions,
  environment: EnvironmentInput,
): Promise<UploadedFile> {
  signal?.throwIfAborted()
  // Encrypt before requesting the URL: its seconds are for the upload.
  const { encryptedData, encryptionKey } = await encryptFile(file)
  const about = { fileName: file.name, fileType: file.type || SEALED['content-type'], fileSize: file.size }
  const transfer = prepareUpload(encryptedData)
  const send = ({ presignedUrl, headers }: UploadAnswer) =>
    transfer({ url: presignedUrl, headers, signal, onProgress })
  return uploadSealed(keypair, { reference, applicationId, ...about }, encryptionKey, send, environment, {
    signal,
  })
}

/** A file that is about to be uploaded. */
export interface AnnouncedFile {
  readonly reference: string
  readonly applicationId: string | undefined
  readonly fileName: string
  readonly fileType: string
  readonly fileSize: number
}

/**
 * The steps around the bytes of an upload: its credentials before, its record after.
 * @param send - transfers the encrypted bytes; called once more, with new credentials, if the URL expired before it
 * was used, as it does on a busy device
 */
export async function uploadSealed(
  keypair: Signer,
  about: AnnouncedFile,
  encryptionKey: EncryptionKey,
  send: (credentials: UploadAnswer) => Promise<void>,
  environment: EnvironmentInput,
  options: CallOptions,
): Promise<UploadedFile> {
  const { applicationId, ...file } = about
  const description = { ...file, ...(applicationId !== undefined && { applicationId }) }
  const request = () => createUploadCredentials(keypair, description, environment, options)
  let credentials = await request()
  try {
    await send(credentials)
  } catch (cause) {
    if (!isUrlRefused(cause)) throw cause
    credentials = await request()
    await send(credentials)
  }
  return recordUpload(keypair, about, encryptionKey, credentials.uploadKey, environment, options)
}

/** Writes the record of an uploaded file. */
export async function recordUpload(
  keypair: Signer,
  { reference, applicationId, ...about }: AnnouncedFile,
  encryptionKey: EncryptionKey,
  uploadKey: string,
  environment: EnvironmentInput,
  { signal }: CallOptions,
): Promise<UploadedFile> {
  const { fileScheme } = await loadEnvironment(environment)
  const record: Binary = {
    encryption_key: JSON.stringify(encryptionKey),
    reference,
    file_name: about.fileName,
    file_size: about.fileSize,
    file_type: about.fileType,
    controller_did: keyPairIn(keypair).did,
    url: `${fileScheme}://${uploadKey}`,
  }
  const { insertedUid } = await submitBinaryData(keypair, record, environment, applicationId, { signal })
  return uploadedFile(insertedUid, record)
}

/** A file with its record. */
export function uploadedFile(
  insertedUid: string,
  { url, file_type, file_size, file_name }: Omit<Binary, 'encryption_key'>,
): UploadedFile {
  const attachment = { id: insertedUid, url, contentType: file_type, size: file_size, title: file_name }
  return { insertedUid, url, attachment }
}
