/** Notes of uploads, in memory and in the database: the same promises. */
import t, { type Test } from 'tap'
import type { Taken } from '../../../core/index.ts'
import { gatewayDatabase } from '../../../core/stores/sql/test/fixtures/server.ts'
import attachments from '../index.ts'
import { memoryUploadNotes, sqlUploadNotes, type UploadNotes } from '../upload-notes.ts'

async function checkUploadNotes(t: Test, notes: UploadNotes): Promise<void> {
  const all = [
    { key: 'a', allowedAt: 10 },
    { key: 'b', allowedAt: 10 },
    { key: "ü'; DROP TABLE attachments_uploads", allowedAt: 20 },
  ]
  for (const note of [...all].reverse()) t.equal(await notes.add(note), true)
  t.equal(await notes.add({ key: 'a', allowedAt: 30 }), false, 'a key is noted once')
  t.same(await notes.list(20, 10), all.slice(0, 2))
  t.same(await notes.list(99, 2), all.slice(0, 2))
  t.same(await notes.list(99, 2, all[1]), all.slice(2))
  t.same(await notes.list(99, 2, all[2]), [])
  t.match(await notes.remove('a'), { key: 'a', allowedAt: 10 })
  await notes.remove('a')
  t.same(await notes.list(99, 10), all.slice(1))
  t.equal(await notes.add({ key: 'a', allowedAt: 30 }), true)

  const taken = [{ kind: 'upload-key', subject: 'x', records: 1, bytes: 7, until: 99 }]
  const newcomers = { key: 'new/1', allowedAt: 40, dueAt: 50, most: 16, taken }
  await notes.add(newcomers)
  await notes.add({ ...newcomers, key: 'new/2' })
  t.same(await notes.list(99, 10, { key: 'a', allowedAt: 30 }), [newcomers, { ...newcomers, key: 'new/2' }])
  await notes.name('new/1')
  await notes.name('a')
  t.same(await notes.listIn('new/'), ['new/2'], 'one that a record named is none of these')
  t.match(await notes.list(99, 10, { key: '', allowedAt: 39 }), [{ isNamed: true }, { key: 'new/2' }])
  const released = await Promise.all(Array.from({ length: 20 }, () => notes.release('new/')))
  t.same(released.flat(), [...taken, ...taken], 'what was taken is given back once')
  t.match(await notes.remove('new/1'), { key: 'new/1', isNamed: true })
  t.equal(await notes.remove('new/1'), undefined)

  const parts = { upload: '', size: 20, partSize: 8, taken: taken[0] as Taken }
  await notes.add({ key: 'parts', allowedAt: 60, parts })
  const begun = { ...parts, upload: "it's" }
  t.equal(await notes.setParts('parts', 'other', begun), false)
  t.equal(await notes.setParts('parts', '', begun), true)
  t.same(await notes.find('parts'), { key: 'parts', allowedAt: 60, parts: begun })
  t.match((await notes.list(99, 99)).at(-1), { key: 'parts', parts: begun })
  const settled = Array.from({ length: 20 }, () => notes.setParts('parts', begun.upload, undefined))
  t.equal((await Promise.all(settled)).filter(Boolean).length, 1, 'they end once')
  t.same(await notes.find('parts'), { key: 'parts', allowedAt: 60 })
  t.equal(await notes.find('none'), undefined)
}

t.test('in memory', async t => checkUploadNotes(t, memoryUploadNotes()))

t.test('in the database', async t => {
  const { database } = await gatewayDatabase(t, [attachments])
  await checkUploadNotes(t, sqlUploadNotes(database))
})
