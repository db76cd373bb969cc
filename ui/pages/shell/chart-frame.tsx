/** The frame of a chart: its scale at the side, times below, and what it says for those who do not see it. */
import type { ReactNode } from 'react'
import { numberOf } from './language/formats.ts'

export interface DrawingProps {
  /** The chart in a sentence. */
  readonly said: string
  /** The values of its scale, the least first. */
  readonly ticks: readonly number[]
  /** The texts below it, at equal distances from its beginning to its end; a narrow screen has the two ends alone. */
  readonly times: readonly string[]
  readonly children: ReactNode
}

/** Time goes from left to right in every language, as in the drawing. */
export const Drawing = ({ said, ticks, times, children }: DrawingProps): ReactNode => (
  <div className="chart" dir="ltr" role="img" aria-label={said}>
    <div className="ticks">
      {ticks.toReversed().map(tick => (
        <span key={tick}>{numberOf(tick)}</span>
      ))}
    </div>
    {children}
    <div className="times">
      {times.map((time, index) => (
        <bdi key={index}>{time}</bdi>
      ))}
    </div>
  </div>
)

/**
 * Round numbers at equal distances, from below the least to above the most.
 * @param finest - the least distance: 1 for counts
 */
export function ticksOf(least: number, most: number, finest = 0): readonly number[] {
  const span = most - least || Math.abs(most) || 1
  const unit = 10 ** Math.floor(Math.log10(span / 3))
  const step = Math.max(finest, unit * ([1, 2, 5, 10].find(many => span / (unit * many) <= 4) ?? 10))
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)]
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
