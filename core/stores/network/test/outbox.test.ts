/** Events of writes: stored with the write, or not at all. */
import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { createKeyPair } from '../../../crypto/keys.ts'
import { memoryOutbox, type OutboxStore, sqlOutbox } from '../../outbox.ts'
import { MemoryRecordStore } from '../../records-memory.ts'
import { memoryJournal, type WriteJournal } from '../journal.ts'
import { Network } from '../network.ts'
import { localNetwork } from './fixtures/local-network.ts'
import { collection, ownedBy } from './fixtures/records-conformance.ts'

const owned = collection('owned')
const owner = createKeyPair().did
const eventOf = (id: string) => ({ queue: 'test', id: `stored ${id}`, at: 17, body: { record: id } })
const idsIn = async (outbox: OutboxStore) => (await outbox.first('test', 1000)).map(({ id }) => id).sort()

t.test('the events of a write on storage nodes', async t => {
  const network = await localNetwork(t)
  const { journal, gateway, builder } = network
  const outbox = sqlOutbox(gateway)
  const store = new Network(network)
  await store.prepare([owned])
  const mine = ownedBy(owner, builder.did)
  const createIn = (network: Network, ...ids: readonly string[]) =>
    network.createAll([{ collection: owned.uid, records: ids.map(_id => ({ _id })) }], mine, ids.map(eventOf))
  const empty = async (t: Test) => {
    t.same(await gateway.query('SELECT * FROM writes'), [], 'the journal is empty')
    await gateway.query('DELETE FROM outbox')
  }

  await t.test('are in the outbox once the write is acknowledged', async t => {
    const ids = [randomUUID(), randomUUID()]
    await createIn(store, ...ids)
    t.same(await idsIn(outbox), ids.map(id => eventOf(id).id).sort())
    const [first] = await outbox.first('test', 1)
    t.match(first, { at: 17, body: { record: String } })
    await outbox.remove('test', [first?.id ?? ''])
    t.equal((await idsIn(outbox)).length, 1)
    await empty(t)
  })

  await t.test('are in the order of the writes, whatever the clock of the database does', async t => {
    const ids = Array.from({ length: 5 }, () => randomUUID())
    for (const id of ids) {
      await createIn(store, id)
      // It steps back before the next write.
      await gateway.query("UPDATE outbox SET stored = stored + interval '10 minutes'")
    }
    t.same(
      (await outbox.first('test', 10)).map(({ id }) => id),
      ids.map(id => eventOf(id).id),
    )
    await empty(t)
  })

  await t.test('are there once, however often the write is repeated, also twenty times at once', async t => {
    const id = randomUUID()
    await Promise.all(Array.from({ length: 20 }, () => createIn(store, id)))
    await createIn(store, id)
    t.same(await idsIn(outbox), [eventOf(id).id])
    await empty(t)
  })

  await t.test('are gone with a write that is undone', async t => {
    const [taken, id] = [randomUUID(), randomUUID()]
    await store.create(owned.uid, { _id: taken, code: 'another' }, mine)
    await t.rejects(createIn(store, id, taken), { code: 'AND_RECORD_EXISTS' })
    await gateway.query("UPDATE writes SET expires = now() - interval '1 second'")
    await store.recover()
    t.same(await idsIn(outbox), [])
    await createIn(store, id)
    t.same(await idsIn(outbox), [eventOf(id).id], 'a retry that is stored has them')
    await empty(t)
  })

  await t.test('wait in the journal while a gateway is killed before the end', async t => {
    const doomed: WriteJournal = { ...journal, end: async () => new Promise(() => {}) }
    const id = randomUUID()
    const killed = new Network({ ...network, journal: doomed })
    await killed.prepare([owned])
    void createIn(killed, id)
    const [row] = await untilRow(() => gateway.query('SELECT events FROM writes'))
    t.match(row, { events: [{ id: eventOf(id).id }] })
    await gateway.query("UPDATE writes SET expires = now() - interval '1 second'")
    const another = new Network(network)
    await another.prepare([owned])
    await another.recover()
    t.same(await idsIn(outbox), [], 'the write is withdrawn, so there is no event')
    t.equal(await store.read(owned.uid, id), undefined)
    await empty(t)
  })

  await t.test('cost a write without events neither a column nor a statement', async t => {
    const statements: string[] = []
    const watched = {
      ...gateway,
      query: (...given: Parameters<typeof gateway.query>) => {
        statements.push(given[0])
        return gateway.query(...given)
      },
    }
    const { openJournal } = await import('../journal.ts')
    const plain = new Network({ ...network, journal: openJournal(watched as typeof gateway) })
    await plain.prepare([owned])
    await plain.createAll([{ collection: owned.uid, records: [{ _id: randomUUID() }] }], mine)
    t.equal(statements.length, 2)
    t.notMatch(statements.join(), /events|outbox/)
    await empty(t)
  })
  await store.close()
})

t.test('stores in memory have the same events', async t => {
  const outbox = memoryOutbox()
  const id = randomUUID()
  const records = new MemoryRecordStore('did:nil:gateway', { outbox })
  await records.prepare([owned])
  const create = () =>
    records.createAll(
      [{ collection: owned.uid, records: [{ _id: id }] }],
      ownedBy(owner, 'did:nil:gateway'),
      [eventOf(id)],
    )
  await create()
  await create()
  t.same(await idsIn(outbox), [eventOf(id).id])
  await outbox.remove('test', [eventOf(id).id])
  t.same(await idsIn(outbox), [])

  const journal = memoryJournal(outbox)
  const intent = (id: string) => ({
    ...{ collection: owned.uid, id, operation: 'create' as const, write: randomUUID() },
    events: [eventOf(id)],
  })
  const [stored, undone] = [intent(randomUUID()), intent(randomUUID())]
  await journal.end((await journal.begin([stored])) ?? [], 'publish')
  await journal.end((await journal.begin([undone])) ?? [], 'discard')
  t.same(await idsIn(outbox), [eventOf(stored.id).id])
})

async function untilRow<Row>(query: () => Promise<Row[]>): Promise<Row[]> {
  for (let left = 500; left > 0; left--) {
    const rows = await query()
    if (rows.length > 0) return rows
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error('No row has come')
}
