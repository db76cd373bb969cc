/** Uploads in parts from the disk: what an interruption leaves, and how the same call continues. */
import { randomBytes } from 'node:crypto'
import { appendFile, copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { downloadToDisk, uploadFromDisk } from '../disk/index.ts'
import type { AndironError } from '../errors.ts'
import {
  downloadAndDecryptFile,
  listData,
  type Progress,
  type ResumableUpload,
  resumableUpload,
  storageKeyPairOf,
} from '../index.ts'
import { abandonUpload } from '../upload-parts.ts'
import { gateway } from './fixtures/gateway.ts'

const PART = 5 * 1024 * 1024
const SIZE = 12 * 1024 * 1024
const alice = storageKeyPairOf('22'.repeat(32))
const environment = await gateway(t, {}, {}, { presign: { parts: { bytes: PART } } })
const about = { reference: 'questionnaire/1/scan', fileType: 'application/dicom' }

const directory = t.testdir({})
const [path, resume, copy] = ['scan.dcm', 'scan.upload', 'copy.dcm'].map(name => join(directory, name)) as [
  string,
  string,
  string,
]

const failure = (promise: Promise<unknown>): Promise<AndironError> =>
  promise.then(
    () => t.fail('it did not fail') as never,
    error => error,
  )

/** The paths of the requests while some work runs. */
async function requestsOf<T>(work: () => Promise<T>) {
  const { fetch } = globalThis
  const sent: string[] = []
  globalThis.fetch = (input, init) => {
    const { method, url } = input instanceof Request ? input : { method: init?.method, url: String(input) }
    sent.push(`${method} ${new URL(url).pathname.replace(/(objects|upload)\/[^/]+/, '$1/…')}`)
    return fetch(input, init)
  }
  try {
    return { result: await work(), sent, puts: sent.filter(each => each.startsWith('PUT')).length }
  } finally {
    globalThis.fetch = fetch
  }
}

const upload = (more: object = {}) => uploadFromDisk(alice, path, { ...about, resume, ...more }, environment)

/** Begins an upload, and ends it once the first part has arrived. */
async function interrupt(): Promise<void> {
  const controller = new AbortController()
  const reason = new Error('the lid was closed')
  const onProgress = ({ loaded }: Progress) => void (loaded > PART && controller.abort(reason))
  if ((await failure(upload({ onProgress, signal: controller.signal }))) !== reason) t.fail('another end')
}

const binaries = async () => (await listData(alice, environment)).length

t.test('an interrupted upload continues with the parts that have not arrived', async t => {
  const content = randomBytes(SIZE)
  await writeFile(path, content)
  await interrupt()
  t.equal((await stat(resume)).mode & 0o077, 0, 'nobody else reads the key')
  t.equal(await binaries(), 0)
  const kept = await readFile(resume, 'utf8')
  // The line of a part that was not yet to be sent, cut off by the end of the machine.
  await appendFile(resume, `3 ${'0'.repeat(20)}`)
  const steps: Progress[] = []
  const { result, puts, sent } = await requestsOf(() =>
    upload({ onProgress: (step: Progress) => steps.push(step) }),
  )
  t.equal(puts, 2, sent.join('\n'))
  t.match(steps.at(-1), { loaded: SIZE + 16, total: SIZE + 16 })
  t.match(result.attachment, { size: SIZE, title: 'scan.dcm', contentType: 'application/dicom' })
  t.same(await readdir(directory), ['scan.dcm'], 'nothing is left')
  await downloadToDisk(alice, environment, result.insertedUid, copy)
  t.ok(content.equals(await readFile(copy)))

  // It was killed after it had written the record.
  await writeFile(resume, kept)
  const again = await requestsOf(() => upload())
  t.same(again.result, result)
  t.equal(again.puts, 0)
  t.equal(await binaries(), 1)
})

t.test('a part whose URL expired before it was used gets another one, from either store', async t => {
  await writeFile(path, randomBytes(SIZE))
  const refusals = {
    disk: '{"type":"about:blank","title":"Forbidden","status":403,"detail":"","code":"AND_OBJECT_FORBIDDEN"}',
    s3: '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
  }
  const { fetch } = globalThis
  t.teardown(() => {
    globalThis.fetch = fetch
  })
  for (const [store, refusal] of Object.entries(refusals)) {
    let puts = 0
    globalThis.fetch = async (input, init) => {
      if (init?.method !== 'PUT' || puts++ > 0) return fetch(input, init)
      await (init.body as ReadableStream).cancel()
      return new Response(refusal, { status: 403 })
    }
    const { insertedUid } = await upload()
    t.equal(puts, 4, `${store}: three parts, one of them twice`)
    await downloadToDisk(alice, environment, insertedUid, copy)
    t.ok((await readFile(copy)).equals(await readFile(path)), store)
  }
})

t.test('a file that was changed meanwhile never leaves under the key of the former one', async t => {
  const content = randomBytes(SIZE)
  await writeFile(path, content)
  await interrupt()
  content[0] = (content[0] ?? 0) ^ 1
  await writeFile(path, content)
  const { result, puts, sent } = await requestsOf(() => failure(upload()))
  t.match(result, { code: 'AND_FILE_CHANGED' })
  t.equal(puts, 0)
  t.ok(sent.includes('DELETE /api/upload/…'), 'the gateway keeps nothing of it')
  t.notOk((await readdir(directory)).includes('scan.upload'))

  await interrupt()
  await appendFile(path, 'more')
  t.match(await failure(upload()), { code: 'AND_FILE_CHANGED' })
  const { attachment } = await upload()
  t.equal(attachment.size, SIZE + 4, 'the call after that begins again')
})

t.test('an upload that the gateway has removed begins again, under another key', async t => {
  await writeFile(path, randomBytes(SIZE))
  await interrupt()
  const before = JSON.parse((await readFile(resume, 'utf8')).split('\n')[0] ?? '')
  await abandonUpload({ keypair: alice, environment, signal: undefined }, before.uploadKey)
  await interrupt()
  const after = JSON.parse((await readFile(resume, 'utf8')).split('\n')[0] ?? '')
  t.not(after.key.key, before.key.key)
  const { result, puts } = await requestsOf(() => upload())
  t.equal(puts, 2)
  t.ok(result.insertedUid)
})

t.test('a file that is not the progress of this upload stays as it is', async t => {
  await writeFile(path, randomBytes(SIZE))
  await interrupt()
  await copyFile(resume, copy)
  const bob = storageKeyPairOf('33'.repeat(32))
  for (const [who, more] of [
    [bob, {}],
    [alice, { reference: 'questionnaire/2/scan' }],
    [alice, { fileName: 'other.dcm' }],
    [alice, { resume: path }],
  ] as const)
    t.match(await failure(uploadFromDisk(who, path, { ...about, resume, ...more }, environment)), {
      code: 'AND_OTHER_UPLOAD',
    })
  t.ok((await readFile(resume)).equals(await readFile(copy)))
  t.equal((await stat(path)).size, SIZE)
  await upload()
})

const fileOf = (content: Buffer) =>
  new File([new Uint8Array(content)], 'knee.dcm', { type: 'application/dicom' })

/** Ends an upload once its first part has arrived. */
async function interrupted(prepared: ResumableUpload): Promise<void> {
  const controller = new AbortController()
  const onProgress = ({ loaded }: Progress) => void (loaded > PART && controller.abort(new Error('offline')))
  t.match(await failure(prepared.send({ onProgress, signal: controller.signal })), { message: 'offline' })
}

t.test('in a page, an upload continues with the same encrypted bytes', async t => {
  const content = randomBytes(SIZE)
  const prepared = resumableUpload(alice, fileOf(content), { reference: about.reference }, environment)
  await interrupted(prepared)
  const steps: Progress[] = []
  const { result, puts, sent } = await requestsOf(async () => {
    const sending = prepared.send({ onProgress: step => steps.push(step) })
    t.equal(prepared.send(), sending, 'a second call joins it')
    return sending
  })
  t.equal(puts, 2, sent.join('\n'))
  t.ok((steps[0]?.loaded ?? 0) >= PART, 'what has arrived counts')
  t.match(steps.at(-1), { loaded: SIZE + 16, total: SIZE + 16 })
  t.match(result.attachment, { size: SIZE, title: 'knee.dcm', contentType: 'application/dicom' })
  const back = await downloadAndDecryptFile(alice, environment, result.insertedUid)
  t.ok(content.equals(Buffer.from(await back.arrayBuffer())))

  // As if the answer to its record had been lost.
  const before = await binaries()
  const again = await requestsOf(() => prepared.send())
  t.same(again.result, result)
  t.equal(again.puts, 0)
  t.equal(await binaries(), before)
})

t.test('in a page, what the gateway has removed is sent again, and what is abandoned is gone', async t => {
  const content = randomBytes(SIZE)
  const prepared = resumableUpload(alice, fileOf(content), { reference: about.reference }, environment)
  await interrupted(prepared)
  const { sent } = await requestsOf(() => prepared.abandon())
  t.same(sent, ['DELETE /api/upload/…'])
  t.same((await requestsOf(() => prepared.abandon())).sent, [], 'once')
  const { result, puts } = await requestsOf(() => prepared.send())
  t.equal(puts, 3)
  const back = await downloadAndDecryptFile(alice, environment, result.insertedUid)
  t.ok(content.equals(Buffer.from(await back.arrayBuffer())))
})

t.test('in a page, a small file is sent in one piece', async t => {
  const small = resumableUpload(alice, fileOf(randomBytes(9)), { reference: about.reference }, environment)
  const { sent } = await requestsOf(() => small.send())
  t.notOk(sent.includes('POST /api/upload'))
  await small.abandon()
})
