/** The chart of a series, with its scale. The adjacent text says the same. */
import { Drawing, ticksOf } from '../../shell/chart-frame.tsx'
import { dateOf, dayAt, joined, numberOf, shortDateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { bandNameOf } from './band-name.ts'
import { type Range, type Series, textOf } from './series.ts'
import { bandZonesOf, Lines, linesOf, pointsOf, rangeOf, type Zone } from './series-lines.tsx'

export function Chart({ series }: { readonly series: Series }) {
  const { name, unit, readings, ranges, bands } = series
  const lines = linesOf(series)
  const last = readings.at(-1)
  if (lines.length === 0 || !last) return null
  const dates = pointsOf(lines).toSorted((a, b) => a.at - b.at)
  const ends = ranges.flatMap(range => [range?.low ?? [], range?.high ?? []].flat())
  const bandZones = bandZonesOf(series)
  const ticks = ticksOf(
    ...rangeOf([
      ...pointsOf(lines).map(({ value }) => value),
      ...[...ends, ...bandZones.flatMap(({ from, to }) => [from, to])],
    ]),
  )
  const [from = 0, to = 0] = [ticks[0], ticks.at(-1)]
  const usual = ranges.flatMap((range): readonly Zone[] =>
    range ? [{ from: range.low ?? from, to: range.high ?? to, look: 'usual' }] : [],
  )
  const said = words.chartSays({
    ...{ name, many: readings.length, value: textOf(last), date: dateOf(last.date) },
    ranges: joined(
      lines.map(({ part, measured }) => {
        const [least, most] = rangeOf(measured.map(({ value }) => value))
        const ends = { least: numberOf(least), most: `${numberOf(most)} ${unit}`.trim() }
        return lines.length > 1 ? words.rangeOf({ part, ...ends }) : words.range(ends)
      }),
    ),
  })
  return (
    <>
      <Drawing {...{ said, ticks }} times={timesOf(dates)}>
        <Lines {...{ lines, from, to, ticks }} zones={[...usual, ...bandZones]} className="plot" />
      </Drawing>
      {lines.length + usual.length + bands.length > 1 && (
        <ul className="legend">
          {lines.length > 1 && lines.map(({ part }) => <li key={part}>{part}</li>)}
          {ranges.map(
            (range, at) =>
              range && (
                <li key={at} className="of-zone">
                  {words.referenceRange({
                    ...{ range: rangeText(range), part: series.parts[at] ?? '', unit },
                    has: series.parts.length > 1 ? 'part' : 'none',
                  })}
                </li>
              ),
          )}
          {bands.map((band, at) => (
            <li key={band.from} className={`of-zone of-zone-${bandZones[at]?.look}`}>
              {bandNameOf(band)} {numberOf(band.from)}–{numberOf(band.to)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The days of the first and of the last value, and two between them; the times of both if they are of one day. */
export function timesOf(dates: readonly { readonly at: number; readonly date: string }[]): readonly string[] {
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return []
  const between = [1, 2].map(part =>
    dayAt(new Date(first.at + ((last.at - first.at) * part) / 3).toISOString()),
  )
  const days = [shortDateOf(first.date), ...between, shortDateOf(last.date)]
  if (new Set(days).size === days.length) return days
  return days[0] === days.at(-1)
    ? [dateOf(first.date), dateOf(last.date)]
    : [shortDateOf(first.date), shortDateOf(last.date)]
}

const rangeText = ({ low, high }: Range): string =>
  words.rangeSays({
    ends: low === undefined ? 'high' : high === undefined ? 'low' : 'both',
    ...{ low: numberOf(low ?? 0), high: numberOf(high ?? 0) },
  })
