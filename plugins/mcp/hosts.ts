/** Which names the endpoint answers to: a page elsewhere must not reach it by making its own name mean this machine. */
import type { FastifyRequest } from 'fastify'
import { ForeignHost } from './errors.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export interface Hosts {
  /** Refuses a request whose Host or Origin is foreign. Ports do not matter: whoever has the name has all of them. */
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
      // No page can make its name one of loopback; a proxy on this machine may well use it.
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
