/** createGateway: a config becomes a Fastify instance with every enabled plugin registered. */
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { checkConfig, nearestOf } from './config/config.ts'
import type { Config, ConfigInput } from './config/config-schema.ts'
import { fixedSettings } from './config/fixed-settings.ts'
import { attributeTo } from './contract/attribution.ts'
import { Collections, storedCollection } from './contract/collections.ts'
import type { FhirListedOperation, FhirOffers, FhirOperation, FhirType } from './contract/fhir-types.ts'
import { HookRegistry, type Listener } from './contract/hooks.ts'
import { choosePlugins, type EnabledPlugin } from './contract/load.ts'
import { ATTRIBUTED, migrationsIn, type Plugin, STATE } from './contract/plugin.ts'
import { inTime } from './contract/starting.ts'
import type { Prompt, Resource, Tool } from './contract/tools.ts'
import { toHex } from './crypto/bytes.ts'
import type { Primitives } from './crypto/primitives.ts'
import { DuplicateFhirType, DuplicateHook, DuplicateScheme, DuplicateTool, UnknownHook } from './errors.ts'
import { fastifyOptions, type RouteName, speakJson } from './http/fastify-options.ts'
import { describeRoutes } from './http/openapi.ts'
import { answerProblems, type FailureForm } from './http/problem.ts'
import { enforceSecurity, type SecurityScheme } from './http/security.ts'
import { routeUpgrades } from './http/upgrades.ts'
import { refuseUnreadableUrls } from './http/url.ts'
import { type JobQueue, type JobSpec, Jobs, type PluginState } from './jobs.ts'
import { openBuilder } from './keys/builder-key.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { choosePrimitives } from './keys/native.ts'
import { version } from './packages.ts'
import { Peers } from './peers.ts'
import { noticedTrail } from './records/noticed-trail.ts'
import { type Outbox, OutboxQueues } from './records/outbox.ts'
import { createRecordCheck } from './records/records-check.ts'
import { RecordWriter, type Writer } from './records/submit.ts'
import { Withholding } from './records/withholding.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { JobCount } from './stores/jobs.ts'
import type { StartLocalNodes } from './stores/network/local-nodes.ts'
import { MOVE_JOB } from './stores/network/node-moves-table.ts'
import type { ObjectPermission, ObjectStore, SignedRequest } from './stores/objects/objects.ts'
import { openStores, type Stores } from './stores/open.ts'
import type { RecordStore } from './stores/records.ts'
import type { PluginMigrations } from './stores/sql/migrate.ts'
import { examine, type Finding } from './telemetry/examination.ts'
import { startTracing, type Tracing } from './telemetry/sdk.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import { traceRequests } from './telemetry/trace-requests.ts'
import { readUpkeep, type Upkeep } from './telemetry/upkeep.ts'

/** The gateway as plugins see it: `app.gateway`. */
export interface Gateway extends Writer {
  readonly version: string
  readonly config: Config
  /** The base URL for people and applications, without a trailing slash. */
  baseUrl: string
  /** True while the gateway shuts down: it reports itself as not ready, and still answers. */
  draining: boolean
  /** Aborted once the gateway accepts no further request: answers without an end of their own end then. */
  readonly stopping: AbortController
  /** The paths of routes that accept WebSockets: `upgradeOf` returns the connection. A plugin adds its own. */
  readonly webSockets: Set<string>
  /** The key of the service on the storage network. It may be replaced: read it when it is needed. */
  readonly builder: KeyRing
  readonly primitives: Primitives
  /**
   * The read operations of the records store, and the owners' permissions; the write operations are `submit`,
   * `deriveAll` and `publish`.
   */
  readonly records: Pick<
    RecordStore,
    | 'builder'
    | 'nodes'
    | 'replacements'
    | 'additions'
    | 'read'
    | 'find'
    | 'count'
    | 'aggregate'
    | 'ownedBy'
    | 'health'
    | 'rejected'
    | 'countUnsealed'
  >
  readonly tokens: Stores['tokens']
  /**
   * The object store; its signed URLs are absolute. To upload or delete a person's files, use the plugin
   * `attachments` (`app.uploads`).
   */
  readonly objects: Omit<ObjectStore, 'sign' | 'close'> & {
    /**
     * @param address - the address of this gateway that the caller uses (`addressFor`)
     * @default `baseUrl`
     */
    sign(permission: ObjectPermission, address?: string): Promise<SignedRequest>
  }
  /** The audit trail. Append an entry before returning a person's records. */
  readonly audit: Stores['audit']
  /** Usage counters per time window, for limits. */
  readonly quotas: Stores['quotas']
  /** Events of writes, which plugins take later; none is lost, none is of a write that was undone. */
  readonly outbox: Outbox
  readonly localNodes: Stores['localNodes']
  /** The other workers of this gateway; none without `workers`. */
  readonly peers: Peers
  /** The threads for work with a cost that the caller controls. */
  readonly sandbox: Sandbox
  /** Events and readings for operators. */
  readonly telemetry: Telemetry
  /** The number of background jobs by kind and state. */
  readonly countJobs: () => Promise<readonly JobCount[]>
  /** Checks of the gateway itself, in the words of `andiron doctor`; none opens a store or reads a record. */
  readonly examine: () => Promise<readonly Finding[]>
  /** Figures of backups, disk, clocks and certificates. */
  readonly upkeep: () => Promise<Upkeep>
  readonly collections: Collections
  /** The people who withhold their records from an application. Consult it before reading for one. */
  readonly withholding: Withholding
  /** Tools and prompts by name and resources by URI, offered by plugins to AI assistants. */
  readonly tools: ReadonlyMap<string, Tool>
  readonly resources: ReadonlyMap<string, Resource>
  readonly prompts: ReadonlyMap<string, Prompt>
  /** Search parameters, operations and resource types that plugins offer through FHIR's REST API. */
  readonly fhir: FhirOffers
  /** Error formats other than problem details, by path prefix. */
  readonly failureForms: Map<string, FailureForm>
  readonly hooks: HookRegistry
  readonly plugins: readonly EnabledPlugin[]
  /** The base of relative paths in the config, ending in a slash. */
  readonly directory: URL
  /** The routes of all plugins, in order of registration. */
  readonly routes: ServedRoute[]
  /** HTTP servers with an origin of their own; `serve` starts and stops them with the gateway. */
  readonly origins: Origin[]
}

export interface ServedRoute {
  readonly plugin: string
  readonly method: string
  readonly url: string
}

/** An HTTP server with an origin of its own, such as a storage node. */
export interface Origin {
  readonly name: string
  /** 0 picks a free port. */
  readonly port: number
  readonly app: FastifyInstance
  /** Called with the URL once the server listens. */
  readonly listening: (url: string) => void
}

declare module 'fastify' {
  interface FastifyInstance {
    gateway: Gateway
  }
}

/** The parts of a gateway that a host application supplies besides the config. */
export interface GatewayOptions {
  /** The plugins that a config can disable by name. */
  readonly builtIn: readonly Plugin[]
  /**
   * Plugins with schemas that a test compiles, so that a gateway compiles them on first use. An invalid
   * schema of any other plugin prevents the start.
   * @default none
   */
  readonly proven?: ReadonlySet<Plugin>
  /**
   * The base of relative paths and module names in the config, ending in a slash; the working directory by
   * default.
   */
  readonly directory?: URL
  /** Open stores that outlive this gateway, so that one instance can take over from another. */
  readonly stores?: Stores
  /**
   * True beside other processes of this gateway, one that this succeeds or further workers: all share an embedded
   * database, and the interrupted writes of the others are left to them.
   * @default false
   */
  readonly joins?: boolean
  /**
   * The other workers of this gateway.
   * @default none
   */
  readonly peers?: Peers
  /** Fastify options of the host, such as its own logger. */
  readonly fastify?: Pick<FastifyServerOptions, 'logger' | 'loggerInstance'>
}

/**
 * Builds a gateway. The returned Fastify instance accepts further plugins of any kind; then call `inject` or
 * `listen`, or pass it to `serve`.
 * @throws ConfigError with every problem, or the row of `errors.ts` that explains why it cannot start
 */
export async function createGateway(input: ConfigInput, options: GatewayOptions): Promise<FastifyInstance> {
  const config = checkConfig(input)
  const directory = options.directory ?? pathToFileURL(`${process.cwd()}/`)
  const plugins = await choosePlugins(config.plugins, options.builtIn, options.proven ?? new Set(), directory)
  const parts = assemble(plugins, options.builtIn)

  const webSockets = new Set<string>()
  const app: FastifyInstance = Fastify({
    ...fastifyOptions(config, route => isProven(route, app.gateway, plugins), webSockets),
    ...options.fastify,
  })
  routeUpgrades(app.server, (request, response) => app.routing(request, response))
  const data = resolve(fileURLToPath(directory), config.data)
  const primitives = await choosePrimitives()
  const stores =
    options.stores ??
    (await openStores({
      config,
      data,
      builder: await openBuilder(config, data),
      primitives,
      log: app.log,
      startLocalNodes: parts.startLocalNodes,
      migrations: parts.migrations,
      settings: fixedSettings(config, plugins),
      joins: options.joins ?? false,
    }))
  let tracing: Tracing | undefined
  try {
    tracing = await startTracing(config.telemetry, { name: 'andiron', version })
    const { close } = tracing
    app.addHook('onClose', close)
    if (options.stores) await migrateGiven(options.stores, parts.migrations, app.log)
    // Given stores follow their own key.
    const { builder, telemetry } = stores
    const { collections, hooks, schemes, tools, resources, prompts, fhir, check } = parts
    const outbox = new OutboxQueues(stores.outbox)
    const writer = new RecordWriter({
      ...stores,
      outbox,
      builder,
      primitives,
      collections,
      hooks,
      telemetry,
      check,
    })
    app.decorate('gateway', {
      ...{
        submit: (...parameters) => writer.submit(...parameters),
        deriveAll: (...parameters) => writer.deriveAll(...parameters),
        publish: (...parameters) => writer.publish(...parameters),
        republish: (...parameters) => writer.republish(...parameters),
        unpublish: (...parameters) => writer.unpublish(...parameters),
        isAttested: (...parameters) => writer.isAttested(...parameters),
        areAttested: (...parameters) => writer.areAttested(...parameters),
      },
      ...{
        version,
        config,
        builder,
        primitives,
        collections,
        withholding: new Withholding(config.did.prefix),
        hooks,
        tools,
        resources,
        prompts,
        fhir,
        plugins,
        directory,
      },
      failureForms: new Map(),
      draining: false,
      stopping: new AbortController(),
      webSockets,
      baseUrl: config.baseUrl ?? `http://${config.host}:${config.port}`,
      records: stores.records,
      tokens: stores.tokens,
      objects: withAddress(stores.objects, () => app.gateway.baseUrl),
      audit: noticedTrail(stores.audit, hooks, () => ({
        ...{ app, log: app.log, now: new Date() },
        caller: { did: builder.did, key: toHex(builder.publicKey), scopes: [] },
      })),
      quotas: stores.quotas,
      outbox,
      peers: options.peers ?? new Peers(),
      localNodes: stores.localNodes,
      sandbox: stores.sandbox,
      telemetry,
      countJobs: () => stores.jobs.counts(Date.now()),
      examine: () =>
        examine({
          ...{ config, data, builder, primitives, comparison: stores.comparison },
          remoteNodes: () => remoteNodesOf(stores),
          nameOf: uid => collections.get(uid)?.name ?? uid,
        }),
      upkeep: () =>
        readUpkeep({
          data: config.stores.records.driver === 'memory' ? undefined : data,
          isOwn: did => builder.has(did),
          database: stores.database,
          ...{ baseUrl: app.gateway.baseUrl, remoteNodes: remoteNodesOf(stores) },
        }),
      routes: [],
      origins: [],
    })
    traceRequests(app, config.telemetry.trustTraceparent)
    answerProblems(app)
    speakJson(app)
    refuseUnreadableUrls(app)
    enforceSecurity(app, schemes)
    const manifests = plugins.map(plugin => plugin.manifest)
    describeRoutes(app, { version, baseUrl: () => app.gateway.baseUrl, manifests, schemes })
    if (!options.stores) app.addHook('onClose', () => stores.close())
    app.addHook('onReady', () => stores.records.prepare([...collections].map(storedCollection)))
    const jobs = new Jobs(stores.jobs, app.log, telemetry)
    for (const enabled of plugins)
      await app.register(enabled.plugin, {
        ...enabled.options,
        [STATE]: stateOf(enabled, app, stores, jobs),
        [ATTRIBUTED]: !enabled.isProven,
      })
    declareMoves(app, stores, jobs)
    app.addHook('onReady', async () => jobs.begin())
    app.addHook('preClose', async () => app.gateway.stopping.abort())
    app.addHook('preClose', () => jobs.close())
    return app
  } catch (error) {
    if (!options.stores) await stores.close()
    await tracing?.close()
    throw error
  }
}

/** Open stores may have been opened for other plugins. */
async function migrateGiven(
  { database }: Stores,
  plugins: readonly PluginMigrations[],
  log: FastifyInstance['log'],
): Promise<void> {
  if (database === undefined || plugins.length === 0) return
  const { migrate, migrationsOf } = await import('./stores/sql/migrate.ts')
  await migrate(database, migrationsOf('gateway'), { plugins, log })
}

/** The object store with absolute URLs. Names its members: a spread would lose those of a class. */
const withAddress = (objects: ObjectStore, baseUrl: () => string): Gateway['objects'] => ({
  async sign(permission, address = baseUrl()) {
    const { url, headers } = await objects.sign(permission)
    return { url: url.startsWith('/') ? `${address}${url}` : url, headers }
  },
  sizeOf: key => objects.sizeOf(key),
  read: (key, start) => objects.read(key, start),
  write: (key, bytes) => objects.write(key, bytes),
  delete: key => objects.delete(key),
  parts: objects.parts,
  allowOrigins: origins => objects.allowOrigins(origins),
  health: () => objects.health(),
  ...(objects.served && { served: objects.served }),
})

/** Replaces storage nodes, as `andiron nodes replace` orders. */
function declareMoves(app: FastifyInstance, { database, moveNode }: Stores, jobs: Jobs): void {
  if (moveNode === undefined) return
  const move: JobSpec<undefined> = {
    description: 'Moves the data of a storage node to the one that replaces it.',
    times: { lease: 30_000, pause: 1_000, longestPause: 30_000 },
    run: moveNode,
  }
  jobs.declare(...MOVE_JOB, move, { app, options: undefined, database, jobs: {}, log: app.log })
}

const remoteNodesOf = ({ localNodes, records }: Stores): readonly string[] =>
  localNodes.length > 0 ? [] : records.nodes.map(({ url }) => url)

/** The state of a plugin, with a queue for each of its jobs. */
function stateOf(
  { manifest, options, isProven }: EnabledPlugin,
  app: FastifyInstance,
  { database }: Stores,
  jobs: Jobs,
): PluginState {
  const queues: Record<string, JobQueue> = {}
  const context = { app, options, database, jobs: queues, log: app.log }
  const { name: plugin } = manifest
  for (const [name, job] of Object.entries(manifest.jobs ?? {})) {
    const run: typeof job.run = (...attempt) => attributeTo({ plugin }, () => job.run(...attempt))
    queues[name] = jobs.declare(plugin, name, isProven ? job : { ...job, run }, context)
  }
  return { database, jobs: queues }
}

/** The error for a declaration of two plugins. */
type DuplicateRow = new (name: string, plugin: string, other: string) => Error

/** Collects the declarations of all plugins before any of them runs. */
function assemble(plugins: readonly EnabledPlugin[], builtIn: readonly Plugin[]) {
  const manifests = plugins.map(plugin => plugin.manifest)
  const collections = new Collections()
  const hooks = new HookRegistry()
  const schemes = new Map<string, SecurityScheme>()
  const tools = new Map<string, Tool>()
  const resources = new Map<string, Resource>()
  const prompts = new Map<string, Prompt>()
  const types = new Map<string, FhirType>()
  /** The plugin that offers each of them. */
  const owners = new Map<object, string>()
  const operations: FhirOperation[] = []
  const listed: FhirListedOperation[] = []

  for (const manifest of manifests) {
    for (const collection of manifest.collections ?? []) collections.add(collection, manifest.name)
    for (const [name, kind] of Object.entries(manifest.openHooks ?? {}))
      if (!hooks.open(name, kind)) throw new DuplicateHook(manifest.name, name)
    const add = <T>(offered: Map<string, T>, name: string, what: T, Duplicate: DuplicateRow) => {
      const other = owners.get(offered.get(name) as object)
      if (other !== undefined) throw new Duplicate(name, manifest.name, other)
      offered.set(name, what)
      owners.set(what as object, manifest.name)
    }
    for (const tool of manifest.tools ?? []) add(tools, tool.name, tool, DuplicateTool)
    for (const resource of manifest.resources ?? []) add(resources, resource.uri, resource, DuplicateTool)
    for (const prompt of manifest.prompts ?? []) add(prompts, prompt.name, prompt, DuplicateTool)
    for (const type of manifest.fhir?.types ?? []) add(types, type.type, type, DuplicateFhirType)
    operations.push(...(manifest.fhir?.operations ?? []))
    listed.push(...(manifest.fhir?.listed ?? []))
    for (const [name, scheme] of Object.entries(manifest.security ?? {}))
      add(schemes, name, scheme, DuplicateScheme)
  }
  // A plugin may listen to a hook of a disabled built-in plugin: it is never called then.
  for (const { manifest } of builtIn)
    for (const [name, kind] of Object.entries(manifest.openHooks ?? {})) hooks.open(name, kind)
  // After all hooks are open: a plugin may listen to a hook of a plugin that is loaded later.
  for (const { manifest, isProven } of plugins)
    for (const [hook, listener] of Object.entries(manifest.hooks ?? {})) {
      const { name: plugin } = manifest
      const attributed: Listener = (value, context) =>
        inTime(plugin, `its listener of the hook '${hook}'`, () =>
          attributeTo({ plugin }, () => (listener as Listener)(value, context)),
        )
      if (!hooks.listen(hook, isProven ? (listener as Listener) : attributed))
        throw new UnknownHook(plugin, hook, hint(hook, hooks.names))
    }

  const foreign = plugins.filter(({ isProven }) => !isProven)
  const check = createRecordCheck(
    manifests.flatMap(manifest => manifest.schemas ?? []),
    foreign.flatMap(({ manifest }) => manifest.collections ?? []),
  )
  const listedTypes = manifests.flatMap(({ fhir }) => fhir?.listedTypes ?? [])
  const fhir = { types, operations, listed, listedTypes }
  const supplier = plugins.find(({ manifest }) => manifest.startLocalNodes)
  const startLocalNodes: StartLocalNodes | undefined =
    supplier?.manifest.startLocalNodes &&
    (given =>
      supplier.manifest.startLocalNodes?.({ ...given, options: supplier.options }) ?? Promise.resolve([]))
  return {
    ...{ collections, hooks, schemes, tools, resources, prompts, fhir, check },
    ...{ startLocalNodes, migrations: migrationsIn(manifests) },
  }
}

/** True for a route of a plugin with schemas that a test compiles. */
function isProven(
  { method, url }: RouteName,
  { routes }: Gateway,
  plugins: readonly EnabledPlugin[],
): boolean {
  const route = routes.find(each => each.url === url && each.method === String(method))
  return plugins.some(({ manifest, isProven }) => isProven && manifest.name === route?.plugin)
}

function hint(word: string, known: readonly string[]): string {
  const nearest = nearestOf(word, known)
  return nearest ? `. Did you mean '${nearest}'?` : ''
}
