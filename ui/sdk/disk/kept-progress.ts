/**
 * The progress of an upload in a file of its own: a line of JSON with the key of the encrypted file, and a line with
 * the number and the digest of each part that may have been sent. Only its owner can read it.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import type { EncryptionKey } from '../../../core/crypto/file.ts'
import { isJsonObject } from '../../../core/crypto/json.ts'
import { sdkError } from '../errors.ts'

/** The owner and the place of an upload: it continues only for these. */
export interface Owner {
  readonly did: string
  readonly apiBaseUrl: string
  readonly reference: string
  readonly fileName: string
}

export interface Begun extends Owner {
  readonly uploadKey: string
  readonly partSize: number
  readonly fileSize: number
  readonly key: EncryptionKey
}

export interface KeptProgress {
  readonly begun: Begun
  /**
   * Stores the digest of a part durably; `false` if the part had another one before.
   * @throws AndironError `AND_OTHER_UPLOAD` if another call has replaced the progress
   */
  admit(number: number, digest: string): Promise<boolean>
  remove(): Promise<void>
}

/** A part: its number, and its SHA-256 in hex. */
const LINE = /^(\d+) ([0-9a-f]{64})$/

/**
 * Reads the progress of an upload; `undefined` if there is none.
 * @throws AndironError `AND_OTHER_UPLOAD` for any other file
 */
export async function readProgress(path: string, owner: Owner): Promise<KeptProgress | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (text === undefined) return undefined
  const { begun, digests } = read(text)
  if (begun === undefined || !isSame(begun, owner)) throw sdkError('AND_OTHER_UPLOAD', [path])
  return keptAt(path, begun, digests)
}

function read(text: string): { readonly begun: Begun | undefined; readonly digests: Map<number, string> } {
  // Text behind the last line end was never stored: its part was not sent.
  const [first = '', ...lines] = text.split('\n').slice(0, -1)
  const digests = new Map<number, string>()
  for (const line of lines) {
    const [, number, digest = ''] = LINE.exec(line) ?? []
    // Of two digests of one part, from two calls that read two contents, the first one counts.
    if (number !== undefined && !digests.has(Number(number))) digests.set(Number(number), digest)
  }
  return { begun: parsed(first), digests }
}

/** Stores the beginning of an upload, in place of an earlier one. */
export async function beginProgress(path: string, begun: Begun): Promise<KeptProgress> {
  const draft = `${path}.${randomUUID()}.part`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(begun)}\n`)
    await file.sync()
    await rename(draft, path)
  } finally {
    await file.close()
    await rm(draft, { force: true })
  }
  return keptAt(path, begun, new Map())
}

function keptAt(path: string, begun: Begun, digests: Map<number, string>): KeptProgress {
  return {
    begun,
    async admit(number, digest) {
      const known = digests.get(number)
      if (known !== undefined) return known === digest
      // A line that an earlier process did not end stays without effect.
      const file = await open(path, constants.O_WRONLY | constants.O_APPEND)
      try {
        await file.writeFile(`\n${number} ${digest}\n`)
        await file.datasync()
      } finally {
        await file.close()
      }
      // Another call may have stored another digest meanwhile: only one content may leave under this key.
      const stored = read(await readFile(path, 'utf8'))
      if (stored.begun?.uploadKey !== begun.uploadKey) throw sdkError('AND_OTHER_UPLOAD', [path])
      digests.set(number, stored.digests.get(number) ?? '')
      return digests.get(number) === digest
    },
    remove: () => rm(path, { force: true }),
  }
}

const isSame = (begun: Begun, owner: Owner): boolean =>
  (Object.keys(owner) as (keyof Owner)[]).every(name => begun[name] === owner[name])

function parsed(line: string): Begun | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) && isJsonObject(value['key']) ? (value as unknown as Begun) : undefined
  } catch {
    return undefined
  }
}
