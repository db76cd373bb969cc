/** The extensions that the rules know, and how they are found on an element. */
import type { Extension } from 'fhir/r5.js'
import { objects, text, type Unchecked } from './shape.ts'

/** An extension as it arrives. */
export type UncheckedExtension = Unchecked<Extension>

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'

/** Every spelling of an extension that means the same. */
export const EXTENSIONS = {
  answerConstraint: [
    'http://hl7.org/fhir/5.0/StructureDefinition/extension-Questionnaire.item.answerConstraint',
  ],
  answerExpression: [`${SDC}answerExpression`],
  calculatedExpression: [`${SDC}calculatedExpression`],
  choiceOrientation: [`${HL7}questionnaire-choiceOrientation`],
  constraint: [`${HL7}questionnaire-constraint`],
  derivationType: [`${HL7}questionnaire-derivationType`],
  enableWhenExpression: [`${SDC}enableWhenExpression`],
  entryFormat: [`${HL7}entryFormat`],
  hidden: [`${HL7}questionnaire-hidden`],
  initialExpression: [`${SDC}initialExpression`],
  itemControl: [`${HL7}questionnaire-itemControl`],
  itemMedia: [`${SDC}itemMedia`],
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
  observationExtract: [`${SDC}observationExtract`],
  observationExtractCategory: [`${SDC}observation-extract-category`],
  optionExclusive: [`${HL7}questionnaire-optionExclusive`],
  referenceProfile: [`${HL7}questionnaire-referenceProfile`],
  referenceResource: [`${HL7}questionnaire-referenceResource`],
  markdown: [`${HL7}rendering-markdown`],
  regex: [`${HL7}regex`],
  sliderStep: [`${HL7}questionnaire-sliderStepValue`],
  signature: [`${HL7}questionnaireresponse-signature`],
  signatureRequired: [`${HL7}questionnaire-signatureRequired`],
  supportLink: [`${HL7}questionnaire-supportLink`],
  targetConstraint: [`${HL7}targetConstraint`],
  translation: [`${HL7}translation`],
  unit: [`${HL7}questionnaire-unit`],
  unitOpen: [`${SDC}unitOpen`, `${HL7}questionnaire-unitOpen`],
  unitOption: [`${HL7}questionnaire-unitOption`],
  unitValueSet: [`${HL7}questionnaire-unitValueSet`],
  variable: [`${HL7}variable`],
  xhtml: [`${HL7}rendering-xhtml`],
} as const

/** An extension by its short name. */
export type ExtensionName = keyof typeof EXTENSIONS

/**
 * The extensions that are published under the operator's own base URL; they are known by how the URL ends.
 * `questionnaire-slider-control` nests `minValue`, `maxValue`, `step`; `questionnaire-exclusive-option` holds an option's code.
 */
export const OWN_EXTENSIONS = {
  slider: '/StructureDefinition/questionnaire-slider-control',
  exclusiveOption: '/StructureDefinition/questionnaire-exclusive-option',
} as const

/** Every URL above. */
export const EXTENSION_URLS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ Object.values(EXTENSIONS).flat(),
)

const NONE: readonly UncheckedExtension[] = []

/** The values of an extension on an element, in order: the whole extension objects. */
export const extensions = (
  element: { readonly extension?: unknown },
  name: ExtensionName,
): readonly UncheckedExtension[] =>
  element.extension === undefined ? NONE : objects<Extension>(element.extension).filter(named(name))

/** The first such extension. */
export const extension = (element: { readonly extension?: unknown }, name: ExtensionName) =>
  element.extension === undefined ? undefined : objects<Extension>(element.extension).find(named(name))

function named(name: ExtensionName) {
  const urls: readonly string[] = EXTENSIONS[name]
  return ({ url }: UncheckedExtension) => urls.includes(text(url) ?? '')
}

/** The extensions of the operator's own on an element. */
export const ownExtensions = (
  element: { readonly extension?: unknown },
  name: keyof typeof OWN_EXTENSIONS,
): readonly UncheckedExtension[] =>
  objects<Extension>(element.extension).filter(
    ({ url }) => text(url)?.endsWith(OWN_EXTENSIONS[name]) === true,
  )

/** The extension nested in another one under this url. */
export const nested = (outer: UncheckedExtension, url: string) =>
  objects<Extension>(outer.extension).find(inner => inner.url === url)
