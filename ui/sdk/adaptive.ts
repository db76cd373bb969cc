/** Adaptive forms: the gateway chooses each question by the answers so far. */
import type { QuestionnaireResponse } from 'fhir/r4.js'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { type LanguageOptions, sendForJson } from './http.ts'

/**
 * Asks for the next questions of an adaptive form. The contained form of the returned response has the questions
 * so far: add the answers to `item` and call again, until `status` is `completed`; then submit the response. An
 * item without an answer skips a question. Anyone may call it; nothing is stored.
 * @param response - the response so far, or the `_id` or URL of the form to begin with
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `language` of the issues; `signal` cancels the call
 * @throws AndironError 422 for a form that is not adaptive, or an answer that is not valid
 */
export async function nextQuestion(
  response: string | QuestionnaireResponse | { readonly resourceType: 'QuestionnaireResponse' },
  environment: EnvironmentInput,
  { language, signal }: LanguageOptions = {},
): Promise<QuestionnaireResponse> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  const first = { resourceType: 'QuestionnaireResponse', status: 'in-progress', questionnaire: response }
  return sendForJson(
    {
      method: 'POST',
      url: `${apiBaseUrl}/fhir/Questionnaire/$next-question`,
      body: typeof response === 'string' ? first : response,
      repeatable: true,
      language,
      signal,
    },
    ['resourceType', 'contained', 'status'],
  )
}
