/** `andiron backup`, `restore`, `migrate` and `doctor --backup`, as an operator runs them beside a gateway. */
import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { startEmbeddedPostgres } from '../../core/stores/sql/embedded.ts'
import { copyNode, memoryLog, temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'
import { compiled, late } from '../../core/test/fixtures/cli.ts'
import { isWhole } from '../../core/test/fixtures/rounds.ts'
import { serve } from '../../plugins/index.ts'
import { copyDeployment } from '../../plugins/test/fixtures/deployment.ts'
import { runHere, serveNodeHere } from './fixtures/program.ts'

const root = await temporaryDirectory(t)
const [data, place, keyFile] = [join(root, 'data'), join(root, 'backups'), join(root, 'backup.key')]
await mkdir(data)
await writeFile(keyFile, `${'5e'.repeat(32)}\n`, { mode: 0o600 })

const own = ['--data', data, '--port', '0']
const sealed = ['--key-file', keyFile]
const backup = (...options: string[]) => runHere(['backup', place, ...sealed, ...own, ...options])

async function pieces(): Promise<number> {
  const entries = await readdir(join(place, 'pieces'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.filter(each => each.isFile()).length
}

t.test('a first backup says what it needs', async t => {
  t.match(await runHere(['backup']), { code: 2, said: /missing required argument 'place'/ })
  t.match(await runHere(['backup', place, ...own]), { code: 1, said: /openssl rand -hex 32/ })
  t.match(await backup(), { code: 1, said: /nothing to back up: .*builder\.key' is missing/ })
  t.match(await runHere(['doctor', '--backup', place, ...sealed, ...own]), {
    code: 1,
    said: /There is no finished backup/,
  })
  t.match(await runHere(['restore', place, ...sealed, ...own]), {
    code: 1,
    said: /There is no finished backup/,
  })
})

t.test('killed by SIGKILL, it leaves no backup; run again beside the gateway, it makes one', async t => {
  await copyDeployment(data)
  const gateway = await serve({ data, port: 0, log: { level: 'error' } })
  for (let kills = 0; kills < (isWhole ? 3 : 1); kills++) {
    const before = await pieces()
    const args = ['--require', late, compiled, 'backup', place, ...sealed, ...own]
    const child = spawn(process.execPath, args, { stdio: 'ignore' })
    const gone = new Promise(resolve => child.once('close', resolve))
    while ((await pieces()) === before && child.exitCode === null) await delay(10)
    child.kill('SIGKILL')
    await gone
    const points = await readdir(join(place, 'points')).catch(() => [])
    if (child.signalCode === 'SIGKILL') t.same(points, [], `killed with ${await pieces()} pieces`)
    else await rm(join(place, 'points'), { recursive: true })
  }
  const made = await runHere(['backup', place, ...sealed, ...own])
  t.match(made, { code: 0, said: /It holds everything that was acknowledged before 20\d\d-/ })
  t.match(made.said, /node-3: \d+ rows.*The parts of 3 nodes are in one place/s)
  t.match(await runHere(['migrate', '--dry-run', ...own]), { code: 0, said: /Nothing to migrate/ })
  await gateway.close()
  t.match(await runHere(['doctor', ...own]), {
    code: 0,
    said: /ok {5}backup of this deployment: less than an hour old/,
  })
})

t.test('doctor --backup reads it to its end', async t => {
  const doctor = (...options: string[]) =>
    runHere(['doctor', '--backup', place, ...sealed, ...own, ...options])
  t.match(await doctor(), {
    code: 0,
    said: /the newest of 1: less than an hour old.*backup: whole, \d+ rows in 4 parts/s,
  })
  const [folder = ''] = await readdir(join(place, 'pieces'))
  const [name = ''] = await readdir(join(place, 'pieces', folder))
  const file = join(place, 'pieces', folder, name)
  const content = await readFile(file)
  await writeFile(file, Buffer.concat([content, Buffer.of(0)]))
  t.match(await doctor(), { code: 1, said: /WRONG {2}The file 'pieces\/.*' of the backup is damaged/ })
  await writeFile(file, content)

  const other = join(root, 'other.key')
  await writeFile(other, 'another synthetic secret', { mode: 0o600 })
  t.match(await runHere(['doctor', '--backup', place, '--key-file', other, ...own]), {
    code: 1,
    said: /WRONG {2}The key does not open the backups/,
  })
})

t.test('a drill that is killed leaves nothing behind for longer than the next one runs', async t => {
  const doctor = () => runHere(['doctor', ...own])
  t.match(await doctor(), { said: /note {3}drill of a backup: none is known/ })
  const args = ['--require', late, compiled, 'backup', 'drill', place, ...sealed, ...own]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const gone = new Promise(resolve => child.once('close', resolve))
  const left = () => readdir(join(data, 'andiron-drill', 'postgres')).catch(() => [])
  while ((await left()).length === 0 && child.exitCode === null) await delay(10)
  child.kill('SIGKILL')
  await gone
  t.not((await left()).length, 0)
  t.match(await runHere(['backup', 'drill', place, ...sealed, ...own]), {
    code: 0,
    said: /erased it.*node-3: \d+ rows, .*0 missing, 0 differing.*The backup is whole/s,
  })
  t.notOk((await readdir(data)).includes('andiron-drill'))
  t.match(await doctor(), { said: /ok {5}drill of a backup: whole, less than a day ago/ })
})

t.test('prune says what it removes, and the newest backup stays whole', async t => {
  const prune = (...options: string[]) => runHere(['backup', 'prune', place, ...sealed, ...own, ...options])
  const points = () => readdir(join(place, 'points'))
  t.match(await prune(), {
    code: 2,
    said: /Say which backups stay: --keep-last, --keep-daily or --keep-weekly/,
  })
  t.match(await prune('--keep-last', '0'), { code: 2 })
  const [first = ''] = await points()
  t.match(await backup(), { code: 0 })
  t.match(await prune('--keep-last', '1', '--dry-run'), { code: 0, said: `would remove ${first}` })
  t.equal((await points()).length, 2, 'a trial changes nothing')
  t.match(await prune('--keep-last', '1'), { code: 0, said: `removed ${first}` })
  t.notSame(await points(), [first])
  const checked = await runHere(['doctor', '--backup', place, ...sealed, ...own])
  t.match(checked, {
    code: 0,
    said: /the newest of 1: less than an hour old.*backup: whole, \d+ rows in 4 parts/s,
  })
})

t.test('restore says what it does, and does it into an empty directory only', async t => {
  const restore = (directory: string, ...options: string[]) =>
    runHere(['restore', place, ...sealed, '--data', directory, ...options])
  t.match(await restore(data), { code: 1, said: /replaces nothing: .*'builder\.key'/ })
  const fresh = join(root, 'fresh')
  t.match(await restore(fresh, '--dry-run'), {
    code: 0,
    said: /made by release .*gateway: \d+ rows in \d+ tables, .*keys: builder\.key, objects\.key, .*Nothing was changed/s,
  })
  t.same(await readdir(fresh).catch(() => 'none'), 'none')
  t.match(await runHere(['restore', place, ...sealed, '--data', fresh]), {
    code: 0,
    said: /Restored\. Start it/,
  })
  t.equal(
    await readFile(join(fresh, 'builder.key'), 'utf8'),
    await readFile(join(data, 'builder.key'), 'utf8'),
  )

  const server = await startEmbeddedPostgres({ directory: join(fresh, 'postgres'), log: memoryLog() })
  const gateway = await server.open('andiron_gateway')
  const [last] = await gateway.query<{ name: string }>(
    `DELETE FROM schema_migrations WHERE name =
       (SELECT max(name) FROM schema_migrations WHERE name NOT LIKE '%/%') RETURNING name`,
  )
  await server.close()
  const migrate = (...options: string[]) => runHere(['migrate', '--data', fresh, ...options])
  t.match(await migrate('--dry-run'), {
    code: 0,
    said: new RegExp(`^gateway: ${last?.name}\\n {2}[A-Z].{10,}\\n\\n1 to apply, .*nothing was changed`),
  })
  t.match(await migrate(), { code: 0, said: /1 applied/ })
  t.match(await migrate(), { code: 0, said: /Nothing to migrate/ })
})

t.test('one node alone is backed up by its operator, and says when', async t => {
  const directory = await temporaryDirectory(t)
  await copyNode(join(directory, 'postgres'))
  const node = await serveNodeHere(t, directory)
  const config = join(root, 'remote.json')
  const stores = { records: { nodes: [node.url] } }
  await writeFile(config, JSON.stringify({ data: './data', port: 0, stores }), { mode: 0o600 })
  const doctor = () => runHere(['doctor', '--config', config])
  t.match(await doctor(), { said: /note {3}backup of http:\S+: none is known/ })
  const at = ['--data', directory, ...sealed]
  t.match(await runHere(['backup', join(root, 'node'), ...at]), { code: 1, said: /add '--node'/ })
  t.match(await runHere(['backup', join(root, 'node'), '--node', ...at]), { code: 0, said: /node: \d+ rows/ })
  t.match(await doctor(), { said: /ok {5}backup of http:\S+: less than an hour old/ })
})
