/** A number with its unit: one unit beside it, several to choose from, none for a plain decimal. */
import type { Quantity } from 'fhir/r5.js'
import { useState } from 'react'
import { extensionValue } from '../../../fhir/definition.ts'
import { unitsOf } from '../../../fhir/form/pages.ts'
import { text } from '../../../fhir/shape.ts'
import type { ControlProps } from '../controls.tsx'
import { classes } from '../question.tsx'
import { useSession } from '../session.ts'
import { NumberField } from './number.tsx'

type Unit = Pick<Quantity, 'unit' | 'system' | 'code'>

export function QuantityInput({
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
  const { strings } = useSession()
  const units = unitsIn(slot.item)
  const answered = given?.valueQuantity
  const [picked, setPicked] = useState<Unit>()
  const at = units.findIndex(unit => (answered === undefined ? unit === picked : unit.code === answered.code))
  const unit = answered === undefined ? (units[at] ?? units[0]) : (units[at] ?? unitOf(answered))
  const [only, ...further] = units
  const give = (value: unknown, next: Unit | undefined) =>
    set(value === undefined ? undefined : { valueQuantity: { value: value as number, ...next } })
  const field = (
    <NumberField
      id={id}
      className={classes('wq-input wq-number', look.inputClassName)}
      value={answered?.value}
      required={slot.item.required}
      invalid={invalid}
      label={labelledBy === undefined ? label : undefined}
      labelledBy={further.length > 0 ? labelledBy : undefined}
      describedBy={further.length === 0 && only ? classes(describedBy, `${id}-u`) : describedBy}
      give={value => give(value, unit)}
    />
  )
  if (only === undefined) return field
  return (
    <span className="wq-with-unit">
      {field}
      {further.length === 0 ? (
        <span className="wq-unit" id={`${id}-u`}>
          {only.unit}
        </span>
      ) : (
        <span className="wq-units" role="radiogroup" aria-label={`${strings.unit}: ${label}`}>
          {units.map(each => (
            <label
              key={each.code ?? each.unit}
              className={classes('wq-choice', each === unit && 'wq-selected')}
            >
              <input
                type="radio"
                name={`${id}-u`}
                checked={each === unit}
                onChange={() => {
                  setPicked(each)
                  give(answered?.value, each)
                }}
              />
              {each.unit}
            </label>
          ))}
        </span>
      )}
    </span>
  )
}

/** The units of a question as answers hold them, the same objects each time. */
const known = new WeakMap<object, readonly Unit[]>()
function unitsIn(item: ControlProps['slot']['item']): readonly Unit[] {
  const found = known.get(item)
  if (found !== undefined) return found
  const own = extensionValue(item, 'unit') as { system?: string; code?: string; display?: string } | undefined
  const offered = unitsOf(item.raw)
  const units = (offered.length === 0 && own !== undefined ? [own] : offered).map(
    ({ system, code, display }) => ({
      ...((display ?? code) !== undefined && { unit: text(display) ?? text(code) ?? '' }),
      ...(system !== undefined && { system: String(system) }),
      ...(code !== undefined && { code: String(code) }),
    }),
  )
  known.set(item, units)
  return units
}

const unitOf = ({ unit, system, code }: Quantity): Unit => ({
  ...(unit !== undefined && { unit }),
  ...(system !== undefined && { system }),
  ...(code !== undefined && { code }),
})
