/** Errors of backends. Those of the token endpoint have OAuth's names (RFC 6749 §5.2) behind the prefix of backends. */
import createError from '@fastify/error'

export const InvalidAssertion = createError(
  'AND_BACKEND_INVALID_CLIENT',
  'The client is not accepted: %s',
  401,
)
export const InvalidGrantRequest = createError(
  'AND_BACKEND_INVALID_REQUEST',
  'The token request is not accepted: %s',
  400,
)
export const NoGrantableScope = createError(
  'AND_BACKEND_INVALID_SCOPE',
  'No requested scope can be granted: %s',
  400,
)
export const InvalidBackendKey = createError(
  'AND_INVALID_BACKEND_KEY',
  'The keys of the backend are not accepted',
  422,
)
export const TooManyBackends = createError(
  'AND_TOO_MANY_BACKENDS',
  'The application has reached the limit of %s backends: revoke one first',
  409,
)
export const UnknownBackend = createError(
  'AND_UNKNOWN_BACKEND',
  "The application has no backend with the id '%s'",
  404,
)
export const OtherApplication = createError(
  'AND_OTHER_APPLICATION',
  "The token does not act for the application '%s': sign it with that application's key, and name it in 'applicationId'",
  403,
)
