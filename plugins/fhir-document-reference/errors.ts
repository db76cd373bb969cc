/** Why an application is given no file. */
import createError from '@fastify/error'

// One sentence for every reason: a publisher learns nothing of other forms, people and files.
export const UnknownResponseFile = createError(
  'AND_UNKNOWN_RESPONSE_FILE',
  "No response to a questionnaire of yours holds the file '%s', or its owner took back the service's right to read it",
  404,
)
