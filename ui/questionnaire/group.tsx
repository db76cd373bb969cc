/** A group of questions. */
import type { Slot, Stand } from '../../fhir/form/tree.ts'
import { ErrorText } from './error-text.tsx'
import { labelOf } from './label.tsx'
import { later } from './later.tsx'
import { classes } from './question.tsx'
import type { Look } from './question-renderer.tsx'
import { idOf, type Session } from './session.ts'
import { SlotView } from './slot-view.tsx'

const drawRepetitions = later('Repetitions')

/** Draws a group with everything in it. */
export function drawGroup(slot: Slot, look: Look, session: Session) {
  const { item, stands, issues } = slot
  const wrong = issues.length > 0
  return (
    <fieldset
      className={classes('wq-group', look.className, wrong && 'wq-has-error')}
      id={idOf(session, slot)}
      aria-describedby={wrong ? idOf(session, slot, 'e') : undefined}
    >
      <legend className="wq-group-title" id={idOf(session, slot, 'c')} tabIndex={-1}>
        {labelOf(slot, session)}
      </legend>
      {wrong && <ErrorText slot={slot} />}
      {item.repeats ? drawRepetitions({ slot, look }) : stands.flatMap(stand => below(stand, look))}
    </fieldset>
  )
}

/** What stands in one repetition. */
export const below = (stand: Stand, look: Look) =>
  [...(stand.inner[0]?.slots.values() ?? [])].map(slot => <SlotView key={slot.id} slot={slot} look={look} />)
