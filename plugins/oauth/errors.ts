/** Errors of a sign-in. The code without `AND_`, in lower case, is OAuth's `error`. */
import createError from '@fastify/error'

export const InvalidClient = createError('AND_INVALID_CLIENT', 'The client is not accepted: %s', 401)
export const InvalidRedirectUri = createError(
  'AND_INVALID_REDIRECT_URI',
  "The redirect URI '%s' is not accepted: it must have no fragment, and be https, http on this machine, a reversed domain name as a scheme (com.example.app), or listed by this service",
  400,
)
export const UnregisteredRedirectUri = createError(
  'AND_UNREGISTERED_REDIRECT_URI',
  'The redirect URI is not registered for this client',
  400,
)
export const InvalidClientMetadata = createError(
  'AND_INVALID_CLIENT_METADATA',
  'The client cannot be registered: %s',
  400,
)
export const TooManyClients = createError(
  'AND_TOO_MANY_CLIENTS',
  'Too many clients are registered %s: the limit per window is %s. Retry in %s seconds, or use a client metadata document (its URL is the client_id)',
  429,
)
export const InvalidOauthRequest = createError('AND_INVALID_OAUTH_REQUEST', 'The sign-in request %s', 400)
export const UnsupportedResponseType = createError(
  'AND_UNSUPPORTED_RESPONSE_TYPE',
  "Only the response type 'code' is supported",
  400,
)
export const UnsupportedGrantType = createError(
  'AND_UNSUPPORTED_GRANT_TYPE',
  "The grant type is not supported: the authorization server's metadata list the supported ones",
  400,
)
export const InvalidScope = createError(
  'AND_INVALID_SCOPE',
  "Request the scope 'read' or 'user/*.rs': read access to a whole profile is the only right",
  400,
)
export const InvalidTarget = createError(
  'AND_INVALID_TARGET',
  'The requested resource is not served here',
  400,
)
export const InvalidGrant = createError(
  'AND_INVALID_GRANT',
  'The code is not valid: it was used, has expired, or belongs to another client, redirect URI, resource or verifier',
  400,
)
export const AccessDenied = createError('AND_ACCESS_DENIED', 'The person declined', 403)
export const UnknownTransaction = createError(
  'AND_UNKNOWN_TRANSACTION',
  'This sign-in has ended or expired: return to the program and start again',
  404,
)
export const WrongConsent = createError(
  'AND_WRONG_CONSENT',
  'The signed consent does not belong to this sign-in',
  422,
)
export const WithheldFromProgram = createError(
  'AND_WITHHELD_FROM_PROGRAM',
  'The person withholds their records from this program: only they can let it read again, on the page of their profile',
  403,
)
