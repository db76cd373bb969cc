/** `QuestionRenderer`: one item of the form with all nested items. */
'use client'

import { memo, useContext } from 'react'
import type { AnyQuestionnaireItem } from '../../fhir/form/types.ts'
import type { Look } from './appearance.ts'
import { BranchContext, useSession } from './session.ts'
import { drawUnplaced, SlotView } from './slot-view.tsx'

/** The props of {@link QuestionRenderer}. */
export interface QuestionRendererProps extends Look {
  /** An item of the questionnaire at any depth: a question, a group, or text. */
  readonly item: AnyQuestionnaireItem
}

/**
 * Renders an item if it is enabled. Renders nothing for an item that is not in the questionnaire, and says so of one
 * without a `linkId` of its own.
 */
export const QuestionRenderer = memo(function QuestionRenderer(props: QuestionRendererProps) {
  const session = useSession()
  const { live } = session
  const item: object = props.item
  const slot = live.find(props.item.linkId, useContext(BranchContext))
  // An item with the linkId of another one is in the form, but it is not the one that was found.
  const isOther = slot?.item.raw !== item && live.form.all.some(({ raw }) => raw === item)
  if (isOther || !props.item.linkId) return drawUnplaced(item, session)
  return slot === undefined ? null : <SlotView slot={slot} look={props} />
})

/** The items of a page. */
export const drawItems = (items: readonly AnyQuestionnaireItem[], look: Look) =>
  items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two items can have one linkId, and their order is that of the form
    <QuestionRenderer key={`${item.linkId}/${at}`} item={item} {...look} />
  ))
