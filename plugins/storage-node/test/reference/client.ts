/** The published nilDB client, unmodified, against three nodes of ours; each side reads the records of the other. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { decrypt, encrypt, SecretKey } from '@nillion/blindfold'
import { Signer } from '@nillion/nuc'
import { SecretVaultBuilderClient, SecretVaultUserClient } from '@nillion/secretvaults'
import t from 'tap'
import { toBase64, toHex } from '../../../../core/crypto/bytes.ts'
import { sameIdentity } from '../../../../core/crypto/did.ts'
import { createKeyPair, type KeyPair } from '../../../../core/crypto/keys.ts'
import { createDelegation } from '../../../../core/crypto/nuc.ts'
import { Network } from '../../../../core/stores/network/network.ts'
import { commands } from '../../../../core/stores/network/node.ts'
import { secretKeyOfOneNode } from '../../../../core/stores/network/secrets.ts'
import { servedNetwork } from '../../../../core/stores/network/test/fixtures/node-servers.ts'
import { collection, ownedBy } from '../../../../core/stores/network/test/fixtures/records-conformance.ts'
import { invocation } from '../../../../core/stores/network/test/fixtures/tokens.ts'

const blindfold = { operation: 'store', useClusterKey: true } as const
const signerOf = ({ privateKey }: KeyPair, method: 'key' | 'nil' = 'key') =>
  Signer.fromPrivateKey(toHex(privateKey), method)

function schemaWith(properties: object) {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'array',
    uniqueItems: true,
    items: {
      type: 'object',
      required: ['_id'],
      additionalProperties: false,
      properties: { _id: { type: 'string', format: 'uuid', coerce: true }, ...properties },
    },
  }
}
const SHARE = { type: 'object', properties: { '%share': { type: 'string' } }, required: ['%share'] }

for (const method of ['key', 'nil'] as const) {
  t.test(`the published client runs through its surface as did:${method}`, async t => {
    // The client logs at every step that one of the two methods is deprecated.
    t.capture(console, 'warn')
    const network = await servedNetwork(t)
    const dbs = network.nodes.map(({ url }) => url)
    const key = createKeyPair()
    const builder = await SecretVaultBuilderClient.from({ signer: signerOf(key, method), dbs, blindfold })
    const person = createKeyPair()
    const user = await SecretVaultUserClient.from({
      signer: signerOf(person, method),
      baseUrls: dbs,
      blindfold,
    })
    const did = await builder.getId()

    t.test('nodes and the builder’s profile', async t => {
      t.equal(Object.keys(await builder.readClusterInfo()).length, 3)
      t.equal(await statusOf(builder.readProfile()), 404)
      await builder.register({ did, name: 'a builder' })
      t.equal(await statusOf(builder.register({ did, name: 'again' })), 400)
      await builder.updateBuilderProfile({ name: 'renamed' })
      const { data } = await builder.readProfile()
      t.equal(data.name, 'renamed')
      t.ok(sameIdentity(data._id, key.did))
    })

    const standard = randomUUID()
    t.test('a standard collection', async t => {
      await builder.createCollection({
        _id: standard,
        type: 'standard',
        name: 'diary',
        schema: schemaWith({ night: { type: 'string' }, hours: { type: 'number' }, note: SHARE }),
      })
      const listed = await builder.readCollections({ pagination: { limit: 10, offset: 0 } })
      t.match(listed, { data: [{ id: standard, type: 'standard' }], pagination: { total: 1 } })
      await builder.createCollectionIndex(standard, {
        collection: standard,
        name: 'by_night',
        keys: [{ night: 1 }],
        unique: false,
      })
      const { data } = await builder.readCollection(standard)
      t.equal(data.count, 0)
      t.same(
        data.indexes.map(({ name }) => name),
        ['_id_', 'by_night'],
      )
      await builder.dropCollectionIndex(standard, 'by_night')
      t.equal(await statusOf(builder.dropCollectionIndex(standard, 'by_night')), 404)
    })

    t.test('its documents', async t => {
      const documents = [7, 8, 6].map((hours, at) => ({
        _id: randomUUID(),
        night: `2026-01-0${at + 1}`,
        hours,
        note: { '%allot': `slept ${hours} hours` },
      }))
      const created = await builder.createStandardData({ collection: standard, data: documents })
      for (const { data } of Object.values(created))
        t.same(
          data.created,
          documents.map(({ _id }) => _id),
        )
      const twice = { collection: standard, data: [documents[0] ?? {}] }
      t.equal(await statusOf(builder.createStandardData(twice)), 400)
      const wrong = { ...documents[0], _id: randomUUID(), hours: 'many' }
      t.equal(await statusOf(builder.createStandardData({ collection: standard, data: [wrong] })), 400)

      const found = await builder.findData({ collection: standard, filter: { hours: { $gte: 7 } } })
      t.equal(found.pagination.total, 2)
      t.same(found.data.map(({ note }) => note).sort(), ['slept 7 hours', 'slept 8 hours'])
      const first = await builder.findData({
        collection: standard,
        filter: {},
        pagination: { limit: 1, offset: 0, sort: { hours: -1 } },
      })
      t.match(first, { data: [{ hours: 8 }], pagination: { total: 3, limit: 1, offset: 0 } })

      const updated = await builder.updateData({
        collection: standard,
        filter: { hours: 6 },
        update: { $set: { note: { '%allot': 'slept badly' } }, $inc: { hours: 1 } },
      })
      for (const { data } of Object.values(updated)) t.match(data, { matched: 1, modified: 1 })
      const changed = await builder.findData({ collection: standard, filter: { night: '2026-01-03' } })
      t.match(changed.data, [{ hours: 7, note: 'slept badly' }])

      const tail = await builder.tailData(standard, { limit: 2 })
      t.equal(tail.data.length, 2)
      const deleted = await builder.deleteData({ collection: standard, filter: { night: '2026-01-01' } })
      for (const { data } of Object.values(deleted)) t.match(data, { acknowledged: true, deletedCount: 1 })
    })

    t.test('stored queries', async t => {
      const _id = randomUUID()
      await builder.createQuery({
        _id,
        name: 'hours slept',
        collection: standard,
        variables: { least: { path: '$.pipeline[0].$match.hours.$gte', description: 'fewest hours' } },
        pipeline: [
          { $match: { hours: { $gte: 0 } } },
          { $group: { _id: null, total: { $sum: '$hours' }, nights: { $sum: 1 } } },
        ],
      })
      t.match(await builder.getQueries(), { data: [{ _id, name: 'hours slept' }], pagination: { total: 1 } })
      for (const { data } of Object.values(await builder.getQuery(_id))) t.equal(data.collection, standard)
      const ends = async (variables: Record<string, unknown>) => {
        const started = await builder.runQuery({ _id, variables })
        const runs = Object.fromEntries(Object.entries(started).map(([node, { data }]) => [node, data]))
        for (;;) {
          const results = Object.values(await builder.readQueryRunResults(runs)).map(({ data }) => data)
          if (results.every(({ status }) => status !== 'pending' && status !== 'running')) return results
          await delay(50)
        }
      }
      for (const run of await ends({ least: 7 })) {
        t.match(run, { status: 'complete', result: [{ total: 15, nights: 2 }] })
      }
      for (const run of await ends({})) {
        t.match(run, { status: 'error', errors: ['DataValidationError', /mismatch/, 'missing=least'] })
      }
      await builder.deleteQuery(_id)
      t.equal(await statusOf(builder.getQuery(_id)), 404)
      await builder.flushData(standard)
      t.equal((await builder.findData({ collection: standard, filter: {} })).pagination.total, 0)
    })

    t.test('a person’s own documents', async t => {
      const owned = randomUUID()
      await builder.createCollection({
        _id: owned,
        type: 'owned',
        name: 'files',
        schema: schemaWith({ file_name: { type: 'string' }, encryption_key: SHARE }),
      })
      const delegation = createDelegation({
        issuer: key,
        audience: person.did,
        subject: key.did,
        command: '/nil/db/data/create',
        // The client sends no arguments: the node decides by the requested collection.
        policy: [
          [
            'or',
            [
              ['==', '.args', {}],
              ['anyOf', '.args.collection', [owned]],
            ],
          ],
        ],
        expiresAt: Math.floor(Date.now() / 1000) + 3600,
      })
      const document = {
        _id: randomUUID(),
        file_name: 'scan.pdf',
        encryption_key: { '%allot': 'a key that no node has' },
      }
      const acl = { grantee: did, read: true, write: false, execute: true }
      const body = { owner: await user.getId(), collection: owned, data: [document], acl }
      await user.createData(body, { auth: { delegation } })

      const address = { collection: owned, document: document._id }
      t.match(await user.listDataReferences(), { data: [address], pagination: { total: 1 } })
      const { data } = await user.readData(address)
      t.match(data, { file_name: 'scan.pdf', encryption_key: 'a key that no node has' })
      t.match((await user.readProfile()).data.data, [{ collection: owned, id: document._id }])
      const shares = await Promise.all(network.nodes.map(node => stored(node.url, owned, document._id, key)))
      t.equal(new Set(shares).size, 3)

      const seen = await builder.findData({ collection: owned, filter: { file_name: 'scan.pdf' } })
      t.match(seen.data, [{ encryption_key: 'a key that no node has' }])
      const forbidden = await builder.deleteData({ collection: owned, filter: { _id: document._id } })
      for (const { data } of Object.values(forbidden)) t.equal(data.deletedCount, 0)

      const other = createKeyPair()
      const reader = await SecretVaultBuilderClient.from({ signer: signerOf(other), dbs, blindfold })
      const grant = { ...address, acl: { grantee: other.did, read: true, write: false, execute: false } }
      t.equal(await statusOf(user.grantAccess(grant)), 404)
      await reader.register({ did: await reader.getId(), name: 'a reader' })
      await user.grantAccess(grant)
      t.equal((await reader.findData({ collection: owned, filter: {} })).data.length, 1)
      await user.revokeAccess({ ...address, grantee: other.did })
      t.equal((await reader.findData({ collection: owned, filter: {} })).data.length, 0)
      await user.revokeAccess({ ...address, grantee: did })
      t.equal((await builder.findData({ collection: owned, filter: {} })).data.length, 0)

      await user.deleteData(address)
      t.equal(await statusOf(user.readData(address)), 404)
      await builder.deleteCollection(owned)
      t.equal(await statusOf(builder.readCollection(owned)), 404)
    })

    t.test('the end of the builder', async t => {
      await builder.deleteBuilder()
      t.equal(await statusOf(builder.readProfile()), 404)
    })
  })
}

t.test('shares written by one side are joined by the other', async t => {
  const network = await servedNetwork(t)
  const dbs = network.nodes.map(({ url }) => url)
  const { builder: key } = network
  const store = new Network(network)
  const files = collection('owned', ['encryption_key'])
  await store.prepare([files])
  const builder = await SecretVaultBuilderClient.from({ signer: signerOf(key), dbs, blindfold })
  const person = createKeyPair()

  for (const secret of ['', 'ours → theirs', '€'.repeat(1365), 'x'.repeat(4096)]) {
    const _id = randomUUID()
    await store.create(files.uid, { _id, encryption_key: secret }, ownedBy(person.did, key.did))
    const { data } = await builder.findData({ collection: files.uid, filter: { _id } })
    t.equal(data[0]?.['encryption_key'], secret)
  }

  const user = await SecretVaultUserClient.from({ signer: signerOf(person), baseUrls: dbs, blindfold })
  const delegation = createDelegation({
    issuer: key,
    audience: person.did,
    subject: key.did,
    command: '/nil/db/data/create',
    expiresAt: Math.floor(Date.now() / 1000) + 3600,
  })
  // Their size includes the byte of the encoding.
  for (const secret of ['', 'theirs → ours', '€'.repeat(1365), 'x'.repeat(4095)]) {
    const _id = randomUUID()
    const data = [{ _id, encryption_key: { '%allot': secret } }]
    const { owner, acl } = ownedBy(await user.getId(), await builder.getId())
    await user.createData({ owner, collection: files.uid, data, acl }, { auth: { delegation } })
    t.equal((await store.read(files.uid, _id))?.['encryption_key'], secret)
  }
})

t.test('a secret on a single node is sealed as blindfold seals it', async t => {
  // The client of the nodes has no way to send such a field; the library below it seals and opens it.
  const network = await servedNetwork(t, { count: 1 })
  const [node] = network.nodes
  if (node === undefined) throw new Error('The network has a node')
  const { builder: key } = network
  const store = new Network(network)
  const files = collection('owned', ['encryption_key'])
  const person = createKeyPair()
  await store.prepare([files])
  const sealing = SecretKey.load({
    material: toBase64(secretKeyOfOneNode(key)),
    cluster: { nodes: [{}] },
    operations: { store: true },
  })
  const builder = await SecretVaultBuilderClient.from({ dbs: [node.url], signer: signerOf(key) })
  await store.create(
    files.uid,
    { _id: randomUUID(), encryption_key: 'ours' },
    ownedBy(person.did, store.builder),
  )
  const { data } = await builder.findData({ collection: files.uid, filter: {} })
  const sealed = data[0]?.['encryption_key'] as { '%share': string }
  t.equal(await decrypt(sealing, sealed['%share']), 'ours')

  const _id = randomUUID()
  const share = await encrypt(sealing, 'theirs')
  await node.createOwned(invocation({ from: key, to: node.did, command: commands.data.create }), {
    ...{ collection: files.uid, data: [{ _id, encryption_key: { '%share': share } }] },
    ...ownedBy(person.did, key.did),
  })
  t.match(await store.read(files.uid, _id), { encryption_key: 'theirs' })
})

/** The status with which the first node refused. The client throws a list of what each node said. */
async function statusOf(attempt: Promise<unknown>): Promise<number | undefined> {
  try {
    await attempt
    return undefined
  } catch (failures) {
    if (!Array.isArray(failures)) throw failures
    return (failures as { error: { status: number } }[])[0]?.error.status
  }
}

/** The secret field of a document as one node has it. */
async function stored(url: string, uid: string, id: string, key: KeyPair): Promise<unknown> {
  const client = await SecretVaultBuilderClient.from({ signer: signerOf(key), dbs: [url] })
  const { data } = await client.findData({ collection: uid, filter: { _id: id } })
  return JSON.stringify(data[0]?.['encryption_key'])
}
