/** Which control a question is answered with. */
import type { ReactNode } from 'react'
import type { Form } from '../../fhir/definition.ts'
import { optionsOf } from '../../fhir/form/options.ts'
import { controlOf, sliderOf, unitsOf } from '../../fhir/form/pages.ts'
import type { Given, Slot } from '../../fhir/form/tree.ts'
import { drawNumber } from './inputs/number.tsx'
import { drawOptions } from './inputs/options.tsx'
import { drawText } from './inputs/text.tsx'
import { later } from './later.tsx'
import type { Look } from './question-renderer.tsx'
import type { Session } from './session.ts'

/** Draws a control. It is a component of its own only where it keeps something, because a long form pays for each. */
export type Draw = (props: ControlProps, session: Session) => ReactNode

const drawAttachment = later('AttachmentInput')
const drawDate = later('DateInput')
const drawQuantity = later('QuantityInput')
const drawSelect = later('SelectInput')
const drawSlider = later('SliderInput')

/** What every input carries, wherever its label is. */
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

/** What a control is given: one answer, and the way to change it. */
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

/** How many options are shown side by side; more of them are a list to drop down. */
const MOST_RADIOS = 12

const CONTROLS: Partial<Record<Slot['item']['type'], Draw>> = {
  integer: drawNumber,
  decimal: drawNumber,
  date: drawDate,
  dateTime: drawDate,
  time: drawDate,
  attachment: drawAttachment,
}

/** Tells whether a control lets people choose among what is shown. */
export const isChoice = (draw: Draw): boolean => draw === drawOptions

/** Tells whether one answer takes more than one input. */
export const takesSeveral = (draw: Draw, item: object): boolean =>
  draw === drawSlider || (draw === drawQuantity && unitsOf(item).length > 1)

/** The control of a question. */
export function controlFor({ item }: Slot, form: Form): Draw {
  if (item.type === 'boolean') return drawOptions
  if (item.type === 'quantity')
    return unitsOf(item.raw).length > 0 || item.options.length === 0 ? drawQuantity : drawOptions
  if (item.type === 'integer' && sliderOf(item.raw) !== undefined) return drawSlider
  const options = optionsOf(item, form)
  if (options.length === 0) {
    // The value set is not known here: who may write, writes.
    return item.type === 'coding' && item.constraint !== 'optionsOnly'
      ? drawText
      : (CONTROLS[item.type] ?? drawText)
  }
  const drops = DROPS.has(controlOf(item.raw) ?? '') || options.length > MOST_RADIOS
  return drops && !item.repeats && item.constraint === 'optionsOnly' ? drawSelect : drawOptions
}

const DROPS: ReadonlySet<string> = new Set(['drop-down', 'autocomplete'])
