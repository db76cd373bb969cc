/** Charts of a series: a line in a card, and one with its scale. The adjacent text says the same. */
import type { Point, Series } from './series.ts'
import { dateOf } from './words.ts'

interface Measured {
  readonly at: number
  readonly value: number
  readonly date: string
}

/** The points with a number and a date. */
export const measuredIn = (points: readonly Point[]): readonly Measured[] =>
  points.flatMap(({ date, value }) => {
    const at = Date.parse(date)
    return typeof value === 'number' && !Number.isNaN(at) ? [{ at, value, date }] : []
  })

/** The values without their scale; the text beside it says the finding. */
export function Sparkline({ series: { points } }: { readonly series: Series }) {
  const measured = measuredIn(points)
  if (measured.length < 2) return null
  const values = measured.map(({ value }) => value)
  return (
    <Line className="sparkline" measured={measured} from={Math.min(...values)} to={Math.max(...values)} />
  )
}

export function Chart({ series: { name, unit, points } }: { readonly series: Series }) {
  const measured = measuredIn(points)
  const [first, last] = [measured[0], measured.at(-1)]
  if (!first || !last || measured.length < 2) return null
  const values = measured.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const ticks = ticksOf(least, most)
  const [from = least, to = most] = [ticks[0], ticks.at(-1)]
  return (
    <div
      className="chart"
      role="img"
      aria-label={`${name}: from ${least} to ${most} ${unit}, ${measured.length} values, the last one ${last.value} on ${dateOf(last.date)}`}
    >
      <div className="ticks">
        {ticks.toReversed().map(tick => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <Line {...{ measured, from, to, ticks }} className="plot" />
      <div className="ends">
        <span>{dateOf(first.date)}</span>
        <span>{dateOf(last.date)}</span>
      </div>
    </div>
  )
}

interface LineProps {
  readonly className: string
  readonly measured: readonly Measured[]
  /** The values at the lower and the upper edge. */
  readonly from: number
  readonly to: number
  readonly ticks?: readonly number[]
}

/** It fills its box: strokes and dots keep their size, because only lines of no length have a fixed one. */
function Line({ className, measured, from, to, ticks = [] }: LineProps) {
  const [begin, end] = [measured[0]?.at ?? 0, measured.at(-1)?.at ?? 0]
  const x = (at: number) => (end === begin ? 50 : ((at - begin) / (end - begin)) * 100).toFixed(2)
  const y = (value: number) => (to === from ? 50 : 100 - ((value - from) / (to - from)) * 100).toFixed(2)
  const at = measured.map(point => `${x(point.at)} ${y(point.value)}`)
  return (
    <svg className={className} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {ticks.map(tick => (
        <path key={tick} className="grid" d={`M0 ${y(tick)}H100`} />
      ))}
      <path className="line" d={`M${at.join('L')}`} />
      <path className="dots" d={at.map(point => `M${point}h0`).join('')} />
      <path className="last" d={`M${at.at(-1)}h0`} />
    </svg>
  )
}

/** Round numbers at equal distances, from below the least to above the most. */
function ticksOf(least: number, most: number): readonly number[] {
  const span = most - least || Math.abs(most) || 1
  const unit = 10 ** Math.floor(Math.log10(span / 3))
  const step = unit * ([1, 2, 5, 10].find(many => span / (unit * many) <= 4) ?? 10)
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)]
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
