/** One slot of the form: a question, a group or text; nothing while it is disabled. */
'use client'

import { memo } from 'react'
import { isQuestionHidden } from '../../fhir/form/pages.ts'
import { textIn } from '../../fhir/form/translate.ts'
import type { QuestionnaireItem } from '../../fhir/form/types.ts'
import { drawingOf } from './drawing.ts'
import { drawGroup } from './group.tsx'
import { labelOf } from './label.tsx'
import { drawQuestion } from './question.tsx'
import { type Session, useLive, useSession } from './session.ts'
import type { DrawSlots, SlotProps } from './slot.ts'

/** The only component per slot. It draws with functions, because components are costly in long forms. */
export const SlotView = memo(function SlotView({ slot, look }: SlotProps) {
  const session = useSession()
  useLive(slot)
  const { type, raw, linkId } = slot.item
  if (!slot.enabled || (!session.debug && isQuestionHidden(raw as QuestionnaireItem))) return null
  if (linkId === '') return drawUnnamed(raw, session)
  let drawn = <div className="wq-display">{labelOf(slot, session)}</div>
  if (type === 'group') drawn = drawGroup(slot, look, session, drawSlots)
  else if (type !== 'display') drawn = drawQuestion(slot, look, session, drawSlots)
  return drawingOf(session)?.slot(slot, drawn, look, session, drawSlots) ?? drawn
})

/** In place of an item without a `linkId`, for which a response has no place. */
export const drawUnnamed = (raw: object, { strings, lang }: Session) => (
  <p className="wq-error">{strings.unnamed(textIn(raw, 'text', lang) ?? '')}</p>
)

const drawSlots: DrawSlots = (slots, look) =>
  slots.map(slot => <SlotView key={slot.id} slot={slot} look={look} />)
