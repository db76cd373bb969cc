/** Read-only answers of a question as text. */
import type { Slot } from '../../fhir/form/answer-tree.ts'
import { isOption } from '../../fhir/form/choose.ts'
import { displayOf } from '../../fhir/form/display.ts'
import { optionsOf, optionText } from '../../fhir/form/options.ts'
import { unitsOf } from '../../fhir/model/item-controls.ts'
import { useStrings } from './lazy-strings.ts'
import { useSession } from './session.ts'

export function AnswerText({ slot }: { readonly slot: Slot }) {
  const { live, lang } = useSession()
  const strings = useStrings()
  const options = optionsOf(slot.item, live.form)
  const words = live.answers(slot).map(given => {
    // An answer has the text of the form's language; its option also has the translations.
    const option = options.find(each => isOption(each, given))
    if (option?.type === 'Coding' || option?.type === 'String') return optionText(option, lang)
    const unit = unitsOf(slot.item.raw).find(({ code }) => code === given.valueQuantity?.code)
    return displayOf(given, lang, strings, unit)
  })
  if (words.length === 0) return <span className="wq-no-answer">{strings.noAnswer}</span>
  return words.join(', ')
}
