/** The one-time download: the holder of the ticket gets the file, once. */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { didOf, fromHex } from '../../core/crypto/index.ts'
import { type Caller, contextOf } from '../../core/index.ts'
import { FetchedAhead, MissingTicket, RangeNotSatisfiable, UnknownTicket } from './errors.ts'
import type { OwnFile } from './files.ts'
import { fileHeaders } from './headers.ts'
import { isFetchedAhead } from './previews.ts'
import { etagOf, rangeIn } from './range.ts'
import type { Holder, Presented } from './tickets.ts'

/** Milliseconds until the headers are sent while the file is still being authenticated. */
const PATIENCE = 1000

const url = '/api/attachment/:binaryId/:storageKey'

const schema = {
  security: [],
  params: {
    type: 'object',
    required: ['binaryId', 'storageKey'],
    properties: {
      binaryId: { type: 'string', maxLength: 64, description: 'The uid of the binary file.' },
      storageKey: { type: 'string', maxLength: 2048, description: 'Its upload key, URL-encoded.' },
    },
  },
  querystring: {
    type: 'object',
    properties: { token: { type: 'string', description: 'The ticket; valid for one download.' } },
  },
} as const

const config = { errors: [MissingTicket, UnknownTicket, FetchedAhead], rateLimited: true, sameOrigin: true }

export function serveDownloads(scope: FastifyInstance): void {
  const { files, gateway } = scope

  // Errors are not cached either: a later ticket may succeed at the URL of an earlier 404.
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  scope.get(
    url,
    {
      schema: {
        ...schema,
        operationId: 'downloadAttachment',
        summary: 'Download a file once',
        description:
          'The ticket expires after a minute and is valid once. Every invalid ticket has the same error response. The gateway ' +
          'authenticates the whole file before it sends the first byte. If that takes longer than a second, the headers come ' +
          'first, and a file that is then found damaged ends the connection. With a new ticket, `Range` and `If-Range` continue ' +
          'an interrupted download.',
        response: {
          206: {
            description: 'One range of bytes.',
            content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
          },
          200: {
            description: 'The decrypted file.',
            content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
      config: { ...config, errors: [...config.errors, RangeNotSatisfiable, ...files.refusals] },
    },
    async (request, reply) => {
      const presented = presentedIn(request)
      const holder = await files.tickets.take(presented)
      if (holder === undefined) throw new UnknownTicket()
      const { binaryId } = presented
      const file = await files.admit(holder, binaryId, {
        ...contextOf(request),
        caller: callerOf(holder, gateway.config.did.prefix),
      })
      demandSame(file, presented)
      const range = rangeIn(request.headers, file)
      const { start, end } = range ?? { start: 0, end: file.binary.file_size }
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const opening = (async () => {
        const opened = await file.open(gone.signal)
        await gateway.audit.add({
          ...{ person: holder.key, at: Date.now(), action: 'downloadAttachment', records: [binaryId] },
          ...(holder.client && { client: { ...holder.client, kind: 'assistant' } }),
        })
        return opened.stream(start, end)
      })()
      // The stream below rejects as well, unless nobody reads it any more.
      opening.catch(() => {})
      const patience = delay(PATIENCE, undefined, { ref: false })
      const content = await Promise.race([opening, patience]).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ABORT_ERR') throw error
      })
      if (gone.signal.aborted) return reply.hijack()
      reply.code(range ? 206 : 200).headers({ ...file.headers, ...rangeHeaders(file) })
      if (range)
        reply.headers({
          'content-length': end - start,
          'content-range': `bytes ${start}-${end - 1}/${file.binary.file_size}`,
        })
      return reply.send(content ?? Readable.from(later(opening, reply.raw), { objectMode: false }))
    },
  )

  // A separate route: a HEAD request must not use up the ticket.
  scope.head(
    url,
    {
      schema: {
        ...schema,
        operationId: 'describeAttachment',
        summary: 'Read the headers of a download without using the ticket',
        response: { 200: { description: 'The headers of the download.', type: 'null' } },
      },
      config: { ...config, errors: [...config.errors, ...files.refusals] },
    },
    async (request, reply) => {
      const presented = presentedIn(request)
      const owner = await files.tickets.peek(presented)
      if (owner === undefined) throw new UnknownTicket()
      const file = await files.findStored(owner, presented.binaryId)
      demandSame(file, presented)
      return reply.headers({ ...fileHeaders(file.binary), ...rangeHeaders(file) }).send()
    },
  )
}

const rangeHeaders = (file: OwnFile) => ({ 'accept-ranges': 'bytes', etag: etagOf(file) })

/** Sends the headers, so that a browser shows the download, and the content once it is authenticated. */
async function* later(opening: Promise<Readable>, response: ServerResponse): AsyncGenerator<Buffer> {
  response.flushHeaders()
  yield* (await opening) as AsyncIterable<Buffer>
}

/** A ticket permits its holder to read, and nothing else. */
const callerOf = ({ key, client }: Holder, prefix: string): Caller => ({
  ...{ did: didOf(fromHex(key), prefix), key, scopes: ['read'] },
  ...(client && { client }),
})

/** @throws FetchedAhead, MissingTicket */
function presentedIn({ headers, params, query }: FastifyRequest): Presented {
  if (isFetchedAhead(headers)) throw Object.assign(new FetchedAhead(), { headers: { 'retry-after': '1' } })
  const { token } = query as { token?: string }
  if (token === undefined) throw new MissingTicket()
  return { ...(params as Pick<Presented, 'binaryId' | 'storageKey'>), token }
}

/** The record may name another object since the ticket was issued. */
function demandSame<F extends OwnFile>(file: F | undefined, { storageKey }: Presented): asserts file is F {
  if (file?.key !== storageKey) throw new UnknownTicket()
}
