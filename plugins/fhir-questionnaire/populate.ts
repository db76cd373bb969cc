/** `$populate`: a response to a form before anyone has answered, with the values that the form begins with. */
import type { Parameters, Questionnaire, QuestionnaireResponse, Reference } from 'fhir/r4.js'
import {
  type Context,
  type FhirAsked,
  type FhirResource,
  InvalidRecord,
  sandboxKeyOf,
  withIssues,
} from '../../core/index.ts'
import { unresolved } from './errors.ts'
import type { FormParts } from './form-parts.ts'

/** For a registered form. @throws InvalidRecord */
export async function populateOne({ record, sent }: FhirAsked, context: Context): Promise<FhirResource> {
  const id = record?._id ?? ''
  const form = await context.app.questionnaires.get(id)
  if (!form) throw withIssues(new InvalidRecord(), [unresolved(id)])
  return responseTo(form.parts, `${context.app.gateway.baseUrl}/fhir/Questionnaire/${id}`, sent, context)
}

/** For the form that Parameters hold, or name. @throws InvalidRecord */
export async function populateForm({ sent, release }: FhirAsked, context: Context): Promise<FhirResource> {
  const { questionnaires } = context.app
  const resource = partOf(sent, 'questionnaire')?.resource as Questionnaire | undefined
  const canonical = partOf(sent, 'canonical')
  const name = resource?.url ?? canonical?.valueCanonical ?? canonical?.valueUri
  const parts = resource
    ? await questionnaires.partsOf(resource, { fhirVersion: release })
    : name !== undefined && (await questionnaires.resolve(name))?.parts
  if (!parts) throw withIssues(new InvalidRecord(), [unresolved(name)])
  return responseTo(parts, name, sent, context)
}

async function responseTo(
  parts: FormParts,
  canonical: string | undefined,
  sent: FhirResource | undefined,
  context: Context,
): Promise<FhirResource> {
  const { checks } = context.app.questionnaires
  const response = await checks.populate(parts, canonical, sandboxKeyOf(context))
  const subject = partOf(sent, 'subject')?.valueReference as Reference | undefined
  const populated = { ...response, authored: context.now.toISOString(), ...(subject && { subject }) }
  return {
    resourceType: 'Parameters',
    parameter: [{ name: 'response', resource: populated as QuestionnaireResponse }],
  }
}

function partOf(sent: FhirResource | undefined, name: string) {
  const { parameter } = (sent ?? {}) as Partial<Parameters>
  return Array.isArray(parameter) ? parameter.find(each => each.name === name) : undefined
}
