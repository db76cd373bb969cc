/**
 * The checks of `andiron doctor`: one function each, in the order in which their findings are most useful.
 */
import { mkdtemp, rmdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import type { Config } from '../core/config/config-schema.ts'
import { openBuilder } from '../core/keys/builder-key.ts'
import type { ManagedRing } from '../core/keys/key-ring.ts'
import { choosePrimitives } from '../core/keys/native.ts'
import { KeyFollower } from '../core/stores/follow-keys.ts'
import { openObjects, openStores, openTokens, type Stores } from '../core/stores/open.ts'
import {
  type Finding,
  freeSpace,
  keyTimes,
  nearestExisting,
  secretSharing,
  signatures,
} from '../core/telemetry/examination.ts'
import { HEALTH } from '../plugins/operations/samples.ts'
import { startLocalNodes } from '../plugins/storage-node/node/local.ts'
import type { Health } from '../schemas/health.ts'
import { addresses } from './address-checks.ts'
import { certificates } from './certificate-checks.ts'
import { examineDatabases, ownedParts } from './database-checks.ts'
import { type PluginDescription, standardIn } from './describe.ts'
import { remoteNodes } from './node-checks.ts'
import { storedRecords } from './record-checks.ts'
import { fetchInTime, sentenceOf } from './report.ts'
import { secretProgress } from './secret-checks.ts'
import { terminology } from './terminology-checks.ts'

export type { Finding }

export interface Checked {
  readonly config: Config
  readonly plugins: readonly PluginDescription[]
  /** Absolute path of the data directory. */
  readonly data: string
  /** The base of relative paths and module names in the config. */
  readonly directory: URL
}

async function dataDirectory({ data }: Checked): Promise<Finding[]> {
  const existing = await nearestExisting(data)
  try {
    // A right to write says nothing about a file system that is read-only or full.
    await rmdir(await mkdtemp(join(existing, '.andiron-doctor-')))
  } catch (error) {
    return [
      {
        state: 'wrong',
        what: `data: ${existing} cannot be written (${(error as NodeJS.ErrnoException).code})`,
        mend: 'Make it a directory that this user can write, or choose another one with --data.',
      },
    ]
  }
  return [await freeSpace(data)]
}

async function builderKey({ config, data }: Checked): Promise<Finding[]> {
  const file = join(data, 'builder.key')
  if (!config.builderKey && !(await exists(file))) {
    const address = addressOf(config)
    const beside = (await hasData(config, data))
      ? 'there is a database'
      : (await ask(address))
        ? `a gateway runs at ${address}`
        : undefined
    if (beside !== undefined)
      return [
        {
          state: 'wrong',
          what: `builder key: ${file} is missing, but ${beside}`,
          mend: 'Restore it from a backup: a new key cannot read records that were shared with the old one. The gateway does not create one.',
        },
      ]
    return [
      {
        state: 'note',
        what: 'builder key: created at the first start',
        mend: `Then back up ${file}: without it the service cannot read the records that people share with it.`,
      },
    ]
  }
  try {
    const ring = await openBuilder(config, data)
    return [keyTimes(ring, config.builderKey ? 'given by the config, ' : '')]
  } catch (error) {
    return [{ state: 'wrong', what: `builder key: ${sentenceOf(error)}` }]
  }
}

/** True if there is data that a key of the gateway belongs to. */
async function hasData(config: Config, data: string): Promise<boolean> {
  if (config.stores.database.driver === 'embedded') return exists(join(data, 'postgres'))
  return (await ownedParts(config, data)).has('gateway')
}

/** The key files of the nodes in the gateway's process: a new key beside the data of an old one is refused. */
async function nodeKeys({ config, data }: Checked): Promise<Finding[]> {
  const { records, database } = config.stores
  if (records.driver !== 'network' || typeof records.nodes !== 'number') return []
  const files = Array.from({ length: records.nodes }, (_, at) => join(data, 'nodes', `node-${at + 1}.key`))
  const found = await Promise.all(files.map(exists))
  if (!found.includes(false)) return []
  // An embedded database may be that of a start that was interrupted before the first node.
  const isBeside =
    database.driver === 'embedded' ? found.includes(true) && (await exists(join(data, 'postgres'))) : false
  const owned = await ownedParts(config, data)
  return files.flatMap((file, at): Finding[] =>
    found[at] || !(isBeside || owned.has(`node-${at + 1}`))
      ? []
      : [
          {
            state: 'wrong',
            what: `node key: ${file} is missing, but a database exists`,
            mend: 'Restore it from a backup: gateways and tokens that name the old key refuse a new one. The node does not create one.',
          },
        ],
  )
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const crypto = async (): Promise<Finding[]> => [signatures(await choosePrimitives())]

/** The builder key if it is usable; the check of keys reports its faults. */
async function keyInPlace(config: Config, data: string): Promise<ManagedRing | undefined> {
  if (!config.builderKey && !(await exists(join(data, 'builder.key')))) return undefined
  return openBuilder(config, data).catch(() => undefined)
}

const addressOf = ({ host, port, baseUrl }: Config): string => baseUrl ?? `http://${host}:${port}`

/** Queries a running gateway. Otherwise the ports must be free, and the stores are opened once. */
async function running(checked: Checked): Promise<Finding[]> {
  const { config, data } = checked
  const { baseUrl, host, port } = config
  const listening = port === 0 ? undefined : `http://${host}:${port}`
  const inner = listening && (await ask(listening))
  const outer = baseUrl && (await ask(baseUrl))
  // A reading is shared for a second: the second one has begun after the first answer.
  if (outer || inner) await wait(HEALTH)
  const health = outer ? await ask(String(baseUrl)) : inner && (await ask(listening))
  const databases = usesDatabase(config) ? await examineDatabases(checked) : undefined
  if (!health) {
    const { state = 'current', findings = [] } = databases ?? {}
    return [
      ...(await ports(checked)),
      ...findings,
      ...(await (state === 'current' ? stores(checked) : storesBeside(checked))),
    ]
  }
  return [
    { state: 'ok', what: `gateway: running at ${outer ? baseUrl : listening}` },
    ...(baseUrl === undefined
      ? []
      : outer
        ? await strangerAt(baseUrl, config, data)
        : [
            {
              state: 'wrong' as const,
              what: `gateway: nothing answers at ${baseUrl}`,
              mend: 'Start the proxy in front of the gateway, or correct baseUrl and its DNS entry.',
            },
          ]),
    ...(databases?.findings ?? []),
    ...health.dependencies.map(({ name, ...state }) => findingOf(name, state)),
    ...(databases?.state === 'current' && health.dependencies.every(({ ready }) => ready)
      ? await withStores(checked, { joins: true }, opened => storedRecords(checked, opened))
      : []),
  ]
}

const usesDatabase = ({ stores }: Config): boolean =>
  stores.records.driver !== 'memory' || stores.tokens.driver === 'sql'

/** A finding if another service answers at the public address. */
async function strangerAt(baseUrl: string, config: Config, data: string): Promise<Finding[]> {
  const builder = await keyInPlace(config, data)
  const answer = await fetchInTime(`${baseUrl}/.well-known/andiron.json`).catch(() => undefined)
  const about = (await answer?.json().catch(() => undefined)) as { builderDid?: unknown } | undefined
  if (builder === undefined || typeof about?.builderDid !== 'string' || builder.has(about.builderDid))
    return []
  return [
    {
      state: 'wrong',
      what: `gateway: at ${baseUrl} another service answers, ${about.builderDid}`,
      mend: 'Correct baseUrl, its DNS entry, or the builder key: one service has one key and one address.',
    },
  ]
}

/** The remedy for a dependency that is not ready. */
function remedyOf(name: string, problem = ''): { readonly mend: string } {
  if (name.startsWith('token')) return { mend: REMEDIES.AND_TOKENS_UNAVAILABLE }
  if (problem.includes('clock')) return { mend: 'Synchronise the clocks of both machines with NTP.' }
  return name.startsWith('object')
    ? {
        mend: 'Create the bucket, or correct stores.objects: endpoint, region, bucket, accessKeyId and secretAccessKey.',
      }
    : { mend: 'Start the node, or correct its URL under stores.records.nodes.' }
}

async function ask(baseUrl: string): Promise<Health | undefined> {
  try {
    const answer = await fetchInTime(`${baseUrl}/health`)
    const health = (await answer.json()) as Health
    return Array.isArray(health.dependencies) ? health : undefined
  } catch {
    return undefined
  }
}

async function ports({ config }: Checked): Promise<Finding[]> {
  const { host, port, stores } = config
  const count =
    stores.records.driver === 'network' && typeof stores.records.nodes === 'number' ? stores.records.nodes : 0
  const wanted = port === 0 ? [] : Array.from({ length: count + 1 }, (_, index) => port + index)
  const findings = await Promise.all(wanted.map(number => portIsFree(host, number)))
  return findings.flat()
}

function portIsFree(host: string, port: number): Promise<Finding[]> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve([{ state: 'wrong', what: sentenceOf(Object.assign(error, { port, address: host })) }]),
    )
    server.listen({ host, port }, () =>
      server.close(() => resolve([{ state: 'ok', what: `port ${port}: free` }])),
    )
  })
}

/** The stores besides the databases, which hold nothing yet or cannot be opened. */
async function storesBeside({ config, data }: Checked): Promise<Finding[]> {
  const findings: Finding[] = []
  if (config.stores.tokens.driver === 'redis') findings.push(await redis(config))
  if (config.stores.objects.driver === 's3') {
    const objects = await openObjects({ config, data }, new KeyFollower(silent))
    findings.push(findingOf('objects', await objects.health()))
    await objects.close()
  }
  return findings
}

async function redis(config: Config): Promise<Finding> {
  try {
    const tokens = await openTokens({ config }, () => Promise.reject(new Error('not of a database')))
    await tokens.close()
    return { state: 'ok', what: 'tokens: ready' }
  } catch (error) {
    return failed('tokens', error)
  }
}

const silent = pino({ level: 'silent' })

const findingOf = (
  name: string,
  { ready, problem }: { readonly ready: boolean; readonly problem?: string },
): Finding => ({
  state: ready ? 'ok' : 'wrong',
  what: `${name}: ${ready ? 'ready' : (problem ?? 'not ready')}`,
  ...(!ready && remedyOf(name, problem)),
})

/** The finding of an error, under the name of the thing that failed if the message does not name it. */
export function failed(name: string | undefined, error: unknown): Finding {
  // An error with its place in the config has the original as its cause.
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  const known = [code, cause?.code].find(each => each !== undefined && Object.hasOwn(REMEDIES, each))
  const mend = REMEDIES[known as keyof typeof REMEDIES] as string | undefined
  const what = `${name === undefined ? '' : `${name}: `}${sentenceOf(error)}`
  return { state: 'wrong', what, ...(mend !== undefined && { mend }) }
}

/** Remedies for errors with a message that names none, because callers of the gateway meet them, too. */
const REMEDIES = {
  AND_TOKENS_UNAVAILABLE: 'Start the Redis server, or correct stores.tokens.url: host, port and password.',
  AND_DATABASE_UNAVAILABLE: 'Start the PostgreSQL server, or set stores.database.url to its address.',
  AND_UNKNOWN_PLUGIN: 'Correct its name or path, or take it out of the config.',
} as const

/** Opens the stores that a start would open; the databases need no migration. */
const stores = (checked: Checked): Promise<Finding[]> =>
  withStores(checked, { joins: false }, async opened => {
    const { plugins } = checked
    await opened.tokens.ping()
    const objects = await opened.objects.health()
    const nodes = await opened.records.health()
    const isWhole = objects.ready && nodes.every(({ ready }) => ready)
    // The records that a node lacks are counted once it answers.
    const unsealed = isWhole ? await opened.records.countUnsealed(standardIn(plugins)).catch(() => 0) : 0
    return [
      ...(unsealed > 0
        ? [
            {
              state: 'wrong' as const,
              what: `records: ${unsealed} of the service have no seal and are not served`,
              mend: 'Another program wrote them to the nodes: find out which, and have it delete them.',
            },
          ]
        : []),
      { state: 'ok', what: 'tokens: ready' },
      findingOf('objects', objects),
      ...nodes.map(({ url, did, ...health }) => findingOf(`node ${url || did}`, health)),
      ...(isWhole ? await secretProgress(checked, opened.network).catch(() => []) : []),
      ...(isWhole ? await storedRecords(checked, opened) : []),
    ]
  })

/** @param joins - true beside a gateway that runs */
async function withStores(
  checked: Checked,
  { joins }: { readonly joins: boolean },
  look: (opened: Stores) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { config, data } = checked
  const builder = await keyInPlace(config, data)
  if (!builder)
    return [
      { state: 'note', what: 'stores: opened once the builder key is there' },
      ...(joins ? [] : await storesBeside(checked)),
    ]
  try {
    const primitives = await choosePrimitives()
    const opened = await openStores({
      config,
      data,
      builder,
      primitives,
      log: silent,
      startLocalNodes,
      joins,
    })
    try {
      return await look(opened)
    } finally {
      await opened.close()
    }
  } catch (error) {
    return [failed('stores', error)]
  }
}

export const checks: readonly ((checked: Checked) => Promise<Finding[]>)[] = [
  dataDirectory,
  addresses,
  certificates,
  builderKey,
  nodeKeys,
  crypto,
  running,
  remoteNodes,
  async ({ config }) => secretSharing(config),
  terminology,
]
