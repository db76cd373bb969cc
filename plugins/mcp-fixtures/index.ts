/** For developers: what the official conformance suite of the Model Context Protocol expects beyond a person's own data. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { createKeyPair, toHex } from '../../core/crypto/index.ts'
import { type Context, definePlugin } from '../../core/index.ts'
import { asking } from './asking.ts'
import { NotThisMachine } from './errors.ts'
import { prompts, resources } from './offers.ts'
import { tools } from './tools.ts'

/** What only a session can have. */
const SESSION = { logging: {}, completions: {}, resources: { subscribe: true } } as const

export default definePlugin({
  name: 'mcp-fixtures',
  version: '1.0.0',
  optIn: true,
  dependencies: ['mcp'],
  tools,
  resources,
  prompts,

  routes(app) {
    const { assistants } = app
    const sessions = new LRUCache<string, WebStandardStreamableHTTPServerTransport>({
      max: 100,
      dispose: transport => void transport.close(),
    })
    const { did, publicKey } = createKeyPair()
    // Nobody: their profile is empty.
    const caller = { did, key: toHex(publicKey), scopes: ['read'] }
    app.addHook('onClose', () => sessions.clear())
    app.addHook('onRequest', async request => {
      assistants.hosts.check(request)
      if (ipaddr.process(request.ip).range() !== 'loopback') throw new NotThisMachine()
    })

    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/api/mcp-fixtures',
      schema: { hide: true, security: [] },
      async handler(request, reply) {
        const id = [request.headers['mcp-session-id']].flat()[0]
        const known = id === undefined ? undefined : sessions.get(id)
        if (id !== undefined && !known) return reply.code(404).send()
        const transport = known ?? (await begin({ app, caller, log: request.log, now: new Date() }))
        const asked = assistants.webRequestOf(request, reply)
        return reply.send(await transport.handleRequest(asked, { parsedBody: request.body }))
      },
    })

    async function begin(context: Context): Promise<WebStandardStreamableHTTPServerTransport> {
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: id => void sessions.set(id, transport),
        onsessionclosed: id => void sessions.delete(id),
      })
      const server = assistants.server(context, SESSION)
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
  },
})
