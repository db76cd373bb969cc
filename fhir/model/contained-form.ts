/** The form that a response contains. */
import type { QuestionnaireResponse, Resource } from 'fhir/r5.js'
import { isObject, type Json, objects, text, type Unchecked } from '../values/unchecked-json.ts'

const TERMINOLOGY: ReadonlySet<unknown> = new Set(['ValueSet', 'CodeSystem'])

/**
 * Finds the form that a response contains and refers to as `#id`. A contained form contains nothing itself (dom-2):
 * it refers to the value sets and code systems beside it, which the returned form contains.
 * @param response - a QuestionnaireResponse, not necessarily valid
 * @returns the form, to be compiled on its own; undefined if the response names another form
 */
export function containedForm(response: unknown): Json | undefined {
  if (!isObject(response)) return undefined
  const { questionnaire, contained } = response as Unchecked<QuestionnaireResponse>
  const name = text(questionnaire)
  if (name === undefined || !name.startsWith('#')) return undefined
  const all = objects<Resource>(contained)
  const form = all.find(({ resourceType, id }) => resourceType === 'Questionnaire' && id === name.slice(1))
  if (form === undefined) return undefined
  const beside = all.filter(({ resourceType }) => TERMINOLOGY.has(resourceType))
  return beside.length === 0 ? (form as Json) : { ...form, contained: beside }
}
