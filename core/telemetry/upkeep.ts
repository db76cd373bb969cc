/** Figures that an operator watches for weeks: age of backup and drill, free disk, clocks, and certificates. */
import { statfs } from 'node:fs/promises'
import { lastBackup } from '../backup/last-backup.ts'
import { lastDrill } from '../backup/last-drill.ts'
import type { Database } from '../stores/sql/database.ts'
import { certificateTerm } from './certificate.ts'
import { nearestExisting } from './examination.ts'

/** All ages and differences are in seconds; a figure that is not known is absent. */
export interface Upkeep {
  readonly backupAge?: number
  readonly drillAge?: number
  /** The last drill found the backup whole. */
  readonly drillOk?: boolean
  /** Free bytes of the file system of the data directory. */
  readonly free?: number
  /** Seconds between another clock and this one; the name is `database`, or that of a node. */
  readonly clocks: ReadonlyMap<string, number>
  /** Seconds until the certificate of an address expires. */
  readonly certificates: ReadonlyMap<string, number>
}

export interface Watched {
  /** Absolute path of the data directory; absent if records are in memory. */
  readonly data: string | undefined
  readonly isOwn: (did: string) => boolean
  readonly database: Pick<Database, 'query'> | undefined
  /** Own address, by which people reach the gateway. */
  readonly baseUrl: string
  readonly remoteNodes: readonly string[]
}

/** Time-out in milliseconds of each reading. */
const PATIENCE = 2_000

export async function readUpkeep(watched: Watched): Promise<Upkeep> {
  const { data, isOwn, database, baseUrl, remoteNodes } = watched
  const [backup, drill, free] =
    data === undefined
      ? []
      : await Promise.all([lastBackup(data), lastDrill(data, isOwn), freeBytes(data).catch(() => undefined)])
  const report = typeof drill === 'object' ? drill : undefined
  const clocks = new Map<string, number>()
  const certificates = new Map<string, number>()
  const keep = async (into: Map<string, number>, name: string, reading: Promise<number | undefined>) => {
    const value = await reading.catch(() => undefined)
    if (value !== undefined) into.set(name, value)
  }
  await Promise.all([
    database && keep(clocks, 'database', clockOfDatabase(database)),
    ...remoteNodes.map((node, at) => keep(clocks, `node ${at + 1}`, clockOfNode(node))),
    keep(certificates, 'gateway', remainingOf(baseUrl)),
    ...remoteNodes.map((node, at) => keep(certificates, `node ${at + 1}`, remainingOf(node))),
  ])
  return {
    ...(backup !== undefined && { backupAge: ageOf(backup) }),
    ...(report !== undefined && { drillAge: ageOf(report.ended), drillOk: report.ok }),
    ...(drill === 'invalid' && { drillOk: false }),
    ...(free !== undefined && { free }),
    ...{ clocks, certificates },
  }
}

const ageOf = (time: string): number => Math.max(0, (Date.now() - Date.parse(time)) / 1000)

async function freeBytes(data: string): Promise<number> {
  const { bavail, bsize } = await statfs(await nearestExisting(data))
  return bavail * bsize
}

/** Half of the round trip is the error at most. */
async function clockOfDatabase(database: Pick<Database, 'query'>): Promise<number | undefined> {
  const sent = Date.now()
  const [row] = await database.query<{ at: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
  )
  return row && Math.abs(row.at - (sent + Date.now()) / 2) / 1000
}

/** By the header `Date` of an answer, which has whole seconds. */
async function clockOfNode(url: string): Promise<number | undefined> {
  const sent = Date.now()
  const response = await fetch(new URL('/health', url), {
    signal: AbortSignal.timeout(PATIENCE),
    redirect: 'error',
  })
  await response.body?.cancel()
  const shown = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(shown) ? undefined : Math.abs(shown + 500 - (sent + Date.now()) / 2) / 1000
}

/** Seconds until the certificate of an address expires. */
async function remainingOf(url: string): Promise<number | undefined> {
  const term = await certificateTerm(url)
  return term && (term.end - Date.now()) / 1000
}
