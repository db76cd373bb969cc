/** Selects a page of an expansion: by words, by language, and by position. */
import { get, text } from '../values/unchecked-json.ts'
import type { ExpandedCode } from './expansion.ts'

/** The part of an expansion that a client wants. */
export interface Selection {
  /** Words, each the beginning of a word of the display, of a designation, or of the code. */
  readonly filter?: string | undefined
  readonly offset?: number | undefined
  readonly count?: number | undefined
  /** Leaves out codes that are no longer used. */
  readonly activeOnly?: boolean | undefined
  /** A language, as in a header: `de-AT`. */
  readonly displayLanguage?: string | undefined
  readonly includeDesignations?: boolean | undefined
}

/** An expansion, prepared for searches. */
export interface Searchable {
  readonly codes: readonly ExpandedCode[]
  /** The words of each code, folded, each with a space before it. */
  readonly words: readonly string[]
}

/** Maximum words of a filter. */
const MOST_WORDS = 20

/** Folds case and accents: `Öl` is found by `ol`. */
const folded = (words: string) =>
  words
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

const SEPARATORS = /[^\p{L}\p{N}]+/u

/** The words of a code, for {@link pageOf}. */
export function wordsOf({ code, display = '', designation = [] }: ExpandedCode): string {
  const texts = [display, code, ...designation.map(each => text(get(each, 'value')) ?? '')]
  // The code stands as a whole too: '8480-6' is not '8480' and '6'.
  return ` ${folded(texts.join(' ')).split(SEPARATORS).join(' ')} ${folded(code)}`
}

/** The codes of a page and the number of codes that match. */
export function pageOf(
  { codes, words }: Searchable,
  { filter = '', offset = 0, count, activeOnly = false, displayLanguage, includeDesignations }: Selection,
): { readonly total: number; readonly contains: readonly ExpandedCode[] } {
  const parts = filter.split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS).map(partOf)
  const end = count === undefined ? Number.POSITIVE_INFINITY : offset + count
  const contains: ExpandedCode[] = []
  let total = 0
  for (const [index, code] of codes.entries()) {
    if (activeOnly && code.inactive) continue
    const own = words[index] ?? ''
    if (!parts.every(({ whole, words }) => own.includes(whole) || isIn(own, words))) continue
    if (total >= offset && total < end) contains.push(shown(code, displayLanguage, includeDesignations))
    total++
  }
  return { total, contains }
}

/** A word of a filter: whole, as in a code (`8480-6`), or without its punctuation (`(right)`). */
const partOf = (part: string) => ({
  whole: ` ${folded(part)}`,
  words: folded(part).split(SEPARATORS).filter(Boolean),
})

const isIn = (own: string, words: readonly string[]) =>
  words.length > 0 && words.every(word => own.includes(` ${word}`))

function shown(
  code: ExpandedCode,
  displayLanguage: string | undefined,
  includeDesignations = false,
): ExpandedCode {
  const { designation, ...plain } = code
  const display = displayIn(code, displayLanguage)
  return {
    ...plain,
    ...(display !== undefined && { display }),
    ...(includeDesignations && designation && { designation }),
  }
}

/** The display of a code in a language: `de-AT` falls back to `de`, then to the display. */
export function displayIn(
  { display, designation = [] }: Pick<ExpandedCode, 'display' | 'designation'>,
  language: string | undefined,
): string | undefined {
  if (language === undefined) return display
  const find = (wanted: string) =>
    text(get(designation.find(each => text(get(each, 'language'))?.toLowerCase() === wanted) ?? {}, 'value'))
  // `Accept-Language` has several: the first is the preferred one.
  const first = (language.split(/[,;]/, 1)[0] ?? '').trim().toLowerCase()
  return find(first) ?? find(first.split('-', 1)[0] ?? '') ?? display
}
