/** Redirect URIs: the permitted ones, and their comparison. */

/** RFC 8252 §7.3 and §8.3: `http` on the loopback interface, with any port. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?([/?][^\s#]*)?$/

/** RFC 8252 §7.1: an application's own scheme is a reversed domain name, so it contains a dot. */
const PRIVATE_USE = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$/

/** Schemes of common programs that are not based on a domain name. */
export const USUAL_SCHEMES = ['cursor', 'vscode', 'vscode-insiders'] as const

/** Schemes with a meaning in browsers: a redirect to one could execute or open something. */
export const BROWSERS_OWN: readonly string[] = (
  'http https about blob chrome chrome-extension content data edge file filesystem ftp intent jar javascript mailto ms-appinstaller ' +
  'moz-extension resource res sms smsto tel vbscript view-source ws wss'
).split(' ')

const LONGEST = 2000

export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri)

/** True if a client may register the redirect URI. */
export type Registrable = (uri: unknown) => uri is string

/** @param schemes - schemes that an operator permits, besides https and those of RFC 8252 */
export const registrable =
  (schemes: readonly string[]): Registrable =>
  (uri): uri is string =>
    isRegistrable(uri, schemes)

function isRegistrable(uri: unknown, schemes: readonly string[]): uri is string {
  // Browsers drop control characters and convert backslashes, which would change the target.
  if (typeof uri !== 'string' || uri.length > LONGEST || !/^[\x21-\x7e]+$/.test(uri) || /[#\\]/.test(uri))
    return false
  const url = parsed(uri)
  if (url === undefined || url.username || url.password) return false
  if (url.protocol === 'https:') return url.hostname !== ''
  if (url.protocol === 'http:') return isLoopback(uri)
  const scheme = url.protocol.slice(0, -1)
  return PRIVATE_USE.test(scheme) || (schemes.includes(scheme) && !BROWSERS_OWN.includes(scheme))
}

/** True if a URI is registered: an exact match, except for the port of a loopback URI. */
export function isRegistered(
  uri: string,
  registered: readonly string[],
  isRegistrable: Registrable,
): boolean {
  return isRegistrable(uri) && registered.some(each => each === uri || sameOnLoopback(each, uri))
}

function sameOnLoopback(one: string, other: string): boolean {
  const [, host, , rest = '/'] = LOOPBACK.exec(one) ?? []
  const [, otherHost, , otherRest = '/'] = LOOPBACK.exec(other) ?? []
  return host !== undefined && host === otherHost && rest === otherRest
}

/** The redirect target as shown to a person: a host, or the scheme of an application. */
export function whereTo(uri: string): string {
  const url = new URL(uri)
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol
}

/** Adds parameters to the query of the URI. */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}`
}

function parsed(uri: string): URL | undefined {
  try {
    return new URL(uri)
  } catch {
    return undefined
  }
}
