/** What is told of a tally: every number with noise, and none that too few people stand behind. */
import type { AggregationPlan, Class, PlannedMeasure } from '../../fhir/aggregate.ts'
import type { AggregateGroup } from '../../schemas/aggregate.ts'
import type { TallyResult } from '../../schemas/tally.ts'
import { type Chance, marginOf, type Noise, rounded, sumNoise, wholeNoise } from './noise.ts'
import { type Cell, withheldOf } from './withhold.ts'

export interface Disclosure {
  readonly minimumCohort: number
  /** People by which a number of people is off: the scale of the noise. */
  readonly scale: number
  readonly noise: Noise
}

export interface Told {
  readonly result: readonly AggregateGroup[]
  readonly suppressed: number
  /** One for each number that was asked about: what it is about, and what it is. */
  readonly digests: readonly string[]
}

/** @param subject - what the question is about beside what the plan says: the form */
export function tell(
  plan: AggregationPlan,
  { groups }: TallyResult,
  subject: string,
  { minimumCohort, scale, noise }: Disclosure,
): Told {
  const { by, filter, statistics } = plan
  const labels: readonly (Class | undefined)[] = by?.labels ?? [undefined]
  const exact = labels.map((_, at) => groups.find(({ group }) => group === at))
  const digestOf = (statistic: object | null, values: readonly unknown[]) =>
    noise.digest({ subject, filter, by: by?.classes ?? null, statistic, values })
  const peopleDigest = digestOf(
    null,
    exact.map(group => group?.people ?? 0),
  )
  const digests = statistics.map((statistic, at) =>
    digestOf(
      statistic,
      // A sum of floating-point numbers is the same in whichever order they come.
      exact.map(group => steady(group?.statistics[at])),
    ),
  )
  const chanceOf = (digest: string, group: number, cell = 0): Chance => {
    const chance = noise.chance(digest)
    return label => chance(`${group} ${cell} ${label}`)
  }
  const cellOf = (people: number, chance: Chance): Cell => ({
    people,
    said: Math.max(0, people + wholeNoise(chance, scale)),
  })

  const cells = exact.map((group, at) => cellOf(group?.people ?? 0, chanceOf(peopleDigest, at)))
  const withheld = withheldOf(cells, minimumCohort)

  /** One statistic of one group, read by the measures that are told from it. */
  const reading = (group: number) => ({
    count(at: number): Cell {
      const people = exact[group]?.statistics[at]
      return cellOf(typeof people === 'number' ? people : 0, chanceOf(digests[at] ?? '', group))
    },
    /** The sum as deviations from the middle of the range, by which one person moves it least. */
    deviation(at: number, count: number, low: number, high: number): number {
      const sum = exact[group]?.statistics[at]
      const exactly = (typeof sum === 'number' ? sum : 0) - (count * (low + high)) / 2
      return exactly + sumNoise(chanceOf(digests[at] ?? '', group), scale, (high - low) / 2)
    },
    cells(at: number, count: number): (number | null)[] {
      const values = exact[group]?.statistics[at]
      const each = Array.from({ length: count }, (_, cell) =>
        cellOf(Array.isArray(values) ? values[cell] : 0, chanceOf(digests[at] ?? '', group, cell)),
      )
      const hidden = withheldOf(each, minimumCohort)
      return each.map(({ said }, cell) => (hidden[cell] ? null : said))
    },
  })

  const result = labels.flatMap((label, at) =>
    withheld[at]
      ? []
      : [
          {
            ...(label && { group: label }),
            people: cells[at]?.said ?? 0,
            measures: plan.measures.map(measure => measured(measure, reading(at), minimumCohort, scale)),
          },
        ],
  )
  return { result, suppressed: labels.length - result.length, digests: [peopleDigest, ...digests] }
}

const steady = (value: number | readonly number[] | undefined) =>
  typeof value === 'number' ? Number(value.toPrecision(12)) : (value ?? null)

interface Reading {
  count(at: number): Cell
  deviation(at: number, count: number, low: number, high: number): number
  cells(at: number, count: number): (number | null)[]
}

function measured(
  measure: PlannedMeasure,
  reading: Reading,
  minimum: number,
  scale: number,
): AggregateGroup['measures'][number] {
  const { linkId, op } = measure
  if ('cells' in measure) {
    const { classes } = measure
    const counts = reading.cells(measure.cells, classes.length)
    if (measure.op === 'histogram')
      return { linkId, op, buckets: classes.map((label, at) => ({ ...label, count: counts[at] ?? null })) }
    const isTold = (count: number | null) => count !== null
    const at = measure.op === 'min' ? counts.findIndex(isTold) : counts.findLastIndex(isTold)
    return { linkId, op, value: endOf(classes[at], measure.op) }
  }
  const { people, said } = reading.count(measure.count)
  if (people < minimum || said < minimum) return { linkId, op, value: null }
  if (measure.op === 'count') return { linkId, op, value: said, margin: marginOf(scale) }
  const { low, high } = measure
  const middle = (low + high) / 2
  const deviation = reading.deviation(measure.sum, people, low, high)
  const offBy = (marginOf(scale) * (high - low)) / 2
  if (measure.op === 'mean') {
    const margin = offBy / said
    const mean = Math.min(Math.max(middle + deviation / said, low), high)
    return { linkId, op, value: rounded(mean, margin), margin: rounded(margin, margin) }
  }
  const margin = offBy + marginOf(scale) * Math.abs(middle)
  return { linkId, op, value: rounded(middle * said + deviation, margin), margin: rounded(margin, margin) }
}

/** The end of the lowest or highest class that enough people are in. */
function endOf(label: Class | undefined, op: 'min' | 'max'): number | null {
  if (label === undefined) return null
  if ('from' in label) return op === 'min' ? label.from : label.below
  return typeof label.value === 'number' ? label.value : null
}
