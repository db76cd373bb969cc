/** A ZIP archive that is written as its reader consumes it. */
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

// Loaded with the first export.
const require = createRequire(import.meta.url)

type Chunk = string | Uint8Array

export interface Entry {
  /** The path in the archive: relative, with slashes. */
  readonly path: string
  readonly content: AsyncIterable<Chunk> | Iterable<Chunk>
  /** Bytes, if known: the content is then stored uncompressed, and must have that size. */
  readonly size?: number
  /** @default now */
  readonly changed?: Date
}

export interface Archive {
  /** Resolves when the content has been read to its end, so that entries are written one at a time. */
  add(entry: Entry): Promise<void>
}

/**
 * The archive that `write` makes. If `write` or an entry fails, the stream is destroyed: the archive then has
 * no directory, and no program takes it for complete. If the reader disconnects, the current entry and
 * `write` end.
 */
export function archiveOf(write: (archive: Archive) => Promise<void>): Readable {
  const { ZipFile } = require('yazl') as typeof import('yazl')
  const zip = new ZipFile()
  const archive = zip.outputStream as Readable
  let current: Readable | undefined
  const fail = (error: Error) => {
    archive.destroy(error)
  }
  archive.once('close', () => current?.destroy())
  zip.once('error', fail)

  async function add({ path, content, size, changed = new Date() }: Entry): Promise<void> {
    const source = Readable.from(await begun(content), { objectMode: false })
    current = source
    if (archive.destroyed) source.destroy()
    else if (size === undefined) zip.addReadStream(source, path, { mtime: changed })
    else zip.addReadStream(source, path, { mtime: changed, compress: false, size })
    await finished(source, { writable: false })
  }

  write({ add }).then(() => zip.end(), fail)
  return archive
}

/**
 * The content with its first chunk read: if it fails to start, the result is an error and not half an
 * archive.
 */
async function begun(content: Entry['content']): Promise<AsyncIterableIterator<Chunk>> {
  const chunks =
    Symbol.asyncIterator in content ? content[Symbol.asyncIterator]() : content[Symbol.iterator]()
  let first: IteratorResult<Chunk> | undefined = await chunks.next()
  const whole: AsyncIterableIterator<Chunk> = {
    async next() {
      const next = first ?? (await chunks.next())
      first = undefined
      return next
    },
    async return() {
      await chunks.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => whole,
  }
  return whole
}
