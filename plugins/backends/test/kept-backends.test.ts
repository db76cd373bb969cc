/** Backends in memory and in the database: the same promises. */
import t, { type Test } from 'tap'
import { gatewayDatabase } from '../../../core/stores/sql/test/fixtures/server.ts'
import plugin from '../index.ts'
import { type Backends, memoryBackends, sqlBackends } from '../kept-backends.ts'

async function checkBackends(t: Test, backends: Backends): Promise<void> {
  const aBackend = (application: string, createdAt: number) => ({
    ...{ id: crypto.randomUUID(), application, name: 'Nightly export', registeredBy: '02aa', createdAt },
  })
  const first = { ...aBackend('study', 10), jwks: '{"keys":[]}' }
  const second = { ...aBackend('study', 20), jwksUrl: 'https://study.example/jwks.json' }
  const foreign = { ...aBackend('constructor', 15), jwks: '{"keys":[]}' }
  for (const each of [first, second, foreign]) await backends.add(each)
  t.same(await backends.of('study'), [first, second])
  t.same(await backends.of('nobody'), [])
  t.same(await backends.get(first.id), first)
  t.equal(await backends.get(crypto.randomUUID()), undefined)
  await backends.noteUse(second.id, 1_767_225_600_000)
  t.same(await backends.get(second.id), { ...second, usedAt: 1_767_225_600_000 })
  t.equal(await backends.remove('study', foreign.id), false)
  const removals = Array.from({ length: 20 }, () => backends.remove('study', first.id))
  t.equal((await Promise.all(removals)).filter(Boolean).length, 1)
  t.same(
    (await backends.of('study')).map(({ id }) => id),
    [second.id],
  )
}

t.test('in memory', t => checkBackends(t, memoryBackends()))
t.test('in the database', async t =>
  checkBackends(t, sqlBackends((await gatewayDatabase(t, [plugin])).database)),
)
