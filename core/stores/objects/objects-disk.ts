/** Objects in a directory: the embedded default. An acknowledged upload survives a power failure. */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, constants, link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ObjectStore } from './objects.ts'
import { type ObjectFiles, type ServedStoreOptions, serveObjects } from './objects-served.ts'

export interface DiskObjectStoreOptions extends ServedStoreOptions {
  /** Created if missing. */
  readonly directory: string
}

/** Milliseconds after which an upload is deleted that the end of its process interrupted. */
const ABANDONED = 60 * 60_000

/** Opens the directory. File names are hashes of keys: no part of a key is ever part of a path. */
export async function openDiskObjectStore({
  directory,
  ...options
}: DiskObjectStoreOptions): Promise<ObjectStore> {
  const incoming = join(directory, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await clearAbandoned(incoming, (options.now ?? Date.now)() - ABANDONED)
  return serveObjects(filesIn(directory, incoming), options)
}

function filesIn(directory: string, incoming: string): ObjectFiles {
  const fileOf = (key: string): string => {
    const hash = createHash('sha256').update(key).digest('hex')
    return join(directory, hash.slice(0, 2), hash.slice(2))
  }
  const sizeOf = (key: string) => unlessMissing(stat(fileOf(key)).then(({ size }) => size))

  return {
    sizeOf,

    async write(key, body) {
      if ((await sizeOf(key)) !== undefined) return false
      const file = fileOf(key)
      const draft = join(incoming, randomUUID())
      try {
        await pipeline(body, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
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

    async read(key) {
      const handle = await unlessMissing(open(fileOf(key)))
      if (handle === undefined) return undefined
      const { size } = await handle.stat()
      return { size, body: handle.createReadStream() }
    },

    async delete(key) {
      const file = fileOf(key)
      await unlessMissing(unlink(file).then(() => flush(dirname(file))))
    },

    ping: () => access(incoming, constants.W_OK),
    async close() {},
  }
}

/** Makes the names in a directory durable. */
async function flush(directory: string): Promise<void> {
  // Windows cannot open directories, and writes their changes through.
  if (process.platform === 'win32') return
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function clearAbandoned(incoming: string, before: number): Promise<void> {
  for (const name of await readdir(incoming)) {
    const draft = join(incoming, name)
    const begun = await unlessMissing(stat(draft))
    if (begun && begun.mtimeMs < before) await rm(draft, { force: true })
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code
