/** Secrets and health data never appear in a log. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createGateway } from '../gateway.ts'
import { linesOfTurns, serializers } from '../http/log.ts'
import { scrub } from '../http/scrub.ts'
import { definePlugin } from '../index.ts'
import { memory } from './fixtures/memory.ts'

t.test('scrubbing takes out what looks like a secret, wherever it stands', async t => {
  const jwt = `${'a'.repeat(20)}.${'b'.repeat(40)}.${'c'.repeat(86)}`
  const cases: [string, string][] = [
    [`bad token ${jwt} in header`, 'bad token [token] in header'],
    [`/api/attachment/1/2?token=abc123 failed`, '/api/attachment/1/2?[query] failed'],
    ['X-Amz-Signature=deadbeef', 'X-Amz-Signature=[secret]'],
    [`key ${'f'.repeat(64)} is bad`, 'key [hex] is bad'],
    ['connect postgres://me:secret@db/x', 'connect postgres://[user]@db/x'],
    ['nothing to hide', 'nothing to hide'],
  ]
  for (const [text, scrubbed] of cases) t.equal(scrub(text), scrubbed)
})

t.test('an error is logged without its message in the stack, its cause likewise', async t => {
  const cause = new Error(`key ${'e'.repeat(64)}`)
  const logged = serializers.err(Object.assign(new Error('token=hush', { cause }), { code: 'X' }) as never)
  t.match(logged, {
    type: 'Error',
    code: 'X',
    message: 'token=[secret]',
    stack: /^\s+at /,
    cause: { message: 'key [hex]' },
  })
  t.notMatch(JSON.stringify(logged), /hush|eeee/)
})

t.test('no canary of a request reaches the log, whatever happens to it', async t => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const failing = definePlugin({
    name: 'failing',
    version: '1.0.0',
    routes(app) {
      const body = {
        type: 'object',
        required: ['needed'],
        properties: { needed: { type: 'string' } },
      } as const
      app.post('/echo/:name', { schema: { security: [], body } }, async () => ({ ok: true }))
      app.get('/boom/:name', { schema: { security: [] } }, async request => {
        throw new Error(`cannot open ${request.url}`)
      })
    },
  })
  const app = await createGateway(memory, {
    builtIn: [failing],
    fastify: { logger: { level: 'trace', stream, serializers } },
  })
  t.teardown(() => app.close())
  const canary = 'CANARY7'
  const headers = {
    authorization: `Bearer ${canary}`,
    cookie: canary,
    'x-request-id': canary,
    'content-type': 'application/json',
  }
  await app.inject({
    method: 'POST',
    url: `/echo/x?token=${canary}`,
    headers,
    body: `{"needed":"${canary}"}`,
  })
  await app.inject({ method: 'POST', url: '/echo/x', headers, body: `{"${canary}":1}` })
  await app.inject({ method: 'POST', url: '/echo/x', headers, body: `{"needed": ${canary}}` })
  await app.inject({ url: `/boom/x?token=${canary}`, headers })
  await app.inject({ url: `/${canary}?${canary}`, headers })
  t.ok(lines.length > 8)
  t.notMatch(lines.join(''), canary)
})

t.test('lines of one turn of the event loop are one write, in their order', async t => {
  const written: string[] = []
  const output = linesOfTurns(() => ({ write: text => void written.push(text), flushSync() {}, on() {} }))
  output.write('1\n')
  output.write('2\n')
  t.same(written, [])
  await turn()
  t.same(written, ['1\n2\n'])
  output.write('3\n')
  output.flushSync()
  t.same(written, ['1\n2\n', '3\n'], 'a flush does not wait for the end of the turn')
  await turn()
  t.equal(written.length, 2)
})

t.test('every line is written, however the process ends', async t => {
  const program = fileURLToPath(new URL('./fixtures/logging.ts', import.meta.url))
  for (const end of ['return', 'exit', 'throw']) {
    const { stdout } = spawnSync(process.execPath, [...process.execArgv, program, end], { encoding: 'utf8' })
    const written = stdout.trim().split('\n')
    // An exit does not wait for lines that a thread is writing.
    t.same(written.map(line => JSON.parse(line).msg).sort(), ['first', 'last', 'second'], end)
  }
})

t.test('a log that nobody reads takes bounded memory, and says how many lines it lost', async t => {
  const program = fileURLToPath(new URL('./fixtures/unread-log.ts', import.meta.url))
  const logging = spawn(process.execPath, [...process.execArgv, program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [{ lines }] = await once(logging, 'message')
  let read = 0
  let lost = 0
  const messages: string[] = []
  for await (const line of createInterface({ input: logging.stdout as NonNullable<typeof logging.stdout> })) {
    // There is room for another line.
    if (read === 0) logging.send('log the last line')
    read += 1
    const { msg } = JSON.parse(line)
    lost += Number(/^(\d+) log lines were dropped/.exec(msg)?.[1] ?? 0)
    messages.push(msg.slice(0, 10))
  }
  t.equal(messages.at(-1), 'last')
  // The last line, and the line with the number.
  t.equal(read - 2 + lost, lines)
  t.ok(lost > 0, `${lost} of ${lines}`)
})
