/** The extensions that the rules support, and how to find them on an element. */
import type { Extension } from 'fhir/r5.js'
import { objects, text, type Unchecked } from '../values/unchecked-json.ts'

/** An extension before validation. */
export type UncheckedExtension = Unchecked<Extension>

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'

/** Every spelling of an extension with the same meaning. See also `further-extensions.ts`. */
export const EXTENSIONS = {
  answerConstraint: [
    'http://hl7.org/fhir/5.0/StructureDefinition/extension-Questionnaire.item.answerConstraint',
  ],
  answerExpression: [`${SDC}answerExpression`],
  choiceOrientation: [`${HL7}questionnaire-choiceOrientation`],
  constraint: [`${HL7}questionnaire-constraint`],
  enableWhenExpression: [`${SDC}enableWhenExpression`],
  entryFormat: [`${HL7}entryFormat`],
  hidden: [`${HL7}questionnaire-hidden`],
  initialExpression: [`${SDC}initialExpression`],
  itemControl: [`${HL7}questionnaire-itemControl`],
  maxDecimalPlaces: [`${HL7}maxDecimalPlaces`],
  maxOccurs: [`${HL7}questionnaire-maxOccurs`],
  maxQuantity: [`${SDC}maxQuantity`, `${HL7}questionnaire-maxQuantity`],
  maxSize: [`${HL7}maxSize`],
  maxValue: [`${HL7}maxValue`],
  mimeType: [`${HL7}mimeType`],
  minLength: [`${HL7}minLength`],
  minOccurs: [`${HL7}questionnaire-minOccurs`],
  minQuantity: [`${SDC}minQuantity`, `${HL7}questionnaire-minQuantity`],
  minValue: [`${HL7}minValue`],
  optionExclusive: [`${HL7}questionnaire-optionExclusive`],
  referenceResource: [`${HL7}questionnaire-referenceResource`],
  regex: [`${HL7}regex`],
  sliderStep: [`${HL7}questionnaire-sliderStepValue`],
  targetConstraint: [`${HL7}targetConstraint`],
  translation: [`${HL7}translation`],
  unit: [`${HL7}questionnaire-unit`],
  unitOpen: [`${SDC}unitOpen`, `${HL7}questionnaire-unitOpen`],
  unitOption: [`${HL7}questionnaire-unitOption`],
  unitValueSet: [`${HL7}questionnaire-unitValueSet`],
  variable: [`${HL7}variable`],
} as const

/** The short name of an extension. */
export type ExtensionName = keyof typeof EXTENSIONS

/**
 * The extensions published under the operator's own base URL, recognized by the end of the URL.
 * `questionnaire-slider-control` nests `minValue`, `maxValue`, `step`; `questionnaire-exclusive-option` holds
 * the code of an option; `questionnaire-score-band` nests `range` and `label`.
 */
export const OWN_EXTENSIONS = {
  slider: '/StructureDefinition/questionnaire-slider-control',
  exclusiveOption: '/StructureDefinition/questionnaire-exclusive-option',
  scoreBand: '/StructureDefinition/questionnaire-score-band',
} as const

const NONE: readonly UncheckedExtension[] = []

/** Every such extension of an element, in order. */
export const extensions = (
  element: { readonly extension?: unknown },
  name: ExtensionName | readonly string[],
): readonly UncheckedExtension[] =>
  element.extension === undefined ? NONE : objects<Extension>(element.extension).filter(named(name))

/** The first such extension. */
export const extension = (
  element: { readonly extension?: unknown },
  name: ExtensionName | readonly string[],
) => (element.extension === undefined ? undefined : objects<Extension>(element.extension).find(named(name)))

function named(name: ExtensionName | readonly string[]) {
  const urls: readonly string[] = typeof name === 'string' ? EXTENSIONS[name] : name
  return ({ url }: UncheckedExtension) => urls.includes(text(url) ?? '')
}

/** The operator's own extensions of an element. */
export const ownExtensions = (
  element: { readonly extension?: unknown },
  name: keyof typeof OWN_EXTENSIONS,
): readonly UncheckedExtension[] =>
  objects<Extension>(element.extension).filter(
    ({ url }) => text(url)?.endsWith(OWN_EXTENSIONS[name]) === true,
  )

/** The extension with this URL nested in another one. */
export const nested = (outer: UncheckedExtension, url: string) =>
  objects<Extension>(outer.extension).find(inner => inner.url === url)
