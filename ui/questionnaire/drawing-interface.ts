/** The interface of the parts of the renderer that few forms need: `further-drawing.tsx` has them, loaded on demand. */
import type { ReactNode } from 'react'
import type { Given, Slot } from '../../fhir/form/answer-tree.ts'
import type { Look } from './appearance.ts'
import type { Session } from './session.ts'
import type { DrawSlots } from './slot.ts'

export interface Drawing {
  /** A slot with its media and links, folded or as a table. */
  slot(slot: Slot, drawn: ReactNode, look: Look, session: Session, drawSlots: DrawSlots): ReactNode
  /** The label of an option with its prefix, style and picture. */
  option(slot: Slot, option: { readonly given: Given; readonly label: string }): ReactNode
  /** The label of the free text beside the options. */
  openLabel(slot: Slot): string | undefined
  /** The signatures of a slot that asks for them: one for each repetition. */
  signatures?(slot: Slot, session: Session): ReactNode
  /** The signature of the whole form. */
  signature?(session: Session): ReactNode
  /** The error of a form without its signature. */
  unsigned?(session: Session): string | undefined
}

/** The further parts of a form, once they are loaded. */
export const drawingOf = ({ live }: Session) => live.drawing as Drawing | undefined
