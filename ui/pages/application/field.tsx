/** A field with its label, help and error. */
import { type ReactNode, useId } from 'react'
import { words } from '../shell/language/page-texts.ts'

export interface FieldProps {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly error?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'url'
  readonly required?: boolean
  /** Beside the input: a button to remove it. */
  readonly children?: ReactNode
}

export function Field({
  label,
  help,
  error,
  value,
  onChange,
  type = 'text',
  required,
  children,
}: FieldProps) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`wq-question${error ? ' wq-has-error' : ''}`}>
      <label className="wq-label" htmlFor={id}>
        {label}
      </label>
      {help && (
        <p className="wq-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="wq-error" id={`${id}-error`}>
          {words.errorIs({ error })}
        </p>
      )}
      <div className="beside">
        <input
          className="wq-input"
          id={id}
          type="text"
          inputMode={type}
          autoComplete="off"
          spellCheck={false}
          value={value}
          required={required}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          onChange={event => onChange(event.target.value)}
        />
        {children}
      </div>
    </div>
  )
}
