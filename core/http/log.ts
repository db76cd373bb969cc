/** The request log: the request and its outcome, never its contents. */
import { hostname } from 'node:os'
import type { FastifyError, FastifyRequest } from 'fastify'
import pino, { type DestinationStream } from 'pino'
import { scrub } from './scrub.ts'

interface LoggedError {
  [field: string]: unknown
  type: string
  code?: string
  message: string
  stack: string
  cause?: LoggedError
}

/** An error for the log: scrubbed, its stack reduced to the frames, its cause likewise. */
function err(error: FastifyError): LoggedError {
  // A plugin may throw any value.
  if (!(error instanceof Object)) return { type: typeof error, message: scrub(String(error)), stack: '' }
  const frames = String(error.stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
  return {
    type: error.name,
    ...(error.code && { code: error.code }),
    message: scrub(String(error.message)),
    stack: frames.join('\n'),
    ...(error.cause instanceof Error && { cause: err(error.cause as FastifyError) }),
  }
}

/** A URL can contain a token, a DID or a file name: log the route instead. */
const req = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions?.url ?? '(none)',
})

const res = ({ statusCode }: { readonly statusCode: number }) => ({ statusCode })

/** The serializers of log entries: no body, no token, no query. */
export const serializers = { req, res, err }

/** Maximum bytes that wait for the reader of standard output. */
const MOST_WAITING = 16 * 1024 * 1024

/**
 * Standard output. It never waits for its reader: beyond 16 MiB, lines are dropped and counted. An exit writes what is
 * left. A process has one, whichever gateways and nodes run in it: two would cut each other's lines.
 */
export const standardOutput = linesOfTurns(() =>
  pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING }),
)

interface Lines extends DestinationStream {
  flushSync(): void
  /** Called within a write whose text is dropped. */
  on(event: 'drop', listener: () => void): unknown
}

/**
 * Writes the lines of one turn of the event loop together: a write wakes a thread, which costs more than the line. Of
 * dropped lines the next write has the number.
 * @param open - opens the destination for the first line
 */
export function linesOfTurns(open: () => Lines): Omit<Lines, 'on'> {
  let destination: Lines | undefined
  let lines: string[] = []
  let dropped = 0
  let unwritten = 0
  const write = () => {
    unwritten = dropped + lines.length
    if (unwritten === 0) return
    const those = dropped === 0 ? lines : [numberDropped(dropped), ...lines]
    lines = []
    dropped = 0
    destination?.write(those.join(''))
  }
  return {
    write(line) {
      if (destination === undefined) {
        destination = open()
        destination.on('drop', () => {
          dropped = unwritten
        })
        // Before the destination's own listener, which flushes it.
        process.prependListener('exit', write)
      }
      if (lines.length === 0) setImmediate(write)
      lines.push(line)
    },
    flushSync() {
      write()
      destination?.flushSync()
    },
  }
}

const numberDropped = (count: number): string => {
  const msg = `${count} log lines were dropped: nobody reads standard output fast enough`
  return `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, hostname: hostname(), msg })}\n`
}
