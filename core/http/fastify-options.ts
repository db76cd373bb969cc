/** Options of Fastify: no coercion, trimming or defaults in bodies, time-outs on, one error format. */

import type { Server } from 'node:http'
import type { Options } from 'ajv'
import {
  errorCodes,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import type { Config } from '../config/config-schema.ts'
import { createAnswerCheck } from './answers.ts'
import { createCompiler } from './compile.ts'
import { parseInTurns } from './json.ts'
import { serializers, standardOutput } from './log.ts'
import { answerClientError, answerFrameworkError } from './problem.ts'
import { trustProxyOption } from './trust-proxy.ts'
import { upgradeOptions } from './upgrades.ts'

/**
 * @param isOurs - true for a route of a built-in plugin, with schemas that are compiled on first use
 * @param webSockets - the paths that accept WebSockets
 */
export function fastifyOptions(
  { limits, log, trustProxy }: Config,
  isOurs: (route: RouteName) => boolean,
  webSockets: ReadonlySet<string>,
): FastifyHttpOptions<Server> {
  return {
    logger: { level: log.level, serializers, stream: standardOutput },
    trustProxy: trustProxyOption(trustProxy),
    bodyLimit: limits.body,
    // An id from the client could forge log lines.
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 2048 },
    exposeHeadRoutes: false,
    // A gateway is ready when its nodes know its collections: on a busy machine that takes longer than ten
    // seconds.
    pluginTimeout: 120_000,
    requestTimeout: limits.requestTimeout,
    http: {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      connectionsCheckingInterval: 1000,
      ...upgradeOptions(() => webSockets),
    },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    schemaController: schemaController(FOR_BODIES, FOR_TEXTS, isOurs),
  }
}

/** Bodies are not coerced; texts (query, path, headers) may be converted to a number or a boolean. */
const FOR_BODIES: Options = {
  ...{ allErrors: true, strict: false, removeAdditional: false, addUsedSchema: false },
  ...{ coerceTypes: false, useDefaults: false },
}
const FOR_TEXTS: Options = { ...FOR_BODIES, coerceTypes: 'array', useDefaults: true }

/** The name that Fastify gives a route when it compiles its schemas. */
export interface RouteName {
  readonly method: string | readonly string[]
  readonly url: string
}

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type SchemasById = Readonly<Record<string, object>>
type Factory = NonNullable<SchemaController['compilersFactory']>
type BuildValidator = NonNullable<Factory['buildValidator']>
type BuildSerializer = NonNullable<Factory['buildSerializer']>

/**
 * Compiles the schemas of routes to validators, those of our own routes on first use. An invalid schema in an
 * integrator's route prevents the start.
 */
export function schemaController(
  forBodies: Options,
  forTexts: Options,
  isOurs: (route: RouteName) => boolean,
): SchemaController {
  const built = new WeakMap<SchemasById, ReturnType<typeof validatorOf>>()
  const validatorOf = (others: SchemasById) => {
    const schemas = Object.values(others)
    const bodies = createCompiler({ ajv: forBodies, schemas })
    const texts = createCompiler({ ajv: forTexts, schemas })
    return ({ schema, method, url, httpPart }: RouteName & { schema: object; httpPart?: string }) => {
      const { compile, onFirstUse } = httpPart === 'body' ? bodies : texts
      return isOurs({ method, url }) ? onFirstUse(schema) : compile(schema)
    }
  }
  // Fastify asks for each route of a scope to which a schema was added.
  const buildValidator = (others: SchemasById) => {
    const known = built.get(others) ?? validatorOf(others)
    built.set(others, known)
    return known
  }
  // Fastify's published types omit the route, which it passes.
  return {
    bucket: bucket as unknown as NonNullable<SchemaController['bucket']>,
    compilersFactory: {
      buildValidator: buildValidator as unknown as BuildValidator,
      buildSerializer: serializersOf(isOurs) as unknown as BuildSerializer,
    },
  }
}

/**
 * The schemas of a scope. Fastify adds a schema to every scope below as well, where its own bucket copies it anew, and
 * copies the list for each route.
 */
function bucket(inherited: unknown) {
  let schemas = (inherited ?? {}) as SchemasById
  return {
    add(schema: object) {
      // An object of `fluent-json-schema` has its schema as its value; one without a prototype has none.
      const plain = (schema.valueOf?.() ?? schema) as { readonly $id?: string }
      const { $id } = plain
      if (!$id) throw new errorCodes.FST_ERR_SCH_MISSING_ID()
      if (Object.hasOwn(schemas, $id)) throw new errorCodes.FST_ERR_SCH_ALREADY_PRESENT($id)
      schemas = { ...schemas, [$id]: plain }
    },
    getSchema: (id: string) => schemas[id],
    getSchemas: () => schemas,
  }
}

/**
 * Answers are serialized without a schema: a serializer compiled from a schema drops unknown fields without a word.
 * Those of an integrator are checked; tests check ours. A builder, because Fastify builds anew in every scope to which
 * a schema is added later.
 */
const serializersOf =
  (isOurs: (route: RouteName) => boolean) =>
  (others: SchemasById) =>
  ({ schema, method, url, httpStatus = '' }: RouteName & { schema: object; httpStatus?: string }) => {
    // The gateway itself writes errors.
    if (isOurs({ method, url }) || !/^(?:2|default)/i.test(httpStatus)) return JSON.stringify
    const check = createAnswerCheck(`${method} ${url}`, schema, { schemas: Object.values(others) })
    return (value: unknown) => {
      const text = JSON.stringify(value)
      // As the client reads it: a Date is a text by now.
      check(JSON.parse(text))
      return text
    }
  }

/** Parses bodies as strict JSON. */
export function speakJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => (body.length ? parseInTurns(body) : undefined),
  )
}
