/** Errors of signed URLs. */
import createError from '@fastify/error'

export const FileTooLarge = createError<[number]>(
  'AND_FILE_TOO_LARGE',
  'The file exceeds the limit of %d bytes',
  413,
)
export const NewcomerFileTooLarge = createError<[number]>(
  'AND_NEWCOMER_FILE_TOO_LARGE',
  'The file exceeds %d bytes, the limit for a profile without a submitted record; submit another record first',
  413,
)
export const UploadsExhausted = createError<[number, string]>(
  'AND_UPLOADS_EXHAUSTED',
  'The upload limit for keys and addresses without a submitted record is exceeded: %d bytes are left; submit another record first, or retry in %s seconds',
  429,
)
export const UnknownFile = createError(
  'AND_UNKNOWN_FILE',
  "There is no file '%s' of yours, or it is not what its record says",
  404,
)
export const UnknownUpload = createError<[string]>(
  'AND_UNKNOWN_UPLOAD',
  "There is no unfinished upload '%s' of yours, or it has no such part: begin a new one",
  404,
)
export const UploadIncomplete = createError<[number, number]>(
  'AND_UPLOAD_INCOMPLETE',
  '%d of %d parts are missing: send them, and complete the upload again',
  409,
)
export const UnfinishedExhausted = createError<[number, number, string]>(
  'AND_UNFINISHED_EXHAUSTED',
  'The limit for unfinished uploads in parts is exceeded: %d uploads and %d bytes are left; complete or remove another one, or retry in %s seconds',
  429,
)
