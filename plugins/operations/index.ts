/** Liveness, readiness and metrics for operators, and the limit on floods. */
import { definePlugin } from '../../core/index.ts'
import { Readiness } from '../../schemas/readiness.ts'
import { ref } from '../../schemas/types.ts'
import { limitWork } from './limits.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { readinessOf } from './readiness.ts'
import { sampler } from './samples.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

export default definePlugin({
  name: 'operations',
  version: '1.0.0',
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['requestsPerMinute', 'metrics'],
    properties: {
      requestsPerMinute: {
        type: 'integer',
        minimum: 1,
        default: 300,
        description:
          'Requests per minute on costly routes, per key, or per address without a key. A route, or work that a request causes, ' +
          'may count as several requests.',
      },
      requestsPerMinuteOfAddress: {
        type: 'integer',
        minimum: 1,
        description:
          'Requests per minute on costly routes per address (for IPv6, per /64), with any keys. An address may use at most ' +
          '`requestsPerMinute` keys per minute that are new or unused for an hour. Default: ten times `requestsPerMinute`.',
      },
      metrics: {
        type: 'boolean',
        default: true,
        description:
          'Serve `/metrics`. The metrics contain counts and times, no identities; do not expose them to the public.',
      },
    },
  },
  schemas: [Readiness],
  tag: { name: 'Operations', description: 'Health checks and metrics for operators.' },

  setup(app, { requestsPerMinute, requestsPerMinuteOfAddress = requestsPerMinute * 10 }) {
    limitWork(app, { ofKey: requestsPerMinute, ofAddress: requestsPerMinuteOfAddress })
    app.decorate('metrics', createMetrics(app.gateway, sampler(app.gateway)))
    // Not encapsulated: every route is measured, whichever plugin serves it.
    app.addHook('onResponse', app.metrics.observe)
  },

  routes(app, { metrics }) {
    const { gateway } = app

    app.get(
      '/health/live',
      {
        config: { traced: false },
        logLevel: 'warn',
        schema: {
          operationId: 'isAlive',
          summary: 'Check the liveness of the process',
          security: [],
          response: {
            200: {
              description: 'The process is alive.',
              type: 'object',
              required: ['status'],
              properties: { status: { type: 'string', enum: ['alive'] } },
            },
          },
        },
      },
      async () => ({ status: 'alive' as const }),
    )

    app.get(
      '/health/ready',
      {
        config: { traced: false },
        logLevel: 'warn',
        schema: {
          operationId: 'isReady',
          summary: 'Check the readiness of the gateway',
          security: [],
          response: {
            200: { description: 'The gateway is ready.', ...ref(Readiness) },
            503: {
              description: 'A dependency does not respond, or the gateway is shutting down.',
              ...ref(Readiness),
            },
          },
        },
      },
      async (_request, reply) => {
        const readiness = await readinessOf(gateway)
        if (!readiness.ready) reply.header('retry-after', '5')
        return reply.code(readiness.ready ? 200 : 503).send(readiness)
      },
    )

    if (!metrics) return
    app.get(
      '/metrics',
      {
        config: { traced: false },
        logLevel: 'warn',
        schema: {
          operationId: 'metrics',
          summary: 'Read the metrics',
          security: [],
          response: {
            200: {
              description: 'Prometheus text format.',
              content: { 'text/plain': { schema: { type: 'string' } } },
            },
          },
        },
        serializerCompiler: () => (text: unknown) => String(text),
      },
      async (_request, reply) => {
        reply.header('content-type', app.metrics.registry.contentType)
        return app.metrics.registry.metrics()
      },
    )
  },
})
