/** The repository of backups: refuses what was changed, and stores each piece once. */
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { temporaryDirectory } from '../../stores/sql/test/fixtures/server.ts'
import { filesOfKey, isOfKey } from '../deployment.ts'
import { filesIn } from '../files-disk.ts'
import { readKeyFile } from '../key-file.ts'
import { inPieces, readLines, readPieces, storeRows } from '../pieces.ts'
import { openPlace } from '../place.ts'
import { Repository } from '../repository.ts'

const SECRET = 'a synthetic secret of a test'
const cost = { N: 2 ** 10, r: 8, p: 1 }

const open = (place: string, secret = SECRET, creates = true) =>
  Repository.open(filesIn(place), secret, { creates, cost })

/** Rows as COPY sends them: an id, a text, a time. */
const rowsOf = (count: number, seed = 1): Buffer[] =>
  Array.from({ length: count }, (_, at) =>
    Buffer.from(`${(at * 2654435761 * seed) >>> 0}\t${'synthetic '.repeat(30)}\t2026-01-01 00:00:${at}\n`),
  )

async function* inLists(rows: readonly Buffer[]) {
  for (let at = 0; at < rows.length; at += 100) yield rows.slice(at, at + 100)
}

const point = { format: 1, parts: [] }

async function files(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries.filter(each => each.isFile()).map(each => join(each.parentPath, each.name))
}

t.test('a row that is added or changed changes the pieces around it, and no other', async t => {
  const rows = rowsOf(20_000)
  const first = await open(await temporaryDirectory(t))
  const part = first.part('gateway')
  const { pieces, bytes } = await storeRows(part, inLists(rows))
  t.ok(pieces.length >= 8, `${pieces.length} pieces`)
  t.equal(bytes, Buffer.concat(rows).length)
  const read: Buffer[] = []
  for await (const piece of readPieces(part, pieces)) read.push(piece)
  t.ok(Buffer.concat(read).equals(Buffer.concat(rows)))

  const changed = [...rows.slice(0, 7_000), Buffer.from('a new row\n'), ...rows.slice(7_000), ...rowsOf(5, 7)]
  const before = first.stored.pieces
  const { pieces: later } = await storeRows(part, inLists(changed))
  t.ok(first.stored.pieces - before <= 4, `${first.stored.pieces - before} of ${later.length} are new`)
})

t.test('one huge row is cut, and lines that cross pieces are read whole', async t => {
  const part = (await open(await temporaryDirectory(t))).part('objects')
  const rows = [Buffer.from(`${'x'.repeat(9_000_000)}\n`), Buffer.from('short\n'), Buffer.from('\n')]
  const sizes: number[] = []
  for await (const piece of inPieces(inLists(rows))) sizes.push(piece.length)
  t.ok(Math.max(...sizes) <= 4 * 1024 * 1024)
  const { pieces } = await storeRows(part, inLists(rows))
  const lines: number[] = []
  for await (const line of readLines(part, pieces)) lines.push(line.length)
  t.same(lines, [9_000_000, 5, 0])
})

t.test('a changed, moved, missing or foreign file is never taken for what was stored', async t => {
  const place = await temporaryDirectory(t)
  const repository = await open(place)
  const [one, two] = [repository.part('node-1'), repository.part('node-2')]
  const content = Buffer.from('synthetic share '.repeat(100))
  const [first, second] = [await one.put(content), await two.put(content)]
  t.not(first, second, 'the same content has another name in each part')
  await t.rejects(two.get(first), { code: 'AND_BACKUP_DAMAGED' }, 'and the key of one opens no other')
  const name = await repository.writePoint(new Date('2026-01-02'), point)
  t.same(await repository.readPoint(name), point)

  const fileOf = (piece: string) => join(place, 'pieces', piece.slice(0, 2), piece.slice(2))
  const sealed = await readFile(fileOf(first))
  t.notOk(sealed.includes('synthetic'), 'nothing is in plain text')
  for (const at of [0, 12, 40, sealed.length - 1]) {
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    await writeFile(fileOf(first), altered)
    await t.rejects(one.get(first), { code: 'AND_BACKUP_DAMAGED' }, `bit of byte ${at}`)
  }
  for (const changed of [
    Buffer.alloc(0),
    sealed.subarray(0, 20),
    sealed.subarray(0, -1),
    await readFile(fileOf(second)),
  ]) {
    await writeFile(fileOf(first), changed)
    await t.rejects(one.get(first), { code: 'AND_BACKUP_DAMAGED' })
  }
  await rm(fileOf(first))
  await t.rejects(one.get(first), { code: 'AND_BACKUP_DAMAGED' })

  const fresher = name.replace('2026', '2027')
  await rename(join(place, 'points', name), join(place, 'points', fresher))
  await t.rejects(
    repository.readPoint(fresher),
    { code: 'AND_BACKUP_DAMAGED' },
    'an old backup under a newer name',
  )
  for (const file of await files(join(place, 'points'))) await appendFile(file, 'x')
  await t.rejects(repository.readPoint(fresher), { code: 'AND_BACKUP_DAMAGED' })
})

t.test('a wrong key, a foreign directory and an expensive header are refused', async t => {
  const place = await temporaryDirectory(t)
  await t.rejects(open(place, SECRET, false), { code: 'AND_BACKUP_MISSING' })
  t.same(await readdir(place), [], 'and nothing is made there')
  await open(place)
  await t.rejects(open(place, `${SECRET}!`), { code: 'AND_BACKUP_KEY_WRONG' })
  const header = JSON.parse(await readFile(join(place, 'andiron-backup.json'), 'utf8'))
  for (const [change, code] of [
    [{ cost: { N: 2 ** 30, r: 8, p: 1 } }, 'AND_BACKUP_DAMAGED'],
    [{ cost: { N: 2 ** 10, r: 2 ** 20, p: 1 } }, 'AND_BACKUP_DAMAGED'],
    [{ salt: null }, 'AND_BACKUP_DAMAGED'],
    [{ format: 2 }, 'AND_BACKUP_NEWER'],
  ] as const) {
    await writeFile(join(place, 'andiron-backup.json'), JSON.stringify({ ...header, ...change }))
    await t.rejects(open(place), { code })
  }
  await writeFile(join(place, 'andiron-backup.json'), '__proto__')
  await t.rejects(open(place), { code: 'AND_BACKUP_DAMAGED' })

  const foreign = await temporaryDirectory(t)
  await writeFile(join(foreign, 'holiday.jpg'), 'x')
  await t.rejects(open(foreign), { code: 'AND_BACKUP_PLACE', message: /holiday\.jpg/ })
})

t.test('twenty that create and fill one repository at once have one header and each piece once', async t => {
  const place = await temporaryDirectory(t)
  const repositories = await Promise.all(Array.from({ length: 20 }, () => open(place)))
  const names = await Promise.all(repositories.map(each => each.part('gateway').put(Buffer.from('the same'))))
  t.equal(new Set(names).size, 1)
  t.equal((await files(join(place, 'pieces'))).length, 1)
  t.equal(
    repositories.reduce((sum, { stored }) => sum + stored.pieces, 0),
    1,
  )
  t.same(await readdir(join(place, 'incoming')), [], 'no draft is left')
})

t.test('the key file and the place of backups are apart from each other and from the data', async t => {
  const root = await temporaryDirectory(t)
  const [place, data, keyFile] = [join(root, 'backups'), join(root, 'data'), join(root, 'backup.key')]
  await mkdir(data)
  await t.rejects(readKeyFile(undefined), { code: 'AND_BACKUP_KEY_MISSING', message: /openssl rand -hex 32/ })
  await t.rejects(readKeyFile(keyFile), { code: 'AND_BACKUP_KEY_MISSING' })
  await writeFile(keyFile, 'short', { mode: 0o600 })
  await t.rejects(readKeyFile(keyFile), { code: 'AND_BACKUP_KEY_UNUSABLE', message: /fewer than 20/ })
  await rm(keyFile)
  await writeFile(keyFile, `${SECRET}\n`, { mode: 0o644 })
  await t.rejects(readKeyFile(keyFile), { code: 'AND_BACKUP_KEY_UNUSABLE', message: /chmod 600/ })
  await rm(keyFile)
  await writeFile(keyFile, `${SECRET}\n`, { mode: 0o600 })
  t.equal(await readKeyFile(keyFile), SECRET)

  for (const [wrong, options] of [
    [place, { data, keyFile: join(place, 'backup.key') }],
    [join(data, 'backups'), { data, keyFile }],
    [root, { data, keyFile: '/nowhere/backup.key' }],
    ['ftp://backups', { data, keyFile }],
  ] as const)
    await t.rejects(openPlace(wrong, options), { code: 'AND_BACKUP_PLACE' }, wrong)
  t.equal((await openPlace(place, { data, keyFile })).place, place)
  t.equal((await openPlace('s3://bucket/a/b', { data, keyFile })).place, 's3://bucket/a/b/')
})

t.test('the successors of a key belong to it, and no other file does', async t => {
  const data = await temporaryDirectory(t)
  await mkdir(join(data, 'nodes'))
  const mine = ['builder.key', 'builder.10.key', 'builder.2.jws', 'builder.2.key']
  const others = [
    'builder.key.1234',
    'builder.new.key',
    'builderX.2.key',
    'backup.key',
    'nodes/builder.2.key',
  ]
  for (const name of [...mine, ...others]) await writeFile(join(data, name), 'x')
  t.same(await filesOfKey(data, 'builder.key'), mine)
  t.same(await filesOfKey(data, 'nodes/node-1.key'), ['nodes/node-1.key'])
  t.ok(isOfKey('nodes/node-1.2.key', 'nodes/node-1.key'))
  for (const name of ['nodes/node-12.key', 'nodes/../node-1.key', '/nodes/node-1.key', 'node-1.key'])
    t.notOk(isOfKey(name, 'nodes/node-1.key'), name)
})
