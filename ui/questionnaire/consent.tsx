/** `LegalConsentForm`: the terms, and the person's agreement. */
'use client'
import { type ReactNode, useId, useState } from 'react'
import { en, type Strings } from './strings.ts'

export interface LegalConsentFormProps {
  /** Called when the person has ticked the box and agreed. */
  onConfirm(): void
  onCancel?(): void
  readonly confirmButtonLabel?: string
  readonly title?: string
  /** The terms: text, links. @default a sentence about what happens to the answers */
  readonly children?: ReactNode
  readonly strings?: Partial<Strings>
}

/**
 * Asks for consent. Nothing is ticked in advance. The button stays enabled and reports what is missing. It brings no
 * `<form>`, so that it can stand in one of the application's.
 */
export function LegalConsentForm(props: LegalConsentFormProps) {
  const { onConfirm, onCancel, confirmButtonLabel, title, children } = props
  const words = { ...en, ...props.strings }
  const [agreed, setAgreed] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const id = useId()
  const wrong = submitted && !agreed
  return (
    <section className="wq-form wq-consent" aria-labelledby={title === undefined ? undefined : `${id}-t`}>
      {title !== undefined && (
        <h2 className="wq-title" id={`${id}-t`}>
          {title}
        </h2>
      )}
      {children ?? <p>{words.terms}</p>}
      <div className={wrong ? 'wq-question wq-has-error' : 'wq-question'}>
        <p className="wq-error" id={`${id}-e`} role="alert" hidden={!wrong}>
          {wrong && `${words.error}: ${words.agree}.`}
        </p>
        <label className="wq-choice">
          <input
            type="checkbox"
            id={id}
            required
            checked={agreed}
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? `${id}-e` : undefined}
            onChange={event => setAgreed(event.target.checked)}
          />
          {words.agree}
        </label>
      </div>
      <div className="wq-buttons">
        {onCancel !== undefined && (
          <button type="button" className="wq-button" onClick={onCancel}>
            {words.cancel}
          </button>
        )}
        <button
          type="button"
          className="wq-button wq-primary"
          onClick={() => {
            setSubmitted(true)
            agreed ? onConfirm() : document.getElementById(id)?.focus()
          }}
        >
          {confirmButtonLabel ?? words.confirm}
        </button>
      </div>
    </section>
  )
}
