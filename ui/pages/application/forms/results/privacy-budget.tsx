/** The privacy budget of a form: what is left of it, and what its numbers reveal about one person at most. */
import type { AggregateBudget } from '../../../../sdk/aggregations.ts'
import { numberOf, percentOf } from '../../../shell/language/formats.ts'
import { words } from '../../../shell/language/page-texts.ts'

export function Budget({ budget }: { readonly budget: AggregateBudget }) {
  const { certainty, days, margin, questions, questionsLeft } = budget
  if (questions === undefined || questionsLeft === undefined)
    return (
      <section className="card budget" aria-labelledby="budget">
        <h2 id="budget">{words.budget}</h2>
        <p>{words.budgetExact}</p>
      </section>
    )
  const left = Math.floor((questionsLeft / questions) * 100)
  const state = left >= 30 ? 'good' : left > 0 ? 'warn' : 'bad'
  const percent = percentOf(left / 100)
  const numbers = words.manyNumbers({ many: questions })
  return (
    <section className="card budget" aria-labelledby="budget">
      <div className="between">
        <h2 id="budget">{words.budget}</h2>
        <small className={`badge ${state}`}>{words.budgetState({ state })}</small>
      </div>
      <p className="metric">
        {percent} <small>{words.budgetLeft}</small>
      </p>
      <meter
        className="meter"
        aria-labelledby="budget"
        aria-valuetext={`${percent} ${words.budgetLeft}`}
        max={questions}
        value={questionsLeft}
      />
      <p>
        {words.usedOf({ used: questions - questionsLeft, numbers })}{' '}
        {words.freeAgain({ days: words.manyDays({ many: days }) })}
      </p>
      <p>{words.noiseAbout({ people: words.manyPeople({ many: margin, count: numberOf(margin) }) })}</p>
      <details>
        <summary>{words.howSafe}</summary>
        <p>{words.safeAbout({ numbers, times: Math.round(certainty * 100) })}</p>
      </details>
    </section>
  )
}
