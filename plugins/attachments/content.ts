/** The content of an opened file, as far as an assistant can use it. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { OpenedFile } from '../../core/index.ts'

/** Maximum bytes of a picture or a text to read into memory. */
export const MOST_BYTES = 32 * 1024 * 1024

/** The bytes of a file; `undefined` if it is too large for memory. */
export async function bytesOf(file: OpenedFile): Promise<Buffer | undefined> {
  if (file.size > MOST_BYTES) return undefined
  const stream: Readable = await file.stream()
  return buffer(stream)
}

/**
 * The text in some bytes, judged by their content and not by their declared type; `undefined` for anything
 * else.
 */
export function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text has.
    return /[\x00-\x08\x0e-\x1f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** A piece of a text that ends at a whole character. */
export function pieceOf(text: string, start: number, length: number): string {
  const piece = text.slice(start, start + length)
  // A surrogate pair is one character, which must not be split.
  return /[\ud800-\udbff]$/.test(piece) && start + length < text.length ? piece.slice(0, -1) : piece
}
