/**
 * An HTTP server with an application that can be replaced during operation. It stops without losing a
 * request.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { answerClientError } from './problem.ts'
import { routeUpgrades, upgradeOptions } from './upgrades.ts'

/** The part of a Fastify application that a listener needs, available once the application is ready. */
export interface Application extends Pick<FastifyInstance, 'routing'> {
  /** Of a gateway; a storage node has none. */
  readonly gateway?: { readonly webSockets: ReadonlySet<string> }
}

const NO_PATHS: ReadonlySet<string> = new Set()

export interface ListenerLimits {
  /** Milliseconds. */
  readonly requestTimeout: number
  readonly headersTimeout: number
}

/** The end of a listener. */
export interface ListenerEnd {
  /** Milliseconds after which connections are closed by force. */
  readonly grace: number
  /**
   * Leaves idle connections, and those on which nothing was sent, open until their next response or for the keep-alive
   * time-out. A client that sends a request on a connection just as the server closes it gets a reset instead of an
   * answer.
   * @default false: closes idle connections at once
   */
  readonly keepsIdle?: boolean
}

export class Listener {
  readonly #server: Server
  /** Requests in progress, by application. */
  readonly #underWay = new Map<Application, number>()
  readonly #responses = new Set<ServerResponse>()
  readonly #connections = new Set<Socket>()
  #application: Application
  #closed: Promise<void> | undefined
  #refuse = () => {}
  /** Resolves once no further connection is accepted. */
  readonly refuses = new Promise<void>(resolve => {
    this.#refuse = resolve
  })

  constructor(application: Application, limits: ListenerLimits) {
    this.#application = application
    const take: RequestListener = (request, response) => this.#take(request, response)
    const upgrades = upgradeOptions(() => this.#application.gateway?.webSockets ?? NO_PATHS)
    this.#server = createServer({ ...limits, ...upgrades, connectionsCheckingInterval: 1000 }, take)
    routeUpgrades(this.#server, take)
    this.#server.on('clientError', answerClientError)
    this.#server.on('connection', (socket: Socket) => {
      this.#connections.add(socket)
      socket.once('close', () => this.#connections.delete(socket))
    })
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
   * Stops accepting connections and closes: busy connections after their response, which says so in
   * `Connection: close`. A further call shortens the time.
   */
  async close({ grace, keepsIdle = false }: ListenerEnd): Promise<void> {
    const force = setTimeout(() => this.#server.closeAllConnections(), grace)
    this.#closed ??= this.#stopAccepting()
    // A client could otherwise keep a connection open for ever that becomes idle between two sweeps.
    const from = performance.now() + (keepsIdle ? this.#server.keepAliveTimeout : 0)
    const sweep = setInterval(() => {
      if (performance.now() >= from) this.#closeIdle()
    }, 50)
    await this.#closed
    clearInterval(sweep)
    clearTimeout(force)
  }

  /** Node takes a connection for busy until its first request has been answered; browsers open some in advance. */
  #closeIdle(): void {
    this.#server.closeIdleConnections()
    for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy()
  }

  async #stopAccepting(): Promise<void> {
    for (const response of this.#responses) if (!response.headersSent) announceClose(response)
    // Right after the event loop accepted what waited: the system resets connections that it had queued.
    await turn()
    const closed = new Promise<void>(resolve =>
      // `close` of an HTTP server also closes idle connections.
      NetServer.prototype.close.call(this.#server, () => resolve()),
    )
    this.#refuse()
    await closed
    // Stops the timer by which an HTTP server checks its connections.
    this.#server.close(() => {})
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const application = this.#application
    this.#count(application, 1)
    this.#responses.add(response)
    response.once('close', () => {
      this.#count(application, -1)
      this.#responses.delete(response)
    })
    if (this.#closed !== undefined) announceClose(response)
    application.routing(request, response)
  }

  #count(application: Application, by: 1 | -1): void {
    const now = (this.#underWay.get(application) ?? 0) + by
    if (now === 0) this.#underWay.delete(application)
    else this.#underWay.set(application, now)
  }
}

const announceClose = (response: ServerResponse) => response.setHeader('connection', 'close')

/** A wildcard address is not reachable as such: print the loopback address. */
function originOf({ address, family, port }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
