/** Errors of registering and finding value sets. */
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
