/** The OpenAPI 3.1 document of the enabled plugins, and its page. */
import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Problem } from '../../schemas/problem.ts'
import type { Manifest } from '../contract/plugin.ts'
import { packageMissing, urlOfPackage } from '../packages.ts'
import { completeBodies, type DescribedBody, describedSchema } from './described-route.ts'
import { markOpenObjects } from './open-objects.ts'
import { answerProblems, type ErrorRow } from './problem.ts'
import type { SecurityScheme } from './security.ts'
import { shareResponses } from './shared-responses.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The errors of this route besides those of every route; they become its OpenAPI responses. */
    errors?: readonly ErrorRow[]
    /** Statuses of errors whose rows belong to other plugins. */
    refusals?: readonly number[]
    /** The body of a route that reads it without a schema: form parameters, bytes, or none. */
    accepts?: DescribedBody
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

/** The routes of a gateway, and the shared schemas that theirs refer to. */
interface Described {
  readonly routes: readonly RouteOptions[]
  readonly schemas: Readonly<Record<string, unknown>>
}

/** The ids of requests for the page. */
const ids = new WeakMap<IncomingMessage, string>()

/** Describes all routes that are registered after this call, at the first request for the description. */
export function describeRoutes(app: FastifyInstance, about: About): void {
  const routes: RouteOptions[] = []
  const scopes: FastifyInstance[] = []
  app.addSchema(Problem)
  app.addHook('onRoute', route => void routes.push(route))
  app.addHook('onRegister', scope => void scopes.push(scope))
  let opened: Promise<FastifyInstance> | undefined
  const open = (): Promise<FastifyInstance> => {
    opened ??= openDescription(app, about, {
      routes: routes.filter(({ schema }) => !schema?.hide),
      schemas: Object.assign({}, ...[...scopes, app].map(scope => scope.getSchemas())),
    }).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  app.addHook('onClose', () =>
    opened?.then(
      description => description.close(),
      () => {},
    ),
  )

  app.get('/openapi.json', { schema: { hide: true, security: [] } }, async () => ({
    ...(await open()).swagger(),
    servers: [{ url: about.baseUrl() }],
  }))
  const page = { schema: { hide: true, security: [] } }
  if (urlOfPackage(PAGE) === undefined) {
    // Not `/docs` itself: a page is announced if its route is there.
    app.get('/docs*', page, () => {
      throw packageMissing(PAGE, 'This page')
    })
    return
  }
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const description = await open()
    // The page is written by the server of the description, in pieces, as fast as the client reads.
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    ids.set(request.raw, request.id)
    description.routing(request.raw, reply.raw)
  }
  app.get('/docs', page, show)
  app.route({ method: ['GET', 'HEAD'], url: '/docs/*', ...page, handler: show })
}

/**
 * A server of its own, which listens nowhere: it repeats the routes for the libraries that describe them. They take a
 * tenth of a start, and most gateways get no request for it.
 */
async function openDescription(
  gateway: FastifyInstance,
  { version, manifests, schemes }: About,
  { routes, schemas }: Described,
): Promise<FastifyInstance> {
  const [{ fastify }, { default: swagger }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
  ])
  const app = fastify({
    // The gateway logs the request, under the same id.
    loggerInstance: gateway.log.child({}, { level: 'warn' }),
    genReqId: request => ids.get(request as IncomingMessage) ?? crypto.randomUUID(),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2048 },
  }) as unknown as FastifyInstance
  app.decorate('gateway', { getter: () => gateway.gateway })
  answerProblems(app)
  app.setValidatorCompiler(() => () => true).setSerializerCompiler(() => value => JSON.stringify(value))
  const { failureForms } = gateway.gateway
  const forms = [...failureForms.values()].map(({ schema }) => [schema.$id, schema])
  for (const schema of Object.values({ ...Object.fromEntries(forms), ...schemas })) app.addSchema(schema)
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
    transform: ({ url, route }) => ({ schema: describedSchema(route, { schemes, failureForms }), url }),
    transformObject: document => {
      if (!('openapiObject' in document)) return document.swaggerObject
      completeBodies(document.openapiObject)
      markOpenObjects(document.openapiObject)
      shareResponses(document.openapiObject)
      return document.openapiObject
    },
  })
  for (const { method, url, schema, config } of routes)
    app.route({
      method,
      url,
      ...(schema && { schema }),
      ...(config && { config }),
      handler: (_request, reply) => reply.callNotFound(),
    })
  if (urlOfPackage(PAGE) !== undefined) await app.register(page)
  await app.ready()
  return app
}

/** The page for people. */
async function page(scope: FastifyInstance): Promise<void> {
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
}
