/** Slow uploads: requests that may take longer than others, and are cut off when they stall. */
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

export interface Patience {
  /** Maximum milliseconds without a byte. */
  readonly stall: number
  /** Maximum milliseconds altogether. */
  readonly total: number
}

/**
 * Connections with slow uploads. Node has one time-out for all requests of a server and reports here when it
 * is reached.
 */
const slowUploads = new WeakSet<Socket>()

export const isSlowUpload = (socket: Socket): boolean => slowUploads.has(socket)

/** Runs work that reads a request's body, with these time-outs in place of the server's. */
export async function allowSlowUpload<T>(
  { socket }: IncomingMessage,
  { stall, total }: Patience,
  work: () => Promise<T>,
): Promise<T> {
  // An injected request has no socket.
  if (!(socket instanceof Socket)) return work()
  const cut = () => socket.destroy()
  const timer = setTimeout(cut, total)
  socket.setTimeout(stall, cut)
  slowUploads.add(socket)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    socket.setTimeout(0).off('timeout', cut)
    slowUploads.delete(socket)
  }
}
