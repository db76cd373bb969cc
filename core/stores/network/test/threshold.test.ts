/** A deployment in which some of the nodes are enough for secret fields: lost, lying and repaired nodes. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { createKeyPair } from '../../../crypto/keys.ts'
import { NodeUnreachable } from '../errors.ts'
import { Network } from '../network.ts'
import type { StorageNode } from '../node.ts'
import type { Rejected } from '../own.ts'
import { localNetwork } from './fixtures/local-network.ts'
import { collection, ownedBy, recordsConformance } from './fixtures/records-conformance.ts'

/** The node, without answers to readers. */
const away = (node: StorageNode): StorageNode =>
  Object.assign(Object.create(node), {
    find: async () => {
      throw new NodeUnreachable(node.url)
    },
  })

t.test('some of three nodes are enough', async t => {
  let ahead = 0
  const clock = () => Date.now() + ahead
  const network = await localNetwork(t, { clock })
  const rejected: Rejected[] = []
  const options = {
    ...network,
    threshold: 2,
    clock,
    onRejected: (each: Rejected) => void rejected.push(each),
  }
  const store = new Network(options)
  const before = new Network(network)
  await t.test('keeps records as any store does', t => recordsConformance(t, new Network(options)))

  const [owned, standard] = [collection('owned', ['key']), collection('standard', ['key'])]
  const wanted = [owned, standard]
  await store.prepare(wanted)
  await before.prepare(wanted)
  const of = ownedBy(createKeyPair().did, store.builder)
  const lost = (...gone: readonly number[]) => {
    const nodes = network.nodes.map((node, at) => (gone.includes(at) ? away(node) : node))
    const partial = new Network({ ...options, nodes })
    return partial.prepare(wanted).then(() => partial)
  }
  const record = (key: string) => ({ _id: randomUUID(), name: 'a file', key })
  const [theirs, ours] = [record('a secret of a person'), record('a secret of the service')]
  await store.create(owned.uid, theirs, of)
  await store.create(standard.uid, ours)

  await t.test('whichever one is lost', async t => {
    for (const node of network.databases)
      t.notMatch(JSON.stringify(await node.query('SELECT body FROM documents')), 'a secret of')
    for (const gone of [0, 1, 2]) {
      const partial = await lost(gone)
      t.match(await partial.read(owned.uid, theirs._id), theirs)
      t.match((await partial.find(owned.uid, {}, { limit: 9 })).records, [theirs])
      t.match(await partial.read(standard.uid, ours._id), ours)
      t.match((await partial.find(standard.uid, {}, { limit: 9 })).records, [ours])
      t.equal(await partial.read(owned.uid, randomUUID()), undefined)
    }
    const last = await lost(0, 1)
    await t.rejects(last.read(owned.uid, theirs._id), { code: 'AND_NODE_UNAVAILABLE' })
    await t.rejects(last.read(standard.uid, ours._id), { code: 'AND_NODE_UNAVAILABLE' })
    t.notOk((await last.find(owned.uid, {}, { limit: 9 })).records[0]?.['key'])
  })

  await t.test('the same record again is the same record, and another one is not', async t => {
    await store.create(owned.uid, theirs, of)
    await t.rejects(store.create(owned.uid, { ...theirs, key: 'another' }, of), { code: 'AND_RECORD_EXISTS' })
  })

  await t.test('a lying node is named, and changes no secret', async t => {
    const other = record('another secret of a person')
    await store.create(owned.uid, other, of)
    const [, second] = network.databases
    const [mine] = (await second?.query('SELECT body FROM documents WHERE id = $1', [theirs._id])) ?? []
    await second?.query(
      `UPDATE documents SET body = jsonb_set(body, '{key}', (SELECT body->'key' FROM documents WHERE id = $2)) WHERE id = $1`,
      [theirs._id, other._id],
    )
    rejected.length = 0
    t.match(await store.read(owned.uid, theirs._id), theirs)
    const lie = { collection: owned.uid, id: theirs._id, node: network.nodes[1]?.url ?? '', reason: 'share' }
    t.same(rejected, [lie])
    t.match(await (await lost(1)).read(owned.uid, theirs._id), theirs)
    const doubtful = await lost(0)
    await t.rejects(doubtful.read(owned.uid, theirs._id), 'one word against another gives no secret')
    await second?.query('UPDATE documents SET body = $2::jsonb WHERE id = $1', [
      theirs._id,
      JSON.stringify((mine as { body: object }).body),
    ])
    await store.delete(owned.uid, other._id).catch(() => {})
  })

  await t.test('secrets of before are read, need every node, and are counted', async t => {
    const old = record('an old secret')
    const { some } = await store.countSecrets()
    await before.create(owned.uid, old, of)
    t.match(await store.read(owned.uid, old._id), old)
    t.match(await before.read(owned.uid, theirs._id), theirs, 'and those of now by a gateway of before')
    await t.rejects((await lost(2)).read(owned.uid, old._id), { code: 'AND_NODE_UNAVAILABLE' })
    t.same(await store.countSecrets(), { some, all: 1, former: 0 })
  })

  await t.test('a lost share is restored from the others, without the secret', async t => {
    ahead = 600_000
    await network.databases[1]?.query('DELETE FROM documents WHERE id = $1', [theirs._id])
    const difference = {
      collection: owned.uid,
      id: theirs._id,
      kind: 'share',
      nodes: [network.nodes[1]?.url],
    }
    t.match(await store.repair({ dryRun: true }), [{ ...difference, mended: false }])
    t.match(await store.read(owned.uid, theirs._id), theirs)
    t.match(await store.repair(), [{ ...difference, mended: true }])
    t.match(await (await lost(0)).read(owned.uid, theirs._id), theirs)
  })
})
