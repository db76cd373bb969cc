/** The functions of FHIRPath that take a pattern, on RE2: an expression cannot make them backtrack. */
import { RE2JS } from 're2js'
import { LARGEST_PATTERN, patternSize } from './regex.ts'

/** An empty collection: FHIRPath's way to say that there is no value. */
type Nothing = readonly never[]
/** An argument as the engine of FHIRPath hands it over. */
type Argument = string | Nothing | undefined

const NOTHING: Nothing = []

/** So many programs of an expression's patterns are kept; a pattern may be computed anew for each item. */
const MOST_PROGRAMS = 100
/** As long a text as FHIR lets a string be. */
const LONGEST_TEXT = 1_048_576

/**
 * Replaces the three functions of one engine. Their results are those of the standard: nothing where the input, the
 * pattern or the substitution is nothing, an error where the input is more than one text or none, or a flag is unknown.
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
        // A text that each replacement makes longer doubles as often as an expression is long.
        if ((text.length + 1) * (substitution.length + 1) > LONGEST_TEXT)
          throw new Error('a text is too long')
        return compiled(pattern, 0).matcher(text).replaceAll(substitution)
      },
      arity: { 2: ['String', 'String'] as ['String', 'String'] },
    },
  }
}

const TEST = { 1: ['String'] as ['String'], 2: ['String', 'String'] as ['String', 'String'] }

/** The one text of a collection; undefined where there is no value. */
function singleText(input: readonly unknown[]): string | undefined {
  if (input.length > 1) throw new Error('a pattern is matched with one text, not with several')
  const [value] = input
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new Error('a pattern is matched with a text')
  return value
}

/** The standard has `.` match line breaks, always. */
function flagsOf(flags: Argument): number {
  let found = RE2JS.DOTALL
  for (const flag of typeof flags === 'string' ? flags : '') {
    if (flag === 'i') found |= RE2JS.CASE_INSENSITIVE
    else if (flag === 'm') found |= RE2JS.MULTILINE
    else throw new Error('a pattern has the flags i and m only')
  }
  return found
}
