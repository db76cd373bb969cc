/** The diagnostic tools of the newer era, which need its input requests and its log. */
import { inputRequired, type Server, type ServerContext } from '@modelcontextprotocol/server'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/index.ts'
import { text } from './content.ts'

type Diagnosed = (context: ServerContext) => Promise<object> | object

/** By the name of the tool. */
const DIAGNOSED: Readonly<Record<string, Diagnosed>> = {
  // A client that has not declared the capability `sampling` gets the error -32021 from the SDK.
  test_missing_capability: () =>
    inputRequired({
      inputRequests: {
        answer: inputRequired.createMessage({
          ...{ messages: [{ role: 'user', content: text('Say yes.') }], maxTokens: 10 },
        }),
      },
    }),
  test_streaming_elicitation: ({ mcpReq }) =>
    mcpReq.inputResponses
      ? { content: [text('It has been answered.')] }
      : inputRequired({
          inputRequests: {
            name: inputRequired.elicit({
              message: 'Your name?',
              requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
            }),
          },
        }),
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log('info', 'The tool is running')
    return { content: [text('It has logged.')] }
  },
}

/** A server that answers the diagnostic tools; every other call goes on as before. */
export const diagnosing =
  ({ methods }: Pick<FastifyInstance['assistants'], 'methods'>, caller: Context) =>
  (server: Server): void => {
    server.registerCapabilities({ logging: {} })
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const diagnosed = Object.hasOwn(DIAGNOSED, params.name) ? DIAGNOSED[params.name] : undefined
      return (await (diagnosed ? diagnosed(context) : methods['tools/call']?.(params, caller))) as never
    })
  }
