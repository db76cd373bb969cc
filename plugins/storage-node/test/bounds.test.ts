/** Unknown builders on a node: their documents are isolated, and pages and amounts are limited. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { attest } from '../../../core/crypto/attest.ts'
import { didKeyOf, keyIdOf } from '../../../core/crypto/did.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { ATTESTATION, attested } from '../../../core/stores/attested.ts'
import { NodeError } from '../../../core/stores/network/errors.ts'
import { Network } from '../../../core/stores/network/network.ts'
import { commands, type NewDocument, type StorageNode } from '../../../core/stores/network/node.ts'
import { connectNode } from '../../../core/stores/network/node-remote.ts'
import { localNetwork } from '../../../core/stores/network/test/fixtures/local-network.ts'
import { collection as newCollection } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { delegation, invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'
import { createNodeServer } from '../http/server.ts'
import { type Bounds, defaultBounds } from '../node/bounds.ts'
import { openLocalNode } from '../node/node-local.ts'

const { data, users } = commands
const MiB = 1024 * 1024

t.test('what strangers store', async t => {
  const { quota, builderQuota } = defaultBounds
  const { nodes, databases, builder, primitives } = await localNetwork(t, {
    ...{ count: 1, bounds: { builders: 'service', quota: { ...quota, newBytes: 128 * MiB } } },
  })
  const [node] = nodes
  const [database] = databases
  if (node === undefined || database === undefined) throw new Error('The network has a node')
  const first: StorageNode = node
  const store = new Network({ nodes, builder, primitives })
  const responses = newCollection('owned')
  await store.prepare([responses])
  const { uid } = responses
  const acl = { grantee: builder.did, read: true, write: false, execute: true }

  /** Stores documents as a person who only has a delegation of the service. */
  const write = (person: KeyPair, documents: readonly NewDocument[], node: StorageNode = first) => {
    const proof = delegation({ from: builder, to: person.did, command: data.create })
    const token = invocation({
      ...{ from: person, to: node.did, command: data.create },
      ...{ subject: builder.did, proof },
    })
    return node.createOwned(token, { owner: person.did, collection: uid, data: documents, acl })
  }
  const accept = async (person: KeyPair, record: object, to = store) => {
    const _id = randomUUID()
    const signature = attest(attested(uid, _id, keyIdOf(person.did), record), builder.privateKey, primitives)
    await to.create(uid, { ...record, [ATTESTATION]: signature, _id }, { owner: person.did, acl })
    return _id
  }

  t.test('is passed over by a reader of attested records, and counted', async t => {
    const [ann, stranger] = [createKeyPair(), createKeyPair()]
    const ids = [await accept(ann, { code: 'a' })]
    for (let at = 0; at < 60; at++)
      await write(stranger, [{ _id: randomUUID(), code: 'a', text: randomUUID().repeat(27_000) }])
    ids.push(await accept(ann, { code: 'a' }))
    const forged = { _id: randomUUID(), code: 'a', [ATTESTATION]: 'e30..c2ln' }
    await write(stranger, [forged])
    ids.push(await accept(ann, { code: 'a' }), await accept(ann, { code: 'b' }))

    const before = performance.now()
    const page = await store.find(uid, { code: 'a' }, { limit: 200, attested: true })
    t.comment(`three records beside 60 MB of others: ${Math.round(performance.now() - before)} ms`)
    t.same(
      page.records.map(({ _id }) => _id),
      ids.slice(0, 3),
    )
    t.same(page.leftOut, { unattested: 60, changed: 1 })
    t.notOk(page.next)

    const walked: unknown[] = []
    const leftOut: unknown[] = []
    for (let after: string | undefined, at = 0; at < 9; at++) {
      const part = await store.find(uid, { code: 'a' }, { limit: 1, attested: true, ...(after && { after }) })
      walked.push(...part.records.map(({ _id }) => _id))
      leftOut.push(part.leftOut)
      if (part.next === undefined) break
      after = part.next
    }
    t.same(walked, ids.slice(0, 3), 'page by page as well')
    t.same(
      leftOut,
      [
        { unattested: 0, changed: 0 },
        { unattested: 60, changed: 0 },
        { unattested: 0, changed: 1 },
        { unattested: 0, changed: 0 },
      ],
      'each is counted once, on the page in whose place it lies',
    )

    t.test('also when a record changes after it was accepted, and when it is changed back', async t => {
      const address = { collection: uid, document: String(ids[0]) }
      const change = (code: string) =>
        node.updateOwn(invocation({ from: ann, to: node.did, command: users.update }), {
          ...{ ...address, update: { $set: { code } } },
        })
      const codes = async () => {
        const { records, leftOut } = await store.find(
          uid,
          { code: { $in: ['a', 'c'] } },
          { limit: 9, attested: true },
        )
        return [records.length, leftOut?.changed]
      }
      await change('c')
      t.same(await codes(), [2, 2])
      await change('a')
      t.same(await codes(), [3, 1])
    })

    t.test('and comes in pages of a bounded size to who asks for all', async t => {
      const found: string[] = []
      for (let after: string | undefined; ; ) {
        const part = await store.find(uid, { code: 'a' }, { limit: 200, ...(after && { after }) })
        t.ok(JSON.stringify(part.records).length < 10 * MiB)
        found.push(...part.records.map(({ _id }) => _id))
        if (part.next === undefined) break
        after = part.next
      }
      t.equal(new Set(found).size, 64)
      t.equal(found.length, 64)
      const read = invocation({ from: builder, to: node.did, command: data.read })
      const pagination = { limit: 100, sort: { code: 1 } } as const
      const first = await node.find(read, { collection: uid, filter: { code: 'a' }, pagination })
      t.ok(first.data.length < 20)
      t.equal(first.pagination.total, 64, 'a page that ends early says how many there are')
      t.ok((await node.tail(read, uid, 100)).length < 20)
    })
  })

  t.test('is counted as well when it is much', async t => {
    const stranger = createKeyPair()
    const documents = Array.from({ length: 250 }, () => ({ _id: randomUUID(), code: 'z' }))
    await write(stranger, documents)
    const id = await accept(createKeyPair(), { code: 'z' })
    const { records, leftOut } = await store.find(uid, { code: 'z' }, { limit: 200, attested: true })
    t.same([records.map(({ _id }) => _id), leftOut], [[id], { unattested: 250, changed: 0 }])
  })

  t.test('of a node that ends no page for its bytes is read a little at a time, or not at all', async t => {
    const documents = Array.from({ length: 8 }, (_, at) => ({
      ...{ _id: randomUUID(), text: 'x'.repeat(3 * MiB) },
      ...{ _created: new Date(at).toISOString(), _updated: new Date(at).toISOString() },
    }))
    let finds = 0
    const answering = createServer((request, reply) => {
      let body = ''
      request.on('data', chunk => {
        body += chunk
      })
      request.on('end', () => {
        finds += 1
        const { limit } = JSON.parse(body).pagination
        const page = { data: documents.slice(0, limit), pagination: { total: 8, limit, offset: 0 } }
        reply.setHeader('content-type', 'application/json').end(JSON.stringify(page))
      })
    })
    await new Promise<void>(resolve => answering.listen(0, '127.0.0.1', resolve))
    t.teardown(() => answering.close())
    const url = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`
    const remote = await connectNode(url, { did: node.did, pageBytes: 65_536 })
    const reader = new Network({ nodes: [remote], builder, primitives })
    await t.rejects(reader.find(uid, {}, { limit: 8 }), { code: 'AND_UNKNOWN_COLLECTION' })
    const { data: few } = await remote.find('x', { collection: uid, filter: {}, pagination: { limit: 5 } })
    t.equal(few.length, 5)
    await t.rejects(remote.find('x', { collection: uid, filter: {}, pagination: { limit: 8 } }), {
      name: 'AnswerTooLarge',
    })
    t.equal(finds, 2, 'what is too large is not asked for again')
  })

  t.test('is read over HTTP as in the process', async t => {
    const nodeServer = await createNodeServer(node, { requestsPerMinute: 1_000_000 })
    t.teardown(() => nodeServer.close())
    const url = await nodeServer.listen({ host: '127.0.0.1', port: 0 })
    const remote = await connectNode(url)
    const far = new Network({ nodes: [remote], builder, primitives })
    await far.prepare([responses])
    const page = await far.find(uid, { code: 'a' }, { limit: 200, attested: true })
    t.equal(page.records.length, 3)
    t.match(page.leftOut, { unattested: 60 })
  })

  /** The same node with other bounds, as in another process on its database. */
  const bounded = (bounds: Partial<Bounds>, service?: string) =>
    openLocalNode({
      ...{ database: { ...database, close: async () => {} }, key: createKeyPair(), url: '', primitives },
      ...{ bounds, service },
    })
  const refusalOf = async (attempt: Promise<unknown>) => {
    const error: unknown = await attempt.then(
      () => undefined,
      reason => reason,
    )
    if (error !== undefined && !(error instanceof NodeError)) throw error
    return error && [error.status, ...error.errors]
  }
  const usageOf = async (owner: string) =>
    (await database.query('SELECT records::integer, bytes::integer FROM usage WHERE owner = $1', [owner]))[0]

  t.test('is bounded for a key of whom the service has accepted nothing', async t => {
    const small = { records: 12, bytes: 40_000, newRecords: 5, newBytes: 20_000 }
    const strict = bounded({ quota: small })
    const [mallory, ann] = [createKeyPair(), createKeyPair()]
    const owner = didKeyOf(mallory.publicKey)
    const one = (size = 100) => ({ _id: randomUUID(), text: 'x'.repeat(size) })
    const at = (command: string) => invocation({ from: mallory, to: strict.did, command })

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refusalOf(write(mallory, [one()], strict))),
    )
    t.equal(outcomes.filter(outcome => outcome === undefined).length, 5, 'twenty at once store five')
    t.match(outcomes.find(Array.isArray), [429, 'QuotaExceededError', / 0 records are left$/])
    t.match(await usageOf(owner), { records: 5 })

    const { data: own } = await strict.listOwn(at(users.read))
    const address = { collection: uid, document: String(own[0]?.document) }
    await Promise.all(
      Array.from({ length: 20 }, () => strict.deleteOwn(at(users.delete), address).catch(() => {})),
    )
    t.match(await usageOf(owner), { records: 4 }, 'a document gives its room back once')
    t.match(await refusalOf(write(mallory, [one(19_900)], strict)), [
      ...[413, 'QuotaExceededError', /^19\d{3} bytes and 1 records are left$/],
    ])
    t.match(await usageOf(owner), { records: 4 }, 'what is refused takes no room')
    t.match(await refusalOf(write(mallory, [one(), one()], strict)), [429])
    t.notOk(await refusalOf(write(mallory, [one()], strict)))

    t.test('whatever way the documents take', async t => {
      const document = String(own[1]?.document)
      const grow = (text: string) =>
        refusalOf(
          strict.updateOwn(at(users.update), { collection: uid, document, update: { $set: { text } } }),
        )
      t.match(await grow('x'.repeat(20_000)), [413, 'QuotaExceededError'])
      t.notOk(await grow('x'.repeat(15_000)))
      t.match(await grow('x'.repeat(19_990)), [413])
      t.notOk(
        await refusalOf(strict.revoke(at(users.update), { collection: uid, document, grantee: builder.did })),
      )
      t.notOk(await grow(''), 'it may always become smaller')
      t.match(await grow('x'.repeat(2 * MiB)), [400, 'DataValidationError'])
    })

    t.test('and less narrowly once it has accepted a record', async t => {
      const network = new Network({ nodes: [strict], builder, primitives })
      await network.prepare([responses])
      await accept(mallory, { code: 'a' }, network)
      t.notOk(await refusalOf(write(mallory, [one(), one(), one()], strict)))
      await t.rejects(accept(mallory, { text: 'x'.repeat(40_000) }, network), {
        ...{ code: 'AND_QUOTA_BYTES', statusCode: 413 },
      })
      for (let at = 0; at < 3; at++) await accept(mallory, { code: 'a' }, network)
      await t.rejects(accept(mallory, { code: 'a' }, network), { code: 'AND_QUOTA_RECORDS', statusCode: 429 })
    })

    t.test('and forgotten with the last of its documents', async t => {
      const { data: left } = await strict.listOwn(at(users.read), { limit: 100 })
      for (const { document } of left) await strict.deleteOwn(at(users.delete), { collection: uid, document })
      t.equal(await usageOf(owner), undefined)
    })

    t.test('and nobody but the service and the key itself takes its room', async t => {
      const open = bounded({ builders: 'open', quota: small }, builder.did)
      const other = createKeyPair()
      const by = (command: string) => invocation({ from: other, to: open.did, command })
      await open.registerBuilder(by(commands.builders.create), { did: other.did, name: 'another' })
      const _id = randomUUID()
      const schema = { type: 'array', items: { type: 'object' } }
      await open.createCollection(by(commands.collections.create), { _id, type: 'owned', name: 'c', schema })
      const grantee = { ...acl, grantee: other.did }
      for (let at = 0; at < 5; at++) {
        const batch = { collection: _id, owner: ann.did, data: [one()], acl: grantee }
        await open.createOwned(by(data.create), batch)
      }
      for (let at = 0; at < 5; at++) t.notOk(await refusalOf(write(ann, [one()], open)))
    })
  })

  t.test('is bounded for a builder that the operator does not name', async t => {
    const few = { builders: 100, collections: 3, queries: 3, records: 6, bytes: 20_000 }
    const open = bounded({ builders: 'open', builderQuota: few }, builder.did)
    const other = createKeyPair()
    const by = (command: string) => invocation({ from: other, to: open.did, command })
    await open.registerBuilder(by(commands.builders.create), { did: other.did, name: 'another' })
    const schema = { type: 'array', items: { type: 'object' } }
    const twenty = <T>(attempt: () => Promise<T>) =>
      Promise.all(Array.from({ length: 20 }, () => refusalOf(attempt())))
    const done = (outcomes: readonly unknown[]) => outcomes.filter(outcome => outcome === undefined).length

    const ids = Array.from({ length: 20 }, () => randomUUID())
    const collections = await Promise.all(
      ids.map(_id =>
        refusalOf(
          open.createCollection(by(commands.collections.create), {
            _id,
            type: 'standard',
            name: 'c',
            schema,
          }),
        ),
      ),
    )
    t.equal(done(collections), 3)
    t.match(collections.find(Array.isArray), [429, 'QuotaExceededError', '0 of 3 collections are left'])
    const collection = String(ids[collections.indexOf(undefined)])

    const store = (size = 100) =>
      open.createStandard(by(data.create), {
        ...{ collection, data: [{ _id: randomUUID(), text: 'x'.repeat(size) }] },
      })
    t.equal(done(await twenty(store)), 6)
    t.match(await open.delete(by(data.delete), { collection, filter: { text: { $gt: '' } } }), {
      deletedCount: 6,
    })
    t.match(await refusalOf(store(20_001)), [413, 'QuotaExceededError', '20000 bytes and 6 records are left'])
    t.notOk(await refusalOf(store()))

    const query = () =>
      open.createQuery(by(commands.queries.create), {
        ...{ _id: randomUUID(), name: 'q', collection, variables: {}, pipeline: [] },
      })
    const queries = await twenty(query)
    t.equal(done(queries), 3)
    await open.deleteCollection(by(commands.collections.delete), collection)
    const _id = randomUUID()
    t.notOk(
      await refusalOf(
        open.createCollection(by(commands.collections.create), { _id, type: 'standard', name: 'c', schema }),
      ),
      'what is deleted gives its room back',
    )
    await open.deleteBuilder(by(commands.builders.delete))
    t.same(await database.query('SELECT 1 FROM usage WHERE builder = $1', [didKeyOf(other.publicKey)]), [])
  })

  t.test('needs a builder whom the operator admits', async t => {
    const register = (node: StorageNode, key: KeyPair) =>
      refusalOf(
        node.registerBuilder(invocation({ from: key, to: node.did, command: commands.builders.create }), {
          ...{ did: key.did, name: 'a builder' },
        }),
      )
    const keys = Array.from({ length: 20 }, () => createKeyPair())
    const mine = bounded({}, builder.did)
    for (const outcome of await Promise.all(keys.map(key => register(mine, key))))
      t.match(outcome, [403, 'BuilderNotAdmittedError'])
    t.match(await register(mine, builder), [400, 'DuplicateEntryError'])

    const [listed, stranger] = [createKeyPair(), createKeyPair()]
    const list = bounded({ builders: [didKeyOf(listed.publicKey)] }, builder.did)
    t.notOk(await register(list, listed), 'whichever way its DID is written')
    t.match(await register(list, stranger), [403])
    const read = (node: StorageNode) =>
      refusalOf(node.readBuilder(invocation({ from: listed, to: node.did, command: commands.builders.read })))
    t.notOk(await read(list))
    t.match(await read(mine), [404], 'one that is not admitted any more is a stranger')
    t.throws(() => bounded({ builders: ['did:key:zzz'] }), { code: 'AND_MALFORMED_BUILDER' })

    const open = bounded({ builders: 'open', builderQuota: { ...builderQuota, builders: 6 } }, builder.did)
    const outcomes = await Promise.all(keys.map(key => register(open, key)))
    t.equal(outcomes.filter(outcome => outcome === undefined).length, 3, 'beside the three that there are')
    t.match(outcomes.find(Array.isArray), [429, 'QuotaExceededError'])

    t.test('the first, where no service is named', async t => {
      await database.query('DELETE FROM service')
      const single = bounded({})
      const others = await Promise.all(keys.map(key => register(single, key)))
      const admitted = others.filter(outcome => outcome?.[0] !== 403)
      t.equal(admitted.length, 1)
    })
  })

  t.test('is refused on the wire in the form of the wire', async t => {
    const strict = bounded({ quota: { ...quota, newRecords: 1 } }, builder.did)
    const nodeServer = await createNodeServer(strict)
    t.teardown(() => nodeServer.close())
    const ann = createKeyPair()
    const proof = delegation({ from: builder, to: ann.did, command: data.create })
    const token = invocation({
      ...{ from: ann, to: strict.did, command: data.create },
      ...{ subject: builder.did, proof },
    })
    const send = () =>
      nodeServer.inject({
        ...{ method: 'POST', url: '/v1/data/owned', headers: { authorization: `Bearer ${token}` } },
        payload: { collection: uid, owner: ann.did, data: [{ _id: randomUUID() }], acl },
      })
    t.equal((await send()).statusCode, 201)
    const reply = await send()
    t.equal(reply.statusCode, 429)
    t.match(reply.json(), { ts: String, errors: ['QuotaExceededError', /bytes and 0 records are left$/] })
  })
})
