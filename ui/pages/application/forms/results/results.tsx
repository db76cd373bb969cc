/** The results of a form: counts of its answers, without reading a response, and the privacy budget that they use. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FormItem } from '../../../../../fhir/model/form-tree.ts'
import { readForm } from '../../../../../fhir/model/read-form.ts'
import { classesOf } from '../../../../../fhir/results/answer-classes.ts'
import { NotCounted } from '../../../../../fhir/results/not-counted.ts'
import {
  type AggregateAnswer,
  type AggregateBudget,
  aggregate,
  readAggregateBudget,
} from '../../../../sdk/aggregations.ts'
import { dateOf, numberOf } from '../../../shell/language/formats.ts'
import { words } from '../../../shell/language/page-texts.ts'
import { useStep } from '../../../shell/run-action.ts'
import { drawn } from '../../../shell/text-with-elements.tsx'
import { insightsHref } from '../../page-location.ts'
import { StepStatus } from '../../step-status.tsx'
import type { ResponsesProps } from '../responses/responses.tsx'
import { Distribution, peopleOf, rangeOf } from './distribution.tsx'
import { Budget } from './privacy-budget.tsx'

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
    step.run(words.counting, async () => {
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
      } finally {
        await load()
      }
    })

  if (!budget)
    return isAbsent ? <p className="empty">{words.cannotCount}</p> : <p role="status">{words.moment}</p>
  const cost = PER_FORM + PER_QUESTION * questions.length
  return (
    <>
      <div className="two results">
        <section aria-labelledby="answers">
          <h2 id="answers">{words.answersTitle}</h2>
          {questions.length === 0 ? (
            <p className="empty">{words.noneCountable}</p>
          ) : (
            <>
              <p>
                {words.countAbout}{' '}
                {budget.questions !== undefined &&
                  words.countCost({
                    numbers: words.manyNumbers({ many: cost }),
                    days: words.manyDays({ many: budget.days }),
                  })}
              </p>
              <button
                type="button"
                className="wq-button wq-primary"
                aria-disabled={step.doing !== ''}
                onClick={count}
              >
                {words.countQuestions({ many: questions.length })}
              </button>
              <p>
                <a href={insightsHref(applicationId, id)}>{words.askMore}</a>
              </p>
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
    { many: leftOut.changed, said: words.notCountedChanged },
    { many: leftOut.unattested, said: words.notCountedForeign },
  ].filter(({ many }) => many > 0)
  return (
    <>
      {people === undefined ? (
        <p className="notice">{words.peopleWithheld}</p>
      ) : (
        <p>
          {margin > 0
            ? drawn(words.peopleAnsweredLikely, {
                people: <Many people={people} text={words.aboutPeople} />,
                range: rangeOf(people, margin),
                date: dateOf(asOf),
              })
            : drawn(words.peopleAnswered, {
                people: <Many people={people} text={words.manyPeople} />,
                date: dateOf(asOf),
              })}
        </p>
      )}
      <p>{words.notCountedStopped}</p>
      {reasons.map(({ many, said }, at) => (
        <p key={at}>{said({ people: peopleOf(many, margin) })}</p>
      ))}
    </>
  )
}

interface ManyProps {
  readonly people: number
  readonly text: typeof words.manyPeople
}

const Many = ({ people, text }: ManyProps) =>
  drawn(text, { many: people, count: <span className="metric">{numberOf(people)}</span> })

interface DistributionsProps {
  readonly answers: readonly AggregateAnswer[]
  readonly questions: readonly FormItem[]
  readonly margin: number
}

function Distributions({ answers, questions, margin }: DistributionsProps) {
  const measures = answers.flatMap(({ result }) => result[0]?.measures ?? [])
  return (
    <section aria-labelledby="distributions">
      <h2 id="distributions">{words.byQuestion}</h2>
      {margin > 0 && (
        <ul className="legend results-legend">
          <li>{words.estimate}</li>
          <li>{words.likelyAbout}</li>
        </ul>
      )}
      <div className="distributions">
        {measures.map(({ linkId, buckets = [] }) => (
          <Distribution
            key={linkId}
            title={questions.find(question => question.linkId === linkId)?.text ?? words.questionUntitled}
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
