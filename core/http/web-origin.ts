/** Origins of web pages, as they may stand in a header: in a policy, one character too many is another directive. */

/** Characters that the URL parser lets through and a policy would read as more than a host: `;`, `,`, `*`, quotes. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9_.-]*[a-z0-9])?)(:\d{1,5})?$/

/** True when a text is the serialization of an http(s) origin and nothing else: `https://study.example:8443`. */
export function isWebOrigin(text: unknown): text is string {
  if (typeof text !== 'string') return false
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text && HOST.test(url.host)
}

/** The origin of a URL; `undefined` where it has none that may stand in a header. */
export function webOriginOf(url: string): string | undefined {
  const origin = URL.parse(url)?.origin
  return isWebOrigin(origin) ? origin : undefined
}
