/** The control, slider and units of a question, as its extensions declare them. */
import { choice, number, object, objects, text } from '../values/unchecked-json.ts'
import { extension, extensions, nested, ownExtensions } from './extensions.ts'
import { textIn } from './translated-text.ts'

/** The control of a question (`questionnaire-itemControl`): `slider`, `drop-down`, `help`. */
export const controlOf = (item: object): string | undefined => {
  const concept = object<{ coding: unknown }>(extension(item, 'itemControl')?.valueCodeableConcept)
  return text(objects<{ code: string }>(concept?.coding)[0]?.code)
}

/** True if a slider answers the question, of HL7 or of the operator. */
export const isSlider = (item: object): boolean =>
  ownExtensions(item, 'slider').length > 0 || controlOf(item) === 'slider'

/** The ends and steps of a slider; undefined for other questions. Extensions of the item override the slider's. */
export function sliderOf(item: object) {
  if (!isSlider(item)) return undefined
  const own = ownExtensions(item, 'slider')[0]
  const end = (name: 'minValue' | 'maxValue') => numberIn(extension(item, name) ?? (own && nested(own, name)))
  return {
    min: end('minValue') ?? 0,
    max: end('maxValue') ?? 100,
    step: stepOf(item)?.step ?? 1,
    unit: text(own && nested(own, 'unit')?.valueString),
  }
}

/**
 * The step of a slider. `isOwn`: it comes from the operator's slider and is binding; that of
 * `questionnaire-sliderStepValue` only moves the control. Undefined without a slider or a step above 0.
 */
export function stepOf(item: object): { readonly step: number; readonly isOwn: boolean } | undefined {
  if (!isSlider(item)) return undefined
  const own = ownExtensions(item, 'slider')[0]
  const ownStep = own && nested(own, 'step')
  const step = numberIn(ownStep ?? extension(item, 'sliderStep'))
  return step !== undefined && step > 0 ? { step, isOwn: ownStep !== undefined } : undefined
}

const numberIn = (found: object | undefined) => number(found && choice(found, 'value')?.value)

/** The units that a quantity can have. */
export const unitsOf = (item: object) =>
  extensions(item, 'unitOption').flatMap(
    ({ valueCoding }) => object<{ system: string; code: string; display: string }>(valueCoding) ?? [],
  )

/** The unit to show beside a number (`questionnaire-unit`). */
export const unitOf = (item: object, lang?: string): string | undefined => {
  const unit = object<{ code: string }>(extension(item, 'unit')?.valueCoding)
  return unit && (textIn(unit, 'display', lang) ?? text(unit.code))
}
