/** Why the files of a person are not listed. */
import createError from '@fastify/error'

export const TooManyFiles = createError(
  'AND_TOO_MANY_FILES',
  "There are more than '%s' files, which are too many to search at once",
  422,
)
