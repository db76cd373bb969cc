/** The latest change of a series in one sentence. */
import { dateOf, numberOf, shortDateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { type Series, textOf } from './series.ts'

export function changeOf({ unit, parts, readings }: Series): string {
  const [before, last] = readings.slice(-2)
  if (!before || !last) return words.oneValue
  const [was, is] = [before.values[0], last.values[0]]
  const day = shortDateOf(before.date)
  // Twice on a day, the time tells them apart.
  const date = day === shortDateOf(last.date) ? dateOf(before.date) : day
  if (textOf(before) === textOf(last)) return words.latestChange({ direction: 'same', amount: '', date })
  if (parts.length > 1 || typeof was !== 'number' || typeof is !== 'number')
    return words.before({ value: `${textOf(before)} ${unit}`.trim(), date })
  const amount = `${numberOf(Math.abs(is - was))} ${unit}`.trim()
  return words.latestChange({ direction: is > was ? 'up' : 'down', amount, date })
}
