/** Why a questionnaire is not registered, found, or open to the caller. */
import createError from '@fastify/error'

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
