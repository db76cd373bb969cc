/** `$populate`: a response to a form, with its initial values. */
import type { QuestionnaireResponse } from 'fhir/r4.js'
import { type Context, type FhirOperationInput, type FhirResource, sandboxKeyOf } from '../../core/index.ts'
import { outcomeOf } from '../../fhir/resources/outcome.ts'
import { object, objects, text } from '../../fhir/values/unchecked-json.ts'
import type { FormParts } from './form-parts.ts'
import { ownObservations } from './own-observations.ts'
import { formOn, formSent, type Part, partOf, partsIn } from './parameters.ts'

/** For a registered form. @throws InvalidRecord */
export async function populateOne(input: FhirOperationInput, context: Context): Promise<FhirResource> {
  const { record, sent } = input
  const id = record?._id ?? ''
  const parts = await formOn(input, context)
  return responseTo(parts, `${context.app.gateway.baseUrl}/fhir/Questionnaire/${id}`, sent, context)
}

/** For the form in Parameters, by value or by reference. @throws InvalidRecord */
export async function populateForm(input: FhirOperationInput, context: Context): Promise<FhirResource> {
  const { parts, name } = await formSent(input, context)
  return responseTo(parts, name, input.sent, context)
}

async function responseTo(
  parts: FormParts,
  canonical: string | undefined,
  sent: FhirResource | undefined,
  context: Context,
): Promise<FhirResource> {
  const { checks } = context.app.questionnaires
  const subject = object(partOf(sent, 'subject')?.valueReference)
  const isLocal = partOf(sent, 'local')?.valueBoolean === true
  const own = isLocal ? await ownObservations(parts, subject, context) : { observations: [], issues: [] }
  const population = {
    ...{ questionnaire: canonical, launch: launchIn(sent), now: context.now.getTime() },
    observations: own.observations,
  }
  const { response, issues: populationIssues } = await checks.populate(
    parts,
    population,
    sandboxKeyOf(context),
  )
  const issues = [...own.issues, ...populationIssues]
  const populated = { ...response, authored: context.now.toISOString(), ...(subject && { subject }) }
  return {
    resourceType: 'Parameters',
    parameter: [
      { name: 'response', resource: populated as QuestionnaireResponse },
      ...(issues.length > 0 ? [{ name: 'issues', resource: outcomeOf(issues) }] : []),
    ],
  }
}

/** The parts `context` of Parameters: a name, and the resource that expressions use under it. */
const launchIn = (sent: FhirResource | undefined): readonly (readonly [string, unknown])[] =>
  partsIn(sent).flatMap(({ name, part }) => {
    if (name !== 'context') return []
    const inner = (of: string) => objects<Part>(part).find(each => each.name === of)
    const called = text(inner('name')?.valueString)
    return called === undefined ? [] : [[called, inner('content')?.resource] as const]
  })
