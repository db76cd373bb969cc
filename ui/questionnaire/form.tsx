/** A complete form: pages, progress, errors, review and submission. */
'use client'

import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { isQuestion } from '../../fhir/definition.ts'
import { calculateProgress } from '../../fhir/form/pages.ts'
import { textIn } from '../../fhir/form/translate.ts'
import type { Slot } from '../../fhir/form/tree.ts'
import type { PublishedResponse, QuestionnaireResponse } from '../../fhir/form/types.ts'
import type { Issue } from '../../fhir/issue.ts'
import { drawingOf } from './drawing.ts'
import { ErrorSummary } from './error-summary.tsx'
import type { Look, ProgressProps } from './look.ts'
import { usePageStrings } from './page-strings.ts'
import { itemsOn, type Presentation, pagesOf } from './pages.ts'
import { drawItems } from './question-renderer.tsx'
import { classOf, useOutline, useSession } from './session.ts'
import { slotsOf } from './use-questionnaire.ts'
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

/** The seconds that a question takes, for the time that is left. */
const SECONDS = 8

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
  const { live, lang, say, readOnly, components } = session
  const strings = usePageStrings()
  useOutline(session)
  const [at, setAt] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [others, setOthers] = useState<readonly string[]>([])
  const [sending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)

  // Derived on each render: answers can hide and show pages.
  const pages = pagesOf(live, presentation)
  const steps = pages.length + (review ? 1 : 0)
  const index = Math.min(at, steps - 1)
  const page = pages[index]
  const items = page === undefined ? [] : itemsOn(live, page)
  const onReview = page === undefined
  const title = onReview ? strings.review : textIn(live.form.raw, 'title', lang)

  useEffect(() => {
    if (moved.current) heading.current?.focus()
    moved.current = false
  })
  if (readOnly) {
    return (
      <>
        <h1 className={classOf(session, 'title')}>{textIn(live.form.raw, 'title', lang)}</h1>
        <QuestionnaireView {...look} />
      </>
    )
  }

  if (isSent) {
    const Success = components.success
    if (Success) return <Success />
    return (
      <div className="wq-success">
        <h1 className={classOf(session, 'title')} tabIndex={-1} ref={heading}>
          {strings.thanks}
        </h1>
        <p>{strings.sent}</p>
      </div>
    )
  }

  const go = (to: number) => {
    moved.current = true
    setOthers([])
    setAt(to)
    if (pages.length > 1) say(strings.page(to + 1, steps))
  }
  /** The review has the pages of the form: goes to the first of those that are shown. */
  const change = (reviewed: number) => {
    const all = slotsOf(session, pagesOf(live)[reviewed])
    go(
      Math.max(
        0,
        pages.findIndex(each => slotsOf(session, each).some(slot => all.includes(slot))),
      ),
    )
  }
  const refuse = (many: number, words: readonly string[] = []) => {
    setOthers(words)
    setAttempt(attempt + 1)
    say(strings.errors(many + words.length))
  }
  const send = async () => {
    const wrong = live.show(live.visible())
    const broken = live.constraints()
    for (const { slot, issue } of broken) if (slot) live.showIssues(slot, [issue])
    const unsigned = drawingOf(session)?.unsigned?.(session)
    const whole = broken.flatMap(({ slot, issue }) => (slot ? [] : [issue.text])).concat(unsigned ?? [])
    if (wrong.length + broken.length + whole.length > 0) {
      const first = pages.findIndex(each => slotsOf(session, each).some(slot => slot.issues.length > 0))
      if (first >= 0) setAt(first)
      return refuse(wrong.length, whole)
    }
    setSending(true)
    say(strings.submitting)
    const response: QuestionnaireResponse = { ...live.response, status: 'completed' }
    try {
      const reply = onSubmit(response)
      await reply
      say('')
      // A function that returns at once has only taken the answers.
      const isThanked = success && reply instanceof Promise
      moved.current = isThanked
      setSent(isThanked)
    } catch (error) {
      const issues = issuesOf(error)
      // Needed only for a refusal; without a connection it cannot be loaded either.
      const { locate } = await import('../../fhir/form/locate.ts').catch(() => ({ locate: () => undefined }))
      let shown = 0
      for (const issue of issues) {
        const slot = locate(live, response, issue.expression)
        if (slot === undefined) continue
        live.showIssues(slot, [issue])
        shown++
      }
      refuse(shown, shown === 0 ? [strings.submitFailed] : [])
    }
    setSending(false)
  }
  /** Submits again with the rules, or without those that cannot be loaded: the service has them all. */
  const submitLater = async (form: HTMLFormElement) => {
    setWaiting(true)
    say(strings.checking)
    // The texts of another language may begin the loading anew.
    for (let ready: typeof live.ready; live.ready !== ready; ) {
      ready = live.ready
      await ready?.catch(() => undefined)
    }
    setWaiting(false)
    say('')
    if (form.isConnected) form.requestSubmit()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Enter in a field, or a second click: nothing is submitted twice or skipped.
    if (sending) return
    if (live.ready !== undefined) {
      if (!isWaiting) void submitLater(event.currentTarget)
      return
    }
    const wrong = onReview ? [] : live.show(slotsOf(session, page))
    if (wrong.length > 0) refuse(wrong.length)
    else if (index < steps - 1) go(index + 1)
    else void send()
  }

  const { button: Button = 'button', progress: Progress = PageProgress } = components
  const minutesFor = (slots: readonly Slot[]) =>
    Math.ceil((slots.filter(({ item }) => isQuestion(item)).length * SECONDS) / 60)
  return (
    <form className="wq-form" noValidate onSubmit={submit}>
      {steps > 1 && !onReview && pages.length > 1 && (
        <Progress
          {...{ page: index + 1, pages: steps, percent: calculateProgress(index, steps) }}
          minutes={minutesFor(
            slotsOf(
              session,
              pages.slice(index).flatMap(each => itemsOn(live, each)),
            ),
          )}
        />
      )}
      <h1 className={classOf(session, 'title')} tabIndex={-1} ref={heading}>
        {title}
      </h1>
      <ErrorSummary
        {...(page && live.marked && { slots: slotsOf(session, page) })}
        others={others}
        attempt={attempt}
      />
      {page?.text !== undefined && items[0] !== page && (
        <p className={classOf(session, 'group-title')}>{textIn(page, 'text', lang)}</p>
      )}
      {onReview ? (
        <QuestionnaireView {...look} onChange={pages.length > 0 ? change : undefined} />
      ) : (
        drawItems(items, look)
      )}
      {index === steps - 1 && drawingOf(session)?.signature?.(session)}
      <div className="wq-buttons">
        {index > 0 && (
          <Button type="button" className={classOf(session, 'button')} onClick={() => go(index - 1)}>
            {strings.previous}
          </Button>
        )}
        <Button
          type="submit"
          className={classOf(session, 'button', 'wq-primary')}
          aria-disabled={sending || isWaiting}
        >
          {isWaiting
            ? strings.checking
            : index === steps - 1
              ? strings.submit
              : index === steps - 2 && review
                ? strings.review
                : strings.next}
        </Button>
      </div>
    </form>
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

/** The issues of an error: from a problem body, or from an OperationOutcome converted to the same shape. */
function issuesOf(error: unknown): readonly Issue[] {
  const issues = (error as { readonly issues?: unknown } | undefined)?.issues
  return Array.isArray(issues) ? issues.filter(issue => typeof issue?.expression === 'string') : []
}
