/** Signed URLs: their callers and keys, and the removal of uploads without a record. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { createMemoryObjectStore } from '../../../core/stores/objects/objects-memory.ts'
import { memoryQuotas } from '../../../core/stores/quotas.ts'
import { uids } from '../../../schemas/uids.ts'
import { memoryUploadNotes } from '../../attachments/upload-notes.ts'
import { createUploads } from '../../attachments/uploads.ts'
import { bearer, gateway, registered, sendRequest, submissionOf } from '../../test/fixtures/actors.ts'
import { safeFileName } from '../file-name.ts'

const app = await gateway(t)
const study = await registered(app)
const alice = createKeyPair()
const { parts } = createMemoryObjectStore({ secret: randomBytes(32), limit: 1000 })
const about = { reference: 'questionnaire/1/photo', fileName: 'photo.jpg', fileType: 'image/jpeg' }

const ask = (
  who: KeyPair,
  requestType: string,
  body?: object,
  scopes = ['write'],
  more: object = {},
  path = '/api',
) =>
  sendRequest(
    app,
    'POST',
    `${path}/auth/delegate/storage?requestType=${requestType}`,
    bearer(who, scopes, more),
    body,
  )

const put = (url: string, headers: object, payload: Buffer) => {
  const { pathname, search } = new URL(url)
  return app.inject({
    method: 'PUT',
    url: pathname + search,
    headers: headers as Record<string, string>,
    payload,
  })
}

/** An uploaded file with its record, through the gateway. */
async function stored(app: FastifyInstance, who: KeyPair, changes: object = {}) {
  const { presignedUrl, uploadKey, headers } = (await ask(who, 'write', { ...about, fileSize: 10 })).json()
  const answer = await put(presignedUrl, headers, Buffer.alloc(26))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return sendRequest(
    app,
    'POST',
    '/api/submission',
    bearer(who, ['write']),
    submissionOf(
      study.applicationId,
      {
        encryption_key: JSON.stringify({
          algorithm: 'AES-GCM',
          key: Buffer.alloc(32).toString('base64'),
          iv: Buffer.alloc(12).toString('base64'),
        }),
        reference: about.reference,
        file_name: 'photo.jpg',
        file_size: 10,
        file_type: 'image/jpeg',
        controller_did: who.did,
        url: `andiron://${uploadKey}`,
        ...changes,
      },
      uids.Binary,
    ),
  )
}

t.test('an upload is allowed under a key of the caller, on both paths', async t => {
  for (const path of ['/api', '']) {
    const answer = await ask(alice, 'write', about, ['write'], {}, path)
    t.equal(answer.statusCode, 200, answer.body)
    const { presignedUrl, uploadKey, expiresIn, headers } = answer.json()
    t.match(uploadKey, new RegExp(`^andiron/user-uploads/${alice.did}/\\d{13}-photo\\.jpg$`))
    t.equal(expiresIn, 15)
    t.same(headers, { 'content-type': 'application/octet-stream' })
    t.equal((await put(presignedUrl, headers, Buffer.from('sealed'))).statusCode, 200)
    t.equal(await app.gateway.objects.sizeOf(uploadKey), 6)
  }
})

t.test(
  'a signed URL has the name by which its caller reached the gateway, and never a name that is not its own',
  async t => {
    const { baseUrl } = app.gateway
    const signedFor = async (headers: object) => {
      const url = '/api/auth/delegate/storage?requestType=write'
      const answer = await sendRequest(app, 'POST', url, { ...bearer(alice, ['write']), ...headers }, about)
      return answer.json().presignedUrl.replace(/\/objects\/.*$/, '')
    }
    const cases: [object, string][] = [
      [{ host: 'localhost:8420' }, 'http://localhost:8420'],
      [{ host: 'LOCALHOST:9000' }, 'http://localhost:9000'],
      [{ host: '127.0.0.1:8420' }, 'http://127.0.0.1:8420'],
      [{ host: '[::1]:8420' }, 'http://[::1]:8420'],
      [{ host: 'localhost', origin: 'https://localhost' }, 'https://localhost'],
      [{ host: 'localhost:8420', origin: 'https://photo.example' }, 'http://localhost:8420'],
      [{ host: 'evil.example' }, baseUrl],
      [{ host: 'evil.example', origin: 'http://evil.example' }, baseUrl],
      [{ host: 'localhost.evil.example:8420' }, baseUrl],
      [{ host: 'evil.example', origin: 'http://localhost:8420' }, baseUrl],
      [{ host: 'evil.example', 'x-forwarded-host': 'localhost:8420' }, baseUrl],
      [{ host: 'localhost:8420@evil.example' }, baseUrl],
      [{ host: 'localhost:84200000' }, baseUrl],
    ]
    for (const [headers, address] of cases)
      t.equal(await signedFor(headers), address, JSON.stringify(headers))

    const known = await gateway(t, { baseUrl: 'https://profile.example/andiron' })
    const answered = async (headers: object) => {
      const url = '/api/auth/delegate/storage?requestType=write'
      const answer = await sendRequest(known, 'POST', url, { ...bearer(alice, ['write']), ...headers }, about)
      return answer.json().presignedUrl.replace(/\/objects\/.*$/, '')
    }
    const configured: [object, string][] = [
      [{ host: 'profile.example', origin: 'https://profile.example' }, 'https://profile.example/andiron'],
      // As a proxy on the same machine passes it on.
      [{ host: 'localhost:8420', origin: 'https://profile.example' }, 'https://profile.example/andiron'],
      [{ host: 'localhost:8420' }, 'https://profile.example/andiron'],
      [{ host: 'localhost:8420', origin: 'http://localhost:8420' }, 'http://localhost:8420'],
      [{ host: 'evil.example', origin: 'http://evil.example' }, 'https://profile.example/andiron'],
    ]
    for (const [headers, address] of configured)
      t.equal(await answered(headers), address, JSON.stringify(headers))
  },
)

t.test('no two uploads have one key', async t => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(alice, 'write', about)))
  t.equal(new Set(answers.map(answer => answer.json().uploadKey)).size, 30)
})

t.test('what is asked for must be allowed and complete', async t => {
  const statusOf = async (...rest: Parameters<typeof ask>) => (await ask(...rest)).statusCode
  t.equal(
    (await sendRequest(app, 'POST', '/api/auth/delegate/storage?requestType=write', {}, about)).statusCode,
    401,
  )
  t.equal(await statusOf(alice, 'write', about, ['read']), 403)
  t.equal(await statusOf(alice, 'delete', { binaryFileId: crypto.randomUUID() }, ['read']), 403)
  t.equal(await statusOf(alice, 'write', about, ['other']), 403)
  t.equal(await statusOf(alice, 'other', about), 400)
  t.equal(await statusOf(alice, 'write'), 400)
  t.equal(await statusOf(alice, 'write', { binaryFileId: crypto.randomUUID() }), 400)
  t.equal(await statusOf(alice, 'read', about, ['read']), 400)
  t.equal(await statusOf(alice, 'write', { ...about, fileSize: 268_435_457 }), 413)
  t.equal(await statusOf(alice, 'read', { binaryFileId: crypto.randomUUID() }, ['read']), 404)
  t.equal(await statusOf(alice, 'delete'), 400)
})

t.test('a file is read and deleted by its owner alone', async t => {
  const { insertedUid: binaryFileId } = (await stored(app, alice)).json()
  const bob = createKeyPair()
  for (const type of ['read', 'delete']) {
    t.equal((await ask(bob, type, { binaryFileId })).statusCode, 404)
    const answer = await ask(alice, type, { binaryFileId })
    t.match(answer.json(), { binaryFileId, storageKey: /photo\.jpg$/, presignedUrl: /^http:\/\/localhost/ })
  }
  const { presignedUrl, storageKey } = (await ask(alice, 'delete', { binaryFileId })).json()
  const { pathname, search } = new URL(presignedUrl)
  t.equal((await app.inject({ method: 'DELETE', url: pathname + search })).statusCode, 204)
  t.equal(await app.gateway.objects.sizeOf(storageKey), undefined)
  t.equal((await ask(alice, 'read', { binaryFileId })).statusCode, 404, 'there is nothing to read')
  t.equal((await ask(alice, 'delete', { binaryFileId })).statusCode, 200, 'the deletion can be completed')
})

t.test('a record that is not true is refused with every issue', async t => {
  t.equal((await stored(app, alice)).statusCode, 201)
  const answer = await stored(app, alice, {
    controller_did: createKeyPair().did,
    encryption_key: '{}',
    url: 'andiron://andiron/user-uploads/../x',
  })
  t.equal(answer.statusCode, 422)
  t.same(
    answer.json().issues.map(({ expression }: { expression: string }) => expression),
    ['Binary.controller_did', 'Binary.encryption_key', 'Binary.url'],
  )
  t.match((await stored(app, alice, { file_size: 11 })).json().issues, [{ expression: 'Binary.file_size' }])
  const tooLarge = (await stored(app, alice, { file_size: 268_435_457 })).json().issues
  t.match(tooLarge, [{ text: /at most 268435456 bytes/ }, { text: /before it was sealed/ }])
})

t.test('uploads that no record names are removed after a day', async t => {
  const hour = 60 * 60_000
  let time = 0
  const objects = new Map<string, number>()
  const notes = memoryUploadNotes()
  const uploads = createUploads({
    notes,
    objects: { delete: async key => void objects.delete(key), sizeOf: async key => objects.get(key), parts },
    sign: async () => ({ url: '', headers: {} }),
    limit: 1000,
    now: () => time,
  })
  const upload = async (name: string, size = 1000) => {
    const { key } = await uploads.allow({ keyAt: at => `${at}-${name}`, contentType: '', expiresIn: 15 })
    objects.set(key, size)
    return key
  }
  const named = new Set<string>()
  const sweep = () => uploads.sweep(async keys => new Set(keys.filter(key => named.has(key))))
  named.add(await upload('kept'))
  named.add(await upload('too large', 1001))
  await uploads.confirm(await upload('confirmed'))
  const lost = await upload('lost')
  for (let index = 0; index < 250; index++) await upload('many')
  time = hour
  t.equal(await sweep(), 1, 'what is too large is nothing that a record can name')
  t.equal(await sweep(), 0, 'of the rest a record may still come')
  named.clear()
  time = 25 * hour
  t.equal(await sweep(), 251)
  t.same(
    [...objects.keys()],
    ['0-kept', '0-confirmed'],
    'what a record named once is nobody else’s to remove',
  )
  t.notOk(objects.has(lost))
  t.same(await notes.list(time, 10), [])
  await upload('failing')
  time = 50 * hour
  await t.rejects(uploads.sweep(() => Promise.reject(new Error('the nodes are silent'))))
  t.equal(objects.size, 3, 'nothing is removed while nobody can say what is named')
})

t.test('uploads of newcomers are removed early, and what they took is given back', async t => {
  let time = 0
  const objects = new Map<string, number>()
  const quotas = memoryQuotas()
  const uploads = createUploads({
    ...{ notes: memoryUploadNotes(), sign: async () => ({ url: '', headers: {} }), quotas, limit: 1000 },
    objects: { delete: async key => void objects.delete(key), sizeOf: async key => objects.get(key), parts },
    now: () => time,
  })
  const limit = { records: 9, bytes: 300 }
  const take = async () => {
    const terms = { kind: 'upload-key', subject: 'x', records: 1, bytes: 100, limit, at: time, window: 1e6 }
    const result = await quotas.take(terms)
    return 'taken' in result ? [result.taken] : undefined
  }
  const upload = async (name: string, size = 100) => {
    const newcomer = { taken: (await take()) ?? [], keptFor: 1000, most: 100 }
    const keyAt = (at: number) => `${at}-${name}`
    const { key } = await uploads.allow({ keyAt, contentType: '', expiresIn: 15, newcomer })
    objects.set(key, size)
    return key
  }
  const [kept] = [await upload('kept'), await upload('lost'), await upload('larger than announced', 900)]
  t.equal(await take(), undefined, 'all is taken')
  const named = async (keys: readonly string[]) => new Set(keys.filter(key => !key.endsWith('lost')))
  time = 500
  t.equal(await uploads.sweep(named), 1)
  time = 1500
  t.equal(await uploads.sweep(named), 1)
  t.same([...objects.keys()], [kept])
  t.equal(await uploads.sweep(async () => new Set()), 0, 'what was named stays')
  t.same([await take(), await take(), await take()].filter(Boolean).length, 2)
})

t.test('a deletion whose URL nobody follows is completed once the record is gone', async t => {
  const hour = 60 * 60_000
  let time = 0
  const objects = new Map<string, number>([
    ['gone', 10],
    ['kept', 10],
  ])
  const notes = memoryUploadNotes()
  const uploads = createUploads({
    notes,
    objects: { delete: async key => void objects.delete(key), sizeOf: async key => objects.get(key), parts },
    sign: async () => ({ url: '', headers: {} }),
    limit: 1000,
    now: () => time,
  })
  const named = new Set(['gone', 'kept'])
  const sweep = () => uploads.sweep(async keys => new Set(keys.filter(key => named.has(key))))
  for (const key of ['gone', 'gone', 'kept', 'followed']) await uploads.expectRemoval(key)
  time = hour
  t.equal(await sweep(), 0, 'while the record stands, so do the bytes')
  named.delete('gone')
  await t.rejects(uploads.sweep(() => Promise.reject(new Error('the nodes are silent'))))
  t.ok(objects.has('gone'))
  t.equal(await sweep(), 1)
  t.same([...objects.keys()], ['kept'])
  time = 25 * hour
  t.equal(await sweep(), 0)
  t.same(await notes.list(time, 10), [], 'who kept the record for a day has kept the file')
})

t.test('the gateway knows which uploads are named', async t => {
  const { insertedUid } = (await stored(app, alice)).json()
  const record = await app.gateway.records.read(uids.Binary, insertedUid)
  const key = String(record?.['url']).replace('andiron://', '')
  t.same(await app.files.namedAmong([key, `${key}x`]), new Set([key]))
})

t.test('names of strangers are harmless in a key', async t => {
  const cases: readonly (readonly [string, string])[] = [
    ['photo.jpg', 'photo.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['..', 'file'],
    ['', 'file'],
    ['/', 'file'],
    ['a/..', 'a'],
    ['.htaccess', 'htaccess'],
    ['a\u0000b\r\nc.txt', 'abc.txt'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['e\u0301.txt', 'é.txt'],
    ['a?b#c%2f.txt', 'a_b_c_2f.txt'],
    ['日本 語.pdf', '日本 語.pdf'],
    ['\ud800.txt', 'txt'],
  ]
  for (const [name, safe] of cases) t.equal(safeFileName(name), safe, JSON.stringify(name))
  const long = safeFileName(`${'語'.repeat(200)}.docx`)
  t.ok(Buffer.byteLength(long) <= 255 && long.endsWith('語.docx'))
  t.ok(Buffer.byteLength(safeFileName(`a.${'b'.repeat(400)}`)) <= 255)
})

t.test('newcomers share what their address may upload, and are swept early', async t => {
  const MiB = 1024 * 1024
  const newcomers = { bytesPerKey: 20 * MiB, bytesPerAddress: 64 * MiB, seconds: 60 }
  const small = await gateway(t, { plugins: { presign: { newcomers } } })
  const application = await registered(small)
  const write = (who: KeyPair, fileSize: number | undefined, ip = '192.0.2.1') =>
    small.inject({
      ...{ method: 'POST', url: '/api/auth/delegate/storage?requestType=write', remoteAddress: ip },
      headers: bearer(who, ['write']),
      body: { ...about, ...(fileSize !== undefined && { fileSize }) },
    })
  const keys = Array.from({ length: 25 }, () => createKeyPair())

  const answers = await Promise.all(keys.map(who => write(who, 4 * MiB - 16)))
  const allowed = answers.filter(({ statusCode }) => statusCode === 200)
  t.equal(allowed.length, 16, '25 keys with 4 MiB each at once: as many as fit into 64 MiB')
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  t.match(refused?.json(), { code: 'AND_UPLOADS_EXHAUSTED', detail: /: 0 bytes are left;/ })
  t.match(refused?.headers, { 'retry-after': /^\d+$/ })

  const other = '198.51.100.7'
  const who = createKeyPair()
  const twenty = await Promise.all(Array.from({ length: 20 }, () => write(who, 4 * MiB - 16, other)))
  t.equal(twenty.filter(({ statusCode }) => statusCode === 200).length, 5, 'twenty at once by one key')
  t.match((await write(createKeyPair(), 21 * MiB, other)).json(), {
    ...{ status: 413, code: 'AND_NEWCOMER_FILE_TOO_LARGE', detail: /20971520 bytes/ },
  })
  t.equal((await write(createKeyPair(), undefined, other)).statusCode, 200, 'unannounced: counted as 8 MiB')

  const [first = who] = keys
  const binary = submissionOf(application.applicationId, { status: 'final' }, uids.Observation)
  const observed = await sendRequest(small, 'POST', '/api/submission', bearer(first, ['write']), {
    ...binary,
    submission: {
      ...{ resourceType: 'Observation', status: 'final', code: { text: 'Mood' }, valueString: 'synthetic' },
      ...{ subject: { reference: `Patient/${first.did}` }, effectiveDateTime: '2026-01-01T00:00:00Z' },
    },
  })
  t.equal(observed.statusCode, 201, observed.body)
  t.equal((await write(first, 60 * MiB)).statusCode, 200, 'of whom something else is stored is no newcomer')
  await new Promise(resolve => setTimeout(resolve, 50))
  const again = await Promise.all(keys.slice(17, 20).map(each => write(each, 4 * MiB - 16)))
  t.equal(again.filter(({ statusCode }) => statusCode === 200).length, 1, 'and gives back what was taken')
})
