/** FHIR's REST API at `/fhir`, for the resources that plugins offer. */
import { type App, definePlugin } from '../../core/index.ts'
import { fhirFailures } from '../../fhir/resources/problem-outcome.ts'
import { sendResource, wantedOf } from './answers.ts'
import { capabilityStatement } from './capability.ts'
import { NotAcceptable } from './errors.ts'
import { allowedAt, BASE, notServed } from './not-served.ts'
import { serveOperation } from './operations.ts'
import { serveType } from './routes.ts'
import { AnyResource, answers, formQuery } from './shapes.ts'
import { sharedType } from './shared-types.ts'
import { serveSmart } from './smart.ts'

export default definePlugin({
  name: 'fhir-rest',
  version: '1.0.0',
  dependencies: ['applications', 'auth-jwt'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['pageSize', 'mostSearched', 'mostSearchedBytes'],
    properties: {
      pageSize: {
        type: 'integer',
        minimum: 1,
        maximum: 200,
        default: 50,
        description: 'Default number of resources on a page.',
      },
      mostSearched: {
        type: 'integer',
        minimum: 1,
        default: 20_000,
        description:
          'Maximum records that one search examines in memory, for criteria that the storage nodes cannot search or sort.',
      },
      mostSearchedBytes: {
        type: 'integer',
        minimum: 1,
        default: 67_108_864,
        description:
          'Maximum JSON bytes that one search examines in memory; only one page of them is held at a time.',
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
        gives:
          'your answers to forms, your measurements and other health data, the list of your files, and what is in them',
      })
    app.applications.openPaths.add(BASE)
  },

  routes(app, limits) {
    const { gateway } = app
    const date = new Date()
    const signsIn = app.hasDecorator('oauth')

    app.get(
      `${BASE}/metadata`,
      {
        exposeHeadRoute: true,
        schema: {
          operationId: 'fhirMetadata',
          summary: 'Read the capabilities of this server',
          description: 'A CapabilityStatement of R4, or of the version in `fhirVersion` of `Accept`.',
          security: [],
          querystring: formQuery,
          response: { 200: answers('The CapabilityStatement.') },
        },
        config: { errors: [NotAcceptable] },
      },
      async (request, reply) => {
        const { release } = wantedOf(request)
        const signIn = signsIn ? app.oauth.endpoints() : undefined
        reply.headers({ 'cache-control': 'public, max-age=300' })
        return sendResource(request, reply, capabilityStatement({ gateway, release, date, signIn }))
      },
    )
    if (signsIn) serveSmart(app, `${BASE}/.well-known/smart-configuration`)

    for (const type of gateway.fhir.types.values()) serveType(app, sharedType(app, type), limits, signsIn)
    for (const operation of gateway.fhir.operations) {
      const type = gateway.fhir.types.get(operation.type)
      if (type) serveOperation(app, operation, sharedType(app, type), signsIn)
    }
    refuseTheRest(app)
  },
})

/** Answers requests for unsupported paths and methods with the supported ones; also answers OPTIONS. */
function refuseTheRest(app: App): void {
  for (const url of [BASE, `${BASE}/*`])
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      schema: { hide: true, security: [] },
      handler: async ({ method, url }, reply) => {
        const path = url.split('?', 1)[0] ?? ''
        const allowed = allowedAt(app, path)
        if (method !== 'OPTIONS' || allowed.length === 0) throw notServed(app, method, path)
        return reply
          .code(204)
          .header('allow', [...allowed, 'OPTIONS'].join(', '))
          .send(null)
      },
    })
}
