/** Errors of storing and listing Observations. */
import createError from '@fastify/error'

export const TooManyObservations = createError(
  'AND_TOO_MANY_OBSERVATIONS',
  "The response holds '%s' observations; at most '%s' are extracted from one response",
  422,
)
