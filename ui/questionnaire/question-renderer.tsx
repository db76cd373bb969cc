/** `QuestionRenderer`: one item of the form with everything below it. */
'use client'

import { memo, type ReactNode, useContext } from 'react'
import type { Coding, QuestionnaireItem } from '../../fhir/form/types.ts'
import { BranchContext, useSession } from './session.ts'
import { SlotView } from './slot-view.tsx'

/** What a renderer of one's own is given to draw one option. */
export interface OptionInputProps {
  readonly linkId: string
  readonly valueCoding?: Coding
  readonly valueInteger?: number
  readonly checked: boolean
  readonly disabled?: boolean
  onChange(): void
  readonly label: string
  /** Place among the options. */
  readonly index: number
}

/** How questions look. */
export interface Look {
  readonly className?: string | undefined
  readonly inputClassName?: string | undefined
  readonly choiceClassName?: string | undefined
  /** @default 'stacked' */
  readonly choiceLayout?: 'stacked' | 'inline-wrap' | undefined
  readonly renderRadioInput?: ((props: OptionInputProps) => ReactNode) | undefined
  readonly renderCheckboxInput?: ((props: OptionInputProps) => ReactNode) | undefined
}

export interface QuestionRendererProps extends Look {
  /** An item of the questionnaire, at any depth: a question, a group, a text. */
  readonly item: QuestionnaireItem
}

/** Draws an item where it is enabled; an item that the questionnaire does not have draws nothing. */
export const QuestionRenderer = memo(function QuestionRenderer(props: QuestionRendererProps) {
  const { live } = useSession()
  const slot = live.find(props.item.linkId, useContext(BranchContext))
  return slot === undefined ? null : <SlotView slot={slot} look={props} />
})
