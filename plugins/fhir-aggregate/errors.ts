/** Errors of aggregate queries and of stored queries. */
import createError from '@fastify/error'

export const InvalidAggregation = createError(
  'AND_INVALID_AGGREGATION',
  'The query does not fit the form',
  422,
)
export const QuestionsSpent = createError<[number, number, string]>(
  'AND_QUESTIONS_SPENT',
  'The privacy budget of this form is spent: the query needs up to %d numbers, more than are left for %d days. Enough is left from %s on. Cached answers are still served',
  429,
)
export const UnknownQuery = createError('AND_UNKNOWN_QUERY', "The application has no query named '%s'", 404)
export const QueryChanged = createError(
  'AND_QUERY_CHANGED',
  "The query '%s' does not match the precondition of the request",
  412,
)
export const TooManyQueries = createError<[number]>(
  'AND_TOO_MANY_QUERIES',
  'The application has reached the limit of %s saved queries: delete one first',
  409,
)
