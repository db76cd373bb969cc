/** Why no URL is given out. */
import createError from '@fastify/error'

export const FileTooLarge = createError<[number]>(
  'AND_FILE_TOO_LARGE',
  'The file is larger than the %d bytes that are accepted here',
  413,
)
export const UnknownFile = createError(
  'AND_UNKNOWN_FILE',
  "There is no file '%s' of yours, or it is not what its record says",
  404,
)
