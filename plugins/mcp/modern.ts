/** The era from 2026-07-28 on: no handshake, every request is self-contained. */
import { type AuthInfo, createMcpHandler, type McpHttpHandler, Server } from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../core/index.ts'
import { CAPABILITIES, INSTRUCTIONS, type Methods } from './methods.ts'
import type { ServerInfo } from './server-info.ts'

export { isLegacyRequest } from '@modelcontextprotocol/server'

/** Changes the server that answers one request: another endpoint has further methods or capabilities. */
export type Extend = (server: Server) => void

/** The lists of tools and prompts are the same for everyone and only change with a restart. */
const PUBLIC = { ttlMs: 300_000, cacheScope: 'public' } as const
const CACHE_HINTS = {
  'tools/list': PUBLIC,
  'prompts/list': PUBLIC,
  'resources/templates/list': PUBLIC,
  'server/discover': PUBLIC,
}

/** Answers requests of this era and refuses those of the other. */
export function modernHandler(methods: Methods, info: ServerInfo, log: FastifyBaseLogger): McpHttpHandler {
  const createServer = (context: Context, extend?: Extend) => {
    const server = new Server(info, {
      capabilities: CAPABILITIES,
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    })
    for (const [method, answer] of Object.entries(methods))
      server.setRequestHandler(
        method as 'tools/list',
        async ({ params = {} }) => answer(params, context) as never,
      )
    extend?.(server)
    return server
  }
  return createMcpHandler(({ authInfo }) => createServer(...carriedBy(authInfo)), {
    legacy: 'reject',
    onerror: error => log.debug({ err: error }, 'a request failed'),
  })
}

/** The SDK passes this through unchanged: the caller was authenticated before. */
export const carrying = (context: Context, extend?: Extend): AuthInfo => ({
  ...{ token: '', clientId: context.caller.client?.id ?? '', scopes: [...context.caller.scopes] },
  extra: { context, extend },
})

function carriedBy(authInfo: AuthInfo | undefined): [Context, Extend | undefined] {
  const { context, extend } = authInfo?.extra ?? {}
  if (context === undefined) throw new Error('nobody is calling')
  return [context as Context, extend as Extend | undefined]
}
