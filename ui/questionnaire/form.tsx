/** A complete form: pages, progress, errors, review and submission. */
'use client'

import type { FormEvent, ReactElement } from 'react'
import type { PublishedResponse, QuestionnaireResponse } from '../../fhir/form/types.ts'
import { textIn } from '../../fhir/model/translated-text.ts'
import type { Look, ProgressProps } from './appearance.ts'
import { drawingOf } from './drawing-interface.ts'
import { ErrorSummary } from './error-summary.tsx'
import { usePageStrings } from './page-strings.ts'
import { itemsOn, type Presentation } from './pages.ts'
import { drawItems } from './question-renderer.tsx'
import { classOf, useOutline, useSession } from './session.ts'
import { usePaging } from './use-paging.ts'
import { slotsOf } from './use-questionnaire.ts'
import { useSubmission } from './use-submission.ts'
import { QuestionnaireView } from './view.tsx'

export interface QuestionnaireFormProps<
  Response extends QuestionnaireResponse | PublishedResponse = QuestionnaireResponse,
> extends Look {
  /**
   * Submits the response, with status `completed`. An exception is shown as an error; `issues` of the service
   * are shown at their questions, by their `expression`. May declare the response as that of one version of FHIR.
   */
  onSubmit(response: Response): unknown
  /** Shows the answers for review before submission. @default true */
  readonly review?: boolean
  /**
   * `pages` shows each top-level group on a page, if there are only groups; `single` everything at once; `steps`
   * one question at a time, except in groups that repeat. @default 'pages'
   */
  readonly presentation?: Presentation | undefined
  /**
   * Shows a page of thanks once the promise of `onSubmit` has resolved. `false` if the application shows its own.
   * @default true
   */
  readonly success?: boolean
}

/**
 * A complete form, page by page, with errors, a review and a submit button. Use it inside a
 * `QuestionnaireProvider`.
 */
export function QuestionnaireForm(props: QuestionnaireFormProps): ReactElement
export function QuestionnaireForm<Response extends PublishedResponse>(
  props: QuestionnaireFormProps<Response>,
): ReactElement
export function QuestionnaireForm({
  onSubmit,
  review = true,
  presentation,
  success = true,
  ...look
}: QuestionnaireFormProps) {
  const session = useSession()
  const { live, lang, readOnly } = session
  useOutline(session)
  const submission = useSubmission(session, { onSubmit, success })
  const paging = usePaging(session, { presentation, review, onMove: submission.forget })
  const { pages, steps, index, page, heading } = paging
  const strings = usePageStrings()
  const formTitle = textIn(live.form.raw, 'title', lang)
  if (readOnly) {
    return (
      <>
        <h1 className={classOf(session, 'title')}>{formTitle}</h1>
        <QuestionnaireView {...look} />
      </>
    )
  }
  if (submission.phase === 'sent') {
    const { success: Success = Thanks } = session.components
    return <Success />
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Enter in a field, or a second click: nothing is submitted twice or skipped.
    if (submission.phase === 'sending') return
    if (live.ready !== undefined) return void submission.sendLater(event.currentTarget)
    const wrong = page === undefined ? [] : live.show(slotsOf(session, page))
    if (wrong.length > 0) submission.refuse(wrong.length)
    else if (index < steps - 1) paging.go(index + 1)
    else void submission.send(paging.showWrong)
  }
  const { button: Button = 'button', progress: Progress = PageProgress } = session.components
  const left = steps - 1 - index
  const next = left === 0 ? strings.submit : left === 1 && review ? strings.review : strings.next
  const items = page === undefined ? [] : itemsOn(live, page)
  return (
    <form className="wq-form" noValidate onSubmit={submit}>
      {page !== undefined && pages.length > 1 && <Progress {...paging.progress()} />}
      <h1 className={classOf(session, 'title')} tabIndex={-1} ref={heading}>
        {page === undefined ? strings.review : formTitle}
      </h1>
      <ErrorSummary {...(page && live.marked && { slots: slotsOf(session, page) })} {...submission.refusal} />
      {page?.text !== undefined && items[0] !== page && (
        <p className={classOf(session, 'group-title')}>{textIn(page, 'text', lang)}</p>
      )}
      {page === undefined ? (
        <QuestionnaireView {...look} onChange={pages.length > 0 ? paging.change : undefined} />
      ) : (
        drawItems(items, look)
      )}
      {left === 0 && drawingOf(session)?.signature?.(session)}
      <div className="wq-buttons">
        {index > 0 && (
          <Button type="button" className={classOf(session, 'button')} onClick={() => paging.go(index - 1)}>
            {strings.previous}
          </Button>
        )}
        <Button
          type="submit"
          className={classOf(session, 'button', 'wq-primary')}
          aria-disabled={submission.phase !== 'open'}
        >
          {submission.phase === 'waiting' ? strings.checking : next}
        </Button>
      </div>
    </form>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

function Thanks() {
  const session = useSession()
  const strings = usePageStrings()
  return (
    <div className="wq-success">
      <h1 className={classOf(session, 'title')} tabIndex={-1} ref={focus}>
        {strings.thanks}
      </h1>
      <p>{strings.sent}</p>
    </div>
  )
}

function PageProgress({ page, pages, percent, minutes }: ProgressProps) {
  const session = useSession()
  const strings = usePageStrings()
  return (
    <p className={classOf(session, 'progress')}>
      {strings.page(page, pages)} <span className="wq-left">{strings.left(minutes)}</span>
      {/* The text says it already. */}
      <progress max={100} value={percent} aria-hidden="true" />
    </p>
  )
}
