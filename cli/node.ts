/** `andiron node`: one storage node alone, on an origin, a key and a database of its own. */
import { join, resolve } from 'node:path'
import closeWithGrace from 'close-with-grace'
import pino from 'pino'
import { concealing, urlSecretsIn } from '../core/config/conceal.ts'
import { ConfigError, checkConfig } from '../core/config/config.ts'
import type { Config, ConfigInput } from '../core/config/config-schema.ts'
import { Listener } from '../core/http/listener.ts'
import { loadKey } from '../core/keys.ts'
import { choosePrimitives } from '../core/native.ts'
import { Sandbox } from '../core/sandbox/sandbox.ts'
import type { LocalNode } from '../core/stores/network/local-nodes.ts'
import type { Database } from '../core/stores/sql/database.ts'
import { DatabaseUrl } from '../core/stores/sql/errors.ts'
import { migrate, migrationsOf } from '../core/stores/sql/migrate.ts'
import { createNodeFace } from '../plugins/storage-node/http/server.ts'
import type { Bounds } from '../plugins/storage-node/node/bounds.ts'
import { openLocalNode } from '../plugins/storage-node/node/node-local.ts'
import { sentenceOf, tell, version } from './report.ts'

/** As they are written; none has been checked. */
export interface NodeOptions {
  readonly port: string
  readonly data: string
  readonly host?: string
  readonly database?: string
  readonly requestsPerMinute: number
  /** A number of hops, or addresses with commas between them. */
  readonly trustProxy?: string
  /** `service`, `open`, or DIDs with commas between them. */
  readonly builders: string
}

export async function node(options: NodeOptions): Promise<void> {
  const conceal = concealing([...urlSecretsIn(options.database), [options.database ?? '', '[database]']])
  const config = configOf(options)
  const { node, url, close } = await serveNode(config, options).catch((error: Error) => {
    throw Object.assign(error, { message: conceal(error.message) })
  })

  // Beyond the time that requests get, the database gets some to close.
  closeWithGrace({ delay: config.limits.drain + 10_000, logger: false }, async ({ err }) => {
    if (err) process.stderr.write(`andiron: ${conceal(sentenceOf(err))}\n`)
    try {
      await close()
    } catch (error) {
      process.stderr.write(`andiron: ${conceal(sentenceOf(error))}\n`)
    }
  })
  tell(`andiron node ${version} is listening`, [
    ['url', url],
    ['did', node.did],
    ['data', config.data],
    ['builders', options.builders === 'service' ? 'the first that registers' : options.builders],
  ])
}

/** The options that are not named as their place in a config. */
const OPTIONS: Readonly<Record<string, string>> = { stores: 'database', trustProxy: 'trust-proxy' }

/** The options as a gateway's config has them, so that both are checked, and refused, in the same words. */
function configOf({ port, data, host, database, trustProxy }: NodeOptions): Config {
  const input: ConfigInput = {
    port: /^\d+$/.test(port) ? Number(port) : (port as unknown as number),
    data: resolve(data),
    ...(host !== undefined && { host }),
    ...(trustProxy !== undefined && { trustProxy: proxiesOf(trustProxy) }),
    ...(database !== undefined && { stores: { database: { driver: 'postgres', url: database } } }),
  }
  try {
    return checkConfig(input)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const optionOf = (path: readonly string[]) => `--${OPTIONS[String(path[0])] ?? path[0]}`
    throw new ConfigError(error.problems.map(problem => ({ ...problem, path: [optionOf(problem.path)] })))
  }
}

interface ServedNode {
  readonly node: LocalNode
  readonly url: string
  /** Answers what is under way, then stops everything. */
  close(): Promise<void>
}

const proxiesOf = (proxies: string): number | string[] =>
  /^\d+$/.test(proxies) ? Number(proxies) : proxies.split(',').map(each => each.trim())

const buildersOf = (builders: string): Bounds['builders'] =>
  builders === 'service' || builders === 'open' ? builders : builders.split(',').map(did => did.trim())

async function serveNode(
  config: Config,
  { requestsPerMinute, builders }: Pick<NodeOptions, 'requestsPerMinute' | 'builders'>,
): Promise<ServedNode> {
  const { host, port, data, limits, log, trustProxy } = config
  // The key first: a directory that cannot be written is told of before a database is made in it.
  const key = await loadKey(data, 'node')
  const { database, close } = await openDatabase(config)
  try {
    const sandbox = new Sandbox(limits.sandbox)
    const node = openLocalNode({
      ...{ database, key, url: '', primitives: await choosePrimitives(), version },
      ...{ bounds: { builders: buildersOf(builders) }, pageBytes: limits.page, sandbox },
    })
    const face = await createNodeFace(node, {
      requestsPerMinute,
      ...{ requestTimeout: limits.requestTimeout, trustProxy },
      logLevel: log.level,
    })
    await face.ready()
    const listener = new Listener(face, limits)
    node.url = await listener.listen(host, port)
    return {
      node,
      url: node.url,
      async close() {
        await listener.close(limits.drain)
        await face.close()
        await node.close()
        await sandbox.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The node's own database, migrated; the server it lies on is stopped by `close` when it was started here. */
async function openDatabase({ data, stores, log }: Config): Promise<{
  database: Database
  close(): Promise<void>
}> {
  const { url } = stores.database
  const { server, name } = await (url === undefined ? embedded(data, log.level) : external(url))
  try {
    const database = await server.open(name)
    await migrate(database, migrationsOf('node'))
    return { database, close: () => server.close() }
  } catch (error) {
    await server.close()
    throw error
  }
}

async function embedded(data: string, level: string) {
  const { startEmbeddedPostgres } = await import('../core/stores/sql/embedded.ts')
  const server = await startEmbeddedPostgres({ directory: join(data, 'postgres'), log: pino({ level }) })
  return { server, name: 'node' }
}

/** The server that the URL points at, and the database that it names: each node of a server has another. */
async function external(address: string) {
  const { connectPostgres } = await import('../core/stores/sql/postgres.ts')
  if (!URL.canParse(address)) throw new DatabaseUrl()
  const url = new URL(address)
  const name = decodeURIComponent(url.pathname.slice(1))
  // A database that is missing is made from the one that every server has.
  url.pathname = ''
  return { server: connectPostgres(url.href), name }
}
