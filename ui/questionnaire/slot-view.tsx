/** One slot of the form: a question, a group or text; nothing while it is disabled. */
'use client'

import { memo } from 'react'
import { isPlaced } from '../../fhir/form/live-form.ts'
import { isQuestionHidden } from '../../fhir/form/pages.ts'
import type { QuestionnaireItem } from '../../fhir/form/types.ts'
import { textIn } from '../../fhir/model/translated-text.ts'
import { drawingOf } from './drawing-interface.ts'
import { drawGroup } from './group.tsx'
import { labelOf } from './label.tsx'
import { drawQuestion } from './question.tsx'
import { type Session, SessionContext, useLive, useSession } from './session.ts'
import type { DrawSlots, SlotProps } from './slot.ts'

/** The only component per slot. It draws with functions, because components are costly in long forms. */
export const SlotView = memo(function SlotView({ slot, look }: SlotProps) {
  const session = useSession()
  useLive(slot)
  const { item } = slot
  const raw = item.raw as QuestionnaireItem
  if (!session.debug && isQuestionHidden(raw)) return null
  if (!isPlaced(item, session.live.form)) return drawUnplaced(raw, session)
  if (slot.enabled) return draw({ slot, look }, session)
  if (!isProtected(item)) return null
  const shown = { ...session, readOnly: true }
  return (
    <SessionContext.Provider value={shown}>
      <div className="wq-protected">{draw({ slot, look }, shown)}</div>
    </SessionContext.Provider>
  )
})

function draw({ slot, look }: SlotProps, session: Session) {
  const { type, raw } = slot.item
  if (type === 'display')
    return finish(
      <div key="q" className="wq-display">
        {labelOf(slot, session)}
      </div>,
    )
  const isGroup = type === 'group'
  const Frame = session.components[isGroup ? 'group' : 'question']
  const drawn = finish((isGroup ? drawGroup : drawQuestion)(slot, look, session, drawSlots))
  return Frame ? <Frame item={raw as QuestionnaireItem}>{drawn}</Frame> : drawn

  // The element of a question has the key 'q', and stays when the parts around it are loaded.
  function finish(drawn: React.ReactNode) {
    return drawingOf(session)?.slot(slot, drawn, look, session, drawSlots) ?? drawn
  }
}

/** True if the form shows an item while it is disabled, without a control; said of the item or of one above it. */
function isProtected(item: SlotProps['slot']['item']): boolean {
  const said = item.raw.disabledDisplay
  return said === undefined ? item.parent !== undefined && isProtected(item.parent) : said === 'protected'
}

/** In place of an item for which a response has no place. */
export const drawUnplaced = (item: object, { strings, lang }: Session) => (
  <p className="wq-error">
    {strings[(item as QuestionnaireItem).linkId ? 'twice' : 'unnamed'](textIn(item, 'text', lang) ?? '')}
  </p>
)

const drawSlots: DrawSlots = (slots, look) =>
  slots.map(slot => <SlotView key={slot.id} slot={slot} look={look} />)
