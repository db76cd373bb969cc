/** The address at which a caller reached this gateway, always one of its own. */
import type { FastifyRequest } from 'fastify'
import type { Gateway } from '../gateway.ts'

/**
 * Loopback names of this machine. Other names in a Host header are not trusted, because the client writes
 * them.
 */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/**
 * The base URL for links that the caller of this request follows: the loopback name that their page or
 * program used, otherwise `baseUrl`. If `baseUrl` is configured, a loopback Host counts only with a page of
 * the same origin: a proxy on this machine sends such a Host for every client.
 */
export function addressFor(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { baseUrl, config }: Pick<Gateway, 'baseUrl' | 'config'>,
): string {
  const host = headers.host?.toLowerCase() ?? ''
  if (!LOOPBACK.test(host)) return baseUrl
  const { origin = '' } = headers
  if (origin === `http://${host}` || origin === `https://${host}`) return origin
  return config.baseUrl === undefined ? `http://${host}` : baseUrl
}
