/** One slot of the form, as what it is: a question, a group or a text; nothing while it is not enabled. */
'use client'

import { memo } from 'react'
import { isQuestionHidden } from '../../fhir/form/pages.ts'
import type { QuestionnaireItem } from '../../fhir/form/types.ts'
import { drawGroup } from './group.tsx'
import { labelOf } from './label.tsx'
import { drawQuestion } from './question.tsx'
import { useLive, useSession } from './session.ts'
import type { DrawSlots, SlotProps } from './slot.ts'

/** The one component that every slot has: what it draws are functions, because a long form pays for each component. */
export const SlotView = memo(function SlotView({ slot, look }: SlotProps) {
  const session = useSession()
  useLive(slot)
  const { type, raw } = slot.item
  if (!slot.enabled || (!session.debug && isQuestionHidden(raw as QuestionnaireItem))) return null
  if (type === 'group') return drawGroup(slot, look, session, drawSlots)
  if (type === 'display') return <div className="wq-display">{labelOf(slot, session)}</div>
  return drawQuestion(slot, look, session, drawSlots)
})

const drawSlots: DrawSlots = (slots, look) =>
  slots.map(slot => <SlotView key={slot.id} slot={slot} look={look} />)
