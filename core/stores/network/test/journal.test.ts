/** The journal with many writes at once. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { networkServer } from '../../sql/test/fixtures/server.ts'
import { type Intent, openJournal } from '../journal.ts'

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
