/** Errors of profile deletions, and of writes during one. */
import createError from '@fastify/error'

export const NotConfirmed = createError(
  'AND_DELETION_NOT_CONFIRMED',
  "'did' must be the DID of the profile that signs the request",
  422,
)
export const TokenNotFresh = createError(
  'AND_TOKEN_NOT_FRESH',
  'This requires a token that was signed within the last %s minutes: sign a new one',
  403,
)
export const InvalidPermission = createError(
  'AND_INVALID_PERMISSION',
  "'permission.%s' is not a delegation from you to this service for '%s' that is valid for at least one hour",
  422,
)
export const ProfileDeletionUnderWay = createError(
  'AND_PROFILE_LEAVING',
  'This profile is being deleted and accepts no data; see GET /api/profile/deletion for its progress',
  409,
)
// These two are reported as problems that delay a deletion.
export const PermissionExpired = createError(
  'AND_PERMISSION_EXPIRED',
  'The permission has expired: request the deletion again with a new one',
  403,
)
export const RecordsStay = createError(
  'AND_RECORDS_STAY',
  "The storage node '%s' still lists deleted records",
  502,
)
