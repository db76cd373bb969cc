/** The endpoint for AI assistants: every declared tool, resource and prompt over the Model Context Protocol. */
import { isLegacyRequest } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Context, contextOf, definePlugin } from '../../core/index.ts'
import { AssistantAnswer, AssistantRequest } from '../../schemas/assistant.ts'
import { ref } from '../../schemas/types.ts'
import { ForeignHost, MethodNotAllowed } from './errors.ts'
import { createHosts, type Hosts } from './hosts.ts'
import { answerLegacy, legacyServer } from './legacy.ts'
import { createMethods, type Methods } from './methods.ts'
import { carrying, modernHandler } from './modern.ts'
import { webRequestOf } from './web-request.ts'

declare module 'fastify' {
  interface FastifyInstance {
    assistants: Assistants
  }
}

/** What another endpoint of the same tools is built on. */
export interface Assistants {
  readonly methods: Methods
  /** A server of the older era for one caller, with further capabilities. */
  server(context: Context, more?: Parameters<typeof legacyServer>[3]): ReturnType<typeof legacyServer>
  readonly hosts: Hosts
  webRequestOf(request: FastifyRequest, reply: FastifyReply): Request
}

/** The first is the documented one; `/mcp` is what some clients insist on. */
const PATHS = ['/api/mcp-user', '/api/user/mcp', '/mcp'] as const

export default definePlugin({
  name: 'mcp',
  version: '1.0.0',
  dependencies: ['oauth'],
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
          'Further host names, without port, under which the endpoint may be called or from whose pages it may be called.',
      },
      requireAudience: {
        type: 'boolean',
        default: false,
        description:
          'Whether a token must name this endpoint in `aud`. Tokens of the sign-in always do; those that people make with the SDK need not.',
      },
    },
  },
  tag: { name: 'Assistants', description: 'Reading a profile by the Model Context Protocol.' },

  setup(app, { requireAudience, allowedHosts }) {
    const { gateway } = app
    app.oauth.resources.add({
      ...{ name: 'Your health profile', paths: PATHS, requireAudience },
      gives: 'your observations, the list of your files, and what is in them',
    })
    const methods = createMethods(gateway)
    app.decorate('assistants', {
      methods,
      server: (context, more) => legacyServer(methods, gateway.version, context, more),
      hosts: createHosts(() => gateway.baseUrl, allowedHosts),
      webRequestOf: (request, reply) => webRequestOf(request, reply, gateway.baseUrl),
    })
  },

  routes(app) {
    const { gateway, assistants } = app
    const { methods, hosts } = assistants
    const modern = modernHandler(methods, gateway.version, app.log)
    app.addHook('onClose', () => modern.close())
    app.addHook('onRequest', async request => hosts.check(request))

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
                description: 'The answer, or the answers to a batch.',
                content: { 'application/json': { schema: ref(AssistantAnswer) } },
              },
              202: { description: 'A notification was taken.', type: 'null' },
            },
          },
        },
        async (request, reply) => {
          const { body: parsedBody } = request
          if (Array.isArray(parsedBody)) request.charge?.(parsedBody.length - 1)
          const asked = assistants.webRequestOf(request, reply)
          const context = contextOf(request)
          const answer = (await isLegacyRequest(asked, parsedBody))
            ? await answerLegacy(assistants.server(context), asked, parsedBody)
            : await modern.fetch(asked, { parsedBody, authInfo: carrying(context) })
          return reply.send(answer as never)
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
