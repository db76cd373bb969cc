/**
 * An HTTP server with an application that can be replaced during operation. It stops without losing a
 * request.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { answerClientError } from './problem.ts'

/** The part of a Fastify application that a listener needs, available once the application is ready. */
export type Application = Pick<FastifyInstance, 'routing'>

export interface ListenerLimits {
  /** Milliseconds. */
  readonly requestTimeout: number
  readonly headersTimeout: number
}

export class Listener {
  readonly #server: Server
  /** Requests in progress, by application. */
  readonly #underWay = new Map<Application, number>()
  #application: Application
  #draining = false

  constructor(application: Application, limits: ListenerLimits) {
    this.#application = application
    this.#server = createServer({ ...limits, connectionsCheckingInterval: 1000 }, (request, response) =>
      this.#take(request, response),
    )
    this.#server.on('clientError', answerClientError)
  }

  /** Resolves with the origin, once connections are accepted; rejects if the address is unavailable. */
  listen(host: string, port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject)
        resolve(originOf(this.#server.address() as AddressInfo))
      })
    })
  }

  /** Sends further requests to another application; resolves once the former has answered all of its own. */
  async replace(application: Application): Promise<void> {
    const former = this.#application
    this.#application = application
    while (this.#underWay.get(former)) await wait(10)
  }

  /**
   * Stops accepting connections and closes: idle connections at once, busy ones after their response, the
   * rest by force after `grace` milliseconds.
   */
  async close(grace: number): Promise<void> {
    this.#draining = true
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()))
    // A client could otherwise keep a connection open for ever that becomes idle between two sweeps.
    const sweep = setInterval(() => this.#server.closeIdleConnections(), 50)
    const force = setTimeout(() => this.#server.closeAllConnections(), grace)
    await closed
    clearInterval(sweep)
    clearTimeout(force)
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const application = this.#application
    this.#count(application, 1)
    response.once('close', () => this.#count(application, -1))
    if (this.#draining) response.setHeader('connection', 'close')
    application.routing(request, response)
  }

  #count(application: Application, by: 1 | -1): void {
    const now = (this.#underWay.get(application) ?? 0) + by
    if (now === 0) this.#underWay.delete(application)
    else this.#underWay.set(application, now)
  }
}

/** A wildcard address is not reachable as such: print the loopback address. */
function originOf({ address, family, port }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
