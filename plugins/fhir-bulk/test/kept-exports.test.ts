/** Exports in memory and in the database: the same promises. */
import t, { type Test } from 'tap'
import { gatewayDatabase } from '../../../core/stores/sql/test/fixtures/server.ts'
import bulk from '../index.ts'
import { type Exports, memoryExports, sqlExports } from '../kept-exports.ts'

async function checkExports(t: Test, exports: Exports): Promise<void> {
  const id = () => crypto.randomUUID()
  const anExport = (owner: string, createdAt: number) => ({
    ...{ id: id(), owner, request: '{"url":"x"}', progress: '0' },
    ...{ createdAt, expiresAt: createdAt + 1000 },
  })
  const add = (added: ReturnType<typeof anExport>, most = 2) => exports.add(added, most, undefined)
  const [first, second, third] = [anExport('02aa', 10), anExport('02aa', 20), anExport('02aa', 30)]
  t.same([await add(first), await add(second), await add(third)], [true, true, false])
  t.ok(await add(anExport('03bb', 30)), 'others have exports of their own')
  t.match(await exports.get(first.id, 50), { ...first, done: false })
  t.equal(await exports.get(first.id, 1010), undefined)
  t.equal(await exports.get(id(), 50), undefined)

  await t.test('keeps each step with its file', async t => {
    const advance = (position: number, done = false) =>
      exports.advance(
        first.id,
        { progress: `${position + 1}`, done, file: { position, file: `"${position}"` } },
        undefined,
      )
    t.ok(await advance(0))
    t.match(await exports.get(first.id, 700), { progress: '1', done: false })
    t.ok(await advance(1))
    t.ok(await exports.advance(first.id, { progress: '2', done: true }, undefined))
    t.match(await exports.get(first.id, 700), { done: true, progress: '2' })
    t.notOk(await advance(2), 'a complete export stays as it is')
    await exports.noteOmissions(first.id, 1, '{}')
    t.same(await exports.files(first.id), [
      { position: 0, file: '"0"' },
      { position: 1, file: '"1"', leftOut: '{}' },
    ])
  })

  await exports.remove(first.id)
  t.equal(await exports.get(first.id, 50), undefined)
  t.same(await exports.files(first.id), [])
  t.notOk(await exports.advance(first.id, { progress: '3', done: false }, undefined))
  t.ok(await add(third), 'there is room again')
  await exports.sweep(1025)
  t.equal(await exports.get(second.id, 50), undefined)
  t.ok(await exports.get(third.id, 50))
}

t.test('in memory', async t => checkExports(t, memoryExports()))

t.test('in the database', async t => {
  const { database } = await gatewayDatabase(t, [bulk])
  const exports = sqlExports(database)
  await checkExports(t, exports)
})
