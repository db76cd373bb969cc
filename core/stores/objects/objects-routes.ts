/** The routes for URLs that the gateway signed for its own object store. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowSlowUpload, type Patience } from '../../http/slow-requests.ts'
import {
  ObjectCutOff,
  ObjectExists,
  ObjectForbidden,
  ObjectLengthRequired,
  ObjectNotFound,
  ObjectTooLarge,
} from '../errors.ts'
import { OBJECTS_PATH, type ServedObjects, type ServedRequest, type SignedQuery } from './objects-served.ts'

const url = `${OBJECTS_PATH}:key`

const signed = {
  security: [],
  params: {
    type: 'object',
    required: ['key'],
    properties: { key: { type: 'string', description: 'The key of the object, URL-encoded.' } },
  },
  querystring: {
    type: 'object',
    required: ['expires', 'signature'],
    properties: {
      expires: { type: 'integer', description: 'When the URL ends, in milliseconds since the epoch.' },
      type: { type: 'string', description: 'The content type that an upload must have.' },
      size: { type: 'integer', description: 'The length that an upload must have.' },
      part: { type: 'integer', description: 'The number of the part that an upload is.' },
      signature: { type: 'string', description: 'HMAC-SHA256 of all of it.' },
    },
  },
} as const

/**
 * Registers them in a scope of their own: bodies are streamed, never held in memory, and may arrive slowly.
 */
export function serveObjectRoutes(scope: FastifyInstance, objects: ServedObjects, patience: Patience): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, body, done) => done(null, body))

  scope.put(
    url,
    {
      schema: {
        ...signed,
        operationId: 'putObject',
        summary: 'Upload an object to a signed URL',
        response: { 200: { description: 'It is there durably.', type: 'null' } },
      },
      config: {
        errors: [
          ...[ObjectForbidden, ObjectNotFound, ObjectLengthRequired, ObjectExists, ObjectTooLarge],
          ObjectCutOff,
        ],
        accepts: {
          types: ['application/octet-stream'],
          schema: { type: 'string', format: 'binary' },
          example: 'the encrypted bytes',
        },
      },
    },
    async (request, reply) => {
      const upload = () => objects.put(requestOf(request), request.body as Readable)
      await allowSlowUpload(request.raw, patience, upload).catch(error => {
        throw isCutOff(error, request.raw) ? new ObjectCutOff() : error
      })
      return reply.code(200).send()
    },
  )

  scope.get(
    url,
    {
      schema: {
        ...signed,
        operationId: 'getObject',
        summary: 'Download an object from a signed URL',
        response: {
          200: {
            description: 'The bytes as they were uploaded.',
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
      config: { errors: [ObjectForbidden, ObjectNotFound] },
    },
    async (request, reply) => {
      const { size, body } = await objects.get(requestOf(request))
      return reply
        .headers({
          'content-type': 'application/octet-stream',
          'content-length': size,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .send(body)
    },
  )

  scope.delete(
    url,
    {
      schema: {
        ...signed,
        operationId: 'deleteObject',
        summary: 'Delete an object by a signed URL',
        response: { 204: { description: 'It is gone.', type: 'null' } },
      },
      config: { errors: [ObjectForbidden] },
    },
    async (request, reply) => {
      await objects.delete(requestOf(request))
      return reply.code(204).send()
    },
  )
}

/** True for the end of a connection in the middle of an upload, which is no failure of the store. */
const isCutOff = ({ code }: NodeJS.ErrnoException, { complete }: IncomingMessage): boolean =>
  !complete && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')

function requestOf({ params, query, headers }: FastifyRequest): ServedRequest {
  const length = headers['content-length']
  return {
    key: (params as { key: string }).key,
    query: query as SignedQuery,
    contentType: headers['content-type'],
    contentLength: length === undefined ? undefined : Number(length),
  }
}
