/** Reads the Parameters of operations on forms. */
import type { ParametersParameter } from 'fhir/r4.js'
import {
  type Context,
  type FhirOperationInput,
  type FhirResource,
  InvalidRecord,
  withIssues,
} from '../../core/index.ts'
import { object, objects, text } from '../../fhir/values/unchecked-json.ts'
import { unresolved } from './errors.ts'
import type { FormParts } from './form-parts.ts'

export type Part = ParametersParameter

export const partsIn = (sent: FhirResource | undefined) => objects<Part>(sent?.['parameter'])

export const partOf = (sent: FhirResource | undefined, wanted: string) =>
  partsIn(sent).find(({ name }) => name === wanted)

/** A form with its name; by value or by reference. */
export interface FormSent {
  readonly parts: FormParts
  readonly name: string | undefined
}

/**
 * The form in the part `questionnaire` or `canonical` of Parameters, or the form that is sent instead of
 * Parameters.
 * @throws InvalidRecord
 */
export async function formSent({ sent, release }: FhirOperationInput, { app }: Context): Promise<FormSent> {
  const { questionnaires } = app
  const part = partOf(sent, 'questionnaire')
  const resource = sent?.resourceType === 'Questionnaire' ? sent : object(part?.resource)
  const named = partOf(sent, 'canonical')
  const name =
    text(resource?.['url']) ??
    [named?.valueCanonical, named?.valueUri, part?.valueCanonical, part?.valueUri].find(
      each => each !== undefined,
    ) ??
    object<{ reference: string }>(part?.valueReference)?.reference
  const parts = resource
    ? await questionnaires.partsOf(resource, { fhirVersion: release })
    : typeof name === 'string' && (await questionnaires.resolve(name))?.parts
  if (!parts) throw withIssues(new InvalidRecord(), [unresolved(name)])
  return { parts, name: text(name) }
}

/** The form of an operation on one record. @throws InvalidRecord */
export async function formOn({ record }: FhirOperationInput, { app }: Context): Promise<FormParts> {
  const id = record?._id ?? ''
  const form = await app.questionnaires.get(id)
  if (!form) throw withIssues(new InvalidRecord(), [unresolved(id)])
  return form.parts
}
