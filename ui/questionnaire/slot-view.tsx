/** One slot of the form, as what it is: a question, a group or a text; nothing while it is not enabled. */
import type { QuestionnaireItem } from 'fhir/r5.js'
import { memo } from 'react'
import { isQuestionHidden } from '../../fhir/form/pages.ts'
import type { Slot } from '../../fhir/form/tree.ts'
import { GroupView } from './group.tsx'
import { Label } from './label.tsx'
import { QuestionView } from './question.tsx'
import type { Look } from './question-renderer.tsx'
import { useCell, useSession, useSlot } from './session.ts'

export interface SlotProps {
  readonly slot: Slot
  readonly look: Look
}

export const SlotView = memo(function SlotView({ slot, look }: SlotProps) {
  useSlot(slot)
  const debug = useCell(useSession().debug)
  const { item } = slot
  if (!slot.enabled || (isQuestionHidden(item.raw as QuestionnaireItem) && !debug)) return null
  if (item.type === 'group') return <GroupView slot={slot} look={look} />
  if (item.type === 'display') {
    return (
      <div className="wq-display">
        <Label slot={slot} />
      </div>
    )
  }
  return <QuestionView slot={slot} look={look} />
})
