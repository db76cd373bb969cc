/** What the core offers to plugins and to host applications. */
export { default as createError } from '@fastify/error'
export { whileAlone } from './alone.ts'
export type { App } from './app.ts'
export { type Collection, Collections } from './collections.ts'
export { ConfigError, type ConfigProblem } from './config.ts'
export type { Config, ConfigInput } from './config-schema.ts'
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
} from './fhir-types.ts'
export type { Gateway, GatewayOptions, Origin } from './gateway.ts'
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
  type Transform,
} from './hooks.ts'
export { definePlugin, type Manifest, type Plugin, type PluginSpec } from './plugin.ts'
export { type Caller, declareSecurity, type Security, type SecurityScheme } from './security.ts'
export type { Running } from './serve.ts'
export type { AuditClient, AuditEntry, AuditTrail, NotedEntry } from './stores/audit.ts'
export type { AclEntry, Filter, StoredRecord } from './stores/records.ts'
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
} from './tools.ts'
