/** Charts of a series: a line in a card, and one with its scale. The adjacent text says the same. */
import { Drawing, ticksOf } from '../drawing.tsx'
import { dateOf, joined, numberOf } from '../formats.ts'
import { words } from '../language.ts'
import { type Series, textOf } from './series.ts'

interface Measured {
  readonly at: number
  readonly value: number
  readonly date: string
}

/** The numbers of a part that have a date. */
export const measuredIn = ({ readings }: Series, part: number): readonly Measured[] =>
  readings.flatMap(({ date, values }) => {
    const [at, value] = [Date.parse(date), values[part]]
    return typeof value === 'number' && !Number.isNaN(at) ? [{ at, value, date }] : []
  })

interface Line {
  /** The name of the part. */
  readonly part: string
  readonly measured: readonly Measured[]
}

/** The lines of a series that have two points or more. */
const linesOf = (series: Series): readonly Line[] =>
  series.parts
    .map((part, at) => ({ part, measured: measuredIn(series, at) }))
    .filter(({ measured }) => measured.length > 1)

const pointsOf = (lines: readonly Line[]): readonly Measured[] => lines.flatMap(({ measured }) => measured)

const rangeOf = (measured: readonly Measured[]): readonly [number, number] => {
  const values = measured.map(({ value }) => value)
  return [Math.min(...values), Math.max(...values)]
}

/** The values without their scale; the text beside it says the finding. */
export function Sparkline({ series }: { readonly series: Series }) {
  const lines = linesOf(series)
  const [from, to] = rangeOf(pointsOf(lines))
  return lines.length === 0 ? null : <Lines className="sparkline" {...{ lines, from, to }} />
}

export function Chart({ series }: { readonly series: Series }) {
  const { name, unit, readings } = series
  const lines = linesOf(series)
  const last = readings.at(-1)
  if (lines.length === 0 || !last) return null
  const dates = pointsOf(lines).toSorted((a, b) => a.at - b.at)
  const ticks = ticksOf(...rangeOf(pointsOf(lines)))
  const [from = 0, to = 0] = [ticks[0], ticks.at(-1)]
  const ranges = lines.map(({ part, measured }) => {
    const [least, most] = rangeOf(measured)
    const ends = { least: numberOf(least), most: `${numberOf(most)} ${unit}`.trim() }
    return lines.length > 1 ? words.rangeOf({ part, ...ends }) : words.range(ends)
  })
  const said = words.chartSays({
    ...{ name, ranges: joined(ranges), many: readings.length },
    ...{ value: textOf(last), date: dateOf(last.date) },
  })
  return (
    <>
      <Drawing {...{ said, ticks }} ends={[dateOf(dates[0]?.date), dateOf(dates.at(-1)?.date)]}>
        <Lines {...{ lines, from, to, ticks }} className="plot" />
      </Drawing>
      {lines.length > 1 && (
        <ul className="legend">
          {lines.map(({ part }) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
    </>
  )
}

interface LinesProps {
  readonly className: string
  readonly lines: readonly Line[]
  /** The values at the lower and the upper edge. */
  readonly from: number
  readonly to: number
  readonly ticks?: readonly number[]
}

/** It fills its box: strokes and dots keep their size, because only lines of no length have a fixed one. */
function Lines({ className, lines, from, to, ticks = [] }: LinesProps) {
  const times = pointsOf(lines).map(({ at }) => at)
  const [begin, end] = [Math.min(...times), Math.max(...times)]
  const x = (at: number) => (end === begin ? 50 : ((at - begin) / (end - begin)) * 100).toFixed(2)
  const y = (value: number) => (to === from ? 50 : 100 - ((value - from) / (to - from)) * 100).toFixed(2)
  return (
    <svg className={className} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {ticks.map(tick => (
        <path key={tick} className="grid" d={`M0 ${y(tick)}H100`} />
      ))}
      {lines.map(({ part, measured }) => {
        const at = measured.map(point => `${x(point.at)} ${y(point.value)}`)
        return (
          <g key={part}>
            <path d={`M${at.join('L')}`} />
            {ticks.length > 0 && <path className="dots" d={at.map(point => `M${point}h0`).join('')} />}
            <path className="last" d={`M${at.at(-1)}h0`} />
          </g>
        )
      })}
    </svg>
  )
}
