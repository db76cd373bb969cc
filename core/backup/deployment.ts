/** The parts of a deployment that a backup copies and a restore brings back. */
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config/config-schema.ts'
import { databaseNames } from '../stores/sql/database-names.ts'
import type { PostgresAddress } from '../stores/sql/postgres.ts'
import type { Files } from './files.ts'

/** A database, and the keys that belong to it. */
export interface DeployedPart {
  readonly part: string
  readonly database: string
  /** Files of the data directory; those of their successors (`builder.2.key`) belong to them. */
  readonly keys: readonly string[]
}

export interface Deployment {
  readonly kind: 'gateway' | 'node'
  /** The version of this program. */
  readonly release: string
  /** Absolute path of the data directory. */
  readonly data: string
  /** URL of a PostgreSQL server; absent for the embedded one. */
  readonly url?: string | undefined
  /** The gateway's own first: its journal fixes the point. */
  readonly parts: readonly DeployedPart[]
  readonly remoteNodes: readonly string[]
  /** The number of nodes that suffice to read a secret; absent if all are needed. */
  readonly threshold?: number | undefined
  readonly objects?: { readonly driver: 'disk' | 's3'; open(): Promise<Files> }
  /** Sentences about what a backup of this deployment lacks. */
  readonly notes: readonly string[]
}

/** The database of the gateway, which has the journal of writes. */
export const GATEWAY_PART = 'gateway'

/** The gateway of a config, with the nodes in its process. */
export function gatewayDeployment(config: Config, data: string, release: string): Deployment {
  const { database, records, objects, tokens } = config.stores
  const { nodes, threshold } = records
  const names = databaseNames(database)
  const local = typeof nodes === 'number' ? nodes : 0
  const notes = [
    ...(config.builderKey ? ['The builder key is in the config: keep it yourself.'] : []),
    ...(tokens.driver === 'sql'
      ? []
      : [`Nonces and tickets are in the token store '${tokens.driver}', which this backup does not hold.`]),
    ...(objects.driver === 'memory' ? ['Files of people are in memory: nothing of them is backed up.'] : []),
  ]
  return {
    ...{ kind: 'gateway' as const, release, data, notes, threshold },
    url: database.driver === 'postgres' ? database.url : undefined,
    remoteNodes: typeof nodes === 'number' ? [] : nodes,
    parts: [
      {
        part: GATEWAY_PART,
        database: names.gateway,
        keys: [
          ...(config.builderKey ? [] : ['builder.key']),
          ...(objects.driver === 'disk' ? ['objects.key'] : []),
        ],
      },
      ...Array.from({ length: local }, (_, at) => ({
        part: `node-${at + 1}`,
        database: names.node(at + 1),
        keys: [`nodes/node-${at + 1}.key`],
      })),
    ],
    ...(objects.driver !== 'memory' && { objects: objectsOf(config, data, objects.driver) }),
  }
}

function objectsOf(config: Config, data: string, driver: 'disk' | 's3'): NonNullable<Deployment['objects']> {
  const { bucket = '', region, endpoint, accessKeyId, secretAccessKey } = config.stores.objects
  return {
    driver,
    async open() {
      if (driver === 'disk') return (await import('./files-disk.ts')).filesIn(join(data, 'objects'))
      const credentials =
        accessKeyId !== undefined && secretAccessKey !== undefined
          ? { accessKeyId, secretAccessKey }
          : undefined
      const { filesInBucket } = await import('./files-s3.ts')
      // Upload keys begin with the name of the network: a bucket may hold other things.
      return filesInBucket({ bucket, region, endpoint, credentials, prefix: `${config.network}/` })
    },
  }
}

/** One node alone, as `andiron node` runs it. */
export function nodeDeployment(data: string, url: string | undefined, release: string): Deployment {
  const database = url === undefined ? 'node' : decodeURIComponent(new URL(url).pathname.slice(1))
  return {
    ...{ kind: 'node', release, data, url, remoteNodes: [], notes: [] },
    parts: [{ part: 'node', database, keys: ['node.key'] }],
  }
}

/** Access to the databases of a deployment. */
export interface Server {
  readonly address: PostgresAddress
  close(): Promise<void>
}

const silent = { info() {}, warn() {}, error() {} }

/** @param directory - of the embedded server, which is created if missing */
export async function openServer(url: string | undefined, directory: string): Promise<Server> {
  if (url !== undefined) return { address: url, close: async () => {} }
  const { visitEmbeddedPostgres } = await import('../stores/sql/embedded.ts')
  return visitEmbeddedPostgres({ directory, log: silent })
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** True for a key, and for the keys that succeeded it, with their statements. */
export function isOfKey(file: string, key: string): boolean {
  const stem = basename(key, '.key')
  const name = basename(file)
  return (
    dirname(file) === dirname(key) &&
    name.startsWith(`${stem}.`) &&
    /^(\d+\.)?(key|jws)$/.test(name.slice(stem.length + 1))
  )
}

/** The files of a key: itself first, then those of its successors. */
export async function filesOfKey(data: string, key: string): Promise<string[]> {
  const names: string[] = await readdir(join(data, dirname(key))).catch(() => [])
  const others = names
    .map(name => join(dirname(key), name))
    .filter(file => file !== key && isOfKey(file, key))
  return [key, ...others.sort()]
}
