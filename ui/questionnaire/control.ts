/** The contract of a control: one answer, and the way to change it. */
import type { ReactNode } from 'react'
import type { Given, Slot } from '../../fhir/form/tree.ts'
import type { Look } from './look.ts'
import type { Session } from './session.ts'

/** Draws a control. It is a component of its own only where it keeps something, because a long form pays for each. */
export type Draw = (props: ControlProps, session: Session) => ReactNode

/** The attributes of every input, wherever its label is. */
export interface Field {
  /** Of the first input, to which the label and the list of errors lead. */
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
  /** Id of the text of the question where several inputs stand under it; a single one has a label. */
  readonly labelId: string
  /** The text of the question as one line. */
  readonly label: string
  readonly disabled: boolean
  readonly given: Given | undefined
  set(given: Given | undefined): void
}
