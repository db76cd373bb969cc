/** The results of a form: counts of its answers, without reading a response, and the privacy budget that they use. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { classesOf } from '../../../fhir/answer-classes.ts'
import { type FormItem, readForm } from '../../../fhir/definition.ts'
import { NotCounted } from '../../../fhir/not-counted.ts'
import {
  type AggregateAnswer,
  type AggregateBudget,
  aggregate,
  readAggregateBudget,
} from '../../sdk/aggregations.ts'
import { dateOf } from '../formats.ts'
import { sentenceOf, useStep } from '../step.ts'
import { counted } from '../words.ts'
import { Budget } from './budget.tsx'
import { Distribution, rangeOf } from './distribution.tsx'
import type { ResponsesProps } from './responses.tsx'
import { StepStatus } from './step-status.tsx'

/** Questions of one query. */
const AT_ONCE = 10

/** The cost of a question, and of the number of people with that of excluded responses. */
const PER_QUESTION = 2
const PER_FORM = 3

export function Results({ scene: { environment }, applicationId, keyPair, id, form }: ResponsesProps) {
  const step = useStep()
  const [budget, setBudget] = useState<AggregateBudget>()
  const [isAbsent, setAbsent] = useState(false)
  const [answers, setAnswers] = useState<readonly AggregateAnswer[]>([])
  const questions = useMemo(() => countableIn(form), [form])

  const load = useCallback(
    () => readAggregateBudget(keyPair, id, environment, { applicationId }).then(setBudget),
    [keyPair, id, environment, applicationId],
  )
  useEffect(() => {
    // A gateway may not offer aggregates.
    load().catch(() => setAbsent(true))
  }, [load])

  const count = () =>
    step.run('Counting …', async () => {
      try {
        const all: AggregateAnswer[] = []
        for (let from = 0; from < questions.length; from += AT_ONCE) {
          const measures = questions
            .slice(from, from + AT_ONCE)
            .map(({ linkId }) => ({ linkId, op: 'histogram' }) as const)
          all.push(await aggregate(keyPair, id, { measures }, environment, { applicationId }))
          // The budget may not suffice for the next ones.
          setAnswers([...all])
        }
      } catch (error) {
        throw new Error(sentenceOf(error), { cause: error })
      } finally {
        await load()
      }
    })

  if (!budget)
    return isAbsent ? (
      <p className="empty">The answers cannot be counted now. See the responses instead.</p>
    ) : (
      <p role="status">One moment …</p>
    )
  const cost = PER_FORM + PER_QUESTION * questions.length
  return (
    <>
      <div className="two results">
        <section aria-labelledby="answers">
          <h2 id="answers">Answers</h2>
          {questions.length === 0 ? (
            <p className="empty">
              No question of this form can be counted: only choices, yes or no, and numbers with limits can.
            </p>
          ) : (
            <>
              <p>
                Count how many people gave each answer, without reading anyone’s responses.
                {budget.questions !== undefined &&
                  ` It uses up to ${counted(cost, 'number')} of the budget; to repeat it within ${budget.days} days is free.`}
              </p>
              <button
                type="button"
                className="wq-button wq-primary"
                aria-disabled={step.doing !== ''}
                onClick={count}
              >
                Count {counted(questions.length, 'question')}
              </button>
            </>
          )}
          <StepStatus step={step} />
          {answers[0] && <People answer={answers[0]} />}
        </section>
        <Budget budget={budget} />
      </div>
      {answers[0] && answers[0].result.length > 0 && (
        <Distributions {...{ answers, questions }} margin={budget.margin} />
      )}
    </>
  )
}

/** The number of people, and those who are not counted. */
function People({ answer: { result, leftOut, margin, asOf } }: { readonly answer: AggregateAnswer }) {
  const people = result[0]?.people
  const reasons = [
    { many: leftOut.changed, reason: 'their owners changed them after they were submitted' },
    { many: leftOut.unattested, reason: 'they were not submitted through this service' },
  ].filter(({ many }) => many > 0)
  return (
    <>
      {people === undefined ? (
        <p className="notice">Withheld: too few people answered to show numbers without exposing anyone.</p>
      ) : (
        <p>
          {margin > 0 && 'About '}
          <span className="metric">{people.toLocaleString('en')}</span> people answered
          {margin > 0 && `, likely ${rangeOf(people, margin)}`}. Counted {dateOf(asOf)}.
        </p>
      )}
      <p>Not counted: responses of people who stopped sharing.</p>
      {reasons.map(({ many, reason }) => (
        <p key={reason}>
          Not counted: responses of {margin > 0 && 'about '}
          {many.toLocaleString('en')} people, because {reason}.
        </p>
      ))}
    </>
  )
}

interface DistributionsProps {
  readonly answers: readonly AggregateAnswer[]
  readonly questions: readonly FormItem[]
  readonly margin: number
}

function Distributions({ answers, questions, margin }: DistributionsProps) {
  const measures = answers.flatMap(({ result }) => result[0]?.measures ?? [])
  return (
    <section aria-labelledby="distributions">
      <h2 id="distributions">Answers by question</h2>
      {margin > 0 && (
        <ul className="legend results-legend">
          <li>Estimate</li>
          <li>Likely range: the true number lies in it 19 times out of 20</li>
        </ul>
      )}
      <div className="distributions">
        {measures.map(({ linkId, buckets = [] }) => (
          <Distribution
            key={linkId}
            title={
              questions.find(question => question.linkId === linkId)?.text ?? 'A question without a text'
            }
            {...{ buckets, margin }}
          />
        ))}
      </div>
    </section>
  )
}

/** The questions whose answers fall into classes that the form defines. */
const countableIn = (form: object): readonly FormItem[] =>
  readForm(form, 'mix').all.filter(item => {
    try {
      classesOf(item)
      return true
    } catch (error) {
      if (error instanceof NotCounted) return false
      throw error
    }
  })
