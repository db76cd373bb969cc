/** Opens the stores that the config asks for; what they need is opened once and closed with them. */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config-schema.ts'
import type { KeyPair } from '../crypto/keys.ts'
import type { Primitives } from '../crypto/primitives.ts'
import { loadKey } from '../keys.ts'
import type { LocalNode } from './network/node-local.ts'
import type { RecordStore } from './records.ts'
import type { Database, DatabaseServer } from './sql/database.ts'
import type { TokenStore } from './tokens.ts'

export interface Stores {
  readonly records: RecordStore
  readonly tokens: TokenStore
  /** The storage nodes that live in this process; empty when they run elsewhere. */
  readonly localNodes: readonly LocalNode[]
  close(): Promise<void>
}

export interface StoreParts {
  readonly config: Config
  /** Absolute path of the data directory. */
  readonly data: string
  readonly builder: KeyPair
  readonly primitives: Primitives
  readonly log: FastifyBaseLogger
}

/** Drivers are imported when they are chosen: a gateway loads no SDK that it does not use. */
export async function openStores(parts: StoreParts): Promise<Stores> {
  const opened: { close(): Promise<void> }[] = []
  const keep = <T extends { close(): Promise<void> }>(store: T): T => {
    opened.unshift(store)
    return store
  }
  const close = async () => {
    for (const store of opened) await store.close()
  }
  const server = lazily(async () => keep(await openServer(parts)))
  try {
    const { records, localNodes } = await openRecords(parts, server)
    keep(records)
    const tokens = keep(await openTokens(parts, server))
    return { records, tokens, localNodes, close }
  } catch (error) {
    await close()
    throw error
  }
}

function lazily<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined
  return () => (opening ??= open())
}

async function openServer({ config, data, log }: StoreParts): Promise<DatabaseServer> {
  const { driver, url } = config.stores.database
  if (driver === 'postgres') {
    const { connectPostgres } = await import('./sql/postgres.ts')
    return connectPostgres(url as string)
  }
  const { startEmbeddedPostgres } = await import('./sql/embedded.ts')
  return startEmbeddedPostgres({ directory: join(data, 'postgres'), log })
}

async function openTokens(
  { config }: StoreParts,
  server: () => Promise<DatabaseServer>,
): Promise<TokenStore> {
  const { driver, url, replicas = 0 } = config.stores.tokens
  if (driver === 'memory') return (await import('./tokens-memory.ts')).createMemoryTokenStore()
  if (driver === 'redis')
    return (await import('./tokens-redis.ts')).connectRedisTokenStore({ url: url as string, replicas })
  const { createSqlTokenStore } = await import('./tokens-sql.ts')
  return createSqlTokenStore(await openGatewayDatabase(server))
}

async function openGatewayDatabase(server: () => Promise<DatabaseServer>): Promise<Database> {
  const { migrate } = await import('./sql/migrate.ts')
  const database = await (await server()).open('andiron_gateway')
  await migrate(database, new URL('gateway/', MIGRATIONS))
  return database
}

const MIGRATIONS = new URL(import.meta.resolve('#root/core/stores/sql/migrations/README.md'))

async function openRecords(
  { config, data, builder, primitives }: StoreParts,
  server: () => Promise<DatabaseServer>,
): Promise<{ records: RecordStore; localNodes: readonly LocalNode[] }> {
  const { driver, nodes } = config.stores.records
  if (driver === 'memory') {
    const { createMemoryRecordStore } = await import('./records-memory.ts')
    return { records: createMemoryRecordStore(builder.did), localNodes: [] }
  }
  const { openNetwork } = await import('./network/network.ts')
  if (typeof nodes !== 'number') {
    const { connectNode } = await import('./network/node-remote.ts')
    const remote = await Promise.all(nodes.map(url => connectNode(url)))
    return { records: openNetwork({ nodes: remote, builder, primitives }), localNodes: [] }
  }
  const { startLocalNodes } = await import('./network/local.ts')
  const keys = await Promise.all(
    Array.from({ length: nodes }, (_, index) => loadKey(join(data, 'nodes'), `node-${index + 1}`)),
  )
  const localNodes = await startLocalNodes({ server: await server(), keys, primitives })
  return { records: openNetwork({ nodes: localNodes, builder, primitives }), localNodes }
}
