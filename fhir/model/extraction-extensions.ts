/** The extensions of extraction by templates and definitions. They are not in the table that every browser loads. */
import { type Json, object, objects } from '../values/unchecked-json.ts'
import type { Form } from './form-tree.ts'

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'

/** The extensions of extraction. They are not in the table that every browser loads. */
export const URLS = {
  allocateId: `${SDC}extractAllocateId`,
  context: `${SDC}templateExtractContext`,
  definition: `${SDC}definitionExtract`,
  definitionValue: `${SDC}definitionExtractValue`,
  legacyContext: `${SDC}itemExtractionContext`,
  template: `${SDC}templateExtract`,
  templateBundle: `${SDC}templateExtractBundle`,
  value: `${SDC}templateExtractValue`,
} as const

type Extended = { readonly extension?: unknown }

/** The extensions of an element with this URL. */
export const extended = (element: Extended, url: string) =>
  objects(element.extension).filter(each => each['url'] === url)

const BEGINNINGS: ReadonlySet<unknown> = new Set([
  ...[URLS.template, URLS.templateBundle, URLS.definition, URLS.legacyContext],
])

/** True if an extraction begins at the form itself, or at this item. */
export const beginsExtraction = (element: Extended) =>
  element.extension !== undefined && objects(element.extension).some(each => BEGINNINGS.has(each['url']))

const ALL: ReadonlySet<unknown> = new Set(Object.values(URLS))

/** True if a form has any extension of extraction, outside its templates. */
export const hasExtraction = ({ raw, all }: Form): boolean =>
  [raw, ...all.map(item => item.raw)].some(element =>
    objects((element as Extended).extension).some(({ url }) => ALL.has(url)),
  )

/** True if a form extracts resources by templates or definitions. */
export function extractsResources(questionnaire: unknown): boolean {
  const waiting: Json[] = [object(questionnaire) ?? {}]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (beginsExtraction(element)) return true
    for (const item of objects(element['item'])) waiting.push(item as Json)
  }
  return false
}
