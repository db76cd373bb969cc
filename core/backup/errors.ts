/** Errors of backup and restore, each with its remedy. */

import { createError } from '@fastify/error'

export const BackupKeyMissing = createError<[string]>(
  'AND_BACKUP_KEY_MISSING',
  "A backup is sealed, and its key is not to be found%s. Make one with 'openssl rand -hex 32 > backup.key && chmod 600 backup.key', keep a copy apart from the backups, and name it with --key-file",
  500,
)

export const BackupKeyUnusable = createError<[string, string]>(
  'AND_BACKUP_KEY_UNUSABLE',
  "The key file '%s' cannot be used: %s",
  500,
)

export const BackupKeyWrong = createError<[string]>(
  'AND_BACKUP_KEY_WRONG',
  "The key does not open the backups in '%s': name the key file with which the first of them was made",
  500,
)

export const BackupPlace = createError<[string, string]>(
  'AND_BACKUP_PLACE',
  "'%s' cannot hold backups: %s",
  500,
)

export const BackupMissing = createError<[string]>(
  'AND_BACKUP_MISSING',
  "There is no finished backup in '%s'",
  500,
)

export const BackupPointUnknown = createError<[string, string, string]>(
  'AND_BACKUP_POINT_UNKNOWN',
  "There is no backup '%s' in '%s'; there are: %s",
  500,
)

export const BackupNewer = createError<[string]>(
  'AND_BACKUP_NEWER',
  'The backup has the format %s, which this release cannot read: use the release that made it, or a later one',
  500,
)

export const BackupDamaged = createError<[string, string]>(
  'AND_BACKUP_DAMAGED',
  "The file '%s' of the backup is damaged: %s. Restore an earlier backup; for later ones, delete the file, and the next backup stores it again",
  500,
)

export const BackupStoreFailed = createError<[string, string, { cause: unknown }]>(
  'AND_BACKUP_STORE_FAILED',
  "The files in '%s' cannot be read or written (%s): look at its address, credentials, rights and free space",
  500,
)

export const NothingToBackUp = createError<[string]>(
  'AND_NOTHING_TO_BACK_UP',
  'There is nothing to back up: %s',
  500,
)

export const BackupDatabase = createError<[string, string, { cause: unknown }]>(
  'AND_BACKUP_DATABASE',
  "The database '%s' could not be read or written: %s. Nothing counts as backed up or restored; try again",
  500,
)

export const BackupNotConsistent = createError<[string]>(
  'AND_BACKUP_NOT_CONSISTENT',
  'No common point of all databases was reached: %s. Nothing counts as backed up; try again',
  500,
)

export const RestoreNotEmpty = createError<[string]>(
  'AND_RESTORE_NOT_EMPTY',
  'A restore goes into an empty deployment and replaces nothing: %s. Name another data directory or other databases, or remove these after a look',
  500,
)

export const RestoreMismatch = createError<[string]>(
  'AND_RESTORE_MISMATCH',
  'The backup does not fit this config: %s',
  500,
)

export const BackupBeingPruned = createError<[string]>(
  'AND_BACKUP_BEING_PRUNED',
  "Old backups are being removed from '%s', or were meanwhile; run this again. After a prune that was killed, wait an hour, or delete the files in 'pruning' there",
  503,
)

export const DrillRunning = createError<[string]>(
  'AND_DRILL_RUNNING',
  "Another drill uses '%s': wait for its end",
  503,
)

export const DrillNoSpace = createError<[string, string, string]>(
  'AND_DRILL_NO_SPACE',
  "A drill restores %s MiB, and '%s' has %s MiB free: free some space, or name another directory with --scratch",
  507,
)

export const DrillKeyMissing = createError<[]>(
  'AND_DRILL_KEY_MISSING',
  'A drill signs its report with the key of the deployment, which is missing',
  500,
)
