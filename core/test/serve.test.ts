/** Listening: the whole gateway on real sockets, stopped without losing a request, replaced without losing one. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import t from 'tap'
import { Listener } from '../http/listener.ts'
import { definePlugin } from '../index.ts'
import { serve } from '../serve.ts'
import { memory } from './fixtures/memory.ts'

const LIMITS = { requestTimeout: 60_000, headersTimeout: 60_000 }

/** A request that has arrived and is answered on command. */
function held() {
  let arrive = () => {}
  let release = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const hold = async () => {
    arrive()
    await released
  }
  return { arrived, release, hold }
}

/** Sends bytes and returns all that comes back until the server closes. */
function exchange(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let answer = ''
    socket.setEncoding('utf8').on('data', chunk => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

t.test('serving', async t => {
  let hold = async () => {}
  const slow = definePlugin({
    name: 'slow',
    version: '1.0.0',
    setup(app) {
      const nodeServer = Fastify()
      nodeServer.get('/', async () => 'face')
      app.gateway.origins.push({
        name: 'face',
        port: 0,
        app: nodeServer,
        listening: url => app.log.debug(url),
      })
    },
    routes(app) {
      app.get('/slow', { schema: { security: [] } }, async () => {
        await hold()
        return { done: true }
      })
    },
  })
  const start = () => serve({ ...memory, port: 0 }, { builtIn: [slow], fastify: { logger: false } })

  await t.test('says where it listens, its other origins included', async t => {
    const running = await start()
    t.equal(running.app.gateway.baseUrl, running.url)
    t.equal(await (await fetch(running.origins.get('face') ?? '')).text(), 'face')
    t.equal((await fetch(`${running.url}/openapi.json`)).status, 200)
    t.match(await (await fetch(`${running.url}/openapi.json`)).json(), { servers: [{ url: running.url }] })
    await running.close()
    await t.rejects(fetch(running.url))
  })

  await t.test('describes itself at the first request for it, however many arrive together', async t => {
    const running = await start()
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, at) => fetch(`${running.url}/${at % 2 ? 'docs/' : 'openapi.json'}`)),
    )
    t.ok(many.every(({ status }) => status === 200))
    const described = (await many[0]?.json()) as { paths: object } | undefined
    t.same(Object.keys(described?.paths ?? {}), ['/slow'])
    t.match(await many[1]?.text(), /swagger-ui/)
    const policy = many[1]?.headers.get('content-security-policy')
    t.match(policy, /^default-src 'self'/)
    t.notMatch(policy, /https:|upgrade-insecure/)
    const url = '/docs/static/swagger-ui.css'
    const { etag } = (await running.app.inject(url)).headers
    const known = await running.app.inject({ url, headers: { 'if-none-match': String(etag) } })
    t.equal(known.statusCode, 304)
    const missing = await fetch(`${running.url}/docs/static/nothing`)
    t.match([missing.status, await missing.json()], [404, { code: 'AND_NOT_FOUND' }])
    await running.close()
  })

  await t.test('describes itself again when it could not', async t => {
    const running = await start()
    const { log } = running.app
    const child = log.child
    log.child = () => {
      log.child = child
      throw new Error('too many open files')
    }
    const statuses: number[] = []
    for (let at = 0; at < 2; at++) statuses.push((await fetch(`${running.url}/openapi.json`)).status)
    t.same(statuses, [500, 200])
    await running.close()
  })

  await t.test(
    'answers what is under way before it stops, and tells clients not to come back on the same connection',
    async t => {
      const running = await start()
      const agent = new Agent({ keepAlive: true })
      t.teardown(() => agent.destroy())
      const get = () =>
        new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
          request(`${running.url}/slow`, { agent }, response => {
            response
              .resume()
              .once('end', () =>
                resolve({ status: response.statusCode, connection: response.headers.connection }),
              )
          })
            .once('error', reject)
            .end()
        })
      await get()
      const slowOne = held()
      hold = slowOne.hold
      const underWay = get()
      await slowOne.arrived
      const closing = running.close()
      t.equal(running.app.gateway.draining, true)
      slowOne.release()
      t.match(await underWay, { status: 200 })
      await closing
    },
  )

  await t.test(
    'before it stops: not ready and open to all, then each answer ends its connection',
    async t => {
      const running = await start()
      const agent = new Agent({ keepAlive: true })
      t.teardown(() => agent.destroy())
      const get = (path: string, by: Agent | false = agent) =>
        new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
          request(`${running.url}${path}`, { agent: by }, response => {
            const { statusCode: status, headers } = response
            response.resume().once('end', () => resolve({ status, connection: headers.connection }))
          })
            .once('error', reject)
            .end()
        })
      const slowOne = held()
      hold = slowOne.hold
      const underWay = get('/slow')
      await slowOne.arrived
      hold = async () => {}
      await get('/slow')
      t.equal(Object.values(agent.freeSockets).flat().length, 1, 'one connection is idle')

      const closing = running.close({ delay: 500 })
      t.equal(running.app.gateway.draining, true)
      t.match(await get('/slow'), { status: 200, connection: 'keep-alive' }, 'on a connection that is open')
      t.match(await get('/slow', false), { status: 200 }, 'on a new one')
      while (
        await get('/slow', false).then(
          () => true,
          () => false,
        )
      )
        await new Promise(setImmediate)
      t.match(await get('/slow'), { status: 200, connection: 'close' }, 'the idle connection was not cut')
      slowOne.release()
      t.match(await underWay, { status: 200, connection: 'close' }, 'a request from before is answered')
      await closing
    },
  )

  await t.test('an instance that is succeeded stays ready to its end', async t => {
    const running = await start()
    const closing = running.close({ isSucceeded: true })
    t.equal(running.app.gateway.draining, false)
    await closing
  })

  await t.test('frees every port when one cannot be had', async t => {
    const first = await start()
    t.teardown(() => first.close())
    const port = Number(new URL(first.url).port)
    await t.rejects(serve({ ...memory, port }, { builtIn: [slow], fastify: { logger: false } }), {
      code: 'EADDRINUSE',
    })
  })
})

t.test('a listener', async t => {
  const application = async (name: string, hold = async () => {}) => {
    const app = Fastify()
    app.get('/', async () => name)
    app.get('/slow', async () => {
      await hold()
      return name
    })
    await app.ready()
    return app
  }

  await t.test(
    'replaces its application while it serves: each request is answered by the one that got it',
    async t => {
      const { arrived, release, hold } = held()
      const [one, two] = [await application('one', hold), await application('two')]
      const listener = new Listener(one, LIMITS)
      const url = await listener.listen('127.0.0.1', 0)
      t.teardown(() => listener.close({ grace: 100 }))
      const slow = fetch(`${url}/slow`).then(answer => answer.text())
      await arrived
      const replaced = listener.replace(two)
      t.equal(await (await fetch(url)).text(), 'two')
      release()
      t.equal(await slow, 'one')
      await replaced
    },
  )

  await t.test('does not wait for connections on which nothing was sent', async t => {
    const limits = { requestTimeout: 600_000, headersTimeout: 600_000, keepAliveTimeout: 100 }
    for (const keepsIdle of [false, true]) {
      const listener = new Listener(await application('one'), limits)
      const { port } = new URL(await listener.listen('127.0.0.1', 0))
      const silent = connect(Number(port), '127.0.0.1')
      t.teardown(() => silent.destroy())
      await once(silent, 'connect')
      const [[hadError]] = await Promise.all([
        once(silent.resume(), 'close'),
        listener.close({ grace: 600_000, keepsIdle }),
      ])
      t.equal(hadError, false)
    }
  })

  await t.test('answers what is not HTTP with the body of every error, and closes', async t => {
    const listening = async (limits: typeof LIMITS) => {
      const listener = new Listener(await application('one'), limits)
      t.teardown(() => listener.close({ grace: 100 }))
      return listener.listen('127.0.0.1', 0)
    }
    const [patient, hasty] = [
      await listening(LIMITS),
      await listening({ requestTimeout: 500, headersTimeout: 300 }),
    ]
    const cases: [string, RegExp, string][] = [
      ['NONSENSE\r\n\r\n', /^HTTP\/1\.1 400 /, 'AND_BAD_REQUEST'],
      [
        `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
        /^HTTP\/1\.1 431 /,
        'AND_HEADERS_TOO_LARGE',
      ],
      [
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        /^HTTP\/1\.1 400 /,
        'AND_BAD_REQUEST',
      ],
      ['GET / HTTP/1.1\r\nHost: x\r\n', /^HTTP\/1\.1 408 /, 'AND_REQUEST_TIMEOUT'],
    ]
    for (const [bytes, status, code] of cases) {
      const answer = await exchange(code === 'AND_REQUEST_TIMEOUT' ? hasty : patient, bytes)
      t.match(answer, status)
      t.match(answer, code)
      t.match(answer, /content-type: application\/problem\+json/i)
    }
  })
})
