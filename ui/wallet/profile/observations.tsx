/** A person's observations: a chart and a table per code. */
import type { Observation } from 'fhir/r5.js'
import { useId } from 'react'
import { uids } from '../../../schemas/uids.ts'
import { Chart } from './chart.tsx'
import { ofCollection } from './own.ts'
import { useScene } from './scene.ts'
import { type Series, seriesOf } from './series.ts'
import { dateOf } from './words.ts'

export function Observations() {
  const { own } = useScene()
  const series = seriesOf(ofCollection<Observation>(own, uids.Observation))
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Observations</h2>
      {series.length === 0 && <p>No measurements yet.</p>}
      {series.map(each => (
        <div className="series" key={each.key}>
          <h3>{each.name}</h3>
          <Chart series={each} />
          <Values series={each} />
        </div>
      ))}
    </section>
  )
}

const Values = ({ series: { name, unit, points } }: { readonly series: Series }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
  <section className="scroll" tabIndex={0} aria-label={`Values of ${name}`}>
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
)
