/** Errors of the FHIR API. */
import createError from '@fastify/error'

export const NotAcceptable = createError(
  'AND_NOT_ACCEPTABLE',
  "Resources are served as application/fhir+json in the versions 4.0, 4.3 and 5.0, not as '%s'",
  406,
)
export const FileNotAcceptable = createError(
  'AND_FILE_NOT_ACCEPTABLE',
  "This file is served as '%s', or as application/fhir+json with the bytes in it, not as '%s'",
  406,
)
export const UnknownFhirType = createError(
  'AND_UNKNOWN_FHIR_TYPE',
  "No resources are served at '%s'; see /fhir/metadata for the types",
  404,
)
export const UnknownResource = createError(
  'AND_UNKNOWN_RESOURCE',
  "There is no %s '%s' that you may read",
  404,
)
export const InteractionNotSupported = createError(
  'AND_INTERACTION_NOT_SUPPORTED',
  'Resources here do not support %s; see /fhir/metadata for the supported interactions',
  405,
)
export const NoHistory = createError(
  'AND_NO_HISTORY',
  "The history is not listed; read one version of a resource at '%s/_history/<version>'",
  405,
)
export const NoBatch = createError(
  'AND_NO_BATCH',
  'Batches and transactions are not supported: send each request separately; see /fhir/metadata',
  405,
)
export const UnknownOperation = createError(
  'AND_UNKNOWN_OPERATION',
  "There is no operation '%s' on %s; see /fhir/metadata for the operations",
  404,
)
export const InvalidSearch = createError('AND_INVALID_SEARCH', "The search parameter '%s' %s", 400)
export const TooManyToSort = createError(
  'AND_TOO_MANY_TO_SORT',
  "More than '%s' resources match and cannot be sorted; narrow the search or omit _sort",
  422,
)
export const TooLargeToSort = createError(
  'AND_TOO_LARGE_TO_SORT',
  "The matching resources exceed '%s' bytes and cannot be sorted; narrow the search or omit _sort",
  422,
)
export const TooManyToCompare = createError(
  'AND_TOO_MANY_TO_COMPARE',
  'More than %s match: narrow the search, for example by code or date',
  422,
)
export const TooMuchIncluded = createError(
  'AND_TOO_MUCH_INCLUDED',
  'The resources of _include are too many for one response; request fewer with _count, or read them separately',
  422,
)
export const SeveralMatch = createError(
  'AND_SEVERAL_MATCH',
  'More than one resource matches If-None-Exist',
  412,
)
export const VersionChanged = createError(
  'AND_VERSION_CHANGED',
  'The resource has changed since the version in If-Match: read it again',
  412,
)
export const InvalidParameter = createError(
  'AND_INVALID_PARAMETER',
  "The parameter '%s' of the operation must be %s",
  400,
)
