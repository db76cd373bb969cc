/** The era until 2025-11-25: one server and one transport per request, no session. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerCapabilities,
} from '@modelcontextprotocol/sdk/types.js'
import type { Context } from '../../core/index.ts'
import { ResourceNotFound } from './failures.ts'
import { CAPABILITIES, INSTRUCTIONS, type Methods } from './methods.ts'
import type { ServerInfo } from './server-info.ts'

/** Revision 2025-11-25, server/resources: "Resource not found: -32002". */
const RESOURCE_NOT_FOUND = -32002

const SCHEMAS = [
  ListToolsRequestSchema,
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  ListPromptsRequestSchema,
  GetPromptRequestSchema,
]

/**
 * Creates a server of this era for one caller.
 * @param more - capabilities beyond those that a single request can have
 */
export function legacyServer(
  methods: Methods,
  info: ServerInfo,
  context: Context,
  more: ServerCapabilities = {},
): Server {
  const server = new Server(info, {
    capabilities: { ...CAPABILITIES, ...more },
    instructions: INSTRUCTIONS,
  })
  for (const schema of SCHEMAS) {
    server.setRequestHandler(schema, async ({ method, params = {} }) => {
      try {
        return { ...(await methods[method]?.(params, context)) }
      } catch (error) {
        throw error instanceof ResourceNotFound
          ? new ResourceNotFound(error.data.uri, RESOURCE_NOT_FOUND)
          : error
      }
    })
  }
  return server
}

export async function answerLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
  // Without `sessionIdGenerator` there is no session.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}
