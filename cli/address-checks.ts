/**
 * The doctor's findings about addresses: of the gateway, its proxy, its nodes and its bucket, as browsers need them.
 */
import type { Checked, Finding } from './checks.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/
const EVERY_INTERFACE = new Set(['0.0.0.0', '::', '[::]'])

const hostOf = (url: string): string => new URL(url).hostname
const isLoopback = (url: string): boolean => LOOPBACK.test(hostOf(url))
const isPlain = (url: string): boolean => url.startsWith('http://') && !isLoopback(url)

/** Compares the addresses of the config with each other; nothing is sent. */
export async function addresses({ config }: Checked): Promise<Finding[]> {
  const { baseUrl, host, trustProxy, stores } = config
  const findings: Finding[] = []
  const wrong = (what: string, mend: string) => findings.push({ state: 'wrong', what, mend })
  if (baseUrl === undefined) {
    if (EVERY_INTERFACE.has(host))
      wrong(
        `address: the gateway listens on ${host}, and baseUrl is not set`,
        'Set baseUrl to the public https URL: signed URLs, links and sign-in name it.',
      )
  } else if (isPlain(baseUrl)) {
    wrong(
      `address: baseUrl ${baseUrl} is not https`,
      'Put a proxy with TLS in front, and set baseUrl to its https URL: browsers give keys and frames to secure pages only.',
    )
  } else if (baseUrl.startsWith('https://') && trustProxy === false)
    wrong(
      'address: baseUrl is https, and trustProxy is not set',
      'Set trustProxy to the address of the proxy, as ["loopback"]: all clients share one rate limit otherwise.',
    )
  if (baseUrl?.startsWith('https://')) {
    const { nodes } = stores.records
    for (const node of typeof nodes === 'number' ? [] : nodes.filter(isPlain))
      wrong(
        `address: the node ${node} is not https`,
        'Give the node an https origin of its own: a page of an https gateway cannot call it otherwise.',
      )
    const { driver, endpoint } = stores.objects
    if (driver === 's3' && endpoint !== undefined && isPlain(endpoint))
      wrong(
        `address: the bucket's endpoint ${endpoint} is not https`,
        'Set stores.objects.endpoint to an https URL that clients reach: a page of an https gateway cannot upload otherwise.',
      )
  }
  return findings
}
