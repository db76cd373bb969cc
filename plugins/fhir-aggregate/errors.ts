/** Errors of aggregate queries and of stored queries. */
import createError from '@fastify/error'

export const InvalidAggregation = createError(
  'AND_INVALID_AGGREGATION',
  'The question does not fit the form',
  422,
)
export const QuestionsSpent = createError<[number, number, string]>(
  'AND_QUESTIONS_SPENT',
  'The question needs up to %d numbers, and less is left of what may be asked about this form within %d days; enough is left from %s on. Answers that were given before are repeated',
  429,
)
export const UnknownQuery = createError('AND_UNKNOWN_QUERY', "The application has no query named '%s'", 404)
export const QueryChanged = createError(
  'AND_QUERY_CHANGED',
  "The query '%s' is not the one that the request's precondition names",
  412,
)
