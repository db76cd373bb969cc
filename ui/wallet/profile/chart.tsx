/** A line chart of a series; the adjacent table has the same data. */
import type { Series } from './series.ts'
import { dateOf } from './words.ts'

const [WIDTH, HEIGHT, MARGIN] = [320, 140, 28]

export function Chart({ series: { name, unit, points } }: { readonly series: Series }) {
  const measured = points.flatMap(({ date, value }) => {
    const at = Date.parse(date)
    return typeof value === 'number' && !Number.isNaN(at) ? [{ at, value, date }] : []
  })
  const [first, last] = [measured[0], measured.at(-1)]
  if (!first || !last || measured.length < 2) return null
  const values = measured.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (at: number) => MARGIN + ((at - first.at) / (last.at - first.at || 1)) * (WIDTH - 2 * MARGIN)
  const y = (value: number) =>
    HEIGHT - MARGIN - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * MARGIN)
  const said = `${name}: from ${least} to ${most} ${unit}, ${measured.length} values, the last one ${last.value} on ${dateOf(last.date)}`
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={said}>
      <line className="axis" x1={MARGIN} y1={y(most)} x2={WIDTH - MARGIN} y2={y(most)} />
      <line className="axis" x1={MARGIN} y1={y(least)} x2={WIDTH - MARGIN} y2={y(least)} />
      <text x={MARGIN} y={y(most) - 6}>{`${most} ${unit}`}</text>
      <text x={MARGIN} y={y(least) + 14}>{`${least} ${unit}`}</text>
      <polyline points={measured.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')} />
      {measured.map(({ at, value }, index) => (
        <circle key={index} cx={x(at)} cy={y(value)} r="3" />
      ))}
    </svg>
  )
}
