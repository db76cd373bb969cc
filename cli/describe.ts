/** Describes the plugins of a config by building the gateway on memory stores without starting it. */
import type { Config } from '../core/config/config-schema.ts'
import type { StoredCollection } from '../core/stores/records.ts'
import { builtIn, createGateway } from '../plugins/index.ts'

export interface PluginDescription {
  readonly name: string
  readonly version: string
  readonly enabled: boolean
  /** `built in`, or the module that it is loaded from. */
  readonly from: string
  readonly dependencies: readonly string[]
  /** Its options with defaults. Those of third-party plugins may contain secrets. */
  readonly options: Readonly<Record<string, unknown>>
  readonly security: readonly string[]
  readonly collections: readonly string[]
  /** The secret fields of its collections. */
  readonly secrets: readonly Pick<StoredCollection, 'uid' | 'secrets'>[]
  /** Components of the OpenAPI document. */
  readonly schemas: readonly string[]
  readonly openHooks: readonly string[]
  readonly hooks: readonly string[]
  /** Background work. */
  readonly jobs: readonly string[]
  readonly tools: readonly string[]
  readonly resources: readonly string[]
  readonly prompts: readonly string[]
  /** FHIR resource types. */
  readonly fhir: readonly string[]
  readonly routes: readonly string[]
}

/** The uids of the standard collections that the descriptions list. */
export const standardIn = (plugins: readonly PluginDescription[]): string[] =>
  plugins.flatMap(({ collections }) =>
    collections.flatMap(each => /\(standard, ([0-9a-f-]{36})\)$/.exec(each)?.[1] ?? []),
  )

/** The names of the collections by uid. */
export const collectionNames = (plugins: readonly PluginDescription[]): ReadonlyMap<string, string> =>
  new Map(
    plugins.flatMap(({ collections }) =>
      collections.flatMap(each => {
        const [, name = '', uid = ''] = /^(.*) \(\w+, ([0-9a-f-]{36})\)$/.exec(each) ?? []
        return uid === '' ? [] : [[uid, name] as const]
      }),
    ),
  )

/** The collections with secret fields that the descriptions list. */
export const secretsIn = (plugins: readonly PluginDescription[]) => plugins.flatMap(({ secrets }) => secrets)

/** @throws what `createGateway` throws for this config */
export async function describeGateway(config: Config, directory: URL): Promise<PluginDescription[]> {
  const { gateway } = await createGateway(rehearsal(config), { directory, fastify: { logger: false } })
  const enabled = gateway.plugins.map(
    ({ manifest, options, from }): PluginDescription => ({
      name: manifest.name,
      version: manifest.version,
      enabled: true,
      from,
      dependencies: manifest.dependencies ?? [],
      options: options as Readonly<Record<string, unknown>>,
      security: Object.keys(manifest.security ?? {}),
      collections: (manifest.collections ?? []).map(({ name, kind, uid }) => `${name} (${kind}, ${uid})`),
      secrets: (manifest.collections ?? []).flatMap(({ uid, secrets = [] }) =>
        secrets.length > 0 ? [{ uid, secrets }] : [],
      ),
      schemas: (manifest.schemas ?? []).map(({ $id }) => $id),
      openHooks: Object.entries(manifest.openHooks ?? {}).map(([name, kind]) => `${name} (${kind})`),
      hooks: Object.keys(manifest.hooks ?? {}),
      jobs: Object.keys(manifest.jobs ?? {}),
      tools: (manifest.tools ?? []).map(({ name }) => name),
      resources: (manifest.resources ?? []).map(({ uri }) => uri),
      prompts: (manifest.prompts ?? []).map(({ name }) => name),
      fhir: (manifest.fhir?.types ?? []).map(({ type }) => type),
      routes: gateway.routes
        .filter(({ plugin }) => plugin === manifest.name)
        .map(({ method, url }) => `${method} ${url}`),
    }),
  )
  const names = new Set(enabled.map(({ name }) => name))
  const disabled = builtIn
    .filter(({ manifest }) => !names.has(manifest.name))
    .map(({ manifest }) => ({ ...NOTHING, name: manifest.name, version: manifest.version }))
  return [...enabled, ...disabled]
}

/** The same plugins on memory stores, with a disposable key. */
const rehearsal = (config: Config): Config => ({
  ...config,
  builderKey: '1'.repeat(64),
  stores: {
    ...config.stores,
    records: { ...config.stores.records, driver: 'memory' },
    tokens: { ...config.stores.tokens, driver: 'memory' },
    objects: { ...config.stores.objects, driver: 'memory' },
  },
})

const NOTHING: PluginDescription = {
  name: '',
  version: '',
  enabled: false,
  from: 'built in',
  dependencies: [],
  options: {},
  security: [],
  collections: [],
  secrets: [],
  schemas: [],
  openHooks: [],
  hooks: [],
  jobs: [],
  tools: [],
  resources: [],
  prompts: [],
  fhir: [],
  routes: [],
}
