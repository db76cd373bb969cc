/** The doctor's findings about certificates: those that have ended, or end soon. */
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Checked, Finding } from './checks.ts'

/** Milliseconds to greet a server. */
const PATIENCE = 2_000
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
  const term = await termOf(new URL(origin))
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

/** The term of a certificate, in milliseconds since the epoch. */
interface Term {
  readonly start: number
  readonly end: number
}

/** None if the server does not answer. */
function termOf({ hostname, port }: URL): Promise<Term | undefined> {
  return new Promise(resolve => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const socket = connect({
      ...{ host, port: Number(port || 443), timeout: PATIENCE },
      ...(isIP(host) === 0 && { servername: host }),
      // An expired certificate is to be read, too; nothing is sent.
      rejectUnauthorized: false,
    })
    const done = (term?: Term) => {
      socket.destroy()
      resolve(term)
    }
    socket.once('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate()
      done({ start: Date.parse(valid_from), end: Date.parse(valid_to) })
    })
    socket.once('timeout', () => done())
    socket.once('error', () => done())
  })
}
