/** Errors of registering, finding and evaluating value sets and code systems. */
import createError from '@fastify/error'

export const InvalidValueSet = createError(
  'AND_INVALID_VALUE_SET',
  'The resource is not a FHIR ValueSet or CodeSystem',
  422,
)
export const UnknownValueSet = createError(
  'AND_UNKNOWN_VALUE_SET',
  "No value set or code system is registered under the id '%s'",
  404,
)
export const UnknownCanonical = createError(
  'AND_UNKNOWN_CANONICAL',
  "No %s is registered under '%s', and there is no terminology server for others",
  404,
)
export const MissingTerm = createError('AND_MISSING_TERM', 'The operation needs the parameter %s', 400)
export const NotExpandable = createError(
  'AND_VALUE_SET_NOT_EXPANDED',
  'The value set cannot be evaluated here: %s; narrow it, or search it with a filter',
  422,
)
export const UnknownCode = createError('AND_UNKNOWN_CODE', "The code system has no code '%s'", 404)
export const TerminologyRefused = createError(
  'AND_TERMINOLOGY_REFUSED',
  'The terminology server refuses the request: %s',
  422,
)
export const TerminologyUnavailable = createError(
  'AND_TERMINOLOGY_UNAVAILABLE',
  'The terminology server %s; retry later',
  503,
)
