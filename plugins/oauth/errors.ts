/** Errors of a sign-in. The code without `AND_`, in lower case, is OAuth's `error`. */
import createError from '@fastify/error'

export const InvalidClient = createError('AND_INVALID_CLIENT', 'The client is not accepted: %s', 401)
export const InvalidRedirectUri = createError(
  'AND_INVALID_REDIRECT_URI',
  "The redirect URI '%s' cannot be accepted: it must be https, http on this machine, a scheme of an application that is a domain name in reverse (com.example.app), or one that this service lists, without a fragment",
  400,
)
export const UnregisteredRedirectUri = createError(
  'AND_UNREGISTERED_REDIRECT_URI',
  'The redirect URI is not one that this client has registered',
  400,
)
export const InvalidClientMetadata = createError(
  'AND_INVALID_CLIENT_METADATA',
  'The client cannot be registered: %s',
  400,
)
export const TooManyClients = createError(
  'AND_TOO_MANY_CLIENTS',
  'Too many clients are registered %s: %s is the most within the window; try again in %s seconds, or be a client that a document describes (client_id is its URL)',
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
  "Only the grant type 'authorization_code' is supported",
  400,
)
export const InvalidScope = createError(
  'AND_INVALID_SCOPE',
  "The only right there is is reading all of a profile: ask for it by the scope 'read' or 'user/*.rs'",
  400,
)
export const InvalidTarget = createError(
  'AND_INVALID_TARGET',
  'The resource is not one that is served here',
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
  'This sign-in has ended or taken too long: go back to the program and start again',
  404,
)
export const WrongConsent = createError(
  'AND_WRONG_CONSENT',
  'What was signed is not what this sign-in asked for',
  422,
)
