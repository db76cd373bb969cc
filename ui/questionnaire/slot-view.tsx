/** One slot of the form: a question, a group or text; nothing while it is disabled. */
'use client'

import { memo } from 'react'
import { isQuestionHidden } from '../../fhir/form/pages.ts'
import type { QuestionnaireItem } from '../../fhir/form/types.ts'
import { drawingOf } from './drawing.ts'
import { drawGroup } from './group.tsx'
import { labelOf } from './label.tsx'
import { drawQuestion } from './question.tsx'
import { useLive, useSession } from './session.ts'
import type { DrawSlots, SlotProps } from './slot.ts'

/** The only component per slot. It draws with functions, because components are costly in long forms. */
export const SlotView = memo(function SlotView({ slot, look }: SlotProps) {
  const session = useSession()
  useLive(slot)
  const { type, raw } = slot.item
  if (!slot.enabled || (!session.debug && isQuestionHidden(raw as QuestionnaireItem))) return null
  let drawn = <div className="wq-display">{labelOf(slot, session)}</div>
  if (type === 'group') drawn = drawGroup(slot, look, session, drawSlots)
  else if (type !== 'display') drawn = drawQuestion(slot, look, session, drawSlots)
  return drawingOf(session)?.slot(slot, drawn, look, session, drawSlots) ?? drawn
})

const drawSlots: DrawSlots = (slots, look) =>
  slots.map(slot => <SlotView key={slot.id} slot={slot} look={look} />)
