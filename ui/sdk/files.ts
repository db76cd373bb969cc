/**
 * A person's stored files: records with shared keys on the nodes, and encrypted bytes in the object store.
 */
import type { DocumentReference } from 'fhir/r5.js'
import { TAG_BYTES } from '../../core/crypto/file.ts'
import { binaryIdOf } from '../../fhir/resources/document-reference.ts'
import type { Binary } from '../../schemas/binary.ts'
import { uids } from '../../schemas/uids.ts'
import { fetchDelegation } from './delegation.ts'
import { decrypt } from './encryption.ts'
import { type EnvironmentInput, loadEnvironment } from './environment.ts'
import { AndironError, sdkError } from './errors.ts'
import type { CallOptions } from './http.ts'
import { keyPairIn, type Signer } from './key-pair.ts'
import { connectNodes, type DocumentAddress, type NodeClient, type NodeDocument } from './nodes.ts'
import { askForFile, removeFile } from './storage-delegation.ts'
import { download, type TransferOptions } from './transfer.ts'

export type { Binary }

/** The record of a file with its key recombined. */
export type BinaryFile = Binary & NodeDocument

/**
 * Writes the record of an uploaded file directly to the storage nodes, under a delegation. The key is split
 * into shares: neither the gateway nor any single node sees it whole.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param record - the Binary record, with the key of the file in `encryption_key`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param applicationId - the application that takes part, if any
 * @param options - `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
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
 * Reads the record of a file from the nodes, and starts the download of its encrypted bytes. Decrypt them
 * with `decrypt(await data, binaryFile.encryption_key)`.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param binaryFileUid - the id of the record of the file
 * @param options - `signal`, and `onProgress` in bytes
 * @throws AndironError `AND_UNKNOWN_FILE`
 */
export async function fetchBinaryData(
  keypair: Signer,
  environment: EnvironmentInput,
  binaryFileUid: string,
  { signal, onProgress }: TransferOptions = {},
): Promise<{ readonly binaryFile: BinaryFile; readonly data: Promise<Uint8Array<ArrayBuffer>> }> {
  const { binaryFile, size, sign } = await locate(keypair, environment, binaryFileUid, { signal })
  const data = sign().then(url => download({ url, size, signal, onProgress }))
  // If the caller never awaits the bytes, a failed download is not an unhandled rejection.
  data.catch(() => {})
  return { binaryFile, data }
}

/** A stored file, and where its encrypted bytes are. */
export interface LocatedFile {
  readonly binaryFile: BinaryFile
  /** Encrypted bytes: the gateway signs no URL for an object whose size differs from its record. */
  readonly size: number
  /** Requests a signed URL, which lives for seconds. */
  sign(): Promise<string>
}

/** @throws AndironError `AND_UNKNOWN_FILE` */
export async function locate(
  keypair: Signer,
  environment: EnvironmentInput,
  binaryFileUid: string,
  options: CallOptions,
): Promise<LocatedFile> {
  const binaryFile = await readBinary(await connectNodes(keypair, environment, options), binaryFileUid)
  const file = { binaryFileId: binaryFileUid, storageKey: keyIn(binaryFile) }
  return {
    binaryFile,
    size: binaryFile.file_size + TAG_BYTES,
    sign: async () => (await askForFile(keypair, environment, file, options)).presignedUrl,
  }
}

/**
 * Downloads a file and decrypts it, completely or not at all. Name and type come from its record, and are
 * claims of the uploader.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param binaryFileUid - the id of the record of the file
 * @param options - `signal`, and `onProgress` in bytes
 * @throws AndironError `AND_UNKNOWN_FILE`
 * @throws CryptoError `AND_FILE_NOT_OPENED` when a single bit was changed
 */
export async function downloadAndDecryptFile(
  keypair: Signer,
  environment: EnvironmentInput,
  binaryFileUid: string,
  options: TransferOptions = {},
): Promise<File> {
  const { binaryFile, data } = await fetchBinaryData(keypair, environment, binaryFileUid, options)
  const content = await decrypt(await data, binaryFile.encryption_key)
  return new File([content], binaryFile.file_name, { type: binaryFile.file_type })
}

/**
 * Deletes a file: its bytes, the records that describe it, and its own record. Repeating an interrupted call
 * completes it. The service needs no permission to read the records.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param binaryFileUid - the id of the record of the file
 * @param options - `signal` cancels the call
 * @throws AndironError `AND_UNKNOWN_FILE`
 */
export async function deleteBinaryFile(
  keypair: Signer,
  environment: EnvironmentInput,
  binaryFileUid: string,
  { signal }: CallOptions = {},
): Promise<void> {
  const nodes = await connectNodes(keypair, environment, { signal })
  const own: DocumentAddress = { collection: uids.Binary, document: binaryFileUid }
  const storageKey = keyIn(await readBinary(nodes, binaryFileUid))
  const { left } = await removeFile(
    keypair,
    environment,
    { binaryFileId: binaryFileUid, storageKey },
    { signal },
  )
  for (const address of left) if (address.document !== binaryFileUid) await nodes.deleteData(address)
  // Records that the service may not read.
  for (const address of await documentsOf(binaryFileUid, nodes)) await nodes.deleteData(address)
  // Delete the record last: it leads to anything that is left.
  await nodes.deleteData(own)
}

/** The newest records that `findRecord` reads. */
const NEWEST = 50

/** The record of an upload, among the person's newest files. */
export async function findRecord(
  keypair: Signer,
  environment: EnvironmentInput,
  uploadKey: string,
  options: CallOptions,
): Promise<{ readonly insertedUid: string; readonly binary: Binary } | undefined> {
  const nodes = await connectNodes(keypair, environment, options)
  const files = (await nodes.listData()).filter(({ collection }) => collection === uids.Binary)
  for (const { document } of files.slice(-NEWEST).reverse()) {
    // A record that a killed call wrote on some nodes only cannot be read.
    const binary = await readBinary(nodes, document).catch(() => undefined)
    if (binary && keyIn(binary) === uploadKey) return { insertedUid: document, binary }
  }
  return undefined
}

/** The upload key in the record of a file. */
const keyIn = ({ url }: BinaryFile): string => url.replace(/^[^:]*:\/\//, '')

/** @throws AndironError `AND_UNKNOWN_FILE` for every id under which the nodes show the caller no record */
async function readBinary(nodes: NodeClient, binaryFileUid: string): Promise<BinaryFile> {
  try {
    return (await nodes.readData({ collection: uids.Binary, document: binaryFileUid })) as BinaryFile
  } catch (cause) {
    const { status } = cause as Partial<AndironError>
    // 400: not a uid.
    if (!(cause instanceof AndironError) || (status !== 404 && status !== 400)) throw cause
    throw sdkError('AND_UNKNOWN_FILE', [binaryFileUid], { status: 404, cause })
  }
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
