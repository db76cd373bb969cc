/** Error responses of a storage node: reason phrases for bearers of tokens, tags for everyone else. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NodeAccessError, NodeBusy, NodeError, NodeMoving } from '../../../core/node.ts'

/** Formats every error of a node's server in the node's wire format. */
export function answerFaults(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | NodeError>((error, request, reply) => {
    if (error instanceof NodeAccessError) {
      return reply.code(error.status).type('text/plain').send(error.errors[0])
    }
    const { status, errors } = error instanceof NodeError ? error : faultOf(error)
    // The `Retry-After` of a busy node or server.
    if ('headers' in error) reply.headers(error.headers as Readonly<Record<string, string>>)
    if (status >= 500 && !(error instanceof NodeBusy || error instanceof NodeMoving)) request.log.error(error)
    return reply.code(status).send({ ts: new Date().toISOString(), errors })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not Found'))
}

/** For Fastify's `frameworkErrors`: no route could be determined for the URL. */
export function answerFrameworkFault(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, errors } = faultOf(error)
  reply.code(status).send({ ts: new Date().toISOString(), errors })
}

/** Errors of Fastify before the request reaches the node. */
function faultOf({ validation, validationContext, statusCode = 500, code, message }: FastifyError) {
  if (validation !== undefined) {
    const errors = validation.map(issue => `${validationContext}${issue.instancePath}: ${issue.message}`)
    return { status: 400, errors: ['DataValidationError', ...errors] }
  }
  if (code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return { status: 415, errors: [code, message] }
  if (statusCode >= 500) return { status: 500, errors: ['InternalError'] }
  return { status: statusCode, errors: [code, message] }
}
