/** The responses to a form: shown as a table, counted, and saved as CSV or as FHIR resources. */
import type { QuestionnaireResponse } from 'fhir/r5.js'
import { useEffect, useRef, useState } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { StoredQuestionnaire } from '../../sdk/questionnaires.ts'
import { type ReadOptions, readCodebook, readResponses, readResponsesAsCsv } from '../../sdk/responses.ts'
import { words } from '../language.ts'
import { sentenceOf, useStep } from '../step.ts'
import type { Watched } from './activity.ts'
import { Fresh } from './fresh.tsx'
import { type OpenedFile, openFile } from './opened-file.ts'
import { ResponseTable } from './response-table.tsx'
import type { Scene } from './scene.ts'
import { StepStatus } from './step-status.tsx'

export interface ResponsesProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
  /** `_id` of the form. */
  readonly id: string
  readonly form: StoredQuestionnaire
}

/** Responses per page, for reading and writing. */
const PAGE = 200

/** Responses in the table. */
const SHOWN = 1000

interface WatchedResponsesProps extends ResponsesProps {
  readonly watched: Watched
}

export function Responses({
  scene: { environment },
  applicationId,
  keyPair,
  id,
  form,
  watched,
}: WatchedResponsesProps) {
  const step = useStep()
  const [many, setMany] = useState(0)
  const [done, setDone] = useState('')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [shown, setShown] = useState<readonly QuestionnaireResponse[]>()
  const heading = useRef<HTMLHeadingElement>(null)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  // Nobody needs to know who people are elsewhere.
  const span = { applicationId, subject: 'pseudonym', ...authoredIn(from, until) } as const

  /** Reads the responses of the chosen time, one page in memory at a time. */
  const readAll = async (
    signal: AbortSignal,
    take: (response: QuestionnaireResponse) => Promise<void> | void,
    most = Number.POSITIVE_INFINITY,
  ) => {
    let responses = 0
    let leftOut = 0
    const options = {
      ...{ ...span, count: PAGE, signal },
      onOmissions: (more: { readonly unattested: number; readonly changed: number }) => {
        leftOut += more.unattested + more.changed
      },
    }
    for await (const response of readResponses<QuestionnaireResponse>(keyPair, id, environment, options)) {
      if (responses === most) return words.onlyFirst({ responses: words.manyResponses({ many: most }) })
      await take(response)
      if (++responses % PAGE === 0) setMany(responses)
    }
    const said = words.responsesRead({ responses: words.manyResponses({ many: responses }) })
    if (leftOut === 0) return said
    return `${said} ${words.withheldChanged({ responses: words.manyResponses({ many: leftOut }) })}`
  }
  const run = (work: (signal: AbortSignal) => Promise<string>) =>
    step.run(words.readingResponses, async () => {
      setMany(0)
      setDone('')
      stop.current = new AbortController()
      try {
        setDone(await work(stop.current.signal))
      } catch (error) {
        if ((error as Error).name === 'AbortError') setDone(words.stopped)
        else throw new Error(sentenceOf(error), { cause: error })
      }
    })

  /** Writes a file; a failure leaves none. */
  const save = (
    name: string,
    type: string,
    write: (file: OpenedFile, signal: AbortSignal) => Promise<string>,
  ) =>
    run(async signal => {
      // First: a browser permits a save dialog only right after a click.
      const file = await openFile(name, type)
      try {
        return words.fileSaved({ what: await write(file, signal) })
      } catch (error) {
        await file.abort()
        throw error
      }
    })

  const read = () =>
    run(async signal => {
      const responses: QuestionnaireResponse[] = []
      const said = await readAll(signal, response => void responses.push(response), SHOWN)
      setShown(responses)
      return said
    })
  const show = () => {
    // Those that came meanwhile are no longer new.
    void watched.show()
    return read()
  }
  const count = () => run(signal => readAll(signal, () => {}))
  const saveLines = () =>
    save(`responses-${id}.ndjson`, 'application/fhir+ndjson', async (file, signal) => {
      const lines = inPages(file)
      const saved = await readAll(signal, response => lines.take(`${JSON.stringify(response)}\n`))
      await lines.end()
      return saved
    })
  const saveTable = () =>
    save(`responses-${id}.csv`, 'text/csv', async (file, signal) => {
      for await (const piece of readResponsesAsCsv(keyPair, id, environment, { ...span, signal }))
        await file.write(piece)
      await file.close()
      return words.rowEach
    })

  const saveCodebook = () =>
    save(`codebook-${id}.csv`, 'text/csv', async (file, signal) => {
      await file.write(await readCodebook(keyPair, id, environment, { applicationId, signal }))
      await file.close()
      return words.columnEach
    })

  const isBusy = step.doing !== ''
  return (
    <section aria-labelledby="responses">
      <h2 id="responses" ref={heading} tabIndex={-1}>
        {words.responses}
      </h2>
      <p>{words.responsesAbout}</p>
      <div className="filters">
        <Day label={words.submittedFrom} value={from} onChange={setFrom} />
        <Day label={words.submittedUntil} value={until} onChange={setUntil} />
      </div>
      <div className="wq-buttons">
        <button type="button" className="wq-button wq-primary" aria-disabled={isBusy} onClick={show}>
          {words.showResponses}
        </button>
        <button type="button" className="wq-button" aria-disabled={isBusy} onClick={count}>
          {words.countResponses}
        </button>
        <button type="button" className="wq-button" aria-disabled={isBusy} onClick={saveTable}>
          {words.downloadCsv}
        </button>
        <button type="button" className="wq-button" aria-disabled={isBusy} onClick={saveLines}>
          {words.downloadNdjson}
        </button>
        <button type="button" className="wq-button" aria-disabled={isBusy} onClick={saveCodebook}>
          {words.downloadCodebook}
        </button>
        {isBusy && (
          <button type="button" className="wq-button" onClick={() => stop.current?.abort()}>
            {words.stop}
          </button>
        )}
      </div>
      {shown && (
        <Fresh
          watched={watched}
          onShown={() => {
            heading.current?.focus()
            void read()
          }}
        />
      )}
      <StepStatus step={step} done={done} />
      {isBusy && many > 0 && <p>{words.responsesSoFar({ responses: words.manyResponses({ many }) })}</p>}
      {shown && shown.length > 0 && (
        <ResponseTable {...{ environment, applicationId, keyPair, form }} responses={shown} />
      )}
    </section>
  )
}

/** @param from - the first day and the last one; empty if there is none */
function authoredIn(from: string, until: string): Pick<ReadOptions, 'authored'> {
  if (from && until) return { authored: [`ge${from}`, `le${until}`] }
  return from ? { authored: `ge${from}` } : until ? { authored: `le${until}` } : {}
}

interface DayProps {
  readonly label: string
  readonly value: string
  onChange(value: string): void
}

const Day = ({ label, value, onChange }: DayProps) => (
  <p>
    <label>
      {label}
      <input
        className="wq-input"
        type="date"
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </label>
  </p>
)

/** Writes lines in batches of the page size. */
function inPages(file: OpenedFile) {
  let page: string[] = []
  const write = async () => {
    const chunk = page.join('')
    page = []
    await file.write(chunk)
  }
  return {
    async take(line: string) {
      if (page.push(line) >= PAGE) await write()
    },
    async end() {
      await write()
      await file.close()
    },
  }
}
