/** Selects the control of a question. */
import type { Slot } from '../../fhir/form/answer-tree.ts'
import { optionsOf } from '../../fhir/form/options.ts'
import type { Form } from '../../fhir/model/form-tree.ts'
import { controlOf, isSlider, unitsOf } from '../../fhir/model/item-controls.ts'
import type { Draw } from './control.ts'
import { drawNumber } from './inputs/number.tsx'
import { drawOptions } from './inputs/options.tsx'
import { drawText } from './inputs/text.tsx'
import { later, loadDates, loadSearch } from './lazy-controls.tsx'

const drawAttachment = later('AttachmentInput')
const drawDate = later('DateInput', loadDates)
const drawQuantity = later('QuantityInput')
const drawSearch = later('SearchInput', loadSearch)
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
  // The options are unknown here.
  coding: drawSearch,
}

/** True if a control offers a choice among visible options. */
export const isChoice = (draw: Draw): boolean => draw === drawOptions

/** True if one answer takes more than one input. */
export const takesSeveral = (draw: Draw, item: object): boolean =>
  draw === drawSlider || draw === drawDate || (draw === drawQuantity && unitsOf(item).length > 1)

/** The control of a question. */
export function controlFor({ item, offered }: Slot, form: Form): Draw {
  const { type, raw } = item
  if (type === 'boolean') return drawOptions
  if (type === 'quantity') return unitsOf(raw).length || !item.options.length ? drawQuantity : drawOptions
  if (type === 'integer' && isSlider(raw)) return drawSlider
  const { length } = offered ?? optionsOf(item, form)
  if (!length) return CONTROLS[type] ?? drawText
  return (length > MOST_RADIOS || DROPS.test(controlOf(raw) ?? '')) &&
    !item.repeats &&
    item.constraint === 'optionsOnly'
    ? drawSelect
    : drawOptions
}

const DROPS = /drop-down|autocomplete/
