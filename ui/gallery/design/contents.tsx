/** Notices, cards, lists, tables, code and charts. */
import { Icon } from '@andiron/design/icon'
import { CodeBlock } from '../../pages/application/code-block.tsx'
import { type Bucket, Distribution } from '../../pages/application/forms/results/distribution.tsx'
import { Days } from '../../pages/profile/list-by-day.tsx'
import { MeasurementCards } from '../../pages/profile/measurements/measurements.tsx'
import type { Observed, Reading, Series } from '../../pages/profile/measurements/series.ts'
import { Chart } from '../../pages/profile/measurements/series-chart.tsx'
import { SwitchedRow } from '../../pages/profile/view-placeholders.tsx'

const record: Observed = {
  ...{ _id: 'record', _owner: 'did:synthetic', _created: '2026-06-15T08:30:00Z' },
  ...{ resourceType: 'Observation', status: 'final', code: {} },
} as Observed

/** A value for each month of the first half of a year. */
const monthly = (...all: readonly (readonly number[])[]): readonly Reading[] =>
  all.map((values, month) => ({ date: `2026-0${month + 1}-15T08:30:00Z`, values, record }))

const plain = { id: 'series', unit: '', units: [], parts: ['value'], ranges: [], bands: [] } as const

const SCORE: Series = {
  ...{ ...plain, name: 'PHQ-9 total score' },
  bands: [
    { from: 0, to: 4, name: 'Minimal' },
    { from: 5, to: 9, name: 'Mild' },
    { from: 10, to: 14, name: 'Moderate' },
    { from: 15, to: 27, name: 'Severe' },
  ],
  readings: monthly([15], [14], [15], [13], [12], [12]),
}

const PRESSURE: Series = {
  ...{ ...plain, name: 'Blood pressure', unit: 'mmHg', parts: ['Systolic', 'Diastolic'] },
  ranges: [{ low: 90, high: 130 }, undefined],
  readings: monthly([138, 88], [134, 86], [131, 85], [128, 83], [126, 81], [124, 80]),
}

const BUCKETS: readonly Bucket[] = [
  { value: 'never', display: 'Never', count: 41 },
  { value: 'sometimes', display: 'Sometimes', count: 87 },
  { value: 'often', display: 'Often', count: null },
]

const EVENTS = [
  { id: 'score', at: '2026-06-15T08:30:00Z', icon: 'measurements', content: 'PHQ-9 total score 12' },
  { id: 'file', at: '2026-06-15T07:10:00Z', icon: 'documents', content: 'ECG, picture' },
  { id: 'reader', at: '2026-05-14T18:00:00Z', icon: 'assistant', content: 'An assistant read 6 answers' },
] as const

const CODE = `curl --fail https://gateway.example/api/questionnaire/7c9f/responses \\
  --header 'authorization: Bearer …'`

export const Contents = () => (
  <>
    <section>
      <h2>Notices</h2>
      <p className="notice">Nothing was stored. Check your connection and try again.</p>
      <p className="note">Readers can keep a copy of what they have read.</p>
      <p className="checked good">
        <Icon name="verified" /> As submitted, verified
      </p>
      <p className="badges">
        <span className="badge">draft</span>
        <span className="badge good">published</span>
        <span className="badge warn">waiting</span>
        <span className="badge bad">failed</span>
      </p>
    </section>
    <section>
      <div className="between">
        <h2>Cards and lists</h2>
        <a href="#all">All readers</a>
      </div>
      <div className="card">
        <p>You and 2 others can read.</p>
        <ul className="rows">
          {(['service', 'sharing'] as const).map(icon => (
            <li key={icon} className="event">
              <Icon name={icon} />
              <span>
                <strong>Sleep study</strong>
                <small className="event-about">Application: reads your answers to its forms</small>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <Days events={EVENTS} />
      <ul className="card list">
        <li>
          <h3>A name without a break that is longer than a phone: {'abcdefgh'.repeat(6)}</h3>
          <p>what it says</p>
        </li>
        <li>
          <details>
            <summary className="dated">
              <span>PHQ-9: Patient Health Questionnaire</span>
              <small>Jun 15, 2026</small>
            </summary>
          </details>
        </li>
      </ul>
      <dl>
        <dt>Version</dt>
        <dd>0.1.0</dd>
        <dt>Network</dt>
        <dd>andiron</dd>
      </dl>
    </section>
    <section>
      <h2>Awaited</h2>
      <SwitchedRow lines={2} />
    </section>
    <section>
      <h2>Table</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <div className="card scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {PRESSURE.readings.slice(-3).map(({ date, values }) => (
              <tr key={date}>
                <td>{date.slice(0, 10)}</td>
                <td>{values.join('/')} mmHg</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
    <section>
      <h2>Code</h2>
      <CodeBlock text={CODE} onCopy={() => {}} />
    </section>
    <section>
      <h2>Charts</h2>
      <MeasurementCards series={[SCORE, PRESSURE]} />
      {[SCORE, PRESSURE].map(series => (
        <div key={series.name} className="card">
          <Chart series={series} />
        </div>
      ))}
      <Distribution title="How often were you tired?" buckets={BUCKETS} margin={5} />
    </section>
  </>
)
