/** Serves a gateway and the origins of its plugins until they are stopped. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ConfigInput } from './config/config-schema.ts'
import { createGateway, type GatewayOptions } from './gateway.ts'
import { Listener, type ListenerEnd } from './http/listener.ts'

/** A running gateway. */
export interface Running {
  readonly app: FastifyInstance
  /** The URL on which the gateway listens. */
  readonly url: string
  /** The URLs of the other origins, by name. */
  readonly origins: ReadonlyMap<string, string>
  /** Finishes requests in progress, then stops everything. A further call shortens the time for requests. */
  close(end?: ServingEnd): Promise<void>
}

/** The ways in which a running gateway stops. */
export interface ServingEnd {
  /**
   * Milliseconds in which the gateway reports itself as not ready and still accepts requests, so that a load
   * balancer can turn to another gateway. With a delay, idle connections stay open until their next response
   * or their keep-alive time-out.
   * @default 0
   */
  readonly delay?: number
  /**
   * Milliseconds for requests in progress.
   * @default limits.drain
   */
  readonly grace?: number
  /**
   * True if another instance serves the same port already: this one stays ready, and closes no idle
   * connection.
   * @default false
   */
  readonly isSucceeded?: boolean
  /** Called once no further connection is accepted, before the stores close. */
  readonly refuses?: () => void | Promise<void>
}

/** Options of {@link serve}. */
export interface ServeOptions extends GatewayOptions {
  /** Checks the gateway before it listens; throws to end the start. */
  readonly check?: (app: FastifyInstance) => Promise<void>
}

/** @throws any error of `createGateway`, or the system's error for an unavailable address (`EADDRINUSE`) */
export async function serve(input: ConfigInput, options: ServeOptions): Promise<Running> {
  const app = await createGateway(input, options)
  const listeners: Listener[] = []
  let ending: Promise<void> | undefined
  const { config } = app.gateway
  const drain = (end: ListenerEnd) => Promise.all(listeners.map(listener => listener.close(end)))
  try {
    await app.ready()
    await options.check?.(app)
    const listen = async (application: FastifyInstance, port: number): Promise<string> => {
      const listener = new Listener(application, config.limits)
      const origin = await listener.listen(config.host, port)
      listeners.push(listener)
      return origin
    }
    const origins = new Map<string, string>()
    for (const { name, port, app: nodeServer, listening } of app.gateway.origins) {
      await nodeServer.ready()
      const origin = await listen(nodeServer, port)
      listening(origin)
      origins.set(name, origin)
    }
    const url = await listen(app, config.port)
    app.gateway.baseUrl = config.baseUrl ?? url
    void warnOfUnsealed(app)
    return {
      app,
      url,
      origins,
      async close({ delay = 0, grace = config.limits.drain, isSucceeded = false, refuses } = {}) {
        if (!isSucceeded) app.gateway.draining = true
        if (delay > 0) await wait(delay)
        app.gateway.stopping.abort()
        const refused = Promise.all(listeners.map(listener => listener.refuses)).then(refuses)
        await drain({ grace, keepsIdle: isSucceeded || delay > 0 })
        await refused
        ending ??= app.close()
        await ending
      },
    }
  } catch (error) {
    await drain({ grace: 0 })
    await app.close()
    throw error
  }
}

/** Records that another program wrote are not served: warns once, without delaying the start. */
async function warnOfUnsealed({ gateway, log }: FastifyInstance): Promise<void> {
  try {
    const count = await gateway.records.countUnsealed()
    if (count > 0)
      log.warn(`${count} records of the service have no seal and are not served: another program wrote them`)
  } catch (error) {
    log.debug({ err: error }, 'counting the records without a seal failed')
  }
}
