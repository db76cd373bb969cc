/** The OpenAPI 3.1 document of the enabled plugins, and its page. */
import swagger from '@fastify/swagger'
import type { FastifyError, FastifyInstance, RouteOptions } from 'fastify'
import { Problem } from '../../schemas/problem.ts'
import type { Manifest } from '../contract/plugin.ts'
import {
  Internal,
  InvalidJson,
  InvalidRequest,
  PayloadTooLarge,
  TooManyRequests,
  UnsupportedMediaType,
} from '../errors.ts'
import { packageMissing, urlOfPackage } from '../packages.ts'
import { type ErrorRow, problemOf } from './problem.ts'
import { declareSecurity, type SecurityScheme } from './security.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The errors of this route besides those of every route; they become its OpenAPI responses. */
    errors?: readonly ErrorRow[]
    /** True if calls are limited by address and by caller; a plugin enforces the limit. */
    rateLimited?: boolean
    /** The cost of one call to a `rateLimited` route, in ordinary calls. @default 1 */
    cost?: number
    /** True if pages of other origins must not read the response, even of a public route. */
    sameOrigin?: boolean
  }
}

/** Shows the document to people. Optional: the document itself does not need it. */
const PAGE = '@fastify/swagger-ui'

interface About {
  readonly version: string
  /** The base URL of the API; known once the gateway listens. */
  readonly baseUrl: () => string
  readonly manifests: readonly Manifest[]
  readonly schemes: ReadonlyMap<string, SecurityScheme>
}

/** Describes all routes that are registered after this call. */
export async function describeRoutes(
  app: FastifyInstance,
  { version, baseUrl, manifests, schemes }: About,
): Promise<void> {
  app.addSchema(Problem)
  app.addHook('onRoute', route => {
    if (!route.schema || route.schema.hide) return
    const errors = [...errorsOf(route, schemes), ...(route.config?.errors ?? [])]
    route.schema = {
      ...route.schema,
      // The route's own responses take precedence: not every error has the common body.
      response: { ...responsesFor(errors), ...(route.schema.response as object) },
    }
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'andiron',
        version,
        description:
          'A FHIR gateway: health data in profiles that people control, on a storage network of several nodes.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // Plugins on one subject share its heading.
      tags: [...new Map(manifests.flatMap(({ tag }) => (tag ? [[tag.name, tag]] : []))).values()],
      components: {
        securitySchemes: Object.fromEntries(
          [...schemes].map(([name, scheme]) => [name, scheme.describe as never]),
        ),
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `schema-${index}`),
    },
  })
  app.get('/openapi.json', { schema: { hide: true, security: [] } }, async () => ({
    ...app.swagger(),
    servers: [{ url: baseUrl() }],
  }))
  await app.register(async scope => {
    declareSecurity(scope, [])
    if (urlOfPackage(PAGE) === undefined) {
      scope.get('/docs', { schema: { hide: true } }, () => {
        throw packageMissing(PAGE, 'This page')
      })
      return
    }
    const { default: swaggerUi } = await import('@fastify/swagger-ui')
    // The library refuses a path that leads out of the folder, with an error of its own: answer 404 instead.
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.statusCode === undefined || error.statusCode >= 500) throw error
      reply.callNotFound()
    })
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      // Over plain HTTP, the page must not load its scripts over HTTPS, nor anything from other origins.
      transformStaticCSP: policy =>
        policy.replace(/ ?upgrade-insecure-requests;?/, '').replace(/ (https:|validator\.swagger\.io)/g, ''),
    })
  })
}

/** The errors that any route can return, by the input it takes. */
function errorsOf(
  { schema, config }: RouteOptions,
  schemes: ReadonlyMap<string, SecurityScheme>,
): ErrorRow[] {
  const named = new Set((schema?.security ?? []).flatMap(Object.keys))
  const { body, params, querystring, headers } = schema ?? {}
  return [
    ...(body || params || querystring || headers ? [InvalidRequest] : []),
    ...(body ? [InvalidJson, PayloadTooLarge, UnsupportedMediaType] : []),
    ...[...named].flatMap(name => schemes.get(name)?.errors ?? []),
    ...(config?.rateLimited ? [TooManyRequests] : []),
    Internal,
  ]
}

/** One response per status, with an example for each of its codes. */
function responsesFor(rows: readonly ErrorRow[]): Record<number, object> {
  const byStatus = new Map<number, Map<string, object>>()
  for (const Row of rows) {
    const problem = example(new Row())
    const examples = byStatus.get(problem.status) ?? new Map<string, object>()
    byStatus.set(problem.status, examples.set(problem.code, { summary: problem.detail, value: problem }))
  }
  const responses = [...byStatus].map(([status, examples]) => [
    status,
    {
      description: [...examples.keys()].map(code => `\`${code}\``).join(', '),
      content: {
        'application/problem+json': {
          schema: { $ref: `${Problem.$id}#` },
          examples: Object.fromEntries(examples),
        },
      },
    },
  ])
  return Object.fromEntries(responses)
}

/** An ellipsis replaces the parts of the message that depend on the request. */
function example(error: FastifyError): Problem {
  const problem = problemOf(error)
  return { ...problem, detail: problem.detail.replaceAll('%s', '…') }
}
