/** Errors of exports. */
import createError from '@fastify/error'

export const ExportNotAsync = createError(
  'AND_EXPORT_NOT_ASYNC',
  "Exports are asynchronous: send the header 'Prefer: respond-async'",
  400,
)
export const ExportParameter = createError('AND_EXPORT_PARAMETER', "The parameter '%s' of an export %s", 400)
export const NothingToExport = createError(
  'AND_NOTHING_TO_EXPORT',
  "No questionnaire of this application is registered under the id '%s'",
  404,
)
export const UnknownExport = createError(
  'AND_UNKNOWN_EXPORT',
  "This application has no export '%s'; exports are removed after some hours",
  404,
)
export const UnknownExportFile = createError(
  'AND_UNKNOWN_EXPORT_FILE',
  "The export has no file '%s', or is not ready; its manifest lists the files",
  404,
)
export const TooManyExports = createError(
  'AND_TOO_MANY_EXPORTS',
  'This application has %s exports; delete one, or wait until one is removed',
  429,
)
