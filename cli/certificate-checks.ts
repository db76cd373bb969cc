/** The doctor's findings about certificates: those that have ended, or end soon. */
import { certificateTerm } from '../core/telemetry/certificate.ts'
import type { Checked, Finding } from './checks.ts'

const DAY = 24 * 60 * 60_000
/** Days before its end at which a certificate should have been renewed; of a short one, a share of its time. */
const SOON = 14
const SHARE = 0.15

/** Looks at the certificate of each https address of the config, all at once. */
export async function certificates({ config }: Checked): Promise<Finding[]> {
  const { baseUrl, stores } = config
  const { nodes } = stores.records
  const urls = [baseUrl, ...(typeof nodes === 'number' ? [] : nodes), stores.objects.endpoint]
  const secure = new Set(urls.flatMap(url => (url?.startsWith('https://') ? [new URL(url).origin] : [])))
  return (await Promise.all([...secure].map(findingOf))).flat()
}

async function findingOf(origin: string): Promise<Finding[]> {
  const term = await certificateTerm(origin)
  // One that does not answer is reported by the check of its own.
  if (term === undefined) return []
  const left = (term.end - Date.now()) / DAY
  const days = Math.floor(left)
  const soon = Math.min(SOON, (SHARE * (term.end - term.start)) / DAY)
  const mend =
    'Renew it, and look why that did not happen by itself: the log of the proxy or of its ACME client.'
  if (days < 0) return [{ state: 'wrong', what: `certificate of ${origin}: expired ${-days} days ago`, mend }]
  const what = `certificate of ${origin}: ends in ${days} days`
  return [left < soon ? { state: 'wrong', what, mend } : { state: 'ok', what }]
}
