/** Every error of the core, one row each: code, sentence, HTTP status. */
import createError from '@fastify/error'
import type { Issue } from '../schemas/issue.ts'

// At start: for the operator.
/** The config, or a part that was loaded later, is invalid. The sentence is the argument. */
export const InvalidConfig = createError('AND_INVALID_CONFIG', '%s', 500)
/** A reload would make ready dependencies unready. */
export const ReloadNotReady = createError(
  'AND_RELOAD_NOT_READY',
  'The new instance does not reach what the running one reaches: %s',
  500,
)
/** Other gateways of the deployment have been reloading for too long. */
export const ReloadBusy = createError(
  'AND_RELOAD_BUSY',
  'Another gateway of this deployment has been reloading for %s seconds; try again',
  500,
)
export const UnknownPlugin = createError(
  'AND_UNKNOWN_PLUGIN',
  "The config names a plugin '%s' that is neither built in nor can be loaded%s",
  500,
)
export const BrokenPlugin = createError('AND_BROKEN_PLUGIN', "The module '%s' cannot be loaded: %s", 500)
export const NotAPlugin = createError(
  'AND_NOT_A_PLUGIN',
  "The module '%s' has no default export made by definePlugin",
  500,
)
export const OtherVersion = createError(
  'AND_OTHER_VERSION',
  "Plugin '%s' was made with a copy of andiron %s of its own, and this is andiron %s: name andiron in its 'peerDependencies' instead of its 'dependencies', and install again",
  500,
)
export const InvalidPlugin = createError('AND_INVALID_PLUGIN', "The spec of plugin '%s' is invalid.\n%s", 500)
export const PluginTimeout = createError(
  'AND_PLUGIN_TIMEOUT',
  "Plugin '%s': %s did not end within %s seconds; it awaits a promise that never settles, or a server that does not answer",
  500,
)
export const PluginFailed = createError('AND_PLUGIN_FAILED', "Plugin '%s': %s failed: %s", 500)
export const InvalidAnswer = createError(
  'AND_INVALID_ANSWER',
  'The answer of %s does not match the schema that it declares: %s',
  500,
)
export const DuplicateRoute = createError(
  'AND_DUPLICATE_ROUTE',
  "Route %s of plugin '%s' is already served by %s",
  500,
)
export const DuplicatePlugin = createError(
  'AND_DUPLICATE_PLUGIN',
  "Two plugins are named '%s'; a name can be used once",
  500,
)
export const MissingDependency = createError('AND_MISSING_DEPENDENCY', "%s '%s', which %s", 500)
export const CircularDependency = createError(
  'AND_CIRCULAR_DEPENDENCY',
  'Plugins depend on each other: %s',
  500,
)
export const DuplicateCollection = createError(
  'AND_DUPLICATE_COLLECTION',
  "Collection uid '%s' is declared by '%s' and by '%s'",
  500,
)
export const UnusableSchema = createError(
  'AND_UNUSABLE_SCHEMA',
  "The schema of the collection '%s' cannot be compiled: %s",
  500,
)
export const UnknownHook = createError(
  'AND_UNKNOWN_HOOK',
  "Plugin '%s' listens to '%s', a hook that no enabled plugin opens%s",
  500,
)
export const DuplicateHook = createError(
  'AND_DUPLICATE_HOOK',
  "Plugin '%s' opens the hook '%s', which is already open",
  500,
)
export const DuplicateTool = createError(
  'AND_DUPLICATE_TOOL',
  "The tool, resource or prompt '%s' of plugin '%s' is already declared by plugin '%s'",
  500,
)
export const DuplicateFhirType = createError(
  'AND_DUPLICATE_FHIR_TYPE',
  "The FHIR resource type '%s' of plugin '%s' is already declared by plugin '%s'",
  500,
)
export const DuplicateScheme = createError(
  'AND_DUPLICATE_SECURITY_SCHEME',
  "The security scheme '%s' of plugin '%s' is already declared by plugin '%s'",
  500,
)
export const UndeclaredSecurity = createError(
  'AND_UNDECLARED_SECURITY',
  'Route %s must declare its security: `security: []` in its schema makes it public',
  500,
)
export const UnknownScheme = createError(
  'AND_UNKNOWN_SECURITY_SCHEME',
  "Route %s requires the security scheme '%s', which no enabled plugin provides",
  500,
)
export const InvalidKey = createError('AND_INVALID_KEY', '%s', 500)
export const KeyMissing = createError<[string, string, string, string]>(
  'AND_KEY_MISSING',
  "The %s key is missing: there is no '%s', and there is data that belongs to it. With another key %s. %s; no new key was made",
  500,
)
export const KeyChain = createError<[string]>(
  'AND_KEY_CHAIN',
  "'%s' is not the statement that follows from the keys before it: restore the files of these keys from a backup",
  500,
)
export const KeyRotating = createError<[string]>(
  'AND_KEY_ROTATING',
  'The key is being replaced already (%s): rotate it again once the new key is in use',
  409,
)
export const KeyForeign = createError<[string, string, string, string, string, string]>(
  'AND_KEY_FOREIGN',
  'The %s key (%s) is %s, and the data belongs to %s. With another key %s. %s',
  500,
)
export const DatabaseEmptied = createError<[string, string, string, string]>(
  'AND_DATABASE_EMPTIED',
  "The %s key (%s) has had another database: the one of this start is empty, or of another time. If it went on with this one, %s. Point it to its database again, or restore that from a backup. If nobody has one, remove '%s', start, and run 'andiron doctor --repair' on the gateway",
  500,
)
export const SettingsFixed = createError<[string]>(
  'AND_SETTINGS_FIXED',
  'Stored data depends on settings that have changed. %s',
  500,
)
export const PackageMissing = createError(
  'AND_PACKAGE_MISSING',
  "%s needs the package '%s', which is not installed: npm install '%s'",
  501,
)

// In requests: for any caller.
/** The request does not match the schema of its route; the issues give the locations. */
export const InvalidRequest = createError(
  'AND_INVALID_REQUEST',
  'The request does not match the schema of this route',
  400,
)
export const InvalidJson = createError('AND_INVALID_JSON', 'The body is not valid JSON: %s', 400)
export const BadUrl = createError(
  'AND_BAD_URL',
  'The URL is invalid: a percent-encoding is malformed, is not UTF-8 or encodes U+0000, or a segment is too long',
  400,
)
/** No valid token: 401, without the check that failed. */
export const Unauthorized = createError(
  'AND_UNAUTHORIZED',
  'The Authorization header must hold a valid self-signed JWT (ES256K)',
  401,
)
/** A valid token without the scope that the route needs. */
export const InsufficientScope = createError(
  'AND_INSUFFICIENT_SCOPE',
  "The token does not have the scope '%s'",
  403,
)
/** No route: method and URL are the arguments. */
export const NotFound = createError('AND_NOT_FOUND', 'Nothing is served at %s %s', 404)
export const BadRequest = createError('AND_BAD_REQUEST', 'The request is not valid HTTP/1.1', 400)
export const RequestTimeout = createError('AND_REQUEST_TIMEOUT', 'The request did not arrive in time', 408)
export const PayloadTooLarge = createError(
  'AND_PAYLOAD_TOO_LARGE',
  'The body exceeds the limit of %s bytes',
  413,
)
export const UnsupportedMediaType = createError(
  'AND_UNSUPPORTED_MEDIA_TYPE',
  "Content type '%s' is not supported; send application/json",
  415,
)
export const TooManyRequests = createError(
  'AND_TOO_MANY_REQUESTS',
  'Too many requests; retry in %s seconds',
  429,
)
export const HeadersTooLarge = createError('AND_HEADERS_TOO_LARGE', 'The request headers exceed 16 KiB', 431)
/** An internal error; the details are only in the log. */
export const Internal = createError(
  'AND_INTERNAL',
  'An internal error occurred; the log has the details under this request id',
  500,
)
/** A submission names a schema without a collection. */
export const UnknownSchema = createError(
  'AND_UNKNOWN_SCHEMA',
  "No collection is declared for schema '%s'",
  404,
)
/** An application reads a collection that does not declare it. */
export const UnknownCollection = createError(
  'AND_UNREADABLE_COLLECTION',
  "There is no collection '%s' that applications read",
  404,
)
/** A person submits to a collection of the service. */
export const NotOwned = createError(
  'AND_NOT_OWNED',
  "Schema '%s' belongs to the service; people cannot submit to it",
  403,
)
/** A record fails its schema or a rule. Add the issues by {@link withIssues}. */
export const InvalidRecord = createError(
  'AND_INVALID_RECORD',
  'The record is not valid for its collection',
  422,
)
/** A cursor that this list did not issue, or that no longer fits it. */
// For an assistant: the sentences name each argument without a meaning, and the ones that have one.
export const NotUnderstood = createError<[string]>(
  'AND_NOT_UNDERSTOOD',
  'These arguments are not understood. %s',
  422,
)
export const TooManyToSearch = createError<[number]>(
  'AND_TOO_MANY_TO_SEARCH',
  'There are more than %d records, too many to search at once',
  422,
)
export const UnknownCursor = createError(
  'AND_UNKNOWN_CURSOR',
  'This cursor belongs to no list, or the list has changed: call again without it',
  400,
)
/** A request that conflicts with this one is in progress. */
export const Busy = createError('AND_BUSY', 'A conflicting request is in progress; retry', 409)
/** An Idempotency-Key that was used with another body. */
export const IdempotencyMismatch = createError(
  'AND_IDEMPOTENCY_MISMATCH',
  'This Idempotency-Key was already used for another submission',
  422,
)
/** A malformed header `Idempotency-Key`. */
export const InvalidIdempotencyKey = createError(
  'AND_INVALID_IDEMPOTENCY_KEY',
  'An Idempotency-Key has 1 to 255 printable ASCII characters',
  400,
)

export const InvalidJobId = createError(
  'AND_INVALID_JOB_ID',
  'The id of a job has 1 to %s characters and no NUL',
  500,
)

/** Adds to an error the place in the config that caused it, so that a caller can print the line. */
export const aboutConfig = <E extends Error>(
  error: E,
  path: readonly string[],
): E & { path: readonly string[] } => Object.assign(error, { path })

/** Attaches every issue to an error, so that a caller can fix all of them at once. */
export const withIssues = <E extends Error>(
  error: E,
  issues: readonly Issue[],
): E & { issues: readonly Issue[] } => Object.assign(error, { issues })
