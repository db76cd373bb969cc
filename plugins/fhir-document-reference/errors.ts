/** Errors of reading files, for applications, and of listing them, for people. */
import createError from '@fastify/error'

// One message for every reason: a publisher learns nothing about other forms, people and files.
export const UnknownResponseFile = createError(
  'AND_UNKNOWN_RESPONSE_FILE',
  "No response to your questionnaires holds the file '%s', or its owner revoked the service's read access",
  404,
)
export const TooManyFiles = createError(
  'AND_TOO_MANY_FILES',
  'More than %s files match and cannot be listed; narrow the search',
  422,
)
