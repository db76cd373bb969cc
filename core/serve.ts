/** Serves a gateway and the origins of its plugins until they are stopped. */
import type { FastifyInstance } from 'fastify'
import type { ConfigInput } from './config/config-schema.ts'
import { createGateway, type GatewayOptions } from './gateway.ts'
import { Listener } from './http/listener.ts'

/** A running gateway. */
export interface Running {
  readonly app: FastifyInstance
  /** The URL on which the gateway listens. */
  readonly url: string
  /** The URLs of the other origins, by name. */
  readonly origins: ReadonlyMap<string, string>
  /** Finishes requests in progress, then stops everything. */
  close(): Promise<void>
}

/** @throws any error of `createGateway`, or the system's error for an unavailable address (`EADDRINUSE`) */
export async function serve(input: ConfigInput, options: GatewayOptions): Promise<Running> {
  const app = await createGateway(input, options)
  const listeners: Listener[] = []
  const { config } = app.gateway
  const drain = () => Promise.all(listeners.map(listener => listener.close(config.limits.drain)))
  try {
    await app.ready()
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
      async close() {
        app.gateway.draining = true
        await drain()
        await app.close()
      },
    }
  } catch (error) {
    await drain()
    await app.close()
    throw error
  }
}

/** Records that predate seals are not served: warns once, without delaying the start. */
async function warnOfUnsealed({ gateway, log }: FastifyInstance): Promise<void> {
  try {
    const count = await gateway.records.countUnsealed()
    if (count > 0)
      log.warn(`${count} records of the service have no seal and are not served; 'andiron attest' lists them`)
  } catch (error) {
    log.debug({ err: error }, 'counting the records without a seal failed')
  }
}
