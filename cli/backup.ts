/** `andiron backup` and `andiron restore`: a gateway with its local nodes, or one node alone. */
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { backUp } from '../core/backup/backup.ts'
import { CORE_CLOSURES } from '../core/backup/closures.ts'
import { type Deployment, exists, gatewayDeployment, nodeDeployment } from '../core/backup/deployment.ts'
import { drill as drillOf } from '../core/backup/drill.ts'
import { DrillKeyMissing, NothingToBackUp } from '../core/backup/errors.ts'
import { readKeyFile } from '../core/backup/key-file.ts'
import { openPlace } from '../core/backup/place.ts'
import type { Point } from '../core/backup/point.ts'
import { prune as pruneOf } from '../core/backup/prune.ts'
import { Repository } from '../core/backup/repository.ts'
import { planRestore, restore as restoreOf } from '../core/backup/restore.ts'
import { findPoint } from '../core/backup/verify.ts'
import { concealing, urlSecretsIn } from '../core/config/conceal.ts'
import { checkConfig } from '../core/config/config.ts'
import type { ConfigFile } from '../core/config/config-file.ts'
import type { Config } from '../core/config/config-schema.ts'
import type { KeyPair } from '../core/crypto/keys.ts'
import { keyFromHex, loadKey } from '../core/keys/keys.ts'
import { DatabaseUrl } from '../core/stores/sql/errors.ts'
import { PLUGIN_CLOSURES } from '../plugins/closures.ts'
import { fail, unusable, version } from './report.ts'
import { explaining, type Located, readSettings } from './settings.ts'

/** The options of a repository. */
export interface RepositoryOptions {
  readonly keyFile?: string
  readonly endpoint?: string
  readonly region?: string
}

export interface BackupOptions extends Located, RepositoryOptions {
  /** One node alone, as `andiron node` runs it. */
  readonly node?: boolean
  /** The PostgreSQL of that node. */
  readonly database?: string
}

export interface RestoreOptions extends BackupOptions {
  /** The name of a backup, or its beginning. */
  readonly point?: string
  readonly dryRun?: boolean
}

/** A deployment, and the DID of its key if it has one. */
export interface Named {
  readonly deployment: Deployment
  readonly did: string | undefined
  /** Signs reports; absent as the DID. */
  readonly key: KeyPair | undefined
  readonly config?: Config
}

export async function backup(place: string, options: BackupOptions): Promise<void> {
  await inRepository(place, options, true, async ({ deployment, did }, repository) => {
    const { data, kind } = deployment
    const key = join(data, kind === 'node' ? 'node.key' : 'builder.key')
    if (did === undefined)
      throw new NothingToBackUp(
        `'${key}' is missing${kind === 'gateway' && (await exists(join(data, 'node.key'))) ? "; this is the directory of a node: add '--node'" : ''}`,
      )
    const { name, point, stored, held } = await backUp(deployment, did, repository)
    const nodes = point.parts.filter(({ part }) => part !== 'gateway').length
    print([
      `Backup ${name} in ${repository.place}`,
      `It holds everything that was acknowledged before ${point.at}; writes waited ${Math.ceil(held)} ms.`,
      ...point.parts.map(each => `  ${each.part}: ${rowsOf(each)} rows in ${each.tables.length} tables`),
      ...(point.objects ? [`  files: ${point.objects.count}, ${point.objects.bytes} bytes`] : []),
      `  new in the repository: ${stored.pieces} pieces, ${stored.bytes} bytes; from earlier backups: ${stored.reused} pieces`,
      ...point.notes,
      ...point.remoteNodes.map(
        node => `Not in it: the node ${node}; its operator runs 'andiron backup --node'.`,
      ),
      ...(nodes > 1
        ? [
            `The parts of ${nodes} nodes are in one place: whoever has it and the key file can join every secret.`,
          ]
        : []),
      'Keep a copy of the key file apart from the backups: without it nobody can restore.',
    ])
  })
}

export interface PruneOptions extends BackupOptions {
  readonly keepLast?: number
  readonly keepDaily?: number
  readonly keepWeekly?: number
  readonly dryRun?: boolean
}

/** Removes old backups, and what no other one needs. */
export async function prune(place: string, { dryRun = false, ...options }: PruneOptions): Promise<void> {
  const { keepLast: last, keepDaily: daily, keepWeekly: weekly } = options
  if (last === undefined && daily === undefined && weekly === undefined)
    unusable('Say which backups stay: --keep-last, --keep-daily or --keep-weekly, each with a number')
  await inRepository(place, options, false, async (_, repository) => {
    const { kept, removed, pieces, bytes } = await pruneOf(repository, { last, daily, weekly }, { dryRun })
    print([
      ...removed.map(name => `  ${dryRun ? 'would remove' : 'removed'} ${name}`),
      ...kept.map(name => `  kept ${name}`),
      dryRun
        ? `Nothing was changed in ${repository.place}.`
        : `${removed.length} backups and ${pieces} pieces, ${bytes} bytes, were removed from ${repository.place}; ${kept.length} backups stay.`,
    ])
  })
}

export interface DrillCommandOptions extends BackupOptions {
  readonly scratch?: string
}

/** Restores the newest backup to a scratch database, compares it with the live deployment, and signs a report. */
export async function drill(place: string, options: DrillCommandOptions): Promise<void> {
  // Requests of the gateway go first. The scratch database inherits it. A unit of systemd sets it itself.
  try {
    setPriority(10)
  } catch {}
  await inRepository(place, options, false, async ({ deployment, key }, repository) => {
    if (key === undefined) throw new DrillKeyMissing()
    const { scratch = deployment.data } = options
    const within = /^postgres(ql)?:/.test(scratch) ? scratch : resolve(scratch)
    const report = await drillOf(deployment, await findPoint(repository), repository, { key, within })
    print([
      `Restored the backup of ${report.point} to a scratch database, and erased it.`,
      ...report.parts.map(
        ({ part, count, compared, same, since, missing, differing }) =>
          `  ${part}: ${count} ${part === 'files' ? 'files' : 'rows'}, ${compared} compared: ${same} the same, ${since} changed since, ${missing} missing, ${differing} differing`,
      ),
      report.ok
        ? 'The backup is whole. The signed report is last-drill.jws in the data directory.'
        : 'The backup differs from the deployment: make another backup, and look at its nodes with andiron doctor --repair --dry-run.',
    ])
    if (!report.ok) process.exitCode = 1
  })
}

export async function restore(place: string, options: RestoreOptions): Promise<void> {
  await inRepository(place, options, false, async ({ deployment, did }, repository) => {
    const point = await findPoint(repository, options.point)
    const plan = await planRestore(deployment, point, did)
    print(plan.lines)
    if (options.dryRun) return print(['Nothing was changed.'])
    const { removed, kept, closed } = await restoreOf(plan, repository, [
      ...CORE_CLOSURES,
      ...PLUGIN_CLOSURES,
    ])
    print([
      ...(removed > 0
        ? [
            `${removed} records that clients were writing directly to the nodes at the point were removed: they were on some nodes only.`,
          ]
        : []),
      ...(kept.length > 0
        ? [
            `${kept.length} records are on some nodes only, and stay: a node has lost them, or their owner was deleting them. After the start, andiron doctor --repair copies what it can.`,
            ...kept
              .slice(0, LISTED)
              .map(({ collection, id, parts }) => `  ${collection} ${id}: missing on ${parts.join(', ')}`),
            ...(kept.length > LISTED
              ? [`  and ${kept.length - LISTED} more: andiron doctor --repair --dry-run lists all`]
              : []),
          ]
        : []),
      ...closed,
      'Restored. Start it; the gateway ends the writes that were under way at the point.',
      ...(deployment.kind === 'gateway'
        ? [
            closed.length > 0
              ? 'What was closed after that backup is open again, such as a consent that was withdrawn.'
              : 'What was closed after the point is open again, such as a profile that was deleted or a consent that was withdrawn: no later backup knows it.',
          ]
        : []),
    ])
  })
}

/** Records that a restore names. */
const LISTED = 20

const rowsOf = ({ tables }: Point['parts'][number]): number => tables.reduce((sum, { rows }) => sum + rows, 0)

const print = (lines: readonly string[]): void => {
  process.stdout.write(lines.map(line => `${line}\n`).join(''))
}

/** Opens the deployment and the repository of a command. */
function inRepository(
  place: string,
  options: BackupOptions,
  creates: boolean,
  run: (named: Named, repository: Repository) => Promise<void>,
): Promise<void> {
  return deploymentFor(options, async named => {
    const repository = await openRepository(place, options, named, creates)
    try {
      await run(named, repository)
    } finally {
      await repository.close()
    }
  })
}

/** Runs work on the deployment that the options of a command name, and reports its errors. */
export async function deploymentFor(
  options: BackupOptions,
  run: (named: Named, settings?: ConfigFile) => Promise<void>,
): Promise<void> {
  const conceal = concealing([...urlSecretsIn(options.database), [options.database ?? '', '[database]']])
  try {
    if (options.node) return await run(await nodeOf(options))
    const settings = await readSettings(options)
    await explaining(settings, async () => {
      const config = checkConfig(settings.config)
      await run(await gatewayOf(config, resolve(fileURLToPath(settings.directory), config.data)), settings)
    })
  } catch (error) {
    fail(Object.assign(error as Error, { message: conceal((error as Error).message) }))
  }
}

export async function openRepository(
  place: string,
  { keyFile, endpoint, region }: RepositoryOptions,
  { deployment, config }: Named,
  creates: boolean,
): Promise<Repository> {
  const secret = await readKeyFile(keyFile)
  const { data } = deployment
  const files = await openPlace(
    place,
    { keyFile: keyFile ?? '', data, endpoint, region },
    config?.stores.objects,
  )
  return Repository.open(files, secret, { creates })
}

export async function gatewayOf(config: Config, data: string): Promise<Named> {
  if (config.stores.records.driver === 'memory') throw new NothingToBackUp('records are kept in memory')
  const deployment = gatewayDeployment(config, data, version)
  const { builderKey, did } = config
  const isThere = await exists(join(data, 'builder.key'))
  const key = builderKey
    ? keyFromHex(builderKey, did.prefix)
    : isThere
      ? await loadKey(data, 'builder', did.prefix)
      : undefined
  return { deployment, config, key, did: key?.did }
}

async function nodeOf({ data = '.', database }: BackupOptions): Promise<Named> {
  if (database !== undefined && !URL.canParse(database)) throw new DatabaseUrl()
  const directory = resolve(data)
  const key = (await exists(join(directory, 'node.key'))) ? await loadKey(directory, 'node') : undefined
  return { deployment: nodeDeployment(directory, database, version), key, did: key?.did }
}
