/** Messages between an assistant and its endpoint, in the Model Context Protocol. */
import { example } from './identity.ts'
import { schemaOf } from './types.ts'

/** Maximum number of messages in a batch. */
export const MOST_MESSAGES = 20

/** The SDKs check the rest of a message, and answer with protocol errors. */
const MEMBERS = {
  jsonrpc: { description: '`2.0`.' },
  id: { description: 'A text or a number; absent in a notification.' },
} as const

export const AssistantRequest = schemaOf<object>({
  $id: 'AssistantRequest',
  type: ['object', 'array'],
  ...{ maxItems: MOST_MESSAGES, items: {} },
  description: `JSON-RPC 2.0: a message, or a batch of at most ${MOST_MESSAGES}. Each counts as a request.`,
  properties: {
    ...MEMBERS,
    method: { description: 'A method of the protocol: `tools/list`, `tools/call`, `resources/read`.' },
    params: { description: 'The parameters of the method.' },
  },
  examples: [
    {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'my_document_content', arguments: { binaryId: example.uuid } },
    },
  ],
})

export const AssistantAnswer = schemaOf<object>({
  $id: 'AssistantAnswer',
  type: ['object', 'array'],
  items: {},
  description: 'JSON-RPC 2.0: the response to a message, or the responses to a batch.',
  properties: {
    ...MEMBERS,
    result: { description: 'The result of the method.' },
    error: { description: 'A code and a message; present if the method has no result.' },
  },
  examples: [{ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'No files.' }] } }],
})
