/** A number field that accepts people's notation: no spinner, no scroll wheel, no dropped digits. */
'use client'
import { useState } from 'react'
import { readNumber, writeNumber } from '../../../fhir/form/numbers.ts'
import { unitOf } from '../../../fhir/model/item-controls.ts'
import { classes } from '../class-names.ts'
import type { ControlProps, Field } from '../control.ts'
import { type Session, useSession } from '../session.ts'

export interface NumberFieldProps {
  readonly field: Field
  readonly value: unknown
  readonly whole?: boolean
  /** Called with a number, or with text that is not a number; with undefined if the field is empty. */
  give(value: number | string | undefined): void
}

/** Keeps the text as typed, so that the cursor does not jump. The answer is the number parsed from it. */
export function NumberField({ field, value, whole = false, give }: NumberFieldProps) {
  const { lang = 'en', components } = useSession()
  const Input = components.input ?? 'input'
  const [typed, setTyped] = useState<string>()
  return (
    <Input
      {...field}
      type="text"
      className={`${field.className} wq-number`}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? writeNumber(value, lang)}
      onChange={({ target }) => {
        setTyped(target.value)
        give(target.value.trim() === '' ? undefined : readNumber(target.value, lang))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

export function drawNumber({ slot, field, given, set }: ControlProps, { lang }: Session) {
  const { type, raw } = slot.item
  const whole = type === 'integer'
  const unit = unitOf(raw, lang)
  const id = `${field.id}-u`
  // Keep text that is not a number: the rules report the expected format.
  const give = (value: unknown) =>
    set(value === undefined ? undefined : ({ [whole ? 'valueInteger' : 'valueDecimal']: value } as object))
  const value = whole ? given?.valueInteger : given?.valueDecimal
  if (unit === undefined) return <NumberField field={field} value={value} whole={whole} give={give} />
  return (
    <span className="wq-with-unit">
      <NumberField
        field={{ ...field, 'aria-describedby': classes(field['aria-describedby'], id) }}
        value={value}
        whole={whole}
        give={give}
      />
      <span className="wq-unit" id={id}>
        {unit}
      </span>
    </span>
  )
}
