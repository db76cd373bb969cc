/** `$populate`: a response to a form before anyone has answered, with the values that the form begins with. */
import type { Parameters, Questionnaire, QuestionnaireResponse, Reference } from 'fhir/r4.js'
import { InvalidRecord, withIssues } from '../../core/errors.ts'
import type { Context, FhirAsked, FhirResource } from '../../core/index.ts'
import { LiveForm } from '../../fhir/form/live.ts'
import type { CompiledQuestionnaire } from '../../fhir/index.ts'
import { unresolved } from './errors.ts'

/** For a registered form. @throws InvalidRecord */
export async function populateOne({ record, sent }: FhirAsked, context: Context): Promise<FhirResource> {
  const id = record?._id ?? ''
  const form = await context.app.questionnaires.get(id)
  if (!form) throw withIssues(new InvalidRecord(), [unresolved(id)])
  return responseTo(form.compiled, `${context.app.gateway.baseUrl}/fhir/Questionnaire/${id}`, sent, context)
}

/** For the form that Parameters hold, or name. @throws InvalidRecord */
export async function populateForm({ sent, release }: FhirAsked, context: Context): Promise<FhirResource> {
  const { questionnaires } = context.app
  const resource = partOf(sent, 'questionnaire')?.resource as Questionnaire | undefined
  const canonical = partOf(sent, 'canonical')
  const name = resource?.url ?? canonical?.valueCanonical ?? canonical?.valueUri
  const compiled = resource
    ? await questionnaires.compile(resource, { fhirVersion: release })
    : name !== undefined && (await questionnaires.resolve(name))?.compiled
  if (!compiled) throw withIssues(new InvalidRecord(), [unresolved(name)])
  return responseTo(compiled, name, sent, context)
}

function responseTo(
  { form }: CompiledQuestionnaire,
  questionnaire: string | undefined,
  sent: FhirResource | undefined,
  { now }: Context,
): FhirResource {
  const { response } = new LiveForm(form, () => [], { questionnaire })
  const subject = partOf(sent, 'subject')?.valueReference as Reference | undefined
  const populated = { ...response, authored: now.toISOString(), ...(subject && { subject }) }
  return {
    resourceType: 'Parameters',
    parameter: [{ name: 'response', resource: populated as QuestionnaireResponse }],
  }
}

function partOf(sent: FhirResource | undefined, name: string) {
  const { parameter } = (sent ?? {}) as Partial<Parameters>
  return Array.isArray(parameter) ? parameter.find(each => each.name === name) : undefined
}
