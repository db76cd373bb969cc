/** Errors of signed URLs. */
import createError from '@fastify/error'

export const FileTooLarge = createError<[number]>(
  'AND_FILE_TOO_LARGE',
  'The file is larger than the %d bytes that are accepted here',
  413,
)
export const NewcomerFileTooLarge = createError<[number]>(
  'AND_NEWCOMER_FILE_TOO_LARGE',
  'The file is larger than the %d bytes that are accepted from somebody of whom nothing but files is stored; submit another record first',
  413,
)
export const UploadsExhausted = createError<[number, string]>(
  'AND_UPLOADS_EXHAUSTED',
  'Of what keys or addresses may upload of which nothing but files is stored, %d bytes are left for now; submit another record first, or try again in %s seconds',
  429,
)
export const UnknownFile = createError(
  'AND_UNKNOWN_FILE',
  "There is no file '%s' of yours, or it is not what its record says",
  404,
)
