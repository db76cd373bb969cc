/** A date outside of a form: labelled fields for its parts, with a hint and an error. */
'use client'
import { useEffect, useId, useState } from 'react'
import { classes } from './class-names.ts'
import type { DateTerms } from './date-refusal.ts'
import { DateFields } from './inputs/date-fields.tsx'
import { loadStrings } from './load-strings.ts'
import { first } from './strings/en-form.ts'
import { later } from './strings/en-later.ts'
import type { Strings } from './strings.ts'

export interface DateFieldProps extends DateTerms {
  readonly hint?: string | undefined
  /** A date of FHIR: `2026-01-31`, `2026-01` or `2026`; '' for none, or the parts so far, which `refusalOf` refuses. */
  readonly value: string
  /** Another object takes the focus to the part that is wrong. */
  readonly refusal?: DateRefusal | undefined
  onChange(value: string): void
}

/** The error of a date. */
export interface DateRefusal {
  readonly text: string
}

const ENGLISH = { calendar: later.calendar, error: first.error }

/** Draws the parts in the order and with the names of the language. The styles are those of the forms. */
export function DateField(props: DateFieldProps) {
  const { lang, label, hint, value, refusal, needsDay, min, max, onChange } = props
  const id = useId()
  const [strings, setStrings] = useState<Pick<Strings, 'calendar' | 'error'>>()
  const [said, say] = useState('')
  useEffect(() => {
    let isCurrent = true
    const learn = (loaded?: Partial<Strings>) => isCurrent && setStrings({ ...ENGLISH, ...loaded })
    loadStrings(lang).then(learn, () => learn())
    return () => {
      isCurrent = false
    }
  }, [lang])
  useEffect(() => {
    if (refusal) document.getElementById(id)?.focus()
  }, [refusal, id])
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const describedBy = classes(hint !== undefined && hintId, refusal && errorId) || undefined
  return (
    <fieldset className={classes('wq-question', refusal && 'wq-has-error')} aria-describedby={describedBy}>
      <legend className="wq-label">{label}</legend>
      {hint !== undefined && (
        <p className="wq-help" id={hintId}>
          {hint}
        </p>
      )}
      {refusal && (
        <p className="wq-error" id={errorId}>
          <span className="wq-visually-hidden">{strings?.error}: </span>
          {refusal.text}
        </p>
      )}
      <DateFields
        kind="date"
        saysLabel
        {...{ lang, label, needsDay }}
        field={{
          ...{
            id,
            className: 'wq-input',
            'aria-invalid': refusal && true,
            'aria-describedby': refusal && errorId,
          },
        }}
        answer={value}
        set={onChange}
        calendar={strings && { text: strings.calendar, className: 'wq-button', min, max, say }}
      />
      <span className="wq-visually-hidden" aria-live="polite">
        {said}
      </span>
    </fieldset>
  )
}
