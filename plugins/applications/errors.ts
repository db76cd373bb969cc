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
  "Records of '%s' require an application: set 'applicationId' to a registered one",
  422,
)
export const ApplicationExists = createError(
  'AND_APPLICATION_EXISTS',
  "The id '%s' is taken by another application",
  409,
)
export const TooManyApplications = createError(
  'AND_TOO_MANY_APPLICATIONS',
  '%s has reached the limit of %s applications',
  429,
)
export const PublishingExhausted = createError(
  'AND_PUBLISHING_EXHAUSTED',
  'The publishing limit of the application is exceeded: %s revisions and %s bytes of forms and value sets are left',
  413,
)
export const AddressPublishingExhausted = createError(
  'AND_ADDRESS_PUBLISHING_EXHAUSTED',
  'The daily publishing limit of this address is exceeded: %s revisions and %s bytes of forms and value sets are left; retry in %s seconds',
  429,
)
export const NonceUsed = createError(
  'AND_NONCE_USED',
  'This nonce was already used; sign the message again with a new one',
  409,
)
export const WrongControlKey = createError(
  'AND_WRONG_CONTROL_KEY',
  "The signature is not that of 'controlAddress' over this message%s",
  403,
)
export const ListingExpired = createError(
  'AND_LISTING_EXPIRED',
  "The signature is valid until '%s', which is in the past or more than an hour away",
  403,
)
export const ApplicationKeyUsed = createError(
  'AND_APPLICATION_KEY_USED',
  "The key '%s' was replaced before, and cannot come back: make another one",
  409,
)
export const NotController = createError(
  'AND_NOT_CONTROLLER',
  "Another address controls the application '%s'",
  403,
)
export const WrongApplicationKey = createError(
  'AND_WRONG_APPLICATION_KEY',
  "The token must be signed by the application's key, which 'did' names",
  403,
)
export const MismatchedId = createError(
  'AND_MISMATCHED_ID',
  "The id in the path is '%s', but the body has another",
  400,
)
export const NotAnApplication = createError(
  'AND_NOT_AN_APPLICATION',
  'The key of the token does not belong to a registered application',
  403,
)

export const UnknownCollection = createError(
  'AND_UNKNOWN_COLLECTION',
  "There is no collection '%s' that applications read",
  404,
)
