/** Questions about the answers to the forms: put together by clicking, answered with noise, and kept under names. */
import { Icon } from '@andiron/design/icon'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Form, readForm } from '../../../fhir/definition.ts'
import {
  type AggregateBudget,
  type Aggregation,
  aggregate,
  deleteQuery,
  listQueries,
  type NamedQuery,
  readAggregateBudget,
  runQuery,
  saveQuery,
} from '../../sdk/aggregations.ts'
import { AndironError } from '../../sdk/errors.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import {
  fetchQuestionnaire,
  listQuestionnaires,
  type PublishedQuestionnaire,
} from '../../sdk/questionnaires.ts'
import { dateOf, numberOf } from '../formats.ts'
import { words } from '../language.ts'
import { Said, sentenceOf, useStep } from '../step.ts'
import { Budget } from './budget.tsx'
import { Field } from './field.tsx'
import { Choice, InsightBuilder } from './insight-builder.tsx'
import { type Draft, draftFor, planOf, queryOf } from './insight-draft.ts'
import { type Asked, InsightResult } from './insight-result.tsx'
import { InsightSaid } from './insight-said.tsx'
import { Opening } from './opening.tsx'
import './insights.css'
import { formHref, usePlace } from './place.ts'
import type { Scene } from './scene.ts'
import { StepStatus } from './step-status.tsx'

export interface InsightsProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
}

/** A form that questions are asked about. */
interface Opened {
  readonly id: string
  readonly form: Form
  /** Absent if the service does not count answers. */
  readonly budget: AggregateBudget | undefined
}

export function Insights({ scene: { environment }, applicationId, keyPair }: InsightsProps) {
  const { about } = usePlace()
  const step = useStep()
  const [forms, setForms] = useState<readonly PublishedQuestionnaire[]>()
  const [kept, setKept] = useState<readonly NamedQuery[]>([])
  const [opened, setOpened] = useState<Opened>()
  const [draft, setDraft] = useState<Draft>()
  const [asked, setAsked] = useState<Asked>()
  const [done, setDone] = useState('')
  const options = useMemo(() => ({ applicationId }), [applicationId])
  const { run } = step

  const open = useCallback(
    async (id: string): Promise<Opened> => {
      const [stored, budget] = await Promise.all([
        fetchQuestionnaire(id, environment),
        readAggregateBudget(keyPair, id, environment, options).catch(() => undefined),
      ])
      const found = { id, form: readForm(stored, 'mix'), budget }
      setOpened(found)
      return found
    },
    [environment, keyPair, options],
  )
  const show = useCallback(
    async (id: string) => {
      const { form } = await open(id)
      setDraft(draftFor(form))
      setAsked(undefined)
    },
    [open],
  )
  const loadKept = useCallback(
    async () => setKept(await listQueries(keyPair, environment, options)),
    [keyPair, environment, options],
  )
  useEffect(() => {
    void run(words.moment, async () => {
      const [listed] = await Promise.all([listQuestionnaires(keyPair, environment, options), loadKept()])
      setForms(listed)
      const first = listed.find(({ _id }) => _id === about) ?? listed[0]
      if (first) await show(first._id)
    })
  }, [keyPair, environment, options, about, run, show, loadKept])

  /** Asks, and reads the budget again. */
  const ask = (id: string, question: (form: Form) => Promise<Omit<Asked, 'form'>>) =>
    run(words.counting, async () => {
      setDone('')
      const { form } = opened?.id === id ? opened : await open(id)
      if (opened?.id !== id) setDraft(draftFor(form))
      try {
        setAsked({ form, ...(await question(form)) })
      } catch (error) {
        throw spentOf(error)
      } finally {
        // Reads the rest of the budget.
        await open(id).catch(() => {})
      }
    })
  const askDraft = (query: Aggregation) =>
    opened &&
    ask(opened.id, async () => ({
      query,
      answer: await aggregate(keyPair, opened.id, query, environment, options),
    }))
  const askKept = ({ name, etag: _, questionnaire, title = name, ...query }: NamedQuery) =>
    ask(questionnaire, async () => ({
      ...{ query, title },
      answer: await runQuery(keyPair, name, questionnaire, environment, options),
    }))

  const keep = (title: string) =>
    run(words.keeping, async () => {
      if (!asked || !opened) return
      setDone('')
      const query = { ...asked.query, questionnaire: opened.id, title }
      const name = nameFrom(title)
      await saveQuery(keyPair, name, query, environment, { ...options, isNew: true }).catch(error => {
        throw unkeptOf(error)
      })
      await loadKept()
      setAsked({ ...asked, title })
      setDone(words.keptDone)
    })
  const remove = ({ name, questionnaire }: NamedQuery) =>
    run(words.removing, async () => {
      setDone('')
      await deleteQuery(keyPair, name, questionnaire, environment, options)
      await loadKept()
      setDone(words.removedKept)
    })

  if (!forms)
    return (
      <>
        <p className="lede">{words.insightsAbout}</p>
        <Opening failure={step.failure} />
      </>
    )
  const titles = new Map(forms.map(({ _id, title }) => [_id, title ?? words.untitledForm]))
  return (
    <>
      <p className="lede">{words.insightsAbout}</p>
      {forms.length === 0 && (
        <div className="empty">
          <p>{words.nothingToAsk}</p>
          <a className="wq-button wq-primary" href={formHref(applicationId, 'new')}>
            {words.newForm}
          </a>
        </div>
      )}
      {opened && (
        <div className="two results">
          <section className="card builder" aria-labelledby="ask">
            <h2 id="ask">{words.askTitle}</h2>
            {forms.length > 1 && (
              <Choice
                label={words.aForm}
                value={opened.id}
                options={[...titles]}
                onChange={id => run(words.loadingForm, () => show(id))}
              />
            )}
            {draft && opened.budget ? (
              <>
                <InsightBuilder form={opened.form} draft={draft} onChange={setDraft} />
                <Ask
                  {...{ draft }}
                  form={opened.form}
                  budget={opened.budget}
                  isBusy={step.doing !== ''}
                  onAsk={askDraft}
                />
              </>
            ) : (
              <p className="empty">{draft ? words.cannotCount : words.noneCountable}</p>
            )}
          </section>
          {opened.budget && <Budget budget={opened.budget} />}
        </div>
      )}
      <StepStatus step={step} done={done} />
      {asked && (
        <InsightResult asked={asked}>
          {asked.title === undefined && <Keep isBusy={step.doing !== ''} onKeep={keep} />}
        </InsightResult>
      )}
      {forms.length > 0 && (
        <section aria-labelledby="kept">
          <h2 id="kept">{words.keptTitle}</h2>
          {kept.length === 0 ? (
            <p className="empty">{words.keptNone}</p>
          ) : (
            <ul className="card list">
              {kept.map(each => {
                const { name, title = name, questionnaire, measures, groupBy, filter } = each
                const query = { measures, ...(groupBy && { groupBy }), ...(filter && { filter }) }
                return (
                  <li key={name} className="event kept">
                    <Icon name="insights" />
                    <span>
                      <strong>
                        <bdi>{title}</bdi>
                      </strong>
                      <small className="event-about">
                        {opened?.id === questionnaire ? (
                          <InsightSaid form={opened.form} query={query} />
                        ) : (
                          <bdi>{titles.get(questionnaire)}</bdi>
                        )}
                      </small>
                    </span>
                    <span className="acts">
                      <button
                        type="button"
                        className="wq-button"
                        aria-label={words.askKept({ name: title })}
                        aria-disabled={step.doing !== ''}
                        onClick={() => askKept(each)}
                      >
                        {words.askIt}
                      </button>
                      <button
                        type="button"
                        className="wq-button danger"
                        aria-label={words.removeKept({ name: title })}
                        aria-disabled={step.doing !== ''}
                        onClick={() => remove(each)}
                      >
                        {words.remove}
                      </button>
                    </span>
                  </li>
                )
              })}
            </ul>
          )}
        </section>
      )}
    </>
  )
}

interface AskProps {
  readonly form: Form
  readonly draft: Draft
  readonly budget: AggregateBudget
  readonly isBusy: boolean
  onAsk(query: Aggregation): void
}

/** The question in words, its cost, and the button that asks it. */
function Ask({ form, draft, budget: { questionsLeft, days }, isBusy, onAsk }: AskProps) {
  const query = queryOf(draft, form)
  const plan = query && planOf(query, form)
  if (!query || !plan) return <p className="asking finding">{words.limitsFirst}</p>
  const numbers = words.manyNumbers({ many: plan.cost })
  const isBeyond = questionsLeft !== undefined && plan.cost > questionsLeft
  return (
    <div className="asking">
      <p className="asked">
        <InsightSaid {...{ form, query }} />
      </p>
      {questionsLeft !== undefined && (
        <p className={isBeyond ? 'notice' : 'finding'} role="status">
          {isBeyond
            ? words.costBeyond({ numbers, left: numberOf(questionsLeft) })
            : words.costUpTo({
                ...{ numbers, left: numberOf(questionsLeft) },
                days: words.manyDays({ many: days }),
              })}
        </p>
      )}
      <button
        type="button"
        className="wq-button wq-primary"
        aria-disabled={isBusy}
        onClick={() => onAsk(query)}
      >
        {words.askNow}
      </button>
    </div>
  )
}

interface KeepProps {
  readonly isBusy: boolean
  onKeep(title: string): void
}

function Keep({ isBusy, onKeep }: KeepProps) {
  const [title, setTitle] = useState('')
  const [isTried, setTried] = useState(false)
  const error = isTried && title.trim() === '' ? words.nameFirst : undefined
  return (
    <form
      className="keep"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (title.trim() !== '' && !isBusy) onKeep(title.trim())
      }}
    >
      <Field label={words.keepTitle} help={words.keepAbout} {...{ error, value: title }} onChange={setTitle}>
        <button type="submit" className="wq-button" aria-disabled={isBusy}>
          {words.keep}
        </button>
      </Field>
    </form>
  )
}

/** A name of the service for a title: its Latin letters and digits, or a random one. */
const nameFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || `question-${crypto.randomUUID().slice(0, 8)}`

/** The reason why a question is not kept, in words. */
function unkeptOf(error: unknown): unknown {
  const code = error instanceof AndironError ? error.code : undefined
  if (code === 'AND_QUERY_CHANGED') return new Said(() => words.keptAlready, { cause: error })
  return code === 'AND_TOO_MANY_QUERIES' ? new Said(() => words.keptTooMany, { cause: error }) : error
}

/** The refusal of a spent budget in words, with the time from which it suffices. */
function spentOf(error: unknown): Error {
  if (!(error instanceof AndironError) || error.code !== 'AND_QUESTIONS_SPENT')
    return new Error(sentenceOf(error), { cause: error })
  const [again] = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/.exec(error.message) ?? []
  return new Said(() => words.budgetSpent({ date: dateOf(again) }), { cause: error })
}
