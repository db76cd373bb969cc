/** Liveness, readiness and metrics for operators, and the limit on floods. */
import { type App, definePlugin } from '../../core/index.ts'
import { Health } from '../../schemas/health.ts'
import { OperatorStatus } from '../../schemas/operator-status.ts'
import { ref } from '../../schemas/types.ts'
import { canServe, isWhole } from './health.ts'
import { limitWork } from './limits.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { LEAST, openOperatorKey, operatorScheme } from './operator-key.ts'
import { type Sampler, sampler } from './samples.ts'
import { createStatus } from './status.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
    /** The state of the gateway, read at most every few seconds. */
    state: Sampler
  }
}

const READY = {
  type: 'object',
  required: ['ready', 'draining'],
  additionalProperties: false,
  properties: {
    ready: { type: 'boolean' },
    draining: { type: 'boolean', description: 'True if the gateway is shutting down.' },
  },
} as const

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
      operatorKey: {
        type: 'string',
        writeOnly: true,
        minLength: LEAST,
        maxLength: 512,
        description:
          'Key that opens the page `/operator`, which shows the state of the gateway and no content; preferably `${OPERATOR_KEY}`. Without a key the page is off.',
      },
      operatorKeyFile: {
        type: 'string',
        minLength: 1,
        description:
          'File with this key, mode 0600, relative to the working directory, in place of `operatorKey`.',
      },
    },
  },
  schemas: [Health, OperatorStatus],
  security: { operator: operatorScheme },
  tag: { name: 'Operations', description: 'Health checks and metrics for operators.' },

  async setup(app, { requestsPerMinute, requestsPerMinuteOfAddress = requestsPerMinute * 10, ...keys }) {
    const operator = await openOperatorKey(keys, app.gateway.peers)
    if (operator !== undefined) app.decorate('operator', operator)
    limitWork(app, { ofKey: requestsPerMinute, ofAddress: requestsPerMinuteOfAddress })
    const state = sampler(app.gateway)
    app.decorate('metrics', createMetrics(app.gateway, state.read))
    app.decorate('state', state)
    app.addHook('onClose', async () => app.metrics.close())
    // Not encapsulated: every route is measured, whichever plugin serves it.
    app.addHook('onResponse', app.metrics.observe)
  },

  routes(app, { metrics }) {
    const { gateway } = app
    if (app.operator !== undefined) serveStatus(app)

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
          summary: 'Check if this gateway can serve',
          description:
            'For load balancers. What all gateways share takes none of them out of service: see `/health`. A gateway is not ready ' +
            'while it shuts down, and while it reaches nothing of what it depends on.',
          security: [],
          response: {
            200: { description: 'Send requests.', ...READY },
            503: { description: 'Send none.', ...READY },
          },
        },
      },
      async (_request, reply) => {
        const { dependencies } = await app.state.lastHealth()
        const { draining } = gateway
        const ready = canServe(draining, dependencies)
        if (!ready) reply.header('retry-after', '5')
        return reply.code(ready ? 200 : 503).send({ ready, draining })
      },
    )

    app.get(
      '/health',
      {
        config: { traced: false },
        logLevel: 'warn',
        schema: {
          operationId: 'health',
          summary: 'Read the health of the deployment',
          description:
            'What the deployment can do, and each dependency as this gateway sees it, at most a second old. For monitoring, ' +
            'not for load balancers.',
          security: [],
          response: {
            200: { description: 'Everything works.', ...ref(Health) },
            503: { description: 'Something is away.', ...ref(Health) },
          },
        },
      },
      async (_request, reply) => {
        const health = await app.state.health()
        return reply.code(isWhole(health) ? 200 : 503).send({ ...health, draining: gateway.draining })
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
        return app.metrics.read()
      },
    )
  },
})

/** The state of the gateway, for the page `/operator`. */
function serveStatus(app: App): void {
  const status = createStatus(app.gateway, app.state.read)
  app.addHook('onClose', async () => status.close())
  app.get(
    '/api/operator/status',
    {
      logLevel: 'warn',
      config: { traced: false, rateLimited: true, sameOrigin: true },
      schema: {
        operationId: 'operatorStatus',
        summary: 'Read the state of the gateway',
        description: 'For the operator. Contains no person, no record and no secret.',
        security: [{ operator: [] }],
        response: { 200: { description: 'The state.', ...ref(OperatorStatus) } },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(await status.read()),
  )
}
