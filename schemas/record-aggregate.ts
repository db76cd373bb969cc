/**
 * An aggregate on the wire to the storage nodes: counts people by the newest record of each that passes a
 * filter.
 */

/** Requires that a member of an object equals this text; `null` requires that the member is absent. */
export interface Equality {
  readonly key: string
  readonly value: string | null
}

/** A member of an object. If it is an array: each of its elements, or those that satisfy every equality. */
export interface Step {
  readonly field: string
  readonly where?: Equality | readonly Equality[]
}

/** The path to a value in a record. Of several values at its end the first one counts. */
export type Path = readonly Step[]

export type Scalar = string | number | boolean | null

/**
 * Ranges of numbers, from each edge up to the next. The first and last range include the values beyond them.
 */
export interface Ranges {
  readonly of: Path
  /** Ascending, at least two. */
  readonly edges: readonly number[]
  /** The same ranges for numbers in other units; the first number that is there counts. */
  readonly or?: readonly { readonly of: Path; readonly edges: readonly number[] }[]
}

/** A number in another unit: multiplied by `factor`, then increased by `offset`, it is in the unit of the sum. */
export interface Converted {
  readonly of: Path
  readonly factor: number
  readonly offset: number
}

/** The values at these paths that each class holds; `null` represents a missing value. */
export interface Kinds {
  readonly of: readonly Path[]
  readonly options: readonly (readonly Scalar[])[]
}

/** A partition of people: each is in at most one class. */
export type Classes = Ranges | Kinds

/**
 * A statistic of people: the number who have a value at one of the paths; the sum of a number, each clamped
 * to `low` and `high`; or the number in each class.
 */
export type Statistic =
  | { readonly op: 'count'; readonly of: readonly Path[] }
  | {
      readonly op: 'sum'
      readonly of: Path
      readonly low: number
      readonly high: number
      /** Numbers in other units; the first number that is there counts. */
      readonly or?: readonly Converted[]
    }
  | { readonly op: 'classes'; readonly of: Classes }

type Filter = Readonly<Record<string, unknown>>

export interface RecordAggregate {
  /** The records in question. People with an unattested one are counted as left out. */
  readonly about: Filter
  /** The records that count among them. */
  readonly filter: Filter
  /** People in none of the classes are omitted. @default everyone in one group */
  readonly by?: Classes
  readonly statistics: readonly Statistic[]
}

/** The statistics of the people in one class. */
export interface RecordAggregateGroup {
  /** Index of the class; 0 without classes. */
  readonly group: number
  readonly people: number
  readonly statistics: readonly (number | readonly number[])[]
}

export interface RecordAggregateResult {
  /** In the order of the classes; empty classes are missing. */
  readonly groups: readonly RecordAggregateGroup[]
  /** People with a record that is not attested, or that has changed since. */
  readonly leftOut: { readonly unattested: number; readonly changed: number }
}
