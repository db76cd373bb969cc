/** Requests that may take longer to arrive than others, and are cut off when nothing comes any more. */
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

export interface Patience {
  /** Milliseconds without a byte. */
  readonly stall: number
  /** Milliseconds altogether. */
  readonly total: number
}

/**
 * Connections with slow uploads. Node has one time-out for all requests of a server and reports here when it
 * is reached.
 */
const unhurried = new WeakSet<Socket>()

export const isUnhurried = (socket: Socket): boolean => unhurried.has(socket)

/** Does the work that reads a request's body; while it lasts, the bounds are these and not the server's. */
export async function takeTime<T>(
  { socket }: IncomingMessage,
  { stall, total }: Patience,
  work: () => Promise<T>,
): Promise<T> {
  // A request that was injected comes over no network.
  if (!(socket instanceof Socket)) return work()
  const cut = () => socket.destroy()
  const timer = setTimeout(cut, total)
  socket.setTimeout(stall, cut)
  unhurried.add(socket)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    socket.setTimeout(0).off('timeout', cut)
    unhurried.delete(socket)
  }
}
