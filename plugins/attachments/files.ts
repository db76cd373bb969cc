/** Files: verifies binary records and their ownership, and locates their bytes. */

import { addAbortSignal } from 'node:stream'
import { CryptoError, isDid, keyIdOf, parseEncryptionKey, TAG_BYTES } from '../../core/crypto/index.ts'
import {
  type Caller,
  type Context,
  type ErrorRow,
  frozen,
  type Gateway,
  type Guard,
  ObjectsUnavailable,
  type OpenedFile,
  openSealedFile,
  ownRecords,
  type StoredRecord,
} from '../../core/index.ts'
import type { Binary } from '../../schemas/binary.ts'
import { isUuid } from '../../schemas/identity.ts'
import type { Issue } from '../../schemas/issue.ts'
import { uids } from '../../schemas/uids.ts'
import { DamagedFile, LostFile } from './errors.ts'
import { fileHeaders } from './headers.ts'
import { createTickets, type Holder, type IsSignedOut, type Ticket, type Tickets } from './tickets.ts'
import type { Uploads } from './uploads.ts'

declare module '../../core/index.ts' {
  interface Hooks {
    /**
     * The content of a file is about to leave the service for the caller of the context: its owner, a program
     * of theirs, or the application that published a form. Nothing has been read yet. Throw to refuse.
     */
    openFile: Guard<FileOpening>
  }
}

/** The value of the hook `openFile`. */
export interface FileOpening {
  readonly binaryId: string
  /** The compressed public key of the owner, in hex. */
  readonly owner: string
  /** Name and MIME type, as declared by the owner. */
  readonly name: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
}

export type StoredBinary = StoredRecord & Binary

/** A file with a fully verified record. */
export interface OwnFile {
  readonly binary: StoredBinary
  /** The key of its sealed bytes in the object store. */
  readonly key: string
}

/** A file that may leave the service, once its bytes are authenticated. */
export interface AdmittedFile extends OwnFile {
  /** The response headers. */
  readonly headers: ReturnType<typeof fileHeaders>
  /**
   * Authenticates the file, which reads all of it.
   * @param signal - ends the reading
   * @throws DamagedFile, AND_OBJECTS_UNAVAILABLE
   */
  open(signal?: AbortSignal): Promise<OpenedFile>
}

/** A file that is ready to be served. */
export interface ReadyFile extends OwnFile, OpenedFile {
  /** The response headers. */
  readonly headers: ReturnType<typeof fileHeaders>
}

/** The owner of a file: identities are compared by key. */
export type Owner = Pick<Caller, 'key'>

/** A list of issues, and the function that adds one for a statement that does not hold. */
function demands() {
  const issues: Issue[] = []
  const demand = (holds: boolean, field: keyof Binary, text: string) => {
    if (!holds)
      issues.push({ severity: 'error', code: 'value', rule: 'binary', expression: `Binary.${field}`, text })
  }
  return { issues, demand }
}

const isId = (text: unknown): text is string => isUuid(text)

/** Files of people. Unknown files, those of others and those with a false record are indistinguishable. */
export class Files {
  /** The errors of `open`, for the description of routes. */
  readonly refusals: readonly ErrorRow[] = [DamagedFile, LostFile, ObjectsUnavailable]
  /** Redeems the tickets of the URLs that `ticket` returns. */
  readonly tickets: Pick<Tickets, 'take' | 'peek'>
  readonly #issue: Tickets['issue']
  readonly #gateway: Gateway
  readonly #uploads: Pick<Uploads, 'confirm' | 'isRemoved'>
  readonly #prefixes: readonly string[]
  readonly #schemes: readonly string[]

  constructor(gateway: Gateway, uploads: Pick<Uploads, 'confirm' | 'isRemoved'>, isSignedOut: IsSignedOut) {
    const { did, fileScheme, fileSchemeAliases } = gateway.config
    const tickets = createTickets(gateway, isSignedOut)
    this.tickets = tickets
    this.#issue = tickets.issue
    this.#gateway = gateway
    this.#uploads = uploads
    this.#prefixes = [did.prefix]
    this.#schemes = [fileScheme, ...fileSchemeAliases]
  }

  /** True if a text has the form of a file id: no other text opens a file. */
  isId(text: unknown): text is string {
    return isId(text)
  }

  /** The prefix of all upload keys of a person. */
  folderOf(did: string): string {
    return `${this.#gateway.config.network}/user-uploads/${did}/`
  }

  urlOf(key: string): string {
    return `${this.#gateway.config.fileScheme}://${key}`
  }

  /** The file of this owner, if its record is valid. */
  async find(owner: Owner, binaryId: string): Promise<OwnFile | undefined> {
    const { file, isStored } = await this.#look(owner, binaryId)
    return isStored ? file : undefined
  }

  /**
   * Like `find`.
   * @throws LostFile if the record is valid, and its bytes are missing or truncated without its owner's doing
   */
  async findStored(owner: Owner, binaryId: string): Promise<OwnFile | undefined> {
    const { file, isStored } = await this.#look(owner, binaryId)
    if (file === undefined || isStored) return file
    if (await this.#uploads.isRemoved(file.key)) return undefined
    throw new LostFile(binaryId)
  }

  /** Like `find`, for every uploaded file that still exists: its owner may delete it. */
  async findRecord(owner: Owner, binaryId: string): Promise<OwnFile | undefined> {
    if (!isId(binaryId)) return undefined
    const binary = (await this.#gateway.records.read(uids.Binary, binaryId)) as StoredBinary | undefined
    if (
      binary === undefined ||
      !this.#isOf(binary._owner, owner) ||
      !this.#isOf(binary.controller_did, owner)
    )
      return undefined
    const key = this.keyIn(binary.url, owner)
    return key === undefined ? undefined : { binary, key }
  }

  /**
   * The key of an upload of this owner, presented by them because the service may not read the record of the
   * file. `undefined` if the service can read that record, which then takes precedence, and for a missing
   * upload.
   */
  async findUpload(owner: Owner, binaryId: string, storageKey = ''): Promise<string | undefined> {
    if (!isUuid(binaryId) || !this.#isUploadOf(storageKey, owner)) return undefined
    if ((await this.#gateway.records.read(uids.Binary, binaryId)) !== undefined) return undefined
    return (await this.#gateway.objects.sizeOf(storageKey)) === undefined ? undefined : storageKey
  }

  /** The records of all files of this owner, oldest first; `undefined` if there are more than `most`. */
  async list(owner: Owner, most: number): Promise<StoredBinary[] | undefined> {
    const owned = (await ownRecords(this.#gateway, uids.Binary, owner, {}, most)) as
      | StoredBinary[]
      | undefined
    return owned?.filter(({ controller_did }) => this.#isOf(controller_did, owner))
  }

  /**
   * The fully authenticated file, ready to be served to the caller of the context.
   * @throws DamagedFile if it does not match its owner's seal; LostFile; AND_OBJECTS_UNAVAILABLE; any error of a
   * listener of `openFile`
   */
  async open(owner: Owner, binaryId: string, context: Context): Promise<ReadyFile | undefined> {
    const file = await this.admit(owner, binaryId, context)
    if (file === undefined) return undefined
    const { binary, key, headers } = file
    return { binary, key, headers, ...(await file.open()) }
  }

  /**
   * As `open`, before the bytes are read.
   * @throws LostFile; any error of a listener of `openFile`
   */
  async admit(owner: Owner, binaryId: string, context: Context): Promise<AdmittedFile | undefined> {
    const file = await this.findStored(owner, binaryId)
    if (file === undefined) return undefined
    if (this.#gateway.hooks.attended('openFile'))
      await this.#gateway.hooks.run('openFile', frozen(openingOf(owner, file)), context)
    return { ...file, headers: fileHeaders(file.binary), open: signal => this.#opened(file, signal) }
  }

  /** The reason for which `open` returns nothing for a file of this owner, in a sentence for them. */
  async whyNot(owner: Owner, binaryId: string): Promise<string> {
    const file = await this.findRecord(owner, binaryId)
    if (file === undefined) return 'Its record does not name a file that you uploaded.'
    return (
      (await this.untruths(owner, file.binary)).map(({ text }) => text).join(' ') ||
      'It could not be opened just now.'
    )
  }

  /** A URL whose holder can download the file, once and within a minute. */
  async ticket(holder: Holder, binaryId: string): Promise<Ticket | undefined> {
    const file = await this.findStored(holder, binaryId)
    return file && this.#issue(holder, file)
  }

  /** The false statements in a record that this owner presents. */
  async untruths(owner: Owner, binary: Binary): Promise<Issue[]> {
    const key = this.keyIn(binary.url, owner)
    return [...this.#recordIssues(owner, binary), ...(await this.#objectIssues(key, binary))]
  }

  /** The false statements that the record alone shows. */
  #recordIssues(owner: Owner, binary: Binary): Issue[] {
    const { issues, demand } = demands()
    const key = this.keyIn(binary.url, owner)
    demand(
      this.#isOf(binary.controller_did, owner),
      'controller_did',
      'This must be the owner of the record.',
    )
    demand(isKey(binary.encryption_key), 'encryption_key', 'This must be an EncryptionKey as JSON.')
    demand(key !== undefined, 'url', 'This must be a file that the owner uploaded.')
    const { file } = this.#gateway.config.limits
    demand(binary.file_size <= file, 'file_size', `This must be at most ${file} bytes.`)
    return issues
  }

  /** The false statements about the uploaded bytes; none if the key is not the owner's. */
  async #objectIssues(key: string | undefined, binary: Binary): Promise<Issue[]> {
    const { issues, demand } = demands()
    if (key === undefined) return issues
    const size = await this.#gateway.objects.sizeOf(key)
    demand(size !== undefined, 'url', 'Nothing was uploaded there.')
    demand(
      size === undefined || size === binary.file_size + TAG_BYTES,
      'file_size',
      `This must be the size of the file before it was sealed: ${TAG_BYTES} bytes less than what was uploaded.`,
    )
    return issues
  }

  /** The key in the URL of a record, if it is in the folder of this owner. */
  keyIn(url: string, owner: Owner): string | undefined {
    const [, scheme = '', key = ''] = /^([^:]+):\/\/(.*)$/s.exec(url) ?? []
    return this.#schemes.includes(scheme) && this.#isUploadOf(key, owner) ? key : undefined
  }

  /** The keys among these that a record names. */
  async namedAmong(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const keyOf = new Map<string, string>()
    for (const key of keys) for (const scheme of this.#schemes) keyOf.set(`${scheme}://${key}`, key)
    const named = new Set<string>()
    const filter = { url: { $in: [...keyOf.keys()] } }
    for (let after: string | undefined; ; ) {
      const page = await this.#gateway.records.find(uids.Binary, filter, {
        limit: 200,
        ...(after !== undefined && { after }),
      })
      for (const { url } of page.records) named.add(keyOf.get(String(url)) ?? '')
      if (page.next === undefined) return named
      after = page.next
    }
  }

  /** The file of this owner with a valid record, and whether its bytes are there. */
  async #look(
    owner: Owner,
    binaryId: string,
  ): Promise<{ readonly file?: OwnFile; readonly isStored: boolean }> {
    const file = await this.findRecord(owner, binaryId)
    if (file === undefined || this.#recordIssues(owner, file.binary).length > 0) return { isStored: false }
    if ((await this.#objectIssues(file.key, file.binary)).length > 0) return { file, isStored: false }
    // Confirmed once and for all: its owner may revoke the service's access to the record before the next
    // sweep.
    await this.#uploads.confirm(file.key)
    return { file, isStored: true }
  }

  #isOf(did: unknown, { key }: Owner) {
    return isDid(did, this.#prefixes) && keyIdOf(did, this.#prefixes) === key
  }

  #isUploadOf(key: string, owner: Owner): boolean {
    const [first, second, did, name, ...more] = key.split('/')
    const inFolder =
      first === this.#gateway.config.network && second === 'user-uploads' && this.#isOf(did, owner)
    return inFolder && Boolean(name) && more.length === 0
  }

  async #opened({ key, binary }: OwnFile, signal?: AbortSignal): Promise<OpenedFile> {
    const read = async (start: number) => {
      const object = await this.#gateway.objects.read(key, start)
      if (object === undefined) throw new DamagedFile()
      if (signal) addAbortSignal(signal, object.body)
      return object
    }
    try {
      return await openSealedFile(read, parseEncryptionKey(binary.encryption_key))
    } catch (error) {
      throw error instanceof CryptoError ? new DamagedFile() : error
    }
  }
}

/** Without the record, which contains the key that opens the file. */
const openingOf = ({ key }: Owner, { binary }: OwnFile): FileOpening => ({
  binaryId: binary._id,
  owner: key,
  name: binary.file_name,
  contentType: binary.file_type,
  size: binary.file_size,
})

function isKey(text: string): boolean {
  try {
    parseEncryptionKey(text)
    return true
  } catch {
    return false
  }
}
