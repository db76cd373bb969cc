/** `QuestionRenderer`: one item of the form with all nested items. */
'use client'

import { memo, useContext } from 'react'
import type { AnyQuestionnaireItem } from '../../fhir/form/types.ts'
import type { Look } from './look.ts'
import { BranchContext, useSession } from './session.ts'
import { drawUnnamed, SlotView } from './slot-view.tsx'

/** The props of {@link QuestionRenderer}. */
export interface QuestionRendererProps extends Look {
  /** An item of the questionnaire at any depth: a question, a group, or text. */
  readonly item: AnyQuestionnaireItem
}

/**
 * Renders an item if it is enabled. Renders nothing for an item that is not in the questionnaire, and says so of one
 * without a `linkId`.
 */
export const QuestionRenderer = memo(function QuestionRenderer(props: QuestionRendererProps) {
  const session = useSession()
  const slot = session.live.find(props.item.linkId, useContext(BranchContext))
  if (!props.item.linkId) return drawUnnamed(props.item, session)
  return slot === undefined ? null : <SlotView slot={slot} look={props} />
})
