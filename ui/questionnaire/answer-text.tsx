/** Read-only answers of a question as text. */

import { displayOf } from '../../fhir/form/display.ts'
import type { Slot } from '../../fhir/form/tree.ts'
import { useSession } from './session.ts'

export function AnswerText({ slot }: { readonly slot: Slot }) {
  const { live, lang, strings } = useSession()
  const words = live.answers(slot).map(given => displayOf(given, lang, strings))
  if (words.length === 0) return <span className="wq-no-answer">{strings.noAnswer}</span>
  return words.join(', ')
}
