/** The answer of a tool is what its schema declares and names the records in it, or the assistant gets none. */
import t from 'tap'
import { toHex } from '../../../core/crypto/index.ts'
import { type Context, definePlugin, defineTool } from '../../../core/index.ts'
import { gateway, person } from '../../testing/index.ts'
import { createToolCalls } from '../calls.ts'

const anna = person()
let result: unknown

const goal = defineTool({
  ...{ name: 'my_sleep_goal', title: 'My sleep goal', description: 'How long the person wants to sleep.' },
  input: { type: 'object', additionalProperties: false, properties: {} },
  output: { type: 'object', required: ['hours'], properties: { hours: { type: 'number' } } },
  run: async () => result as never,
})

t.test('a tool of an integrator answers by its schema, and notes its records', async t => {
  const app = await gateway(t, {
    plugins: [definePlugin({ name: 'sleep-goals', version: '1.0.0', dependencies: ['mcp'], tools: [goal] })],
  })
  const call = createToolCalls(app.gateway)
  const key = toHex(anna.keyPair.publicKey)
  const caller = { did: anna.keyPair.did, key, scopes: ['read'] }
  const context: Context = { app, caller, log: app.log, now: new Date() }
  const noted = async () => (await app.gateway.audit.of(key, { limit: 10 })).entries.length

  result = { structuredContent: { hours: 8 }, records: [crypto.randomUUID()] }
  t.match(await call('my_sleep_goal', {}, context), { structuredContent: { hours: 8 } })
  t.equal(await noted(), 1)
  for (const wrong of [
    { structuredContent: { hours: 8, passwordHash: 'c2VjcmV0' }, records: [] },
    { structuredContent: {}, records: [] },
    { content: [{ type: 'text', text: 'eight hours' }], records: [] },
    { structuredContent: { hours: 8 } },
    undefined,
  ]) {
    result = wrong
    const answer = await call('my_sleep_goal', {}, context)
    t.equal(answer.isError, true, JSON.stringify(wrong))
    t.notMatch(JSON.stringify(answer), /c2VjcmV0|eight/)
  }
  t.equal(await noted(), 1, 'what was not answered was not read')
})
