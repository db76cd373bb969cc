/**
 * Files from the page to the object store and back, with a real gateway, three nodes, and both object stores.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { appendFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { toHex } from '../../../core/crypto/bytes.ts'
import { startRadosgw } from '../../../core/stores/test/fixtures/radosgw.ts'
import { missing } from '../../../core/test/fixtures/programs.ts'
import { downloadToDisk, uploadFromDisk } from '../disk/index.ts'
import type { AndironError } from '../errors.ts'
import {
  createJWTForStorageKeys,
  createUploadCredentials,
  DocumentReferenceHelpers,
  decrypt,
  deleteBinaryFile,
  deriveApplicationKeypair,
  downloadAndDecryptFile,
  type Environment,
  encryptAndUploadFile,
  encryptFile,
  fetchBinaryData,
  listData,
  type Progress,
  registerApplication,
  storageKeyPairOf,
  submitBinaryData,
  submitDocumentReference,
  uploadAndEncryptFile,
} from '../index.ts'
import { gateway } from './fixtures/gateway.ts'
import { wallet } from './fixtures/wallet.ts'

const alice = storageKeyPairOf('22'.repeat(32))
const bob = storageKeyPairOf('33'.repeat(32))
const applicationId = 'photo-study'
const options = { reference: 'questionnaire/1/photo', applicationId }

const failure = (promise: Promise<unknown>): Promise<AndironError> =>
  promise.then(
    () => t.fail('it did not fail') as never,
    error => error,
  )

async function register(environment: Environment): Promise<void> {
  const owner = wallet('11'.repeat(32))
  const { sessionKeyPair } = await deriveApplicationKeypair(owner.signFn, owner.address, applicationId, {
    environment,
  })
  const application = { applicationId, name: 'Photos', callbackUrls: ['https://photo.example/done'] }
  await registerApplication(sessionKeyPair, application, owner, environment)
}

async function checkFiles(t: Test, environment: Environment): Promise<void> {
  await register(environment)

  for (const size of [0, 1024, 5 * 1024 * 1024])
    await t.test(`a file of ${size} bytes goes up sealed and comes down open`, async t => {
      const content = randomBytes(size)
      const file = new File([content], 'Befund – Knie.png', { type: 'image/png' })
      const steps: Progress[] = []
      const onProgress = (progress: Progress) => steps.push(progress)
      const { insertedUid, url, attachment } = await uploadAndEncryptFile(
        alice,
        file,
        { ...options, onProgress },
        environment,
      )
      t.same(steps.at(-1), { loaded: size + 16, total: size + 16 })
      t.match(url, new RegExp(`^andiron://andiron/user-uploads/${alice.did}/\\d+-Befund – Knie.png$`))
      t.same(attachment, { id: insertedUid, url, contentType: 'image/png', size, title: 'Befund – Knie.png' })

      const { binaryFile, data } = await fetchBinaryData(alice, environment, insertedUid)
      t.match(binaryFile, {
        ...{ file_name: 'Befund – Knie.png', file_type: 'image/png', file_size: size, url },
        ...{ reference: options.reference, controller_did: alice.did },
      })
      const sealed = await data
      t.equal(sealed.length, size + 16)
      t.ok(content.equals(await decrypt(sealed, binaryFile.encryption_key)))
      t.equal(Buffer.from(sealed).includes(content.subarray(0, 64)), size === 0, 'sealed')

      const opened = await downloadAndDecryptFile(alice, environment, insertedUid, { onProgress })
      t.match(opened, { name: 'Befund – Knie.png', type: 'image/png', size })
      t.ok(content.equals(new Uint8Array(await opened.arrayBuffer())))
      t.same(steps.at(-1), { loaded: size + 16, total: size + 16 })

      for (const work of [fetchBinaryData, downloadAndDecryptFile, deleteBinaryFile])
        for (const id of [insertedUid, randomUUID(), 'no-uid', '../x', ''])
          t.match(await failure(work(bob, environment, id)), { code: 'AND_UNKNOWN_FILE', status: 404 }, id)
      await deleteBinaryFile(alice, environment, insertedUid)
      t.match(await failure(fetchBinaryData(alice, environment, insertedUid)), { status: 404 })
      t.same(await listData(alice, environment), [])
    })

  for (const size of [0, 1, 300_000])
    await t.test(`a file of ${size} bytes goes up from the disk and comes down to it`, async t => {
      const directory = t.testdir({ 'knee.dcm': '' })
      const [path, copy] = [join(directory, 'knee.dcm'), join(directory, 'copy.dcm')]
      const content = randomBytes(size)
      await writeFile(path, content)
      const steps: Progress[] = []
      const onProgress = (progress: Progress) => steps.push(progress)
      // The largest in parts.
      const parts = size > 1 ? { resume: join(directory, 'progress') } : {}
      const scan = { ...options, ...parts, fileType: 'application/dicom', onProgress }
      const { insertedUid, attachment } = await uploadFromDisk(alice, path, scan, environment)
      t.same(steps.at(-1), { loaded: size + 16, total: size + 16 })
      t.match(attachment, { id: insertedUid, contentType: 'application/dicom', size, title: 'knee.dcm' })
      const opened = await downloadAndDecryptFile(alice, environment, insertedUid)
      t.ok(content.equals(new Uint8Array(await opened.arrayBuffer())), 'a page opens it')

      steps.length = 0
      const record = await downloadToDisk(alice, environment, insertedUid, copy, { onProgress })
      t.match(record, { file_name: 'knee.dcm', file_size: size })
      t.same(steps.at(-1), { loaded: size + 16, total: size + 16 })
      t.ok(content.equals(await readFile(copy)))
      t.same((await readdir(directory)).sort(), ['copy.dcm', 'knee.dcm'], 'no part is left')
      await deleteBinaryFile(alice, environment, insertedUid)
    })

  await t.test('a file that changes while it goes up is refused, and nothing of it is stored', async t => {
    const path = join(t.testdir({ log: '' }), 'log')
    for (const change of [() => appendFile(path, 'more'), () => truncate(path, 10)]) {
      await writeFile(path, randomBytes(3_000_000))
      let changed: Promise<void> | undefined
      const onProgress = () => {
        changed ??= change()
      }
      const error = await failure(uploadFromDisk(alice, path, { ...options, onProgress }, environment))
      await changed
      t.match(error, { code: 'AND_FILE_CHANGED' })
    }
    t.same(await listData(alice, environment), [])
  })

  await t.test('a file whose bytes are not those of its key leaves the disk as it was', async t => {
    const directory = t.testdir({ 'report.pdf': 'the former one' })
    const credentials = await createUploadCredentials(
      alice,
      { ...options, fileName: 'report.pdf', fileType: 'application/pdf', fileSize: 400_000 },
      environment,
    )
    await encryptAndUploadFile(new Uint8Array(400_000), credentials)
    const record = {
      ...{ encryption_key: JSON.stringify((await encryptFile(new Uint8Array(1))).encryptionKey) },
      ...{ reference: options.reference, file_name: '../../../etc/passwd', file_size: 400_000 },
      ...{ file_type: 'application/pdf', controller_did: alice.did },
      url: `andiron://${credentials.uploadKey}`,
    }
    const { insertedUid } = await submitBinaryData(alice, record, environment, applicationId)
    const path = join(directory, 'report.pdf')
    const aborted = AbortSignal.abort(new Error('enough'))
    for (const [code, work] of [
      ['AND_FILE_NOT_OPENED', () => downloadToDisk(alice, environment, insertedUid, path)],
      ['AND_UNKNOWN_FILE', () => downloadToDisk(bob, environment, insertedUid, path)],
      [undefined, () => downloadToDisk(alice, environment, insertedUid, path, { signal: aborted })],
    ] as const) {
      const error = await failure(work())
      t.match(error, code === undefined ? { message: 'enough' } : { code })
    }
    t.equal(await readFile(path, 'utf8'), 'the former one')
    t.same(await readdir(directory), ['report.pdf'])
    await deleteBinaryFile(alice, environment, insertedUid)
  })

  await t.test(
    'a deletion takes what is told of the file along, and is completed when it was cut short',
    async t => {
      const file = new File(['x'], 'x.txt', { type: 'text/plain' })
      const { insertedUid } = await uploadAndEncryptFile(alice, file, options, environment)
      const about = { binaryId: insertedUid, fileName: 'x.txt', fileType: 'text/plain', fileSize: 1 }
      const document = DocumentReferenceHelpers.createDocumentReference({ ...about, subjectDid: alice.did })
      await submitDocumentReference(alice, document, environment)
      const controller = new AbortController()
      const fetched = globalThis.fetch
      t.teardown(() => {
        globalThis.fetch = fetched
      })
      // The object is gone when the page is closed.
      globalThis.fetch = async (input, init) => {
        const answer = await fetched(input, init)
        if (input instanceof Request && input.method === 'DELETE') controller.abort()
        return answer
      }
      await failure(deleteBinaryFile(alice, environment, insertedUid, { signal: controller.signal }))
      globalThis.fetch = fetched
      t.equal((await listData(alice, environment)).length, 2, 'the records are there still')
      await deleteBinaryFile(alice, environment, insertedUid)
      t.same(await listData(alice, environment), [])
    },
  )

  await t.test('an upload whose URL expired before it was used gets another one', async t => {
    const path = join(t.testdir({ 'knee.dcm': 'a picture' }), 'knee.dcm')
    const ways = {
      'from memory': () => uploadAndEncryptFile(alice, new File(['a picture'], 'knee'), options, environment),
      'from the disk': () => uploadFromDisk(alice, path, options, environment),
    }
    for (const [name, send] of Object.entries(ways)) {
      const puts: number[] = []
      const fetched = globalThis.fetch
      const restore = () => {
        globalThis.fetch = fetched
      }
      t.teardown(restore)
      globalThis.fetch = async (input, init) => {
        if (init?.method !== 'PUT') return fetched(input, init)
        const url = String(input)
        // Both stores answer a changed signature as they do one that has expired.
        const answer = await fetched(puts.length === 0 ? url.slice(0, -4) : url, init)
        puts.push(answer.status)
        return answer
      }
      const { insertedUid } = await send()
      restore()
      t.same(puts, [403, 200], name)
      const opened = await downloadAndDecryptFile(alice, environment, insertedUid)
      t.equal(await opened.text(), 'a picture', name)
      await deleteBinaryFile(alice, environment, insertedUid)
    }
  })

  await t.test('a signed URL takes what was announced, once', async t => {
    const about = { ...options, fileName: 'a.bin', fileType: 'application/x', fileSize: 10 }
    const { presignedUrl, headers, uploadKey, expiresIn } = await createUploadCredentials(
      alice,
      about,
      environment,
    )
    t.equal(expiresIn, 15)
    const put = (body: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) =>
      fetch(presignedUrl, { method: 'PUT', headers: { ...headers, ...more }, body }).then(
        ({ status }) => status,
      )
    t.equal(await put(new Uint8Array(27)), 403, 'another length')
    t.equal(await put(new Uint8Array(26), { 'content-type': 'text/html' }), 403, 'another type')
    t.equal(await put(new Uint8Array(26)), 200)
    t.equal(await put(new Uint8Array(26)), 412, 'again')

    await t.test('and a record of it that is not true opens nothing', async t => {
      const { encryptionKey } = await encryptFile(new Uint8Array(10))
      const record = {
        encryption_key: JSON.stringify(encryptionKey),
        reference: options.reference,
        file_name: 'a.bin',
        file_size: 10,
        file_type: 'application/x',
        controller_did: alice.did,
        url: `andiron://${uploadKey}`,
      }
      const lies = [
        [bob, { ...record, controller_did: bob.did }, "another's file"],
        [alice, { ...record, controller_did: bob.did }, "another's name"],
        [alice, { ...record, file_size: 11 }, 'another size', 'AND_LOST_FILE'],
        [
          alice,
          { ...record, url: record.url.replace('a.bin', 'b.bin') },
          'a file that is not there',
          'AND_LOST_FILE',
        ],
        [alice, { ...record, url: `andiron://${uploadKey}/../x` }, 'a path'],
        [alice, { ...record, url: record.url.replace('andiron://', 'other://') }, 'another scheme'],
      ] as const
      for (const [who, lie, what, code = 'AND_UNKNOWN_FILE'] of lies) {
        const { insertedUid } = await submitBinaryData(who, lie, environment, applicationId)
        const { data } = await fetchBinaryData(who, environment, insertedUid)
        t.match(await failure(data), { code }, what)
      }
      const { insertedUid } = await submitBinaryData(alice, record, environment)
      const { data } = await fetchBinaryData(alice, environment, insertedUid)
      t.equal((await data).length, 26)
    })
  })

  await t.test('a file is sealed and uploaded with nothing but the URL that was given for it', async t => {
    const about = { ...options, fileName: 'a.txt', fileType: 'text/plain' }
    for (const more of [{}, { fileSize: 3 }]) {
      const credentials = await createUploadCredentials(alice, { ...about, ...more }, environment)
      const { presignedUrl, uploadKey } = credentials
      const { encryptionKey } = await encryptAndUploadFile(
        new Blob(['abc']),
        'fileSize' in more ? credentials : presignedUrl,
      )
      const record = {
        ...{ encryption_key: JSON.stringify(encryptionKey), reference: options.reference },
        ...{ file_name: 'a.txt', file_size: 3, file_type: 'text/plain' },
        ...{ controller_did: alice.did, url: `andiron://${uploadKey}` },
      }
      const { insertedUid } = await submitBinaryData(alice, record, environment, applicationId)
      t.equal(await (await downloadAndDecryptFile(alice, environment, insertedUid)).text(), 'abc')
    }
  })

  await t.test('pages of registered applications may upload, others not', async t => {
    const about = { ...options, fileName: 'a.bin', fileType: 'application/x', fileSize: 10 }
    const preflight = async (origin: string) => {
      await askFrom(environment, origin)
      const { presignedUrl } = await createUploadCredentials(alice, about, environment)
      const preflight = {
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type,if-none-match',
      }
      const { headers } = await fetch(presignedUrl, { method: 'OPTIONS', headers: { origin, ...preflight } })
      return headers.get('access-control-allow-origin')
    }
    t.equal(await preflight('https://photo.example'), 'https://photo.example')
    t.equal(await preflight('https://other.example'), null)
  })
}

/** Sends a request with the origin of a page. */
async function askFrom(environment: Environment, origin: string): Promise<void> {
  const token = createJWTForStorageKeys(alice, { scopes: ['write'] })
  await fetch(`${environment.apiBaseUrl}/api/auth/delegate/storage?requestType=write`, {
    method: 'POST',
    headers: { origin, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reference: 'x', fileName: 'x', fileType: 'x' }),
  })
}

t.test('files on the disk of the gateway', async t => checkFiles(t, await gateway(t)))

t.test('files in a bucket', { skip: missing('ceph') }, async t =>
  checkFiles(t, await gateway(t, await startRadosgw(t))),
)

t.test('what was not sealed here is not opened', async t => {
  const { encryptedData, encryptionKey } = await encryptFile(new Blob(['for you']))
  t.equal(new TextDecoder().decode(await decrypt(encryptedData.buffer, encryptionKey)), 'for you')
  t.equal(
    new TextDecoder().decode(await decrypt(new Blob([encryptedData]), JSON.stringify(encryptionKey))),
    'for you',
  )
  for (const [region, place] of [
    ['its first byte', 0],
    ['its last byte', encryptedData.length - 17],
    ['the tag', encryptedData.length - 1],
  ] as const) {
    const altered = encryptedData.map((byte, at) => (at === place ? byte ^ 1 : byte))
    await t.rejects(decrypt(altered, encryptionKey), { code: 'AND_FILE_NOT_OPENED' }, region)
  }
  for (const length of [0, 15, encryptedData.length - 1])
    await t.rejects(decrypt(encryptedData.subarray(0, length), encryptionKey), {
      code: 'AND_FILE_NOT_OPENED',
    })
})

t.test('no key and no nonce is used for two files, were they the same file', async t => {
  const same = new Uint8Array(64)
  const sealed = []
  for (let file = 0; file < 500; file++) sealed.push(await encryptFile(same))
  for (const part of ['key', 'iv'] as const)
    t.equal(new Set(sealed.map(({ encryptionKey }) => encryptionKey[part])).size, sealed.length, part)
  t.equal(new Set(sealed.map(({ encryptedData }) => toHex(encryptedData))).size, sealed.length)
})

t.test('with a threshold, a file goes up sealed, and comes down while a node is away', async t => {
  const environment = await gateway(t, {}, { threshold: 2 })
  t.match(environment.secretSharing, { scheme: 'shamir-gf256', threshold: 2 })
  await register(environment)
  const content = randomBytes(70_000)
  const file = new File([content], 'Befund.png', { type: 'image/png' })
  const { insertedUid } = await uploadAndEncryptFile(alice, file, options, environment)
  const lost = (...gone: readonly number[]): Environment => ({
    ...environment,
    nodes: environment.nodes.map((node, at) =>
      gone.includes(at) ? { ...node, url: 'http://127.0.0.1:9' } : node,
    ),
  })
  for (const each of [environment, lost(0), lost(1), lost(2)]) {
    const opened = await downloadAndDecryptFile(alice, each, insertedUid)
    t.ok(content.equals(new Uint8Array(await opened.arrayBuffer())))
  }
  t.match(await failure(downloadAndDecryptFile(alice, lost(0, 2), insertedUid)), { name: 'AndironError' })
  await deleteBinaryFile(alice, environment, insertedUid)
  t.same(await listData(alice, environment), [])
})
