/** Errors of consents. */
import createError from '@fastify/error'

export const InvalidConsent = createError('AND_INVALID_CONSENT', 'The consent is not accepted', 422)
export const SupersededConsent = createError(
  'AND_CONSENT_SUPERSEDED',
  'A decision on the same application and form was signed at the same time or later: read it, and sign a new one',
  409,
)
