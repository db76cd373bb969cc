/** Requests of the page to the gateway that serves it: the form, and the validation of a response. */
import type { Questionnaire, QuestionnaireResponse } from '@andiron/questionnaire'
import type { OperationOutcome } from 'fhir/r5.js'
import type { Problem } from '../../../schemas/problem.ts'
import { Refused } from '../shell/gateway-request.ts'
import { words } from '../shell/language/page-texts.ts'
import { formPath, ORIGINAL, taken } from '../shell/loading/first-requests.ts'

/** Fetches a registered form. */
export async function fetchForm(id: string): Promise<Questionnaire> {
  const path = formPath(id)
  const answer = await (taken(path) ?? fetch(path, { headers: ORIGINAL }))
  const body: unknown = await answer.json()
  if (!answer.ok) throw new Refused(body as Problem)
  return body as Questionnaire
}

/** Validates a response; throws the issues if it would be refused. Nothing is stored. */
export async function checkResponse(
  response: QuestionnaireResponse,
  lang: string,
): Promise<QuestionnaireResponse> {
  const answer = await fetch('/api/questionnaire/$validate', {
    method: 'POST',
    headers: { 'content-type': 'application/fhir+json', 'accept-language': lang },
    body: JSON.stringify(response),
  })
  if (!answer.ok) throw new Error(answer.statusText)
  const { issue } = (await answer.json()) as OperationOutcome
  const issues = issue
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ details, expression }) => ({ text: details?.text, expression: expression?.[0] }))
  if (issues.length > 0) throw Object.assign(new Error(words.wouldRefuse), { issues })
  return response
}
