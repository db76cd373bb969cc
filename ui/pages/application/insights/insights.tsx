/** Questions about the answers to the forms: put together by clicking, answered with noise, and kept under names. */
import { useState } from 'react'
import type { Form } from '../../../../fhir/model/form-tree.ts'
import type { AggregateBudget, Aggregation } from '../../../sdk/aggregations.ts'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { numberOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Field } from '../field.tsx'
import { Budget } from '../forms/results/privacy-budget.tsx'
import { Opening } from '../reading-or-failure.tsx'
import { Choice, InsightBuilder } from './insight-builder.tsx'
import { type Draft, planOf, queryOf } from './insight-draft.ts'
import { type Opened, type Questions, useQuestions } from './insight-questions.ts'
import { InsightResult } from './insight-result.tsx'
import { InsightSaid } from './insight-sentence.tsx'
import { KeptQuestions } from './kept-questions.tsx'
import './insights.css'
import type { Scene } from '../page-context.ts'
import { formHref } from '../page-location.ts'
import { StepStatus } from '../step-status.tsx'

export interface InsightsProps {
  readonly scene: Scene
  readonly applicationId: string
  readonly keyPair: StorageKeyPair
}

export function Insights(props: InsightsProps) {
  const questions = useQuestions(props)
  const { step, forms, opened, asked, done, keep } = questions
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
          <a className="wq-button wq-primary" href={formHref(props.applicationId, 'new')}>
            {words.newForm}
          </a>
        </div>
      )}
      {opened && (
        <div className="two results">
          <Builder {...{ questions, opened, titles }} />
          {opened.budget && <Budget budget={opened.budget} />}
        </div>
      )}
      <StepStatus step={step} done={done} />
      {asked && (
        <InsightResult asked={asked}>
          {asked.title === undefined && <Keep isBusy={step.doing !== ''} onKeep={keep} />}
        </InsightResult>
      )}
      {forms.length > 0 && <KeptQuestions {...{ questions, titles }} />}
    </>
  )
}

interface BuilderProps {
  readonly questions: Questions
  readonly opened: Opened
  /** The titles of the forms by their `_id`s. */
  readonly titles: ReadonlyMap<string, string>
}

/** The form that is asked about, and the question that is put together. */
function Builder({ questions, opened, titles }: BuilderProps) {
  const { step, draft, setDraft, show, askDraft } = questions
  return (
    <section className="card builder" aria-labelledby="ask">
      <h2 id="ask">{words.askTitle}</h2>
      {titles.size > 1 && (
        <Choice
          label={words.aForm}
          value={opened.id}
          options={[...titles]}
          onChange={id => step.run(words.loadingForm, () => show(id))}
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
