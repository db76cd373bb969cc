/** Pages by offset, as the node wire has them. */
import { refusal } from './errors.ts'
import type { Pagination } from './node.ts'

/** The most documents that one answer holds. */
export const PAGE_LIMIT = 1_000
const DEFAULT_LIMIT = 25

/** Limit and offset with their defaults; refuses what no page could have. */
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
