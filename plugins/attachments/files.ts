/** Files: which binary records are true, whose they are, and where their bytes lie. */
import { isDid, keyIdOf } from '../../core/crypto/did.ts'
import { parseEncryptionKey } from '../../core/crypto/file.ts'
import type { Gateway, StoredRecord } from '../../core/index.ts'
import type { Binary } from '../../schemas/binary.ts'
import type { Issue } from '../../schemas/issue.ts'
import { uids } from '../../schemas/uids.ts'

export type StoredBinary = StoredRecord & Binary

/** A file as it may be served: every claim of its record holds. */
export interface OwnFile {
  readonly binary: StoredBinary
  /** Where its sealed bytes lie. */
  readonly key: string
}

export interface Files {
  /** The file of this owner; `undefined` for every other one, and where the record claims what is not so. */
  find(binaryId: string, owner: string): Promise<OwnFile | undefined>
  /** As `find`, whatever was uploaded and is there still: what its owner may delete. */
  findRecord(binaryId: string, owner: string): Promise<OwnFile | undefined>
  /** What is untrue of a record that this owner presents. */
  untruths(binary: Binary, owner: string): Promise<Issue[]>
  /** The prefix of all keys under which a person uploads. */
  folderOf(did: string): string
  urlOf(key: string): string
  /** The keys among these that a record names. */
  namedAmong(keys: readonly string[]): Promise<ReadonlySet<string>>
}

/** What AES-GCM adds to a file. */
export const TAG_BYTES = 16

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Owners are given by the hex of their key, as `caller.key` has it. */
export function createFiles({ config, records, objects }: Gateway): Files {
  const { network, fileScheme, fileSchemeAliases } = config
  const prefixes = [config.did.prefix]
  const schemes = [fileScheme, ...fileSchemeAliases]
  const isOf = (did: unknown, owner: string) => isDid(did, prefixes) && keyIdOf(did, prefixes) === owner

  /** The key in a URL, when it lies in the owner's folder. */
  function keyIn(url: string, owner: string): string | undefined {
    const [, scheme = '', key = ''] = /^([^:]+):\/\/(.*)$/s.exec(url) ?? []
    const [first, second, did, name, ...more] = key.split('/')
    const inFolder = first === network && second === 'user-uploads' && isOf(did, owner)
    return schemes.includes(scheme) && inFolder && name && more.length === 0 ? key : undefined
  }

  async function untruths(binary: Binary, owner: string): Promise<Issue[]> {
    const issues: Issue[] = []
    const demand = (holds: boolean, field: keyof Binary, text: string) => {
      if (!holds)
        issues.push({ severity: 'error', code: 'value', rule: 'binary', expression: `Binary.${field}`, text })
    }
    const key = keyIn(binary.url, owner)
    demand(isOf(binary.controller_did, owner), 'controller_did', 'This must be the owner of the record.')
    demand(isKey(binary.encryption_key), 'encryption_key', 'This must be an EncryptionKey as JSON.')
    demand(key !== undefined, 'url', 'This must be a file that the owner uploaded.')
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

  async function findRecord(binaryId: string, owner: string): Promise<OwnFile | undefined> {
    if (!UUID.test(binaryId)) return undefined
    const binary = (await records.read(uids.Binary, binaryId)) as StoredBinary | undefined
    if (binary === undefined || !isOf(binary._owner, owner) || !isOf(binary.controller_did, owner))
      return undefined
    const key = keyIn(binary.url, owner)
    return key === undefined ? undefined : { binary, key }
  }

  return {
    untruths,
    folderOf: did => `${network}/user-uploads/${did}/`,
    urlOf: key => `${fileScheme}://${key}`,

    findRecord,

    async find(binaryId, owner) {
      const file = await findRecord(binaryId, owner)
      return file && (await untruths(file.binary, owner)).length === 0 ? file : undefined
    },

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

function isKey(text: string): boolean {
  try {
    parseEncryptionKey(text)
    return true
  } catch {
    return false
  }
}
