/** Liveness, readiness and metrics for operators, and the limit on floods. */
import { definePlugin } from '../../core/index.ts'
import { Readiness } from '../../schemas/readiness.ts'
import { ref } from '../../schemas/types.ts'
import { limitWork } from './limits.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { readinessOf } from './readiness.ts'

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
          'Requests a minute that one key has on routes that cost much, and one address without a key. A route may count as several, and so may what a request makes the gateway do.',
      },
      requestsPerMinuteOfAddress: {
        type: 'integer',
        minimum: 1,
        description:
          'The same for everybody at one address (of IPv6, at one /64), whatever keys they have; of keys that were not seen for an hour an address brings at most `requestsPerMinute` a minute. Default: ten times `requestsPerMinute`.',
      },
      metrics: {
        type: 'boolean',
        default: true,
        description:
          'Whether `/metrics` is served. It holds counts and times, no identities; keep it from the public all the same.',
      },
    },
  },
  schemas: [Readiness],
  tag: { name: 'Operations', description: 'For those who run the gateway.' },

  setup(app, { requestsPerMinute, requestsPerMinuteOfAddress = requestsPerMinute * 10 }) {
    limitWork(app, { ofKey: requestsPerMinute, ofAddress: requestsPerMinuteOfAddress })
    app.decorate(
      'metrics',
      createMetrics(app.gateway.version, () => app.gateway.records.rejected),
    )
    // Not encapsulated: every route is measured, whichever plugin serves it.
    app.addHook('onResponse', app.metrics.observe)
  },

  routes(app, { metrics }) {
    const { gateway } = app

    app.get(
      '/health/live',
      {
        logLevel: 'warn',
        schema: {
          operationId: 'isAlive',
          summary: 'Ask whether the process answers',
          security: [],
          response: {
            200: {
              description: 'It does.',
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
        logLevel: 'warn',
        schema: {
          operationId: 'isReady',
          summary: 'Ask whether the gateway can serve, and if not, what is missing',
          security: [],
          response: {
            200: { description: 'It can.', ...ref(Readiness) },
            503: {
              description: 'Something it needs does not answer, or it is shutting down.',
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
