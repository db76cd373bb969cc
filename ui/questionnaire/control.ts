/** The interface of a control: one answer, and the way to change it. */
import type { ReactNode } from 'react'
import type { Given, Slot } from '../../fhir/form/answer-tree.ts'
import type { Look } from './appearance.ts'
import type { Session } from './session.ts'

/** Draws a control. Only stateful controls are components, because components are costly in long forms. */
export type Draw = (props: ControlProps, session: Session) => ReactNode

/** The attributes of every input, wherever its label is. */
export interface Field {
  /** Id of the first input, the target of the label and the error list. */
  readonly id: string
  readonly className: string
  readonly required?: boolean | undefined
  readonly 'aria-label'?: string | undefined
  readonly 'aria-labelledby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  readonly 'aria-describedby'?: string | undefined
}

/** The props of a control. */
export interface ControlProps {
  readonly slot: Slot
  readonly look: Look
  readonly field: Field
  /** Id of the question's text, for several inputs; a single input has a label. */
  readonly labelId: string
  /** The text of the question in one line. */
  readonly label: string
  readonly disabled: boolean
  readonly given: Given | undefined
  set(given: Given | undefined): void
}
