/** Fixtures of the newer era, which need its input requests, its state between requests, and its notifications. */
import { setTimeout as delay } from 'node:timers/promises'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequest,
  type InputRequests,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Context } from 'andiron'
import { createKeyPair } from 'andiron/crypto'
import type { FastifyInstance } from 'fastify'
import { text } from './content.ts'

type Diagnosed = (context: ServerContext) => Promise<object>

type Envelope = { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined

const PAUSE = 50
/** JSON-RPC 2.0 §5.1. */
const INVALID_PARAMS = -32602

const elicit = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  })
const sample = (words: string): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens: 100 })

const YOUR_NAME = elicit('What is your name?', 'name')
const CONFIRM = {
  confirm: inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  }),
}
const said = (sentence: string) => ({ content: [text(sentence)] })

const { mint, verify } = createRequestStateCodec<number>({ key: createKeyPair().privateKey })

/** Requests input in rounds. With `state`, the number of the round comes back from the client, signed. */
function asks(
  rounds: readonly InputRequests[],
  { state = false, answer = () => said('It has been answered.') }: Asking = {},
): Diagnosed {
  return async context => {
    const { inputResponses = {}, requestState } = context.mcpReq
    const sent = requestState<string>()
    const at = sent === undefined ? 0 : await verify(sent, context).catch(refuse)
    const isAnswered = Object.keys(rounds[at] ?? {}).every(name => isObject(inputResponses?.[name]))
    const inputRequests = rounds[isAnswered ? at + 1 : at]
    if (!inputRequests) return answer(inputResponses)
    const next = isAnswered ? at + 1 : at
    return inputRequired({ inputRequests, ...(state && { requestState: await mint(next, context) }) })
  }
}

interface Asking {
  readonly state?: boolean
  readonly answer?: (responses: Readonly<Record<string, unknown>>) => object
}

function refuse(): never {
  throw Object.assign(new Error('The requestState was changed'), { code: INVALID_PARAMS })
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

const TOOLS: Readonly<Record<string, Diagnosed>> = {
  // A client that has not declared the capability `sampling` gets the error -32021 from the SDK.
  test_missing_capability: asks([{ answer: sample('Say yes.') }]),
  test_streaming_elicitation: asks([{ user_name: YOUR_NAME }]),
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log('info', 'The tool is running')
    return said('It has logged.')
  },
  async test_tool_with_progress({ mcpReq: { _meta, notify } }) {
    const progressToken = _meta?.progressToken
    for (const progress of [0, 50, 100]) {
      const params = { progressToken: progressToken ?? '', progress, total: 100 }
      if (progressToken !== undefined) await notify({ method: 'notifications/progress', params })
      await delay(PAUSE)
    }
    return said('It has come to its end.')
  },
  test_input_required_result_elicitation: asks([{ user_name: YOUR_NAME }], {
    answer: ({ user_name }) => {
      const { content } = user_name as { content?: { name?: string } }
      return said(`Hello, ${content?.name}!`)
    },
  }),
  test_input_required_result_sampling: asks(
    [{ capital_question: sample('What is the capital of France?') }],
    {
      answer: ({ capital_question }) => {
        const { content } = capital_question as { content?: { text?: string } }
        return said(content?.text ?? '')
      },
    },
  ),
  test_input_required_result_list_roots: asks([{ client_roots: inputRequired.listRoots() }], {
    answer: ({ client_roots }) => said(JSON.stringify(client_roots)),
  }),
  test_input_required_result_request_state: asks([CONFIRM], {
    state: true,
    answer: () => said('state-ok'),
  }),
  test_input_required_result_tampered_state: asks([CONFIRM], { state: true }),
  test_input_required_result_multiple_inputs: asks(
    [
      {
        ...{ user_name: YOUR_NAME, greeting: sample('Generate a greeting') },
        client_roots: inputRequired.listRoots(),
      },
    ],
    { state: true },
  ),
  test_input_required_result_multi_round: asks(
    [
      { step1: elicit('Step 1: What is your name?', 'name') },
      { step2: elicit('Step 2: What is your favorite color?', 'color') },
    ],
    { state: true },
  ),
  test_input_required_result_capabilities: context => {
    const { elicitation, sampling } =
      (context.mcpReq.envelope as Envelope)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
    const inputs = {
      ...(elicitation && { user_name: YOUR_NAME }),
      ...(sampling && { greeting: sample('Generate a greeting') }),
    }
    return asks([inputs])(context)
  },
}

const PROMPTS: Readonly<Record<string, Diagnosed>> = {
  test_input_required_result_prompt: asks(
    [{ user_context: elicit('What context should the prompt use?', 'context') }],
    {
      answer: ({ user_context }) => ({
        messages: [{ role: 'user', content: text(`Context: ${JSON.stringify(user_context)}`) }],
      }),
    },
  ),
}

/** A server with these fixtures; every other call goes on as before. */
export const diagnosing =
  ({ methods }: Pick<FastifyInstance['assistants'], 'methods'>, caller: Context) =>
  (server: Server): void => {
    server.registerCapabilities({ logging: {}, completions: {} })
    server.setRequestHandler('completion/complete', async () => ({ completion: { values: [] } }))
    for (const [method, fixtures] of [
      ['tools/call', TOOLS],
      ['prompts/get', PROMPTS],
    ] as const)
      server.setRequestHandler(method as 'tools/call', async ({ params }, context) => {
        const diagnosed = Object.hasOwn(fixtures, params.name) ? fixtures[params.name] : undefined
        return (await (diagnosed ? diagnosed(context) : methods[method]?.(params, caller))) as never
      })
  }
