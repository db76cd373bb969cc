/** Tools that send requests to their client while they run, in a session of the older era. */
import { setTimeout as delay } from 'node:timers/promises'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type {
  CallToolResult,
  ElicitRequestFormParams,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { CreateMessageResultSchema, ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { text } from './content.ts'

/** The channel with which a running tool sends requests and notifications. */
type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>
type Asking = (given: Record<string, unknown>, extra: Extra) => Promise<CallToolResult>
type Form = ElicitRequestFormParams['requestedSchema']

const PAUSE = 50
const said = (sentence: string): CallToolResult => ({ content: [text(sentence)] })

async function elicit(message: string, requestedSchema: Form, { sendRequest }: Extra) {
  const params: ElicitRequestFormParams = { message, requestedSchema }
  return sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema)
}

async function completed(requestedSchema: Form, extra: Extra): Promise<CallToolResult> {
  const { action, content } = await elicit('Please answer', requestedSchema, extra)
  return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)
}

const titled = (one: string, other: string, third: string, noun: string) =>
  [`First ${noun}`, `Second ${noun}`, `Third ${noun}`].map((title, index) => ({
    const: [one, other, third][index] ?? '',
    title,
  }))

/** By the name of the tool. */
export const asking: Readonly<Record<string, Asking>> = {
  async test_tool_with_logging(_given, { sendNotification }) {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await sendNotification({ method: 'notifications/message', params: { level: 'info', data } })
      await delay(PAUSE)
    }
    return said('It has logged.')
  },
  async test_tool_with_progress(_given, { _meta, sendNotification }) {
    const progressToken = _meta?.progressToken
    for (const progress of [0, 50, 100]) {
      const params = { progressToken: progressToken ?? '', progress, total: 100 }
      if (progressToken !== undefined) await sendNotification({ method: 'notifications/progress', params })
      await delay(PAUSE)
    }
    return said('It has come to its end.')
  },
  async test_sampling({ prompt }, { sendRequest }) {
    const { content } = await sendRequest(
      {
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: text(String(prompt)) }], maxTokens: 100 },
      },
      CreateMessageResultSchema,
    )
    return said(`LLM response: ${content.type === 'text' ? content.text : content.type}`)
  },
  async test_elicitation({ message }, extra) {
    const form: Form = {
      type: 'object',
      properties: {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      required: ['username', 'email'],
    }
    const { action, content } = await elicit(String(message), form, extra)
    return said(`User response: action: ${action}, content: ${JSON.stringify(content ?? {})}`)
  },
  test_elicitation_sep1034_defaults: (_given, extra) =>
    completed(
      {
        type: 'object',
        properties: {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        },
      },
      extra,
    ),
  test_elicitation_sep1330_enums: (_given, extra) =>
    completed(
      {
        type: 'object',
        properties: {
          untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
          titledSingle: { type: 'string', oneOf: titled('value1', 'value2', 'value3', 'Option') },
          legacyEnum: {
            type: 'string',
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: {
            type: 'array',
            items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
          },
          titledMulti: { type: 'array', items: { anyOf: titled('value1', 'value2', 'value3', 'Choice') } },
        },
      },
      extra,
    ),
}
