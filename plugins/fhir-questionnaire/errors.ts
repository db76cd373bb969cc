/** Errors of questionnaires and their responses. */
import createError from '@fastify/error'
import { InvalidRecord, withIssues } from '../../core/index.ts'
import type { Issue } from '../../fhir/index.ts'

export const InvalidQuestionnaire = createError(
  'AND_INVALID_QUESTIONNAIRE',
  'The resource is not a FHIR Questionnaire that can be answered',
  422,
)
export const UnknownQuestionnaire = createError(
  'AND_UNKNOWN_QUESTIONNAIRE',
  "No questionnaire is registered under the id '%s'",
  404,
)
export const NotPublisher = createError(
  'AND_NOT_PUBLISHER',
  'The questionnaire was published by another application',
  403,
)

export const TooManyForms = createError(
  'AND_TOO_MANY_FORMS',
  "The application has more than %s forms: name those to search with 'questionnaire'",
  400,
)

export const NoAdaptiveEngine = createError(
  'AND_NO_ADAPTIVE_ENGINE',
  "No plugin of this gateway chooses the questions of the form '%s'",
  422,
)

export const InvalidDateSearch = createError(
  'AND_INVALID_DATE_SEARCH',
  "The value of the parameter '%s' is not a supported FHIR date: '%s'",
  400,
)

/** The issue of a form that was read in another language than its own. */
export const translation = (language: string): Issue => ({
  severity: 'error',
  code: 'business-rule',
  rule: 'Q-TRANSLATED',
  expression: 'Questionnaire.meta.tag',
  text: `Send the original of the form: this is its translation ('${language}'), which would replace it. 'Accept-Language: *' reads the original.`,
})
export const AnswersNotChecked = createError(
  'AND_ANSWERS_NOT_CHECKED',
  'The answers cannot be checked, because the terminology server does not answer; retry later',
  503,
)

/** The error of a refused response: 503 if nothing but the terminology server is missing, so that clients retry. */
export function refusalWith(issues: readonly Issue[]): Error {
  const isPassing = issues.every(
    ({ code, severity }) => code === 'transient' || (severity !== 'error' && severity !== 'fatal'),
  )
  return withIssues(isPassing ? new AnswersNotChecked() : new InvalidRecord(), issues)
}

/** The issue of a response whose status a submission cannot have. */
export const notSubmitted = (status: string): Issue => ({
  severity: 'error',
  code: 'business-rule',
  rule: 'QR-SUBMITTED',
  expression: 'QuestionnaireResponse.status',
  text: `Nothing was stored: a submitted response is stored as 'completed', so it cannot have the status '${status}'. To take back answers, delete their record or stop sharing.`,
})

/** The issue of a response with an unknown form. */
export const unresolved = (questionnaire: unknown): Issue => ({
  severity: 'error',
  code: questionnaire === undefined ? 'required' : 'not-found',
  rule: 'QR-Q',
  expression: 'QuestionnaireResponse.questionnaire',
  text:
    questionnaire === undefined
      ? 'The response must name the questionnaire that it answers.'
      : 'The response names a questionnaire that is not registered here.',
})
