/** The patterns of a form: each compiled once, and all of them together no larger than a form needs. */
import { extensionText, type Form, type FormItem } from './definition.ts'
import { compilePattern, LARGEST_PATTERN, type Pattern, patternSize } from './regex.ts'

/** How large the patterns of one form may be together; one that several items have counts once. */
export const LARGEST_PATTERNS = 20_000

/** Why a pattern is not used. */
export type PatternFault = 'too large' | 'too many' | 'not RE2'

interface Known {
  compiled: Pattern | PatternFault | undefined
  readonly fault: 'too large' | 'too many' | undefined
}

const known = new WeakMap<readonly FormItem[], ReadonlyMap<string, Known>>()

/** The pattern of an item, compiled when it is first asked for; undefined when it has none. */
export function patternOf(item: FormItem, form: Form): Pattern | PatternFault | undefined {
  const text = extensionText(item, 'regex')
  if (text === undefined) return undefined
  const own = patternsOf(form).get(text)
  if (own === undefined) return 'too many'
  own.compiled ??= own.fault ?? compilePattern(text) ?? 'not RE2'
  return own.compiled
}

/** Measures the patterns of a form, in the order of its items: those that come too late are not used. */
function patternsOf({ all }: Form): ReadonlyMap<string, Known> {
  const found = known.get(all)
  if (found !== undefined) return found
  const patterns = new Map<string, Known>()
  let sum = 0
  for (const item of all) {
    const text = extensionText(item, 'regex')
    if (text === undefined || patterns.has(text)) continue
    const size = patternSize(text)
    const isLarge = size > LARGEST_PATTERN
    if (!isLarge) sum += size
    const fault = isLarge ? 'too large' : sum > LARGEST_PATTERNS ? 'too many' : undefined
    patterns.set(text, { compiled: undefined, fault })
  }
  known.set(all, patterns)
  return patterns
}
