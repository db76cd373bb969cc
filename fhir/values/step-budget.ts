/** Bounds work without a clock: a check counts its steps, up to a limit that grows with its input. */
import type { ConvertUnit } from './unit-conversion.ts'

/**
 * The minimum number of steps of a check. A step is one comparison or item, about a tenth of a microsecond.
 */
const LEAST_STEPS = 100_000
/** Steps per item, condition, answer or option. This makes the cost of a check linear in its input. */
const STEPS_EACH = 20

/** Steps per character of an answer: a pattern reads it in each of its states. */
const STEPS_EACH_CHARACTER = 20

/** Thrown when a check has used up its steps. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly'
}

/** The remaining steps of one check. */
export class Steps {
  /** Steps taken so far. */
  taken = 0
  readonly most: number

  constructor(most: number) {
    this.most = most
  }

  /** @throws TooCostly if the steps are used up */
  spend(steps = 1) {
    this.taken += steps
    if (this.taken > this.most) throw new TooCostly('the steps of this check are used up')
  }
}

/** The steps for an input of this many items, conditions, answers and options, and characters. */
export const stepsFor = (size: number, characters: number) =>
  new Steps(LEAST_STEPS + STEPS_EACH * size + STEPS_EACH_CHARACTER * characters)

/** Steps for the first conversion between two units, which parses both. */
const FIRST_CONVERSION = 5_000

/** Counts the conversions of one check. A repeated pair of units costs as much as a comparison. */
export function metered(convert: ConvertUnit, steps: Steps): ConvertUnit {
  const met = new Set<string>()
  return (value, from, to) => {
    const pair = `${from} ${to}`
    if (!met.has(pair)) {
      met.add(pair)
      steps.spend(FIRST_CONVERSION)
    }
    steps.spend(4)
    return convert(value, from, to)
  }
}
