/** A span for each request of a server, in which the whole request runs. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config-schema.ts'
import { networksOf } from '../http/trust-proxy.ts'
import { beginRequest, type RequestSpan } from './tracing.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for a route that is called so often that its traces hide the others. @default true */
    traced?: boolean
  }
}

const spans = new WeakMap<FastifyRequest, RequestSpan>()

/**
 * Traces every request of a server.
 * @param trust - the callers whose traces are continued
 */
export function traceRequests(app: FastifyInstance, trust: Config['telemetry']['trustTraceparent']): void {
  const isTrusted = trustOf(trust)
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request
    if (routeOptions.config.traced === false) return done()
    const { traceparent } = headers
    const span = beginRequest({
      ...{ method, route: routeOptions.url, traceparent },
      isTrusted: traceparent !== undefined && isTrusted(request.ip),
    })
    if (span === undefined) return done()
    spans.set(request, span)
    span.enter(done)
  })
  // The body arrives in events of the socket, which has no context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.enter(done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end(reply.statusCode)
    done()
  })
}

/** Marks the span of a request as failed. */
export function traceFailure(request: FastifyRequest, code: string): void {
  spans.get(request)?.fail(code)
}

function trustOf(trust: Config['telemetry']['trustTraceparent']): (address: string) => boolean {
  if (typeof trust === 'boolean') return () => trust
  return networksOf(trust)
}
