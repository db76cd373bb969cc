/** The values of one measurement: a sentence, a chart, a few facts, and a table. */
import { Icon } from '@andiron/design/icon'
import { useMemo, useState } from 'react'
import { uids } from '../../../../schemas/uids.ts'
import { hrefOf } from '../../shell/fragment-path.ts'
import { dateOf, joined, numberOf, shortDateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Segments } from '../../shell/segments.tsx'
import { useAttested } from '../attestation-check.ts'
import { useScene } from '../page-context.ts'
import { bandNameOf } from './band-name.ts'
import { sourceOf } from './measurement-source.ts'
import { listOf, unitIn } from './measurement-units.ts'
import { bandAt, isUsual, type Series, textOf, within } from './series.ts'
import { Chart } from './series-chart.tsx'
import { measuredIn } from './series-lines.tsx'
import { changeOf } from './trend.ts'
import './measurement.css'
import { Empty } from '@andiron/design/empty'

const periods = (): readonly (readonly [days: number | undefined, label: string])[] => [
  [undefined, words.all],
  [366, words.year],
  [92, words.someMonths({ many: 3 })],
  [31, words.month],
]

export function Measurement({ series: whole }: { readonly series: Series }) {
  const [days, setDays] = useState<number>()
  const series = within(whole, days, Date.now())
  const band = bandAt(whole, whole.readings.at(-1)?.values[0])
  return (
    <>
      <a className="crumb" href={hrefOf('measurements')}>
        <Icon name="back" /> {words.allMeasurements}
      </a>
      <p className="lede">
        {band && <strong>{bandNameOf(band)}. </strong>}
        {changeOf(whole)}
      </p>
      <div className="beside">
        <Segments legend={words.period} options={periods()} chosen={days} onChoose={setDays} />
        <UnitChoice series={whole} />
      </div>
      {series.readings.length === 0 ? (
        <Empty of="measurements">{words.noValues}</Empty>
      ) : (
        <>
          {measuredIn(series, 0).length > 1 && (
            <div className="card">
              <Chart series={series} />
            </div>
          )}
          <Facts series={series} />
          <Readings series={series} />
        </>
      )}
      <p className="note">{words.noDoctor}</p>
    </>
  )
}

/** The choice applies to all measurements in these units, and is remembered in this browser. */
function UnitChoice({ series: { unit, units } }: { readonly series: Series }) {
  const { memory, remember } = useScene()
  const shown = unitIn(units, unit)
  if (!shown) return null
  return (
    <Segments
      legend={words.unit}
      options={units.map(({ code, name }) => [code, name])}
      chosen={shown.code}
      onChoose={code => void remember({ units: { ...memory?.units, [listOf(units)]: code } })}
    />
  )
}

/** Every value, the latest first: where it is from, and whether it is as it was submitted. */
function Readings({ series }: { readonly series: Series }) {
  const { own, keyring, readership } = useScene()
  const { name, unit, readings } = series
  const records = useMemo(() => {
    const shown = new Set(readings.map(({ record }) => record._id))
    return own.records.filter(
      ({ collection, document }) => collection === uids.Observation && shown.has(document._id),
    )
  }, [own, readings])
  const attested = useAttested(records, keyring.environment)
  const rows = readings.toReversed().map(reading => ({
    reading,
    source: sourceOf(reading.record, own, readership.forms),
  }))
  const hasSources = rows.some(({ source }) => source !== '')
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <section className="card scroll readings" tabIndex={0} aria-label={words.valuesOf({ name })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.when}</th>
              <th scope="col">{unit === '' ? words.value : words.valueIn({ unit })}</th>
              {hasSources && (
                <th scope="col" className="apart">
                  {words.whereFrom}
                </th>
              )}
              <th scope="col">{words.checked}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ reading, source }, index) => (
              <tr key={index}>
                <td>
                  {dateOf(reading.date)}
                  {source !== '' && (
                    <small className="below">
                      <bdi>{source}</bdi>
                    </small>
                  )}
                </td>
                <td>{textOf(reading)}</td>
                {hasSources && (
                  <td className="apart">
                    <bdi>{source}</bdi>
                  </td>
                )}
                <td>
                  <Submitted isSo={attested.get(reading.record._id)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <details className="card">
        <summary>{words.submittedTitle}</summary>
        <p>{words.submittedAbout}</p>
      </details>
    </>
  )
}

/** @param isSo - absent until it is verified */
function Submitted({ isSo }: { readonly isSo: boolean | undefined }) {
  if (isSo === undefined) return <span aria-busy="true">…</span>
  return isSo ? (
    <span className="checked good">
      <Icon name="verified" /> <span>{words.asSubmitted}</span>
    </span>
  ) : (
    <span className="checked">{words.notConfirmed}</span>
  )
}

/** The average of each part; the lowest and the highest reading by the first one. */
function Facts({ series }: { readonly series: Series }) {
  const { unit, parts, readings } = series
  const averages = parts.map((_, part) => {
    const measured = measuredIn(series, part)
    const average = measured.reduce((sum, { value }) => sum + value, 0) / measured.length
    // No more precise than what was measured.
    return numberOf(Number(average.toFixed(Math.max(0, ...measured.map(({ value }) => decimalsOf(value))))))
  })
  const ordered = readings
    .filter(({ values }) => typeof values[0] === 'number')
    .toSorted((a, b) => Number(a.values[0]) - Number(b.values[0]))
  const [least, most] = [ordered[0], ordered.at(-1)]
  if (!least || !most || ordered.length < 2) return null
  const last = readings.at(-1) ?? most
  const facts = [
    { label: words.latest, value: textOf(last), about: shortDateOf(last.date) },
    {
      label: words.average,
      value: averages.join('/'),
      about: joined([unit, words.averageOf({ many: ordered.length })].filter(each => each !== '')),
    },
    { label: words.lowest, value: textOf(least), about: shortDateOf(least.date) },
    { label: words.highest, value: textOf(most), about: shortDateOf(most.date) },
    ...usualFacts(series),
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

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0

/** The number of readings in the reference range, among those that have a number to compare. */
function usualFacts({ ranges, readings }: Series) {
  const compared = readings.map(reading => isUsual(reading, ranges)).filter(each => each !== undefined)
  if (compared.length === 0) return []
  const many = compared.filter(Boolean).length
  return [
    {
      label: words.inRange,
      value: words.manyOf({ many, all: compared.length }),
      about: words.asRecorded,
    },
  ]
}
