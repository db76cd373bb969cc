/** A group of questions, and the repetitions of one that repeats. */
import { useEffect, useRef } from 'react'
import { extensionNumber } from '../../fhir/definition.ts'
import type { Stand } from '../../fhir/form/tree.ts'
import { ErrorText } from './error-text.tsx'
import { Label, labelText } from './label.tsx'
import { classes, idsOf } from './question.tsx'
import type { Look } from './question-renderer.tsx'
import { useSession } from './session.ts'
import { type SlotProps, SlotView } from './slot-view.tsx'

export function GroupView({ slot, look }: SlotProps) {
  const { live, prefix, strings, lang, said, readOnly } = useSession()
  const { item, stands, issues } = slot
  const ids = idsOf(prefix, slot)
  const label = labelText(slot, lang)
  const element = useRef<HTMLFieldSetElement>(null)
  const focus = useRef<'last' | 'add' | undefined>(undefined)
  useEffect(() => {
    const [wanted, group] = [focus.current, element.current]
    focus.current = undefined
    if (wanted === 'add') group?.querySelector<HTMLElement>(':scope > .wq-add')?.focus()
    if (wanted !== 'last') return
    const groups = group?.querySelectorAll(':scope > .wq-group')
    groups?.[groups.length - 1]?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  })

  const most = extensionNumber(item, 'maxOccurs') ?? Number.POSITIVE_INFINITY
  const add = () => {
    live.add(slot)
    focus.current = 'last'
    said.set(strings.added(label, slot.stands.length))
  }
  const remove = (stand: Stand) => {
    said.set(strings.removed(label, stand.index + 1))
    live.remove(slot, stand)
    focus.current = 'add'
  }
  const plural = item.repeats
  const [only] = stands
  return (
    <fieldset
      ref={element}
      className={classes('wq-group', look.className, issues.length > 0 && 'wq-has-error')}
      id={ids.question}
      aria-describedby={issues.length > 0 ? ids.error : undefined}
    >
      <legend className="wq-group-title" id={ids.control} tabIndex={-1}>
        <Label slot={slot} />
      </legend>
      {issues.length > 0 && <ErrorText slot={slot} id={ids.error} />}
      {!plural && only !== undefined && <Below stand={only} look={look} />}
      {plural &&
        stands.map(stand => (
          <fieldset className="wq-group" key={stand.serial}>
            <legend className="wq-group-title">
              {label} {stand.index + 1}
            </legend>
            <Below stand={stand} look={look} />
            {!readOnly && (
              <button type="button" className="wq-button" onClick={() => remove(stand)}>
                {strings.remove(label, stand.index + 1)}
              </button>
            )}
          </fieldset>
        ))}
      {plural && !readOnly && stands.length < most && (
        <button type="button" className="wq-button wq-add" onClick={add}>
          {strings.add(label)}
        </button>
      )}
    </fieldset>
  )
}

const Below = ({ stand, look }: { readonly stand: Stand; readonly look: Look }) =>
  [...(stand.inner[0]?.slots.values() ?? [])].map(slot => <SlotView key={slot.id} slot={slot} look={look} />)
