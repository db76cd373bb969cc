/** Matches records against a search parameter, by the type of the parameter (FHIR R4, 3.1.1.4). */
import { isDid, keyIdOf } from '../../core/crypto/index.ts'
import type { SearchParameter, SearchPart, SearchType } from '../../core/index.ts'
import { readDateSearch, type Span } from '../../fhir/values/date-search.ts'
import { readQuantitySearch } from '../../fhir/values/quantity-search.ts'

/** True if a value of a record matches. */
export type Match = (value: unknown) => boolean

export interface Reading {
  /** The base URL of resources; a reference may begin with it. */
  readonly baseUrl: string
  readonly didPrefixes: readonly string[]
}

/** The modifiers of each type besides `missing`. */
const MODIFIERS: Readonly<Record<SearchType, readonly string[]>> = {
  token: ['not'],
  date: [],
  string: ['exact', 'contains'],
  uri: [],
  reference: ['identifier'],
  quantity: [],
  composite: [],
}

export const takesModifier = ({ type, byCompartment = false }: SearchParameter, modifier: string): boolean =>
  !byCompartment && (modifier === 'missing' || MODIFIERS[type].includes(modifier))

/** @returns undefined if the text is not a valid value of this type */
export function matcherOf(
  { type, parts = [] }: Pick<SearchParameter, 'type' | 'parts'>,
  modifier: string | undefined,
  literal: string,
  reading: Reading,
): Match | undefined {
  switch (type) {
    case 'token':
      return tokenMatch(literal)
    case 'date':
      return dateMatch(literal)
    case 'string':
      return stringMatch(plainText(literal), modifier)
    case 'uri':
      return value => value === literal
    case 'reference':
      return modifier === 'identifier' ? identifierMatch(literal) : referenceMatch(literal, reading)
    case 'quantity':
      return readQuantitySearch(literal)
    case 'composite':
      return compositeMatch(literal, parts, reading)
  }
}

/** The alternatives of a value, separated by commas that no backslash escapes. */
export const alternativesOf = (value: string): string[] => value.split(/(?<!\\),/).filter(each => each !== '')

const plainText = (value: string): string => value.replace(/\\([\\,$|])/g, '$1')

/** A Coding, CodeableConcept, Identifier or code. */
function tokenMatch(literal: string): Match {
  const [first = '', second] = literal.split(/(?<!\\)\|/).map(plainText)
  const system = second === undefined ? undefined : first
  const code = second ?? first
  const isIt = (token: object): boolean => {
    const {
      system: own = '',
      code: ownCode,
      value,
    } = token as { system?: unknown; code?: unknown; value?: unknown }
    return (system === undefined || system === own) && (code === '' || code === (ownCode ?? value))
  }
  return token => {
    // A code of its own element has no system to compare: the element implies it.
    if (typeof token !== 'object' || token === null) return String(token) === code
    const { coding } = token as { coding?: unknown }
    return Array.isArray(coding) ? coding.some(isIt) : isIt(token)
  }
}

/** `code$value`: all parts must match in one element. */
function compositeMatch(literal: string, parts: readonly SearchPart[], reading: Reading): Match | undefined {
  const literals = literal.split(/(?<!\\)\$/)
  if (literals.length !== parts.length) return undefined
  const matches = parts.map((part, at) => matcherOf(part, undefined, literals[at] ?? '', reading))
  if (matches.includes(undefined)) return undefined
  return element =>
    parts.every((part, at) =>
      part.values(element as Record<string, unknown>).some(each => matches[at]?.(each)),
    )
}

const identifierMatch = (literal: string): Match => {
  const matches = tokenMatch(literal)
  return reference => matches((reference as { identifier?: unknown } | undefined)?.identifier ?? {})
}

/** A date means its whole day, month or year: `eq` must contain it, the other prefixes overlap it. */
function dateMatch(literal: string): Match | undefined {
  const span = readDateSearch(literal)
  if (span === undefined) return undefined
  const { from = '', before = '~' } = span
  const isExact = span.from !== undefined && span.before !== undefined
  return value => {
    const own = spanOf(value)
    if (own === undefined) return false
    const { from: start = '', before: end = '~' } = own
    return isExact ? start >= from && end <= before : end > from && start < before
  }
}

/** The interval of a date, an instant or a Period; instants sort as texts. */
export function spanOf(value: unknown): Span | undefined {
  if (typeof value === 'string') return readDateSearch(value)
  if (typeof value !== 'object' || value === null) return undefined
  const { start, end } = value as { start?: unknown; end?: unknown }
  const [first, last] = [spanOf(start), spanOf(end)]
  if (first === undefined && last === undefined) return undefined
  return {
    ...(first?.from !== undefined && { from: first.from }),
    ...(last?.before !== undefined && { before: last.before }),
  }
}

function stringMatch(literal: string, modifier: string | undefined): Match {
  if (modifier === 'exact') return value => value === literal
  const wanted = plain(literal)
  return value =>
    typeof value === 'string' &&
    (modifier === 'contains' ? plain(value).includes(wanted) : plain(value).startsWith(wanted))
}

/** Lower case, without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Matches `Type/id`, an id, a URL, or a DID in any spelling. */
function referenceMatch(literal: string, { baseUrl, didPrefixes }: Reading): Match {
  const relative = literal.startsWith(`${baseUrl}/`) ? literal.slice(baseUrl.length + 1) : literal
  const bare = relative.replace(/^Patient\/(?=did:)/, '')
  const key = isDid(bare, didPrefixes) ? keyIdOf(bare, didPrefixes) : undefined
  const isIt = (text: unknown): boolean => {
    if (typeof text !== 'string') return false
    if (key !== undefined) return isDid(text, didPrefixes) && keyIdOf(text, didPrefixes) === key
    if (text === literal || text === bare || text === `urn:uuid:${bare}`) return true
    return !bare.includes('/') && text.endsWith(`/${bare}`)
  }
  return value => {
    if (typeof value === 'string') return isIt(value)
    const { reference, identifier } = (value ?? {}) as {
      reference?: unknown
      identifier?: { value?: unknown }
    }
    return isIt(reference) || isIt(identifier?.value)
  }
}
