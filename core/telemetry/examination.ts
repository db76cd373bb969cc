/**
 * The checks of `andiron doctor` that a running gateway makes of itself, too: they need no secret, open no store and
 * read no record.
 */
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lastBackup } from '../backup/last-backup.ts'
import type { Config } from '../config/config-schema.ts'
import type { Primitives } from '../crypto/primitives.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import type { NodeComparison } from '../stores/network/compare-nodes.ts'
import { connectNode } from '../stores/network/node-remote.ts'
import { drillFinding } from './drill-finding.ts'

/** A finding: fine, notable, or wrong, with a remedy. */
export interface Finding {
  readonly state: 'ok' | 'note' | 'wrong'
  readonly what: string
  readonly mend?: string
}

const GIBIBYTE = 2 ** 30
const HOUR = 60 * 60_000
/** Hours after which a backup is no longer fresh: one a day, and some time to make it. */
export const MAX_AGE = 26
/** Time-out in milliseconds of a request to a node. */
const PATIENCE = 2_000

export interface Examined {
  readonly config: Config
  /** Absolute path of the data directory. */
  readonly data: string
  readonly builder: KeyRing
  readonly primitives: Primitives
  /** URLs of the storage nodes in other processes. */
  readonly remoteNodes: () => readonly string[]
  /** The last comparison of the nodes. */
  readonly comparison: () => NodeComparison | undefined
  /** The name of a collection. */
  readonly nameOf: (collection: string) => string
}

/** Everything that a running gateway can check of itself, in the order of `andiron doctor`. */
export async function examine({
  config,
  data,
  builder,
  primitives,
  remoteNodes,
  comparison,
  nameOf,
}: Examined): Promise<Finding[]> {
  const { driver } = config.stores.records
  return [
    ...(driver === 'memory' ? [] : [await freeSpace(data)]),
    keyTimes(builder, config.builderKey ? 'given by the config, ' : ''),
    signatures(primitives),
    ...secretSharing(config),
    ...(driver === 'memory' ? [] : await backups(data, remoteNodes(), did => builder.has(did))),
    ...compared(comparison(), nameOf),
  ]
}

/** Collections that are listed by name. */
const LISTED = 10

/** The differences of a comparison; nothing before the first one. */
export function compared(
  comparison: NodeComparison | undefined,
  nameOf: (collection: string) => string,
): Finding[] {
  if (comparison === undefined || comparison.compared.length < 2) return []
  const { differing, compared: nodes } = comparison
  if (differing.length === 0)
    return [{ state: 'ok', what: `records: ${nodes.length} nodes hold the same numbers in all collections` }]
  return differing.slice(0, LISTED).map(({ collection, counts }): Finding => {
    const numbers = counts.map(({ node, records }) => `${records} on ${node}`).join(', ')
    return {
      state: 'wrong',
      what: `records: the nodes hold different ones of ${nameOf(collection)}: ${numbers}`,
      mend: 'Run andiron doctor --repair --dry-run, which lists them; restore the database of a node that has lost records, or copy them with andiron doctor --repair.',
    }
  })
}

/** The free space of the file system of the data directory. */
export async function freeSpace(data: string): Promise<Finding> {
  const existing = await nearestExisting(data)
  const { bavail, bsize } = await statfs(existing)
  const free = (bavail * bsize) / GIBIBYTE
  const what = `data: ${data}${existing === data ? '' : ', created at the first start'}, ${free.toFixed(1)} GiB free`
  if (free >= 1) return { state: 'ok', what }
  const mend = 'Free some disk space: the database accepts no records when the disk is full.'
  return { state: 'wrong', what, mend }
}

/** The path, or the first of its parents that exists. */
export async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path)
    return path
  } catch {
    return nearestExisting(dirname(path))
  }
}

/** The key of the service, with the times of a replacement. */
export function keyTimes(ring: KeyRing, from = ''): Finding {
  const newest = ring.keys.at(-1)
  const next =
    newest && newest.did !== ring.did ? `, from ${timeOf(newest.starts)} on replaced by ${newest.did}` : ''
  const last = ring.keys.at(-2)
  const before =
    last && ring.did === newest?.did && last.ends * 1000 > Date.now()
      ? `, the key before it ends at ${timeOf(last.ends)}`
      : ''
  return { state: 'ok', what: `builder key: ${from}${ring.did}${next}${before}` }
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

export function signatures({ name }: Pick<Primitives, 'name'>): Finding {
  return name === 'libsecp256k1'
    ? { state: 'ok', what: `signatures: ${name}` }
    : {
        state: 'note',
        what: `signatures: ${name}, several times slower than the native library`,
        mend: 'Install a compiler, and reinstall the npm package secp256k1.',
      }
}

/** The nodes that may be lost, by the config. */
export function secretSharing({ stores }: Pick<Config, 'stores'>): Finding[] {
  const { driver, nodes: given, threshold } = stores.records
  const nodes = typeof given === 'number' ? given : given.length
  if (driver === 'memory') return []
  const note = (what: string): Finding[] => [{ state: 'note', what, mend: ALL_NEEDED }]
  if (nodes === 1) return note('secrets: on a single node, sealed with a key of the service')
  if (threshold === undefined || threshold === nodes)
    return note(`secrets: all of the ${nodes} nodes are needed to read them`)
  const spare = nodes - threshold
  const what = `secrets: ${threshold} of the ${nodes} nodes are enough to read them; ${spare} may be lost`
  return [{ state: 'ok', what }]
}

const ALL_NEEDED =
  'A node that is lost without a fresh backup takes every secret with it, such as the keys of files: back up each node every day, or see stores.records.threshold.'

/** The age of the last backup of this deployment, its last drill, and the last backup of each remote node. */
export async function backups(
  data: string,
  remoteNodes: readonly string[],
  isOwn: (did: string) => boolean,
): Promise<Finding[]> {
  const own = ageOfBackup('backup of this deployment', await lastBackup(data), MAX_AGE)
  return [own, await drillFinding(data, isOwn), ...(await Promise.all(remoteNodes.map(backupOf)))]
}

async function backupOf(node: string): Promise<Finding> {
  try {
    const options = { did: '', timeout: PATIENCE, repeats: false }
    const about = await (await connectNode(node, options)).about()
    return ageOfBackup(`backup of ${node}`, about.last_backup, MAX_AGE)
  } catch {
    return { state: 'note', what: `backup of ${node}: unknown, the node does not answer` }
  }
}

/** @param maxAge - hours */
export function ageOfBackup(what: string, at: unknown, maxAge: number): Finding {
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN
  const mend =
    'Make one now and every day: andiron backup; a lost node takes its share of every secret with it.'
  if (Number.isNaN(time)) return { state: 'note', what: `${what}: none is known`, mend }
  const hours = (Date.now() - time) / HOUR
  const age = hours < 1 ? 'less than an hour old' : `${Math.floor(hours)} h old`
  return hours > maxAge
    ? { state: 'wrong', what: `${what}: ${age}`, mend }
    : { state: 'ok', what: `${what}: ${age}` }
}
