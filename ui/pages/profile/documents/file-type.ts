/**
 * The media type of a file: from its first bytes, otherwise from its name, as the browser guesses it.
 *
 * Signatures: WHATWG MIME Sniffing §6 and §7; ISO/IEC 14496-12 §4.3 and 23008-12 (HEIF) for `ftyp`; ISO 32000-2 §7.5.2
 * for PDF, whose readers look for the header in the first 1024 bytes; DICOM PS3.10 §7.1.
 */

/** Bytes that a signature may need. */
const HEAD = 4096
const UNKNOWN = 'application/octet-stream'

/** Types that these bytes prove: without its signature, a file is none of them. */
const SIGNATURES: readonly (readonly [type: string, at: number, signature: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBPVP'],
  ['image/heic', 4, 'ftyphe'],
  ['image/heif', 4, 'ftypmif1'],
  ['image/heif', 4, 'ftypmsf1'],
  ['image/avif', 4, 'ftypavi'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
]

/** Types that say what their name does: there are such files without these bytes. */
const LOOSE: typeof SIGNATURES = [
  ['application/dicom', 128, 'DICM'],
  ['application/rtf', 0, '{\\rtf'],
]

const PROVEN: ReadonlySet<string> = new Set(['application/pdf', ...SIGNATURES.map(([type]) => type)])

/** @param file - its `type` is what the browser guesses from the name */
export async function typeOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  const head = String.fromCharCode(...bytes)
  const found = [...SIGNATURES, ...LOOSE].find(([, at, signature]) => head.startsWith(signature, at))
  if (found) return found[0]
  if (head.slice(0, 1024).includes('%PDF-')) return 'application/pdf'
  const named = file.type.toLowerCase()
  if (isText(bytes)) return PROVEN.has(named) || named === '' ? 'text/plain' : named
  return PROVEN.has(named) || named.startsWith('text/') || named === '' ? UNKNOWN : named
}

/** UTF-8 without control characters; the last character may be cut off. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a text does not have.
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
  } catch {
    return false
  }
}

/** A type for people: a member of the text `fileKind`. */
export type FileKind =
  | 'pdf'
  | 'photo'
  | 'picture'
  | 'scan'
  | 'text'
  | 'word'
  | 'sheet'
  | 'film'
  | 'sound'
  | 'other'

const KINDS: readonly (readonly [FileKind, RegExp])[] = [
  ['pdf', /^application\/pdf$/],
  ['photo', /^image\/(jpeg|hei[cf])$/],
  ['scan', /^application\/dicom$/],
  ['picture', /^image\//],
  ['word', /^application\/(msword|rtf|vnd\.oasis\.opendocument\.text|vnd\.openxml.*wordprocessingml)/],
  ['sheet', /^(text\/csv|application\/(vnd\.ms-excel|vnd\.oasis.*spreadsheet|vnd\.openxml.*spreadsheetml))/],
  ['text', /^text\/|json$|xml$/],
  ['film', /^video\//],
  ['sound', /^audio\//],
]

export const kindOfFile = (type: string): FileKind =>
  KINDS.find(([, pattern]) => pattern.test(type))?.[0] ?? 'other'

/** The icon of a type. */
export const iconOf = (kind: FileKind): 'picture' | 'documents' =>
  ['photo', 'picture', 'scan'].includes(kind) ? 'picture' : 'documents'
