/** The envelope of aggregations and queries: a failure says `message` and `error` beside what every problem says. */
import type { FastifyInstance } from 'fastify'

/** Every answer of a scope says how it went: a success by itself, an error here. */
export function speakEnvelope(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string') return payload
    const problem = JSON.parse(payload) as { readonly detail?: string }
    return JSON.stringify({ message: 'error', error: problem.detail, ...problem })
  })
}
