/** A person's files: sealed here, their bytes in the object store, their keys shared over the storage nodes. */
import type { DocumentReference } from 'fhir/r5.js'
import { binaryIdOf } from '../../fhir/document-reference.ts'
import type { Binary } from '../../schemas/binary.ts'
import { FileAnswer, UploadAnswer } from '../../schemas/storage-delegation.ts'
import { uids } from '../../schemas/uids.ts'
import { fetchDelegation } from './delegation.ts'
import { encryptFile } from './encryption.ts'
import { type EnvironmentInput, loadEnvironment, resolveEnvironment } from './environment.ts'
import { type CallOptions, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import { keyPairIn, type Signer } from './key-pair.ts'
import { connectNodes, type DocumentAddress, type NodeClient, type NodeDocument, readData } from './nodes.ts'
import type { ValueAttachment } from './questionnaire-response.ts'
import { transfer } from './transfer.ts'

export type { Binary, FileAnswer, UploadAnswer }

/** The record of a file as the nodes return it, its key joined. */
export type BinaryFile = Binary & NodeDocument

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

export interface UploadOptions extends CallOptions {
  readonly reference: string
  readonly applicationId: string
}

export interface UploadedFile {
  /** The uid of the binary file. */
  readonly insertedUid: string
  /** `<scheme>://<upload key>`. */
  readonly url: string
  /** The answer to a question that asks for a file. */
  readonly attachment: ValueAttachment & { readonly id: string }
}

/** Asks for a signed URL to upload to; the upload must begin within seconds. */
export async function createUploadCredentials(
  keypair: Signer,
  description: FileDescription,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<UploadAnswer> {
  return askStorage(keypair, environment, 'write', description, UploadAnswer.required, signal)
}

/**
 * Seals a file, uploads it and writes its record: in this order, so that a record never names what is not there.
 */
export async function uploadAndEncryptFile(
  keypair: Signer,
  file: File,
  { reference, applicationId, signal }: UploadOptions,
  environment: EnvironmentInput,
): Promise<UploadedFile> {
  const { fileScheme } = await loadEnvironment(environment)
  // Sealed before the URL is asked for: its seconds are for the upload.
  const { encryptedData, encryptionKey } = await encryptFile(file)
  const about = {
    fileName: file.name,
    fileType: file.type || 'application/octet-stream',
    fileSize: file.size,
  }
  const credentials = await createUploadCredentials(
    keypair,
    { reference, applicationId, ...about },
    environment,
    { signal },
  )
  const { presignedUrl, uploadKey, headers } = credentials
  await transfer({ method: 'PUT', url: presignedUrl, headers, body: encryptedData, signal })
  const url = `${fileScheme}://${uploadKey}`
  const record: Binary = {
    encryption_key: JSON.stringify(encryptionKey),
    reference,
    file_name: about.fileName,
    file_size: about.fileSize,
    file_type: about.fileType,
    controller_did: keyPairIn(keypair).did,
    url,
  }
  const { insertedUid } = await submitBinaryData(keypair, record, environment, applicationId, { signal })
  const attachment = {
    id: insertedUid,
    url,
    contentType: about.fileType,
    size: about.fileSize,
    title: about.fileName,
  }
  return { insertedUid, url, attachment }
}

/**
 * Writes the record of an uploaded file directly to the storage nodes, under a delegation. The key is shared over them: neither
 * the gateway nor any single node sees it whole.
 */
export async function submitBinaryData(
  keypair: Signer,
  { encryption_key, ...record }: Binary,
  environment: EnvironmentInput,
  applicationId?: string,
  options: CallOptions = {},
): Promise<{ readonly insertedUid: string }> {
  const { builderDid } = await loadEnvironment(environment)
  const vouching = applicationId === undefined ? {} : { applicationId }
  const { delegation } = await fetchDelegation(keypair, environment, { ...vouching, ...options })
  const nodes = await connectNodes(keypair, environment, options)
  return nodes.createData(delegation, {
    collection: uids.Binary,
    owner: keyPairIn(keypair).did,
    data: { ...record, encryption_key: { '%allot': encryption_key } },
    acl: { grantee: builderDid, read: true, write: false, execute: true },
  })
}

/**
 * Reads the record of a file from the nodes; its sealed bytes are on their way. Open them with
 * `decrypt(await data, binaryFile.encryption_key)`.
 */
export async function fetchBinaryData(
  keypair: Signer,
  environment: EnvironmentInput,
  binaryFileUid: string,
  { signal }: CallOptions = {},
): Promise<{ readonly binaryFile: BinaryFile; readonly data: Promise<Uint8Array<ArrayBuffer>> }> {
  const address = { collection: uids.Binary, document: binaryFileUid }
  const binaryFile = (await readData(keypair, environment, address, { signal })) as BinaryFile
  const data = askForFile(keypair, environment, 'read', binaryFileUid, signal).then(({ presignedUrl }) =>
    transfer({ method: 'GET', url: presignedUrl, signal }),
  )
  // Whoever never asks for the bytes need not hear that they did not come.
  data.catch(() => {})
  return { binaryFile, data }
}

/**
 * Deletes a file: what is told of it, its bytes, and its record. A call that was cut short is completed by the next.
 */
export async function deleteBinaryFile(
  keypair: Signer,
  environment: EnvironmentInput,
  binaryFileUid: string,
  { signal }: CallOptions = {},
): Promise<void> {
  const nodes = await connectNodes(keypair, environment, { signal })
  const { presignedUrl } = await askForFile(keypair, environment, 'delete', binaryFileUid, signal)
  await transfer({ method: 'DELETE', url: presignedUrl, signal })
  for (const address of await documentsOf(binaryFileUid, nodes)) await nodes.deleteData(address)
  // The record last: by it what is left is found again.
  await nodes.deleteData({ collection: uids.Binary, document: binaryFileUid })
}

/** The DocumentReferences of a file, among those of its owner. */
async function documentsOf(binaryFileUid: string, nodes: NodeClient): Promise<DocumentAddress[]> {
  const all = (await nodes.listData()).filter(({ collection }) => collection === uids.DocumentReference)
  const found: DocumentAddress[] = []
  for (const address of all) {
    const { content } = (await nodes.readData(address)) as unknown as DocumentReference
    if (binaryIdOf({ content }) === binaryFileUid) found.push(address)
  }
  return found
}

function askForFile(
  keypair: Signer,
  environment: EnvironmentInput,
  requestType: 'read' | 'delete',
  binaryFileId: string,
  signal: AbortSignal | undefined,
): Promise<FileAnswer> {
  return askStorage(keypair, environment, requestType, { binaryFileId }, FileAnswer.required, signal)
}

async function askStorage<T>(
  keypair: Signer,
  environment: EnvironmentInput,
  requestType: 'write' | 'read' | 'delete',
  body: object,
  members: readonly string[],
  signal: AbortSignal | undefined,
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
