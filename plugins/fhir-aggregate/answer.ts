/**
 * Builds the answer from noisy numbers. It depends on nothing else, so that it cannot reveal more than they
 * do.
 */
import type { AggregationPlan, Class, PlannedMeasure } from '../../fhir/results/aggregate.ts'
import type { AggregateGroup } from '../../schemas/aggregate.ts'
import type { Accounting } from './accounting.ts'
import { GRID, type NoisyNumbers } from './draws.ts'

type Answered = {
  readonly result: readonly AggregateGroup[]
  readonly suppressed: number
  readonly leftOut: { readonly unattested: number; readonly changed: number }
}

export function answerOf(
  { by, measures }: AggregationPlan,
  { people, statistics, leftOut }: NoisyNumbers,
  accounting: Accounting,
): Answered {
  const labels: readonly (Class | undefined)[] = by?.labels ?? [undefined]
  const result = labels.flatMap((label, group) => {
    const count = Number(people[group] ?? 0)
    if (count < accounting.enough()) return []
    const numbers = statistics.map(each => each[group] ?? 0)
    const values = measures.map(measure => measured(measure, numbers, accounting))
    return [{ ...(label && { group: label }), people: count, measures: values }]
  })
  // Counts below the margin are indistinguishable from none.
  const [unattested = 0, changed = 0] = leftOut.map(each =>
    Number(each) < accounting.margin ? 0 : Number(each),
  )
  return { result, suppressed: labels.length - result.length, leftOut: { unattested, changed } }
}

function measured(
  measure: PlannedMeasure,
  numbers: readonly (number | readonly number[])[],
  { enough, margin: people }: Accounting,
): AggregateGroup['measures'][number] {
  const { op } = measure
  const named = { linkId: measure.linkId, op, ...(measure.unit && { unit: measure.unit }) }
  if ('cells' in measure) {
    const { classes } = measure
    const cells = numbers[measure.cells]
    const counts = classes.map((_, at) => (typeof cells === 'object' ? (cells[at] ?? 0) : 0))
    if (measure.op === 'histogram') {
      const countOf = (at: number) => ((counts[at] ?? 0) < enough() ? null : (counts[at] ?? null))
      return { ...named, buckets: classes.map((label, at) => ({ ...label, count: countOf(at) })) }
    }
    const isDisclosed = (count: number) => count >= enough(classes.length)
    const at = measure.op === 'min' ? counts.findIndex(isDisclosed) : counts.findLastIndex(isDisclosed)
    return { ...named, value: endOf(classes[at], measure.op) }
  }
  const count = Number(numbers[measure.count] ?? 0)
  if (count < enough()) return { ...named, value: null }
  if (measure.op === 'count') return { ...named, value: count, margin: people }
  const { low, high } = measure
  const middle = (low + high) / 2
  const deviation = (Number(numbers[measure.sum] ?? 0) / GRID) * (high - low)
  const offBy = people * (high - low)
  if (measure.op === 'mean') {
    const margin = offBy / count
    const mean = Math.min(Math.max(middle + deviation / count, low), high)
    return { ...named, value: rounded(mean, margin), margin: rounded(margin, margin) }
  }
  const margin = offBy + people * Math.abs(middle)
  return { ...named, value: rounded(middle * count + deviation, margin), margin: rounded(margin, margin) }
}

/** The end of the lowest or highest class with enough people. */
function endOf(label: Class | undefined, op: 'min' | 'max'): number | null {
  if (label === undefined) return null
  if ('from' in label) return op === 'min' ? label.from : label.below
  return typeof label.value === 'number' ? label.value : null
}

/** Rounds a number to the digits that the noise leaves significant. */
export function rounded(value: number, margin: number): number {
  if (margin <= 0) return Number(value.toPrecision(12))
  const digits = Math.min(15, Math.max(0, 1 - Math.floor(Math.log10(margin))))
  return Number(value.toFixed(digits))
}
