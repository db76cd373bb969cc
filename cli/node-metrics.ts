/** The metrics of a standalone storage node, for Prometheus, on a port of their own: the node's origin is public. */
import { createRequire } from 'node:module'
import Fastify, { type FastifyInstance } from 'fastify'
import type { DatabaseServer } from '../core/stores/sql/database.ts'

export interface NodeMetrics {
  readonly url: string
  close(): Promise<void>
}

export interface MeasuredNode {
  /** The server of the node, which does not listen yet. */
  readonly server: FastifyInstance
  readonly pools: DatabaseServer['pools']
  /** Rejects if the node or its database does not answer. */
  readonly health: () => Promise<void>
  readonly version: string
}

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Measures a node, and serves what is measured: counts and times by route, no identities. */
export async function serveNodeMetrics(
  { server, pools, health, version }: MeasuredNode,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<NodeMetrics> {
  const require = createRequire(import.meta.url)
  const { Gauge, Histogram, Registry, collectDefaultMetrics } =
    require('prom-client') as typeof import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    ...{ name: 'andiron_info', help: 'The version that runs.', labelNames: ['version'], registers },
  }).set({ version }, 1)
  const requests = new Histogram({
    name: 'andiron_node_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    ...{ labelNames: ['method', 'route', 'status'], buckets: DURATIONS, registers },
  })
  server.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) =>
    requests.observe({ method, route: routeOptions.url ?? '(none)', status }, elapsedTime / 1000),
  )
  new Gauge({
    name: 'andiron_node_ready',
    help: '1 if the node and its database answer.',
    registers,
    async collect() {
      this.set(
        await health().then(
          () => 1,
          () => 0,
        ),
      )
    },
  })
  new Gauge({
    name: 'andiron_node_database_connections',
    help: 'Connections to the database by their use, and statements that wait for one.',
    ...{ labelNames: ['use'], registers },
    collect() {
      for (const { used, idle, waiting } of pools())
        for (const [use, count] of Object.entries({ used, idle, waiting })) this.set({ use }, count)
    },
  })

  const app = Fastify({ logger: false, exposeHeadRoutes: false })
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
  return { url: await app.listen({ host, port }), close: () => app.close() }
}
