/** COPY over a connection of `pg`: a table as a stream, in PostgreSQL's text format. */
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The parts of a connection that the types of `pg` lack. */
interface CopyConnection {
  readonly stream: Duplex
  query(sql: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** The callbacks of a query class of `pg`. */
interface CopyQuery {
  submit(connection: CopyConnection): void
  handleRowDescription(): void
  handleCopyData?(message: { readonly chunk: Buffer }, connection: CopyConnection): void
  handleCopyInResponse?(connection: CopyConnection): void
  handleCommandComplete(message: { readonly text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

const send = (client: pg.Client, query: CopyQuery) => client.query(query as unknown as pg.Submittable)

/** Bytes that wait for a reader before the server has to wait. */
const WAITING = 4 * 1024 * 1024

/**
 * Runs `COPY … TO STDOUT`. Yields the messages of the server, of which each is one row, in lists as they
 * arrive. A reader that stops early must end the connection.
 * @returns the number of rows
 */
export async function* copyOut(client: pg.Client, sql: string): AsyncGenerator<Buffer[], number> {
  let [rows, bytes, count]: [Buffer[], number, number] = [[], 0, 0]
  let failure: Error | undefined
  let isOver = false
  let stream: Duplex | undefined
  let wake = () => {}
  send(client, {
    submit(connection) {
      stream = connection.stream
      connection.query(sql)
    },
    handleRowDescription() {},
    handleCopyData({ chunk }) {
      // A copy: the parser reuses its buffer.
      rows.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes > WAITING) stream?.pause()
      wake()
    },
    handleCommandComplete({ text }) {
      count = Number(text.split(' ').at(-1))
    },
    handleReadyForQuery() {
      isOver = true
      wake()
    },
    handleError(error) {
      failure = error
      wake()
    },
  })
  for (;;) {
    if (rows.length > 0) {
      const some = rows
      ;[rows, bytes] = [[], 0]
      stream?.resume()
      yield some
    } else if (failure !== undefined) throw failure
    else if (isOver) return count
    else
      await new Promise<void>(resolve => {
        wake = resolve
      })
  }
}

/** Resolves once the stream takes more, or is closed. */
async function drained(stream: Duplex): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  try {
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  } finally {
    // The other listener goes, too.
    over.abort()
  }
}

/** Runs `COPY … FROM STDIN` with the bytes of a source. @returns the number of rows */
export function copyIn(client: pg.Client, sql: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let failure: unknown
    const feed = async (connection: CopyConnection) => {
      try {
        for await (const chunk of source) {
          if (failure !== undefined) return
          connection.sendCopyFromChunk(chunk)
          const { stream } = connection
          if (stream.writableNeedDrain && !stream.destroyed) await drained(stream)
        }
        connection.endCopyFrom()
      } catch (error) {
        failure ??= error
        connection.sendCopyFail('The source failed')
      }
    }
    send(client, {
      submit: connection => connection.query(sql),
      handleRowDescription() {},
      handleCopyInResponse: connection => void feed(connection),
      handleCommandComplete({ text }) {
        count = Number(text.split(' ').at(-1))
      },
      handleReadyForQuery: () => resolve(count),
      handleError(error) {
        failure ??= error
        reject(failure)
      },
    })
  })
}
