/** The one-time download: the holder of the ticket gets the file, once. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { didOf, fromHex } from '../../core/crypto/index.ts'
import { type Caller, contextOf } from '../../core/index.ts'
import { FetchedAhead, MissingTicket, UnknownTicket } from './errors.ts'
import type { OwnFile } from './files.ts'
import { fileHeaders } from './headers.ts'
import { isFetchedAhead } from './previews.ts'
import type { Holder, Presented } from './tickets.ts'

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
          'authenticates the whole file before it sends the first byte. Range requests are not supported.',
        response: {
          200: {
            description: 'The decrypted file.',
            content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
      config: { ...config, errors: [...config.errors, ...files.refusals] },
    },
    async (request, reply) => {
      const presented = presentedIn(request)
      const holder = await files.tickets.take(presented)
      if (holder === undefined) throw new UnknownTicket()
      const { binaryId } = presented
      const file = await files.open(holder, binaryId, {
        ...contextOf(request),
        caller: callerOf(holder, gateway.config.did.prefix),
      })
      demandSame(file, presented)
      await gateway.audit.add({
        ...{ person: holder.key, at: Date.now(), action: 'downloadAttachment', records: [binaryId] },
        ...(holder.client && { client: { ...holder.client, kind: 'assistant' } }),
      })
      return reply.headers(file.headers).send(await file.stream())
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
      return reply.headers(fileHeaders(file.binary)).send()
    },
  )
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
