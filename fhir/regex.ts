/** Patterns that a form's author wrote, matched in time linear to the text: an author cannot hang the reader. */
import { RE2JS } from 're2js'

/** Tells whether the whole value matches. */
export type Matches = (value: string) => boolean

/** Compiles a pattern for whole values; undefined when it is no RE2 pattern (look-around, back references). */
export function compilePattern(pattern: string): Matches | undefined {
  try {
    const compiled = RE2JS.compile(pattern)
    return value => compiled.matches(value)
  } catch {
    return undefined
  }
}
