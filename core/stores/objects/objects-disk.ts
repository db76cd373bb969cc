/** Objects in a directory: the embedded default. An acknowledged upload survives a power failure. */
import { createHash, randomUUID } from 'node:crypto'
import { access, constants, link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CHUNK, codeOf, flush, storeDraft, unlessMissing } from './durable.ts'
import type { ObjectStore } from './objects.ts'
import { type ObjectFiles, type ServedStoreOptions, serveObjects } from './objects-served.ts'
import { partsIn, readParts, removeParts, sizeOfParts, UNFINISHED } from './parts-disk.ts'

export interface DiskObjectStoreOptions extends ServedStoreOptions {
  /** Created if missing. */
  readonly directory: string
}

/** Milliseconds after which an upload is deleted that the end of its process interrupted. */
const ABANDONED = 60 * 60_000
/** The same for an upload in parts, which its gateway ends within a day. */
const ABANDONED_PARTS = 48 * 60 * 60_000

/** Opens the directory. File names are hashes of keys: no part of a key is ever part of a path. */
export async function openDiskObjectStore({
  directory,
  ...options
}: DiskObjectStoreOptions): Promise<ObjectStore> {
  const incoming = join(directory, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await clearAbandoned(incoming, (options.now ?? Date.now)())
  return serveObjects(filesIn(directory, incoming), options)
}

function filesIn(directory: string, incoming: string): ObjectFiles {
  const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')
  const fileOf = (key: string): string => {
    const hash = hashOf(key)
    return join(directory, hash.slice(0, 2), hash.slice(2))
  }
  const find = (key: string) => unlessMissing(stat(fileOf(key)))

  return {
    async sizeOf(key) {
      const found = await find(key)
      return found?.isDirectory() ? sizeOfParts(fileOf(key)) : found?.size
    },

    async write(key, body) {
      if ((await find(key)) !== undefined) return false
      const file = fileOf(key)
      const draft = join(incoming, randomUUID())
      try {
        await storeDraft(draft, body)
        if (await mkdir(dirname(file), { recursive: true, mode: 0o700 })) await flush(directory)
        // A link, not a rename: of two uploads under one key the second must not replace the first.
        await link(draft, file)
        await flush(dirname(file))
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      } finally {
        await rm(draft, { force: true })
      }
    },

    async read(key, start = 0) {
      const file = fileOf(key)
      const found = await find(key)
      if (found?.isDirectory()) return readParts(file, start)
      const handle = found && (await unlessMissing(open(file)))
      return handle && { size: found.size, body: handle.createReadStream({ start, highWaterMark: CHUNK }) }
    },

    async delete(key) {
      const file = fileOf(key)
      if ((await find(key))?.isDirectory()) await removeParts(file, incoming)
      else await unlessMissing(unlink(file).then(() => flush(dirname(file))))
    },

    parts: partsIn({ directory, incoming, hashOf, fileOf }),

    ping: () => access(incoming, constants.W_OK),
    async close() {},
  }
}

async function clearAbandoned(incoming: string, now: number): Promise<void> {
  for (const name of await readdir(incoming)) {
    const draft = join(incoming, name)
    const begun = await unlessMissing(stat(draft))
    const end = now - (name.endsWith(UNFINISHED) ? ABANDONED_PARTS : ABANDONED)
    if (begun && begun.mtimeMs < end) await rm(draft, { recursive: true, force: true })
  }
}
