/** Puts a question about the answers to a form together: what to count, by which groups, and of which people. */
import { type ReactNode, useId, useState } from 'react'
import type { Form, FormItem } from '../../../../fhir/model/form-tree.ts'
import { unitsOffered } from '../../../../fhir/results/counted-unit.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Segments } from '../../shell/segments.tsx'
import { nameOf } from '../forms/results/distribution.tsx'
import {
  aboutQuestion,
  conditionalIn,
  type Draft,
  type DraftCondition,
  groupingIn,
  isCounted,
  needsLimits,
  numberIn,
  opsFor,
  questionsIn,
  valuesOf,
} from './insight-draft.ts'

export interface InsightBuilderProps {
  readonly form: Form
  readonly draft: Draft
  onChange(draft: Draft): void
}

/** Conditions of a query. */
const MOST_CONDITIONS = 8

export function InsightBuilder({ form, draft, onChange }: InsightBuilderProps) {
  const item = form.index.get(draft.linkId)
  if (!item) return null
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  const units = item.type === 'quantity' ? unitsOffered(item) : []
  const ops = opsFor(item)
  return (
    <>
      <Choice
        label={words.question}
        value={draft.linkId}
        options={optionsOf(questionsIn(form))}
        onChange={linkId => {
          const chosen = form.index.get(linkId)
          if (chosen) change(aboutQuestion(chosen))
        }}
      />
      {ops.length > 1 && (
        <div className="row">
          <span aria-hidden="true">{words.showWhat}</span>
          <Segments
            legend={words.showWhat}
            options={ops.map(op => [op, words.showKind({ op })])}
            chosen={draft.op}
            onChoose={op => change({ op })}
          />
        </div>
      )}
      {units.length > 1 && draft.op !== 'count' && (
        <Choice
          label={words.countsIn}
          value={draft.unit}
          options={units.map(({ code }) => [code, code])}
          onChange={unit => change({ unit })}
        />
      )}
      {needsLimits(item, draft) && <Limits {...{ draft }} onChange={change} />}
      <Choice
        label={words.groupsBy}
        value={draft.groupBy}
        options={[['', words.noGroups], ...optionsOf(groupingIn(form).filter(each => each !== item))]}
        onChange={groupBy => change({ groupBy })}
      />
      <Conditions {...{ form, draft }} onChange={conditions => change({ conditions })} />
      <div className="row">
        <span>{words.daysShown}</span>
        <div className="pair">
          <Typed
            {...{ type: 'date', label: words.submittedFrom, value: draft.since }}
            onChange={since => change({ since })}
          />
          <Typed
            {...{ type: 'date', label: words.submittedUntil, value: draft.until }}
            onChange={until => change({ until })}
          />
        </div>
      </div>
    </>
  )
}

type Options = readonly (readonly [value: string, label: string])[]

const optionsOf = (items: readonly FormItem[]): Options =>
  items.map(({ linkId, text }) => [linkId, text ?? words.questionUntitled])

export interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: Options
  onChange(value: string): void
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="row">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="wq-input" value={value} onChange={event => onChange(event.target.value)}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface LimitsProps {
  readonly draft: Draft
  onChange(changes: Partial<Draft>): void
}

/** Between which numbers the answers lie, where the form does not say it. */
function Limits({ draft: { low, high }, onChange }: LimitsProps) {
  const id = useId()
  const [from, to] = [numberIn(low), numberIn(high)]
  const isWrong = low !== '' && high !== '' && (from === undefined || to === undefined || from >= to)
  return (
    <div className="row">
      <span>{words.limits}</span>
      <div>
        <div className="pair">
          <Typed label={words.limitLow} value={low} about={id} onChange={low => onChange({ low })} />
          <Typed label={words.limitHigh} value={high} about={id} onChange={high => onChange({ high })} />
        </div>
        <p className={isWrong ? 'wq-error' : 'wq-help'} id={id}>
          {isWrong ? words.errorIs({ error: words.limitsWrong }) : words.limitsAbout}
        </p>
      </div>
    </div>
  )
}

interface TypedProps {
  readonly label: string
  readonly value: string
  readonly type?: 'text' | 'date'
  /** The id of its description. */
  readonly about?: string
  onChange(value: string): void
}

const Typed = ({ label, value, type = 'text', about, onChange }: TypedProps): ReactNode => (
  <label className="typed">
    <small>{label}</small>
    <input
      className="wq-input"
      type={type}
      inputMode={type === 'text' ? 'decimal' : undefined}
      autoComplete="off"
      value={value}
      aria-describedby={about}
      onChange={event => onChange(event.target.value)}
    />
  </label>
)

interface ConditionsProps {
  readonly form: Form
  readonly draft: Draft
  onChange(conditions: readonly DraftCondition[]): void
}

function Conditions({ form, draft: { conditions }, onChange }: ConditionsProps) {
  const id = useId()
  const [chosen, setChosen] = useState('')
  const questions = conditionalIn(form).filter(
    ({ linkId }) => !conditions.some(condition => condition.linkId === linkId),
  )
  const next = questions.find(({ linkId }) => linkId === chosen) ?? questions[0]
  const replace = (condition: DraftCondition) =>
    onChange(conditions.map(each => (each.linkId === condition.linkId ? condition : each)))
  if (conditions.length === 0 && !next) return null
  return (
    <div className="row">
      <label htmlFor={id}>{words.onlyWhere}</label>
      <div>
        {conditions.map(condition => (
          <ConditionOn
            key={condition.linkId}
            {...{ form, condition }}
            onChange={replace}
            onRemove={() => {
              onChange(conditions.filter(each => each !== condition))
              // After the drawing, which may bring it back.
              setTimeout(() => document.getElementById(id)?.focus())
            }}
          />
        ))}
        {next && conditions.length < MOST_CONDITIONS && (
          <div className="adding">
            <select
              id={id}
              className="wq-input"
              value={next.linkId}
              onChange={event => setChosen(event.target.value)}
            >
              {optionsOf(questions).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <button
              type="button"
              className="wq-button"
              onClick={() =>
                onChange([...conditions, { linkId: next.linkId, values: [], from: '', below: '' }])
              }
            >
              {words.addCondition}
            </button>
          </div>
        )}
      </div>
    </div>
  )
}

interface ConditionOnProps {
  readonly form: Form
  readonly condition: DraftCondition
  onChange(condition: DraftCondition): void
  onRemove(): void
}

function ConditionOn({ form, condition, onChange, onRemove }: ConditionOnProps) {
  const item = form.index.get(condition.linkId)
  if (!item) return null
  const question = item.text ?? words.questionUntitled
  const { values } = condition
  return (
    <fieldset className="condition">
      <legend>{question}</legend>
      {isCounted(item) ? (
        <div className="pair">
          <Typed
            {...{ label: words.atLeast, value: condition.from }}
            onChange={from => onChange({ ...condition, from })}
          />
          <Typed
            {...{ label: words.lessThan, value: condition.below }}
            onChange={below => onChange({ ...condition, below })}
          />
        </div>
      ) : (
        <div className="chips">
          {valuesOf(item).map(each => (
            <label key={String(each.value)} className="chip">
              <input
                type="checkbox"
                checked={values.includes(each.value)}
                onChange={({ target: { checked } }) =>
                  onChange({
                    ...condition,
                    values: checked ? [...values, each.value] : values.filter(value => value !== each.value),
                  })
                }
              />
              {nameOf(each)}
            </label>
          ))}
        </div>
      )}
      <button
        type="button"
        className="text-button remove"
        aria-label={words.removeCondition({ question })}
        onClick={onRemove}
      >
        {words.remove}
      </button>
    </fieldset>
  )
}
