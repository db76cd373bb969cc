/** Compares the values of answers for conditions: one by one, or by an index if the walk has one. */
import { compare, equal } from './compare.ts'
import type { Steps } from './step-budget.ts'
import type { UnitConversion } from './unit-conversion.ts'

/** A value with its type: `{type: 'Coding', value}`. */
export interface TypedValue {
  readonly type: string
  readonly value: unknown
}

/** Finds values by content, so that thousands of answers are as fast as one. */
export interface ValueFinder {
  /** Undefined if the values must be compared one by one. */
  equals(wanted: TypedValue): boolean | undefined
  /**
   * `open` if no comparable value matches and others cannot be compared; undefined if each must be compared.
   */
  inOrder(orders: readonly number[], wanted: TypedValue): boolean | 'open' | undefined
  /** The values to compare with this one individually. */
  read(wanted: TypedValue): readonly TypedValue[]
  /** The number of values in the class of this one. */
  countOf(wanted: TypedValue): number
}

/** Builds an index of values. Checks of whole responses use it; a form in a browser omits its code. */
export type IndexValues = (values: readonly TypedValue[]) => ValueFinder

/** Up to this many values, comparing one by one is cheaper than an index. */
const FEW = 8
/** Steps of a comparison that parses both values: dates, times and quantities. */
const READING = 4

/** The answers that conditions evaluate. The result is the same with and without an index. */
export class Values {
  readonly values: readonly TypedValue[]
  readonly #indexing: IndexValues | undefined
  #index: ValueFinder | undefined

  constructor(values: readonly TypedValue[], indexing?: IndexValues | undefined) {
    this.values = values
    this.#indexing = indexing
  }

  /** True if one of the values equals this one; undefined if only precision decides it. */
  equals(wanted: TypedValue, engines: UnitConversion, steps: Steps): boolean | undefined {
    const found = this.#indexed()?.equals(wanted)
    if (found !== undefined) return found
    return this.#some(wanted, steps, value =>
      equal(value.type, value.value, wanted.type, wanted.value, engines),
    )
  }

  /** True if one of the values has one of these orders to this one; undefined if undecidable. */
  inOrder(
    orders: readonly number[],
    wanted: TypedValue,
    engines: UnitConversion,
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
    // Values of another class are not comparable and leave the result open.
    return met === false && index !== undefined && index.countOf(wanted) < this.values.length
      ? undefined
      : met
  }

  #indexed(): ValueFinder | undefined {
    if (this.values.length <= FEW) return undefined
    this.#index ??= this.#indexing?.(this.values)
    return this.#index
  }

  /** Compares one by one; with an index, only values of the same class. */
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
