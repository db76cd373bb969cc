/** Errors of consents. */
import createError from '@fastify/error'

export const InvalidConsent = createError('AND_INVALID_CONSENT', 'The consent is not accepted', 422)
export const SupersededConsent = createError(
  'AND_CONSENT_SUPERSEDED',
  'A decision on the same application and form was signed at the same time or later: read it, and sign a new one',
  409,
)
export const ConsentRequired = createError<[string, string]>(
  'AND_CONSENT_REQUIRED',
  "This form asks for a consent before it is answered (purposes: %s): give it for the form '%s', and send the answers again",
  403,
)
export const ConsentFormRequired = createError<[string]>(
  'AND_CONSENT_FORM_REQUIRED',
  "This form asks for its consent form to be answered first: answer the form '%s', and send the answers again",
  403,
)
export const InvalidConsentRequirement = createError(
  'AND_INVALID_CONSENT_REQUIREMENT',
  'The form requires a consent that nobody can give',
  422,
)
