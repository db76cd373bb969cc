/**
 * Every argument of every tool, called by real clients: the official ones of both eras, and `mcp-remote` in between.
 * clients.mjs URL PERSON: the gateway, and what `person.mjs` printed.
 */
import { createRequire } from 'node:module'
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const [, , url, person] = process.argv
const { token, text, picture, report, form } = JSON.parse(person)
const authorization = `Bearer ${token}`
const endpoint = new URL(`${url}/mcp`)
const about = { name: 'ci', version: '1.0.0' }

const PRESSURE = { code: 'blood pressure' }
const WEIGHT = { code: 'body weight', value: 71, unit: 'kg', date: '2026-02-01' }

/** A tool, its arguments, and what its answer has. */
const CALLS = [
  ['my_observations', {}, /29463-7/],
  ['my_observations', PRESSURE, /Blood pressure.*142/s],
  ['my_observations', { category: 'vital signs' }, /Blood pressure/],
  ['my_observations', { ...PRESSURE, from: '2026-02', to: '2026-02-28' }, /138/],
  ['my_observations', { ...PRESSURE, from: '2026-13-45' }, /2026-13-45.*date/],
  ['my_observations', { code: 'aura' }, /Nothing was found.*Blood pressure/s],
  ...['summary', 'latest', 'trend', 'table', 'fhir'].map(view => [
    'my_observations',
    { ...PRESSURE, view },
    /131|Blood pressure/,
  ]),
  ...['day', 'week', 'month', 'year'].map(by => ['my_observations', { ...PRESSURE, by }, /2026/]),
  ['my_observations', { ...PRESSURE, view: 'table', timeZone: 'Asia/Tokyo' }, /16:00/],
  ['my_observations', { ...PRESSURE, view: 'table', sort: 'oldest' }, /142.*131/s],
  ['my_observations', { ...PRESSURE, view: 'table', limit: 1 }, /131.*cursor/s, 'cursor'],
  ['my_observations', { ...PRESSURE, structured: true }, /"rows"/],
  ['my_answers', {}, /Evening diary/],
  [
    'my_answers',
    { form: 'diary', question: 'how', from: '2026', to: '2099', timeZone: 'UTC', limit: 1 },
    /rather tired/,
  ],
  ['my_answers', { form: 'diary', structured: true }, /"responses"/],
  ['my_document_references', {}, /findings.txt/],
  [
    'my_document_references',
    { type: 'report', contentType: 'pdf', from: '2026', to: '2099', structured: true },
    /report.pdf/,
  ],
  ['my_document_references', { limit: 1 }, /cursor/, 'cursor'],
  ['my_document_content', { binaryId: picture }, /image\/png/],
  ['my_document_content', { binaryId: text }, /token=/],
  ['my_document_content', { binaryId: text, as: 'text', offset: 10 }, /all well/],
  ['my_document_content', { binaryId: text, as: 'text', structured: true }, /all well/],
  ['my_document_content', { binaryId: text, as: 'inline' }, /all well|blob/],
  ['my_document_content', { binaryId: report, as: 'text', pages: '2' }, /The second page/],
  ['propose_observation', { ...WEIGHT, note: 'after breakfast' }, /#proposal=/],
  ['propose_observation', { code: 'bp', systolic: 128, diastolic: 82, date: '2026-02-01' }, /#proposal=/],
  ['propose_answer', { form: 'diary' }, /note \(string\)/],
  ['propose_answer', { form: 'diary', question: 'sleep' }, /sleep \(boolean\)/],
  ['propose_answer', { form, answers: { note: 'better', sleep: true } }, /#proposal=/],
  ['propose_answer', { form, answers: { mood: 'x' } }, /the questions are 'note', 'sleep'/],
]

const headers = { requestInit: { headers: { authorization } } }
const remote = createRequire(new URL('../tools/package.json', import.meta.url)).resolve(
  'mcp-remote/package.json',
)
const CLIENTS = {
  '@modelcontextprotocol/sdk': async () => {
    const client = new Client(about)
    await client.connect(new StreamableHTTPClientTransport(endpoint, headers))
    return client
  },
  '@modelcontextprotocol/client': async () => {
    const client = new ModernClient(about, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(new ModernTransport(endpoint, headers))
    return client
  },
  'mcp-remote': async () => {
    const client = new Client(about)
    const args = [
      remote.replace('package.json', 'dist/proxy.js'),
      endpoint.href,
      '--header',
      `Authorization: ${authorization}`,
    ]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
    return client
  },
}

let failed = 0
for (const [name, connect] of Object.entries(CLIENTS)) {
  const client = await connect()
  let right = 0
  for (const [tool, given, wanted, next] of CALLS) {
    const answer = await client.callTool({ name: tool, arguments: given })
    let words = JSON.stringify(answer)
    if (next) {
      const { nextCursor: cursor } = answer.structuredContent
      const page = await client.callTool({ name: tool, arguments: { cursor } })
      if (page.isError || page.structuredContent.returned !== 1) words = JSON.stringify(page)
    }
    if (wanted.test(words)) right++
    else {
      failed++
      console.log(`FAILED: ${name}, ${tool} ${JSON.stringify(given)}: ${words.slice(0, 400)}`)
    }
  }
  await client.close()
  console.log(`${name}: ${right} of ${CALLS.length} calls`)
}
process.exit(failed === 0 ? 0 : 1)
