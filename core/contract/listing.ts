/** Lists for assistants: pages within the size limit, and cursors to the next page. */
import { decodeUtf8, encodeUtf8, fromBase64url, toBase64url } from '../crypto/bytes.ts'
import { NotUnderstood, TooManyToSearch, UnknownCursor } from '../errors.ts'
import { createCompiler } from '../http/compile.ts'

/** The paging arguments of every list. */
export const CURSOR = {
  type: 'string',
  maxLength: 2000,
  description: '`nextCursor` of the page before; leave out the rest.',
} as const

/** The period among the arguments of a list. */
export const PERIOD = {
  from: { type: 'string', maxLength: 40, description: 'From: `2026`, `2026-03`, `2026-03-15`.' },
  to: { type: 'string', maxLength: 40, description: 'To the end of this date.' },
} as const

/** The paging fields in the output of every list. */
export const PAGE_OUTPUT = {
  total: { type: 'integer', description: 'How many match, on all pages.' },
  returned: { type: 'integer', description: 'How many of them are in this answer.' },
  nextCursor: { type: 'string', description: 'For the next page; absent on the last.' },
  omitted: { type: 'array', items: { type: 'string' }, description: 'Ids of what is too large to be shown.' },
} as const

/** The argument that moves the entries of a list from the text into the structured content. */
export const STRUCTURED = {
  type: 'boolean',
  description: 'True: rows in the structured content instead of the text. For clients that show no text.',
} as const

/** Maximum tokens of an answer, structured and plain together. */
export const ANSWER_TOKENS = 10_000

/** The same, with a margin for the text around the entries. */
const BUDGET = 8_800

/**
 * Estimates how many tokens a model reads in a text, rather too many than too few: a word of five letters, three
 * digits and two punctuation marks are one each.
 */
export function tokensOf(text: string): number {
  let count = 0
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d+|[!-/:-@[-`{-~]+|\s+|[\s\S]/g)) {
    const first = piece.charCodeAt(0)
    if (piece === ' ') continue
    if (first <= 0x20) count += 1 + Math.floor(piece.length / 16)
    else if (first >= 0x30 && first <= 0x39) count += Math.ceil(piece.length / 3)
    else if (/^[A-Za-z]/.test(piece)) count += Math.ceil(piece.length / 5)
    else count += Math.ceil(piece.length / 2)
  }
  return count
}

export interface ListedPage<T> {
  readonly entries: readonly T[]
  /** The number of entries on all pages. */
  readonly total: number
  readonly nextCursor?: string
  /** Ids of entries of this page that exceed the maximum size of an answer. */
  readonly omitted?: readonly string[]
}

export interface PageRequest<Q> {
  /** The query of the list. A cursor carries it, so that the next page belongs to the same list. */
  readonly query: Q
  /** The maximum number of entries. */
  readonly limit: number
  /** The id after which the page begins. */
  readonly after?: string
}

/**
 * Reads which page is requested: the page after a cursor, or the first page of a query. A cursor is only a
 * query and an id. It needs no signature, because its holder could send the same query without it.
 * @param input - JSON Schema of the tool's arguments, applied to the contents of a cursor as well
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
 * Refuses the arguments of a list.
 * @param problems - a sentence for each argument that has no meaning
 * @throws NotUnderstood if there are any
 */
export function demandUnderstood(problems: readonly string[]): void {
  if (problems.length > 0) throw new NotUnderstood(problems.join(' '))
}

/**
 * The records to search, if they are not too many.
 * @param found - as from `ownRecords` with the same maximum
 * @param most - the maximum number
 * @returns `found`
 * @throws TooManyToSearch
 */
export function searchable<T>(found: readonly T[] | undefined, most: number): readonly T[] {
  if (!found) throw new TooManyToSearch(most)
  return found
}

/**
 * Returns as many entries as fit.
 * @param sorted - the whole list
 * @param cost - tokens that an entry takes in the answer, in all its forms
 * @throws UnknownCursor if the last entry of the previous page no longer exists
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

/** A sentence that explains how to see more entries. */
export function howToGoOn(
  tool: string,
  { entries, total, nextCursor, omitted = [] }: ListedPage<unknown>,
): string {
  const left = omitted.length ? ` ${omitted.length} of this page are too large to be shown.` : ''
  if (nextCursor === undefined)
    return `That is ${entries.length} of ${total}; there are no more pages.${left}`
  return `That is ${entries.length} of ${total}.${left} For the next page call ${tool} with cursor "${nextCursor}" and nothing else.`
}

/**
 * Encodes a position as an opaque text. It needs no signature, because its holder could send the same query
 * without it.
 * @param position - a JSON object
 * @returns base64url
 */
export const writeCursor = (position: object): string => toBase64url(encodeUtf8(JSON.stringify(position)))

/**
 * Reads a position from a cursor. Clients can forge it: check each member.
 * @param cursor - a text of `writeCursor`
 * @returns the position, unchecked
 * @throws UnknownCursor
 */
export function readCursor<Name extends string>(cursor: string): { readonly [name in Name]?: unknown } {
  try {
    const position = JSON.parse(decodeUtf8(fromBase64url(cursor))) as unknown
    if (typeof position === 'object' && position !== null) return position
  } catch {
    // Reported below.
  }
  throw new UnknownCursor()
}
