/** A drop-down list, for many options. */
import { answerOf, isOption } from '../../../fhir/form/choose.ts'
import { optionsOf } from '../../../fhir/form/options.ts'
import { textIn } from '../../../fhir/form/translate.ts'
import { isObject } from '../../../fhir/shape.ts'
import type { ControlProps } from '../control.ts'
import { useSession } from '../session.ts'

export function SelectInput({ slot, field, given, set }: ControlProps) {
  const { live, strings, lang } = useSession()
  const options = optionsOf(slot, live.form)
  const chosen = given === undefined ? -1 : options.findIndex(option => isOption(option, given))
  return (
    <select
      {...field}
      value={chosen}
      onChange={event => {
        const option = options[Number(event.target.value)]
        set(option && answerOf(option))
      }}
    >
      <option value={-1}>{strings.choose}</option>
      {options.map((option, index) => (
        <option key={option.label} value={index}>
          {(isObject(option.value) && textIn(option.value, 'display', lang)) || option.label}
        </option>
      ))}
    </select>
  )
}
