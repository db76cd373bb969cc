/** A bound on work that needs no clock: a check counts its steps and stops at a number that grows with what it reads. */
import type { ConvertUnit } from './engines.ts'

/** Steps that every check may take. A step is one comparison, or one look at an item: about a tenth of a microsecond. */
const LEAST_STEPS = 100_000
/** Steps for each item, condition, answer or option: what makes the cost of a check linear in what it reads. */
const STEPS_EACH = 20

/** Steps for each character of an answer: a pattern looks at it in each of its states. */
const STEPS_EACH_CHARACTER = 20

/** Thrown where a check has used up its steps. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly'
}

/** The steps that one check has left. */
export class Steps {
  /** Steps taken so far. */
  taken = 0
  readonly most: number

  constructor(most: number) {
    this.most = most
  }

  /** @throws TooCostly when the steps are used up */
  spend(steps = 1) {
    this.taken += steps
    if (this.taken > this.most) throw new TooCostly('the steps of this check are used up')
  }
}

/** The steps of a check that reads so many items, conditions, answers and options, and so many characters. */
export const stepsFor = (size: number, characters: number) =>
  new Steps(LEAST_STEPS + STEPS_EACH * size + STEPS_EACH_CHARACTER * characters)

/** Steps for a pair of units that is met for the first time: the engine parses both. */
const FIRST_CONVERSION = 5_000

/** Counts the conversions of one check: a pair of units that it meets again costs as much as a comparison. */
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
