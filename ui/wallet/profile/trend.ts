/** The latest change of a series in one sentence. */
import { type Series, textOf } from './series.ts'
import { dateOf, numberOf } from './words.ts'

export function changeOf({ unit, parts, readings }: Series): string {
  const [before, last] = readings.slice(-2)
  if (!before || !last) return 'One value so far.'
  const [was, is] = [before.values[0], last.values[0]]
  if (textOf(before) === textOf(last)) return `The same as on ${dateOf(before.date)}.`
  if (parts.length > 1 || typeof was !== 'number' || typeof is !== 'number')
    return `Before: ${`${textOf(before)} ${unit}`.trim()} on ${dateOf(before.date)}.`
  const amount = `${numberOf(Math.abs(is - was))} ${unit}`.trim()
  return `${is > was ? 'Up' : 'Down'} ${amount} since ${dateOf(before.date)}.`
}
