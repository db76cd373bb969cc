/** What is wrong, at the question. */
import type { Slot } from '../../fhir/form/tree.ts'
import { labelText } from './label.tsx'
import { useSession } from './session.ts'

export function ErrorText({ slot, id }: { readonly slot: Slot; readonly id: string }) {
  const { strings, lang } = useSession()
  return (
    <p className="wq-error" id={id}>
      <span className="wq-visually-hidden">{strings.error}: </span>
      {slot.issues.map(issue => strings.issue(issue, labelText(slot, lang))).join(' ')}
    </p>
  )
}
