/** A group of questions. */
import type { Slot, Stand } from '../../fhir/form/tree.ts'
import { ErrorText } from './error-text.tsx'
import { labelOf } from './label.tsx'
import { later } from './later.tsx'
import { classes, idsOf } from './question.tsx'
import type { Look } from './question-renderer.tsx'
import type { Session } from './session.ts'
import { SlotView } from './slot-view.tsx'

const Repetitions = later('Repetitions')

/** Draws a group with everything in it. */
export function drawGroup(slot: Slot, look: Look, session: Session) {
  const { item, stands, issues } = slot
  const ids = idsOf(session.prefix, slot)
  const wrong = issues.length > 0
  return (
    <fieldset
      className={classes('wq-group', look.className, wrong && 'wq-has-error')}
      id={ids.question}
      aria-describedby={wrong ? ids.error : undefined}
    >
      <legend className="wq-group-title" id={ids.control} tabIndex={-1}>
        {labelOf(slot, session)}
      </legend>
      {wrong && <ErrorText slot={slot} id={ids.error} />}
      {item.repeats ? (
        <Repetitions slot={slot} look={look} />
      ) : (
        stands.map(stand => <Below key={stand.serial} stand={stand} look={look} />)
      )}
    </fieldset>
  )
}

/** What stands in one repetition. */
export const Below = ({ stand, look }: { readonly stand: Stand; readonly look: Look }) =>
  [...(stand.inner[0]?.slots.values() ?? [])].map(slot => <SlotView key={slot.id} slot={slot} look={look} />)
