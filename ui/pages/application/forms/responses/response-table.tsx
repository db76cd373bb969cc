/** Responses as a table of one question, sorted and filtered in the browser; each opens as its person saw it. */
import type { QuestionnaireResponse } from 'fhir/r5.js'
import { useId, useMemo, useRef, useState } from 'react'
import type { FormItem } from '../../../../../fhir/model/form-tree.ts'
import { isQuestion, readForm } from '../../../../../fhir/model/read-form.ts'
import type { Environment } from '../../../../sdk/index.ts'
import type { StorageKeyPair } from '../../../../sdk/key-pair.ts'
import type { StoredQuestionnaire } from '../../../../sdk/questionnaires.ts'
import { dateOf } from '../../../shell/language/formats.ts'
import { useLanguage, words } from '../../../shell/language/page-texts.ts'
import { lazily } from '../../../shell/lazy-part.tsx'
import { answersTo, compareAnswers, textOf } from './answers-by-question.ts'

const OpenedResponse = lazily(async () => (await import('./opened-response.tsx')).OpenedResponse)

export interface ResponseTableProps {
  readonly environment: Environment
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
  readonly form: StoredQuestionnaire
  readonly responses: readonly QuestionnaireResponse[]
}

/** A response with the answers to the question of the table. */
interface Row {
  readonly response: QuestionnaireResponse
  readonly person: string
  readonly answers: ReturnType<typeof answersTo>
  readonly answer: string
}

const COLUMNS = ['submitted', 'person', 'answer'] as const

type Column = (typeof COLUMNS)[number]

/** Rows to add at a time. */
const MORE = 50

export function ResponseTable({ environment, applicationId, keyPair, form, responses }: ResponseTableProps) {
  const questions = useMemo(() => readForm(form, 'mix').all.filter(isQuestion), [form])
  const [linkId, setLinkId] = useState(() => (questions.find(isScore) ?? questions[0])?.linkId ?? '')
  const [filter, setFilter] = useState('')
  const [sort, setSort] = useState<Sort>({ column: 'submitted', isDescending: true })
  const [most, setMost] = useState(MORE)
  const [opened, setOpened] = useState<QuestionnaireResponse>()
  const opener = useRef<HTMLButtonElement>(undefined)
  const known = useId()

  const language = useLanguage()
  const question = questions.find(each => each.linkId === linkId)
  const all = useMemo(
    () =>
      responses.map((response): Row => {
        const answers = answersTo(linkId, response)
        return { response, person: personOf(response), answers, answer: textOf(answers) }
      }),
    // Yes and no are words of the language.
    [responses, linkId, language],
  )
  const found = useMemo(
    () => filtered(all, filter).sort(order(sort, question)),
    [all, filter, sort, question],
  )
  return (
    <>
      <div className="filters">
        <p>
          <label htmlFor={`${known}-question`}>{words.question}</label>
          <select
            id={`${known}-question`}
            className="wq-input"
            value={linkId}
            onChange={event => {
              setLinkId(event.target.value)
              setFilter('')
            }}
          >
            {questions.map(({ linkId, text }) => (
              <option key={linkId} value={linkId}>
                {text ?? words.questionUntitled}
              </option>
            ))}
          </select>
        </p>
        <p>
          <label htmlFor={`${known}-filter`}>{words.onlyWith}</label>
          <input
            id={`${known}-filter`}
            className="wq-input"
            type="search"
            list={known}
            autoComplete="off"
            value={filter}
            onChange={event => setFilter(event.target.value)}
          />
          <datalist id={known}>
            {[...new Set(all.map(({ answer }) => answer))].slice(0, MORE).map(answer => (
              <option key={answer} value={answer} />
            ))}
          </datalist>
        </p>
      </div>
      <p role="status">
        {found.length < all.length &&
          words.someOf({ found: found.length, responses: words.manyResponses({ many: all.length }) })}
      </p>
      {found.length > 0 && (
        <div className="card scroll">
          <table className="response-table" aria-label={words.responses}>
            <thead>
              <tr>
                {COLUMNS.map(column => (
                  <SortedHeader key={column} {...{ column, sort }} onSort={setSort} />
                ))}
              </tr>
            </thead>
            <tbody>
              {found.slice(0, most).map(({ response, person, answer }) => (
                <tr key={response.id}>
                  <td>
                    <button
                      type="button"
                      className="text-button"
                      aria-label={words.openResponse({ date: dateOf(response.authored), person })}
                      onClick={event => {
                        opener.current = event.currentTarget
                        setOpened(response)
                      }}
                    >
                      {dateOf(response.authored)}
                    </button>
                  </td>
                  <td>
                    <bdi className="participant">{person}</bdi>
                  </td>
                  <td>{answer || <span className="where">{words.noAnswer}</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found.length > most && (
        <button type="button" className="wq-button" onClick={() => setMost(most + MORE)}>
          {words.showMore({ many: Math.min(MORE, found.length - most) })}
        </button>
      )}
      {opened && (
        <OpenedResponse
          key={opened.id}
          {...{ environment, applicationId, keyPair, form }}
          response={opened}
          person={personOf(opened)}
          onClose={() => {
            setOpened(undefined)
            opener.current?.focus()
          }}
        />
      )}
    </>
  )
}

interface Sort {
  readonly column: Column
  readonly isDescending: boolean
}

interface SortedHeaderProps {
  readonly column: Column
  readonly sort: Sort
  onSort(sort: Sort): void
}

function SortedHeader({ column, sort, onSort }: SortedHeaderProps) {
  const isSorted = sort.column === column
  const isDescending = isSorted && sort.isDescending
  return (
    <th scope="col" aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className="text-button"
        onClick={() => onSort({ column, isDescending: isSorted && !isDescending })}
      >
        {words[column]} <span aria-hidden="true">{isSorted ? (isDescending ? '↓' : '↑') : '↕'}</span>
      </button>
    </th>
  )
}

/** The rows with exactly this answer; if there are none, those whose answer or person contains the text. */
function filtered(rows: readonly Row[], filter: string): Row[] {
  const wanted = filter.trim().toLowerCase()
  const exact = rows.filter(({ answer }) => answer !== '' && answer.toLowerCase() === wanted)
  if (exact.length > 0) return exact
  return rows.filter(({ answer, person }) => `${answer}\n${person}`.toLowerCase().includes(wanted))
}

function order({ column, isDescending }: Sort, question: FormItem | undefined) {
  const compare = (a: Row, b: Row): number => {
    if (column === 'answer' && question) return compareAnswers(question, a.answers, b.answers)
    if (column === 'person') return a.person.localeCompare(b.person)
    return Date.parse(a.response.authored ?? '') - Date.parse(b.response.authored ?? '')
  }
  return (a: Row, b: Row): number => (isDescending ? compare(b, a) : compare(a, b))
}

/** A number that the form computes. */
const isScore = ({ type, raw }: FormItem): boolean =>
  (type === 'integer' || type === 'decimal') && raw.readOnly === true

/** The pseudonym of a person. */
const personOf = ({ subject }: QuestionnaireResponse): string => subject?.identifier?.value ?? ''
