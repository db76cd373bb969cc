/** A session of the older era, in which a running tool can send requests to its client. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Context } from 'andiron'
import type { FastifyInstance } from 'fastify'
import type { LRUCache } from 'lru-cache'
import { asking } from './asking.ts'

type Sessions = Pick<LRUCache<string, WebStandardStreamableHTTPServerTransport>, 'set' | 'delete'>

/** Capabilities that only a session can have. */
const SESSION = { logging: {}, completions: {}, resources: { subscribe: true } } as const

/** Begins a session; it is listed once the client has initialized it. */
export async function begin(
  assistants: FastifyInstance['assistants'],
  context: Context,
  sessions: Sessions,
): Promise<WebStandardStreamableHTTPServerTransport> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: id => void sessions.set(id, transport),
    onsessionclosed: id => void sessions.delete(id),
  })
  const server = await assistants.server(context, SESSION)
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const ask = asking[params.name]
    if (ask) return ask(params.arguments ?? {}, extra)
    return { ...(await assistants.methods['tools/call']?.(params, context)) }
  })
  server.setRequestHandler(CompleteRequestSchema, async () => ({ completion: { values: [] } }))
  server.setRequestHandler(SubscribeRequestSchema, async () => ({}))
  server.setRequestHandler(UnsubscribeRequestSchema, async () => ({}))
  await server.connect(transport as never)
  return transport
}
