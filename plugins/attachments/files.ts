/** Files: verifies binary records and their ownership, and locates their bytes. */
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

/** A file that is ready to be served. */
export interface ReadyFile extends OwnFile, OpenedFile {
  /** The response headers. */
  readonly headers: ReturnType<typeof fileHeaders>
}

/** The owner of a file: identities are compared by key. */
export type Owner = Pick<Caller, 'key'>

/** Files of people. Unknown files, those of others and those with a false record are indistinguishable. */
export interface Files {
  /** True if a text has the form of a file id: no other text opens a file. */
  isId(text: unknown): text is string
  /** The file of this owner, if its record is valid. */
  find(owner: Owner, binaryId: string): Promise<OwnFile | undefined>
  /**
   * Like `find`.
   * @throws LostFile if the record is valid, and its bytes are missing or truncated
   */
  findStored(owner: Owner, binaryId: string): Promise<OwnFile | undefined>
  /** Like `find`, for every uploaded file that still exists: its owner may delete it. */
  findRecord(owner: Owner, binaryId: string): Promise<OwnFile | undefined>
  /**
   * The key of an upload of this owner, presented by them because the service may not read the record of the
   * file. `undefined` if the service can read that record, which then takes precedence, and for a missing
   * upload.
   */
  findUpload(owner: Owner, binaryId: string, storageKey: string | undefined): Promise<string | undefined>
  /** The records of all files of this owner, oldest first; `undefined` if there are more than `most`. */
  list(owner: Owner, most: number): Promise<StoredBinary[] | undefined>
  /**
   * The fully authenticated file, ready to be served to the caller of the context.
   * @throws DamagedFile if it does not match its owner's seal; LostFile; AND_OBJECTS_UNAVAILABLE; any error of a
   * listener of `openFile`
   */
  open(owner: Owner, binaryId: string, context: Context): Promise<ReadyFile | undefined>
  /** The reason for which `open` returns nothing for a file of this owner, in a sentence for them. */
  whyNot(owner: Owner, binaryId: string): Promise<string>
  /** The errors of `open`, for the description of routes. */
  readonly refusals: readonly ErrorRow[]
  /** A URL whose holder can download the file, once and within a minute. */
  ticket(holder: Holder, binaryId: string): Promise<Ticket | undefined>
  /** Redeems the tickets of such URLs. */
  readonly tickets: Pick<Tickets, 'take' | 'peek'>
  /** The false statements in a record that this owner presents. */
  untruths(owner: Owner, binary: Binary): Promise<Issue[]>
  /** The prefix of all upload keys of a person. */
  folderOf(did: string): string
  urlOf(key: string): string
  /** The key in the URL of a record, if it is in the folder of this owner. */
  keyIn(url: string, owner: Owner): string | undefined
  /** The keys among these that a record names. */
  namedAmong(keys: readonly string[]): Promise<ReadonlySet<string>>
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A list of issues, and the function that adds one for a statement that does not hold. */
function demands() {
  const issues: Issue[] = []
  const demand = (holds: boolean, field: keyof Binary, text: string) => {
    if (!holds)
      issues.push({ severity: 'error', code: 'value', rule: 'binary', expression: `Binary.${field}`, text })
  }
  return { issues, demand }
}

const isId = (text: unknown): text is string => typeof text === 'string' && UUID.test(text)

export function createFiles(
  gateway: Gateway,
  uploads: Pick<Uploads, 'confirm'>,
  isSignedOut: IsSignedOut,
): Files {
  const { config, records, objects } = gateway
  const { network, fileScheme, fileSchemeAliases } = config
  const prefixes = [config.did.prefix]
  const schemes = [fileScheme, ...fileSchemeAliases]
  const tickets = createTickets(gateway, isSignedOut)
  const isOf = (did: unknown, { key }: Owner) => isDid(did, prefixes) && keyIdOf(did, prefixes) === key

  function isUploadOf(key: string, owner: Owner): boolean {
    const [first, second, did, name, ...more] = key.split('/')
    const inFolder = first === network && second === 'user-uploads' && isOf(did, owner)
    return inFolder && Boolean(name) && more.length === 0
  }

  /** The key in a URL, if it is in the owner's folder. */
  function keyIn(url: string, owner: Owner): string | undefined {
    const [, scheme = '', key = ''] = /^([^:]+):\/\/(.*)$/s.exec(url) ?? []
    return schemes.includes(scheme) && isUploadOf(key, owner) ? key : undefined
  }

  async function untruths(owner: Owner, binary: Binary): Promise<Issue[]> {
    return [...recordIssues(owner, binary), ...(await objectIssues(keyIn(binary.url, owner), binary))]
  }

  /** The false statements that the record alone shows. */
  function recordIssues(owner: Owner, binary: Binary): Issue[] {
    const { issues, demand } = demands()
    const key = keyIn(binary.url, owner)
    demand(isOf(binary.controller_did, owner), 'controller_did', 'This must be the owner of the record.')
    demand(isKey(binary.encryption_key), 'encryption_key', 'This must be an EncryptionKey as JSON.')
    demand(key !== undefined, 'url', 'This must be a file that the owner uploaded.')
    const { file } = config.limits
    demand(binary.file_size <= file, 'file_size', `This must be at most ${file} bytes.`)
    return issues
  }

  /** The false statements about the uploaded bytes; none if the key is not the owner's. */
  async function objectIssues(key: string | undefined, binary: Binary): Promise<Issue[]> {
    const { issues, demand } = demands()
    if (key === undefined) return issues
    const size = await objects.sizeOf(key)
    demand(size !== undefined, 'url', 'Nothing was uploaded there.')
    demand(
      size === undefined || size === binary.file_size + TAG_BYTES,
      'file_size',
      `This must be the size of the file before it was sealed: ${TAG_BYTES} bytes less than what was uploaded.`,
    )
    return issues
  }

  async function findRecord(owner: Owner, binaryId: string): Promise<OwnFile | undefined> {
    if (!isId(binaryId)) return undefined
    const binary = (await records.read(uids.Binary, binaryId)) as StoredBinary | undefined
    if (binary === undefined || !isOf(binary._owner, owner) || !isOf(binary.controller_did, owner))
      return undefined
    const key = keyIn(binary.url, owner)
    return key === undefined ? undefined : { binary, key }
  }

  async function findUpload(owner: Owner, binaryId: string, storageKey = ''): Promise<string | undefined> {
    if (!UUID.test(binaryId) || !isUploadOf(storageKey, owner)) return undefined
    if ((await records.read(uids.Binary, binaryId)) !== undefined) return undefined
    return (await objects.sizeOf(storageKey)) === undefined ? undefined : storageKey
  }

  async function find(owner: Owner, binaryId: string): Promise<OwnFile | undefined> {
    const { file, isStored } = await look(owner, binaryId)
    return isStored ? file : undefined
  }

  async function findStored(owner: Owner, binaryId: string): Promise<OwnFile | undefined> {
    const { file, isStored } = await look(owner, binaryId)
    if (file !== undefined && !isStored) throw new LostFile(binaryId)
    return file
  }

  /** The file of this owner with a valid record, and whether its bytes are there. */
  async function look(
    owner: Owner,
    binaryId: string,
  ): Promise<{ readonly file?: OwnFile; readonly isStored: boolean }> {
    const file = await findRecord(owner, binaryId)
    if (file === undefined || recordIssues(owner, file.binary).length > 0) return { isStored: false }
    if ((await objectIssues(file.key, file.binary)).length > 0) return { file, isStored: false }
    // Confirmed once and for all: its owner may revoke the service's access to the record before the next
    // sweep.
    await uploads.confirm(file.key)
    return { file, isStored: true }
  }

  async function opened({ key, binary }: OwnFile): Promise<OpenedFile> {
    const read = async () => {
      const object = await objects.read(key)
      if (object === undefined) throw new DamagedFile()
      return object
    }
    try {
      return await openSealedFile(read, parseEncryptionKey(binary.encryption_key))
    } catch (error) {
      throw error instanceof CryptoError ? new DamagedFile() : error
    }
  }

  return {
    isId,
    untruths,
    keyIn,
    folderOf: did => `${network}/user-uploads/${did}/`,
    urlOf: key => `${fileScheme}://${key}`,

    findRecord,
    findUpload,
    find,
    findStored,

    async list(owner, most) {
      const owned = (await ownRecords(gateway, uids.Binary, owner, {}, most)) as StoredBinary[] | undefined
      return owned?.filter(({ controller_did }) => isOf(controller_did, owner))
    },

    async open(owner, binaryId, context) {
      const file = await findStored(owner, binaryId)
      if (file === undefined) return undefined
      if (gateway.hooks.attended('openFile'))
        await gateway.hooks.run('openFile', frozen(openingOf(owner, file)), context)
      return { ...file, ...(await opened(file)), headers: fileHeaders(file.binary) }
    },

    async whyNot(owner, binaryId) {
      const file = await findRecord(owner, binaryId)
      if (file === undefined) return 'Its record does not name a file that you uploaded.'
      return (
        (await untruths(owner, file.binary)).map(({ text }) => text).join(' ') ||
        'It could not be opened just now.'
      )
    },

    refusals: [DamagedFile, LostFile, ObjectsUnavailable],

    async ticket(holder, binaryId) {
      const file = await findStored(holder, binaryId)
      return file && tickets.issue(holder, file)
    },

    tickets,

    async namedAmong(keys) {
      const keyOf = new Map<string, string>()
      for (const key of keys) for (const scheme of schemes) keyOf.set(`${scheme}://${key}`, key)
      const named = new Set<string>()
      const filter = { url: { $in: [...keyOf.keys()] } }
      for (let after: string | undefined; ; ) {
        const page = await records.find(uids.Binary, filter, {
          limit: 200,
          ...(after !== undefined && { after }),
        })
        for (const { url } of page.records) named.add(keyOf.get(String(url)) ?? '')
        if (page.next === undefined) return named
        after = page.next
      }
    },
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
