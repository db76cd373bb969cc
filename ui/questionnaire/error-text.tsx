/** The errors of a question, next to it. */
import type { Slot } from '../../fhir/form/answer-tree.ts'
import { labelText } from './label.tsx'
import { classOf, idOf, useSession } from './session.ts'

export function ErrorText({ slot }: { readonly slot: Slot }) {
  const session = useSession()
  const { strings, lang } = session
  const Text = session.components.error ?? 'p'
  return (
    <Text className={classOf(session, 'error')} id={idOf(session, slot, 'e')}>
      <span className="wq-visually-hidden">{strings.error}: </span>
      {slot.issues.map(issue => strings.issue(issue, labelText(slot, lang))).join(' ')}
    </Text>
  )
}
