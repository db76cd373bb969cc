/** Errors of storing and listing Observations. */
import createError from '@fastify/error'

export const TooManyObservations = createError(
  'AND_TOO_MANY_OBSERVATIONS',
  "The response holds '%s' observations; at most '%s' are taken out of one",
  422,
)
export const TooManyToSearch = createError(
  'AND_TOO_MANY_TO_SEARCH',
  "There are more than '%s' observations, which are too many to search at once",
  422,
)
