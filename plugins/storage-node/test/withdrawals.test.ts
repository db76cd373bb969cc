/** A write that was withdrawn: what still arrives of it has no effect. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { commands } from '../../../core/stores/network/node.ts'
import { connectNode } from '../../../core/stores/network/node-remote.ts'
import { servedNetwork } from '../../../core/stores/network/test/fixtures/node-servers.ts'
import { collection, ownedBy } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { delegation, invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'

// The test starts a database server.
t.setTimeout(300_000)

const { data, builders, collections } = commands

async function startNode(t: Test) {
  const { nodes, databases } = await servedNetwork(t, { count: 1 })
  const [local] = nodes
  const [database] = databases
  if (local === undefined || database === undefined) throw new Error('The network has a node')
  const node = await connectNode(local.url)
  const builder = createKeyPair()
  const at = (command: string) => invocation({ from: builder, to: node.did, command })
  await node.registerBuilder(at(builders.create), { did: builder.did, name: 'a builder' })
  const [owned, standard] = [collection('owned'), collection('standard')]
  for (const { uid: _id, kind: type, name, schema } of [owned, standard])
    await node.createCollection(at(collections.create), { _id, type, name, schema })
  const person = createKeyPair()
  const mine = ownedBy(person.did, builder.did)
  return {
    ...{ node, database, builder, person, at, owned, standard },
    create: (_id: string, write: string) =>
      node.createOwned(at(data.create), { ...mine, collection: owned.uid, data: [{ _id }], write }),
    withdraw: (document: string, write: string) =>
      node.withdraw(at(data.delete), { collection: owned.uid, document, write }),
    async isStored(_id: string) {
      return (await database.query('SELECT 1 FROM documents WHERE id = $1', [_id])).length > 0
    },
  }
}

const isWithdrawn = { errors: ['WriteWithdrawnError', 'type: document', 'Its write was withdrawn'] }

t.test('a creation that arrives after its withdrawal is refused', async t => {
  const world = await startNode(t)
  const { node, at, owned, standard, create, withdraw, isStored } = world
  const [_id, write] = [randomUUID(), randomUUID()]
  t.equal(await withdraw(_id, write), false, 'nothing was there yet')
  await t.rejects(create(_id, write), isWithdrawn)
  await t.rejects(
    node.createAllOwned(at(data.create), {
      ...ownedBy(world.person.did, world.builder.did),
      batches: [{ collection: owned.uid, data: [{ _id }], write }],
    }),
    isWithdrawn,
  )
  const documents = [{ collection: standard.uid, document: _id }]
  const another = randomUUID()
  await node.withdrawAll(at(data.delete), { write: another, documents })
  await t.rejects(
    node.createStandard(at(data.create), { collection: standard.uid, data: [{ _id }], write: another }),
    isWithdrawn,
  )
  t.equal(await isStored(_id), false)
  t.same((await create(_id, randomUUID())).created, [_id], 'another write stores it')
  await t.rejects(create(_id, write), isWithdrawn, 'which the late one does not take for its own')
  t.equal(await withdraw(_id, write), false)
  t.ok(await isStored(_id))
})

t.test('a replacement that arrives after its withdrawal changes nothing', async t => {
  const { node, at, standard } = await startNode(t)
  const [_id, write] = [randomUUID(), randomUUID()]
  await node.createStandard(at(data.create), { collection: standard.uid, data: [{ _id, title: 'first' }] })
  const replace = (title: string, mark: string) =>
    node.update(at(data.update), {
      ...{ collection: standard.uid, filter: { _id }, update: { $set: { title } }, write: mark },
    })
  await node.withdraw(at(data.delete), { collection: standard.uid, document: _id, write })
  await t.rejects(replace('late', write), isWithdrawn)
  t.match(await replace('second', randomUUID()), { modified: 1 })
  const { data: found } = await node.find(at(data.read), { collection: standard.uid, filter: { _id } })
  t.match(found, [{ title: 'second' }])
})

t.test('a creation under way when its withdrawal comes is waited for, and taken back', async t => {
  const { database, create, withdraw, isStored } = await startNode(t)
  await create(randomUUID(), randomUUID())
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  // The creation has begun, and waits for the account of its owner.
  const holding = database.transaction(async transaction => {
    await transaction.query('SELECT 1 FROM usage FOR UPDATE')
    await released
  })
  const [_id, write] = [randomUUID(), randomUUID()]
  const creation = create(_id, write)
  const waiting =
    "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INTO documents%'"
  while ((await database.query(waiting)).length === 0) await delay(10)
  const withdrawal = withdraw(_id, write)
  while ((await database.query('SELECT 1 FROM withdrawals')).length === 0) await delay(10)
  release()
  await holding
  t.same((await creation).created, [_id])
  t.equal(await withdrawal, true)
  t.equal(await isStored(_id), false)
})

t.test('a delegate takes back what it has created, and leaves no mark', async t => {
  const { node, database, builder, person, owned, create } = await startNode(t)
  const proof = delegation({ from: builder, to: person.did, command: data.root })
  const token = invocation({
    ...{ from: person, to: node.did, command: data.delete, subject: builder.did, proof },
  })
  const [document, write] = [randomUUID(), randomUUID()]
  await node.withdraw(token, { collection: owned.uid, document, write })
  t.same(await database.query('SELECT 1 FROM withdrawals'), [])
  t.same((await create(document, write)).created, [document], 'nor does it end the write of another')
})

t.test('a mark is forgotten when its write cannot be withdrawn any more', async t => {
  const { database, withdraw } = await startNode(t)
  const write = randomUUID()
  await withdraw(randomUUID(), write)
  await database.query("UPDATE withdrawals SET at = at - interval '8 days'")
  await withdraw(randomUUID(), randomUUID())
  t.same(await database.query('SELECT 1 FROM withdrawals WHERE write = $1', [write]), [])
})
