/** Converts a request to the web's `Request`, which the SDKs expect. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Without the body, which has been read; its signal fires if the client disconnects before the response. */
export function webRequestOf(request: FastifyRequest, reply: FastifyReply, baseUrl: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  const left = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort()
  })
  return new Request(new URL(request.url, baseUrl), { method: request.method, headers, signal: left.signal })
}
