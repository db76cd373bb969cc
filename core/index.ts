/**
 * The core for plugins and host applications: the plugin part of the entry `andiron`. Keys, tokens, DIDs and
 * sealed files are in the entry `andiron/crypto`.
 */

// Errors: `createError` for a plugin's own rows, and the core's errors that a plugin throws or recognises.
export { default as createError } from '@fastify/error'
export { isUuid } from '../schemas/identity.ts'
export type { Issue } from '../schemas/issue.ts'
// JSON Schemas and the types inferred from them.
export { type Infer, ref, type Schema, schemaOf } from '../schemas/types.ts'
// The plugin contract.
export { ConfigError, type ConfigProblem, nearestOf } from './config/config.ts'
export type { Config, ConfigInput } from './config/config-schema.ts'
export { workersOf } from './config/workers.ts'
export type { App, RequestOf } from './contract/app.ts'
export { type Collection, Collections, type ReadableCollection } from './contract/collections.ts'
// FHIR types and operations.
export {
  type Compartment,
  type FhirCaller,
  type FhirContent,
  type FhirListedOperation,
  type FhirListedType,
  type FhirNewest,
  type FhirOffer,
  type FhirOffers,
  type FhirOperation,
  type FhirOperationInput,
  type FhirOperationParameter,
  type FhirPublished,
  type FhirPublishing,
  type FhirRelease,
  type FhirResource,
  type FhirTranslated,
  type FhirType,
  type SearchParameter,
  type SearchPart,
  type SearchType,
  sharedFieldOf,
} from './contract/fhir-types.ts'
export { frozen } from './contract/frozen.ts'
export {
  type Context,
  contextOf,
  type Derivation,
  type Draft,
  type Guard,
  type HookKind,
  type Hooks,
  type Notice,
  sandboxKeyOf,
  type Transform,
} from './contract/hooks.ts'
export {
  ANSWER_TOKENS,
  CURSOR,
  demandUnderstood,
  howToGoOn,
  PAGE_OUTPUT,
  PERIOD,
  pageOf,
  pageReader,
  readCursor,
  STRUCTURED,
  searchable,
  tokensOf,
  writeCursor,
} from './contract/listing.ts'
export { withLock } from './contract/lock.ts'
export { definePlugin, type Manifest, type Plugin, type PluginSpec } from './contract/plugin.ts'
// Tools, resources and prompts of assistants, and their lists.
export {
  type Accessed,
  defineTool,
  type ListedResource,
  type Prompt,
  type Resource,
  type ResourceContent,
  type ResourceResult,
  type Tool,
  type ToolAnnotations,
  type ToolContent,
  type ToolResult,
  type ToolSpec,
} from './contract/tools.ts'
export {
  Busy,
  IdempotencyMismatch,
  InsufficientScope,
  Internal,
  InvalidConfig,
  InvalidIdempotencyKey,
  InvalidRecord,
  InvalidRequest,
  NotFound,
  NotOwned,
  NotUnderstood,
  PackageMissing,
  Unauthorized,
  UnknownCollection,
  UnknownCursor,
  UnknownSchema,
  withIssues,
} from './errors.ts'
export type { Gateway, GatewayOptions, Origin } from './gateway.ts'
export { growing } from './growing.ts'
// Requests: security, addresses, budgets.
export { type AnswerCheck, createAnswerCheck } from './http/answers.ts'
export { addressOf, type Balance, type Budget, type BudgetTerms, createBudget } from './http/budget.ts'
export { type Compiler, type CompilerOptions, createCompiler, type Validate } from './http/compile.ts'
export { issuesOf } from './http/issues.ts'
export { addressFor } from './http/own-address.ts'
export type { ErrorRow } from './http/problem.ts'
export {
  INTERNET,
  isPublicAddress,
  type Network,
  type RemoteAnswer,
  RemoteFailure,
  type RemoteFault,
  type RemoteRequest,
  requestJson,
} from './http/remote-json.ts'
export { coversScope } from './http/scopes.ts'
export { type Caller, declareSecurity, type Security, type SecurityScheme } from './http/security.ts'
export { type Upgrade, upgradeOf } from './http/upgrades.ts'
export { isWebOrigin, webOriginOf } from './http/web-origin.ts'
export type {
  Job,
  JobContext,
  JobOptions,
  JobQueue,
  JobSpec,
  JobTimes,
  PluginDatabase,
  PluginState,
} from './jobs.ts'
export { packageMissing, requirePackage, urlOfPackage } from './packages.ts'
export type { Peers } from './peers.ts'
export {
  type AttestedPage,
  type AttestedSelection,
  attestedSieve,
  readAttested,
  readAttestedPage,
} from './records/attested-pages.ts'
export { CSV, csvRow } from './records/csv-row.ts'
export { idempotencyKeyIn } from './records/idempotency.ts'
// Records: a person's own, pages, revisions, the audit trail.
export type { EventSource, Fact, FactSource, Facts, Outbox, OutboxQueue } from './records/outbox.ts'
export { ownedBy, ownPages, ownRecord, ownRecords, resourceOf, spellingsOf } from './records/own-records.ts'
export { noteReading, type Reading } from './records/reading.ts'
export {
  keepRevision,
  NEWEST,
  REVISION_OF,
  type Revision,
  revise,
  servedOf,
  splitCanonical,
  unserved,
  type Which,
} from './records/revisions.ts'
export { uuidOf } from './records/uuid.ts'
export {
  FIRST_PAGE,
  newestOf,
  nextLimit,
  sizeOfRecord,
  type Walk,
  type WalkedPage,
  walk,
} from './records/walk.ts'
export {
  type Permits,
  PURPOSES,
  type Purpose,
  programReader,
  type Use,
  type Withheld,
  type WithheldSource,
} from './records/withholding.ts'
export { TooExpensive } from './sandbox/errors.ts'
// Expensive work: threads with a budget, and turns of the event loop.
export { loopTurn } from './sandbox/loop-turn.ts'
export { defineTask, type RunOptions, type Sandbox, type SandboxTask } from './sandbox/sandbox.ts'
export { Turns } from './sandbox/turns.ts'
export type { Running, ServeOptions, ServingEnd } from './serve.ts'
export { ATTESTATION } from './stores/attested.ts'
export type { AuditClient, AuditEntry, AuditTrail, NotedEntry } from './stores/audit.ts'
export { ObjectsUnavailable } from './stores/errors.ts'
// State of plugins in the gateway's database, and background jobs.
export { type JobCount, JobOver, type JobWork } from './stores/jobs.ts'
export { TooManyExcludedError } from './stores/network/errors.ts'
export type { Backlog } from './stores/network/journal.ts'
export type { ObjectPermission, ObjectStore, SignedRequest } from './stores/objects/objects.ts'
export { serveObjectRoutes } from './stores/objects/objects-routes.ts'
// Files and the object store.
export { type OpenedFile, openSealedFile } from './stores/objects/sealed-file.ts'
export type { OutboxEvent } from './stores/outbox.ts'
export type { Exhausted, Quotas, Taken, Taking } from './stores/quotas.ts'
export type {
  AclEntry,
  Filter,
  Omissions,
  OwnedOnNode,
  OwnerPermission,
  RecordAddress,
  StoredRecord,
} from './stores/records.ts'
export type { PoolUse, SqlValue, Transaction } from './stores/sql/database.ts'
export { sharedStatement } from './stores/sql/shared-statement.ts'
export type { TokenStore } from './stores/tokens/tokens.ts'
export type { Finding } from './telemetry/examination.ts'
export type { CacheUse, Telemetry, TelemetryEvents } from './telemetry/telemetry.ts'
export type { Upkeep } from './telemetry/upkeep.ts'
