/** Errors of registering, updating and authenticating applications. */
import createError from '@fastify/error'

export const UnknownApplication = createError(
  'AND_UNKNOWN_APPLICATION',
  "No application is registered under the id '%s'",
  404,
)
export const UnregisteredApplication = createError(
  'AND_UNREGISTERED_APPLICATION',
  "The submission names the application '%s', which is not registered",
  422,
)
export const NoApplication = createError(
  'AND_NO_APPLICATION',
  "Records of '%s' are submitted through an application: 'applicationId' must name one that is registered",
  422,
)
export const ApplicationExists = createError(
  'AND_APPLICATION_EXISTS',
  "The id '%s' is taken by another application",
  409,
)
export const TooManyApplications = createError(
  'AND_TOO_MANY_APPLICATIONS',
  '%s has registered %s applications, and none is left',
  429,
)
export const PublishingExhausted = createError(
  'AND_PUBLISHING_EXHAUSTED',
  'This is more than is left of what the application may publish: %s revisions and %s bytes of forms and value sets',
  413,
)
export const AddressPublishingExhausted = createError(
  'AND_ADDRESS_PUBLISHING_EXHAUSTED',
  'This is more than is left of what this address may publish within a day: %s revisions and %s bytes of forms and value sets; try again in %s seconds',
  429,
)
export const NonceUsed = createError(
  'AND_NONCE_USED',
  'This nonce was used before; sign the message again with a fresh one',
  409,
)
export const WrongControlKey = createError(
  'AND_WRONG_CONTROL_KEY',
  "The signature is not that of 'controlAddress' over this message%s",
  403,
)
export const ListingExpired = createError(
  'AND_LISTING_EXPIRED',
  "The signature holds until '%s', which is past or more than an hour away",
  403,
)
export const ApplicationKeyUsed = createError(
  'AND_APPLICATION_KEY_USED',
  "The key '%s' was replaced before, and cannot come back: make another one",
  409,
)
export const NotController = createError(
  'AND_NOT_CONTROLLER',
  "Application '%s' is controlled by another address",
  403,
)
export const WrongApplicationKey = createError(
  'AND_WRONG_APPLICATION_KEY',
  "The token must be signed by the application's key, the one that 'did' names",
  403,
)
export const MismatchedId = createError(
  'AND_MISMATCHED_ID',
  "The id in the path is '%s', the one in the body is another",
  400,
)
export const NotAnApplication = createError(
  'AND_NOT_AN_APPLICATION',
  "The token's key belongs to no registered application",
  403,
)
