/** Errors of requests to the endpoint for assistants. */
import createError from '@fastify/error'

export const ForeignHost = createError(
  'AND_FOREIGN_HOST',
  "Nothing is served under the name '%s' or to pages of it; the operator can add it to the option 'allowedHosts' of the plugin mcp",
  403,
)
export const MethodNotAllowed = createError(
  'AND_METHOD_NOT_ALLOWED',
  'There are no sessions and no streams here: every request is a POST',
  405,
)
// For an assistant, as part of its answer.
export const AnswerTooLarge = createError<[number]>(
  'AND_ANSWER_TOO_LARGE',
  'The answer is larger than %d characters. Ask for less at once.',
  422,
)
