/** Selects the control of a question. */
import type { Form } from '../../fhir/definition.ts'
import { optionsOf } from '../../fhir/form/options.ts'
import { controlOf, isSlider, unitsOf } from '../../fhir/form/pages.ts'
import type { Slot } from '../../fhir/form/tree.ts'
import type { Draw } from './control.ts'
import { drawNumber } from './inputs/number.tsx'
import { drawOptions } from './inputs/options.tsx'
import { drawText } from './inputs/text.tsx'
import { later } from './later.tsx'

const drawAttachment = later('AttachmentInput')
const drawDate = later('DateInput')
const drawQuantity = later('QuantityInput')
const drawSelect = later('SelectInput')
const drawSlider = later('SliderInput')

/** Up to this many options are radio buttons; more become a drop-down list. */
const MOST_RADIOS = 12

const CONTROLS: Partial<Record<Slot['item']['type'], Draw>> = {
  integer: drawNumber,
  decimal: drawNumber,
  date: drawDate,
  dateTime: drawDate,
  time: drawDate,
  attachment: drawAttachment,
}

/** True if a control offers a choice among visible options. */
export const isChoice = (draw: Draw): boolean => draw === drawOptions

/** True if one answer takes more than one input. */
export const takesSeveral = (draw: Draw, item: object): boolean =>
  draw === drawSlider || (draw === drawQuantity && unitsOf(item).length > 1)

/** The control of a question. */
export function controlFor(slot: Slot, form: Form): Draw {
  const { item } = slot
  if (item.type === 'boolean') return drawOptions
  if (item.type === 'quantity')
    return unitsOf(item.raw).length > 0 || item.options.length === 0 ? drawQuantity : drawOptions
  if (item.type === 'integer' && isSlider(item.raw)) return drawSlider
  const options = optionsOf(slot, form)
  if (options.length === 0) {
    // The value set is unknown here: offer free text if the question permits it.
    return item.type === 'coding' && item.constraint !== 'optionsOnly'
      ? drawText
      : (CONTROLS[item.type] ?? drawText)
  }
  const drops = DROPS.has(controlOf(item.raw) ?? '') || options.length > MOST_RADIOS
  return drops && !item.repeats && item.constraint === 'optionsOnly' ? drawSelect : drawOptions
}

const DROPS: ReadonlySet<string> = new Set(['drop-down', 'autocomplete'])
