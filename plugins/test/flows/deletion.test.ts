/** Profile deletion on real nodes: complete, with a receipt, after an interruption at any step. */
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { checkConfig } from '../../../core/config/config.ts'
import { toHex } from '../../../core/crypto/bytes.ts'
import type { KeyPair } from '../../../core/crypto/keys.ts'
import { createDelegation } from '../../../core/crypto/nuc.ts'
import type { StoredRecord } from '../../../core/index.ts'
import { keyFromHex } from '../../../core/keys/keys.ts'
import { choosePrimitives } from '../../../core/keys/native.ts'
import { openStores, type Stores } from '../../../core/stores/open.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { BUILDER_KEY } from '../../../core/test/fixtures/memory.ts'
import type { ProfileDeletion } from '../../../schemas/profile-deletion.ts'
import {
  connectNodes,
  createUploadCredentials,
  deleteProfile,
  listData,
  loadEnvironment,
  readAudit,
  readProfileDeletion,
  readReceipt,
  storageKeyPairOf,
  submitData,
  uids,
  uploadAndEncryptFile,
} from '../../../ui/sdk/index.ts'
import { createGateway, serve } from '../../index.ts'
import { newDeletion } from '../../profile/deletion.ts'
import { startLocalNodes } from '../../storage-node/node/local.ts'
import { bearer, now, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { copyDeploymentOfKey } from '../fixtures/deployment.ts'
import { keep } from '../fixtures/files.ts'
import { mood, moodResponse, seed } from '../fixtures/responses.ts'

const data = await temporaryDirectory(t)
await copyDeploymentOfKey(data)
const input = {
  ...{ port: 0, data, builderKey: BUILDER_KEY, log: { level: 'silent' as const } },
  plugins: { profile: { resumeAfter: 1, settleSeconds: 0 } },
}
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
const { app, url } = running
const environment = await loadEnvironment(url)
const study = await registered(app)
const { _id } = await published(app, study, mood)

let people = 0
const aPerson = () => storageKeyPairOf(String(++people).padStart(64, '0'))

const permit = (who: KeyPair, verb: string, more: object = {}) =>
  createDelegation({
    ...{ issuer: who, audience: environment.builderDid, subject: who.did },
    ...{ command: `/nil/db/users/${verb}`, expiresAt: now() + 24 * 3600, ...more },
  })
const requestOf = (who: KeyPair) => ({
  did: who.did,
  permission: { read: permit(who, 'read'), delete: permit(who, 'delete') },
})
/** Sends a request to a gateway that may not listen. */
const ask = (gateway: typeof app, who: KeyPair, changes: object = {}, headers: object = {}) =>
  sendRequest(
    gateway,
    'DELETE',
    '/api/profile',
    { ...bearer(who, ['write']), ...headers },
    { ...requestOf(who), ...changes },
  )

/** The counts for each node in the receipt. */
const countsIn = ({ receipt = '' }: ProfileDeletion) =>
  readReceipt(receipt, environment).nodes.map(({ records }) => ({ ...records }))

async function settled(who: ReturnType<typeof aPerson>): Promise<ProfileDeletion> {
  for (;;) {
    const deletion = await readProfileDeletion(who, url)
    if (deletion.state === 'done') return deletion
    await delay(100)
  }
}

t.test('everything goes, everywhere, and a receipt says what', async t => {
  const [alice, bob] = [aPerson(), aPerson()]
  await seed(
    app,
    study.applicationId,
    alice,
    Array.from({ length: 130 }, (_, at) => moodResponse(_id, `${at}`)),
  )
  const kept = await seed(app, study.applicationId, bob, [moodResponse(_id, 'of bob')])
  const file = new File(['a letter'], 'letter.txt', { type: 'text/plain' })
  const uploaded = await uploadAndEncryptFile(
    alice,
    file,
    { reference: 'x', applicationId: study.applicationId },
    environment,
  )
  const key = uploaded.url.replace('andiron://', '')
  const lost = await createUploadCredentials(
    alice,
    {
      reference: 'x',
      fileName: 'b',
      fileType: 'text/plain',
      fileSize: 1,
      applicationId: study.applicationId,
    },
    environment,
  )
  await fetch(lost.presignedUrl, { method: 'PUT', headers: lost.headers, body: new Uint8Array(17) })
  // A record that the service cannot read or find.
  const { insertedUid: hidden } = await submitData(
    alice,
    submissionOf(study.applicationId, moodResponse(_id, 'hidden')),
    url,
  )
  const nodes = await connectNodes(alice, environment)
  await nodes.revokeAccess({
    ...{ collection: uids.QuestionnaireResponse, document: hidden },
    grantee: environment.builderDid,
  })
  t.same(await readProfileDeletion(alice, url), { state: 'none' })
  t.equal((await listData(alice, environment)).length, 132)

  const deletion = await deleteProfile(alice, url, { confirm: alice.did })
  t.match(deletion, { state: 'done', files: 1, uploads: 1, problems: [], completedAt: /Z$/ })
  t.same(await listData(alice, environment), [])
  t.equal(await stores.objects.sizeOf(key), undefined)
  t.equal(await stores.objects.sizeOf(lost.uploadKey), undefined)
  t.same(
    (await listData(bob, environment)).map(({ document }) => document),
    kept,
    'and nothing of anyone else',
  )

  const receipt = readReceipt(deletion.receipt ?? '', environment)
  t.match(receipt, { iss: builder.did, sub: alice.did, files: 1, uploads: 1 })
  t.same(
    receipt.nodes.map(({ url, did, records }) => ({ url, did, ...records })),
    environment.nodes.map(({ url, did }) => ({ url, did, QuestionnaireResponse: 131, Binary: 1 })),
  )
  for (const { emptyAt = '' } of receipt.nodes) t.ok(Date.parse(emptyAt) >= Date.parse(receipt.askedAt))
  t.match(receipt.remains[0], /audit trail/)
  t.ok(
    receipt.remains.some(each => /paths of uploads/.test(each)),
    'the note of an upload that may still arrive is among what remains',
  )
  t.throws(() => readReceipt(deletion.receipt ?? '', { builderDid: alice.did }), {
    code: 'AND_INVALID_TOKEN',
  })

  t.same(await deleteProfile(alice, url, { confirm: alice.did }), deletion, 'asked again it is the same')
  await seed(app, study.applicationId, alice, [moodResponse(_id, 'back again')])
  const again = await deleteProfile(alice, url, { confirm: alice.did })
  t.same(await listData(alice, environment), [], 'and what has come since goes, too')
  t.match(countsIn(again)[0], { QuestionnaireResponse: 132 })
  const trail = []
  for await (const { action } of readAudit(alice, url)) trail.push(action)
  t.same(trail, ['deleteProfile'], 'the trail stays, and tells of it')
})

t.test('nothing is deleted by accident, or by anyone else', async t => {
  const [alice, bob] = [aPerson(), aPerson()]
  await seed(app, study.applicationId, alice, [moodResponse(_id, 'a')])
  const old = bearer(alice, ['write'], { now: now() - 400 })
  const { permission } = requestOf(alice)
  const refused: [string, object, number, string][] = [
    ['another DID', { did: bob.did }, 422, 'AND_DELETION_NOT_CONFIRMED'],
    [
      'a permission of another',
      { permission: { ...permission, read: permit(bob, 'read') } },
      422,
      'AND_INVALID_PERMISSION',
    ],
    [
      'a permission for something else',
      { permission: { ...permission, delete: permission.read } },
      422,
      'AND_INVALID_PERMISSION',
    ],
    [
      'one to another service',
      { permission: { ...permission, delete: permit(alice, 'delete', { audience: bob.did }) } },
      422,
      'AND_INVALID_PERMISSION',
    ],
    [
      'one that ends at once',
      { permission: { ...permission, delete: permit(alice, 'delete', { expiresAt: now() + 60 }) } },
      422,
      'AND_INVALID_PERMISSION',
    ],
    ['none', { permission: undefined }, 400, 'AND_INVALID_REQUEST'],
  ]
  for (const [what, changes, status, code] of refused)
    t.match((await ask(app, alice, changes)).json(), { status, code }, what)
  t.match((await ask(app, alice, {}, old)).json(), { status: 403, code: 'AND_TOKEN_NOT_FRESH' })
  t.match((await ask(app, alice, {}, bearer(alice, ['read']))).json(), { status: 403 })
  t.equal((await listData(alice, environment)).length, 1)
  t.same(await readProfileDeletion(alice, url), { state: 'none' })
})

t.test('nothing is stored in a profile that is being deleted', async t => {
  const alice = aPerson()
  const submit = () =>
    sendRequest(
      app,
      'POST',
      '/api/submission',
      bearer(alice, ['write']),
      submissionOf(study.applicationId, moodResponse(_id, 'late')),
    )
  const key = toHex(alice.publicKey)
  const at = new Date()
  const deletion = newDeletion(alice.did, { owner: alice.did, read: '', delete: '', until: 0 }, at)
  const { kept } = app.profileDeletions
  await kept.write(key, deletion, undefined)
  t.pass('another gateway is at it')
  t.match((await submit()).json(), { status: 409, code: 'AND_PROFILE_LEAVING' })
  t.same(await listData(alice, environment), [])
  await kept.write(key, { ...deletion, state: 'done' }, undefined)
  t.equal((await submit()).statusCode, 201, 'and then it begins anew')

  const minutesBehind = async (t: Test, minutes: number) => {
    const bob = aPerson()
    const [id = ''] = await seed(app, study.applicationId, bob, [moodResponse(_id, 'before')])
    const stored: object = (await stores.records.read(uids.QuestionnaireResponse, id)) ?? {}
    const { _created, _updated, _owner, _acl, ...record } = stored as Partial<StoredRecord>
    const acl = { grantee: builder.did, read: true, write: false, execute: true }
    const late = { ...record, _id: crypto.randomUUID() }
    const arrive = () => stores.records.create(uids.QuestionnaireResponse, late, { owner: bob.did, acl })
    const gateway = await createGateway(
      { ...input, plugins: { profile: { resumeAfter: 60, settleSeconds: 5 } } },
      { stores: onceEmpty(arrive), fastify: { logger: false } },
    )
    await gateway.ready()
    const then = new Date(Date.now() - minutes * 60_000)
    const asked = newDeletion(bob.did, { owner: bob.did, read: '', delete: '', until: 0 }, then)
    if (minutes > 0) await kept.write(toHex(bob.publicKey), asked, undefined)
    const asking = ask(gateway, bob)
    const deletion = (await asking).json<ProfileDeletion>()
    t.match(deletion, { state: 'done' })
    t.same(countsIn(deletion), Array(3).fill({ QuestionnaireResponse: 2 }))
    t.same(await listData(bob, environment), [])
  }
  await t.test('and what was on its way goes, too', t => minutesBehind(t, 0))
  await t.test('and also if the clock of the gateway that was asked is ten minutes behind', t =>
    minutesBehind(t, 10),
  )
})

/** Stores with a side effect when the first check finds no more records of a person on a node. */
function onceEmpty(happens: () => Promise<void>): Stores {
  let happening: Promise<void> | undefined
  const ownedBy: Stores['records']['ownedBy'] = permission =>
    stores.records.ownedBy(permission).map(node => ({
      ...node,
      async list(limit) {
        const found = await node.list(limit)
        if (found.length > 0) return found
        happening ??= happens()
        await happening
        return found
      },
    }))
  const { records } = stores
  return {
    ...stores,
    records: withOwnedBy(records, ownedBy),
  }
}

/** The store with another `ownedBy`. */
const withOwnedBy = (records: Stores['records'], ownedBy: Stores['records']['ownedBy']): Stores['records'] =>
  new Proxy(records, {
    get(target, name) {
      if (name === 'ownedBy') return ownedBy
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Stores that fail from the given step of a deletion on: later calls have no effect. */
function dyingAt(step: number): { readonly stores: Stores; readonly isDead: () => boolean } {
  let steps = 0
  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    steps += 1
    if (steps >= step) throw new Error('dead')
    return work()
  }
  const { jobs, objects, records } = stores
  return {
    isDead: () => steps >= step,
    stores: {
      ...stores,
      jobs: {
        ...jobs,
        due: async () => [],
        keep: (...step) => alive(() => jobs.keep(...step)),
        end: (...step) => alive(() => jobs.end(...step)),
        release: (...step) => alive(() => jobs.release(...step)),
      },
      objects: { ...objects, delete: key => alive(() => objects.delete(key)) },
      records: withOwnedBy(records, permission =>
        records.ownedBy(permission).map(node => ({
          ...node,
          list: limit => alive(() => node.list(limit)),
          delete: address => alive(() => node.delete(address)),
        })),
      ),
    },
  }
}

t.test('a deletion that dies at any step is completed by another gateway, and counts right', async t => {
  const left: { who: ReturnType<typeof aPerson>; key: string; step: number }[] = []
  // The first steps one by one, the later ones, which are alike, here and there.
  for (let step = 1; ; step += Math.max(1, left.length)) {
    const who = aPerson()
    const { key } = await keep(app, who, new TextEncoder().encode('a file'))
    await seed(app, study.applicationId, who, [moodResponse(_id, 'a'), moodResponse(_id, 'b')])
    const dying = dyingAt(step)
    const gateway = await createGateway(input, { stores: dying.stores, fastify: { logger: false } })
    await gateway.ready()
    await ask(gateway, who)
    await gateway.close().catch(() => {})
    left.push({ who, key, step })
    if (!dying.isDead()) break
  }
  t.ok(left.length > 5, `${left.length} steps`)
  for (const { who, key, step } of left) {
    const deletion = await settled(who)
    t.same(await listData(who, environment), [], `died at step ${step}`)
    t.equal(await stores.objects.sizeOf(key), undefined)
    t.match(deletion, { files: 1 })
    t.same(countsIn(deletion), Array(3).fill({ Binary: 1, QuestionnaireResponse: 2 }))
  }
})
