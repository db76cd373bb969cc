/** Upgrades to WebSockets, which a route accepts. An HTTP server ignores every other `Upgrade` header. */
import { IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** A connection after a request for a WebSocket. */
export interface Upgrade {
  readonly socket: Duplex
  /** The bytes that followed the request. */
  readonly head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** The connection of a request for a WebSocket, for a route whose path is in `gateway.webSockets`. */
export const upgradeOf = (request: IncomingMessage): Upgrade | undefined => upgrades.get(request)

export interface UpgradeOptions {
  readonly IncomingMessage: typeof IncomingMessage
  readonly shouldUpgradeCallback: (request: IncomingMessage) => boolean
}

/**
 * Options of an HTTP server. A server with a listener for upgrades would otherwise stop parsing at any `Upgrade`
 * header, such as the `h2c` that HTTP clients of Java send with ordinary requests.
 * @param paths - the paths that accept WebSockets
 */
export function upgradeOptions(paths: () => ReadonlySet<string>): UpgradeOptions {
  const isAccepted = (request: IncomingMessage): boolean => {
    const { method, headers, url = '' } = request
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
    return (
      method === 'GET' &&
      headers.upgrade?.toLowerCase() === 'websocket' &&
      !hasBody &&
      paths().has(url.split('?', 1)[0] ?? '')
    )
  }
  /**
   * Before Node 24.9, servers have no `shouldUpgradeCallback`: they read this property once the headers are complete.
   */
  class Request extends IncomingMessage {
    get upgrade(): boolean {
      return asking.has(this) && (this.method === 'CONNECT' || isAccepted(this))
    }
    // The constructor of the base class sets it, so there is no private field yet.
    set upgrade(asks: boolean) {
      if (asks) asking.add(this)
      else asking.delete(this)
    }
  }
  return { IncomingMessage: Request, shouldUpgradeCallback: isAccepted }
}

const asking = new WeakSet<IncomingMessage>()

/** Has upgrades answered like requests. A route that does not take the connection answers, and it is closed. */
export function routeUpgrades(server: Server, serve: RequestListener): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.set(request, { socket, head })
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    // A client could otherwise keep its half of the connection open, and hold up a stop.
    response.once('finish', () => socket.end(() => socket.destroy()))
    // Sockets of HTTP servers are those of `node:net` or `node:tls`.
    response.assignSocket(socket as never)
    serve(request, response)
  })
}
