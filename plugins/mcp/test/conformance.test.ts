/** The plugin for the conformance suite, loaded by path: on this machine only, and in sessions. */

import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import t from 'tap'
import '../../../tooling/register.js'
import { listening } from '../../test/fixtures/assistants.ts'

const fixtures = new URL('plugins/mcp/test/conformance/index.ts', import.meta.resolve('#root/package.json'))

t.test('serves the fixtures to this machine alone', async t => {
  const { app, url } = await listening(t, { plugins: { [fixtures.href]: {} } })
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: {} } })
  client.setRequestHandler(ElicitRequestSchema, async () => ({
    action: 'accept',
    content: { username: 'a', email: 'a@example.org' },
  }))
  t.teardown(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/conformance`)) as never)

  t.match(await client.callTool({ name: 'test_simple_text' }), { content: [{ text: /simple text/ }] })
  t.match(await client.callTool({ name: 'test_error_handling' }), { isError: true })
  const elicited = await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } })
  t.match(elicited, { content: [{ text: /accept.*a@example\.org/ }] }, 'a tool asks its client back')
  const mine = await client.callTool({ name: 'my_observations' })
  t.match(mine, { structuredContent: { total: 0 } }, 'who calls is nobody')

  const modern = new ModernClient(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  t.teardown(() => modern.close())
  await modern.connect(new ModernTransport(new URL(`${url}/conformance`)))
  t.match(await modern.callTool({ name: 'test_simple_text' }), { content: [{ text: /simple text/ }] })
  t.match(await modern.readResource({ uri: 'test://static-text' }), { contents: [{ text: /static text/ }] })
  t.match(await modern.callTool({ name: 'test_logging_tool' }), { content: [{ text: /logged/ }] })
  await t.rejects(modern.callTool({ name: 'test_missing_capability' }), { code: -32021 }, 'undeclared')
  t.match(await modern.getPrompt({ name: 'test_simple_prompt' }), { messages: [{ role: 'user' }] })

  const refused: [object, number][] = [
    [{ remoteAddress: '192.0.2.1' }, 403],
    [{ headers: { host: 'evil.example' } }, 403],
    [{ headers: { 'mcp-session-id': 'unknown' } }, 404],
  ]
  for (const [changes, status] of refused) {
    const request = { method: 'POST', url: '/conformance', payload: {}, ...changes } as const
    t.equal((await app.inject(request)).statusCode, status, JSON.stringify(changes))
  }
})
