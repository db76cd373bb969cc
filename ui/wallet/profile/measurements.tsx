/** Measurements: a card for each kind with its latest value and trend, and a view with all values of one. */
import { useId, useState } from 'react'
import { dateOf, joined, numberOf } from '../formats.ts'
import { words } from '../language.ts'
import { hrefOf } from '../path.ts'
import { Icon } from '../shell/icon.tsx'
import { Chart, measuredIn, Sparkline } from './chart.tsx'
import { useScene } from './scene.ts'
import { type Series, textOf, within } from './series.ts'
import { changeOf } from './trend.ts'

export const Measurements = () => {
  const { series } = useScene()
  return series.length === 0 ? (
    <p className="empty">{words.noMeasurements}</p>
  ) : (
    <MeasurementCards series={series} />
  )
}

export const MeasurementCards = ({ series }: { readonly series: readonly Series[] }) => (
  <ul className="cards">
    {series.map(each => (
      <li key={each.id}>
        <MeasurementCard series={each} />
      </li>
    ))}
  </ul>
)

function MeasurementCard({ series }: { readonly series: Series }) {
  const { id, name, unit, readings } = series
  const last = readings.at(-1)
  return (
    <a className="card trend" href={hrefOf('measurements', id)}>
      <span className="between">
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <small>{dateOf(last?.date)}</small>
      </span>
      <span className="metric">
        <bdi>
          {last && textOf(last)} <small>{unit}</small>
        </bdi>
      </span>
      <Sparkline series={series} />
      <span className="finding">{changeOf(series)}</span>
    </a>
  )
}

const PERIODS: readonly {
  readonly label: 'all' | 'year' | 'threeMonths' | 'month'
  readonly days?: number
}[] = [
  { label: 'all' },
  { label: 'year', days: 366 },
  { label: 'threeMonths', days: 92 },
  { label: 'month', days: 31 },
]

/** The values of one kind: a sentence, a chart, a few facts, and a table. */
export function Measurement({ series: whole }: { readonly series: Series }) {
  const [days, setDays] = useState<number>()
  const series = within(whole, days, Date.now())
  const { name, unit, readings } = series
  const period = useId()
  return (
    <>
      <a className="crumb" href={hrefOf('measurements')}>
        <Icon name="back" /> {words.allMeasurements}
      </a>
      <p className="lede">{changeOf(whole)}</p>
      <fieldset className="segments">
        <legend className="wq-visually-hidden">{words.period}</legend>
        {PERIODS.map(each => (
          <label key={each.label}>
            <input
              type="radio"
              name={period}
              checked={days === each.days}
              onChange={() => setDays(each.days)}
            />
            {words[each.label]}
          </label>
        ))}
      </fieldset>
      {readings.length === 0 ? (
        <p className="empty">{words.noValues}</p>
      ) : (
        <>
          {measuredIn(series, 0).length > 1 && (
            <div className="card">
              <Chart series={series} />
            </div>
          )}
          <Facts series={series} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
          <section className="card scroll" tabIndex={0} aria-label={words.valuesOf({ name })}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.when}</th>
                  <th scope="col">{unit === '' ? words.value : words.valueIn({ unit })}</th>
                </tr>
              </thead>
              <tbody>
                {readings.toReversed().map((reading, index) => (
                  <tr key={index}>
                    <td>{dateOf(reading.date)}</td>
                    <td>{textOf(reading)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
      <p className="note">{words.noDoctor}</p>
    </>
  )
}

/** The average of each part; the lowest and the highest reading by the first one. */
function Facts({ series }: { readonly series: Series }) {
  const { unit, parts, readings } = series
  const averages = parts.map((_, part) => {
    const measured = measuredIn(series, part)
    return numberOf(measured.reduce((sum, { value }) => sum + value, 0) / measured.length)
  })
  const ordered = readings
    .filter(({ values }) => typeof values[0] === 'number')
    .toSorted((a, b) => Number(a.values[0]) - Number(b.values[0]))
  const [least, most] = [ordered[0], ordered.at(-1)]
  if (!least || !most || ordered.length < 2) return null
  const last = readings.at(-1) ?? most
  const facts = [
    { label: words.latest, value: textOf(last), about: dateOf(last.date) },
    {
      label: words.average,
      value: averages.join('/'),
      about: joined([unit, words.averageOf({ many: ordered.length })].filter(each => each !== '')),
    },
    { label: words.lowest, value: textOf(least), about: dateOf(least.date) },
    { label: words.highest, value: textOf(most), about: dateOf(most.date) },
  ]
  return (
    <dl className="facts">
      {facts.map(({ label, value, about }) => (
        <div className="card" key={label}>
          <dt>{label}</dt>
          <dd className="metric">{value}</dd>
          <dd>
            <small>{about}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
