/** What strangers store on a node: read by nobody who did not ask for it, in pages and amounts that have a bound. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { attest } from '../../../core/crypto/attest.ts'
import { keyIdOf } from '../../../core/crypto/did.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { ATTESTATION, attested } from '../../../core/stores/attested.ts'
import { openNetwork } from '../../../core/stores/network/network.ts'
import { commands, type NewDocument } from '../../../core/stores/network/node.ts'
import { connectNode } from '../../../core/stores/network/node-remote.ts'
import { localNetwork } from '../../../core/stores/network/test/fixtures/local-network.ts'
import { collection as newCollection } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { delegation, invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'
import { createNodeFace } from '../http/server.ts'

t.setTimeout(300_000)

const { data, users } = commands
const MiB = 1024 * 1024

t.test('what strangers store', async t => {
  const { nodes, builder, primitives } = await localNetwork(t, { count: 1 })
  const [node] = nodes
  if (node === undefined) throw new Error('The network has a node')
  const store = openNetwork({ nodes, builder, primitives })
  const responses = newCollection('owned')
  await store.prepare([responses])
  const { uid } = responses
  const acl = { grantee: builder.did, read: true, write: false, execute: true }

  /** Stores documents as a person does who asked the service for a delegation alone. */
  const write = (person: typeof builder, documents: readonly NewDocument[]) => {
    const proof = delegation({ from: builder, to: person.did, command: data.create })
    const token = invocation({
      ...{ from: person, to: node.did, command: data.create },
      ...{ subject: builder.did, proof },
    })
    return node.createOwned(token, { owner: person.did, collection: uid, data: documents, acl })
  }
  const accept = async (person: typeof builder, record: object) => {
    const _id = randomUUID()
    const signature = attest(attested(uid, _id, keyIdOf(person.did), record), builder.privateKey, primitives)
    await store.create(uid, { ...record, [ATTESTATION]: signature, _id }, { owner: person.did, acl })
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

  t.test('of a node that ends no page for its bytes is read a little at a time, or not at all', async t => {
    const documents = Array.from({ length: 8 }, (_, at) => ({
      ...{ _id: randomUUID(), text: 'x'.repeat(3 * MiB) },
      ...{ _created: new Date(at).toISOString(), _updated: new Date(at).toISOString() },
    }))
    let asked = 0
    const answering = createServer((request, reply) => {
      let body = ''
      request.on('data', chunk => {
        body += chunk
      })
      request.on('end', () => {
        asked += 1
        const { limit } = JSON.parse(body).pagination
        const page = { data: documents.slice(0, limit), pagination: { total: 8, limit, offset: 0 } }
        reply.setHeader('content-type', 'application/json').end(JSON.stringify(page))
      })
    })
    await new Promise<void>(resolve => answering.listen(0, '127.0.0.1', resolve))
    t.teardown(() => answering.close())
    const url = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`
    const remote = await connectNode(url, { did: node.did, pageBytes: 65_536 })
    const reader = openNetwork({ nodes: [remote], builder, primitives })
    await t.rejects(reader.find(uid, {}, { limit: 8 }), { code: 'AND_UNKNOWN_COLLECTION' })
    const { data: few } = await remote.find('x', { collection: uid, filter: {}, pagination: { limit: 5 } })
    t.equal(few.length, 5)
    await t.rejects(remote.find('x', { collection: uid, filter: {}, pagination: { limit: 8 } }), {
      name: 'AnswerTooLarge',
    })
    t.equal(asked, 2, 'what is too large is not asked for again')
  })

  t.test('is read over HTTP as in the process', async t => {
    const face = await createNodeFace(node, { requestsPerMinute: 1_000_000 })
    t.teardown(() => face.close())
    const url = await face.listen({ host: '127.0.0.1', port: 0 })
    const remote = await connectNode(url)
    const far = openNetwork({ nodes: [remote], builder, primitives })
    await far.prepare([responses])
    const page = await far.find(uid, { code: 'a' }, { limit: 200, attested: true })
    t.equal(page.records.length, 3)
    t.match(page.leftOut, { unattested: 60 })
  })
})
