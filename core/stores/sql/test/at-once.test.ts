/** Two gateways that start on one directory at once meet in its files. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { isGuarded, passwordOf, writeRules } from '../access.ts'
import type { Cluster } from '../cluster.ts'
import { removeStalePidFile } from '../postmaster.ts'
import { temporaryDirectory } from './fixtures/server.ts'

/** The parts of a cluster that are files, in a directory of their own. */
async function filesOf(t: Test): Promise<Cluster> {
  const path = await temporaryDirectory(t)
  const other = { native: '', user: undefined, socket: path, log: join(path, 'postgres.log') }
  return { ...other, path, password: join(path, 'postgres.password') }
}

/** The pid file is compared with the processes in `/proc`. */
const skip = process.platform === 'linux' ? false : 'only on Linux'

const twenty = (work: () => Promise<void>) => Promise.all(Array.from({ length: 20 }, work))

t.test('each may write the rules of authentication, and they are whole', async t => {
  const cluster = await filesOf(t)
  await twenty(async () => {
    await passwordOf(cluster)
    await writeRules(cluster)
  })
  t.ok(await isGuarded(cluster))
  t.same((await readdir(cluster.path)).sort(), ['pg_hba.conf', 'postgres.password'])
})

t.test('each may remove the pid file of a dead server', { skip }, async t => {
  const cluster = await filesOf(t)
  await writePidFile(cluster, process.pid)
  await twenty(() => removeStalePidFile(cluster))
  t.same(await readdir(cluster.path), [])
})

t.test('a server that has just ended is no other program', { skip }, async t => {
  const cluster = await filesOf(t)
  // Nobody asks about a child of `sleep`: once it has ended, it stays as a zombie.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => parent.kill())
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
  await untilMatches(`/proc/${parent.pid}/cmdline`, /^sleep/)
  process.kill(Number(pid))
  await untilMatches(`/proc/${Number(pid)}/status`, /^State:\s+Z/m)
  await writePidFile(cluster, Number(pid))
  await removeStalePidFile(cluster)
  t.same(await readdir(cluster.path), ['postmaster.pid'])
})

async function untilMatches(file: string, pattern: RegExp): Promise<void> {
  while (!pattern.test(await readFile(file, 'utf8'))) await delay(10)
}

const writePidFile = ({ path }: Cluster, pid: number): Promise<void> =>
  writeFile(join(path, 'postmaster.pid'), `${pid}\n${path}\n1\n5432\n${path}\n`)
