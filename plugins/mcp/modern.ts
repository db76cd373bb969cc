/** The era from 2026-07-28 on: no handshake, every request is self-contained. */
import { type AuthInfo, createMcpHandler, type McpHttpHandler, Server } from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../core/index.ts'
import { CAPABILITIES, INSTRUCTIONS, type Methods } from './methods.ts'

export { isLegacyRequest } from '@modelcontextprotocol/server'

/** The lists of tools and prompts are the same for everyone and only change with a restart. */
const PUBLIC = { ttlMs: 300_000, cacheScope: 'public' } as const
const CACHE_HINTS = {
  'tools/list': PUBLIC,
  'prompts/list': PUBLIC,
  'resources/templates/list': PUBLIC,
  'server/discover': PUBLIC,
}

/** Answers requests of this era and refuses those of the other. */
export function modernHandler(methods: Methods, version: string, log: FastifyBaseLogger): McpHttpHandler {
  const createServer = (context: Context) => {
    const server = new Server(
      { name: 'andiron', version },
      { capabilities: CAPABILITIES, instructions: INSTRUCTIONS, cacheHints: CACHE_HINTS },
    )
    for (const [method, answer] of Object.entries(methods))
      server.setRequestHandler(
        method as 'tools/list',
        async ({ params = {} }) => answer(params, context) as never,
      )
    return server
  }
  return createMcpHandler(({ authInfo }) => createServer(contextIn(authInfo)), {
    legacy: 'reject',
    onerror: error => log.debug({ err: error }, 'a request failed'),
  })
}

/** The SDK passes this through unchanged: the caller was authenticated before. */
export const carrying = (context: Context): AuthInfo => ({
  ...{ token: '', clientId: context.caller.client?.id ?? '', scopes: [...context.caller.scopes] },
  extra: { context },
})

function contextIn(authInfo: AuthInfo | undefined): Context {
  const context = authInfo?.extra?.['context']
  if (context === undefined) throw new Error('nobody is calling')
  return context as Context
}
