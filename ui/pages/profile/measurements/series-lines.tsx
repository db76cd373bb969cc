/** The lines of a series, and the small chart of a card. The adjacent text says the same. */
import type { Series } from './series.ts'

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

export interface Line {
  /** The name of the part. */
  readonly part: string
  readonly measured: readonly Measured[]
}

/** The lines of a series that have two points or more. */
export const linesOf = (series: Series): readonly Line[] =>
  series.parts
    .map((part, at) => ({ part, measured: measuredIn(series, at) }))
    .filter(({ measured }) => measured.length > 1)

export const pointsOf = (lines: readonly Line[]): readonly Measured[] =>
  lines.flatMap(({ measured }) => measured)

export const rangeOf = (values: readonly number[]): readonly [number, number] => [
  Math.min(...values),
  Math.max(...values),
]

/** A part of the scale behind the lines. */
export interface Zone {
  readonly from: number
  readonly to: number
  /** One of a reference range, or the level of a band: 0 to 4. */
  readonly look: 'usual' | number
}

/** The bands of a score, side by side: there is no gap between 4 and 5. */
export const bandZonesOf = ({ bands }: Series): readonly Zone[] =>
  bands.map(({ from, to }, at) => ({
    ...{ from, to: bands[at + 1]?.from ?? to },
    look: Math.round((at * 4) / (bands.length - 1)),
  }))

/** The values without their scale, but for the bands of a score; the text beside it says the finding. */
export function Sparkline({ series }: { readonly series: Series }) {
  const lines = linesOf(series)
  const zones = bandZonesOf(series)
  const [from, to] = rangeOf([
    ...pointsOf(lines).map(({ value }) => value),
    ...zones.flatMap(({ from, to }) => [from, to]),
  ])
  return lines.length === 0 ? null : <Lines className="sparkline" {...{ lines, zones, from, to }} />
}

interface LinesProps {
  readonly className: string
  readonly lines: readonly Line[]
  readonly zones: readonly Zone[]
  /** The values at the lower and the upper edge. */
  readonly from: number
  readonly to: number
  readonly ticks?: readonly number[]
}

/** It fills its box: strokes and dots keep their size, because only lines of no length have a fixed one. */
export function Lines({ className, lines, zones, from, to, ticks = [] }: LinesProps) {
  const times = pointsOf(lines).map(({ at }) => at)
  const [begin, end] = [Math.min(...times), Math.max(...times)]
  const x = (at: number) => (end === begin ? 50 : ((at - begin) / (end - begin)) * 100).toFixed(2)
  const y = (value: number) => (to === from ? 50 : 100 - ((value - from) / (to - from)) * 100).toFixed(2)
  return (
    <svg className={className} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {zones.map((zone, at) => (
        <path key={at} className={`zone zone-${zone.look}`} d={`M0 ${y(zone.from)}H100V${y(zone.to)}H0z`} />
      ))}
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
