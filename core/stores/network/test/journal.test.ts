/** The journal with many writes at once. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { networkServer } from '../../sql/test/fixtures/server.ts'
import { stepped } from '../../sql/test/fixtures/stepped.ts'
import { NodesChanging } from '../errors.ts'
import { type Intent, openJournal } from '../journal.ts'
import { addNodeMove, holdWrites, keepHold, takeIn } from '../node-moves-table.ts'

const collection = randomUUID()
const writeOf = (...ids: readonly string[]): Intent[] => {
  const write = randomUUID()
  return ids.map(id => ({ collection, id, operation: 'create', write }))
}

t.test('of writes that begin together, each is in the journal whole or not at all', async t => {
  const gateway = await (await networkServer(t)).open('andiron_gateway')
  const statements: string[] = []
  const journal = openJournal({
    ...gateway,
    query: (...given: Parameters<typeof gateway.query>) => {
      statements.push(given[0])
      return gateway.query(...given)
    },
  } as typeof gateway)
  const rows = () => gateway.query<{ id: string; write: string }>('SELECT id, write FROM writes')

  const [taken, shared] = [randomUUID(), randomUUID()]
  const earlier = writeOf(taken)
  t.equal((await journal.begin(earlier))?.length, 1)
  const free = Array.from({ length: 20 }, () => writeOf(randomUUID(), randomUUID()))
  const blocked = writeOf(randomUUID(), taken)
  const rivals = [writeOf(shared, randomUUID()), writeOf(randomUUID(), shared)]
  const withEvents = writeOf(randomUUID()).map(intent => ({
    ...intent,
    events: [{ queue: 'notes', id: intent.id, at: 1, body: {} }],
  }))
  const writes = [...free, blocked, ...rivals, withEvents]
  statements.length = 0
  const began = await Promise.all(writes.map(intents => journal.begin(intents)))
  t.ok(began.slice(0, 20).every(Boolean))
  t.equal(began[20], undefined)
  t.equal(began.slice(21, 23).filter(Boolean).length, 1, 'one of two writes of a record')
  t.ok(began[23])
  t.ok(statements.length < 10, `${statements.length} statements`)
  const stored = began.filter(claims => claims !== undefined)
  t.same(
    new Set((await rows()).map(({ id, write }) => `${id} ${write}`)),
    new Set([earlier, ...stored].flat().map(({ id, write }) => `${id} ${write}`)),
  )

  await Promise.all(stored.map(claims => journal.end(claims, 'publish')))
  t.same(await rows(), [{ id: taken, write: earlier[0]?.write }])
  t.same(await gateway.query('SELECT id FROM outbox'), [{ id: withEvents[0]?.id }])
})

t.test('a hold that a write has passed does not hold again when the clock steps back', async t => {
  const { database, step } = stepped(await (await networkServer(t)).open('andiron_gateway'))
  const journal = openJournal(database, 0)
  const url = (name: string) => `https://${name}.example.org`
  await addNodeMove(database, {
    ...{
      id: 'a move',
      from_url: url('from'),
      from_did: 'did:key:from',
      to_url: url('to'),
      to_did: 'did:key:to',
    },
    ...{ release: 'a consent', erases: false, adds: true },
  })
  t.ok(await holdWrites(database, 'a move', 30_000))
  t.ok(await keepHold(database, 'a move', 30_000), 'it is prolonged')
  await t.rejects(journal.begin(writeOf(randomUUID())), NodesChanging)
  step(40)
  t.notOk(await keepHold(database, 'a move', 30_000), 'but not once its time is over')
  await t.rejects(journal.begin(writeOf(randomUUID())), NodesChanging, 'who finds it over ends it')
  t.ok(await journal.begin(writeOf(randomUUID())))
  step(-40)
  t.ok(await journal.begin(writeOf(randomUUID())))
  t.notOk(await keepHold(database, 'a move', 30_000))
  t.notOk(await takeIn(database, 'a move'), 'the node that was compared before lacks these writes')
})
