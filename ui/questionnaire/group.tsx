/** A group of questions. */
import type { Slot } from '../../fhir/form/answer-tree.ts'
import type { Look } from './appearance.ts'
import { ErrorText } from './error-text.tsx'
import { labelOf } from './label.tsx'
import { later } from './lazy-controls.tsx'
import { classOf, idOf, type Session } from './session.ts'
import { type DrawSlots, slotsOf } from './slot.ts'

const drawRepetitions = later('Repetitions')

/** Draws a group with its contents. */
export function drawGroup(slot: Slot, look: Look, session: Session, drawSlots: DrawSlots) {
  const { item, occurrences, issues } = slot
  const wrong = issues.length > 0
  return (
    <fieldset
      key="q"
      className={classOf(session, 'group', look.className, wrong && 'wq-has-error')}
      id={idOf(session, slot)}
      aria-describedby={wrong ? idOf(session, slot, 'e') : undefined}
    >
      <legend className={classOf(session, 'group-title')} id={idOf(session, slot, 'c')} tabIndex={-1}>
        {labelOf(slot, session)}
      </legend>
      {wrong && <ErrorText slot={slot} />}
      {item.repeats
        ? drawRepetitions({ slot, look, drawSlots })
        : drawSlots(occurrences.flatMap(slotsOf), look)}
    </fieldset>
  )
}
