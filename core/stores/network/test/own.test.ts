/** Records of the service with one malicious node of three, which cannot forge, hide, revive or delay any. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { ATTESTATION } from '../../attested.ts'
import type { StoredCollection, StoredRecord } from '../../records.ts'
import { NodeError } from '../errors.ts'
import { Network } from '../network.ts'
import { commands, type Find, type NodeDocument, type StorageNode } from '../node.ts'
import type { Rejected } from '../own.ts'
import { localNetwork } from './fixtures/local-network.ts'
import { collection } from './fixtures/records-conformance.ts'
import { invocation } from './fixtures/tokens.ts'

type Lie = (documents: readonly NodeDocument[], find: Find) => readonly NodeDocument[]

const network = await localNetwork(t)
const [first, second, third] = network.nodes
if (!first || !second || !third) throw new Error('The network has three nodes')
const honest = new Network(network)

/** A store with a malicious node at this index that changes its search results. */
function lying(at: number, lie: Lie, rejected: Rejected[] = []) {
  const nodes: StorageNode[] = network.nodes.map((node, place) =>
    place === at
      ? {
          ...node,
          async find(token, find) {
            const { data, pagination } = await node.find(token, find)
            const shown = lie(data, find)
            return { data: shown, pagination: { ...pagination, total: shown.length } }
          },
        }
      : node,
  )
  const store = new Network({ ...network, nodes, onRejected: each => rejected.push(each) })
  return { store, rejected }
}

/** A collection that every store in use knows. */
async function prepared(...stores: { prepare(wanted: readonly StoredCollection[]): Promise<void> }[]) {
  const forms = collection('standard')
  for (const store of [honest, ...stores]) await store.prepare([forms])
  return forms.uid
}

/** A document in the form that a node stores. */
async function raw(node: StorageNode, uid: string, id: string): Promise<NodeDocument> {
  const token = invocation({ from: network.builder, to: node.did, command: commands.data.read })
  const { data } = await node.find(token, { collection: uid, filter: { _id: id } })
  if (!data[0]) throw new Error('The node has no such document')
  return data[0]
}

const titles = (records: readonly StoredRecord[]) => records.map(({ title }) => title)

t.test('content that a node has altered is not read, whichever node it is', async t => {
  for (const at of [0, 1, 2]) {
    const { store, rejected } = lying(at, all => all.map(each => ({ ...each, publisher: 'mallory' })))
    const uid = await prepared(store)
    const _id = randomUUID()
    await honest.create(uid, { _id, title: 'Mood', publisher: 'alice' })
    t.match(await store.read(uid, _id), { publisher: 'alice' })
    t.match((await store.find(uid, {}, { limit: 10 })).records, [{ publisher: 'alice' }])
    t.same((await store.find(uid, { publisher: 'mallory' }, { limit: 10 })).records, [])
    if (rejected.length > 0)
      t.match(rejected[0], { collection: uid, id: _id, node: network.nodes[at]?.url, reason: 'forged' })
    // The malicious node is not always among the first to respond.
    for (let tries = 0; rejected.length === 0 && tries < 50; tries++) await store.read(uid, _id)
    t.ok(rejected.length > 0, 'it is reported')
  }
})

t.test('an old version does not come back', async t => {
  const old = new Map<string, NodeDocument>()
  const { store } = lying(0, all => [
    ...new Map([...all.map(each => [each._id, each] as const), ...old]).values(),
  ])
  const uid = await prepared(store)
  const _id = randomUUID()
  await honest.create(uid, { _id, title: 'One', url: 'https://a.example/form' })
  old.set(_id, await raw(first, uid, _id))
  t.equal(await honest.replace(uid, { _id, title: 'Two', url: 'https://b.example/form' }), true)
  t.match(await store.read(uid, _id), { title: 'Two' })
  t.same((await store.find(uid, { url: 'https://a.example/form' }, { limit: 1 })).records, [])
  t.same(titles((await store.find(uid, {}, { limit: 10 })).records), ['Two'])

  t.equal(await honest.delete(uid, _id), true)
  t.equal(await store.read(uid, _id), undefined, 'nor what was deleted')
  t.same((await store.find(uid, {}, { limit: 10 })).records, [])
})

t.test('what a node withholds is read all the same, in the order of registration', async t => {
  let hidden = ''
  const { store } = lying(0, all => all.filter(({ _id }) => _id !== hidden))
  const uid = await prepared(store)
  const url = 'https://forms.example/mood'
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  for (const [at, _id] of ids.entries()) await honest.create(uid, { _id, url, title: `${at}` })
  hidden = String(ids[0])
  t.match(await store.read(uid, hidden), { title: '0' })
  t.same(titles((await store.find(uid, { url }, { limit: 1 })).records), ['0'], 'the first stays the first')
  t.equal(await store.count(uid, { url }), 3)
})

t.test('what a node adds is not found', async t => {
  const added: NodeDocument[] = []
  const { store } = lying(2, (all, { pagination }) => [...added, ...all].slice(0, pagination?.limit))
  const [uid, other] = [await prepared(store), await prepared(store)]
  await store.prepare([{ ...collection('standard'), uid }])
  const [one, two, elsewhere] = [randomUUID(), randomUUID(), randomUUID()]
  await honest.create(uid, { _id: one, title: 'One' })
  await honest.create(uid, { _id: two, title: 'Two' })
  await honest.create(other, { _id: elsewhere, title: 'Elsewhere' })
  const real = await raw(third, uid, one)
  added.push(
    { ...real, _id: randomUUID() },
    { ...real, _owner: network.builder.did },
    { ...real, [ATTESTATION]: 'a seal' },
    { ...real, [ATTESTATION]: undefined },
    await raw(third, other, elsewhere),
    ...Array.from({ length: 300 }, () => ({ ...real, _id: randomUUID(), title: 'Forged' })),
    ...([null, 1, {}, { _id: 7 }] as unknown as NodeDocument[]),
  )
  t.same(titles((await store.find(uid, {}, { limit: 10 })).records), ['One', 'Two'])
  t.same(
    titles((await store.find(uid, { title: 'Two' }, { limit: 1 })).records),
    ['Two'],
    'what does not match',
  )
  const seen = []
  for (let after: string | undefined; ; ) {
    const page = await store.find(uid, {}, { limit: 1, ...(after !== undefined && { after }) })
    seen.push(...titles(page.records))
    after = page.next
    if (after === undefined) break
  }
  t.same(seen, ['One', 'Two'], 'page by page')
  t.match(await store.read(uid, one), { title: 'One' })
})

t.test('a node that refuses, or never answers, keeps nothing from being read', async t => {
  for (const answer of [
    () => Promise.reject(new NodeError(400, ['no'])),
    () => new Promise<never>(() => {}),
    () => Promise.resolve({ data: 'nothing' } as never),
  ]) {
    const store = new Network({
      ...network,
      nodes: network.nodes.map((node, at) => (at === 0 ? { ...node, find: answer } : node)),
    })
    const uid = await prepared(store)
    const _id = randomUUID()
    await honest.create(uid, { _id, title: 'Mood' })
    t.match(await store.read(uid, _id), { title: 'Mood' })
    t.equal((await store.find(uid, {}, { limit: 10 })).records.length, 1)
    t.equal(await store.count(uid, {}), 1)
  }
})

t.test('a record without a seal is as if absent, and its id is not given away', async t => {
  const uid = await prepared()
  const _id = randomUUID()
  for (const node of network.nodes)
    await node.createStandard(
      invocation({ from: network.builder, to: node.did, command: commands.data.create }),
      { collection: uid, data: [{ _id, applicationId: 'study', did: 'did:nil:before' }] },
    )
  t.equal(await honest.read(uid, _id), undefined)
  t.same((await honest.find(uid, {}, { limit: 10 })).records, [])
  t.equal(await honest.count(uid, {}), 0)
  await t.rejects(honest.create(uid, { _id, applicationId: 'study', did: 'did:nil:after' }), {
    code: 'AND_RECORD_EXISTS',
  })
  t.equal(await honest.replace(uid, { _id, applicationId: 'study' }), false)
})

t.test('the same record written many times at once is stored once', async t => {
  const uid = await prepared()
  const other = new Network(network)
  await other.prepare([{ ...collection('standard'), uid }])
  const record = { _id: randomUUID(), title: 'One' }
  await Promise.all([honest, other].map(store => store.create(uid, record)))
  await Promise.all(Array.from({ length: 20 }, () => honest.create(uid, record)))
  t.same(titles((await honest.find(uid, {}, { limit: 10 })).records), ['One'])
})

t.test('secret fields of the service’s own records are joined and verified', async t => {
  const keys = collection('standard', ['wrapped'])
  await honest.prepare([keys])
  const _id = randomUUID()
  await honest.create(keys.uid, { _id, key: 'a', wrapped: 'sealed' })
  await honest.create(keys.uid, { _id, key: 'a', wrapped: 'sealed' })
  t.match(await honest.read(keys.uid, _id), { key: 'a', wrapped: 'sealed' })
  t.match((await honest.find(keys.uid, { key: 'a' }, { limit: 5 })).records, [{ wrapped: 'sealed' }])
  const { store } = lying(0, all => all.map(each => ({ ...each, key: 'b' })))
  await store.prepare([keys])
  t.match(await store.read(keys.uid, _id), { key: 'a', wrapped: 'sealed' })
})
