/** How Fastify is set up: nothing coerced, trimmed or guessed in bodies; time-outs on; one body for every error. */

import type { Server } from 'node:http'
import buildAjv, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import type { AnySchema, Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config-schema.ts'
import { parseInTurns } from './json.ts'
import { serializers } from './log.ts'
import { shareMetaSchema } from './meta-schema.ts'
import { answerClientError, answerFrameworkError } from './problem.ts'
import { trustProxyOption } from './trust-proxy.ts'

export function fastifyOptions({ limits, log, trustProxy }: Config): FastifyHttpOptions<Server> {
  return {
    logger: { level: log.level, serializers },
    trustProxy: trustProxyOption(trustProxy),
    bodyLimit: limits.body,
    // A client's own id could forge lines of the log.
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 2048 },
    exposeHeadRoutes: false,
    // A gateway is ready when its nodes know of its collections: on a busy machine that takes longer than ten seconds.
    pluginTimeout: 120_000,
    requestTimeout: limits.requestTimeout,
    http: {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      connectionsCheckingInterval: 1000,
    },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    schemaController: { compilersFactory: { buildValidator: validators(), buildSerializer } },
  }
}

/**
 * Bodies are checked as they are; what comes as text (query, path, headers) may be read as a number or a boolean.
 * Scopes with the same schemas share their validators.
 */
function validators(): BuildCompilerFromPool {
  const pool = buildAjv()
  return schemas => {
    const compiler = (options: Options) =>
      pool(schemas, {
        customOptions: { allErrors: true, strict: false, removeAdditional: false, ...options },
        plugins: [formats as never],
        onCreate: shareMetaSchema,
      })
    const forBodies = compiler({ coerceTypes: false, useDefaults: false })
    const forTexts = compiler({ coerceTypes: 'array', useDefaults: true })
    // The published types say that a schema is handed in; Fastify hands in the route's part.
    const choose = (part: { httpPart?: string }) =>
      (part.httpPart === 'body' ? forBodies : forTexts)(part as AnySchema)
    return choose as ReturnType<BuildCompilerFromPool>
  }
}

/**
 * Answers leave as they are, for a serializer made from a schema drops what it does not know. A builder, because Fastify
 * builds anew in every scope to which a schema is added later.
 */
const buildSerializer = () => () => (value: unknown) => JSON.stringify(value)

/** Bodies are JSON, read strictly. */
export function speakJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => (body.length ? parseInTurns(body) : undefined),
  )
}
