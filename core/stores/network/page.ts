/** Pages by offset, as in nilDB. */
import { refusal } from './errors.ts'
import type { Paged, Pagination } from './node.ts'

/** Maximum documents in a response. */
export const PAGE_LIMIT = 1_000
const DEFAULT_LIMIT = 25
/** Default for the bytes of documents after which a node ends a page. */
export const PAGE_BYTES = 4 * 1024 * 1024
/** Bytes of the largest document that a nilDB node accepts. */
const LARGEST_DOCUMENT = 16 * 1024 * 1024

/** Maximum bytes of a node's response: a page, and the document that exceeds it. */
export const answerBytes = (page = PAGE_BYTES): number => page + LARGEST_DOCUMENT

/** Limit and offset with their defaults; refuses invalid values. */
export function pageOf({ limit = DEFAULT_LIMIT, offset = 0 }: Pagination = {}): {
  limit: number
  offset: number
} {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > PAGE_LIMIT) {
    throw refusal('DataValidationError', `limit: must be a whole number from 1 to ${PAGE_LIMIT}`)
  }
  if (!Number.isSafeInteger(offset) || offset < 0) {
    throw refusal('DataValidationError', 'offset: must be a whole number, at least 0')
  }
  return { limit, offset }
}

/**
 * True if this is the last page for the limit. A node may have ended a shorter page because of its size in
 * bytes.
 */
export function isLastPage({ data, pagination }: Paged<unknown>, limit: number): boolean {
  // For a node with another version of the protocol, a short page is the last.
  const { total = 0, offset = 0 }: Partial<typeof pagination> = pagination ?? {}
  return data.length === 0 || (data.length < limit && total <= offset + data.length)
}
