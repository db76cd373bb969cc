/** A number with its unit: a single unit as a label, several as a choice, none for a plain decimal. */
'use client'
import type { Quantity } from 'fhir/r5.js'
import { useState } from 'react'
import { unitsOf } from '../../../fhir/model/item-controls.ts'
import { extensionValue } from '../../../fhir/model/read-form.ts'
import { textIn } from '../../../fhir/model/translated-text.ts'
import { text } from '../../../fhir/values/unchecked-json.ts'
import { classes } from '../class-names.ts'
import type { ControlProps } from '../control.ts'
import { useStrings } from '../lazy-strings.ts'
import { useSession } from '../session.ts'
import { NumberField } from './number.tsx'

type Unit = Pick<Quantity, 'unit' | 'system' | 'code'>

export function QuantityInput({ slot, field, label, labelId, given, set }: ControlProps) {
  const { lang } = useSession()
  const strings = useStrings()
  const units = unitsIn(slot.item)
  const answered = given?.valueQuantity
  const [picked, setPicked] = useState<Unit>()
  const known = units.find(each => (answered === undefined ? each === picked : each.code === answered.code))
  const unit = known ?? (answered === undefined ? units[0] : unitOf(answered))
  const [only, ...further] = units
  const id = `${field.id}-u`
  const give = (value: unknown, next: Unit | undefined) =>
    set(value === undefined ? undefined : { valueQuantity: { value: value as number, ...next } })
  const number = (more: Partial<ControlProps['field']>) => (
    <NumberField field={{ ...field, ...more }} value={answered?.value} give={value => give(value, unit)} />
  )
  if (only === undefined) return number({})
  if (further.length === 0) {
    return (
      <span className="wq-with-unit">
        {number({ 'aria-describedby': classes(field['aria-describedby'], id) })}
        <span className="wq-unit" id={id}>
          {unitText(only, lang)}
        </span>
      </span>
    )
  }
  return (
    <span className="wq-with-unit">
      {number({ 'aria-labelledby': labelId })}
      <span className="wq-units" role="radiogroup" aria-label={`${strings.unit}: ${label}`}>
        {units.map(each => (
          <label
            key={each.code ?? each.unit}
            className={classes('wq-choice', each === unit && 'wq-selected')}
          >
            <input
              type="radio"
              name={id}
              checked={each === unit}
              onChange={() => {
                setPicked(each)
                give(answered?.value, each)
              }}
            />
            {unitText(each, lang)}
          </label>
        ))}
      </span>
    </span>
  )
}

/** The units of a question as answers write them; the same objects each time. */
const read = new WeakMap<object, readonly Unit[]>()
/** The elements of the form with the translations of these units. */
const elements = new WeakMap<Unit, object>()

/** The unit as the reader knows it; an answer has the unit of the form. */
const unitText = (unit: Unit, lang: string | undefined) =>
  textIn(elements.get(unit) ?? {}, 'display', lang) ?? unit.unit

function unitsIn(item: ControlProps['slot']['item']): readonly Unit[] {
  const found = read.get(item)
  if (found !== undefined) return found
  const own = extensionValue(item, 'unit') as { system?: string; code?: string; display?: string } | undefined
  const offered = unitsOf(item.raw)
  const units = (offered.length === 0 && own !== undefined ? [own] : offered).map(element => {
    const { system, code, display } = element
    const unit: Unit = {
      ...((display ?? code) !== undefined && { unit: text(display) ?? text(code) ?? '' }),
      ...(system !== undefined && { system: String(system) }),
      ...(code !== undefined && { code: String(code) }),
    }
    elements.set(unit, element)
    return unit
  })
  read.set(item, units)
  return units
}

const unitOf = ({ unit, system, code }: Quantity): Unit => ({
  ...(unit !== undefined && { unit }),
  ...(system !== undefined && { system }),
  ...(code !== undefined && { code }),
})
