/** Lists for assistants: a page as large as they can take, and how to ask for the next one. */
import { decodeUtf8, encodeUtf8, fromBase64url, toBase64url } from './crypto/bytes.ts'
import { UnknownCursor } from './errors.ts'
import { createCompiler } from './http/compile.ts'

/** What every list takes to go on. */
export const CURSOR = {
  type: 'string',
  maxLength: 2000,
  description: '`nextCursor` of the page before; leave out the rest.',
} as const

/** What every list says of the page that it gives. */
export const PAGE_OUTPUT = {
  total: { type: 'integer', description: 'How many match, on all pages.' },
  returned: { type: 'integer', description: 'How many of them are in this answer.' },
  nextCursor: { type: 'string', description: 'For the next page; absent on the last.' },
  omitted: { type: 'array', items: { type: 'string' }, description: 'Ids of what is too large to be shown.' },
} as const

/** Characters of an answer, structured and plain together; a margin is left for what stands around the entries. */
const BUDGET = 96_000

export interface ListedPage<T> {
  readonly entries: readonly T[]
  /** How many there are on all pages. */
  readonly total: number
  readonly nextCursor?: string
  /** Ids of entries of this page that are too large for any answer. */
  readonly omitted?: readonly string[]
}

export interface PageRequest<Q> {
  /** What the list was asked for by; a cursor carries it, so that the next page belongs to the same list. */
  readonly query: Q
  /** Entries at most. */
  readonly limit: number
  /** The id behind which the page begins. */
  readonly after?: string
}

/**
 * Reads which page is asked for: the one behind a cursor, or the first one of a query. A cursor is nothing but a query and an
 * id; it needs no signature, for it asks for nothing that its holder could not ask for without it.
 * @param input - JSON Schema of the tool's arguments: what a cursor carries is checked like them
 */
export function pageReader<Q extends { readonly limit?: number }>(input: object, usual: number) {
  const isQuery = createCompiler({ ajv: { strict: false } }).onFirstUse(input) as (
    query: unknown,
  ) => query is Q

  /** @throws UnknownCursor */
  return ({ cursor, ...query }: Q & { readonly cursor?: string }): PageRequest<Q> => {
    if (cursor === undefined) return { query: query as unknown as Q, limit: query.limit ?? usual }
    const { q, after } = readCursor<'q' | 'after'>(cursor)
    if (!isQuery(q) || typeof after !== 'string') throw new UnknownCursor()
    return { query: q, limit: q.limit ?? usual, after }
  }
}

/**
 * As many entries as fit.
 * @param sorted - the whole list
 * @param cost - characters that an entry takes in the answer, in all its forms
 * @throws UnknownCursor when the entry behind which the page begins is gone
 */
export function pageOf<T extends { readonly id: string }, Q>(
  sorted: readonly T[],
  { query, limit, after }: PageRequest<Q>,
  cost: (entry: T) => number,
): ListedPage<T> {
  const start = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0) throw new UnknownCursor()
  const entries: T[] = []
  const omitted: string[] = []
  let spent = 0
  let at = start
  for (; at < sorted.length && entries.length + omitted.length < limit; at++) {
    const entry = sorted[at] as T
    const price = cost(entry)
    if (price > BUDGET) omitted.push(entry.id)
    else if (spent + price > BUDGET) break
    else {
      entries.push(entry)
      spent += price
    }
  }
  const last = sorted[at - 1]
  return {
    entries,
    total: sorted.length,
    ...(last !== undefined &&
      at < sorted.length && { nextCursor: writeCursor({ q: query, after: last.id }) }),
    ...(omitted.length > 0 && { omitted }),
  }
}

/** What to do to see more, in a sentence. */
export function howToGoOn(
  tool: string,
  { entries, total, nextCursor, omitted = [] }: ListedPage<unknown>,
): string {
  const left = omitted.length ? ` ${omitted.length} of this page are too large to be shown.` : ''
  if (nextCursor === undefined)
    return `That is ${entries.length} of ${total}; there are no more pages.${left}`
  return `That is ${entries.length} of ${total}.${left} For the next page call ${tool} with cursor "${nextCursor}" and nothing else.`
}

/** A position as an opaque text; it needs no signature, for it asks for nothing that its holder could not ask for without it. */
export const writeCursor = (position: object): string => toBase64url(encodeUtf8(JSON.stringify(position)))

/** @throws UnknownCursor */
export function readCursor<Name extends string>(cursor: string): { readonly [name in Name]?: unknown } {
  try {
    const position = JSON.parse(decodeUtf8(fromBase64url(cursor))) as unknown
    if (typeof position === 'object' && position !== null) return position
  } catch {
    // Told below.
  }
  throw new UnknownCursor()
}
