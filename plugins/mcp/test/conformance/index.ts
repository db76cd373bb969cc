/**
 * A plugin for `.ci/try-mcp`: the tools, resources and prompts that the official conformance suite of the Model Context
 * Protocol expects.
 */
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { definePlugin } from 'andiron'
import { createKeyPair, toHex } from 'andiron/crypto'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { NotThisMachine } from './errors.ts'
import { prompts, resources } from './offers.ts'
import { tools } from './tools.ts'

// The SDK of the protocol is loaded by the first message.
const loadSession = () => import('./session.ts')
const loadModern = () => import('./diagnosed.ts')

export default definePlugin({
  name: 'mcp-conformance',
  version: '1.0.0',
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
    // A synthetic caller with an empty profile.
    const caller = { did, key: toHex(publicKey), scopes: ['read'] }
    app.addHook('onClose', () => sessions.clear())
    app.addHook('onRequest', async request => {
      assistants.hosts.check(request)
      if (ipaddr.process(request.ip).range() !== 'loopback') throw new NotThisMachine()
    })

    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/conformance',
      schema: { hide: true, security: [] },
      async handler(request, reply) {
        const id = [request.headers['mcp-session-id']].flat()[0]
        const known = id === undefined ? undefined : sessions.get(id)
        if (id !== undefined && !known) return reply.code(404).send()
        const context = { app, caller, log: request.log, now: new Date() }
        const webRequest = assistants.webRequestOf(request, reply)
        // A message of the newer era needs no session.
        const isFirst = id === undefined && request.method === 'POST'
        const modern =
          isFirst &&
          (await assistants.answerModern(
            context,
            webRequest,
            request.body,
            (await loadModern()).diagnosing(assistants, context),
          ))
        if (modern) return reply.send(modern)
        const transport = known ?? (await (await loadSession()).begin(assistants, context, sessions))
        return reply.send(await transport.handleRequest(webRequest, { parsedBody: request.body }))
      },
    })
  },
})
