/** A group of questions. */
import type { Stand } from '../../fhir/form/tree.ts'
import { ErrorText } from './error-text.tsx'
import { Label } from './label.tsx'
import { later } from './later.tsx'
import { classes, idsOf } from './question.tsx'
import type { Look } from './question-renderer.tsx'
import { useSession } from './session.ts'
import { type SlotProps, SlotView } from './slot-view.tsx'

const Repetitions = later('Repetitions')

export function GroupView({ slot, look }: SlotProps) {
  const { prefix } = useSession()
  const { item, stands, issues } = slot
  const ids = idsOf(prefix, slot)
  const wrong = issues.length > 0
  return (
    <fieldset
      className={classes('wq-group', look.className, wrong && 'wq-has-error')}
      id={ids.question}
      aria-describedby={wrong ? ids.error : undefined}
    >
      <legend className="wq-group-title" id={ids.control} tabIndex={-1}>
        <Label slot={slot} />
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
