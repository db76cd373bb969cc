/** The timeline: measurements, answers and files, by the day that they are of. */
import { Empty } from '@andiron/design/empty'
import type { QuestionnaireResponse } from 'fhir/r5.js'
import { useState } from 'react'
import type { Binary } from '../../../../schemas/binary.ts'
import { uids } from '../../../../schemas/uids.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Segments } from '../../shell/segments.tsx'
import { drawn } from '../../shell/text-with-elements.tsx'
import { FormTitle } from '../answers/form-title.tsx'
import { type DayEvent, Days } from '../list-by-day.tsx'
import { textOf } from '../measurements/series.ts'
import { useScene } from '../page-context.ts'
import { ofCollection } from '../person-records.ts'

/** Events without a date are the last ones. */
const timeIn = ({ at }: DayEvent): number => Date.parse(at) || 0

type Kind = 'all' | 'measurements' | 'answers' | 'documents'

const kinds = (): readonly (readonly [Kind, string])[] => [
  ['all', words.all],
  ['measurements', words.measurementsTitle],
  ['answers', words.answersTitle],
  ['documents', words.documents],
]

/** Events per page. */
const PAGE = 100

export function Timeline() {
  const { own, series } = useScene()
  const [shown, setShown] = useState(PAGE)
  const [kind, setKind] = useState<Kind>('all')
  const measurements = series.flatMap(({ id, name, unit, readings }) =>
    readings.map(
      (reading, index): DayEvent => ({
        ...{ id: `${id} ${index}`, at: reading.date, icon: 'measurements' },
        content: (
          <>
            <strong>
              <bdi>{name}</bdi>
            </strong>{' '}
            <bdi>
              {textOf(reading)} {unit}
            </bdi>
          </>
        ),
      }),
    ),
  )
  const answers = ofCollection<QuestionnaireResponse>(own, uids.QuestionnaireResponse).map(
    (response): DayEvent => ({
      ...{ id: response._id, at: response.authored ?? response._created, icon: 'answers' },
      content: drawn(words.answered, {
        name: (
          <strong>
            <FormTitle response={response} />
          </strong>
        ),
      }),
    }),
  )
  const files = ofCollection<Binary>(own, uids.Binary).map(
    ({ _id, _created, file_name }): DayEvent => ({
      ...{ id: _id, at: _created, icon: 'documents' },
      content: drawn(words.added, {
        name: (
          <strong>
            <bdi>{file_name}</bdi>
          </strong>
        ),
      }),
    }),
  )
  const all = [...measurements, ...answers, ...files].sort((a, b) => timeIn(b) - timeIn(a))
  const events = all.filter(({ icon }) => kind === 'all' || icon === kind)
  if (all.length === 0) return <Empty of="timeline">{words.nothingStoredYet}</Empty>
  return (
    <>
      <p className="lede">{words.timelineAbout}</p>
      <Segments legend={words.shownKinds} options={kinds()} chosen={kind} onChoose={setKind} />
      {events.length === 0 && <Empty of="timeline">{words.noneOfKind}</Empty>}
      <Days events={events.slice(0, shown)} />
      {events.length > shown && (
        <button type="button" className="wq-button" onClick={() => setShown(shown + PAGE)}>
          {words.showOlder}
        </button>
      )}
    </>
  )
}
