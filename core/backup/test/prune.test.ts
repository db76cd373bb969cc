/** Old backups are removed, and those that stay are whole. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { temporaryDirectory } from '../../stores/sql/test/fixtures/server.ts'
import { filesIn } from '../files-disk.ts'
import type { Point } from '../point.ts'
import { assertNotBeingPruned, assertNotPruned, keptOf, prune } from '../prune.ts'
import { Repository } from '../repository.ts'
import { readPoint, verify } from '../verify.ts'

const open = (place: string) =>
  Repository.open(filesIn(place), 'a synthetic secret of a test', {
    creates: true,
    cost: { N: 2 ** 10, r: 8, p: 1 },
  })
const pruned = { code: 'AND_BACKUP_BEING_PRUNED' }

/** Stores the pieces of a backup of these rows and files. */
async function stored(repository: Repository, rows: readonly string[], file: string): Promise<Point> {
  const [part, objects] = [repository.part('gateway'), repository.part('objects')]
  const pieces: string[] = []
  for (const row of rows) pieces.push(await part.put(Buffer.from(`${row}\n`)))
  const entry = { name: file, size: file.length, mark: 'x', pieces: [await objects.put(Buffer.from(file))] }
  const table = { name: 'synthetic', columns: [], columnNames: [], constraints: [], indexes: [] }
  const bytes = rows.reduce((sum, row) => sum + row.length + 1, 0)
  return {
    ...{
      format: 1,
      kind: 'gateway',
      release: '0.0.0',
      at: '',
      did: 'did:nil:synthetic',
      remoteNodes: [],
      notes: [],
    },
    parts: [
      {
        ...{ part: 'gateway', database: 'synthetic', migrations: [] },
        tables: [{ ...table, rows: rows.length, bytes, pieces }],
        keys: [{ name: 'builder.key', piece: await part.put(Buffer.from('a synthetic key')) }],
      },
    ],
    objects: {
      ...{ driver: 'disk', count: 1, bytes: file.length },
      index: [await objects.put(Buffer.from(`${JSON.stringify(entry)}\n`))],
    },
  }
}

async function backUp(
  repository: Repository,
  day: string,
  rows: readonly string[],
  file = day,
): Promise<string> {
  return repository.writePoint(new Date(day), await stored(repository, rows, file))
}

const filesOf = async (place: string) =>
  (await readdir(place, { recursive: true, withFileTypes: true })).filter(each => each.isFile()).length

t.test('each rule keeps what it says, and the newest stays in any case', async t => {
  const name = (at: string) => `${at.replaceAll(':', '-')}-00000000`
  // Monday is 2026-03-02.
  const names = [
    ...['2026-02-20T10:00:00.000Z', '2026-02-28T10:00:00.000Z', '2026-03-01T10:00:00.000Z'],
    ...['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00.000Z', '2026-03-05T12:00:00.000Z'],
  ].map(name)
  const at = (...places: number[]) => places.map(place => names[place])
  t.same(keptOf(names, {}), at(5))
  t.same(keptOf(names, { last: 2 }), at(4, 5))
  t.same(keptOf(names, { last: 99 }), names)
  t.same(keptOf(names, { daily: 3 }), at(3, 4, 5))
  t.same(keptOf(names, { daily: 99 }), at(0, 1, 3, 4, 5))
  t.same(keptOf(names, { weekly: 2 }), at(3, 5))
  t.same(keptOf(names, { weekly: 99 }), at(0, 3, 5))
  t.same(keptOf(names, { last: 2, weekly: 3 }), at(0, 3, 4, 5))
  t.same(keptOf(names.toReversed(), { daily: 1 }), at(5))
  t.same(keptOf(['x', '__proto__'], { last: 1 }), ['__proto__', 'x'], 'a name without a time stays')
  t.same(keptOf([], { last: 1 }), [])
})

t.test('what stays is read to its end, and what no one needs is gone', async t => {
  const place = await temporaryDirectory(t)
  const repository = await open(place)
  const first = await backUp(repository, '2026-01-01', ['shared', 'of the first alone'])
  const second = await backUp(repository, '2026-01-02', ['shared', 'of the second'])
  const third = await backUp(repository, '2026-01-03', ['shared', 'of the third'], '2026-01-02')
  // Left by a backup that was killed.
  await repository.part('gateway').put(Buffer.from('of nobody'))
  const before = await filesOf(place)
  t.same(await prune(await open(place), { last: 2 }, { dryRun: true }), {
    ...{ kept: [second, third], removed: [first], pieces: 0, bytes: 0 },
  })
  t.equal(await filesOf(place), before, 'a trial changes nothing')
  const outcome = await prune(await open(place), { last: 2 })
  t.match(outcome, { kept: [second, third], removed: [first], pieces: 4 })
  t.ok(outcome.bytes > 0)
  const after = await open(place)
  t.same(await after.points(), [second, third])
  for (const name of [second, third])
    t.match(await verify(after, await readPoint(after, name)), { rows: 2, objects: 1 })
  t.match(await prune(after, { last: 1 }), { kept: [third], removed: [second], pieces: 1 })
  t.same(await after.points(), [third])
  t.match(await verify(after, await readPoint(after, third)), { rows: 2, objects: 1 })
  t.same(await after.pruning(), [], 'no mark is left')
})

t.test('a point that cannot be read ends it before anything is removed', async t => {
  const place = await temporaryDirectory(t)
  const repository = await open(place)
  await backUp(repository, '2026-01-01', ['one'])
  const second = await backUp(repository, '2026-01-02', ['two'])
  await backUp(repository, '2026-01-03', ['three'])
  const before = await filesOf(place)
  const { objects } = await readPoint(repository, second)
  const [index = ''] = objects?.index ?? []
  await rm(join(place, 'pieces', index.slice(0, 2), index.slice(2)))
  await t.rejects(prune(await open(place), { last: 2 }), { code: 'AND_BACKUP_DAMAGED' })
  t.equal(await filesOf(place), before - 1)
  t.same(await repository.pruning(), [])
})

t.test('a backup at the same time is seen, or fails and leaves nothing that looks whole', async t => {
  /** Runs one of both at each instant of the other one: `true` if the backup stays. */
  const race = async (
    instant: 'before the mark' | 'before its point' | 'before its look' | 'after the end',
  ) => {
    const place = await temporaryDirectory(t)
    const writer = await open(place)
    await backUp(writer, '2026-01-01', ['shared', 'of the first'])
    await backUp(writer, '2026-01-02', ['another'])
    // It lists the pieces, and reuses one that the prune is about to remove.
    const point = await stored(writer, ['shared', 'new'], 'new')
    const pruning = () => open(place).then(each => prune(each, { last: 1 }))
    if (instant === 'before its point') await pruning()
    const name = await writer.writePoint(new Date('2026-01-03'), point)
    if (instant === 'before its look') {
      const mark = await writer.mark(Date.now())
      await t.rejects(assertNotPruned(writer, name, point), pruned, instant)
      await writer.unmark(mark)
      return (await writer.points()).includes(name)
    }
    if (instant === 'before the mark') await pruning()
    const isKept = await assertNotPruned(writer, name, point).then(
      () => true,
      error => {
        t.match(error, pruned, instant)
        return false
      },
    )
    if (instant === 'after the end') await pruning()
    const reader = await open(place)
    for (const each of await reader.points()) t.ok(await verify(reader, await readPoint(reader, each)), each)
    t.equal((await reader.points()).includes(name), isKept)
    return isKept
  }
  t.equal(await race('before the mark'), true)
  t.equal(await race('before its point'), false)
  t.equal(await race('before its look'), false)
  t.equal(await race('after the end'), true)
})

t.test('a prune that was killed stops backups for an hour, and the next one clears it away', async t => {
  const repository = await open(await temporaryDirectory(t))
  await backUp(repository, '2026-01-01', ['one'])
  const mark = await repository.mark(Date.now() - 59 * 60_000)
  await t.rejects(assertNotBeingPruned(repository), pruned)
  await repository.unmark(mark)
  await repository.mark(Date.now() - 61 * 60_000)
  await assertNotBeingPruned(repository)
  await prune(repository, { last: 1 })
  t.same(await repository.pruning(), [])
})
