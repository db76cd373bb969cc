/** `$process-response`: validates a response, stores it, and extracts its resources, as a submission does. */
import {
  type Context,
  type FhirOperationInput,
  type FhirResource,
  InvalidRecord,
  withIssues,
} from '../../core/index.ts'
import type { Issue, IssueCode } from '../../fhir/index.ts'
import { outcomeOf } from '../../fhir/resources/outcome.ts'
import { object, text } from '../../fhir/values/unchecked-json.ts'
import { uids } from '../../schemas/uids.ts'
import { formAnsweredBy } from './adaptive.ts'
import { readerOf } from './checks.ts'
import { unresolved } from './errors.ts'
import { responses } from './fhir-responses.ts'
import { partOf } from './parameters.ts'
import type { Registered } from './registry.ts'

/** @throws InvalidRecord with every issue, and any error of a submission */
export async function processResponse(
  { sent, record, idempotencyKey }: FhirOperationInput,
  context: Context,
): Promise<FhirResource> {
  const { app, caller, now } = context
  const response = responseIn(sent)
  const form = await formOf(response, record?._id, context)
  const { id: _, meta: __, ...resource } = response
  const submission = {
    ...resource,
    questionnaire: text(resource['questionnaire']) ?? `Questionnaire/${form.resource._id}`,
  }
  const applicationId =
    caller.applicationId ?? (await responses.applicationOf?.(submission as unknown as FhirResource, context))
  const { insertedUid } = await app.gateway.submit(
    { applicationId, timestamp: now.toISOString(), schemaId: uids.QuestionnaireResponse, submission },
    context,
    idempotencyKey,
  )
  const named = { ...submission, questionnaire: `Questionnaire/${form.resource.id}` }
  const warnings = (await form.check(named, readerOf(context))).filter(
    ({ severity }) => severity === 'warning',
  )
  const stored: Issue = {
    ...{ severity: 'information', code: 'business-rule', rule: 'process-response' },
    ...{ expression: 'QuestionnaireResponse', text: `It is stored as QuestionnaireResponse/${insertedUid}.` },
  }
  return {
    resourceType: 'Parameters',
    parameter: [{ name: 'warnings', resource: outcomeOf([stored, ...warnings]) }],
  }
}

/** The response, or the one in the part `response` of Parameters. @throws InvalidRecord */
function responseIn(sent: FhirResource | undefined): Readonly<Record<string, unknown>> {
  const response = sent?.resourceType === 'Parameters' ? object(partOf(sent, 'response')?.resource) : sent
  if (response?.['resourceType'] !== 'QuestionnaireResponse')
    throw refusal(
      'structure',
      'resourceType',
      'Send a QuestionnaireResponse, or Parameters with one as `response`.',
    )
  // A submission is complete: the service would say so of one that is not.
  const { status } = response
  if (status !== 'completed' && status !== 'amended')
    throw refusal(
      'business-rule',
      'QuestionnaireResponse.status',
      'Send a response that is completed or amended.',
    )
  return response as Readonly<Record<string, unknown>>
}

/** The form that the response names; on one form, that form. @throws InvalidRecord */
async function formOf(
  response: Readonly<Record<string, unknown>>,
  id: string | undefined,
  { app }: Context,
): Promise<Registered> {
  const { questionnaire } = response
  const isUnnamed = id !== undefined && questionnaire === undefined
  const form = isUnnamed
    ? await app.questionnaires.resolve(id)
    : await formAnsweredBy(response, app.questionnaires)
  if (form === undefined) throw withIssues(new InvalidRecord(), [unresolved(questionnaire)])
  if (id !== undefined && form.resource._id !== id)
    throw refusal(
      'value',
      'QuestionnaireResponse.questionnaire',
      'The response answers another questionnaire than this one.',
    )
  return form
}

const refusal = (code: IssueCode, expression: string, words: string) =>
  withIssues(new InvalidRecord(), [
    { severity: 'error', code, rule: 'process-response', expression, text: words },
  ])
