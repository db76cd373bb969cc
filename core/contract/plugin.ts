/** The plugin contract: the declarations of a plugin, and their translation to a Fastify plugin. */
import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Infer } from '../../schemas/types.ts'
import type { SecurityScheme } from '../http/security.ts'
import type { JobSpec, PluginState } from '../jobs.ts'
import { version } from '../packages.ts'
import type { StartLocalNodes } from '../stores/network/local-nodes.ts'
import type { PluginMigrations } from '../stores/sql/migrate.ts'
import type { App } from './app.ts'
import { attributeTo } from './attribution.ts'
import type { Collection } from './collections.ts'
import type { FhirOffer } from './fhir-types.ts'
import type { HookKind, Hooks } from './hooks.ts'
import { checkSpec } from './spec.ts'
import { namingClashes, startPart } from './starting.ts'
import type { Prompt, Resource, Tool } from './tools.ts'

/** The declarations that do not depend on the literal types of a plugin's schemas. */
interface Declarations {
  /** Unique, and the key of the plugin in the config. */
  readonly name: string
  readonly version: string
  /** Off unless the config names it: for features that no deployment should serve by default. */
  readonly optIn?: boolean
  /** Plugins that must be registered first; disabling one of them prevents the start. */
  readonly dependencies?: readonly string[]
  /** Schemas that routes refer to by `$id`; they become components of the OpenAPI document. */
  readonly schemas?: readonly { readonly $id: string }[]
  /** Hooks that this plugin opens for others; their types are merged into {@link Hooks}. */
  readonly openHooks?: Readonly<Record<string, HookKind>>
  /** Listeners of this plugin. */
  readonly hooks?: { readonly [K in keyof Hooks]?: Hooks[K] }
  /** Authentication schemes, under the names that routes use in `schema.security`. */
  readonly security?: Readonly<Record<string, SecurityScheme>>
  /** Tools for AI assistants, served by the plugin that speaks their protocol. */
  readonly tools?: readonly Tool[]
  /** Resources that users of AI assistants may select for reading. */
  readonly resources?: readonly Resource[]
  /** Prompts that users of AI assistants may select. */
  readonly prompts?: readonly Prompt[]
  /** Resources and operations of FHIR's REST API, served by the plugin that speaks it. */
  readonly fhir?: FhirOffer
  /** Opens the storage nodes that run in the gateway's process; one enabled plugin may declare it. */
  readonly startLocalNodes?: StartLocalNodes
  /**
   * A directory of SQL files, ending in a slash: `new URL('./migrations/', import.meta.url)`. They run once
   * each at the start, in the order of their numbers, after those of the core and of the dependencies. Begin
   * table names with the name of the plugin.
   */
  readonly migrations?: URL
  /** The heading of this plugin's routes in the OpenAPI document; plugins may share one. */
  readonly tag?: { readonly name: string; readonly description: string }
}

/** The declarations of a plugin, typed by the literals of its schemas: the argument of {@link definePlugin}. */
export interface PluginSpec<Config, Records extends readonly unknown[], Work extends string = string>
  extends Declarations {
  /** JSON Schema of the options, each with its `description` and `default`. */
  readonly config?: Config
  readonly collections?: { readonly [I in keyof Records]: Collection<Records[I]> }
  /** Background jobs, by name. One gateway runs a job at a time; if it stops, another one resumes the job. */
  readonly jobs?: { readonly [Name in Work]: JobSpec<Infer<Config>> }
  /** Shares one decorator and registers `onReady` and `onClose`. Not encapsulated. */
  setup?(app: FastifyInstance, options: Infer<Config>, state: PluginState<Work>): void | Promise<void>
  /** Serves routes, in a Fastify scope of their own: hooks added here apply to this plugin only. */
  routes?(app: App, options: Infer<Config>, state: PluginState<Work>): void | Promise<void>
}

/** A spec as the core sees it, without its literal types. */
// biome-ignore lint/suspicious/noExplicitAny: this is where they are forgotten.
export type Manifest = PluginSpec<any, readonly any[], any>

/** A Fastify plugin that can be registered anywhere, with its declarations attached for the core to read first. */
// biome-ignore lint/suspicious/noExplicitAny: options are checked against `manifest.config` before they get here.
export type Plugin = FastifyPluginAsync<any> & {
  readonly manifest: Manifest
  /** The version of andiron whose `definePlugin` made it; absent if it was made without. */
  readonly madeWith?: string
}

/**
 * Key of a plugin's state among the options: no config can reach it. Of all copies of andiron in a process, since a
 * plugin may bring its own.
 */
export const STATE = Symbol.for('andiron.plugin.state')
/** Key of a mark among the options: failures outside of requests are attributed to the plugin. */
export const ATTRIBUTED = Symbol.for('andiron.plugin.attributed')

interface Registered {
  readonly [STATE]?: PluginState
  readonly [ATTRIBUTED]?: boolean
}

/** The state of a plugin that is registered on a Fastify instance without a gateway. */
const NO_STATE: PluginState = { database: undefined, jobs: {} }

/**
 * Makes a gateway plugin from its declarations.
 *
 * @throws InvalidPlugin with every error in the spec
 *
 * @example
 * export default definePlugin({
 *   name: 'sleep-diary', version: '1.0.0', schemas: [Night],
 *   collections: [{ uid: '0c7b5a2e-…', name: 'sleep nights', kind: 'owned', schema: Night }],
 * })
 */
export function definePlugin<
  const Config = Record<never, never>,
  const Records extends readonly unknown[] = [],
  const Work extends string = never,
>(spec: PluginSpec<Config, Records, Work>): Plugin {
  const manifest = spec as unknown as Manifest
  checkSpec(manifest)
  const { name, dependencies = [], schemas = [], setup, routes, tag } = manifest

  const plugin: FastifyPluginAsync<Registered> = async (
    app,
    { [STATE]: state = NO_STATE, [ATTRIBUTED]: attributed = false, ...options },
  ) => {
    const run = <T>(work: () => T): T => (attributed ? attributeTo({ plugin: name }, work) : work())
    for (const schema of schemas) app.addSchema(schema)
    await startPart(name, 'setup', () => run(() => setup?.(app, options, state)))
    if (!routes) return
    const serveRoutes = async (scope: FastifyInstance) => {
      if (attributed)
        scope.addHook('onRequest', (_request, reply, done) =>
          attributeTo({ plugin: name, reply }, () => done()),
        )
      scope.addHook('onRoute', route => {
        if (tag) route.schema = { tags: [tag.name], ...route.schema }
        app.gateway.routes.push({ plugin: name, method: String(route.method), url: route.url })
      })
      await startPart(name, 'routes', () => run(() => routes(scope as unknown as App, options, state)))
    }
    // Fastify looks for the name of a function without one among all modules.
    const named = fp(serveRoutes, { name: `routes of ${name}`, encapsulate: true })
    await namingClashes(name, app, () => app.register(named))
  }
  return Object.assign(fp(plugin, { name, dependencies: [...dependencies], fastify: '5.x' }), {
    ...{ manifest, madeWith: version },
  })
}

/** True if the value is a result of {@link definePlugin}. */
export const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'function' && typeof (value as Partial<Plugin>).manifest?.name === 'string'

/** The migrations of plugins, in their order. */
export const migrationsIn = (manifests: readonly Manifest[]): PluginMigrations[] =>
  manifests.flatMap(({ name: plugin, migrations: directory }) => (directory ? [{ plugin, directory }] : []))
