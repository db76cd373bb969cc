/**
 * The endpoint for AI assistants: every declared tool, resource and prompt, over the Model Context Protocol.
 */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type Context, contextOf, definePlugin } from '../../core/index.ts'
import { AssistantAnswer, AssistantRequest } from '../../schemas/assistant.ts'
import { ref } from '../../schemas/types.ts'
import { ForeignHost, MethodNotAllowed } from './errors.ts'
import { createHosts, type Hosts } from './hosts.ts'
import type { legacyServer } from './legacy.ts'
import { createMethods, type Methods } from './methods.ts'
import type { Extend } from './modern.ts'
import { type ServerInfo, serverInfoOf } from './server-info.ts'
import { webRequestOf } from './web-request.ts'

export type { AssistantCall, AssistantCallEnd } from './hooks.ts'

/** An error of the protocol; one of the gateway is a problem. */
const refused = (description: string) => ({
  description,
  content: {
    'application/json': { schema: ref(AssistantAnswer) },
    'application/problem+json': { schema: { $ref: 'Problem#' } },
  },
})

declare module 'fastify' {
  interface FastifyInstance {
    assistants: Assistants
  }
}

/** The interface for another endpoint with the same tools. */
export interface Assistants {
  readonly methods: Methods
  /** Creates a server of the older era for one caller, with further capabilities. */
  server(
    context: Context,
    more?: Parameters<typeof legacyServer>[3],
  ): Promise<ReturnType<typeof legacyServer>>
  readonly hosts: Hosts
  /** Answers a message of the newer era, by a server with changes; `undefined` for one of the older era. */
  answerModern(
    context: Context,
    request: Request,
    body: unknown,
    extend?: Extend,
  ): Promise<Response | undefined>
  webRequestOf(request: FastifyRequest, reply: FastifyReply): Request
}

/** The first is the documented one; some clients require `/mcp`. */
const PATHS = ['/api/mcp-user', '/api/user/mcp', '/mcp'] as const

// The first message loads the SDKs of the protocol, which are as large as the rest of a gateway.
const loadLegacy = () => import('./legacy.ts')

async function openModern(methods: Methods, server: ServerInfo, log: FastifyBaseLogger) {
  const { modernHandler, ...modern } = await import('./modern.ts')
  return { ...modern, handler: modernHandler(methods, server, log) }
}

type Modern = Awaited<ReturnType<typeof openModern>>

export default definePlugin({
  name: 'mcp',
  version: '1.0.0',
  dependencies: ['oauth', 'pages'],
  schemas: [AssistantRequest, AssistantAnswer],
  openHooks: { beforeAssistantCall: 'guard', afterAssistantCall: 'notice' },
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['allowedHosts', 'requireAudience'],
    properties: {
      allowedHosts: {
        type: 'array',
        items: { type: 'string', pattern: '^[a-z0-9.-]+$' },
        default: [],
        description:
          'Further host names, without port, that may be the host of the endpoint or the origin of a calling page.',
      },
      requireAudience: {
        type: 'boolean',
        default: false,
        description:
          'Require tokens to name this endpoint in `aud`. Tokens of the sign-in always do; tokens made with the SDK may not.',
      },
    },
  },
  tag: { name: 'Assistants', description: 'Read access to a profile with the Model Context Protocol.' },

  setup(app, { requireAudience, allowedHosts }) {
    const { gateway } = app
    app.oauth.resources.add({
      ...{ name: 'Your health profile', paths: PATHS, requireAudience },
      gives: 'your measurements and other health data, the list of your files, and what is in them',
    })
    const methods = createMethods(gateway)
    const described = () => serverInfoOf(gateway, app.pages)
    let opened: Promise<Modern> | undefined
    app.addHook('onClose', async () => (await opened)?.handler.close())
    app.decorate('assistants', {
      methods,
      server: async (context, more) => (await loadLegacy()).legacyServer(methods, described(), context, more),
      hosts: createHosts(() => gateway.baseUrl, allowedHosts),
      async answerModern(context, request, parsedBody, extend) {
        opened ??= openModern(methods, described(), app.log)
        const { isLegacyRequest, handler, carrying } = await opened
        if (await isLegacyRequest(request, parsedBody)) return undefined
        return handler.fetch(request, { parsedBody, authInfo: carrying(context, extend) })
      },
      webRequestOf: (request, reply) => webRequestOf(request, reply, gateway.baseUrl),
    })
  },

  routes(app) {
    const { assistants } = app
    const { hosts } = assistants
    app.addHook('onRequest', async request => hosts.check(request))
    app.addHook('onSend', async (_request, reply) => {
      // Health data, and URLs that work once.
      reply.header('cache-control', 'no-store')
    })

    for (const [index, url] of PATHS.entries()) {
      app.post(
        url,
        {
          config: { rateLimited: true, errors: [ForeignHost] },
          schema: {
            hide: index > 0,
            operationId: 'callAssistantTools',
            summary: 'Send a message of the Model Context Protocol',
            description:
              'Streamable HTTP without sessions, in all revisions from 2024-10-07 to 2026-07-28. Also served at `/api/user/mcp` and `/mcp`.',
            security: [{ reader: ['read'] }],
            body: ref(AssistantRequest),
            response: {
              200: {
                description: 'The response, or the responses to a batch.',
                content: { 'application/json': { schema: ref(AssistantAnswer) } },
              },
              202: { description: 'The notification is accepted.', type: 'null' },
              400: refused('The message is not of the protocol.'),
              406: refused('The client does not accept `application/json` and `text/event-stream`.'),
            },
          },
        },
        async (request, reply) => {
          const { body: parsedBody } = request
          if (Array.isArray(parsedBody)) request.charge?.(parsedBody.length - 1)
          const webRequest = assistants.webRequestOf(request, reply)
          const context = contextOf(request)
          const answer =
            (await assistants.answerModern(context, webRequest, parsedBody)) ??
            (await (
              await loadLegacy()
            ).answerLegacy(await assistants.server(context), webRequest, parsedBody))
          return reply.send(answer)
        },
      )

      app.route({
        method: ['GET', 'DELETE'],
        url,
        schema: { hide: true, security: [{ reader: ['read'] }] },
        handler: async () => {
          throw Object.assign(new MethodNotAllowed(), { headers: { allow: 'POST' } })
        },
      })
    }
  },
})
