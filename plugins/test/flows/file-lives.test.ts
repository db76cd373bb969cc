/** File deletion on real nodes: in steps that may fail at any point, or by the removal of unreferenced uploads. */
import assert from 'node:assert/strict'
import t from 'tap'
import { checkConfig } from '../../../core/config/config.ts'
import { keyIdOf } from '../../../core/crypto/did.ts'
import { keyFromHex } from '../../../core/keys/keys.ts'
import { choosePrimitives } from '../../../core/keys/native.ts'
import { openStores } from '../../../core/stores/open.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { BUILDER_KEY } from '../../../core/test/fixtures/memory.ts'
import type { FileDeletion } from '../../../schemas/file-deletion.ts'
import {
  connectNodes,
  createJWTForStorageKeys,
  createUploadCredentials,
  DocumentReferenceHelpers,
  deleteBinaryFile,
  downloadAndDecryptFile,
  type Environment,
  listData,
  loadEnvironment,
  storageKeyPairOf,
  submitDocumentReference,
  uids,
  uploadAndEncryptFile,
} from '../../../ui/sdk/index.ts'
import { sqlUploadNotes } from '../../attachments/upload-notes.ts'
import { createUploads } from '../../attachments/uploads.ts'
import { serve } from '../../index.ts'
import { startLocalNodes } from '../../storage-node/node/local.ts'
import { bearer, contextFor, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { copyDeploymentOfKey } from '../fixtures/deployment.ts'

const DAY = 24 * 60 * 60_000
const alice = storageKeyPairOf('22'.repeat(32))
const owner = { key: keyIdOf(alice.did) }

const data = await temporaryDirectory(t)
await copyDeploymentOfKey(data)
const input = { port: 0, data, builderKey: BUILDER_KEY, log: { level: 'error' as const } }
const config = checkConfig(input)
const builder = keyFromHex(BUILDER_KEY, config.did.prefix)
const log = { error() {}, warn() {}, info() {} } as never
const stores = await openStores({
  config,
  data,
  builder,
  primitives: await choosePrimitives(),
  log,
  startLocalNodes,
})
t.teardown(() => stores.close())
const running = await serve(input, { stores, fastify: { logger: false } })
t.teardown(() => running.close())
const { files } = running.app
const environment: Environment = await loadEnvironment(running.url)
const { applicationId } = await registered(running.app)

assert(stores.database)
const notes = sqlUploadNotes(stores.database)

/** The removal by another gateway, some time from now. */
const sweepAfter = (milliseconds: number) =>
  createUploads({
    notes,
    objects: stores.objects,
    sign: stores.objects.sign,
    limit: config.limits.file,
    now: () => Date.now() + milliseconds,
  }).sweep(keys => files.namedAmong(keys))

async function uploaded(name: string) {
  const file = new File(['content'], name, { type: 'text/plain' })
  const options = { reference: 'x', applicationId }
  const { insertedUid, url } = await uploadAndEncryptFile(alice, file, options, environment)
  return { binaryId: insertedUid, key: url.replace('andiron://', '') }
}

async function described(binaryId: string): Promise<void> {
  const about = { binaryId, fileName: 'a.txt', fileType: 'text/plain', fileSize: 7, subjectDid: alice.did }
  const document = DocumentReferenceHelpers.createDocumentReference(about)
  await submitDocumentReference(alice, document, environment, { applicationId })
}

async function asToDelete(binaryId: string): Promise<FileDeletion> {
  const token = createJWTForStorageKeys(alice, { scopes: ['write'] })
  const answer = await fetch(`${running.url}/api/attachment/${binaryId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  return (await answer.json()) as FileDeletion
}

const grantee = environment.builderDid
const nodes = await connectNodes(alice, environment)
/** Revokes the access of the service to the record of a file. */
const hide = (document: string) => nodes.revokeAccess({ collection: uids.Binary, document, grantee })
const show = (document: string) =>
  nodes.grantAccess({
    ...{ collection: uids.Binary, document },
    acl: { grantee, read: true, write: false, execute: true },
  })

t.test('a deletion goes on where it was cut short, wherever that was', async t => {
  /** In the order of the response, and in another order of the client. */
  for (const order of [
    (left: FileDeletion['left']) => left,
    (left: FileDeletion['left']) => left.toReversed(),
  ])
    for (const cut of [0, 1, 2, 3]) {
      const { binaryId, key } = await uploaded('a.txt')
      await described(binaryId)
      await described(binaryId)
      const first = await asToDelete(binaryId)
      t.equal(first.left.length, 3)
      t.equal(await stores.objects.sizeOf(key), undefined)
      for (const address of order(first.left).slice(0, cut)) await nodes.deleteData(address)
      const { left = [] } = (await asToDelete(binaryId)) as Partial<FileDeletion>
      t.equal(left.length, 3 - cut, `after ${cut} steps`)
      for (const address of left) await nodes.deleteData(address)
      t.match(await asToDelete(binaryId), { status: 404, code: 'AND_FILE_NOT_READ' }, 'nothing is left')
      t.same(await listData(alice, environment), [])
    }
})

t.test('an owner who took reading back from the service opens and deletes their files', async t => {
  const bob = storageKeyPairOf('33'.repeat(32))
  const { binaryId, key } = await uploaded('mine.txt')
  await described(binaryId)
  for (const { collection, document } of await listData(alice, environment))
    await nodes.revokeAccess({ collection, document, grantee })
  t.equal(
    await running.app.gateway.records.read(uids.Binary, binaryId),
    undefined,
    'the service sees no record',
  )

  const opened = await downloadAndDecryptFile(alice, environment, binaryId)
  t.equal(await opened.text(), 'content')
  const presign = async (who: typeof alice, type: string, storageKey?: string) => {
    const answer = await fetch(`${running.url}/api/auth/delegate/storage?requestType=${type}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${createJWTForStorageKeys(who, { scopes: ['write'] })}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ binaryFileId: binaryId, ...(storageKey !== undefined && { storageKey }) }),
    })
    return [answer.status, ((await answer.json()) as { code?: string }).code]
  }
  const unknown = [404, 'AND_UNKNOWN_FILE']
  for (const type of ['read', 'delete']) {
    t.same(await presign(bob, type, key), unknown, 'the key of another')
    t.same(await presign(alice, type), unknown, 'no key')
    for (const wrong of [
      `${key}x`,
      `${key}/../x`,
      `${key}/x`,
      `x/${key}`,
      key.replace(alice.did, bob.did),
      '',
    ])
      t.same(await presign(alice, type, wrong), unknown, JSON.stringify(wrong))
    t.same(await presign(alice, type, key), [200, undefined])
  }
  const visible = await uploaded('seen.txt')
  const token = createJWTForStorageKeys(alice, { scopes: ['write'] })
  const swapped = `${running.url}/api/attachment/${visible.binaryId}/${encodeURIComponent(key)}`
  await fetch(swapped, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  t.equal(await stores.objects.sizeOf(key), 23, 'where the record is seen, it says which bytes are meant')
  t.equal(await stores.objects.sizeOf(visible.key), undefined)
  await deleteBinaryFile(alice, environment, visible.binaryId)

  await t.rejects(deleteBinaryFile(bob, environment, binaryId), { code: 'AND_UNKNOWN_FILE' })
  await t.test('by hand, the answer says how', async t => {
    const refused = (await asToDelete(binaryId)) as unknown as { code: string; detail: string }
    t.equal(refused.code, 'AND_FILE_NOT_READ')
    t.equal(await stores.objects.sizeOf(key), 23, 'nothing was deleted, and nobody was told so')
    const [, path = ''] = /'DELETE ([^']+)'/.exec(refused.detail) ?? []
    const { url } = (await nodes.readData({ collection: uids.Binary, document: binaryId })) as {
      url?: string
    }
    const uploadKey = encodeURIComponent(String(url).replace(/^.*?:\/\//, ''))
    const answer = await fetch(`${running.url}${path.replace('<upload key>', uploadKey)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    t.same(await answer.json(), { binaryId, left: [{ collection: uids.Binary, document: binaryId }] })
    t.equal(await stores.objects.sizeOf(key), undefined)
  })
  await deleteBinaryFile(alice, environment, binaryId)
  t.equal(await stores.objects.sizeOf(key), undefined)
  t.same(await listData(alice, environment), [])
})

t.test('a deletion whose URL was not followed is completed when its record is gone', async t => {
  const { binaryId, key } = await uploaded('left.txt')
  t.ok(await files.find(owner, binaryId))
  const token = createJWTForStorageKeys(alice, { scopes: ['write'] })
  const answer = await fetch(`${running.url}/api/auth/delegate/storage?requestType=delete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ binaryFileId: binaryId }),
  })
  t.match(await answer.json(), { presignedUrl: /^http/, storageKey: key, binaryFileId: binaryId })
  t.equal(await sweepAfter(60_000), 0)
  await nodes.deleteData({ collection: uids.Binary, document: binaryId })
  t.equal(await stores.objects.sizeOf(key), 23)
  t.equal(await sweepAfter(60_000), 1)
  t.equal(await stores.objects.sizeOf(key), undefined)
})

t.test('the nodes find the responses that hold a file, in groups and below answers', async t => {
  const study = await registered(running.app)
  const picture = { linkId: 'picture', type: 'attachment' }
  const item = [
    {
      ...{ linkId: 'group', type: 'group' },
      item: [{ linkId: 'has', type: 'boolean', item: [{ ...picture, repeats: true }] }],
    },
  ]
  const url = 'https://study.example/pictures'
  const form = await published(running.app, study, {
    ...{ resourceType: 'Questionnaire', status: 'active', url, item },
  })
  const { binaryId } = await uploaded('below.txt')
  await uploaded('beside.txt')
  const id = { id: binaryId, contentType: 'text/plain', size: 7 }
  const answers = [{ valueBoolean: true, item: [{ linkId: 'picture', answer: [{ valueAttachment: id }] }] }]
  const answered = submissionOf(study.applicationId, {
    ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: form._id },
    item: [{ linkId: 'group', item: [{ linkId: 'has', answer: answers }] }],
  })
  const write = bearer(alice, ['write'])
  const response = (await sendRequest(running.app, 'POST', '/api/submission', write, answered)).json()
  const read = bearer(alice, ['read'])
  const search = async (parameters: string) =>
    (await sendRequest(running.app, 'GET', `/fhir/DocumentReference?${parameters}`, read)).json()
  const related = [{ reference: `QuestionnaireResponse/${response.insertedUid}` }]
  t.match(await search(`related=${response.insertedUid}`), {
    ...{ total: 1, entry: [{ resource: { context: { related } } }] },
  })
  const { entry } = await search('_sort=-date')
  const titles = entry.map((each: { resource: { content: { attachment: { title: string } }[] } }) =>
    each.resource.content.map(({ attachment }) => attachment.title).join(),
  )
  for (const title of ['below.txt', 'beside.txt'])
    t.equal(titles.filter((each: string) => each === title).length, 1, title)
})

t.test('what nobody names is swept after a day, and nothing else', async t => {
  const about = { reference: 'x', fileName: 'lost.txt', fileType: 'text/plain', fileSize: 1, applicationId }
  const { presignedUrl, headers, uploadKey } = await createUploadCredentials(alice, about, environment)
  await fetch(presignedUrl, { method: 'PUT', headers, body: new Uint8Array(17) })
  const named = await uploaded('named.txt')
  t.equal(await sweepAfter(DAY - 60_000), 0)
  t.equal(await stores.objects.sizeOf(uploadKey), 17)
  t.equal(await sweepAfter(DAY + 60_000), 1)
  t.equal(await stores.objects.sizeOf(uploadKey), undefined)
  t.equal(await stores.objects.sizeOf(named.key), 23)
})

t.test('a ticket counts for nothing while the service may not read the record', async t => {
  const { binaryId } = await uploaded('hidden.txt')
  const urls: string[] = []
  for (let count = 0; count < 2; count++) urls.push((await files.ticket(owner, binaryId))?.url ?? '')
  const statusOf = async (url = '') => (await fetch(url)).status
  await hide(binaryId)
  t.equal(await statusOf(urls[0]), 404)
  await show(binaryId)
  t.equal(await statusOf(urls[0]), 404, 'it was used')
  t.equal(await statusOf(urls[1]), 200)
})

t.test('a file that was seen once stays, though the service may no longer read its record', async t => {
  const seenBy: Record<string, (binaryId: string) => Promise<unknown>> = {
    'a sweep': () => sweepAfter(0),
    'a DocumentReference': described,
    'a ticket': binaryId => files.ticket(owner, binaryId),
  }
  for (const [what, see] of Object.entries(seenBy)) {
    const { binaryId, key } = await uploaded('hidden.txt')
    await see(binaryId)
    await hide(binaryId)
    t.equal(await files.find(owner, binaryId), undefined, 'the service cannot see it')
    await sweepAfter(DAY + 60_000)
    t.equal(await stores.objects.sizeOf(key), 23, `seen by ${what}`)
    await show(binaryId)
    t.ok(
      await files.open(owner, binaryId, contextFor(running.app, owner)),
      'and opens when it may be seen again',
    )
  }
})
