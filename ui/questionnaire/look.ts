/** The appearance of questions, which an application chooses. */

import type { ReactNode } from 'react'
import type { Coding } from '../../fhir/form/types.ts'

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
