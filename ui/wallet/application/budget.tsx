/** The privacy budget of a form: what is left of it, and what its numbers reveal about one person at most. */
import type { AggregateBudget } from '../../sdk/aggregations.ts'
import { counted } from '../words.ts'

export function Budget({ budget }: { readonly budget: AggregateBudget }) {
  const { certainty, days, margin, questions, questionsLeft } = budget
  if (questions === undefined || questionsLeft === undefined)
    return (
      <section className="card budget" aria-labelledby="budget">
        <h2 id="budget">Privacy budget</h2>
        <p>This service returns exact numbers: two queries can reveal the answers of one person.</p>
      </section>
    )
  const used = questions - questionsLeft
  const left = Math.floor((questionsLeft / questions) * 100)
  const [state, word] = left >= 30 ? ['good', 'Healthy'] : left > 0 ? ['warn', 'Low'] : ['bad', 'Spent']
  const said = `${used} of ${counted(questions, 'number')} used, ${left}% left`
  return (
    <section className="card budget" aria-labelledby="budget">
      <div className="between">
        <h2 id="budget">Privacy budget</h2>
        <small className={`badge ${state}`}>{word}</small>
      </div>
      <p className="metric">
        {left}% <small>left</small>
      </p>
      <meter className="meter" aria-label="Privacy budget used" max={questions} value={used}>
        {said}
      </meter>
      <p>
        {used.toLocaleString('en')} of {counted(questions, 'number')} used. A number is free again {days} days
        after it was counted.
      </p>
      <p>
        Each number has a little noise, up to {margin} people in 19 of 20 cases, so that no one’s answers can
        be told from it.
      </p>
      <details>
        <summary>How safe is that?</summary>
        <p>
          With all {questions.toLocaleString('en')} numbers together, a guess about one person is right{' '}
          {Math.round(certainty * 100)} times in 100 at most. A coin is right 50 times.
        </p>
      </details>
    </section>
  )
}
