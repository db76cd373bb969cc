/** A WebSocket of a client: it binds with a token, and then reads notifications. */
import type { WebSocket } from 'ws'
import { TooManyStreams } from './errors.ts'
import type { StreamEnd, StreamMessage } from './stream.ts'

/** The package that serves WebSockets. */
export const SOCKETS = 'ws'
export const CHANNEL = "The channel 'websocket'"

/** Milliseconds. */
export interface SocketTimes {
  /** From the connection to its token. */
  readonly bind: number
  /** Between two pings; a client that answered none of them in this time is gone. */
  readonly ping: number
  /** For a client to take a notification. */
  readonly send: number
  /** For a client to answer the end. */
  readonly close: number
}

const TIMES: SocketTimes = { bind: 10_000, ping: 30_000, send: 30_000, close: 2_000 }

/** RFC 6455, §7.4.1. */
const CLOSE = { normal: 1000, away: 1001, policy: 1008, internal: 1011, later: 1013 } as const

/** Takes a token. @throws the reason for which its holder may not read */
export type Bind = (token: string) => Promise<readonly AsyncIterable<StreamMessage>[]>

/**
 * Serves a client: one message `bind-with-token <token>`, then notifications until the end, whose close frame has the
 * reason. A connection binds once.
 */
export function serveSocket(
  socket: WebSocket,
  bind: Bind,
  { bound = () => {}, times = TIMES }: { readonly bound?: () => void; readonly times?: SocketTimes } = {},
): void {
  let isAlive = true
  const end = (code: number, reason: string) => close(socket, code, reason, times)
  const unbound = setTimeout(() => end(CLOSE.policy, 'bind-with-token'), times.bind)
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, times.ping)
  const settle = () => {
    clearTimeout(unbound)
    bound()
  }
  socket
    .on('pong', () => {
      isAlive = true
    })
    // A frame that is too large, or not of the protocol: `close` follows.
    .on('error', () => {})
    .once('close', () => {
      clearInterval(pings)
      settle()
    })
    .once('message', async (message, isBinary) => {
      settle()
      socket.once('message', () => end(CLOSE.policy, 'bound'))
      const [, token] = /^bind-with-token:? ([\w-]{1,64})$/.exec(isBinary ? '' : String(message)) ?? []
      if (token === undefined) return end(CLOSE.policy, 'bind-with-token')
      try {
        const streams = await bind(token)
        const ends = await Promise.all(streams.map(stream => sendAll(socket, stream, times)))
        const reason = ends.find(each => each === 'time' || each === 'stop') ?? ends[0] ?? 'off'
        endSocket(socket, reason, times)
      } catch (error) {
        const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number }
        if (error instanceof TooManyStreams) end(CLOSE.later, code)
        else if (statusCode < 500) end(CLOSE.policy, code)
        else end(CLOSE.internal, 'AND_INTERNAL')
      }
    })
}

/** Closes a connection for a reason for which a stream ends. */
export function endSocket(socket: WebSocket, reason: StreamEnd, times = TIMES): void {
  close(socket, reason === 'stop' ? CLOSE.away : CLOSE.normal, reason, times)
}

function close(socket: WebSocket, code: number, reason: string, times: SocketTimes): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), times.close).unref()
}

/**
 * Sends notifications one by one: the next is read once the client has taken the last.
 * @returns the reason of the end
 */
async function sendAll(
  socket: WebSocket,
  messages: AsyncIterable<StreamMessage>,
  times: SocketTimes,
): Promise<StreamEnd> {
  for await (const message of messages) {
    // Pings keep the connection.
    if (message === 'heartbeat') continue
    if ('end' in message) return message.end
    await send(socket, message.text, times.send)
  }
  return 'stop'
}

function send(socket: WebSocket, text: string, patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stalled = setTimeout(() => socket.terminate(), patience)
    socket.send(text, error => {
      clearTimeout(stalled)
      if (error) reject(error)
      else resolve()
    })
  })
}
