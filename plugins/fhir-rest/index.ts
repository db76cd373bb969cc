/** FHIR's own REST API at `/fhir`: the resources that plugins offer, for every client that speaks it. */
import type { FastifyRequest } from 'fastify'
import { type App, definePlugin } from '../../core/index.ts'
import { fhirFailures } from '../../fhir/failures.ts'
import { sendResource, wantedOf } from './answers.ts'
import { capabilityStatement } from './capability.ts'
import { InteractionNotSupported, UnknownFhirType } from './errors.ts'
import { serveOperation } from './operations.ts'
import { serveType } from './routes.ts'
import { AnyResource, answers, formQuery, refusals } from './shapes.ts'
import { serveSmart } from './smart.ts'

const BASE = '/fhir'

export default definePlugin({
  name: 'fhir-rest',
  version: '1.0.0',
  dependencies: ['applications', 'auth-jwt'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['pageSize', 'mostSearched'],
    properties: {
      pageSize: {
        type: 'integer',
        minimum: 1,
        maximum: 200,
        default: 50,
        description: 'Resources on a page when the reader does not say.',
      },
      mostSearched: {
        type: 'integer',
        minimum: 1,
        default: 20_000,
        description:
          'Records that one search looks through in memory, for what the storage nodes cannot find or sort themselves.',
      },
    },
  },
  schemas: [AnyResource],
  tag: { name: 'FHIR', description: 'The REST API of FHIR R4, R4B and R5.' },

  setup(app) {
    app.gateway.failureForms.set(BASE, fhirFailures)
    if (app.hasDecorator('oauth'))
      app.oauth.resources.add({
        ...{ name: 'Your health profile', paths: [BASE], requireAudience: false },
        gives: 'your answers to forms, your observations, the list of your files, and what is in them',
      })
    app.applications.openPaths.add(BASE)
  },

  routes(app, { pageSize, mostSearched }) {
    const { gateway } = app
    const date = new Date()
    const signsIn = app.hasDecorator('oauth')

    app.get(
      `${BASE}/metadata`,
      {
        schema: {
          operationId: 'fhirMetadata',
          summary: 'Read what this server can do',
          description: 'A CapabilityStatement of R4, or of the version that `fhirVersion` in `Accept` names.',
          security: [],
          querystring: formQuery,
          response: { 200: answers('The CapabilityStatement.'), ...refusals() },
        },
      },
      async (request, reply) => {
        const { release } = wantedOf(request)
        const signIn = signsIn ? app.oauth.endpoints() : undefined
        reply.headers({ 'cache-control': 'public, max-age=300' })
        return sendResource(request, reply, capabilityStatement({ gateway, release, date, signIn }))
      },
    )
    if (signsIn) serveSmart(app, `${BASE}/.well-known/smart-configuration`)

    for (const type of gateway.fhir.types.values()) serveType(app, type, { pageSize, mostSearched }, signsIn)
    for (const operation of gateway.fhir.operations) {
      const type = gateway.fhir.types.get(operation.type)
      if (type) serveOperation(app, operation, type, signsIn)
    }
    refuseTheRest(app)
  },
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** What is not served: 405 where a resource could be, with what it takes; 404 elsewhere. */
function refuseTheRest(app: App): void {
  app.route({
    method: [...METHODS],
    url: `${BASE}/*`,
    schema: { hide: true, security: [] },
    handler: async (request: FastifyRequest) => {
      const path = request.url.split('?', 1)[0] ?? ''
      const patterns = patternsOf(path)
      const allowed = METHODS.filter(method => patterns.some(url => app.hasRoute({ method, url })))
      if (allowed.length === 0) throw new UnknownFhirType(path)
      const allow = allowed.join(', ')
      throw Object.assign(new InteractionNotSupported(request.method), { headers: { allow } })
    },
  })
}

/** The routes that a path could have meant. */
function patternsOf(path: string): string[] {
  const [type = '', second, third, fourth] = path.slice(BASE.length + 1).split('/')
  if (second === undefined) return [`${BASE}/${type}`]
  if (third === undefined)
    return [
      `${BASE}/${type}/${second}`,
      ...(second.startsWith('$') || second.startsWith('_') ? [] : [`${BASE}/${type}/:id`]),
    ]
  return [`${BASE}/${type}/:id/${third}${fourth === undefined ? '' : '/:version'}`]
}
