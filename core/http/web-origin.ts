/** Origins of web pages for use in headers: in a policy, one extra character starts another directive. */

/**
 * The host syntax without the characters that the URL parser accepts and a policy would misread: `;`, `,`,
 * `*`, quotes.
 */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9_.-]*[a-z0-9])?)(:\d{1,5})?$/

/** True if a text is exactly the serialization of an http(s) origin: `https://study.example:8443`. */
export function isWebOrigin(text: unknown): text is string {
  if (typeof text !== 'string') return false
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text && HOST.test(url.host)
}

/** The origin of a URL; `undefined` if it has none that is valid in a header. */
export function webOriginOf(url: string): string | undefined {
  const origin = URL.parse(url)?.origin
  return isWebOrigin(origin) ? origin : undefined
}
