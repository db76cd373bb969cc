/** One format for every error: RFC 9457 `application/problem+json`, with a stable code and all issues. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Issue } from '../../schemas/issue.ts'
import type { Problem } from '../../schemas/problem.ts'
import {
  BadRequest,
  BadUrl,
  HeadersTooLarge,
  Internal,
  InvalidJson,
  InvalidRequest,
  NotFound,
  PayloadTooLarge,
  RequestTimeout,
  UnsupportedMediaType,
  withIssues,
} from '../errors.ts'
import { traceFailure } from '../telemetry/trace-requests.ts'
import { issuesOf } from './issues.ts'
import { isSlowUpload } from './slow-requests.ts'

/** The optional fields of an error beside its code, status and message. */
interface Failure extends FastifyError {
  readonly issues?: readonly Issue[]
  /** Headers of the response: `WWW-Authenticate`, `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A row of an error table: the class returned by `createError`. */
export type ErrorRow = new (...details: never[]) => FastifyError

/** The format of errors below a path, instead of a problem. */
export interface FailureForm {
  /** The media type. */
  readonly type: string
  /** The schema of the body. */
  readonly schema: { readonly $id: string }
  write(problem: Problem): string
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Seconds after which a client may retry a 503, unless the error has its own. */
export const RETRY_AFTER = '5'

export function problemOf(error: Failure, requestId?: string): Problem {
  const status = error.statusCode ?? 500
  return {
    type: `urn:andiron:error:${error.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    code: error.code,
    ...(requestId && { requestId }),
    ...(error.issues && { issues: [...error.issues] }),
  }
}

/** Answers every error of a route, an unknown path and a malformed URL in the same format. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: Failure, request, reply) => send(explain(error, request), request, reply))
  app.setNotFoundHandler((request, reply) => {
    send(new NotFound(request.method, request.url.split('?', 1)[0]), request, reply)
  })
}

/** For Fastify's `frameworkErrors`: no route could be determined for the URL. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  send(error.code === 'FST_ERR_ASYNC_CONSTRAINT' ? new Internal() : new BadUrl(), request, reply)
}

function send(error: Failure, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500
  if (status >= 500) request.log.error({ err: error.cause ?? error }, 'request failed')
  else request.log.info({ code: error.code, statusCode: status }, 'request refused')
  const problem = problemOf(error, request.id)
  traceFailure(request, problem.code)
  request.server.gateway.telemetry.emit('refusal', { code: problem.code, status, sentence: rowOf(error) })
  const form = formAt(request.server.gateway.failureForms, request.url)
  reply
    .code(status)
    .headers({ ...(status === 503 && { 'retry-after': RETRY_AFTER }), ...error.headers })
    .header('content-type', form?.type ?? PROBLEM_TYPE)
    .send(form?.write(problem) ?? JSON.stringify(problem))
}

/** The sentence of an error's row, with `…` for its details, which may name a person or a record. */
function rowOf(error: Failure): string {
  const Row = error.constructor as new () => Error
  // Only classes of `createError` have this mark, and can be made without details.
  if (!Object.hasOwn(Row.prototype, Symbol.for(`fastify-error ${error.code}`))) return ''
  return new Row().message.replace(/%[sd]/g, '…')
}

/** The error format of a plugin for the paths below its own. */
export function formAt(forms: ReadonlyMap<string, FailureForm>, url: string): FailureForm | undefined {
  for (const [path, form] of forms)
    if (url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`)) return form
  return undefined
}

/** The error as a row of a table. Any other error is an internal fault and is not explained to the caller. */
function explain(error: Failure, request: FastifyRequest): Failure {
  // A plugin may throw any value.
  if (!(error instanceof Object)) return Object.assign(new Internal(), { cause: error })
  if (error.validation)
    return withIssues(new InvalidRequest(), issuesOf(error.validation, error.validationContext ?? 'request'))
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new PayloadTooLarge(request.routeOptions.bodyLimit)
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new UnsupportedMediaType(request.headers['content-type'] ?? '')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new InvalidJson('its length is not the Content-Length that was announced')
  }
  return isRow(error) ? error : Object.assign(new Internal(), { cause: error })
}

/** True for a row of an error table, of the gateway or of a plugin; errors of Node.js and of Fastify are none. */
export function isRow(error: unknown): error is FastifyError {
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  const isNamed = typeof code === 'string' && /^[A-Z]+_/.test(code) && !code.startsWith('FST_')
  return isNamed && Number.isInteger(statusCode)
}

/** For a request that is not HTTP or timed out: answers on the bare socket and closes it. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isSlowUpload(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem = problemOf(clientErrors[error.code ?? '']?.() ?? new BadRequest())
  const body = JSON.stringify(problem)
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.title}\r\nContent-Type: ${PROBLEM_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const clientErrors: Readonly<Record<string, () => Failure>> = {
  HPE_HEADER_OVERFLOW: () => new HeadersTooLarge(),
  ERR_HTTP_REQUEST_TIMEOUT: () => new RequestTimeout(),
}
