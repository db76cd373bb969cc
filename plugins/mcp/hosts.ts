/**
 * The host names of the endpoint, against DNS rebinding: a foreign page must not reach it by resolving its
 * own name to this machine.
 */
import type { FastifyRequest } from 'fastify'
import { ForeignHost } from './errors.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export interface Hosts {
  /**
   * Refuses a request with a foreign Host or Origin. Ports are ignored: the owner of a name has all of them.
   */
  check(request: Pick<FastifyRequest, 'headers' | 'host'>): void
}

/**
 * @param baseUrl - known once the gateway listens
 * @param allowed - further host names
 */
export function createHosts(baseUrl: () => string, allowed: readonly string[]): Hosts {
  const isOurs = (name: string) => name === new URL(baseUrl()).hostname || allowed.includes(name)
  const isOurOrigin = (name: string) =>
    isOurs(name) || (LOOPBACK.has(name) && LOOPBACK.has(new URL(baseUrl()).hostname))

  return {
    check({ headers: { origin }, host }) {
      // No page can use a loopback name as its own; a proxy on this machine may well use it.
      const name = hostnameOf(`http://${host}`)
      if (name === undefined || !(isOurs(name) || LOOPBACK.has(name))) throw new ForeignHost(name ?? '')
      if (origin === undefined) return
      const from = hostnameOf(origin)
      if (from === undefined || !isOurOrigin(from)) throw new ForeignHost(from ?? '')
    },
  }
}

function hostnameOf(url: string): string | undefined {
  try {
    return new URL(url).hostname
  } catch {
    return undefined
  }
}
