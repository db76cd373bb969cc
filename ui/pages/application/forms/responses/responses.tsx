/** The responses to a form: shown as a table, counted, and saved as CSV or as FHIR resources. */
import type { QuestionnaireResponse } from 'fhir/r5.js'
import { useRef, useState } from 'react'
import type { StorageKeyPair } from '../../../../sdk/key-pair.ts'
import type { StoredQuestionnaire } from '../../../../sdk/questionnaires.ts'
import type { ReadOptions } from '../../../../sdk/responses.ts'
import { DateField, type DateState, useDate } from '../../../shell/date-field.tsx'
import { words } from '../../../shell/language/page-texts.ts'
import type { Watched } from '../../overview/response-activity.ts'
import type { Scene } from '../../page-context.ts'
import { StepStatus } from '../../step-status.tsx'
import { Fresh } from './new-responses.tsx'
import { ResponseFiles } from './response-files.tsx'
import { useReading } from './response-reading.ts'
import { ResponseTable } from './response-table.tsx'

export interface ResponsesProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
  /** `_id` of the form. */
  readonly id: string
  readonly form: StoredQuestionnaire
}

/** Responses in the table. */
const SHOWN = 1000

interface WatchedResponsesProps extends ResponsesProps {
  readonly watched: Watched
}

export function Responses({ watched, ...responses }: WatchedResponsesProps) {
  const { scene, applicationId, keyPair, form } = responses
  const from = useDate({ label: words.submittedFrom })
  const until = useDate({ label: words.submittedUntil })
  const [shown, setShown] = useState<readonly QuestionnaireResponse[]>()
  const heading = useRef<HTMLHeadingElement>(null)
  const reading = useReading(responses, {
    // Nobody needs to know who people are elsewhere.
    options: { applicationId, subject: 'pseudonym', ...authoredIn(from, until) },
    isAccepted: async () => (await from.isAccepted()) && until.isAccepted(),
  })
  const { step, done, many, run, readAll } = reading

  const read = async (signal: AbortSignal) => {
    const found: QuestionnaireResponse[] = []
    const said = await readAll(signal, response => void found.push(response), SHOWN)
    setShown(found)
    return said
  }
  const show = () =>
    run(signal => {
      // Those that came meanwhile are no longer new.
      void watched.show()
      return read(signal)
    })
  const count = () => run(signal => readAll(signal, () => {}))

  const isBusy = step.doing !== ''
  return (
    <section aria-labelledby="responses">
      <h2 id="responses" ref={heading} tabIndex={-1}>
        {words.responses}
      </h2>
      <p>{words.responsesAbout}</p>
      <div className="filters dates">
        <DateField {...from.field} />
        <DateField {...until.field} />
      </div>
      <div className="wq-buttons">
        <button type="button" className="wq-button wq-primary" aria-disabled={isBusy} onClick={show}>
          {words.showResponses}
        </button>
        <button type="button" className="wq-button" aria-disabled={isBusy} onClick={count}>
          {words.countResponses}
        </button>
        <ResponseFiles {...responses} reading={reading} />
        {isBusy && (
          <button type="button" className="wq-button" onClick={reading.stop}>
            {words.stop}
          </button>
        )}
      </div>
      {shown && (
        <Fresh
          watched={watched}
          onShown={() => {
            heading.current?.focus()
            void run(read)
          }}
        />
      )}
      <StepStatus step={step} done={done} />
      {isBusy && many > 0 && <p>{words.responsesSoFar({ responses: words.manyResponses({ many }) })}</p>}
      {shown && shown.length > 0 && (
        <ResponseTable
          {...{ applicationId, keyPair, form }}
          environment={scene.environment}
          responses={shown}
        />
      )}
    </section>
  )
}

/** The filter for the days from the first one to the last; a month or a year is one from its first to its last day. */
function authoredIn({ value: from }: DateState, { value: until }: DateState): Pick<ReadOptions, 'authored'> {
  if (from && until) return { authored: [`ge${from}`, `le${until}`] }
  return from ? { authored: `ge${from}` } : until ? { authored: `le${until}` } : {}
}
