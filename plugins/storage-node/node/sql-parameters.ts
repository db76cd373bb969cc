/** The values of one statement, numbered in order of binding. */
import type { SqlValue } from '../../../core/node.ts'

/** Collects values and returns their placeholders, so that no value is ever spliced into a statement. */
export class SqlParameters {
  readonly values: SqlValue[] = []

  /** Binds a value: `$3`. */
  add(value: SqlValue): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** Binds a value as jsonb: `$3::jsonb`. */
  json(value: unknown): string {
    return `${this.add(JSON.stringify(value))}::jsonb`
  }
}
