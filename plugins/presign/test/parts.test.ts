/** Uploads in parts: their callers and parts, their limits, and their end. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { serializers } from '../../../core/http/log.ts'
import { createMemoryObjectStore } from '../../../core/stores/objects/objects-memory.ts'
import { connectS3ObjectStore } from '../../../core/stores/objects/objects-s3.ts'
import { memoryQuotas } from '../../../core/stores/quotas.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import { memoryUploadNotes } from '../../attachments/upload-notes.ts'
import { createUploads } from '../../attachments/uploads.ts'
import { createGateway } from '../../index.ts'
import { bearer, gateway, sendRequest } from '../../test/fixtures/actors.ts'

const MiB = 1024 * 1024
const PART = 5 * MiB
const about = { reference: 'questionnaire/1/scan', fileName: 'scan.dcm', fileType: 'application/dicom' }
const app = await gateway(t, {
  plugins: { presign: { parts: { bytes: PART, unfinished: 2, unfinishedBytes: 20 * MiB } } },
  limits: { file: 16 * MiB },
})
const [alice, bob] = [createKeyPair(), createKeyPair()]

const open = (who: KeyPair, fileSize: number) =>
  sendRequest(app, 'POST', '/api/upload', bearer(who, ['write']), { ...about, fileSize })
const at = (who: KeyPair, method: 'GET' | 'POST' | 'DELETE', key: string, path = '', scopes = ['write']) =>
  sendRequest(app, method, `/api/upload/${encodeURIComponent(key)}${path}`, bearer(who, scopes))

async function send(who: KeyPair, key: string, number: number, payload: Buffer) {
  const answer = await at(who, 'POST', key, `/part/${number}`)
  if (answer.statusCode !== 200) return answer
  const { presignedUrl, headers } = answer.json()
  const { pathname, search } = new URL(presignedUrl)
  return app.inject({ method: 'PUT', url: pathname + search, headers, payload })
}

t.test('a file arrives in parts, in any order, and is one object in the end', async t => {
  const sealed = randomBytes(12 * MiB)
  const begun = (await open(alice, sealed.length - 16)).json()
  t.match(begun, { partSize: PART, parts: 3 })
  const key: string = begun.uploadKey
  t.ok(key.startsWith(`andiron/user-uploads/${alice.did}/`))
  const part = (number: number) => sealed.subarray((number - 1) * PART, number * PART)
  t.equal((await send(alice, key, 3, part(3))).statusCode, 200)
  t.equal((await send(alice, key, 1, part(1))).statusCode, 200)
  t.equal((await send(alice, key, 2, part(3))).statusCode, 403, 'another length')
  t.same((await at(alice, 'GET', key)).json(), { uploadKey: key, isComplete: false, received: [1, 3] })
  const early = await at(alice, 'POST', key, '/complete')
  t.match(early.json(), { status: 409, code: 'AND_UPLOAD_INCOMPLETE', detail: /^1 of 3 parts/ })
  t.equal(await app.gateway.objects.sizeOf(key), undefined)

  for (const number of [4, 10_000])
    t.match((await send(alice, key, number, part(1))).json(), { code: 'AND_UNKNOWN_UPLOAD' })
  t.equal((await send(alice, key, 0, part(1))).statusCode, 400)
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/part/2'],
    ['POST', '/complete'],
    ['DELETE', ''],
  ] as const) {
    t.match((await at(bob, method, key, path)).json(), { status: 404, code: 'AND_UNKNOWN_UPLOAD' })
    t.match((await at(alice, method, `${key}x`, path)).json(), { status: 404, code: 'AND_UNKNOWN_UPLOAD' })
    t.equal((await at(alice, method, key, path, ['read'])).statusCode, 403)
  }

  t.equal((await send(alice, key, 2, part(2))).statusCode, 200)
  for (const _ of ['once', 'again']) {
    const done = await at(alice, 'POST', key, '/complete')
    t.same(done.json(), { uploadKey: key, isComplete: true, received: [] })
  }
  t.same((await at(alice, 'GET', key)).json(), { uploadKey: key, isComplete: true, received: [] })
  const chunks: Buffer[] = []
  for await (const chunk of (await app.gateway.objects.read(key))?.body ?? []) chunks.push(chunk)
  t.ok(Buffer.concat(chunks).equals(sealed))
  t.equal((await send(alice, key, 1, part(1))).statusCode, 404, 'nothing changes it any more')
  t.equal((await at(alice, 'DELETE', key)).statusCode, 404)
  t.equal(await app.gateway.objects.sizeOf(key), sealed.length)
})

t.test('a person has so many unfinished uploads, of so many bytes', async t => {
  const carol = createKeyPair()
  t.match((await open(carol, 16 * MiB + 1)).json(), { status: 413, code: 'AND_FILE_TOO_LARGE' })
  const first = (await open(carol, 16 * MiB)).json().uploadKey
  const refused = await open(carol, 5 * MiB)
  t.match(refused.json(), {
    ...{ status: 429, code: 'AND_UNFINISHED_EXHAUSTED' },
    detail: /: 1 uploads and 4194288 bytes are left/,
  })
  t.match(refused.headers['retry-after'], /^\d+$/)
  t.equal((await at(carol, 'DELETE', first)).statusCode, 204)
  t.equal((await at(carol, 'DELETE', first)).statusCode, 404)
  const many = await Promise.all(Array.from({ length: 8 }, () => open(carol, 10)))
  t.same(many.map(({ statusCode }) => statusCode).sort(), [200, 200, 429, 429, 429, 429, 429, 429])
  const { uploadKey } = (many.find(({ statusCode }) => statusCode === 200) ?? many[0])?.json() ?? {}
  t.equal((await send(carol, uploadKey, 1, Buffer.alloc(26))).statusCode, 200)
  t.equal((await at(carol, 'POST', uploadKey, '/complete')).statusCode, 200)
  t.equal((await open(carol, 10)).statusCode, 200, 'a complete one does not count')
})

t.test('what is not completed in time is removed, and nothing that a record names', async t => {
  const hour = 60 * 60_000
  let time = 0
  const store = createMemoryObjectStore({ secret: randomBytes(32), limit: 100 })
  const quotas = memoryQuotas()
  const uploads = createUploads({
    ...{ notes: memoryUploadNotes(), objects: store, sign: store.sign, quotas, limit: 100, now: () => time },
  })
  const terms = { kind: 'u', subject: 'x', records: 1, bytes: 20, at: 0, window: 1e12 }
  const take = async () => {
    const result = await quotas.take({ ...terms, limit: { records: 2, bytes: 40 } })
    return 'taken' in result ? result.taken : undefined
  }
  const begin = async (name: string) => {
    const taken = await take()
    if (taken === undefined) throw new Error('all is taken')
    const key = await uploads.begin({
      ...{ keyAt: from => `${from}-${name}`, contentType: 'x', size: 20, partSize: 20, taken },
    })
    // As the store takes it.
    const { url, headers } = (await uploads.allowPart(key, 1, { contentType: 'x', expiresIn: 1e9 })) ?? {}
    const query = Object.fromEntries(new URL(url ?? '', 'http://x').searchParams)
    const { expires, signature, type, size, part } = query as Record<string, string>
    const numbers = { expires: Number(expires), size: Number(size), part: Number(part) }
    const sent = { type, signature: String(signature), ...numbers }
    await store.served?.put(
      { key, query: sent, contentType: headers?.['content-type'], contentLength: 20 },
      Readable.from([Buffer.alloc(20)]),
    )
    return key
  }
  const named = new Set<string>()
  const sweep = () => uploads.sweep(async keys => new Set(keys.filter(key => named.has(key))))

  const late = await begin('late')
  const killed = await begin('killed')
  t.equal(await take(), undefined)
  // Its gateway ended between the join and its note, and the record was written.
  await store.parts.join(killed, killed)
  named.add(killed)
  named.add(late)
  time = 20 * hour
  t.equal(await sweep(), 0)
  t.ok(await take(), 'what is complete does not count')
  t.match(
    await uploads.progress(late),
    { isComplete: false, received: [1] },
    'a record that names it changes nothing',
  )
  time = 22 * hour
  t.equal(await uploads.complete(late), undefined, 'too late to complete')
  t.equal(await uploads.allowPart(late, 1, { contentType: 'x', expiresIn: 15 }), undefined)
  time = 25 * hour
  t.equal(await sweep(), 1)
  t.equal(await store.parts.received(late, late), undefined)
  t.equal(await store.sizeOf(killed), 20)
  t.ok(await take())
})

t.test('a profile that is emptied keeps no part', async t => {
  const store = createMemoryObjectStore({ secret: randomBytes(32), limit: 100 })
  const quotas = memoryQuotas()
  const uploads = createUploads({
    ...{ notes: memoryUploadNotes(), objects: store, sign: store.sign, quotas, limit: 100 },
  })
  const taking = { kind: 'u', subject: 'x', records: 1, bytes: 20, at: Date.now(), window: 1e6 }
  const limit = { records: 1, bytes: 20 }
  const result = await quotas.take({ ...taking, limit })
  if (!('taken' in result)) throw new Error('nothing was taken')
  const { taken } = result
  const key = await uploads.begin({
    ...{ keyAt: () => 'alice/1', contentType: 'x', size: 20, partSize: 20, taken },
  })
  t.ok(await store.parts.received(key, key))
  t.equal(await uploads.empty('alice/'), 0)
  t.equal(await store.parts.received(key, key), undefined)
  t.equal(await uploads.progress(key), undefined)
  t.ok('taken' in (await quotas.take({ ...taking, limit })))
})

t.test('what is removed while the store begins leaves no upload there', async t => {
  const store = createMemoryObjectStore({ secret: randomBytes(32), limit: 100 })
  const quotas = memoryQuotas()
  const taking = { kind: 'u', subject: 'x', records: 1, bytes: 20, at: Date.now(), window: 1e6 }
  const limit = { records: 1, bytes: 20 }
  for (const end of ['abandon', 'empty'] as const) {
    const parts: typeof store.parts = {
      ...store.parts,
      async begin(key, contentType) {
        await uploads[end](key)
        return store.parts.begin(key, contentType)
      },
    }
    const uploads = createUploads({
      ...{ notes: memoryUploadNotes(), objects: { ...store, parts }, sign: store.sign, quotas, limit: 100 },
    })
    const result = await quotas.take({ ...taking, limit })
    if (!('taken' in result)) return t.fail('it was not given back')
    const key = await uploads.begin({
      ...{ keyAt: () => `alice/${end}`, contentType: 'x', size: 20, partSize: 20, taken: result.taken },
    })
    t.equal(await store.parts.received(key, key), undefined, end)
    t.equal(await uploads.progress(key), undefined)
  }
})

t.test('a store that does not answer at the beginning takes nothing', async t => {
  const quotas = memoryQuotas()
  const store = createMemoryObjectStore({ secret: randomBytes(32), limit: 100 })
  const parts = { ...store.parts, begin: () => Promise.reject(new Error('silent')) }
  const notes = memoryUploadNotes()
  const uploads = createUploads({ notes, objects: { ...store, parts }, sign: store.sign, quotas, limit: 100 })
  const taking = { kind: 'u', subject: 'x', records: 1, bytes: 20, at: Date.now(), window: 1e6 }
  const limit = { records: 1, bytes: 20 }
  for (const _ of ['once', 'again']) {
    const result = await quotas.take({ ...taking, limit })
    if (!('taken' in result)) return t.fail('it was not given back')
    const { taken } = result
    const terms = { keyAt: () => 'alice/1', contentType: 'x', size: 20, partSize: 20, taken }
    await t.rejects(uploads.begin(terms), { message: 'silent' })
  }
  t.same(await notes.listIn('alice/'), [])
})

t.test('one upload that the store cannot remove keeps no sweep from the others', async t => {
  const requests: string[] = []
  let [isBroken, isDown] = [true, false]
  // As much of S3 as a sweep uses.
  const server = createServer(({ method = '', url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const key = searchParams.get('prefix') ?? pathname.slice('/files/'.length)
    requests.push(`${method} ${key}`)
    const upload = `<Upload><Key>${key}</Key><UploadId>1</UploadId></Upload>`
    if (isDown) response.writeHead(403).end()
    else if (method === 'GET')
      response.end(`<ListMultipartUploadsResult>${upload}</ListMultipartUploadsResult>`)
    else if (method === 'POST')
      response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>')
    else if (method === 'HEAD') response.writeHead(404).end()
    else if (searchParams.has('uploadId') && key.endsWith('stuck') && isBroken) response.writeHead(403).end()
    else response.writeHead(204).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const store = connectS3ObjectStore({
    ...{ bucket: 'files', region: 'x', endpoint: `http://127.0.0.1:${port}` },
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  })
  t.teardown(() => store.close())
  let time = 0
  const [notes, quotas] = [memoryUploadNotes(), memoryQuotas()]
  const uploads = createUploads({
    ...{ notes, objects: store, sign: store.sign, quotas, limit: 100, now: () => time },
  })
  const taken = { kind: 'u', subject: 'x', records: 1, bytes: 20, until: 1e12 }
  const begin = (name: string) =>
    uploads.begin({ keyAt: () => `a/${name}`, contentType: 'x', size: 20, partSize: 20, taken })
  for (const name of ['1', '2-stuck', '3', '4']) await begin(name)
  const minute = 60_000
  const failures: unknown[] = []
  const sweepAt = async (at: number) => {
    time = at
    requests.length = 0
    return uploads.sweep(
      async () => new Set<string>(),
      error => failures.push(error),
    )
  }
  const day = 24 * 60 * minute
  t.equal(await sweepAt(day + minute), 3)
  t.match(failures.splice(0), [{ code: 'AND_OBJECTS_UNAVAILABLE' }])
  t.same(await notes.listIn('a/'), ['a/2-stuck'])
  t.equal(await sweepAt(day + 1.5 * minute), 0)
  t.same(requests, [], 'it has a pause')
  t.equal(await sweepAt(day + 2 * minute), 0)
  t.equal(failures.splice(0).length, 1)
  t.equal(await sweepAt(day + 3 * minute), 0)
  t.same(requests, [], 'a longer one')
  isBroken = false
  t.equal(await sweepAt(day + 4 * minute), 1)
  t.same(await notes.listIn('a/'), [])

  for (let name = 10; name < 17; name++) {
    await begin(String(name))
    // Between two of them is one that is not due.
    time += 1
    const keyAt = () => `a/later-${name}`
    await uploads.begin({
      ...{ keyAt, contentType: 'x', size: 20, partSize: 20, taken },
      newcomer: { taken: [], keptFor: 30 * day },
    })
    time += 1
  }
  isDown = true
  for (const left of [3, 3, 1, 0]) {
    t.equal(await sweepAt(2 * day + 5 * minute), 0)
    t.equal(failures.splice(0).length, left, 'a store that is down is asked little, and never the same first')
  }
  isDown = false
  t.equal(await sweepAt(2 * day + 6 * minute), 7)
})

t.test('a client that breaks off an upload is no failure in the log', async t => {
  const data = await temporaryDirectory(t)
  for (const objects of [{ driver: 'memory' }, { driver: 'disk' }] as const) {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    const logged: FastifyInstance = await createGateway(
      { ...memory, data, stores: { ...memory.stores, objects } },
      { fastify: { logger: { level: 'info', stream, serializers } } },
    )
    t.teardown(() => logged.close())
    const origin = await logged.listen({ port: 0, host: '127.0.0.1' })
    const post = (path: string, payload?: object) =>
      sendRequest(logged, 'POST', `/api/upload${path}`, bearer(alice, ['write']), payload)
    const { uploadKey } = (await post('', { ...about, fileSize: 4 * MiB })).json()
    const { presignedUrl, headers } = (await post(`/${encodeURIComponent(uploadKey)}/part/1`)).json()
    const { pathname, search } = new URL(presignedUrl)
    lines.length = 0
    const sent = request(origin + pathname + search, {
      ...{ method: 'PUT', headers: { ...headers, 'content-length': 4 * MiB + 16 } },
    })
    sent.on('error', () => {})
    sent.write(Buffer.alloc(MiB), () => sent.destroy())
    const isOver = () => lines.some(line => line.includes('AND_OBJECT_CUT_OFF'))
    for (let wait = 0; wait < 100 && !isOver(); wait++) await delay(50)
    t.ok(isOver(), objects.driver)
    const text = lines.join('')
    t.same(
      lines.filter(line => JSON.parse(line).level > 30),
      [],
    )
    for (const secret of [search.slice(1), uploadKey, 'signature='])
      t.notOk(text.includes(secret), 'and nothing of its URL is there')
    const state = await sendRequest(
      ...([logged, 'GET', `/api/upload/${encodeURIComponent(uploadKey)}`, bearer(alice, ['write'])] as const),
    )
    t.match(state.json(), { isComplete: false, received: [] })
    await logged.close()
  }
})
