/** Every built-in plugin, and the gateway with all of them: the import for a host application. */
import type { FastifyInstance } from 'fastify'
import { createGateway as create, type GatewayOptions } from '../core/gateway.ts'
import type { ConfigInput, Plugin } from '../core/index.ts'
import { type Running, type ServeOptions, serve as start } from '../core/serve.ts'
import applications from './applications/index.ts'
import attachments from './attachments/index.ts'
import audit from './audit/index.ts'
import authJwt from './auth-jwt/index.ts'
import backends from './backends/index.ts'
import consent from './consent/index.ts'
import delegation from './delegation/index.ts'
import discovery from './discovery/index.ts'
import fhirAdaptive from './fhir-adaptive/index.ts'
import fhirAggregate from './fhir-aggregate/index.ts'
import fhirBulk from './fhir-bulk/index.ts'
import fhirDocumentReference from './fhir-document-reference/index.ts'
import fhirObservation from './fhir-observation/index.ts'
import fhirQuestionnaire from './fhir-questionnaire/index.ts'
import fhirRest from './fhir-rest/index.ts'
import fhirSubscriptions from './fhir-subscriptions/index.ts'
import fhirTerminology from './fhir-terminology/index.ts'
import mcp from './mcp/index.ts'
import oauth from './oauth/index.ts'
import operations from './operations/index.ts'
import pages from './pages/index.ts'
import presign from './presign/index.ts'
import profile from './profile/index.ts'
import storageNode from './storage-node/index.ts'
import submissions from './submissions/index.ts'
import wallets from './wallets/index.ts'

export * from '../core/index.ts'
// Only these lines export the types that plugins merge into Fastify and into `Hooks`: the list below has none
// of them.
export type { Allowance, Applications, RecordsReading } from './applications/index.ts'
export type { FileOpening, Files } from './attachments/index.ts'
export type { AcceptedToken, BearerTokens, RevokedTokens } from './auth-jwt/index.ts'
export type {} from './backends/index.ts'
export type {} from './consent/index.ts'
export type { DelegationTerms } from './delegation/index.ts'
export type {} from './fhir-bulk/index.ts'
export type { FileDescription, FoundAttachment } from './fhir-document-reference/index.ts'
export type {} from './fhir-observation/index.ts'
export type {
  AdaptiveStep,
  AskedQuestion,
  Publication,
  Questionnaires,
  ResponsesReading,
} from './fhir-questionnaire/index.ts'
export type { ValueSets } from './fhir-terminology/index.ts'
export type { AssistantCall, AssistantCallEnd, Assistants } from './mcp/index.ts'
export type { Oauth } from './oauth/index.ts'
export type {} from './operations/index.ts'
export type { SignedUrl } from './presign/index.ts'
export type { DeletedProfile } from './profile/index.ts'
export type { NewProposal, ProposalKind, Proposals } from './submissions/index.ts'
export type { Wallets } from './wallets/index.ts'

/** In order of registration, subject to their dependencies. */
export const builtIn = [
  operations,
  discovery,
  authJwt,
  audit,
  wallets,
  applications,
  delegation,
  attachments,
  profile,
  presign,
  submissions,
  fhirTerminology,
  fhirQuestionnaire,
  consent,
  fhirAdaptive,
  fhirAggregate,
  fhirDocumentReference,
  fhirObservation,
  fhirBulk,
  oauth,
  backends,
  mcp,
  fhirRest,
  fhirSubscriptions,
  storageNode,
  pages,
] as const

/** A test compiles all of their schemas. */
const proven: ReadonlySet<Plugin> = new Set(builtIn)

type Options = Partial<GatewayOptions>

/**
 * Creates a gateway of the built-in plugins and those that the config names.
 * @example
 * const app = await createGateway({ plugins: { './sleep-diary.js': {} } })
 * await app.listen({ port: 8420 })
 */
export const createGateway = (config: ConfigInput = {}, options: Options = {}): Promise<FastifyInstance> =>
  create(config, { builtIn, proven, ...options })

/** Like {@link createGateway}, but listening, with its storage nodes on ports of their own. */
export const serve = (config: ConfigInput = {}, options: Partial<ServeOptions> = {}): Promise<Running> =>
  start(config, { builtIn, proven, ...options })
