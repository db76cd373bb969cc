/** The submission of a form: its rules, the request, and what was refused. */
'use client'

import { useState } from 'react'
import type { QuestionnaireResponse } from '../../fhir/form/types.ts'
import type { Issue } from '../../fhir/model/issue.ts'
import { drawingOf } from './drawing-interface.ts'
import { usePageStrings } from './page-strings.ts'
import type { Session } from './session.ts'

export interface SubmissionOptions {
  onSubmit(response: QuestionnaireResponse): unknown
  /** True if a page of thanks is shown once the promise of `onSubmit` has resolved. */
  readonly success: boolean
}

type Phase = 'open' | 'waiting' | 'sending' | 'sent'

interface Refusal {
  /** Counts refusals. */
  readonly attempt: number
  /** Those that belong to no question. */
  readonly others: readonly string[]
}

export interface Submission {
  /** `waiting` while the rules are loaded that a submission needs, `sent` if thanks are shown. */
  readonly phase: Phase
  readonly refusal: Refusal
  /** Shows that so many questions, and the whole form for these reasons, were refused. */
  refuse(many: number, reasons?: readonly string[]): void
  /** Removes the refusals that belong to no question. */
  forget(): void
  /** Checks and submits the answers. @param showWrong - goes to the first question that was refused */
  send(showWrong: () => void): Promise<void>
  /** Submits the form again with the rules, or without those that cannot be loaded: the service has them all. */
  sendLater(form: HTMLFormElement): Promise<void>
}

export function useSubmission(session: Session, { onSubmit, success }: SubmissionOptions): Submission {
  const { live, say } = session
  const strings = usePageStrings()
  const [refusal, setRefusal] = useState<Refusal>({ attempt: 0, others: [] })
  const [phase, setPhase] = useState<Phase>('open')

  function refuse(many: number, others: readonly string[] = []): void {
    setRefusal({ attempt: refusal.attempt + 1, others })
    say(strings.errors(many + others.length))
  }

  async function send(showWrong: () => void): Promise<void> {
    const wrong = live.show(live.visible())
    const broken = live.constraints()
    for (const { slot, issue } of broken) if (slot) live.showIssues(slot, [issue])
    const unsigned = drawingOf(session)?.unsigned?.(session)
    const whole = broken.flatMap(({ slot, issue }) => (slot ? [] : [issue.text])).concat(unsigned ?? [])
    if (wrong.length + broken.length + whole.length > 0) {
      showWrong()
      return refuse(wrong.length, whole)
    }
    setPhase('sending')
    say(strings.submitting)
    const response: QuestionnaireResponse = { ...live.response, status: 'completed' }
    try {
      const reply = onSubmit(response)
      await reply
      say('')
      // A function that returns at once has only taken the answers.
      setPhase(success && reply instanceof Promise ? 'sent' : 'open')
    } catch (error) {
      const shown = await showIssues(session, response, issuesOf(error))
      refuse(shown, shown === 0 ? [strings.submitFailed] : [])
      setPhase('open')
    }
  }

  async function sendLater(form: HTMLFormElement): Promise<void> {
    if (phase === 'waiting') return
    setPhase('waiting')
    say(strings.checking)
    // The texts of another language may begin the loading anew.
    for (let ready: typeof live.ready; live.ready !== ready; ) {
      ready = live.ready
      await ready?.catch(() => undefined)
    }
    setPhase('open')
    say('')
    if (form.isConnected) form.requestSubmit()
  }

  const forget = () => setRefusal({ ...refusal, others: [] })
  return { phase, refusal, refuse, forget, send, sendLater }
}

/** Shows the issues of the service at their questions, and returns how many have one. */
async function showIssues(
  { live }: Session,
  response: QuestionnaireResponse,
  issues: readonly Issue[],
): Promise<number> {
  // Needed only for a refusal; without a connection it cannot be loaded either.
  const { locate } = await import('../../fhir/form/locate.ts').catch(() => ({ locate: () => undefined }))
  let shown = 0
  for (const issue of issues) {
    const slot = locate(live, response, issue.expression)
    if (slot === undefined) continue
    live.showIssues(slot, [issue])
    shown++
  }
  return shown
}

/** The issues of an error: from a problem body, or from an OperationOutcome converted to the same shape. */
function issuesOf(error: unknown): readonly Issue[] {
  const issues = (error as { readonly issues?: unknown } | undefined)?.issues
  return Array.isArray(issues) ? issues.filter(issue => typeof issue?.expression === 'string') : []
}
