/** Why the Observations of a person are not stored. */
import createError from '@fastify/error'

export const TooManyObservations = createError(
  'AND_TOO_MANY_OBSERVATIONS',
  "The response holds '%s' observations; at most '%s' are taken out of one",
  422,
)
