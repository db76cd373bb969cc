/** The latest change of a series in one sentence. */
import { measuredIn } from './chart.tsx'
import type { Series } from './series.ts'
import { dateOf, numberOf } from './words.ts'

export function changeOf({ unit, points }: Series): string {
  const [before, last] = measuredIn(points).slice(-2)
  if (!before || !last) return points.length === 1 ? 'One value so far.' : `${points.length} values.`
  const change = last.value - before.value
  const amount = `${numberOf(Math.abs(change))} ${unit}`.trim()
  if (change === 0) return `The same as on ${dateOf(before.date)}.`
  return `${change > 0 ? 'Up' : 'Down'} ${amount} since ${dateOf(before.date)}.`
}
