/** Values of answers, as conditions compare them: one by one, or by an index where the walk brings one. */
import { compare, equal } from './compare.ts'
import type { Engines } from './engines.ts'
import type { Steps } from './steps.ts'

/** A value with its type: `{type: 'Coding', value}`. */
export interface TypedValue {
  readonly type: string
  readonly value: unknown
}

/** Finds values by what they are, so that thousands of answers are looked at as fast as one. */
export interface ValueFinder {
  /** undefined where the values have to be compared one by one. */
  equals(wanted: TypedValue): boolean | undefined
  /** `open` where only values stand against it that cannot be compared; undefined where each has to be compared. */
  inOrder(orders: readonly number[], wanted: TypedValue): boolean | 'open' | undefined
  /** The values that have to be compared with this one. */
  read(wanted: TypedValue): readonly TypedValue[]
  /** How many values are of the class of this one. */
  countOf(wanted: TypedValue): number
}

/** Builds the index of some values. A check of whole responses brings it; a form in a browser does without its bytes. */
export type IndexValues = (values: readonly TypedValue[]) => ValueFinder

/** So many are compared one by one: building an index costs more. */
const FEW = 8
/** Steps for a comparison that has to read both values: of dates, times and quantities. */
const READING = 4

/** The answers that conditions look at. With an index or without, the verdicts are those of comparing with each value. */
export class Values {
  readonly values: readonly TypedValue[]
  readonly #indexing: IndexValues | undefined
  #index: ValueFinder | undefined

  constructor(values: readonly TypedValue[], indexing?: IndexValues | undefined) {
    this.values = values
    this.#indexing = indexing
  }

  /** Tells whether one of the values equals this one; undefined when only precision decides it. */
  equals(wanted: TypedValue, engines: Engines, steps: Steps): boolean | undefined {
    const found = this.#indexed()?.equals(wanted)
    if (found !== undefined) return found
    return this.#some(wanted, steps, value =>
      equal(value.type, value.value, wanted.type, wanted.value, engines),
    )
  }

  /** Tells whether one of the values stands to this one in one of these orders; undefined when nothing is sure. */
  inOrder(
    orders: readonly number[],
    wanted: TypedValue,
    engines: Engines,
    steps: Steps,
  ): boolean | undefined {
    const index = this.#indexed()
    const found = index?.inOrder(orders, wanted)
    if (found !== undefined) return found === 'open' ? undefined : found
    const met = this.#some(wanted, steps, value => {
      const comparison = compare(value.type, value.value, wanted.type, wanted.value, engines)
      if (comparison === undefined) return undefined
      return comparison.certain ? orders.includes(comparison.order) : undefined
    })
    // Values of another class cannot be compared: they leave it open.
    return met === false && index !== undefined && index.countOf(wanted) < this.values.length
      ? undefined
      : met
  }

  #indexed(): ValueFinder | undefined {
    if (this.values.length <= FEW) return undefined
    this.#index ??= this.#indexing?.(this.values)
    return this.#index
  }

  /** Compares one by one, where there is an index only with values of the same class. */
  #some(wanted: TypedValue, steps: Steps, test: (value: TypedValue) => boolean | undefined) {
    let open = false
    for (const value of this.#index?.read(wanted) ?? this.values) {
      steps.spend(READING)
      const met = test(value)
      if (met === true) return true
      if (met === undefined) open = true
    }
    return open ? undefined : false
  }
}
