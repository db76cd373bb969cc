/**
 * The cost of an aggregation in numbers of the privacy budget: the squared sensitivity of each result to adding,
 * removing or changing the responses of one person.
 */
import type { AggregationPlan } from './aggregate.ts'

/** Of one number about everybody. */
const ONE = 1
/** Of one number per class: a person who changes class changes two of them. */
const CLASSED = 2

export interface AggregationCosts {
  /** The number of people, of each group. */
  readonly people: number
  /** In the order of the plan. */
  readonly statistics: readonly number[]
  /** The number of people whose responses do not count, which is charged once for all queries of a form. */
  readonly leftOut: number
}

/** The cost of each part of an aggregation. */
export function costsOf({ by, statistics }: Pick<AggregationPlan, 'by' | 'statistics'>): AggregationCosts {
  const apart = by === undefined ? ONE : CLASSED
  return {
    people: apart,
    // A person who changes group moves at most half of the range from one sum to another: together less
    // than within one group.
    statistics: statistics.map(({ op }) => (op === 'sum' ? ONE : op === 'classes' ? CLASSED : apart)),
    leftOut: CLASSED,
  }
}

/** The cost of an aggregation none of whose results is stored. */
export function costOf(plan: Pick<AggregationPlan, 'by' | 'statistics'>): number {
  const { people, statistics, leftOut } = costsOf(plan)
  return statistics.reduce((sum, cost) => sum + cost, people + leftOut)
}
