/** The responses of each day: a sentence, a chart with bars, and a table. */
import { Empty } from '@andiron/design/empty'
import { useId, useRef } from 'react'
import { Drawing, ticksOf } from '../../../shell/chart-frame.tsx'
import { dateOf, numberOf } from '../../../shell/language/formats.ts'
import { words } from '../../../shell/language/page-texts.ts'
import { Bar, Reading } from '../../../shell/placeholder.tsx'
import { Segments } from '../../../shell/segments.tsx'
import type { Activity, Watched } from '../../overview/response-activity.ts'
import { Fresh } from '../responses/new-responses.tsx'

const PERIODS = [7, 30, 90] as const

export interface ResponsesADayProps {
  readonly watched: Watched
  readonly days: number
  onDays(days: number): void
}

export function ResponsesADay({ watched, days, onDays }: ResponsesADayProps) {
  const { activity, isAwaited } = watched
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  if (!activity && !isAwaited) return null
  return (
    <section className="card" aria-labelledby={id}>
      <div className="between">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {words.responsesADay}
        </h2>
        <Segments
          legend={words.daysShown}
          options={PERIODS.map(each => [each, words.manyDays({ many: each })])}
          chosen={days}
          onChoose={onDays}
        />
      </div>
      <Fresh watched={watched} onShown={() => heading.current?.focus()} />
      {activity ? <Days activity={activity} /> : <AwaitedDays />}
    </section>
  )
}

/** As high as {@link Days}, so that nothing below moves when they come. */
const AwaitedDays = () => (
  <Reading>
    <p className="finding">
      <Bar />
    </p>
    <div className="chart">
      <div className="ticks" />
      <Bar look="days" />
      <div className="times">
        <span>
          <Bar look="short" />
        </span>
      </div>
    </div>
    <details inert>
      <summary>{words.asTable}</summary>
    </details>
  </Reading>
)

function Days({ activity: { responses: many, since, byDay } }: { readonly activity: Activity }) {
  const days = daysFrom(new Date(since), new Date()).map(day => ({ day, responses: byDay.get(day) ?? 0 }))
  const span = words.manyDays({ many: days.length })
  const [first, last] = [days[0], days.at(-1)]
  if (many === 0 || !first || !last) return <Empty of="timeline">{words.noneInDays({ days: span })}</Empty>
  const most = days.reduce((a, b) => (b.responses > a.responses ? b : a))
  const said = words.daysSay({
    ...{ responses: words.manyResponses({ many }), days: span, most: most.responses },
    ...{ day: dateOf(most.day), today: last.responses },
  })
  const ticks = ticksOf(0, most.responses, 1)
  const begin = [0, 1 / 3, 2 / 3].map(part => dateOf(days[Math.round(part * (days.length - 1))]?.day))
  return (
    <>
      <p className="finding">{said}</p>
      <Drawing {...{ said, ticks }} times={[...begin, words.todaySoFar]}>
        <Bars values={days.map(({ responses }) => responses)} ticks={ticks} />
      </Drawing>
      <details>
        <summary>{words.asTable}</summary>
        <table aria-label={words.responsesADay}>
          <thead>
            <tr>
              <th scope="col">{words.dayColumn}</th>
              <th scope="col">{words.responses}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ responses }) => responses > 0)
              .toReversed()
              .map(({ day, responses }) => (
                <tr key={day}>
                  <td>{dateOf(day)}</td>
                  <td>{numberOf(responses)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

/** The last bar is of a day that goes on. */
function Bars({ values, ticks }: { readonly values: readonly number[]; readonly ticks: readonly number[] }) {
  const top = ticks.at(-1) ?? 1
  const width = 100 / values.length
  return (
    <svg className="plot days" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {ticks.map(tick => (
        <path key={tick} className="grid" d={`M0 ${100 - (tick / top) * 100}H100`} />
      ))}
      {values.map((value, index) => (
        <rect
          key={index}
          className={index === values.length - 1 ? 'unfinished' : undefined}
          {...{ x: (index + 0.15) * width, width: 0.7 * width }}
          {...{ y: 100 - (value / top) * 100, height: (value / top) * 100 }}
        />
      ))}
    </svg>
  )
}

/** The days of this browser's zone as dates of ISO 8601, both ends included. */
export function daysFrom(from: Date, until: Date): readonly string[] {
  const days: string[] = []
  const last = isoOf(until)
  for (const at = new Date(from.getFullYear(), from.getMonth(), from.getDate(), 12); ; ) {
    const day = isoOf(at)
    if (day > last) return days
    days.push(day)
    at.setDate(at.getDate() + 1)
  }
}

const isoOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(part => String(part).padStart(2, '0')).join('-')
