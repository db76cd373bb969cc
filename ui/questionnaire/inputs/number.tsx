/** A number, written as people write it: no wheel, no arrows, no digits that vanish. */
import { useState } from 'react'
import { readNumber, writeNumber } from '../../../fhir/form/numbers.ts'
import { unitOf } from '../../../fhir/form/pages.ts'
import type { ControlProps } from '../controls.tsx'
import { classes } from '../question.tsx'
import { useSession } from '../session.ts'

export interface NumberFieldProps extends Pick<ControlProps, 'id' | 'describedBy' | 'invalid'> {
  readonly className: string
  readonly value: unknown
  readonly required?: boolean
  readonly whole?: boolean
  readonly label?: string | undefined
  readonly labelledBy?: string | undefined
  /** Told a number, or the text that is none; nothing when the field is empty. */
  give(value: number | string | undefined): void
}

/** A text is kept as it was written, so that nothing jumps; what was read from it is the answer. */
export function NumberField(props: NumberFieldProps) {
  const lang = useSession().lang ?? 'en'
  const [written, setWritten] = useState<string>()
  return (
    <input
      type="text"
      id={props.id}
      className={props.className}
      inputMode={props.whole === true ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={written ?? writeNumber(props.value, lang)}
      required={props.required}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      onChange={({ target: { value } }) => {
        setWritten(value)
        props.give(value.trim() === '' ? undefined : readNumber(value, lang))
      }}
      onBlur={() => setWritten(undefined)}
    />
  )
}

export function NumberInput({
  slot,
  look,
  id,
  describedBy,
  invalid,
  label,
  labelledBy,
  given,
  set,
}: ControlProps) {
  const { item } = slot
  const whole = item.type === 'integer'
  const unit = unitOf(item.raw)
  const field = (
    <NumberField
      id={id}
      className={classes('wq-input wq-number', look.inputClassName)}
      value={whole ? given?.valueInteger : given?.valueDecimal}
      required={item.required}
      whole={whole}
      invalid={invalid}
      label={labelledBy === undefined ? label : undefined}
      describedBy={unit === undefined ? describedBy : classes(describedBy, `${id}-u`)}
      give={value =>
        // What is no number is kept as it is: the rules say what is asked for.
        set(
          value === undefined ? undefined : ({ [whole ? 'valueInteger' : 'valueDecimal']: value } as object),
        )
      }
    />
  )
  if (unit === undefined) return field
  return (
    <span className="wq-with-unit">
      {field}
      <span className="wq-unit" id={`${id}-u`}>
        {unit}
      </span>
    </span>
  )
}
