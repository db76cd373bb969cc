/** The last drill of a backup, as a finding of `andiron doctor` and `/operator`. */
import { type DrillReport, lastDrill } from '../backup/last-drill.ts'
import type { Finding } from './examination.ts'

/** Days after which a drill is no longer fresh: one a week, and some time to make it. */
const MAX_DAYS = 8
const DAY = 24 * 60 * 60_000

/** @param isOwn - true for the DIDs of the deployment */
export async function drillFinding(data: string, isOwn: (did: string) => boolean): Promise<Finding> {
  const report = await lastDrill(data, isOwn)
  const mend = 'Run one now and every week: andiron backup drill.'
  if (report === undefined) return { state: 'note', what: 'drill of a backup: none is known', mend }
  if (report === 'invalid')
    return { state: 'wrong', what: 'drill of a backup: its report is not signed by this deployment', mend }
  const days = (Date.now() - Date.parse(report.ended)) / DAY
  const age = days < 1 ? 'less than a day ago' : `${Math.floor(days)} days ago`
  if (!report.ok)
    return {
      state: 'wrong',
      what: `drill of a backup: ${age}, ${faultsIn(report)}`,
      mend: 'Make another backup and drill it; if it differs again: andiron doctor --repair --dry-run.',
    }
  const what = `drill of a backup: whole, ${age}`
  return days > MAX_DAYS ? { state: 'wrong', what, mend } : { state: 'ok', what }
}

function faultsIn({ parts }: DrillReport): string {
  return parts
    .filter(({ missing, differing }) => missing + differing > 0)
    .map(({ part, missing, differing }) => `${part} has ${missing} missing and ${differing} differing`)
    .join(', ')
}
