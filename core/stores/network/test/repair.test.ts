/** Repair of records that differ between nodes. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { createKeyPair } from '../../../crypto/keys.ts'
import { openJournal } from '../journal.ts'
import { Network } from '../network.ts'
import { commands } from '../node.ts'
import { localNetwork } from './fixtures/local-network.ts'
import { collection, ownedBy } from './fixtures/records-conformance.ts'
import { invocation } from './fixtures/tokens.ts'

t.test('finds where nodes differ, and mends what loses nothing', async t => {
  let now = Date.now()
  const network = await localNetwork(t, { clock: () => now })
  const { nodes, builder } = network
  const store = new Network({ ...network, clock: () => now })
  const [standard, owned, secret] = [
    collection('standard'),
    collection('owned'),
    collection('owned', ['key']),
  ]
  await store.prepare([standard, owned, secret])
  const ownership = ownedBy(createKeyPair().did, builder.did)
  const records = Array.from({ length: 120 }, (_, number) => ({ _id: randomUUID(), number }))
  for (const record of records) await store.create(standard.uid, record)
  const [theirs, hidden, half] = [
    { _id: randomUUID() },
    { _id: randomUUID(), key: 'k' },
    { _id: randomUUID() },
  ]
  await store.create(owned.uid, theirs, ownership)
  await store.create(secret.uid, hidden, ownership)
  await store.create(standard.uid, { ...half, code: 'a' })

  const [first, second] = nodes
  if (first === undefined || second === undefined) throw new Error('The network has three nodes')
  const token = (node: typeof first, command: string) =>
    invocation({ from: builder, to: node.did, command, life: 3600 })
  const lost = [records[7], records[119]].map(record => record?._id ?? '')
  for (const _id of lost) {
    await second.delete(token(second, commands.data.delete), { collection: standard.uid, filter: { _id } })
  }
  await network.databases[0]?.query('DELETE FROM documents WHERE collection <> $1', [standard.uid])
  await first.update(token(first, commands.data.update), {
    collection: standard.uid,
    filter: half,
    update: { $set: { code: 'b' } },
  })
  t.same(await store.repair(), [], 'leaves alone what is a moment old')

  now += 600_000
  const expected = [
    ...lost.map(id => ({ collection: standard.uid, id, kind: 'missing', nodes: [second.url] })),
    { collection: standard.uid, id: half._id, kind: 'content', nodes: [] },
    { collection: owned.uid, id: theirs._id, kind: 'missing', nodes: [first.url] },
    { collection: secret.uid, id: hidden._id, kind: 'share', nodes: [first.url] },
  ]
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const found = await store.repair({ dryRun: true })
  t.strictSame([...found].sort(byId), expected.map(each => ({ ...each, mended: false })).sort(byId))
  await t.rejects(store.read(secret.uid, hidden._id), {
    code: 'AND_SHARE_MISSING',
    message: new RegExp(first.url),
  })

  t.strictSame(
    (await store.find(secret.uid, {}, { limit: 10 })).records.map(({ _id, key }) => ({ _id, key })),
    [],
    'a record is where the first node has it',
  )

  const mended = await store.repair()
  t.strictSame(
    [...mended].sort(byId),
    expected.map(each => ({ ...each, mended: each.kind === 'missing' })).sort(byId),
  )
  now += 600_000
  t.strictSame((await store.repair()).map(({ kind }) => kind).sort(), ['content', 'share'])
  t.match(await store.read(owned.uid, theirs._id), theirs)
})

t.test('withholds a record whose write has not ended', async t => {
  const network = await localNetwork(t)
  const { nodes, builder, journal } = network
  const store = new Network(network)
  const secret = collection('owned', ['key'])
  await store.prepare([secret])
  const [first] = nodes
  if (first === undefined) throw new Error('The network has nodes')
  const _id = randomUUID()
  const intent = { collection: secret.uid, id: _id, operation: 'create', write: randomUUID() } as const
  t.ok(await journal.begin([intent]))
  t.notOk(await journal.begin([intent]))
  await first.createOwned(invocation({ from: builder, to: first.did, command: commands.data.create }), {
    ...ownedBy(createKeyPair().did, builder.did),
    collection: secret.uid,
    data: [{ _id, key: { '%share': 'AAAA' } }],
    write: intent.write,
  })
  t.equal(await store.read(secret.uid, _id), undefined)
  t.same((await store.find(secret.uid, {}, { limit: 10 })).records, [])
  await t.rejects(store.create(secret.uid, { _id, key: 'k' }, ownedBy(builder.did, builder.did)), {
    code: 'AND_RECORD_BUSY',
  })
  t.same(await store.recover(), { ended: 0, waiting: 0 }, 'waits for the lease of a writer that may live')
  const another = new Network({ ...network, journal: openJournal(network.gateway) })
  t.same(await another.recover({ exclusive: true }), { ended: 1, waiting: 0 })
  t.equal(await journal.has(intent), false)
  await store.create(secret.uid, { _id, key: 'k' }, ownedBy(builder.did, builder.did))
  t.match(await store.read(secret.uid, _id), { key: 'k' })
})

t.test('reads on, whatever a stranger has written as shares', async t => {
  const network = await localNetwork(t)
  const { nodes, builder } = network
  const store = new Network(network)
  const secret = collection('owned', ['key'])
  await store.prepare([secret])
  const ownership = ownedBy(createKeyPair().did, builder.did)
  const sound = { _id: randomUUID(), key: 'sound' }
  await store.create(secret.uid, sound, ownership)
  const write = async (_id: string, shares: readonly string[]) => {
    for (const [at, share] of shares.entries()) {
      const node = nodes[at]
      const token = invocation({ from: builder, to: node?.did ?? '', command: commands.data.create })
      await node?.createOwned(token, {
        ...ownership,
        collection: secret.uid,
        data: [{ _id, key: { '%share': share } }],
      })
    }
  }
  const [garbled, partial] = [randomUUID(), randomUUID()]
  await write(garbled, ['AAAA', 'AAA=', '!'])
  await write(partial, ['AAAA'])
  const { records } = await store.find(secret.uid, {}, { limit: 10 })
  t.strictSame(
    records.map(({ _id, key }) => [_id, key]),
    [
      [sound._id, 'sound'],
      [garbled, undefined],
      [partial, undefined],
    ],
  )
  await t.rejects(store.read(secret.uid, garbled), { code: 'AND_SHARES_DO_NOT_JOIN' })
  await t.rejects(store.read(secret.uid, partial), {
    code: 'AND_SHARE_MISSING',
    message: new RegExp(nodes[1]?.url ?? ''),
  })
})
