/** OAuth over HTTP: form bodies in, errors in OAuth's format out, CORS for pages of any origin. */
import type { FastifyError, FastifyInstance } from 'fastify'
import { Internal, InvalidRequest } from '../../core/index.ts'
import { InvalidOauthRequest } from './errors.ts'

type Parameters = Readonly<Record<string, string>>

/**
 * OAuth's name of an error: `invalid_grant` for `AND_INVALID_GRANT`, `invalid_client` for `AND_BACKEND_INVALID_CLIENT`.
 */
export function nameOf({ code }: Pick<FastifyError, 'code'>): string {
  return code
    .replace(/^AND_(?:BACKEND_(?=INVALID_))?/, '')
    .replace('_OAUTH', '')
    .toLowerCase()
}

/**
 * The known parameters, as sent. RFC 6749 §3.1 and §3.2: none may be repeated, and unknown ones are ignored.
 * @throws InvalidOauthRequest
 */
export function parametersOf(given: unknown, known: readonly string[]): Parameters {
  const found: Record<string, string> = {}
  for (const name of known) {
    const value = (given as Record<string, unknown> | undefined)?.[name]
    if (value === undefined || value === '') continue
    if (typeof value !== 'string') throw new InvalidOauthRequest(`has '${name}' more than once`)
    found[name] = value
  }
  return found
}

/** A required parameter. @throws InvalidOauthRequest */
export function required(parameters: Parameters, name: string): string {
  const value = parameters[name]
  if (value === undefined) throw new InvalidOauthRequest(`lacks '${name}'`)
  return value
}

/** Parses form bodies by RFC 6749 §3.2, in this scope. */
export function speakForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    /^application\/x-www-form-urlencoded(?:\s*;|$)/i,
    { parseAs: 'string' },
    (_request, body, done) => {
      const read: Record<string, string | string[]> = Object.create(null)
      for (const [name, value] of new URLSearchParams(String(body)))
        read[name] = read[name] === undefined ? value : [read[name], value].flat()
      done(null, read)
    },
  )
}

/** Formats every error by RFC 6749 §5.2, in this scope. */
export function answerOauthErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const ours = error.code?.startsWith('AND_') ? error : error.validation ? new InvalidRequest() : undefined
    const failure =
      ours ?? (error.statusCode && error.statusCode < 500 ? new InvalidRequest() : new Internal())
    if (failure instanceof Internal) request.log.error({ err: error }, 'request failed')
    else request.log.info({ code: failure.code, statusCode: failure.statusCode }, 'request refused')
    reply
      .code(failure.statusCode ?? 500)
      .headers((error as { headers?: Record<string, string> }).headers ?? {})
      .header('cache-control', 'no-store')
      .send({ error: nameOf(failure), error_description: failure.message })
  })
}

/** Permits pages of every origin: these routes use no credential that a browser adds by itself. */
export function openToPages(app: FastifyInstance, paths: readonly string[]): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
  })
  for (const path of paths)
    app.options(path, { schema: { hide: true, security: [] } }, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'content-type, authorization, mcp-protocol-version',
          'access-control-max-age': '600',
        })
        .send(),
    )
}
