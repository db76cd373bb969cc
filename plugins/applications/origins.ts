/** The pages that may call the API: those of registered applications, and all pages for public routes. */
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isWebOrigin } from '../../core/index.ts'

/**
 * Pages of registered applications may call the API; every page may call public routes. No cookie is
 * involved: the token in the Authorization header is the only credential.
 */
export async function allowOrigins(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', route => {
    // The route for preflights: it only returns the permitted origins.
    if (route.method === 'OPTIONS') route.schema = { ...route.schema, security: [] }
  })
  await app.register(cors, {
    delegator: (request, done) => {
      const { origin } = request.headers
      if (origin === undefined || request.routeOptions.config.sameOrigin) return done(null, { origin: false })
      app.applications.allowsOrigin(origin).then(
        registered => {
          const isOpen = isPublicRead(request) || isBelow(app.applications.openPaths, request.url)
          done(null, { ...CORS, origin: registered && isWebOrigin(origin) ? origin : isOpen && '*' })
        },
        error => done(error as Error),
      )
    },
  })
}

const CORS = {
  // An `OPTIONS` request that is no preflight is answered like one: the library's refusal is plain text.
  strictPreflight: false,
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  maxAge: 600,
  exposedHeaders: [
    'www-authenticate',
    'retry-after',
    'ratelimit',
    'ratelimit-policy',
    'etag',
    'last-modified',
    'location',
    'content-location',
    'x-progress',
  ],
}

const isBelow = (paths: ReadonlySet<string>, url: string): boolean =>
  [...paths].some(path => url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`))

const isPublicRead = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' && routeOptions.schema?.security?.length === 0
