/** Measurements: a card for each kind with its latest value and trend, and a view with all values of one. */
import { hrefOf } from '../path.ts'
import { Chart, measuredIn, Sparkline } from './chart.tsx'
import { Icon } from './icon.tsx'
import { useScene } from './scene.ts'
import type { Series } from './series.ts'
import { changeOf } from './trend.ts'
import { dateOf, numberOf } from './words.ts'

export const Measurements = () => {
  const { series } = useScene()
  return series.length === 0 ? (
    <p className="empty">No measurements yet.</p>
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
  const { id, name, unit, points } = series
  const last = points.at(-1)
  return (
    <a className="card trend" href={hrefOf('measurements', id)}>
      <span className="between">
        <strong>{name}</strong> <small>{dateOf(last?.date)}</small>
      </span>
      <span className="metric">
        {last?.value} <small>{unit}</small>
      </span>
      <Sparkline series={series} />
      <span className="finding">{changeOf(series)}</span>
    </a>
  )
}

/** All values of one kind: a sentence, a chart, a few facts, and a table. */
export function Measurement({ series }: { readonly series: Series }) {
  const { name, unit, points } = series
  return (
    <>
      <a className="crumb" href={hrefOf('measurements')}>
        <Icon name="back" /> All measurements
      </a>
      <p className="lede">{changeOf(series)}</p>
      {measuredIn(points).length > 1 && (
        <div className="card">
          <Chart series={series} />
        </div>
      )}
      <Facts series={series} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <section className="card scroll" tabIndex={0} aria-label={`Values of ${name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">{unit === '' ? 'Value' : `Value in ${unit}`}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ date, value }, index) => (
              <tr key={index}>
                <td>{dateOf(date)}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="note">These numbers do not replace a doctor.</p>
    </>
  )
}

function Facts({ series: { unit, points } }: { readonly series: Series }) {
  const measured = measuredIn(points).toSorted((a, b) => a.value - b.value)
  const [least, most] = [measured[0], measured.at(-1)]
  if (!least || !most || measured.length < 2) return null
  const average = measured.reduce((sum, { value }) => sum + value, 0) / measured.length
  const facts = [
    { label: 'Average', value: numberOf(average), about: `${unit}, ${measured.length} values` },
    { label: 'Lowest', value: least.value, about: dateOf(least.date) },
    { label: 'Highest', value: most.value, about: dateOf(most.date) },
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
