/** Page cursors: the node of a page, and the position of its end in that node's order. */
import { InvalidCursorError } from './errors.ts'

/**
 * The last record of a page. The order is that of one node; its times differ slightly from those of the
 * others.
 */
export interface Position {
  readonly node: string
  readonly created: string
  readonly id: string
}

export function writeCursor({ node, created, id }: Position): string {
  return Buffer.from(JSON.stringify([node, created, id])).toString('base64url')
}

/** Reads a cursor; refuses one that this store did not issue. */
export function readCursor(cursor: string): Position {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw new InvalidCursorError()
  }
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every(part => typeof part === 'string')) {
    throw new InvalidCursorError()
  }
  const [node, created, id] = parts as [string, string, string]
  if (Number.isNaN(Date.parse(created))) throw new InvalidCursorError()
  return { node, created, id }
}

/** Restricts the filter to records after the position. */
export function beyond(
  filter: Readonly<Record<string, unknown>>,
  { created, id }: Position,
): Readonly<Record<string, unknown>> {
  return {
    $and: [filter, { $or: [{ _created: { $gt: created } }, { _created: created, _id: { $gt: id } }] }],
  }
}

/** Restricts the filter to records up to the position. */
export function upTo(
  filter: Readonly<Record<string, unknown>>,
  { created, id }: Position,
): Readonly<Record<string, unknown>> {
  return {
    $and: [filter, { $or: [{ _created: { $lt: created } }, { _created: created, _id: { $lte: id } }] }],
  }
}
