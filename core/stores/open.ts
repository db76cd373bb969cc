/** Opens the stores of the config; shared resources are opened once and closed with them. */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config/config-schema.ts'
import { claimSettings, type FixedSetting, fixedSettings } from '../config/fixed-settings.ts'
import { workersOf } from '../config/workers.ts'
import { TAG_BYTES } from '../crypto/file.ts'
import type { KeyPair } from '../crypto/keys.ts'
import type { Primitives } from '../crypto/primitives.ts'
import { growing } from '../growing.ts'
import type { Job } from '../jobs.ts'
import { claimKey } from '../keys/key-owner.ts'
import { type KeyRing, ManagedRing, ringOf } from '../keys/key-ring.ts'
import { loadKey } from '../keys/keys.ts'
import { Sandbox } from '../sandbox/sandbox.ts'
import { observeNode } from '../telemetry/observe-node.ts'
import { Telemetry } from '../telemetry/telemetry.ts'
import { type AuditTrail, memoryAuditTrail, sqlAuditTrail } from './audit.ts'
import { MemoryNotShared, NoStorageNodes } from './errors.ts'
import { KeyFollower } from './follow-keys.ts'
import { type JobStore, memoryJobs, sqlJobs } from './jobs.ts'
import type { NodeComparison } from './network/compare-nodes.ts'
import type { Backlog } from './network/journal.ts'
import { assertCount, recognise } from './network/known-nodes.ts'
import type { LocalNode, StartLocalNodes } from './network/local-nodes.ts'
import type { NetworkStore } from './network/network.ts'
import type { Rejected } from './network/own.ts'
import { claimObjects } from './objects/files-owner.ts'
import type { ObjectStore } from './objects/objects.ts'
import { memoryOutbox, type OutboxStore, sqlOutbox } from './outbox.ts'
import { memoryQuotas, type Quotas, sqlQuotas } from './quotas.ts'
import type { RecordStore } from './records.ts'
import type { Database, DatabaseServer } from './sql/database.ts'
import { databaseNames } from './sql/database-names.ts'
import type { PluginMigrations } from './sql/migrate.ts'
import type { TokenStore } from './tokens/tokens.ts'

export interface Stores {
  /** The key that these stores follow while it is replaced; a gateway on them signs with it. */
  readonly builder: KeyRing
  readonly records: RecordStore
  readonly tokens: TokenStore
  readonly objects: ObjectStore
  readonly audit: AuditTrail
  readonly quotas: Quotas
  readonly jobs: JobStore
  readonly outbox: OutboxStore
  /** The gateway's own database; absent if records are in memory. */
  readonly database?: Database
  /** The storage nodes in this process; empty if they run elsewhere. */
  readonly localNodes: readonly LocalNode[]
  /** The worker threads of the gateway and of these nodes. */
  readonly sandbox: Sandbox
  /** The events and the state of these stores, and of a gateway on them. */
  readonly telemetry: Telemetry
  /** The operations of a records store that only a network has. */
  readonly network?: Pick<NetworkStore, 'compare' | 'countSecrets' | 'repair'>
  /** The last comparison of the nodes, which is made in the background; none yet after a start. */
  readonly comparison: () => NodeComparison | undefined
  /** Runs the replacement of a storage node, or continues it; only a network of remote nodes has it. */
  readonly moveNode?: (job: Job) => Promise<void>
  close(): Promise<void>
}

export interface StoreParts {
  readonly config: Config
  /** Absolute path of the data directory. */
  readonly data: string
  /** A ring that is managed claims the database, and follows its files. */
  readonly builder: KeyPair | ManagedRing
  readonly primitives: Primitives
  readonly log: FastifyBaseLogger
  /** Opens the storage nodes of this process; absent if no enabled plugin supplies any. */
  readonly startLocalNodes?: StartLocalNodes | undefined
  /** The migrations of plugins, for the gateway's own database. */
  readonly migrations?: readonly PluginMigrations[]
  /** The settings that must not change under data. @default those of the config, without those of plugins */
  readonly settings?: readonly FixedSetting[]
  /** Takes nodes and files as they are, where others were before. @default false: refuses them */
  readonly accepts?: boolean
  /** True beside other processes of this gateway: one that this succeeds, or further workers. */
  readonly joins?: boolean
}

/** Drivers are imported only if configured: a gateway loads no unused SDK. */
export async function openStores(parts: StoreParts): Promise<Stores> {
  assertShareable(parts.config)
  const opened: Closable[] = []
  const keep = <T extends Closable>(store: T): T => {
    opened.unshift(store)
    return store
  }
  const close = async () => {
    for (const store of opened) await store.close()
  }
  const telemetry = new Telemetry()
  const server = lazily(async () => keep(await openServer(parts)))
  const database = lazily(async () => keep(await openGatewayDatabase(await server(), parts)))
  // Opened first and so closed last: work in a thread is stopped when no store waits for it any more.
  const sandbox = keep(new Sandbox(parts.config.limits.sandbox, workersOf(parts.config)))
  try {
    const keys = new KeyFollower(parts.log)
    const inMemory = parts.config.stores.records.driver === 'memory'
    const outbox = inMemory ? memoryOutbox() : sqlOutbox(await database())
    const { upkeep, seek, backlog, ...opening } = await openRecords(
      ...([parts, sandbox, server, database, keys, telemetry, outbox] as const),
    )
    keep(opening.records)
    const tokens = keep(await openTokens(parts, database))
    // An embedded database serves only this gateway.
    if (parts.config.stores.objects.driver === 'disk' && parts.config.stores.database.driver === 'postgres')
      keep(await holdObjects(parts, tokens))
    const objects = keep(await openObjects(parts, keys))
    const own = inMemory ? undefined : await database()
    if (own && parts.config.stores.objects.driver !== 'memory') await claimObjects(objects, own, parts)
    const audit = own ? sqlAuditTrail(own) : memoryAuditTrail()
    const quotas = own ? sqlQuotas(own) : memoryQuotas()
    const jobs = own ? sqlJobs(own) : memoryJobs()
    const databases = own || parts.config.stores.tokens.driver === 'sql' ? await server() : undefined
    telemetry.readings = { pools: () => databases?.pools() ?? [], ...(backlog && { backlog }) }
    keep(every(MINUTE, () => Promise.all([upkeep(), tokens.sweep(), quotas.sweep(Date.now())]), parts.log))
    let comparison: NodeComparison | undefined
    const { network } = opening
    let comparesAt = 0
    const compare = async () => {
      const began = performance.now()
      if (began < comparesAt) return
      comparison = await network?.compare()
      comparesAt = performance.now() + SHARE * (performance.now() - began)
      const collections = comparison?.differing.map(({ collection }) => collection) ?? []
      if (collections.length > 0)
        parts.log.error({ collections }, 'The storage nodes hold different records; run andiron doctor')
    }
    if (network) keep(every(COMPARISON, compare, parts.log))
    keep(every(SECOND, () => Promise.all([seek(), keys.follow()]), parts.log))
    return {
      ...opening,
      ...{ builder: ringOf(parts.builder), tokens, objects, audit, quotas, jobs, outbox },
      ...{ sandbox, telemetry, close, comparison: () => comparison },
      ...(own && { database: own }),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** @throws MemoryNotShared for a store that each of several workers would have for itself */
function assertShareable(config: Config): void {
  if (workersOf(config) === 1) return
  const { records, tokens, objects } = config.stores
  for (const [name, { driver }] of Object.entries({ records, tokens, objects }))
    if (driver === 'memory')
      throw Object.assign(new MemoryNotShared(name), { path: ['stores', name, 'driver'] })
}

interface Closable {
  close(): Promise<void>
}

type Lazy<T> = () => Promise<T>

function lazily<T>(open: Lazy<T>): Lazy<T> {
  let opening: Promise<T> | undefined
  return () => (opening ??= open())
}

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Milliseconds between two comparisons of the nodes, which read the ids of all records. */
const COMPARISON = 10 * MINUTE
/** A comparison takes one hundredth of the time at most, however many records there are. */
const SHARE = 100

/** Repeats the work with a pause after each run; `close` waits for a run in progress. */
function every(milliseconds: number, work: () => Promise<unknown>, log: FastifyBaseLogger): Closable {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const pause = () => {
    timer = setTimeout(() => {
      running = run()
    }, milliseconds).unref()
  }
  const run = async () => {
    await work().catch(error => log.error({ err: error }, 'maintenance of the stores failed'))
    if (!closed) pause()
  }
  pause()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Connections to each database of one process. */
const CONNECTIONS = 8

async function openServer({ config, data, log, joins = false }: StoreParts): Promise<DatabaseServer> {
  const { driver, url } = config.stores.database
  if (driver === 'postgres') {
    const { connectPostgres } = await import('./sql/postgres.ts')
    return connectPostgres(url as string)
  }
  const { startEmbeddedPostgres } = await import('./sql/embedded.ts')
  const { nodes } = config.stores.records
  const databases = 1 + (typeof nodes === 'number' ? nodes : 0)
  const workers = workersOf(config)
  // A reload has twice as many processes, each with a session that holds the lock.
  const connections = 2 * workers * (databases * CONNECTIONS + 1) + 10
  return startEmbeddedPostgres({
    directory: join(data, 'postgres'),
    ...{ log, joins, isShared: workers > 1, connections },
  })
}

async function replicaAt(url: string): Promise<DatabaseServer> {
  const { connectPostgres } = await import('./sql/postgres.ts')
  return connectPostgres(url, { creates: false })
}

async function openGatewayDatabase(
  server: DatabaseServer,
  { config, migrations: plugins = [], settings = fixedSettings(config), builder, log }: StoreParts,
): Promise<Database> {
  const { migrate, migrationsOf } = await import('./sql/migrate.ts')
  const database = await server.open(databaseNames(config.stores.database).gateway)
  const prepare = () => migrate(database, migrationsOf('gateway'), { plugins, log })
  await (builder instanceof ManagedRing ? claimKey('builder', builder, database, prepare) : prepare())
  await claimSettings(database, settings)
  return database
}

/** Opens the token store of the config. @throws TokensUnavailable, TokensVolatile */
export async function openTokens(
  { config }: Pick<StoreParts, 'config'>,
  database: Lazy<Database>,
): Promise<TokenStore> {
  const { driver, url, replicas, volatile } = config.stores.tokens
  if (driver === 'memory') return (await import('./tokens/tokens-memory.ts')).createMemoryTokenStore()
  if (driver === 'redis')
    return (await import('./tokens/tokens-redis.ts')).connectRedisTokenStore({
      ...{ url: url as string, replicas, volatile },
    })
  return (await import('./tokens/tokens-sql.ts')).createSqlTokenStore(await database())
}

/** Opens the object store of the config. That of the driver `disk` follows its key by `keys`. */
export async function openObjects(
  { config, data }: Pick<StoreParts, 'config' | 'data'>,
  keys: KeyFollower,
): Promise<ObjectStore> {
  const { driver, bucket, region, endpoint, accessKeyId, secretAccessKey } = config.stores.objects
  if (driver === 's3') {
    const { connectS3ObjectStore } = await import('./objects/objects-s3.ts')
    const credentials =
      accessKeyId !== undefined && secretAccessKey !== undefined
        ? { accessKeyId, secretAccessKey }
        : undefined
    return connectS3ObjectStore({ bucket: bucket as string, region, endpoint, credentials })
  }
  const limit = config.limits.file + TAG_BYTES
  if (driver === 'memory') {
    const { createMemoryObjectStore } = await import('./objects/objects-memory.ts')
    return createMemoryObjectStore({ secret: crypto.getRandomValues(new Uint8Array(32)), limit })
  }
  const { openDiskObjectStore } = await import('./objects/objects-disk.ts')
  // Nothing that is stored depends on this key: a lost one ends the signed URLs of the last seconds.
  const ring = await ManagedRing.open(data, 'objects')
  await ring.keep()
  keys.add(ring)
  const secret = () => [ring, ...ring.pairsAt(Date.now())].map(({ privateKey }) => privateKey)
  return openDiskObjectStore({ directory: join(data, 'objects'), secret, limit })
}

/** Warns of each record once: a writer on a node must not be able to flood the log. */
function warningOf(log: FastifyBaseLogger): (rejected: Rejected) => void {
  const known = new LRUCache<string, true>(growing(1_000))
  return ({ collection, id, node, reason }) => {
    const name = `${node} ${collection} ${id}`
    if (known.has(name)) return
    known.set(name, true)
    log.warn(
      { collection, record: id, node, reason },
      reason === 'share'
        ? 'A storage node holds a wrong share of a secret; the record is read from the other nodes'
        : 'A storage node holds a record of the service without a valid seal; the record is ignored',
    )
  }
}

async function holdObjects({ data, log }: StoreParts, tokens: TokenStore): Promise<Closable> {
  const { holdDirectory } = await import('./objects/one-directory.ts')
  const { privateKey } = await loadKey(data, 'objects')
  return holdDirectory(tokens, privateKey, error =>
    log.error(
      { err: error },
      'the lease of the objects directory was not renewed: another gateway may start with its own directory',
    ),
  )
}

interface OpenedRecords extends Pick<Stores, 'records' | 'localNodes' | 'network' | 'moveNode'> {
  readonly backlog?: () => Promise<Backlog>
  /** Periodic maintenance. */
  readonly upkeep: () => Promise<unknown>
  /** Work to do as soon as a remote node connects. */
  readonly seek: () => Promise<void>
}

const nothing = async () => {}

async function openRecords(
  parts: StoreParts,
  sandbox: Sandbox,
  server: Lazy<DatabaseServer>,
  database: Lazy<Database>,
  keys: KeyFollower,
  telemetry: Telemetry,
  outbox: OutboxStore,
): Promise<OpenedRecords> {
  const { config, builder, primitives, log, accepts = false } = parts
  if (config.stores.records.driver === 'memory') {
    const { MemoryRecordStore } = await import('./records-memory.ts')
    if (builder instanceof ManagedRing) await builder.keep()
    const records = new MemoryRecordStore(ringOf(builder), { primitives, outbox })
    keys.add(builder)
    return { records, localNodes: [], upkeep: nothing, seek: nothing }
  }
  const { openJournal } = await import('./network/journal.ts')
  const journal = openJournal(await database())
  const backlog = () => journal.backlog()
  const { nodes, threshold, spreadReads } = config.stores.records
  const prefixes = [config.did.prefix]
  const options = {
    ...{ builder, primitives, journal, prefixes, threshold, spreadReads },
    onRejected: warningOf(log),
  }
  if (typeof nodes === 'number') {
    const { localNodes, rings } = await openLocalNodes(parts, nodes, sandbox, await server())
    await assertCount(await database(), nodes)
    for (const [at, node] of localNodes.entries())
      await recognise(
        await database(),
        { url: `node ${at + 1}`, place: at + 1, did: node.did, about: await node.about() },
        { accepts },
      )
    const { Network } = await import('./network/network.ts')
    const observed = localNodes.map((node, at) => observeNode(node, at + 1, telemetry))
    const records = new Network({ ...options, nodes: observed })
    // An embedded database has one user, and its nodes end with it: interrupted writes can be ended at once.
    // Not those of a predecessor, which still writes.
    const exclusive = config.stores.database.driver === 'embedded' && !parts.joins
    await records.recover({ exclusive })
    keys.add(builder, () => records.announce())
    for (const ring of rings) keys.add(ring)
    return { records, network: records, localNodes, backlog, upkeep: () => records.recover(), seek: nothing }
  }
  const { openGrowingNetwork } = await import('./network/growing-network.ts')
  const records = await openGrowingNetwork({
    ...{ ...options, urls: nodes, database: await database(), log, pageBytes: config.limits.page, accepts },
    observe: (node, at) => observeNode(node, at, telemetry),
  })
  // Requests of a crashed gateway may still arrive at remote nodes: only end old writes.
  await records.recover()
  keys.add(builder, () => records.announce())
  return {
    records,
    network: records,
    localNodes: [],
    backlog,
    upkeep: () => records.recover(),
    seek: () => records.seek(),
    async moveNode(job) {
      const { moveNode } = await import('./network/move-node.ts')
      const { BUILDER_NAME } = await import('./network/network.ts')
      const parts = { database: await database(), builder: ringOf(builder), primitives, name: BUILDER_NAME }
      await moveNode({ ...parts, prefixes: [config.did.prefix], urls: nodes }, job)
      await records.seek()
    },
  }
}

async function openLocalNodes(
  { config, data, builder, primitives, startLocalNodes, log }: StoreParts,
  count: number,
  sandbox: Sandbox,
  server: DatabaseServer,
): Promise<{ localNodes: LocalNode[]; rings: ManagedRing[] }> {
  if (startLocalNodes === undefined) throw new NoStorageNodes(count)
  const rings = await Promise.all(
    Array.from({ length: count }, (_, index) => ManagedRing.open(join(data, 'nodes'), `node-${index + 1}`)),
  )
  const { replica } = config.stores.database
  const localNodes = await startLocalNodes({
    ...{
      server,
      name: databaseNames(config.stores.database).node,
      keys: rings,
      primitives,
      sandbox,
      prefixes: [config.did.prefix],
    },
    ...(replica !== undefined && { replica: await replicaAt(replica) }),
    ...{ service: ringOf(builder).first.did, pageBytes: config.limits.page, log },
  })
  return { localNodes, rings }
}
