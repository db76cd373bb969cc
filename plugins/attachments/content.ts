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

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text has.
const CONTROL = /[\x00-\x08\x0e-\x1f]/
/** Maximum share of letters beyond ASCII in a text of one byte a character. */
const MOST_BEYOND = 0.3

/**
 * The text in some bytes, judged by their content and not by their declared type: UTF-8, UTF-16, or
 * Windows-1252, which includes Latin-1; `undefined` for anything else.
 */
export function textOf(bytes: Buffer): string | undefined {
  const encoding = encodingOf(bytes)
  if (encoding !== undefined) return decoded(bytes, encoding)
  return utf8Of(bytes) ?? (isOneByteText(bytes) ? windows1252(bytes) : undefined)
}

/** The text in some bytes of UTF-8. */
export const utf8Of = (bytes: Buffer): string | undefined => decoded(bytes, 'utf-8')

function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return CONTROL.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** 0x80 to 0x9f. Node.js 20 decodes `windows-1252` as Latin-1. */
const BEYOND_LATIN_1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function windows1252(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  if (CONTROL.test(text)) return undefined
  return text.replaceAll(/[\x80-\x9f]/g, letter => BEYOND_LATIN_1[letter.charCodeAt(0) - 0x80] ?? letter)
}

/** UTF-16 by its byte order mark, or by the zero bytes of ASCII letters in it. */
function encodingOf(bytes: Buffer): string | undefined {
  if (bytes.length < 2 || bytes.length % 2 === 1) return undefined
  const mark = bytes.readUInt16BE(0)
  if (mark === 0xfffe) return 'utf-16le'
  if (mark === 0xfeff) return 'utf-16be'
  const head = bytes.subarray(0, 512)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = head.length / 4
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : undefined
}

function isOneByteText(bytes: Buffer): boolean {
  let beyond = 0
  for (const byte of bytes) if (byte >= 0x80) beyond += 1
  return beyond <= bytes.length * MOST_BEYOND
}

/** A piece of a text that ends at a whole character. */
export function pieceOf(text: string, start: number, length: number): string {
  const piece = text.slice(start, start + length)
  // A surrogate pair is one character, which must not be split.
  return /[\ud800-\udbff]$/.test(piece) && start + length < text.length ? piece.slice(0, -1) : piece
}
