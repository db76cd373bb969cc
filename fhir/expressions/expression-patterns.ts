/** FHIRPath functions that take a pattern, on RE2: no expression can cause backtracking. */
import { RE2JS } from 're2js'
import { LARGEST_PATTERN, patternSize } from '../values/regex.ts'

/** An empty collection: FHIRPath's notation for no value. */
type Nothing = readonly never[]
/** An argument as the FHIRPath engine passes it. */
type Argument = string | Nothing | undefined

const NOTHING: Nothing = []

/** The number of compiled patterns to keep; an expression may compute a pattern anew for each item. */
const MOST_PROGRAMS = 100
/** The maximum length of a FHIR string. */
const LONGEST_TEXT = 1_048_576

/**
 * Replaces the three functions of one engine, with the results of the standard: empty if the input, the
 * pattern or the substitution is empty; an error if the input is not a single string, or a flag is unknown.
 */
export function patternFunctions() {
  const programs = new Map<string, RE2JS>()

  const compiled = (pattern: string, flags: number): RE2JS => {
    const key = `${flags} ${pattern}`
    const known = programs.get(key)
    if (known !== undefined) return known
    if (patternSize(pattern) > LARGEST_PATTERN) throw new Error('a pattern is too large')
    const made = RE2JS.compile(pattern, flags)
    if (programs.size >= MOST_PROGRAMS) programs.clear()
    programs.set(key, made)
    return made
  }

  const test = (input: readonly unknown[], pattern: Argument, flags: Argument, whole: boolean) => {
    const text = singleText(input)
    if (text === undefined || typeof pattern !== 'string') return NOTHING
    return compiled(whole ? `^(?:${pattern})$` : pattern, flagsOf(flags)).test(text)
  }

  return {
    matches: {
      fn: (input: readonly unknown[], pattern: Argument, flags?: Argument) =>
        test(input, pattern, flags, false),
      arity: TEST,
    },
    matchesFull: {
      fn: (input: readonly unknown[], pattern: Argument, flags?: Argument) =>
        test(input, pattern, flags, true),
      arity: TEST,
    },
    replaceMatches: {
      fn(input: readonly unknown[], pattern: Argument, substitution: Argument) {
        const text = singleText(input)
        if (text === undefined || typeof pattern !== 'string' || typeof substitution !== 'string')
          return NOTHING
        // Repeated replacements that lengthen a string would double it with each call.
        if ((text.length + 1) * (substitution.length + 1) > LONGEST_TEXT)
          throw new Error('a text is too long')
        return compiled(pattern, 0).matcher(text).replaceAll(substitution)
      },
      arity: { 2: ['String', 'String'] as ['String', 'String'] },
    },
  }
}

const TEST = { 1: ['String'] as ['String'], 2: ['String', 'String'] as ['String', 'String'] }

/** The single string of a collection; undefined if the collection is empty. */
function singleText(input: readonly unknown[]): string | undefined {
  if (input.length > 1) throw new Error('a pattern is matched with one text, not with several')
  const [value] = input
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new Error('a pattern is matched with a text')
  return value
}

/** In the standard, `.` always matches line breaks. */
function flagsOf(flags: Argument): number {
  let found = RE2JS.DOTALL
  for (const flag of typeof flags === 'string' ? flags : '') {
    if (flag === 'i') found |= RE2JS.CASE_INSENSITIVE
    else if (flag === 'm') found |= RE2JS.MULTILINE
    else throw new Error('a pattern has the flags i and m only')
  }
  return found
}
