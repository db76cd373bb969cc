/** Compiles the patterns of a form, each once and within a total size. */
import { compilePattern, LARGEST_PATTERN, type Pattern, patternSize } from '../values/regex.ts'
import type { Form, FormItem } from './form-tree.ts'
import { extensionText } from './read-form.ts'

/** The maximum total size of the patterns of one form. Duplicates count once. */
export const LARGEST_PATTERNS = 20_000

/** The reason why a pattern is not used. */
export type PatternFault = 'too large' | 'too many' | 'not RE2'

interface Known {
  compiled: Pattern | PatternFault | undefined
  readonly fault: 'too large' | 'too many' | undefined
}

const known = new WeakMap<readonly FormItem[], ReadonlyMap<string, Known>>()

/** The pattern of an item, compiled on first use; undefined if it has none. */
export function patternOf(item: FormItem, form: Form): Pattern | PatternFault | undefined {
  const text = extensionText(item, 'regex')
  if (text === undefined) return undefined
  const own = patternsOf(form).get(text)
  if (own === undefined) return 'too many'
  own.compiled ??= own.fault ?? compilePattern(text) ?? 'not RE2'
  return own.compiled
}

/** Measures the patterns of a form in item order. Those beyond the total are not used. */
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
