/** The doctor's findings about backups: `--backup` reads one to its end; without, their age is compared. */
import { lastBackup } from '../core/backup/last-backup.ts'
import { findPoint, verify } from '../core/backup/verify.ts'
import { gatewayOf, openRepository, type RepositoryOptions } from './backup.ts'
import type { Checked, Finding } from './checks.ts'
import { fetchInTime } from './report.ts'

export interface BackupCheck extends RepositoryOptions {
  readonly backup: string
  /** Hours. */
  readonly maxAge: number
}

const HOUR = 60 * 60_000
/** Hours after which a backup is no longer fresh: one a day, and some time to make it. */
export const MAX_AGE = 26

/** Opens every piece of the newest backup, and compares it with the config. */
export async function checkBackup({ config, data }: Checked, options: BackupCheck): Promise<Finding[]> {
  const named = await gatewayOf(config, data)
  const repository = await openRepository(options.backup, options, named, false)
  try {
    const point = await findPoint(repository)
    const names = await repository.points()
    const findings: Finding[] = [
      ageOf(`backup ${names.at(-1)}, the newest of ${names.length}`, point.at, options.maxAge),
    ]
    if (named.did !== undefined && named.did !== point.did)
      findings.push({
        state: 'wrong',
        what: `backup: it is of ${point.did}, and this gateway is ${named.did}`,
        mend: 'Name the place of this deployment, or bring back its builder key.',
      })
    const missing = named.deployment.parts.filter(({ part }) => !point.parts.some(each => each.part === part))
    for (const { part } of missing)
      findings.push({
        state: 'wrong',
        what: `backup: it lacks ${part}`,
        mend: 'Make another one: andiron backup.',
      })
    process.stderr.write(`Reading ${repository.place} …\n`)
    const { rows, objects, bytes } = await verify(repository, point)
    findings.push({
      state: 'ok',
      what: `backup: whole, ${rows} rows in ${point.parts.length} parts and ${objects} files, ${bytes} bytes`,
    })
    findings.push(
      ...point.notes.map((what): Finding => ({ state: 'note', what })),
      ...point.remoteNodes.map(
        (node): Finding => ({ state: 'note', what: `backup: the node ${node} is not in it` }),
      ),
    )
    return findings
  } finally {
    await repository.close()
  }
}

/** The age of the last backup of this deployment, and of each remote node that reports it. */
export async function backups({ config, data }: Checked): Promise<Finding[]> {
  if (config.stores.records.driver === 'memory') return []
  const { nodes } = config.stores.records
  const own = ageOf('backup of this deployment', await lastBackup(data), MAX_AGE)
  if (typeof nodes === 'number') return [own]
  return [own, ...(await Promise.all(nodes.map(backupOf)))]
}

async function backupOf(node: string): Promise<Finding> {
  try {
    const about = (await (await fetchInTime(`${node}/about`)).json()) as { last_backup?: unknown }
    return ageOf(`backup of ${node}`, about.last_backup, MAX_AGE)
  } catch {
    return { state: 'note', what: `backup of ${node}: unknown, the node does not answer` }
  }
}

function ageOf(what: string, at: unknown, maxAge: number): Finding {
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
