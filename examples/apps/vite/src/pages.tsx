/** A form, page by page, in the style of this application. */
import {
  calculateProgress,
  getAllQuestionsFromPage,
  getExclusiveOptionCode,
  getVisiblePages,
  hasAnswerValue,
  isQuestionHidden,
  type QuestionnaireItem,
  type QuestionnaireResponse,
  QuestionRenderer,
  useQuestionnaire,
} from '@andiron/questionnaire'
import { type ReactNode, useState } from 'react'

interface PagesProps {
  busy: boolean
  onSubmit: (response: QuestionnaireResponse) => Promise<void>
  /** Shown below the questions of the last page. */
  children?: ReactNode
}

/** One option, as passed to a custom renderer. */
interface OptionProps {
  linkId: string
  valueCoding?: { system?: string; code?: string; display?: string }
  valueInteger?: number
  checked: boolean
  disabled?: boolean
  onChange: () => void
  label: string
  index: number
}

const Radio = ({ linkId, label, index, checked, disabled, onChange }: OptionProps) => (
  <label data-option={index}>
    <input type="radio" name={linkId} checked={checked} disabled={disabled} onChange={() => onChange()} />{' '}
    {label}
  </label>
)

const Checkbox = ({ valueCoding, label, checked, disabled, onChange }: OptionProps) => (
  <label data-code={valueCoding?.code}>
    <input type="checkbox" checked={checked} disabled={disabled} onChange={() => onChange()} /> {label}
  </label>
)

export function Pages({ busy, onSubmit, children }: PagesProps) {
  const form = useQuestionnaire()
  const pages = getVisiblePages(form.questionnaire)
  const [index, setIndex] = useState(0)
  const page = pages[index]
  if (!page) return null
  const isLast = index === pages.length - 1
  const answered = getAllQuestionsFromPage(page).filter(({ linkId }) =>
    hasAnswerValue(form.getAnswer(linkId)),
  )

  function go() {
    if (!page || !form.isPageValid(page)) {
      form.markValidationErrors(page)
      return
    }
    form.clearValidationErrors()
    if (isLast) void onSubmit(form.response)
    else setIndex(index + 1)
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        go()
      }}
    >
      <h2>{page.text}</h2>
      <progress max={100} value={calculateProgress(index, pages.length)} />
      <p>
        {answered.length} answered here, {form.getUnansweredRequiredQuestions(page).length} required are open.
      </p>
      {(page.item ?? []).filter(drawn).map((item: QuestionnaireItem) => (
        <QuestionRenderer
          key={item.linkId}
          item={item}
          className={form.hasValidationError(item.linkId) ? 'open' : undefined}
          choiceLayout={item.type === 'choice' && !getExclusiveOptionCode(item) ? 'inline-wrap' : 'stacked'}
          renderRadioInput={props => <Radio {...props} />}
          renderCheckboxInput={props => <Checkbox {...props} />}
        />
      ))}
      {isLast && children}
      {index > 0 && (
        <button type="button" onClick={() => setIndex(index - 1)}>
          Back
        </button>
      )}
      <button type="submit" disabled={busy}>
        {isLast ? 'Store' : 'Next'}
      </button>
    </form>
  )
}

const drawn = (item: QuestionnaireItem) => !isQuestionHidden(item) && item.type !== 'attachment'
