/** Options of Fastify: no coercion, trimming or defaults in bodies, time-outs on, one error format. */

import type { Server } from 'node:http'
import type { Options } from 'ajv'
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../config/config-schema.ts'
import { createCompiler } from './compile.ts'
import { parseInTurns } from './json.ts'
import { serializers } from './log.ts'
import { answerClientError, answerFrameworkError } from './problem.ts'
import { trustProxyOption } from './trust-proxy.ts'

/** @param isOurs - true for a route of a built-in plugin, whose schemas are compiled when they are first applied */
export function fastifyOptions(
  { limits, log, trustProxy }: Config,
  isOurs: (route: RouteName) => boolean,
): FastifyHttpOptions<Server> {
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
    schemaController: schemaController(FOR_BODIES, FOR_TEXTS, isOurs),
  }
}

/** Bodies are checked as they are; what comes as text (query, path, headers) may be read as a number or a boolean. */
const FOR_BODIES: Options = {
  ...{ allErrors: true, strict: false, removeAdditional: false, addUsedSchema: false },
  ...{ coerceTypes: false, useDefaults: false },
}
const FOR_TEXTS: Options = { ...FOR_BODIES, coerceTypes: 'array', useDefaults: true }

/** A route as Fastify names it to a compiler of schemas. */
export interface RouteName {
  readonly method: string | readonly string[]
  readonly url: string
}

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type BuildValidator = NonNullable<NonNullable<SchemaController['compilersFactory']>['buildValidator']>

/**
 * Compiles the schemas of routes to validators, those of our own routes on first use. An invalid schema in an
 * integrator's route prevents the start.
 */
export function schemaController(
  forBodies: Options,
  forTexts: Options,
  isOurs: (route: RouteName) => boolean,
): SchemaController {
  const buildValidator = (others: Readonly<Record<string, object>>) => {
    const schemas = Object.values(others)
    const bodies = createCompiler({ ajv: forBodies, schemas })
    const texts = createCompiler({ ajv: forTexts, schemas })
    return ({ schema, method, url, httpPart }: RouteName & { schema: object; httpPart?: string }) => {
      const { compile, onFirstUse } = httpPart === 'body' ? bodies : texts
      return isOurs({ method, url }) ? onFirstUse(schema) : compile(schema)
    }
  }
  // Fastify's published types leave out the route, which it hands in.
  return {
    compilersFactory: { buildValidator: buildValidator as unknown as BuildValidator, buildSerializer },
  }
}

/**
 * Answers are serialized without a schema: a serializer compiled from a schema drops unknown fields. A
 * builder, because Fastify builds anew in every scope to which a schema is added later.
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
