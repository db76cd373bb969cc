/** A drop-down list, for many options. */
import { answerOf, isOption } from '../../../fhir/form/choose.ts'
import { optionsOf, optionText } from '../../../fhir/form/options.ts'
import type { ControlProps } from '../control.ts'
import { useStrings } from '../lazy-strings.ts'
import { useSession } from '../session.ts'

export function SelectInput({ slot, field, given, set }: ControlProps) {
  const { live, lang } = useSession()
  const strings = useStrings()
  const options = slot.offered ?? optionsOf(slot.item, live.form)
  const chosen = options.findIndex(option => given && isOption(option, given))
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
          {optionText(option, lang)}
        </option>
      ))}
    </select>
  )
}
