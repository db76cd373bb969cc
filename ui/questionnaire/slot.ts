/** The interface for drawing a slot of the form. */
import type { ReactNode } from 'react'
import type { Occurrence, Slot } from '../../fhir/form/answer-tree.ts'
import type { Look } from './appearance.ts'

/** The props of the component of a slot. */
export interface SlotProps {
  readonly slot: Slot
  readonly look: Look
}

/** Draws the slots below a group or an answer. Passed down, because a group may contain groups. */
export type DrawSlots = (slots: readonly Slot[], look: Look) => ReactNode

/** The slots of one repetition of a group. */
export const slotsOf = ({ inner }: Occurrence): readonly Slot[] => [...(inner[0]?.slots.values() ?? [])]
