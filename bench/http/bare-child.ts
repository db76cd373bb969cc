/** A bare Fastify: the same bytes in and out, without processing. */
import Fastify from 'fastify'
import { serveAsChild } from './child.ts'

export interface BareRoute {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly answer: unknown
}

await serveAsChild(async (routes: readonly BareRoute[]) => {
  const app = Fastify()
  for (const { method, path, status, answer } of routes)
    app.route({ method, url: path, handler: async (_request, reply) => reply.code(status).send(answer) })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => app.close() }
})
