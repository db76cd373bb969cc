/** Errors of requests to the endpoint for assistants. */
import createError from '@fastify/error'

export const ForeignHost = createError(
  'AND_FOREIGN_HOST',
  "The host name '%s' is not allowed; the operator can add it to the option 'allowedHosts' of the plugin mcp",
  403,
)
export const MethodNotAllowed = createError(
  'AND_METHOD_NOT_ALLOWED',
  'Use POST: this server has no sessions and no streams',
  405,
)
// For an assistant, as part of its answer.
export const AnswerTooLarge = createError<[number]>(
  'AND_ANSWER_TOO_LARGE',
  'The answer is larger than %d characters. Request less data at once.',
  422,
)
export const UnnamedRecords = createError(
  'AND_UNNAMED_RECORDS',
  "The tool or resource '%s' does not name the records in its answer: return their ids as `records`, or an empty list",
  500,
)
