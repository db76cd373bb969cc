/**
 * Upgrades: a WebSocket at a path that accepts them; every other request is answered as if it had no `Upgrade` header.
 */
import { connect } from 'node:net'
import Fastify from 'fastify'
import t from 'tap'
import { Listener } from '../http/listener.ts'
import { upgradeOf } from '../http/upgrades.ts'

const LIMITS = { requestTimeout: 60_000, headersTimeout: 60_000 }

async function start(paths: readonly string[] = ['/socket']) {
  const app = Fastify()
  app.all(
    '/echo',
    async ({ method, body, headers }) => `${method} ${String(body ?? '')} ${headers['http2-settings']}`,
  )
  app.addContentTypeParser(
    'text/plain',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => body,
  )
  app.get('/socket', async (request, reply) => {
    const upgrade = upgradeOf(request.raw)
    if (upgrade === undefined) return reply.code(426).send('no upgrade')
    if (request.headers['x-refused']) return reply.code(429).send('refused')
    reply.hijack()
    upgrade.socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\nhead=${upgrade.head}`)
  })
  await app.ready()
  const listener = new Listener(Object.assign(app, { gateway: { webSockets: new Set(paths) } }), LIMITS)
  const url = await listener.listen('127.0.0.1', 0)
  return { listener, port: Number(new URL(url).port) }
}

const request = (method: string, path: string, upgrade: string, body = '', more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${upgrade}\r\n` +
  `HTTP2-Settings: AAMAAABkAAQAAP__\r\n${more}` +
  `${body === '' ? '' : `Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n`}\r\n${body}`

/** Sends requests, each once the answer to the last has come; returns the statuses and bodies. */
async function exchange(
  port: number,
  requests: readonly string[],
): Promise<[status: number, body: string][]> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  const answers: [number, string][] = []
  try {
    for (const each of requests) {
      let text = ''
      const answered = new Promise<void>(resolve => {
        socket.removeAllListeners('data').removeAllListeners('close')
        socket.once('close', resolve).on('data', (chunk: string) => {
          text += chunk
          const [head = '', body] = text.split('\r\n\r\n')
          const length = /content-length: (\d+)/i.exec(head)?.[1]
          if (body !== undefined && length !== undefined && body.length >= Number(length)) resolve()
        })
      })
      socket.write(each)
      await answered
      const [head = '', body = ''] = text.split('\r\n\r\n')
      answers.push([Number(head.split(' ')[1]), body])
    }
  } finally {
    socket.destroy()
  }
  return answers
}

t.test('requests with an Upgrade header', async t => {
  const { listener, port } = await start()
  t.teardown(() => listener.close({ grace: 100 }))
  const settings = 'AAMAAABkAAQAAP__'

  await t.test('are ordinary ones if they ask for HTTP/2, on a connection that stays open', async t => {
    t.same(
      await exchange(port, [
        request('GET', '/echo', 'h2c'),
        request('POST', '/echo', 'h2c', 'body of a post'),
        request('GET', '/socket', 'h2c'),
        request('GET', '/echo', 'h2c'),
      ]),
      [
        [200, `GET  ${settings}`],
        [200, `POST body of a post ${settings}`],
        [426, 'no upgrade'],
        [200, `GET  ${settings}`],
      ],
    )
  })

  await t.test('are ordinary ones at any other path, with another method, and with a body', async t => {
    t.same(
      await exchange(port, [
        request('GET', '/echo', 'websocket'),
        request('POST', '/echo', 'websocket', 'text'),
        request('GET', '/socket', 'websocket', 'text'),
        request('GET', '/socket/../socket', 'websocket'),
      ]).then(answers => answers.map(([status]) => status)),
      [200, 200, 426, 404],
    )
  })

  await t.test('get a WebSocket at its path, with the bytes that follow', async t => {
    t.same(await exchange(port, [`${request('GET', '/socket?a=1', 'WebSocket')}frame`]), [
      [101, 'head=frame'],
    ])
    const [refused] = await exchange(port, [request('GET', '/socket', 'websocket', '', 'X-Refused: 1\r\n')])
    t.same(refused, [429, 'refused'], 'or an answer of the route')
  })

  await t.test('do not tunnel', async t => {
    t.same(await exchange(port, [request('CONNECT', 'x:1', 'websocket')]), [[Number.NaN, '']])
  })

  await t.test('leave no connection open after a refusal, even if the client never closes', async t => {
    const { listener, port } = await start()
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    t.teardown(() => socket.destroy())
    socket.write(request('GET', '/socket', 'websocket', '', 'X-Refused: 1\r\n'))
    await new Promise(resolve => socket.resume().once('end', resolve))
    await listener.close({ grace: 100 })
  })

  await t.test('survive a client that resets the connection', async t => {
    const socket = connect(port, '127.0.0.1')
    socket.write(request('GET', '/socket', 'websocket', '', 'X-Refused: 1\r\n'), () =>
      socket.resetAndDestroy(),
    )
    await new Promise(resolve => socket.once('close', resolve))
    t.match(await exchange(port, [request('GET', '/echo', 'h2c')]), [[200]])
  })
})

t.test('an application without WebSockets ignores upgrades', async t => {
  const { listener, port } = await start([])
  t.teardown(() => listener.close({ grace: 100 }))
  t.match(await exchange(port, [request('GET', '/socket', 'websocket'), request('GET', '/echo', 'h2c')]), [
    [426],
    [200],
  ])
})
