/** Files of a directory. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupStoreFailed } from './errors.ts'
import type { Files, ListedFile } from './files.ts'

/** Holds unfinished files; like the object store's, it is never listed. */
const INCOMING = 'incoming'

export function filesIn(directory: string): Files {
  /** Directories with names that are not yet durable. */
  const changed = new Set<string>()

  async function* walk(folder: string): AsyncGenerator<ListedFile> {
    const entries = await unlessMissing(readdir(join(directory, folder), { withFileTypes: true }))
    for (const entry of entries ?? []) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (name === INCOMING) continue
      if (entry.isDirectory()) yield* walk(name)
      else {
        const found = await unlessMissing(stat(join(directory, name)))
        if (found) yield { name, size: found.size, mark: `${found.size} ${found.mtimeMs}` }
      }
    }
  }

  async function makeDirectory(path: string): Promise<void> {
    const first = await mkdir(path, { recursive: true, mode: 0o700 })
    // Every new directory has a name in its parent.
    for (let made = path; first !== undefined && made.length >= first.length; made = dirname(made))
      changed.add(dirname(made))
  }

  return {
    place: directory,

    async *list(prefix) {
      const folder = prefix.includes('/') ? prefix.slice(0, prefix.lastIndexOf('/')) : ''
      for await (const file of walk(folder)) if (file.name.startsWith(prefix)) yield file
    },

    async read(name) {
      const handle = await unlessMissing(open(join(directory, name)))
      return handle?.createReadStream()
    },

    async write(name, content) {
      const [file, draft] = [join(directory, name), join(directory, INCOMING, randomUUID())]
      try {
        await makeDirectory(join(directory, INCOMING))
        await makeDirectory(dirname(file))
        const source = Buffer.isBuffer(content) ? Readable.from([content]) : content
        await pipeline(source, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        // A link, not a rename: it replaces nothing.
        await link(draft, file)
        changed.add(dirname(file))
        return true
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code === 'EEXIST') return false
        throw new BackupStoreFailed(directory, code ?? message, { cause: error })
      } finally {
        await rm(draft, { force: true })
      }
    },

    async remove(name) {
      await rm(join(directory, name), { force: true })
    },

    async flush() {
      // Windows cannot open directories, and writes their changes through.
      if (process.platform !== 'win32')
        for (const each of changed) {
          const handle = await open(each)
          await handle.sync().finally(() => handle.close())
        }
      changed.clear()
    },

    async close() {},
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
