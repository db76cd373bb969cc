/**
 * Objects on disk that arrive in parts: each part is a file in a directory, which becomes the object by one rename.
 * Nothing is copied, and a reader never sees half of an object.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { CHUNK, codeOf, flush, storeDraft, unlessMissing } from './durable.ts'
import type { ObjectBody } from './objects.ts'
import type { ObjectFiles } from './objects-served.ts'

/** The ending of directories with the parts of unfinished uploads. */
export const UNFINISHED = '.parts'

/** Parts have names of one length, so that their order is that of their numbers. */
const nameOf = (number: number): string => String(number).padStart(5, '0')

/** The places of objects in a directory. */
export interface Places {
  readonly directory: string
  /** The directory of unfinished files. */
  readonly incoming: string
  hashOf(key: string): string
  fileOf(key: string): string
}

export function partsIn({ directory, incoming, hashOf, fileOf }: Places): ObjectFiles['parts'] {
  const draftsOf = (key: string) => join(incoming, hashOf(key) + UNFINISHED)
  return {
    async begin(key) {
      await mkdir(draftsOf(key), { recursive: true, mode: 0o700 })
      await flush(incoming)
      return key
    },

    async write(key, number, body) {
      const parts = draftsOf(key)
      const draft = join(incoming, randomUUID())
      try {
        await storeDraft(draft, body)
        // The parent is never created here: after the end of the upload, a late part is refused.
        await rename(draft, join(parts, nameOf(number)))
        await flush(parts)
        return true
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false
        throw error
      } finally {
        await rm(draft, { force: true })
      }
    },

    async received(key) {
      const parts = await partsOf(draftsOf(key))
      return parts && new Map(parts.map(({ name, size }) => [Number(name), size]))
    },

    async join(key) {
      const file = fileOf(key)
      if (await mkdir(dirname(file), { recursive: true, mode: 0o700 })) await flush(directory)
      try {
        await rename(draftsOf(key), file)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false
        throw error
      }
      await flush(dirname(file))
      await flush(incoming)
      return true
    },

    abort: key => removeParts(draftsOf(key), incoming),
  }
}

/** The bytes of an object in parts, one file open at a time. */
export async function readParts(file: string, start: number): Promise<ObjectBody | undefined> {
  const parts = await partsOf(file)
  if (parts === undefined) return undefined
  async function* bytes() {
    let position = 0
    for (const { name, size } of parts ?? []) {
      const from = Math.max(0, start - position)
      position += size
      if (position <= start) continue
      const handle = await open(join(file, name))
      yield* handle.createReadStream({ start: from, highWaterMark: CHUNK })
    }
  }
  return { size: sumOf(parts), body: Readable.from(bytes(), { objectMode: false }) }
}

/** The bytes of an object in parts. */
export async function sizeOfParts(file: string): Promise<number | undefined> {
  const parts = await partsOf(file)
  return parts && sumOf(parts)
}

/** Removes a directory of parts in one step, for a reader as for a crash. */
export async function removeParts(parts: string, incoming: string): Promise<void> {
  const gone = join(incoming, randomUUID())
  await unlessMissing(rename(parts, gone).then(() => flush(dirname(parts))))
  await rm(gone, { recursive: true, force: true })
}

const sumOf = (parts: readonly { readonly size: number }[]): number =>
  parts.reduce((sum, { size }) => sum + size, 0)

async function partsOf(directory: string) {
  const sized = async (name: string) => ({ name, size: (await stat(join(directory, name))).size })
  return unlessMissing(readdir(directory).then(names => Promise.all(names.sort().map(sized))))
}
