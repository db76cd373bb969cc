/** Errors of the FHIR API. */
import createError from '@fastify/error'

export const NotAcceptable = createError(
  'AND_NOT_ACCEPTABLE',
  "Resources are served as application/fhir+json in the versions 4.0, 4.3 and 5.0, not as '%s'",
  406,
)
export const UnknownFhirType = createError(
  'AND_UNKNOWN_FHIR_TYPE',
  "No resources are served at '%s'; /fhir/metadata lists what there is",
  404,
)
export const UnknownResource = createError(
  'AND_UNKNOWN_RESOURCE',
  "There is no %s '%s' that you may read",
  404,
)
export const InteractionNotSupported = createError(
  'AND_INTERACTION_NOT_SUPPORTED',
  'Resources here do not take %s; /fhir/metadata lists what can be done with them',
  405,
)
export const NoHistory = createError(
  'AND_NO_HISTORY',
  "No history is listed; one version of a resource is read at '%s/_history/<version>'",
  405,
)
export const NoBatch = createError(
  'AND_NO_BATCH',
  'No batch or transaction is taken: send each request by itself; /fhir/metadata lists what there is',
  405,
)
export const UnknownOperation = createError(
  'AND_UNKNOWN_OPERATION',
  "There is no operation '%s' on %s; /fhir/metadata lists those that there are",
  404,
)
export const InvalidSearch = createError('AND_INVALID_SEARCH', "The search parameter '%s' %s", 400)
export const TooManyToSort = createError(
  'AND_TOO_MANY_TO_SORT',
  "More than '%s' resources match, which are too many to sort; narrow the search or leave out _sort",
  422,
)
export const TooLargeToSort = createError(
  'AND_TOO_LARGE_TO_SORT',
  "The matching resources have more than '%s' bytes, which are too many to look through; narrow the search, or leave out _sort",
  422,
)
export const TooMuchIncluded = createError(
  'AND_TOO_MUCH_INCLUDED',
  'What _include leads to is too much for one answer; ask for fewer resources with _count, or read the others by themselves',
  422,
)
export const SeveralMatch = createError(
  'AND_SEVERAL_MATCH',
  'More than one resource matches If-None-Exist, so that it is not clear which one is meant',
  412,
)
export const VersionChanged = createError(
  'AND_VERSION_CHANGED',
  'The resource is no longer in the version that If-Match names: read it again',
  412,
)
