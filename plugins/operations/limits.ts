/** Rate limits: every request of a costly route counts for its address and for its key. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { LRUCache } from 'lru-cache'
import { addressOf, createBudget, growing } from '../../core/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Charges work that only becomes known while a request is served, before it is done.
     * @throws TooManyRequests
     */
    charge?(work: number): void
  }
}

export interface Limits {
  /** Work per minute of one key; without a key, of one address. */
  readonly ofKey: number
  /** Maximum work per minute of all callers at one address. */
  readonly ofAddress: number
}

const HOUR = 3_600_000

/**
 * Limits the routes that are `rateLimited`. The address is charged before a signature is verified, the key
 * after: fresh keys escape their own limit, never that of their address.
 */
export function limitWork(app: FastifyInstance, limits: Limits): void {
  const { peers } = app.gateway
  const addresses = createBudget({ name: 'address', limit: limits.ofAddress, peers })
  const keys = createBudget({ name: 'caller', limit: limits.ofKey, peers })
  // Keys cost nothing: an address may use as many new ones per minute as one key may send requests.
  const newKeys = createBudget({ name: 'new-keys', limit: limits.ofKey, peers })
  const known = new LRUCache<string, true>({ ...growing(100_000), ttl: HOUR })

  peers.on('known key', key => void known.set(key as string, true))

  const payerOf = ({ caller, ip }: FastifyRequest) => caller?.key ?? `address ${addressOf(ip)}`
  const costOf = ({ routeOptions: { config } }: FastifyRequest) => config.cost ?? 1

  function chargeAddress(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    addresses.spend(addressOf(request.ip), costOf(request))
    done()
  }

  function chargeCaller(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const { caller, ip } = request
    if (caller !== undefined) {
      if (!known.has(caller.key)) {
        newKeys.spend(addressOf(ip), 1)
        peers.tell('known key', caller.key)
      }
      known.set(caller.key, true)
    }
    reply.headers(keys.headersOf(keys.spend(payerOf(request), costOf(request))))
    done()
  }

  app.decorateRequest('charge', function charge(this: FastifyRequest, work: number): void {
    addresses.spend(addressOf(this.ip), work)
    keys.spend(payerOf(this), work)
  })
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!route.config?.rateLimited) return
    // The hooks in between enforce security.
    route.onRequest = [chargeAddress, ...[route.onRequest ?? []].flat(), chargeCaller]
  })
}
