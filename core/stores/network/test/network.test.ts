/** The record store over nodes in this process, over HTTP, and over a single node. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { attest } from '../../../crypto/attest.ts'
import { keyIdOf } from '../../../crypto/did.ts'
import { createKeyPair } from '../../../crypto/keys.ts'
import { ATTESTATION, attested } from '../../attested.ts'
import type { NewRecord } from '../../records.ts'
import { NodeAccessError, NodeUnreachable } from '../errors.ts'
import { Network } from '../network.ts'
import type { StorageNode } from '../node.ts'
import { connectNode } from '../node-remote.ts'
import { aggregateConformance } from './fixtures/aggregate-conformance.ts'
import { localNetwork } from './fixtures/local-network.ts'
import { servedNetwork } from './fixtures/node-servers.ts'
import { collection, ownedBy, recordsConformance } from './fixtures/records-conformance.ts'

const NOBODY: ReadonlySet<string> = new Set()

t.test('keeps records on three local nodes', async t => {
  const network = await localNetwork(t)
  await recordsConformance(t, new Network(network))
})

t.test('keeps records on three nodes behind HTTP', async t => {
  const network = await servedNetwork(t)
  const nodes = await Promise.all(network.nodes.map(({ url }) => connectNode(url)))
  t.strictSame(
    nodes.map(({ did }) => did),
    network.nodes.map(({ did }) => did),
  )
  await recordsConformance(t, new Network({ ...network, nodes }))
  await aggregateConformance(t, new Network({ ...network, nodes }), network.builder)
})

t.test('keeps records of several collections on nodes that know nilDB and no more', async t => {
  const network = await servedNetwork(t)
  const paths: string[] = []
  const nilDb: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input))
    paths.push(pathname)
    return pathname.endsWith('/all') ? new Response('404 Not Found', { status: 404 }) : fetch(input, init)
  }
  const nodes = await Promise.all(network.nodes.map(({ url }) => connectNode(url, { fetch: nilDb })))
  const store = new Network({ ...network, nodes })
  const [owned, other] = [collection('owned'), collection('owned')]
  await store.prepare([owned, other])
  const of = ownedBy(createKeyPair().did, store.builder)
  const batches = () =>
    [owned, other].map(({ uid }) => ({ collection: uid, records: [{ _id: randomUUID() }] }))
  const first = batches()
  await store.createAll(first, of)
  await store.createAll(batches(), of)
  t.equal(await store.count(owned.uid, {}), 2)
  t.equal(await store.count(other.uid, {}), 2)
  const clash = [...first.slice(1), ...batches()].map(({ collection, records: [record] }, at) => ({
    ...{ collection, records: [{ ...record, _id: record?._id ?? '', ...(at === 0 && { code: 'other' }) }] },
  }))
  await t.rejects(store.createAll(clash, of), { code: 'AND_RECORD_EXISTS' })
  t.equal(await store.count(owned.uid, {}), 2, 'and takes back what came with a clash')
  const missing = paths.filter(path => path.endsWith('/all'))
  t.equal(missing.length, 6, 'a node that lacks a path is not tried again')
})

t.test('keeps records on nodes that share the reads', async t => {
  const network = await localNetwork(t)
  const asked = new Set<string>()
  const held = new Map<StorageNode, Promise<void>>()
  const nodes = network.nodes.map(node => {
    const observed: StorageNode = Object.assign(Object.create(node), {
      find: async (...given: Parameters<StorageNode['find']>) => {
        asked.add(node.did)
        await held.get(observed)
        return node.find(...given)
      },
    })
    return observed
  })
  const options = { ...network, nodes, spreadReads: true }
  await recordsConformance(t, new Network(options))
  await aggregateConformance(t, new Network(options), network.builder)

  const store = new Network(options)
  const kept = collection('owned')
  await store.prepare([kept])
  const people = Array.from({ length: 12 }, () => createKeyPair().did)
  const records = people.map(() => ({ _id: randomUUID(), code: 'a' }))
  for (const [at, owner] of people.entries())
    await store.create(kept.uid, records[at] as NewRecord, ownedBy(owner, store.builder))
  asked.clear()
  const readAll = async (from: Network) => {
    for (const [at, _owner] of people.entries()) {
      t.match((await from.find(kept.uid, { _owner }, { limit: 5 })).records, [records[at]])
      t.match(await from.read(kept.uid, String(records[at]?._id)), records[at])
    }
  }
  await readAll(store)
  t.equal(asked.size, 3, 'each node answers some')

  for (const gone of nodes.keys()) {
    const partial = new Network({
      ...options,
      nodes: nodes.map((node, at) =>
        at === gone
          ? Object.assign(Object.create(node), {
              find: () => Promise.reject(new NodeUnreachable(node.url)),
            })
          : node,
      ),
    })
    await partial.prepare([kept])
    await readAll(partial)
  }

  const learning = new Network(options)
  await learning.prepare([kept])
  const firstRecord = () => learning.find(kept.uid, { _owner: String(people[0]) }, { limit: 5 })
  asked.clear()
  // So many answers make the usual time of a node known.
  for (let at = 0; at < 20; at++) await firstRecord()
  t.equal(asked.size, 1, 'those of one person stay with one node')
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  for (const node of nodes) if (asked.has(node.did)) held.set(node, released)
  t.match((await firstRecord()).records, [records[0]], 'a node that does not answer is not waited for')
  t.equal(asked.size, 2)
  release()
})

t.test('keeps records on one node', async t => {
  const network = await localNetwork(t, { count: 1 })
  await recordsConformance(t, new Network(network))
  await aggregateConformance(t, new Network(network), network.builder)
})

t.test('counts by reading where a node knows nilDB and no more', async t => {
  const network = await localNetwork(t, { count: 1 })
  const nodes = network.nodes.map(node => ({
    ...node,
    aggregate: async () => Promise.reject(new NodeAccessError(404)),
  }))
  await aggregateConformance(t, new Network({ ...network, nodes }), network.builder)
})

t.test('people are counted where there are people, and so many numbers at a time', async t => {
  const store = new Network(await localNetwork(t, { count: 1 }))
  const [owned, standard] = [collection('owned'), collection('standard')]
  await store.prepare([owned, standard])
  const aggregate = { about: {}, filter: {}, statistics: [] }
  await t.rejects(store.aggregate(standard.uid, aggregate, NOBODY), { code: 'AND_NODE_REFUSED' })
  const many = Array.from({ length: 50_001 }, (_, at) => `03${at.toString(16).padStart(64, '0')}`)
  t.same((await store.aggregate(owned.uid, aggregate, new Set(many.slice(1)))).groups, [])
  await t.rejects(store.aggregate(owned.uid, aggregate, new Set(many)), { code: 'AND_TOO_MANY_EXCLUDED' })
  const options = Array.from({ length: 100 }, (_, at) => [at])
  const statistic = { op: 'classes', of: { of: [[{ field: 'score' }]], options } } as const
  await t.rejects(
    store.aggregate(owned.uid, { ...aggregate, statistics: Array(16).fill(statistic) }, NOBODY),
    {
      message: /asks for too many numbers/,
    },
  )
})

t.test('an attestation is checked again when its document has changed', async t => {
  const network = await localNetwork(t, { count: 1 })
  const [database] = network.databases
  const store = new Network(network)
  const owned = collection('owned')
  await store.prepare([owned])
  const person = createKeyPair()
  const uid = randomUUID()
  const record = { form: 'f', score: 1 }
  const covered = attested(owned.uid, uid, keyIdOf(person.did), record)
  const signed = { ...record, [ATTESTATION]: attest(covered, network.builder.privateKey), _id: uid }
  await store.create(owned.uid, signed, ownedBy(person.did, store.builder))
  const aggregate = { about: { form: 'f' }, filter: {}, statistics: [] }
  const whole = { groups: [{ people: 1 }], leftOut: { changed: 0 } }
  t.match(await store.aggregate(owned.uid, aggregate, NOBODY), whole)

  const row = 'WHERE id = $1'
  await database?.query(`UPDATE documents SET checked = NULL, attested = NULL ${row}`, [uid])
  t.match(
    await store.aggregate(owned.uid, aggregate, NOBODY),
    whole,
    'as it is with documents from before it was remembered',
  )
  await database?.query(`UPDATE documents SET body = body || '{"score": 2}', version = version + 1 ${row}`, [
    uid,
  ])
  t.match(await store.aggregate(owned.uid, aggregate, NOBODY), { groups: [], leftOut: { changed: 1 } })
})
