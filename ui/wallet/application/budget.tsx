/** The remaining privacy budget of a form, and what its queries reveal about one person at most. */
import { useEffect, useState } from 'react'
import { type AggregateBudget, readAggregateBudget } from '../../sdk/aggregations.ts'
import type { ResponsesProps } from './responses.tsx'

export function Budget({ scene: { environment }, applicationId, keyPair, id }: ResponsesProps) {
  const [budget, setBudget] = useState<AggregateBudget>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    readAggregateBudget(keyPair, id, environment, { applicationId, signal }).then(setBudget, () => {
      // A gateway may not offer aggregates; then show nothing.
    })
    return () => controller.abort()
  }, [keyPair, id, environment, applicationId])
  return (
    budget && (
      <section aria-labelledby="budget">
        <h2 id="budget">Aggregations</h2>
        <p>{sentenceOf(budget)}</p>
      </section>
    )
  )
}

function sentenceOf({ certainty, days, margin, questions, questionsLeft }: AggregateBudget): string {
  if (questions === undefined || questionsLeft === undefined)
    return 'This service returns exact numbers: two queries can reveal the answers of one person.'
  const times = Math.round(certainty * 100)
  return (
    `${questionsLeft.toLocaleString('en')} of ${questions.toLocaleString('en')} numbers can be asked today; each is charged for ${days} days. ` +
    `A number is off by up to ${margin} people, in 19 of 20 cases. With all numbers together, a guess about one person is right ${times} times in 100 at most, ` +
    'where a coin is right 50 times.'
  )
}
