/** The questions of one step with the buttons back and on, and the review of all answers at the end. */
'use client'
import { type FormEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { locate } from '../../../fhir/form/locate.ts'
import type { QuestionnaireItem, QuestionnaireResponse } from '../../../fhir/form/types.ts'
import { textIn } from '../../../fhir/model/translated-text.ts'
import type { Look } from '../appearance.ts'
import { drawingOf } from '../drawing-interface.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { QuestionRenderer } from '../question-renderer.tsx'
import { classOf, SessionContext, useOutline, useSession } from '../session.ts'
import { slotsOf } from '../use-questionnaire.ts'
import type { AdaptiveQuestionnaireProps } from './adaptive-questionnaire.tsx'
import { type Course, issuesOf, responseWith } from './course.ts'
import type { AdaptiveWords } from './words.ts'

interface StepsProps extends Pick<AdaptiveQuestionnaireProps, 'onSubmit'> {
  readonly course: Course
  readonly words: AdaptiveWords
  readonly review: boolean
  readonly look: Look | undefined
  /** Moves the focus to the form when it appears, in place of a button that is gone. */
  readonly focused: boolean
  /** Rejects if the engine is not reached, or refuses. */
  ask(response: QuestionnaireResponse): Promise<Course>
}

export function Steps({ course, words, ask, onSubmit, review, look, focused }: StepsProps) {
  const session = useSession()
  const { live, lang, say } = session
  useOutline(session)
  const { steps, isComplete } = course
  const [at, setAt] = useState(isComplete ? steps.length : steps.length - 1)
  const [attempt, setAttempt] = useState(0)
  const [others, setOthers] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  /** The answers from which the engine derived this course. */
  const asked = useRef(JSON.stringify(live.response.item))
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(focused)
  const index = Math.min(at, isComplete ? steps.length : steps.length - 1)
  const step = steps[index]
  const questions = (linkIds: readonly string[]): readonly QuestionnaireItem[] =>
    linkIds.flatMap(linkId => (live.form.index.get(linkId)?.raw as QuestionnaireItem | undefined) ?? [])

  // With the question, not after it is painted: the next key already belongs to it.
  useLayoutEffect(() => {
    if (moved.current) heading.current?.focus()
    moved.current = false
  })

  const go = (to: number, reached = course) => {
    moved.current = true
    setOthers([])
    setAttempt(0)
    setAt(to)
    say(to < reached.steps.length ? words.question(to + 1) : words.allAsked)
  }
  const refuse = (many: number, all: readonly string[] = []) => {
    setOthers(all)
    setAttempt(attempt + 1)
    say([...(many > 0 ? [words.errors(many)] : []), ...all].join(' '))
  }
  /** Shows what the service refused; a failure without issues leaves everything as it is, to try again. */
  const fail = (error: unknown, sent: QuestionnaireResponse, otherwise: string) => {
    const whole: string[] = []
    let shown = 0
    for (const issue of issuesOf(error)) {
      const slot = issue.expression === undefined ? undefined : locate(live, sent, issue.expression)
      if (slot === undefined) whole.push(words.issue(issue, ''))
      else {
        live.showIssues(slot, [issue])
        shown++
      }
    }
    refuse(shown, shown + whole.length > 0 ? whole : [otherwise])
  }
  const during = async (announced: string, work: () => Promise<void>) => {
    setBusy(true)
    say(announced)
    await work()
    setBusy(false)
  }
  const advance = async () => {
    const given = JSON.stringify(live.response.item)
    if (given === asked.current && index < steps.length && (isComplete || index < steps.length - 1))
      return go(index + 1)
    const sent = responseWith(course, live.response, index)
    await during(words.choosing, async () => {
      try {
        const reached = await ask(sent)
        asked.current = given
        go(index + 1, reached)
      } catch (error) {
        fail(error, sent, words.notChosen)
      }
    })
  }
  const send = async () => {
    const unsigned = drawingOf(session)?.unsigned?.(session)
    if (unsigned !== undefined) return refuse(0, [unsigned])
    const response: QuestionnaireResponse = {
      ...responseWith(course, live.response, steps.length),
      status: 'completed',
    }
    await during(words.submitting, async () => {
      try {
        await onSubmit(response)
        say('')
      } catch (error) {
        fail(error, response, words.submitFailed)
      }
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = step === undefined ? [] : live.show(slotsOf(session, step))
    if (wrong.length > 0) refuse(wrong.length)
    else if (step === undefined) void send()
    else void advance()
  }

  const failed = others.length > 0
  const { button: Button = 'button' } = session.components
  return (
    <form className="wq-form" noValidate onSubmit={submit} aria-busy={busy}>
      {step && <p className={classOf(session, 'progress')}>{words.question(index + 1)}</p>}
      <h1 className={classOf(session, 'title')} tabIndex={-1} ref={heading}>
        {step || !review ? textIn(live.form.raw, 'title', lang) : words.review}
      </h1>
      <ErrorSummary {...(step && { slots: slotsOf(session, step) })} others={others} attempt={attempt} />
      {step ? (
        questions(step).map(item => <QuestionRenderer key={item.linkId} item={item} {...look} />)
      ) : review ? (
        <Answers steps={steps.map(questions)} change={words.change} look={look} onChange={go} />
      ) : (
        <p>{words.allAsked}</p>
      )}
      {step === undefined && drawingOf(session)?.signature?.(session)}
      <div className="wq-buttons">
        {index > 0 && (
          <Button type="button" className={classOf(session, 'button')} onClick={() => go(index - 1)}>
            {words.previous}
          </Button>
        )}
        <Button type="submit" className={classOf(session, 'button', 'wq-primary')} aria-disabled={busy}>
          {failed ? words.retry : step ? words.next : words.submit}
        </Button>
      </div>
    </form>
  )
}

interface AnswersProps {
  readonly steps: readonly (readonly QuestionnaireItem[])[]
  /** The text of a button that changes the answers of a step. */
  readonly change: string
  readonly look: Look | undefined
  onChange(step: number): void
}

/** The answers of each step, with a button to change them. */
function Answers({ steps, change, look, onChange }: AnswersProps) {
  const session = useSession()
  const { lang, prefix } = session
  const { button: Button = 'button' } = session.components
  const shown = useMemo(() => ({ ...session, readOnly: true, prefix: `${prefix}v` }), [session, prefix])
  return (
    <SessionContext.Provider value={shown}>
      <div className={classOf(session, 'view')}>
        {steps.map((items, index) => (
          <div key={items[0]?.linkId} className="wq-view-page">
            {items.map(item => (
              <QuestionRenderer key={item.linkId} item={item} {...look} />
            ))}
            <Button type="button" className={classOf(session, 'button')} onClick={() => onChange(index)}>
              {change}
              <span className="wq-visually-hidden">: {items[0] && textIn(items[0], 'text', lang)}</span>
            </Button>
          </div>
        ))}
      </div>
    </SessionContext.Provider>
  )
}
