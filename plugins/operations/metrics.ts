/** Counts and durations of responses, by route: never by caller or by record. */
import { createRequire } from 'node:module'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  readonly observe: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/**
 * Creates a registry of its own: two gateways in one process do not mix their metrics.
 * @param rejected - returns the number of forged records of the service on nodes
 */
export function createMetrics(version: string, rejected: () => number): Metrics {
  let opened: Metrics | undefined
  // Loaded with the first counted response, not at the start.
  const open = () => {
    opened ??= openMetrics(version, rejected)
    return opened
  }
  return {
    get registry() {
      return open().registry
    },
    observe: (request, reply) => open().observe(request, reply),
  }
}

const require = createRequire(import.meta.url)

function openMetrics(version: string, rejected: () => number): Metrics {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } =
    require('prom-client') as typeof import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'andiron_info',
    help: 'The version that runs.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1)
  new Counter({
    name: 'andiron_records_rejected_total',
    help: 'Records of the service on storage nodes whose seal does not verify, each time one is passed over.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(rejected())
    },
  })
  const durations = new Histogram({
    name: 'andiron_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return {
    registry,
    async observe({ method, routeOptions }, { statusCode, elapsedTime }) {
      durations.observe(
        { method, route: routeOptions.url ?? '(none)', status: statusCode },
        elapsedTime / 1000,
      )
    },
  }
}
