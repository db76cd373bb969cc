/** Notes of uploads, in memory and in the database: the same promises. */
import t, { type Test } from 'tap'
import { migrate, migrationsOf } from '../sql/migrate.ts'
import { testServer } from '../sql/test/fixtures/server.ts'
import { memoryUploadNotes, sqlUploadNotes, type UploadNotes } from '../uploads.ts'

async function checkUploadNotes(t: Test, notes: UploadNotes): Promise<void> {
  const all = [
    { key: 'a', allowedAt: 10 },
    { key: 'b', allowedAt: 10 },
    { key: "ü'; DROP TABLE uploads", allowedAt: 20 },
  ]
  for (const note of [...all].reverse()) t.equal(await notes.add(note), true)
  t.equal(await notes.add({ key: 'a', allowedAt: 30 }), false, 'a key is noted once')
  t.same(await notes.list(20, 10), all.slice(0, 2))
  t.same(await notes.list(99, 2), all.slice(0, 2))
  t.same(await notes.list(99, 2, all[1]), all.slice(2))
  t.same(await notes.list(99, 2, all[2]), [])
  await notes.remove('a')
  await notes.remove('a')
  t.same(await notes.list(99, 10), all.slice(1))
  t.equal(await notes.add({ key: 'a', allowedAt: 30 }), true)
}

t.test('in memory', async t => checkUploadNotes(t, memoryUploadNotes()))

t.test('in the database', async t => {
  const database = await (await testServer(t)).open('gateway')
  await migrate(database, migrationsOf('gateway'))
  await checkUploadNotes(t, sqlUploadNotes(database))
})
