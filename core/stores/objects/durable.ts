/** Files that survive a power failure. */
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Bytes read from the disk at a time: as many as `sealed-file.ts` verifies at a time. */
export const CHUNK = 256 * 1024

/** Writes a new file, and its bytes to the disk. */
export function storeDraft(draft: string, body: Readable): Promise<void> {
  return pipeline(body, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
}

/** Makes the names in a directory durable. */
export async function flush(directory: string): Promise<void> {
  // Windows cannot open directories, and writes their changes through.
  if (process.platform === 'win32') return
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

export const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code
