/** Ranges of bytes in requests (RFC 9110 §14), to continue a download that was interrupted. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { RangeNotSatisfiable } from './errors.ts'
import type { OwnFile } from './files.ts'

/** The bytes from `start` to before `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Identifies the content: the object of a key never changes, and opens as one file only. */
export function etagOf({ binary, key }: OwnFile): string {
  const digest = createHash('sha256').update(`${binary._id} ${key}`).digest('base64url')
  return `"${digest.slice(0, 22)}"`
}

/**
 * The range of a request; `undefined` without one, for several, or for another content.
 * @throws RangeNotSatisfiable
 */
export function rangeIn(headers: IncomingHttpHeaders, file: OwnFile): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (headers['if-range'] !== undefined && headers['if-range'] !== etagOf(file)) return undefined
  const size = file.binary.file_size
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  // Not a range at all.
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  if (start >= size)
    throw Object.assign(new RangeNotSatisfiable(size), { headers: { 'content-range': `bytes */${size}` } })
  return { start, end }
}
