/** The doctor's findings about backups: `--backup` reads one to its end; without, their age is compared. */
import { findPoint, verify } from '../core/backup/verify.ts'
import { ageOfBackup, backups as backupsOf } from '../core/telemetry/examination.ts'
import { gatewayOf, openRepository, type RepositoryOptions } from './backup.ts'
import type { Checked, Finding } from './checks.ts'

export interface BackupCheck extends RepositoryOptions {
  readonly backup: string
  /** Hours. */
  readonly maxAge: number
}

/** Opens every piece of the newest backup, and compares it with the config. */
export async function checkBackup({ config, data }: Checked, options: BackupCheck): Promise<Finding[]> {
  const named = await gatewayOf(config, data)
  const repository = await openRepository(options.backup, options, named, false)
  try {
    const point = await findPoint(repository)
    const names = await repository.points()
    const findings: Finding[] = [
      ageOfBackup(`backup ${names.at(-1)}, the newest of ${names.length}`, point.at, options.maxAge),
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

/** The age of the last backup of this deployment, its last drill, and the last backup of each remote node. */
export async function backups({ config, data }: Checked): Promise<Finding[]> {
  const { driver, nodes } = config.stores.records
  if (driver === 'memory') return []
  // The check of keys reports one that cannot be opened.
  const named = await gatewayOf(config, data).catch(() => undefined)
  return backupsOf(data, typeof nodes === 'number' ? [] : nodes, each => each === named?.did)
}
