/** The questions that an application keeps, each to be asked again or removed. */
import { Icon } from '@andiron/design/icon'
import { words } from '../../shell/language/page-texts.ts'
import type { Questions } from './insight-questions.ts'
import { InsightSaid } from './insight-sentence.tsx'

interface KeptQuestionsProps {
  readonly questions: Questions
  /** The titles of the forms by their `_id`s. */
  readonly titles: ReadonlyMap<string, string>
}

export function KeptQuestions({ questions, titles }: KeptQuestionsProps) {
  const { kept } = questions
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">{words.keptTitle}</h2>
      {kept.length === 0 ? (
        <p className="empty">{words.keptNone}</p>
      ) : (
        <ul className="card list">
          {kept.map(each => (
            <KeptQuestion key={each.name} {...{ questions, titles }} question={each} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface KeptQuestionProps extends KeptQuestionsProps {
  readonly question: Questions['kept'][number]
}

function KeptQuestion({ questions, titles, question }: KeptQuestionProps) {
  const { step, opened, askKept, remove } = questions
  const { name, title = name, questionnaire, measures, groupBy, filter } = question
  const query = { measures, ...(groupBy && { groupBy }), ...(filter && { filter }) }
  const isBusy = step.doing !== ''
  return (
    <li className="event kept">
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
          aria-disabled={isBusy}
          onClick={() => askKept(question)}
        >
          {words.askIt}
        </button>
        <button
          type="button"
          className="wq-button danger"
          aria-label={words.removeKept({ name: title })}
          aria-disabled={isBusy}
          onClick={() => remove(question)}
        >
          {words.remove}
        </button>
      </span>
    </li>
  )
}
