/** One-time downloads: once, for the holder of the ticket, and only complete files. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { sealFile } from '../../../core/crypto/file.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { serializers } from '../../../core/http/log.ts'
import { startRadosgw, type TestBucket } from '../../../core/stores/test/fixtures/radosgw.ts'
import { startS3rver } from '../../../core/stores/test/fixtures/s3rver.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import { missing } from '../../../core/test/fixtures/programs.ts'
import { createGateway } from '../../index.ts'
import { bearer, contextFor, gateway, ownerOf, sendRequest } from '../../test/fixtures/actors.ts'
import { type Kept, keep } from '../../test/fixtures/files.ts'
import { attachmentNamed, servedType } from '../headers.ts'

const app = await gateway(t)
const alice = createKeyPair()
const bob = createKeyPair()
const CONTENT = Buffer.from('Befund: alles gut.\n')

const ticketFor = async (who: KeyPair, { binaryId }: Kept, from = app): Promise<string> => {
  const ticket = await from.files.ticket(ownerOf(who), binaryId)
  if (ticket === undefined) throw new Error('no ticket')
  const { pathname, search } = new URL(ticket.url)
  return pathname + search
}
const ask = (url: string, method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET', headers: object = {}, from = app) =>
  from.inject({ method, url, headers: headers as Record<string, string> })

t.test('a ticket gives the file once, under headers that keep it from being shown or kept', async t => {
  const file = await keep(app, alice, CONTENT, {
    file_name: 'Befund "Knie".pdf',
    file_type: 'application/pdf',
  })
  const ticket = await app.files.ticket(ownerOf(alice), file.binaryId)
  t.match(ticket, { expiresIn: 60, url: /\?token=[\w-]{43}$/ })
  const url = await ticketFor(alice, file)
  const answer = await ask(url)
  t.equal(answer.statusCode, 200, answer.body)
  t.ok(answer.rawPayload.equals(CONTENT))
  t.match(answer.headers, {
    'content-type': 'application/pdf',
    'content-length': String(CONTENT.length),
    'content-disposition': `attachment; filename="Befund _Knie_.pdf"; filename*=UTF-8''Befund%20%22Knie%22.pdf`,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  const again = await ask(url)
  t.equal(again.statusCode, 404)
  t.match(again.json(), { code: 'AND_UNKNOWN_TICKET', detail: /request a new one/ })
  t.equal(again.headers['cache-control'], 'no-store')
  t.equal((await ask(await ticketFor(alice, file))).statusCode, 200, 'with a fresh one')
  const { entries } = await app.gateway.audit.of(ownerOf(alice).key, { limit: 10 })
  const access = { action: 'downloadAttachment', records: [file.binaryId] }
  t.match(entries, [access, access], 'and its owner can see who took it')
  t.equal(entries.length, 2)
})

t.test('what only looks never uses a ticket', async t => {
  const file = await keep(app, alice, CONTENT)
  const url = await ticketFor(alice, file)
  const looked = await ask(url, 'HEAD')
  t.equal(looked.statusCode, 200)
  t.equal(looked.headers['content-length'], String(CONTENT.length))
  t.equal(looked.body, '')
  const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
  t.notOk((await ask(url, 'OPTIONS', preflight)).headers['access-control-allow-origin'])
  await ask(url, 'OPTIONS')
  const ahead: object[] = [
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
    { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
    { 'user-agent': 'facebookexternalhit/1.1 Facebot Twitterbot/1.0' },
    { 'user-agent': 'WhatsApp/2.23.20.0' },
    { 'user-agent': 'TelegramBot (like TwitterBot)' },
  ]
  for (const headers of ahead) {
    const answer = await ask(url, 'GET', headers)
    t.equal(answer.statusCode, 503, JSON.stringify(headers))
    t.match(answer.json(), { code: 'AND_FETCHED_AHEAD' })
    t.match(answer.headers, { 'retry-after': '1', 'cache-control': 'no-store' })
  }
  const range = await ask(url, 'GET', { range: 'bytes=0-3', origin: 'https://evil.example' })
  t.equal(range.statusCode, 206, 'and after all of it the ticket counts, for a part as for the whole file')
  t.ok(range.rawPayload.equals(CONTENT.subarray(0, 4)))
  t.notOk(range.headers['access-control-allow-origin'])
  t.equal((await ask(url, 'HEAD')).statusCode, 404)
})

t.test('a download that was interrupted continues with a new ticket', async t => {
  const content = randomBytes(5 * 1024 * 1024)
  const size = content.length
  const file = await keep(app, alice, content)
  const { etag } = (await ask(await ticketFor(alice, file), 'HEAD')).headers
  t.match(etag, /^"[\w-]{22}"$/)
  const read = async (headers: object) => ask(await ticketFor(alice, file), 'GET', headers)
  for (const [range, start, end] of [
    ['bytes=4000001-', 4_000_001, size],
    ['bytes=0-0', 0, 1],
    [`bytes=100-${size + 5}`, 100, size],
    ['bytes=-7', size - 7, size],
    [`bytes=-${size + 7}`, 0, size],
  ] as const) {
    const part = await read({ range, 'if-range': etag })
    t.equal(part.statusCode, 206, range)
    t.equal(part.headers['content-range'], `bytes ${start}-${end - 1}/${size}`)
    t.equal(part.headers['content-length'], String(end - start))
    t.ok(part.rawPayload.equals(content.subarray(start, end)), range)
  }
  for (const headers of [
    { range: 'bytes=9-', 'if-range': '"another"' },
    { range: 'bytes=9-3' },
    { range: 'bytes=0-1,5-9' },
    { range: 'bytes=-' },
    { range: 'lines=1-2' },
  ]) {
    const whole = await read(headers)
    t.equal(whole.statusCode, 200, JSON.stringify(headers))
    t.equal(whole.rawPayload.length, size)
    t.equal(whole.headers.etag, etag)
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const none = await read({ range })
    t.match(none.json(), { status: 416, code: 'AND_RANGE_NOT_SATISFIABLE' })
    t.equal(none.headers['content-range'], `bytes */${size}`)
  }
  const other = await keep(app, alice, content)
  t.not((await ask(await ticketFor(alice, other), 'HEAD')).headers.etag, etag)
})

t.test(
  'a file that takes long to authenticate shows its headers first, and no byte of a damaged one',
  async t => {
    const slow = await gateway(t)
    const content = randomBytes(5 * 1024 * 1024)
    const files = [await keep(slow, alice, content), await keep(slow, alice, content)] as const
    const { objects } = slow.gateway
    const { read } = objects
    t.teardown(() => Object.assign(objects, { read }))
    let release = () => {}
    const held = () =>
      new Promise<void>(resolve => {
        release = resolve
      })
    let waiting = held()
    let isAltered = false
    Object.assign(objects, {
      async read(key: string, start = 0) {
        const object = await read(key, start)
        if (object === undefined) return object
        await waiting
        const bytes = Buffer.from(await buffer(object.body))
        if (isAltered) bytes[1000] = (bytes[1000] ?? 0) ^ 1
        return { ...object, body: Readable.from([bytes], { objectMode: false }) }
      },
    })
    const origin = await slow.listen({ port: 0, host: '127.0.0.1' })
    const get = async (file: Kept): Promise<IncomingMessage> => {
      const sent = request(origin + (await ticketFor(alice, file, slow))).end()
      const [response] = await once(sent, 'response')
      return response
    }
    const good = await get(files[0])
    t.equal(good.statusCode, 200)
    t.match(good.headers, { 'content-length': String(content.length), 'content-disposition': /^attachment/ })
    t.equal(good.readableLength, 0)
    const { entries } = await slow.gateway.audit.of(ownerOf(alice).key, { limit: 10 })
    t.equal(entries.length, 0, 'nothing has left')
    release()
    t.ok((await buffer(good)).equals(content))

    waiting = held()
    isAltered = true
    const damaged = await get(files[1])
    t.equal(damaged.statusCode, 200)
    release()
    let received = 0
    damaged.on('data', chunk => {
      received += chunk.length
    })
    await t.rejects(once(damaged, 'end'), { code: 'ECONNRESET' })
    t.equal(received, 0)
  },
)

t.test('whatever is wrong with a ticket is answered alike, and uses none', async t => {
  const file = await keep(app, alice, CONTENT)
  const other = await keep(app, alice, CONTENT)
  const theirs = await keep(app, bob, CONTENT)
  const url = await ticketFor(alice, file)
  const [path = '', token = ''] = url.split('?token=')
  const at = (binaryId: string, key: string) =>
    `/api/attachment/${binaryId}/${encodeURIComponent(key)}?token=${token}`
  const refused = [
    at(other.binaryId, other.key),
    at(theirs.binaryId, theirs.key),
    at(file.binaryId, other.key),
    at(other.binaryId, file.key),
    at(crypto.randomUUID(), file.key),
    at(file.binaryId, 'x'),
    `${path}?token=${'A'.repeat(43)}`,
    `${path}?token=${token.slice(1)}`,
    `${path}?token=${token}A`,
    `${path}?token=`,
  ]
  const bodies = new Set<string>()
  for (const wrong of refused)
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await ask(wrong, method)
      t.equal(answer.statusCode, 404, wrong)
      if (method === 'GET') bodies.add(JSON.stringify({ ...answer.json(), requestId: '' }))
    }
  t.equal(bodies.size, 1)
  t.equal((await ask(path)).statusCode, 401)
  t.match((await ask(path)).json(), { code: 'AND_MISSING_TICKET' })
  t.equal((await ask(`${url}&token=${token}`)).statusCode, 400, 'two tickets')
  t.equal((await ask(url)).statusCode, 200, 'the ticket is there still')
})

t.test('a ticket ends after a minute', async t => {
  const file = await keep(app, alice, CONTENT)
  const put = app.gateway.tokens.put
  t.teardown(() => Object.assign(app.gateway.tokens, { put }))
  const lives: number[] = []
  Object.assign(app.gateway.tokens, {
    put: (kind: string, token: string, value: string, expiresAt: number) => {
      lives.push(expiresAt - Date.now())
      return put(kind, token, value, Date.now())
    },
  })
  const url = await ticketFor(alice, file)
  t.ok(lives.every(life => life > 30_000 && life <= 60_000))
  t.equal((await ask(url)).statusCode, 404)
})

t.test('a ticket from before a sign-out gives nothing, and one from after it gives the file', async t => {
  const carol = createKeyPair()
  const file = await keep(app, carol, CONTENT)
  const before = [await ticketFor(carol, file), await ticketFor(carol, file)]
  const other = await ticketFor(alice, await keep(app, alice, CONTENT))
  t.equal((await sendRequest(app, 'POST', '/api/profile/sign-out', bearer(carol, ['write']))).statusCode, 204)
  for (const url of before) {
    t.equal((await ask(url, 'HEAD')).statusCode, 404)
    t.match((await ask(url)).json(), { code: 'AND_UNKNOWN_TICKET' })
  }
  t.equal((await ask(other)).statusCode, 200, "another person's ticket stands")
  t.equal((await ask(await ticketFor(carol, file))).statusCode, 200)
})

t.test('nobody has a ticket for what is not theirs, or not what its record says', async t => {
  const theirs = await keep(app, bob, CONTENT)
  const mine = await keep(app, alice, CONTENT)
  for (const binaryId of [theirs.binaryId, crypto.randomUUID(), 'x', '']) {
    t.equal(await app.files.ticket(ownerOf(alice), binaryId), undefined)
    t.equal(await app.files.open(ownerOf(alice), binaryId, contextFor(app, ownerOf(alice))), undefined)
  }
  await t.rejects(keep(app, alice, CONTENT, { url: theirs.url }), 'nor a record of it')
  t.equal(await app.files.findStored(ownerOf(bob), mine.binaryId), undefined)
})

t.test('a file that the object store has lost is called lost, to its owner alone', async t => {
  const { objects } = app.gateway
  const losses: [string, (file: Kept) => Promise<unknown>][] = [
    ['truncated', file => file.replace(Buffer.alloc(3))],
    ['missing', file => objects.delete(file.key)],
  ]
  for (const [what, lose] of losses) {
    const file = await keep(app, alice, CONTENT)
    const { binaryId } = file
    const [url, looked] = [await ticketFor(alice, file), await ticketFor(alice, file)]
    await lose(file)
    const lost = { code: 'AND_LOST_FILE', statusCode: 502 }
    await t.rejects(app.files.ticket(ownerOf(alice), binaryId), lost, what)
    await t.rejects(app.files.open(ownerOf(alice), binaryId, contextFor(app, ownerOf(alice))), lost)
    t.match((await ask(url)).json(), { code: 'AND_LOST_FILE', detail: new RegExp(binaryId) })
    t.equal((await ask(url)).statusCode, 404, 'the ticket is used all the same')
    t.equal((await ask(looked, 'HEAD')).statusCode, 502)
    const path = '/api/auth/delegate/storage?requestType=read'
    const read = (who: KeyPair) =>
      sendRequest(app, 'POST', path, bearer(who, ['read']), { binaryFileId: binaryId })
    t.match((await read(alice)).json(), { code: 'AND_LOST_FILE' })
    t.equal((await read(bob)).statusCode, 404, 'a stranger learns nothing')
    t.equal(await app.files.ticket(ownerOf(bob), binaryId), undefined)
  }
})

t.test('an altered file is not given out, whichever part was altered', async t => {
  const sealed = Buffer.from((await sealFile(CONTENT)).bytes)
  for (const at of [0, CONTENT.length - 1, CONTENT.length, sealed.length - 1]) {
    const file = await keep(app, alice, CONTENT)
    const url = await ticketFor(alice, file)
    await file.alter(at)
    const answer = await ask(url)
    t.equal(answer.statusCode, 502, `byte ${at}`)
    t.match(answer.json(), { code: 'AND_DAMAGED_FILE' })
    t.equal((await ask(url)).statusCode, 404, 'the ticket is used all the same')
    await t.rejects(app.files.open(ownerOf(alice), file.binaryId, contextFor(app, ownerOf(alice))), {
      code: 'AND_DAMAGED_FILE',
    })
  }
  const file = await keep(app, alice, CONTENT)
  for (const part of ['key', 'iv'] as const) {
    const wrong = await keep(app, alice, CONTENT, {
      encryption_key: JSON.stringify({ ...file.encryptionKey, [part]: (await sealFile(CONTENT)).key[part] }),
    })
    t.equal((await ask(await ticketFor(alice, wrong))).statusCode, 502, part)
  }
})

t.test('who holds the decorator reads the file as a stream', async t => {
  const content = Buffer.alloc(5 * 1024 * 1024, 'content ')
  const { binaryId } = await keep(app, alice, content)
  const file = await app.files.open(ownerOf(alice), binaryId, contextFor(app, ownerOf(alice)))
  t.equal(file?.size, content.length)
  t.equal(file?.binary.file_type, 'text/plain')
  const chunks: Buffer[] = []
  for await (const chunk of (await file?.stream()) ?? []) chunks.push(chunk)
  t.ok(Buffer.concat(chunks).equals(content))
})

const checkBucket = async (t: Test, objects: TestBucket) => {
  const app = await gateway(t, { stores: { ...memory.stores, objects } })
  for (const size of [0, 1000, 5 * 1024 * 1024]) {
    const content = randomBytes(size)
    const file = await keep(app, alice, content)
    const url = await ticketFor(alice, file, app)
    const answer = await ask(url, 'GET', {}, app)
    t.equal(answer.statusCode, 200, answer.statusCode === 200 ? `${size} bytes` : answer.body)
    t.ok(answer.rawPayload.equals(content))
    t.equal((await ask(url, 'GET', {}, app)).statusCode, 404)
    await file.alter(size)
    t.equal((await ask(await ticketFor(alice, file, app), 'GET', {}, app)).statusCode, 502, 'altered')
  }
}

t.test('files in a bucket, as s3rver has it', async t => checkBucket(t, await startS3rver(t)))

t.test('files in a bucket, as Ceph has it', { skip: missing('ceph') }, async t =>
  checkBucket(t, await startRadosgw(t)),
)

t.test('the token is in no log', async t => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const logged: FastifyInstance = await createGateway(memory, {
    fastify: { logger: { level: 'trace', stream, serializers } },
  })
  t.teardown(() => logged.close())
  await logged.ready()
  const file = await keep(logged, alice, CONTENT)
  const damaged = await keep(logged, alice, CONTENT)
  const urls = [await ticketFor(alice, file, logged), await ticketFor(alice, damaged, logged)]
  await damaged.alter(0)
  for (const url of urls)
    for (const method of ['OPTIONS', 'HEAD', 'GET', 'GET'] as const) await ask(url, method, {}, logged)
  await ask(`${urls[0]}%zz`, 'GET', {}, logged)
  await ask(`/unknown${urls[0]}`, 'GET', {}, logged)
  const text = lines.join('')
  t.match(text, '/api/attachment/:binaryId/:storageKey')
  for (const url of urls) t.notOk(text.includes(url.slice(-43)))
  t.notOk(text.includes(file.key))
})

t.test(
  'whoever leaves while a file is authenticated ends its reading, and is no failure in the log',
  async t => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const logged: FastifyInstance = await createGateway(memory, {
      fastify: { logger: { level: 'warn', stream, serializers } },
    })
    t.teardown(() => logged.close())
    await logged.ready()
    const file = await keep(logged, alice, CONTENT)
    const url = await ticketFor(alice, file, logged)
    const endless = new Readable({ read() {} })
    const { objects } = logged.gateway
    const reading = new Promise<void>(resolve => {
      Object.assign(objects, {
        async read() {
          resolve()
          return { size: CONTENT.length + 16, body: endless }
        },
      })
    })
    const origin = await logged.listen({ port: 0, host: '127.0.0.1' })
    lines.length = 0
    const sent = request(origin + url).end()
    sent.on('error', () => {})
    await reading
    const ended = new Promise(resolve => endless.once('close', resolve))
    sent.destroy()
    await ended
    await logged.close()
    t.same(lines, [])
  },
)

t.test('types that a browser would run travel as plain bytes', async t => {
  const cases: [string, string][] = [
    ['application/pdf', 'application/pdf'],
    ['IMAGE/JPEG', 'image/jpeg'],
    ['text/plain', 'text/plain'],
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['application/xhtml+xml', 'application/octet-stream'],
    ['text/javascript', 'application/octet-stream'],
    ['text/plain; charset=utf-8', 'application/octet-stream'],
    ['text/plain\r\nx: y', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ]
  for (const [given, served] of cases) t.equal(servedType(given), served, given)
})

t.test('names of strangers are harmless in a header', async t => {
  const cases: [string, string][] = [
    ['a.pdf', `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`],
    ['日本 語.pdf', `attachment; filename="__ _.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%E8%AA%9E.pdf`],
    [
      'a"; x="b\r\nx: y',
      `attachment; filename="a_; x=_b__x: y"; filename*=UTF-8''a%22%3B%20x%3D%22b__x%3A%20y`,
    ],
    ['..\\..\\a/b', `attachment; filename=".._.._a_b"; filename*=UTF-8''.._.._a_b`],
    ["it's (1)*%41", `attachment; filename="it's (1)*_41"; filename*=UTF-8''it%27s%20%281%29%2A%2541`],
    ['\u202egpj.exe\ud800', `attachment; filename="_gpj.exe_"; filename*=UTF-8''_gpj.exe_`],
  ]
  for (const [name, header] of cases) t.equal(attachmentNamed(name), header, JSON.stringify(name))
})
