/**
 * The response format of aggregations and queries: an error has `message` and `error` beside the fields of a
 * problem.
 */
import type { FastifyInstance } from 'fastify'

/** Adds `message` and `error` to the failures of a scope. */
export function speakEnvelope(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string') return payload
    const problem = JSON.parse(payload) as { readonly detail?: string }
    return JSON.stringify({ message: 'error', error: problem.detail, ...problem })
  })
}
