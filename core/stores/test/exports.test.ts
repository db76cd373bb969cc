/** Exports in memory and in the database: each is worked out by one gateway at a time. */
import t, { type Test } from 'tap'
import { type Exports, memoryExports, sqlExports } from '../exports.ts'
import { migrate, migrationsOf } from '../sql/migrate.ts'
import { testServer } from '../sql/test/fixtures/server.ts'

async function checkExports(t: Test, exports: Exports): Promise<void> {
  const id = () => crypto.randomUUID()
  const [a, b] = [
    { holder: id(), until: 200 },
    { holder: id(), until: 200 },
  ]
  const job = (owner: string, createdAt: number, notBefore = createdAt) => ({
    ...{ id: id(), owner, request: '{"url":"x"}', progress: '0' },
    ...{ createdAt, expiresAt: createdAt + 1000, notBefore },
  })
  const [first, second, third] = [job('02aa', 10), job('02aa', 20, 90), job('02aa', 30)]
  t.same(
    [await exports.add(first, 2), await exports.add(second, 2), await exports.add(third, 2)],
    [true, true, false],
  )
  t.ok(await exports.add(job('03bb', 30), 2), 'others have exports of their own')
  const { notBefore: _, ...kept } = first
  t.match(await exports.get(first.id, 50), { ...kept, done: false })
  t.equal(await exports.get(first.id, 1010), undefined)
  t.equal(await exports.get(id(), 50), undefined)

  await t.test('is held by one, until they are heard of no more', async t => {
    const claimed = await Promise.all([exports.claim(50, a), exports.claim(50, b)])
    t.same(claimed.map(each => each?.owner).sort(), ['02aa', '03bb'], 'two, of which each gets one')
    t.equal(await exports.claim(80, a), undefined, 'the other waits')
    t.equal((await exports.claim(95, b))?.id, second.id)
    const [holder, other] = claimed[0]?.id === first.id ? [a, b] : [b, a]
    const step = (position: number) => ({
      ...{ progress: `${position + 1}`, done: false },
      file: { position, file: `"${position}"` },
    })
    t.equal(await exports.advance(first.id, step(0), { ...holder, until: 300 }), true)
    t.equal(await exports.advance(first.id, step(1), other), false)
    t.equal(await exports.claim(250, { ...other, until: 400 }).then(found => found?.id === first.id), false)
    // The holder is gone, and comes back when another is at it.
    let taken = await exports.claim(350, { ...other, until: 500 })
    while (taken !== undefined && taken.id !== first.id)
      taken = await exports.claim(350, { ...other, until: 500 })
    t.match(taken, { id: first.id, progress: '1' })
    t.equal(await exports.advance(first.id, step(1), { ...holder, until: 600 }), false)
    t.equal(await exports.advance(first.id, step(1), { ...other, until: 600 }), true)
    t.equal(await exports.advance(first.id, { progress: '2', done: true }, { ...other, until: 600 }), true)
    t.match(await exports.get(first.id, 700), { done: true, progress: '2' })
    t.equal(await exports.advance(first.id, step(2), { ...other, until: 800 }), false, 'what is done stays')
    await exports.noteLeftOut(first.id, 1, '{}')
    t.same(await exports.files(first.id), [
      { position: 0, file: '"0"' },
      { position: 1, file: '"1"', leftOut: '{}' },
    ])
  })

  await t.test('goes around, however many ask at once', async t => {
    const jobs = Array.from({ length: 12 }, (_, index) => job(`04${index}`, 2000))
    for (const each of jobs) await exports.add(each, 1)
    const claimed = await Promise.all(jobs.map(() => exports.claim(2010, { holder: id(), until: 2020 })))
    t.same(new Set(claimed.map(each => each?.id)), new Set(jobs.map(each => each.id)))
    for (const each of jobs) await exports.remove(each.id)
  })

  await exports.remove(first.id)
  t.equal(await exports.get(first.id, 50), undefined)
  t.same(await exports.files(first.id), [])
  t.ok(await exports.add(third, 2), 'there is room again')
  await exports.sweep(1025)
  t.equal(await exports.get(second.id, 50), undefined)
  t.ok(await exports.get(third.id, 50))
}

t.test('in memory', async t => checkExports(t, memoryExports()))

t.test('in the database', async t => {
  const database = await (await testServer(t)).open('gateway')
  await migrate(database, migrationsOf('gateway'))
  await checkExports(t, sqlExports(database))
})
