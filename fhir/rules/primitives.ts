/**
 * Rules for FHIR primitives: the JSON type, the pattern, and constraints beyond patterns, such as the
 * calendar.
 */
import type { PrimitiveRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'unsignedInt', 'positiveInt', 'decimal'])

/** Each pattern is anchored and has no overlapping repetitions, so that it is linear in the text. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  code: /^[^\s]+(?:[ \t\r\n][^\s]+)*$/,
  oid: /^urn:oid:[0-2](?:\.(?:0|[1-9][0-9]*))+$/,
  uuid: /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  date: /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/,
  dateTime: /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/,
  instant: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/,
  time: /^\d{2}:\d{2}:\d{2}(?:\.\d+)?$/,
}

const NAMES: Readonly<Record<string, string>> = {
  code: 'a code without spaces around it',
  oid: "an OID that starts with 'urn:oid:'",
  uuid: "a UUID in lower case that starts with 'urn:uuid:'",
  date: 'a date such as 2026-01-31',
  dateTime: 'a date and time such as 2026-01-31T08:30:00Z',
  instant: 'an instant such as 2026-01-31T08:30:00Z',
  time: 'a time of day such as 08:30:00',
}

/** Types with free text; the patterns of the others suffice. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'markdown', 'code', 'uri', 'url', 'canonical'])

const URIS: ReadonlySet<string> = new Set(['uri', 'url', 'canonical'])
const URN = /^urn:(oid|uuid):/i
const ID = /^[A-Za-z0-9\-.]{1,64}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: FHIR strings must not contain these characters.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/
const LONGEST = 1_048_576
const MOST_INTEGER = 2_147_483_647

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const daysIn = (year: number, month: number) =>
  month === 2 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0) ? 29 : (DAYS[month - 1] ?? 0)

/** The number in two digits. */
const two = (literal: string, at: number) =>
  (literal.charCodeAt(at) - 48) * 10 + literal.charCodeAt(at + 1) - 48

/** True if a well-formed date or time exists in the calendar. */
function exists(literal: string): boolean {
  const isTime = literal.charCodeAt(2) === COLON
  if (!isTime) {
    const year = two(literal, 0) * 100 + two(literal, 2)
    const month = literal.length > 4 ? two(literal, 5) : 1
    const day = literal.length > 7 ? two(literal, 8) : 1
    if (year === 0 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false
    if (literal.length === 10) return true
  }
  const at = isTime ? 0 : 11
  if (literal.length <= at) return true
  // A leap second is 60.
  if (two(literal, at) > 23 || two(literal, at + 3) > 59 || two(literal, at + 6) > 60) return false
  const zone = literal.length - 6
  if (zone <= at || literal.charCodeAt(zone + 3) !== COLON || literal.charCodeAt(zone) === COLON) return true
  const sign = literal.charCodeAt(zone)
  return (sign !== PLUS && sign !== MINUS) || (two(literal, zone + 1) <= 14 && two(literal, zone + 4) <= 59)
}

const COLON = 58
const PLUS = 43
const MINUS = 45
const SPACE = 32
const UPPER_Z = 90

/** True if a dateTime with a time of day has a zone. */
const isZoned = (literal: string) =>
  literal.length <= 10 ||
  literal.charCodeAt(literal.length - 1) === UPPER_Z ||
  (literal.charCodeAt(literal.length - 3) === COLON && /[+-]\d{2}:\d{2}$/.test(literal))

/** True if a text is a FHIR dateTime that exists, with a zone if it has a time of day. */
export const isDateTime = (literal: string): boolean =>
  PATTERNS['dateTime']?.test(literal) === true && exists(literal) && isZoned(literal)

const DATED: ReadonlySet<string> = new Set(['date', 'dateTime', 'instant', 'time'])

/**
 * True if a text is base64, ignoring white space. One pass: the published pattern can take years to
 * backtrack.
 */
function isBase64(literal: string): boolean {
  let digits = 0
  let padding = 0
  for (let index = 0; index < literal.length; index++) {
    const code = literal.charCodeAt(index)
    const isDigit =
      (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 47 && code <= 57) || code === 43
    if (isDigit && padding === 0) digits++
    else if (code === 61) padding++
    else if (code !== 32 && code !== 9 && code !== 10 && code !== 13) return false
  }
  return padding <= 2 && digits > 0 && (digits + padding) % 4 === 0
}

const jsonType = (kind: string) => (kind === 'boolean' ? 'boolean' : NUMERIC.has(kind) ? 'number' : 'string')

export const primitiveRules: readonly PrimitiveRule[] = [
  {
    id: 'S-PRIM',
    looksAt: 'primitive',
    text: 'A primitive value has the JSON type and the pattern of its type.',
    source: "datatypes.html, the patterns anchored as a whole; R5's pattern of decimal is not a valid one.",
    code: 'value',
    severity: everywhere('error'),
    on(kind) {
      const type = jsonType(kind)
      const pattern = PATTERNS[kind]
      const name =
        NAMES[kind] ?? (type === 'string' ? 'text' : type === 'number' ? 'a number' : 'true or false')
      if (kind === 'integer64') return
      if (pattern === undefined)
        return value => (typeof value === type ? undefined : `Write this as ${name}.`)
      return value =>
        typeof value === 'string' && pattern.test(value) ? undefined : `Write this as ${name}.`
    },
  },
  {
    id: 'S-CAL',
    looksAt: 'primitive',
    text: 'A date exists in the calendar, a time in the day, and a date with a time has a zone.',
    source:
      'datatypes.html. The patterns do not know the calendar; that of R5 lets the zone out, its text does not.',
    code: 'value',
    severity: everywhere('error'),
    on(kind) {
      if (!DATED.has(kind)) return
      const pattern = PATTERNS[kind]
      return value => {
        if (typeof value !== 'string' || pattern?.test(value) !== true) return
        if (!exists(value)) return `Give a date or time that exists; '${value}' does not.`
        if (kind !== 'dateTime' || isZoned(value)) return
        return `Add a time zone to '${value}': Z, or one such as +01:00.`
      }
    },
  },
  {
    id: 'S-INT',
    looksAt: 'primitive',
    text: 'An integer is whole and has at most 32 bits; an unsignedInt is not negative, a positiveInt at least 1.',
    source: 'datatypes.html. The JSON schemas of the specification accept 1.5.',
    code: 'value',
    severity: everywhere('error'),
    on(kind) {
      const least = { integer: -MOST_INTEGER - 1, unsignedInt: 0, positiveInt: 1 }[kind]
      if (least === undefined) return
      return value => {
        if (typeof value !== 'number') return
        if (Number.isInteger(value) && value >= least && value <= MOST_INTEGER) return
        return `Write this as a whole number from ${least} to ${MOST_INTEGER}.`
      }
    },
  },
  {
    id: 'S-INT64',
    looksAt: 'primitive',
    text: 'A 64-bit integer is a string of digits.',
    source: 'R5 integer64, for the size of an Attachment; mix takes the number of R4 too.',
    code: 'value',
    severity: { R5: 'error', mix: 'error' },
    on(kind) {
      if (kind !== 'integer64') return
      return value => {
        if (typeof value === 'string' && /^(?:0|[-+]?[1-9][0-9]{0,18})$/.test(value)) return
        return 'Write this number as a string of digits.'
      }
    },
  },
  {
    id: 'S-ID',
    looksAt: 'primitive',
    text: 'An id has 1 to 64 letters, digits, hyphens and dots.',
    source: 'datatypes.html.',
    code: 'value',
    severity: everywhere('error'),
    on: kind =>
      kind === 'id'
        ? value =>
            typeof value !== 'string' || ID.test(value)
              ? undefined
              : "Use 1 to 64 letters, digits, '-' and '.' for this id."
        : undefined,
  },
  {
    id: 'S-URI',
    looksAt: 'primitive',
    text: "A URI has no spaces; one that starts with 'urn:uuid:' or 'urn:oid:' is well formed.",
    source: 'datatypes.html: UUIDs in lower case.',
    code: 'value',
    severity: everywhere('error'),
    on(kind) {
      if (!URIS.has(kind)) return
      return value => {
        if (typeof value !== 'string') return
        if (/\s/.test(value)) return 'Write this address without spaces.'
        const urn = URN.exec(value)?.[1]?.toLowerCase()
        if (urn === undefined || PATTERNS[urn]?.test(value.split(/[|#]/, 1)[0] ?? '') === true) return
        return `Write this as ${NAMES[urn]}.`
      }
    },
  },
  {
    id: 'S-B64',
    looksAt: 'primitive',
    text: 'Binary content is base64.',
    source: 'datatypes.html, checked in one pass: the pattern of R4 takes exponential time.',
    code: 'value',
    severity: everywhere('error'),
    on: kind =>
      kind === 'base64Binary'
        ? value =>
            typeof value !== 'string' || value === '' || isBase64(value)
              ? undefined
              : 'Write this content as base64.'
        : undefined,
  },
  {
    id: 'S-LEN',
    looksAt: 'primitive',
    text: 'A text holds at most 1,048,576 characters, no control characters but tab and line breaks, and not only spaces.',
    source: 'datatypes.html, string.',
    code: 'value',
    severity: everywhere('error'),
    on(kind) {
      if (!TEXTS.has(kind)) return
      return value => {
        if (typeof value !== 'string') return
        if (value.length > LONGEST) return `Shorten this text to ${LONGEST} characters or fewer.`
        if (CONTROL.test(value)) return 'Remove the control characters from this text.'
        if (value.charCodeAt(0) > SPACE || value === '' || value.trim() !== '') return
        return 'Write something else than spaces here.'
      }
    },
  },
]
