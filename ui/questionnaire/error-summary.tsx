/** All errors in one list, with links to the questions. */
'use client'
import { useEffect, useId, useRef } from 'react'
import type { Slot } from '../../fhir/form/answer-tree.ts'
import { labelText } from './label.tsx'
import { usePageStrings } from './page-strings.ts'
import { classOf, idOf, useOutline, useSession } from './session.ts'

export interface ErrorSummaryProps {
  /** The slots to include. @default all of the form */
  readonly slots?: readonly Slot[]
  /** Errors without a question, such as a failed submission. */
  readonly others?: readonly string[]
  /** Takes the focus whenever this changes. */
  readonly attempt?: number
}

/**
 * Lists the visible errors in the order of the form; renders nothing if there are none. Takes the focus after
 * an attempt, so that screen readers start at the top.
 */
export function ErrorSummary({ slots, others = [], attempt = 0 }: ErrorSummaryProps) {
  const session = useSession()
  const { live, lang } = session
  const strings = usePageStrings()
  useOutline(session)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const wrong = live.marked
    ? (slots ?? [...live.visible()]).filter(slot => slot.enabled && slot.issues.length > 0)
    : []
  const none = wrong.length === 0 && others.length === 0
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  useEffect(() => {
    if (none) return
    const title = document.title
    document.title = `${strings.error}: ${title}`
    return () => {
      document.title = title
    }
  }, [none, strings])
  if (none) return null
  return (
    <div className={classOf(session, 'error-summary')} ref={box} tabIndex={-1}>
      <div role="alert">
        <h2 id={id}>{strings.problem}</h2>
        <ul>
          {others.map(other => (
            <li key={other}>{other}</li>
          ))}
          {wrong.map(slot => {
            const control = idOf(session, slot, 'c')
            const question = idOf(session, slot)
            return (
              <li key={slot.id}>
                <a
                  href={`#${control}`}
                  onClick={event => {
                    event.preventDefault()
                    // Scroll to the question's text, so that it is visible with its input.
                    document.getElementById(question)?.scrollIntoView()
                    const input = document.getElementById(control)
                    ;(
                      input ?? document.getElementById(question)?.querySelector<HTMLElement>('input, button')
                    )?.focus({
                      preventScroll: true,
                    })
                  }}
                >
                  {slot.issues.map(issue => strings.issue(issue, labelText(slot, lang))).join(' ')}
                </a>
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
