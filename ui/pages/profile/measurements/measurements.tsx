/** Measurements: a card for each kind with its latest value and its trend. */
import { Empty } from '@andiron/design/empty'
import { hrefOf } from '../../shell/fragment-path.ts'
import { numberOf, shortDateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { useScene } from '../page-context.ts'
import { bandNameOf } from './band-name.ts'
import { bandAt, type Series, textOf } from './series.ts'
import { Sparkline } from './series-lines.tsx'
import { changeOf } from './trend.ts'

export const Measurements = () => {
  const { series } = useScene()
  return series.length === 0 ? (
    <Empty of="measurements">{words.noMeasurements}</Empty>
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
  const { id, name, unit, readings, bands } = series
  const last = readings.at(-1)
  const band = bandAt(series, last?.values[0])
  const most = bands.at(-1)?.to
  return (
    <a className="card trend" href={hrefOf('measurements', id)}>
      <span className="between">
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <small>{shortDateOf(last?.date)}</small>
      </span>
      <span className="metric">
        <bdi>
          {last && textOf(last)}{' '}
          <small>{most === undefined ? unit : words.ofMost({ most: numberOf(most) })}</small>
        </bdi>
      </span>
      <Sparkline series={series} />
      <span className="finding">
        {band && <strong>{bandNameOf(band)}. </strong>}
        {changeOf(series)}
      </span>
    </a>
  )
}
