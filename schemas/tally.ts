/** A tally on the wire to the storage nodes: people counted by the newest record of each that a filter selects. */

/** That a member of an object is this text; `null` demands that there is no such member. */
export interface Equality {
  readonly key: string
  readonly value: string | null
}

/** One member of an object; where it is a list, every element of it, or those of which every equality holds. */
export interface Step {
  readonly field: string
  readonly where?: Equality | readonly Equality[]
}

/** The way to a value inside of a record. Of several values at its end the first one counts. */
export type Path = readonly Step[]

export type Scalar = string | number | boolean | null

/** Ranges of numbers: from each edge up to the next; what lies beyond the first or the last counts with it. */
export interface Ranges {
  readonly of: Path
  /** Ascending, at least two. */
  readonly edges: readonly number[]
}

/** What each class holds: these values at these paths, `null` standing for no value. */
export interface Kinds {
  readonly of: readonly Path[]
  readonly options: readonly (readonly Scalar[])[]
}

/** Parts into which people fall, each into one at most. */
export type Classes = Ranges | Kinds

/**
 * What is told of the people: how many have a value at one of the paths; the sum of a number, each person's held between `low` and
 * `high`; or how many are in each class.
 */
export type Statistic =
  | { readonly op: 'count'; readonly of: readonly Path[] }
  | { readonly op: 'sum'; readonly of: Path; readonly low: number; readonly high: number }
  | { readonly op: 'classes'; readonly of: Classes }

type Filter = Readonly<Record<string, unknown>>

export interface Tally {
  /** The records it is about; people of whom one is not attested are counted as left out. */
  readonly about: Filter
  /** Those among them that count. */
  readonly filter: Filter
  /** People in none of the classes are not told. @default everyone in one group */
  readonly by?: Classes
  readonly statistics: readonly Statistic[]
}

/** What is told of the people of one class, statistic by statistic. */
export interface TallyGroup {
  /** Which class; 0 where there are none. */
  readonly group: number
  readonly people: number
  readonly statistics: readonly (number | readonly number[])[]
}

export interface TallyResult {
  /** In the order of the classes; a class that nobody is in is missing. */
  readonly groups: readonly TallyGroup[]
  /** People of whom the tally is about a record that nobody has attested, or one that is no longer as it was attested. */
  readonly leftOut: { readonly unattested: number; readonly changed: number }
}
