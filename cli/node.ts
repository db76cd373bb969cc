/** `andiron node`: a standalone storage node, with its own origin, key and database. */
import { join, resolve } from 'node:path'
import closeWithGrace from 'close-with-grace'
import pino, { type Logger } from 'pino'
import { lastBackup } from '../core/backup/last-backup.ts'
import { concealing, urlSecretsIn } from '../core/config/conceal.ts'
import { ConfigError, checkConfig } from '../core/config/config.ts'
import type { Config, ConfigInput } from '../core/config/config-schema.ts'
import { Listener } from '../core/http/listener.ts'
import { claimKey } from '../core/keys/key-owner.ts'
import { ManagedRing } from '../core/keys/key-ring.ts'
import { choosePrimitives } from '../core/keys/native.ts'
import { Sandbox } from '../core/sandbox/sandbox.ts'
import { KeyFollower } from '../core/stores/follow-keys.ts'
import type { LocalNode } from '../core/stores/network/local-nodes.ts'
import type { Database, DatabaseServer } from '../core/stores/sql/database.ts'
import { DatabaseUnnamed, DatabaseUrl } from '../core/stores/sql/errors.ts'
import { migrate, migrationsOf } from '../core/stores/sql/migrate.ts'
import { narrowIndexes } from '../core/stores/sql/narrow-indexes.ts'
import { startTracing } from '../core/telemetry/sdk.ts'
import { createNodeServer } from '../plugins/storage-node/http/server.ts'
import type { Bounds } from '../plugins/storage-node/node/bounds.ts'
import { openLocalNode } from '../plugins/storage-node/node/node-local.ts'
import { onHangup } from './hangup.ts'
import type { NodeMetrics } from './node-metrics.ts'
import { sentenceOf, tell, version } from './report.ts'

/** The options as given on the command line, not yet validated. */
export interface NodeOptions {
  readonly port: string
  readonly data: string
  readonly host?: string
  readonly database?: string
  /** A streaming replica of it. */
  readonly replica?: string
  readonly requestsPerMinute: number
  /** Of `/metrics`; not served without it. */
  readonly metricsPort?: number
  /** A number of hops, or addresses separated by commas. */
  readonly trustProxy?: string
  /** `service`, `open`, or DIDs separated by commas. */
  readonly builders: string
  /** The URL of an OTLP receiver. */
  readonly traces?: string
  /** `all`, or addresses separated by commas. */
  readonly trustTraceparent?: string
}

export async function node(options: NodeOptions): Promise<void> {
  const { database, replica } = options
  const conceal = concealing([
    ...urlSecretsIn([database, replica]),
    ...([
      [database ?? '', '[database]'],
      [replica ?? '', '[replica]'],
    ] as const),
  ])
  const config = configOf(options)
  const { node, url, metrics, close } = await serveNode(config, options).catch((error: Error) => {
    throw Object.assign(error, { message: conceal(error.message) })
  })

  // Beyond the time for requests, the database needs some to close.
  closeWithGrace(
    { delay: config.limits.drain + 10_000, logger: false, skip: ['SIGHUP'] },
    async ({ err }) => {
      if (err) process.stderr.write(`andiron: ${conceal(sentenceOf(err))}\n`)
      try {
        await close()
      } catch (error) {
        process.stderr.write(`andiron: ${conceal(sentenceOf(error))}\n`)
      }
    },
  )
  // Without a config there is nothing to reload.
  const end = () => void process.kill(process.pid, 'SIGTERM')
  onHangup({ reload: () => {}, stop: end })
  tell(`andiron node ${version} is listening`, [
    ['url', url],
    ['did', node.did],
    ...(metrics === undefined ? [] : [['metrics', metrics] as const]),
    ['data', config.data],
    ['builders', options.builders === 'service' ? 'the first that registers' : options.builders],
  ])
}

/** Options whose names differ from their place in a config. */
const OPTIONS: Readonly<Record<string, string>> = {
  stores: 'database',
  'stores.database.replica': 'replica',
  trustProxy: 'trust-proxy',
  'telemetry.endpoint': 'traces',
  'telemetry.trustTraceparent': 'trust-traceparent',
}

/** The options as a gateway's config, so that both are validated with the same messages. */
function configOf(options: NodeOptions): Config {
  const { port, data, host, database, replica, trustProxy, traces, trustTraceparent } = options
  const input: ConfigInput = {
    port: /^\d+$/.test(port) ? Number(port) : (port as unknown as number),
    data: resolve(data),
    ...(host !== undefined && { host }),
    ...(trustProxy !== undefined && { trustProxy: proxiesOf(trustProxy) }),
    telemetry: {
      ...(traces !== undefined && { traces: 'otlp', endpoint: traces }),
      ...(trustTraceparent !== undefined && {
        trustTraceparent: trustTraceparent === 'all' ? true : addressesIn(trustTraceparent),
      }),
    },
    ...((database ?? replica) !== undefined && {
      stores: {
        database: {
          ...(database !== undefined && { driver: 'postgres', url: database }),
          ...(replica !== undefined && { replica }),
        },
      },
    }),
  }
  try {
    return checkConfig(input)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const optionOf = (path: readonly string[]) => {
      const [first, second] = path.map(String)
      return `--${OPTIONS[path.join('.')] ?? OPTIONS[`${first}.${second}`] ?? OPTIONS[String(first)] ?? first}`
    }
    throw new ConfigError(error.problems.map(problem => ({ ...problem, path: [optionOf(problem.path)] })))
  }
}

export interface ServedNode {
  readonly node: LocalNode
  readonly url: string
  /** The URL of its metrics. */
  readonly metrics?: string
  /** Finishes pending requests, then stops everything. */
  close(): Promise<void>
}

const proxiesOf = (proxies: string): number | string[] =>
  /^\d+$/.test(proxies) ? Number(proxies) : addressesIn(proxies)

const addressesIn = (list: string): string[] => list.split(',').map(each => each.trim())

const buildersOf = (builders: string): Bounds['builders'] =>
  builders === 'service' || builders === 'open' ? builders : builders.split(',').map(did => did.trim())

/** Serves a node until it is closed. */
export async function serveNode(
  config: Config,
  {
    requestsPerMinute,
    builders,
    metricsPort,
  }: Pick<NodeOptions, 'requestsPerMinute' | 'builders' | 'metricsPort'>,
): Promise<ServedNode> {
  const { host, port, data, limits, log, trustProxy, telemetry } = config
  const ring = await ManagedRing.open(data, 'node')
  const tracing = await startTracing(telemetry, { name: 'andiron-node', version })
  const { database, pools, close } = await openDatabase(config, ring)
  let metrics: NodeMetrics | undefined
  try {
    const keys = new KeyFollower(pino({ level: log.level }))
    keys.add(ring)
    const following = setInterval(() => void keys.follow(), 1000).unref()
    const sandbox = new Sandbox(limits.sandbox)
    const node = openLocalNode({
      ...{ database, key: ring, url: '', primitives: await choosePrimitives(), version },
      ...{ bounds: { builders: buildersOf(builders) }, pageBytes: limits.page, sandbox },
      lastBackup: () => lastBackup(data),
      ...replicaOf(config.stores.database),
    })
    const nodeServer = await createNodeServer(node, {
      requestsPerMinute,
      ...{ requestTimeout: limits.requestTimeout, trustProxy },
      trustTraceparent: telemetry.trustTraceparent,
      logLevel: log.level,
    })
    metrics =
      metricsPort === undefined
        ? undefined
        : await (await import('./node-metrics.ts')).serveNodeMetrics(
            { server: nodeServer, pools, health: () => node.health(), version },
            { host, port: metricsPort },
          )
    await nodeServer.ready()
    const listener = new Listener(nodeServer, limits)
    node.url = await listener.listen(host, port)
    return {
      node,
      url: node.url,
      ...(metrics && { metrics: `${metrics.url}/metrics` }),
      async close() {
        clearInterval(following)
        await listener.close({ grace: limits.drain })
        await metrics?.close()
        await nodeServer.close()
        await node.close()
        await sandbox.close()
        await close()
        await tracing.close()
      },
    }
  } catch (error) {
    await metrics?.close()
    await close()
    throw error
  }
}

/** The node's own database, migrated and claimed. `close` also stops the database server if it was started here. */
async function openDatabase(
  { data, stores, log }: Config,
  ring: ManagedRing,
): Promise<{
  database: Database
  readonly pools: DatabaseServer['pools']
  close(): Promise<void>
}> {
  const { url } = stores.database
  const logger = pino({ level: log.level })
  const { server, name } = await (url === undefined ? embedded(data, logger) : external(url))
  try {
    const database = await server.open(name)
    await claimKey('node', ring, database, async () =>
      narrowIndexes(database, await migrate(database, migrationsOf('node'), { log: logger })),
    )
    return { database, pools: () => server.pools(), close: () => server.close() }
  } catch (error) {
    await server.close()
    throw error
  }
}

async function embedded(data: string, log: Logger) {
  const { startEmbeddedPostgres } = await import('../core/stores/sql/embedded.ts')
  const server = await startEmbeddedPostgres({ directory: join(data, 'postgres'), log })
  return { server, name: 'node' }
}

/** The same database on the replica. */
function replicaOf({ replica }: Config['stores']['database']) {
  if (replica === undefined) return {}
  return {
    async replica() {
      const { connectPostgres } = await import('../core/stores/sql/postgres.ts')
      const name = decodeURIComponent(new URL(replica).pathname.slice(1))
      return connectPostgres(replica, { creates: false }).open(name)
    },
  }
}

/** The database that the URL names. Nodes that share a server have different databases. */
async function external(address: string) {
  const { connectPostgres } = await import('../core/stores/sql/postgres.ts')
  if (!URL.canParse(address)) throw new DatabaseUrl()
  const url = new URL(address)
  const name = decodeURIComponent(url.pathname.slice(1))
  if (name === '') throw new DatabaseUnnamed()
  // Create a missing database from the one that every server has.
  url.pathname = ''
  return { server: connectPostgres(url.href), name }
}
