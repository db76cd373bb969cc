/** What the core offers to plugins and to host applications. */
export { default as createError } from '@fastify/error'
export { ConfigError, type ConfigProblem } from './config/config.ts'
export type { Config, ConfigInput } from './config/config-schema.ts'
export type { App } from './contract/app.ts'
export { type Collection, Collections } from './contract/collections.ts'
export type {
  Compartment,
  FhirAsked,
  FhirCaller,
  FhirContent,
  FhirOffer,
  FhirOffers,
  FhirOperation,
  FhirOperationElsewhere,
  FhirPublished,
  FhirPublishing,
  FhirRelease,
  FhirResource,
  FhirType,
  SearchParameter,
} from './contract/fhir-types.ts'
export {
  type Context,
  contextOf,
  type Draft,
  type Guard,
  type Leaving,
  type MomentKind,
  type Moments,
  type Notice,
  type Receipt,
  sandboxKeyOf,
  type Transform,
} from './contract/hooks.ts'
export { definePlugin, type Manifest, type Plugin, type PluginSpec } from './contract/plugin.ts'
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
export type { Gateway, GatewayOptions, Origin } from './gateway.ts'
export { type Caller, declareSecurity, type Security, type SecurityScheme } from './http/security.ts'
export { isWebOrigin, webOriginOf } from './http/web-origin.ts'
export { whileAlone } from './lock.ts'
export { requirePackage, urlOfPackage } from './packages.ts'
export { loopTurn } from './sandbox/loop-turn.ts'
export { defineTask, type RunOptions, type Sandbox, type SandboxTask } from './sandbox/sandbox.ts'
export { Turns } from './sandbox/turns.ts'
export type { Running } from './serve.ts'
export type { AuditClient, AuditEntry, AuditTrail, NotedEntry } from './stores/audit.ts'
export type { AclEntry, Filter, StoredRecord } from './stores/records.ts'
