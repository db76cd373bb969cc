/**
 * The checks of `andiron doctor`: one function each, in the order in which their findings are most useful.
 */
import { access, constants, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { openBuilder } from '../core/builder-key.ts'
import type { Config } from '../core/config/config-schema.ts'
import type { ManagedRing } from '../core/key-ring.ts'
import { choosePrimitives } from '../core/native.ts'
import { openStores } from '../core/stores/open.ts'
import { startLocalNodes } from '../plugins/storage-node/node/local.ts'
import type { Readiness } from '../schemas/readiness.ts'
import { type PluginDescription, standardIn } from './describe.ts'
import { sentenceOf } from './report.ts'

/** A finding: fine, notable, or wrong, with a remedy. */
export interface Finding {
  readonly state: 'ok' | 'note' | 'wrong'
  readonly what: string
  readonly mend?: string
}

export interface Checked {
  readonly config: Config
  readonly plugins: readonly PluginDescription[]
  /** Absolute path of the data directory. */
  readonly data: string
  /** The base of relative paths and module names in the config. */
  readonly directory: URL
}

const GIBIBYTE = 2 ** 30

async function dataDirectory({ data }: Checked): Promise<Finding[]> {
  const existing = await nearestExisting(data)
  try {
    await access(existing, constants.W_OK)
  } catch {
    return [
      {
        state: 'wrong',
        what: `data: ${existing} cannot be written`,
        mend: 'Make it writable for this user, or choose another directory with --data.',
      },
    ]
  }
  const { bavail, bsize } = await statfs(existing)
  const free = (bavail * bsize) / GIBIBYTE
  const what = `data: ${data}${existing === data ? '' : ', created at the first start'}, ${free.toFixed(1)} GiB free`
  return free < 1
    ? [
        {
          state: 'wrong',
          what,
          mend: 'Free some disk space: the database accepts no records when the disk is full.',
        },
      ]
    : [{ state: 'ok', what }]
}

async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path)
    return path
  } catch {
    return nearestExisting(dirname(path))
  }
}

async function builderKey({ config, data }: Checked): Promise<Finding[]> {
  const file = join(data, 'builder.key')
  if (!config.builderKey && !(await exists(file))) {
    const address = addressOf(config)
    const beside = (await exists(join(data, 'postgres')))
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
    const newest = ring.keys.at(-1)
    const next =
      newest && newest.did !== ring.did ? `, from ${timeOf(newest.starts)} on replaced by ${newest.did}` : ''
    const last = ring.keys.at(-2)
    const before =
      last && ring.did === newest?.did && last.ends * 1000 > Date.now()
        ? `, the key before it ends at ${timeOf(last.ends)}`
        : ''
    const from = config.builderKey ? 'given by the config, ' : ''
    return [{ state: 'ok', what: `builder key: ${from}${ring.did}${next}${before}` }]
  } catch (error) {
    return [{ state: 'wrong', what: `builder key: ${sentenceOf(error)}` }]
  }
}

/** The key files of the nodes in the gateway's process: a new key beside the data of an old one is refused. */
async function nodeKeys({ config, data }: Checked): Promise<Finding[]> {
  const { records, database } = config.stores
  if (records.driver !== 'network' || typeof records.nodes !== 'number') return []
  if (database.driver !== 'embedded' || !(await exists(join(data, 'postgres')))) return []
  const files = Array.from({ length: records.nodes }, (_, at) => join(data, 'nodes', `node-${at + 1}.key`))
  const found = await Promise.all(files.map(exists))
  // A start that was interrupted before the first node leaves none.
  if (!found.includes(true)) return []
  return files.flatMap((file, at): Finding[] =>
    found[at]
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

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function crypto(): Promise<Finding[]> {
  const { name } = await choosePrimitives()
  return name === 'libsecp256k1'
    ? [{ state: 'ok', what: `signatures: ${name}` }]
    : [
        {
          state: 'note',
          what: `signatures: ${name}, several times slower than the native library`,
          mend: 'Install a compiler, and reinstall the npm package secp256k1.',
        },
      ]
}

/** The builder key if it is usable; the check of keys reports its faults. */
async function keyInPlace(config: Config, data: string): Promise<ManagedRing | undefined> {
  if (!config.builderKey && !(await exists(join(data, 'builder.key')))) return undefined
  return openBuilder(config, data).catch(() => undefined)
}

const addressOf = ({ host, port, baseUrl }: Config): string => baseUrl ?? `http://${host}:${port}`

/** Queries a running gateway. Otherwise the ports must be free, and the stores are opened once. */
async function running(checked: Checked): Promise<Finding[]> {
  const address = addressOf(checked.config)
  const readiness = await ask(address)
  if (!readiness) return [...(await ports(checked)), ...(await stores(checked))]
  return [
    { state: 'ok', what: `gateway: running at ${address}` },
    ...readiness.dependencies.map(
      ({ name, ready, problem }): Finding => ({
        state: ready ? 'ok' : 'wrong',
        what: `${name}: ${ready ? 'ready' : (problem ?? 'not ready')}`,
      }),
    ),
  ]
}

/** `AbortSignal.timeout` does not keep the process alive if a connection breaks silently. */
export async function fetchInTime(url: string): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), 3000)
  try {
    return await fetch(url, { signal: late.signal })
  } finally {
    clearTimeout(timer)
  }
}

async function ask(baseUrl: string): Promise<Readiness | undefined> {
  try {
    const answer = await fetchInTime(`${baseUrl}/health/ready`)
    const readiness = (await answer.json()) as Readiness
    return Array.isArray(readiness.dependencies) ? readiness : undefined
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

async function stores({ config, data, plugins }: Checked): Promise<Finding[]> {
  const { driver } = config.stores.database
  if (driver === 'embedded' && !(await exists(join(data, 'postgres'))))
    return [{ state: 'note', what: 'stores: created at the first start' }]
  const builder = await keyInPlace(config, data)
  if (!builder) return [{ state: 'note', what: 'stores: checked once the builder key exists' }]
  try {
    const opened = await openStores({
      config,
      data,
      builder,
      primitives: await choosePrimitives(),
      log: pino({ level: 'silent' }),
      startLocalNodes,
    })
    try {
      await opened.tokens.ping()
      const objects = await opened.objects.health()
      const nodes = await opened.records.health()
      const unsealed = await opened.records.countUnsealed(standardIn(plugins)).catch(() => 0)
      return [
        ...(unsealed > 0
          ? [
              {
                state: 'wrong' as const,
                what: `records: ${unsealed} of the service have no seal and are not served`,
                mend: 'Run andiron attest to list them, and with --yes to seal them.',
              },
            ]
          : []),
        { state: 'ok', what: 'tokens: ready' },
        {
          state: objects.ready ? 'ok' : 'wrong',
          what: `objects: ${objects.ready ? 'ready' : (objects.problem ?? 'not ready')}`,
        },
        ...nodes.map(
          ({ url, did, ready, problem }): Finding => ({
            state: ready ? 'ok' : 'wrong',
            what: `node ${url || did}: ${ready ? 'ready' : (problem ?? 'not ready')}`,
          }),
        ),
      ]
    } finally {
      await opened.close()
    }
  } catch (error) {
    return [{ state: 'wrong', what: `stores: ${sentenceOf(error)}` }]
  }
}

/** Tokens depend on the clock: a skew of 30 seconds is tolerated. Remote nodes have clocks of their own. */
async function clock({ config }: Checked): Promise<Finding[]> {
  const { nodes } = config.stores.records
  if (typeof nodes === 'number')
    return [
      {
        state: 'ok',
        what: `clock: ${new Date().toISOString()}, no other machine to compare it with`,
      },
    ]
  return Promise.all(nodes.map(clockOf))
}

async function clockOf(node: string): Promise<Finding> {
  try {
    const sentAt = Date.now()
    const { headers } = await fetchInTime(`${node}/health`)
    const middle = (sentAt + Date.now()) / 2
    // The header has whole seconds: ignore half a second either way.
    const skew = Math.round((Date.parse(headers.get('date') ?? '') + 500 - middle) / 1000)
    if (Number.isNaN(skew)) return { state: 'note', what: `clock of ${node}: unknown, no Date header` }
    const what = `clock of ${node}: ${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead'}`
    return Math.abs(skew) > 5
      ? { state: 'wrong', what, mend: 'Synchronise the clocks of both machines with NTP.' }
      : { state: 'ok', what }
  } catch {
    return {
      state: 'wrong',
      what: `clock of ${node}: the node does not answer`,
      mend: 'Start the node, or correct its URL under stores.records.nodes.',
    }
  }
}

export const checks: readonly ((checked: Checked) => Promise<Finding[]>)[] = [
  dataDirectory,
  builderKey,
  nodeKeys,
  crypto,
  running,
  clock,
]
