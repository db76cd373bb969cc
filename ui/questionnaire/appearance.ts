/** The appearance of questions, which an application chooses. */
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { Coding, QuestionnaireItem } from '../../fhir/form/types.ts'

/** The props of an application's renderer of one option. */
export interface OptionInputProps {
  readonly linkId: string
  readonly valueCoding?: Coding
  readonly valueInteger?: number
  readonly checked: boolean
  readonly disabled?: boolean
  onChange(): void
  readonly label: string
  /** Index of the option. */
  readonly index: number
}

/** The appearance of questions. */
export interface Look {
  readonly className?: string | undefined
  readonly inputClassName?: string | undefined
  readonly choiceClassName?: string | undefined
  /** @default 'stacked' */
  readonly choiceLayout?: 'stacked' | 'inline-wrap' | undefined
  readonly renderRadioInput?: ((props: OptionInputProps) => ReactNode) | undefined
  readonly renderCheckboxInput?: ((props: OptionInputProps) => ReactNode) | undefined
}

/** The parts of a form that take a class name beside their own, `wq-question` and so on. */
export type Part =
  | 'question'
  | 'group'
  | 'label'
  | 'group-title'
  | 'help'
  | 'error'
  | 'input'
  | 'choice'
  | 'button'
  | 'title'
  | 'progress'
  | 'error-summary'
  | 'view'

export type ClassNames = { readonly [Name in Part]?: string | undefined }

/** The props of a component around a question or a group. */
export interface FrameProps {
  readonly item: QuestionnaireItem
  /** The question or the group, with its label, errors and control. */
  readonly children: ReactNode
}

/** The progress through the pages of a form. */
export interface ProgressProps {
  /** From 1. */
  readonly page: number
  readonly pages: number
  readonly percent: number
  /** About how long the rest takes. */
  readonly minutes: number
}

/**
 * An application's own components. Those in place of an element have its props and pass them on: they hold its label,
 * its state and its listeners.
 */
export interface Components {
  readonly question?: ComponentType<FrameProps>
  readonly group?: ComponentType<FrameProps>
  readonly help?: ComponentType<ComponentProps<'p'>>
  readonly error?: ComponentType<ComponentProps<'p'>>
  /** Of one line: text, numbers, links. */
  readonly input?: ComponentType<ComponentProps<'input'>>
  readonly textarea?: ComponentType<ComponentProps<'textarea'>>
  readonly button?: ComponentType<ComponentProps<'button'>>
  readonly progress?: ComponentType<ProgressProps>
  /** Shown after the answers were sent. */
  readonly success?: ComponentType
}
