import { spawn } from 'node:child_process'
import { chmod, chown, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { findBinaries } from '../binaries.ts'
import { initialise, superuser } from '../cluster.ts'
import { startEmbeddedPostgres } from '../embedded.ts'
import { canReach, systemUser } from '../place.ts'
import { startGateway } from './fixtures/process.ts'
import {
  acknowledgedIn,
  copyTemplate,
  freshDirectory,
  memoryLog,
  postmasterOf,
  temporaryDirectory,
  withServer,
} from './fixtures/server.ts'

// Most of them wait for a server.
t.jobs = 4

const user = systemUser()

t.test('makes a database where there is none, and finds it again', async t => {
  const directory = join(await temporaryDirectory(t), 'not/yet/there')
  await withServer(directory, async database => {
    await database.query('CREATE TABLE acknowledged (n int)')
    await database.query('INSERT INTO acknowledged VALUES (7)')
    t.not(await postmasterOf(directory), undefined)
  })
  t.equal(await postmasterOf(directory), undefined, 'nothing runs any more')
  t.same((await readdir(directory)).sort(), ['cluster', 'postgres.log', 'postgres.password'])
  await withServer(directory, async database => t.same(await acknowledgedIn(database), new Set(['7'])))
})

t.test('runs so that what is acknowledged is on the disk, and nobody else gets near', async t => {
  const directory = await freshDirectory(t)
  await withServer(directory, async database => {
    const [row] = await database.query(
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('full_page_writes') AS pages, current_setting('data_checksums') AS sums,
              current_setting('listen_addresses') AS network, current_setting('server_encoding') AS encoding`,
    )
    t.same(row, { fsync: 'on', commit: 'on', pages: 'on', sums: 'on', network: '', encoding: 'UTF8' })

    await t.rejects(database.query("SELECT 'log-canary'::int"))
    await t.rejects(database.query("SELECT 'log-canary' FROM nowhere"))
  })
  t.notMatch(await readFile(join(directory, 'postgres.log'), 'utf8'), 'log-canary')
})

t.test('admits its own gateway only, in a directory that trusted everybody before, too', async t => {
  const directory = await freshDirectory(t)
  const cluster = join(directory, 'cluster')
  t.match(await readFile(join(cluster, 'pg_hba.conf'), 'utf8'), /trust/, 'as initdb makes it')
  const admits = (password?: string) => {
    const client = new pg.Client({
      host: cluster,
      user: superuser,
      database: 'postgres',
      ...(password && { password }),
    })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  const file = join(directory, 'postgres.password')
  await withServer(directory, async () => {
    t.same([await admits(), await admits('0'.repeat(64))], [false, false])
    t.equal(await admits(await readFile(file, 'utf8')), true)
    t.equal((await stat(file)).mode & 0o777, 0o600)
    if (user) t.equal(await canReach(user, file, 'r'), false, 'the user of the server cannot read it')
  })
  const first = await readFile(file, 'utf8')
  await withServer(directory, async () => t.equal(await readFile(file, 'utf8'), first, 'it stays'))

  await t.test('when the file is lost or cut short', async t => {
    for (const spoil of [() => rm(file), () => writeFile(file, 'x')]) {
      await spoil()
      await withServer(directory, async () => t.same([await admits(), await admits(first)], [false, false]))
    }
  })
})

t.test('starts the server again when it dies', async t => {
  const directory = await freshDirectory(t)
  const log = memoryLog()
  const server = await startEmbeddedPostgres({ directory, log })
  const database = await server.open('acknowledged')
  await database.query('CREATE TABLE acknowledged AS SELECT 1 AS n')
  const postmaster = await postmasterOf(directory)
  process.kill(postmaster ?? 0, 'SIGKILL')
  while ([postmaster, undefined].includes(await postmasterOf(directory))) await delay(10)
  const answer = async (): Promise<Set<string>> => acknowledgedIn(database).catch(answer)
  t.same(await answer(), new Set(['1']))
  t.match(log.lines.join(), 'stopped; restarting it')
  await server.close()
  t.equal(await postmasterOf(directory), undefined)
})

t.test(
  'a successor shares the server, which ends with the last of the two; nobody else comes in',
  async t => {
    const directory = await freshDirectory(t)
    const log = memoryLog()
    const first = await startEmbeddedPostgres({ directory, log })
    const postmaster = await postmasterOf(directory)
    const second = await startEmbeddedPostgres({ directory, log, joins: true })
    t.equal(await postmasterOf(directory), postmaster)
    const [one, other] = [await first.open('acknowledged'), await second.open('acknowledged')]
    await one.query('CREATE TABLE acknowledged (n int)')
    await first.close()
    t.equal(await postmasterOf(directory), postmaster, 'the server stays')
    t.same(await acknowledgedIn(other), new Set())
    await t.rejects(startEmbeddedPostgres({ directory, log }), { code: 'AND_POSTGRES_IN_USE' })

    const third = await startEmbeddedPostgres({ directory, log, joins: true })
    await Promise.all([second.close(), third.close()])
    t.equal(await postmasterOf(directory), undefined, 'two that end at once stop it')
  },
)

t.test('workers share a server that was restarted, whichever of them restarts it', async t => {
  const directory = await freshDirectory(t)
  const log = memoryLog()
  const first = await startEmbeddedPostgres({ directory, log, isShared: true })
  const second = await startEmbeddedPostgres({ directory, log, isShared: true, joins: true })
  const databases = [await first.open('acknowledged'), await second.open('acknowledged')]
  await databases[0]?.query('CREATE TABLE acknowledged AS SELECT 1 AS n')
  const postmaster = await postmasterOf(directory)
  process.kill(postmaster ?? 0, 'SIGKILL')
  while ([postmaster, undefined].includes(await postmasterOf(directory))) await delay(10)
  for (const database of databases) {
    const answer = async (): Promise<Set<string>> => acknowledgedIn(database).catch(answer)
    t.same(await answer(), new Set(['1']))
  }
  // Until both hold its lock.
  const holders = async () =>
    (await databases[0]?.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'").catch(() => []))?.length
  while ((await holders()) !== 2) await delay(50)
  await Promise.all([first.close(), second.close()])
  t.equal(await postmasterOf(directory), undefined)
})

t.test('restarts the server of a killed gateway that accepts too few connections', async t => {
  const directory = await freshDirectory(t)
  const killed = startGateway(t, directory)
  await killed.line(line => line.startsWith('ready'))
  killed.child.kill('SIGKILL')
  await killed.ended
  const server = await startEmbeddedPostgres({ directory, log: memoryLog(), connections: 123 })
  const database = await server.open('acknowledged')
  t.same(await database.query('SHOW max_connections'), [{ max_connections: '123' }])
  await server.close()
})

t.test('refuses a directory that another gateway uses, which goes on undisturbed', async t => {
  const directory = await freshDirectory(t)
  const server = await startEmbeddedPostgres({ directory, log: memoryLog() })
  const database = await server.open('first')
  const refusal = {
    code: 'AND_POSTGRES_IN_USE',
    message: new RegExp(`gateway, process ${process.pid}.*its own data directory`),
  }
  await t.rejects(startEmbeddedPostgres({ directory, log: memoryLog() }), refusal)
  const other = startGateway(t, directory)
  t.equal(await other.line(line => line.startsWith('AND_')), 'AND_POSTGRES_IN_USE')
  await other.ended
  t.equal(other.child.exitCode, 1)
  t.same(await database.query('SELECT 1 AS one'), [{ one: 1 }])
  await server.close()
})

t.test('takes a path that is too long for a socket, or hard to quote', async t => {
  const directory = await freshDirectory(t, `it's a "long, long" way ${'to/go/'.repeat(20)}`)
  const log = memoryLog()
  const server = await startEmbeddedPostgres({ directory, log })
  t.same(await (await server.open('long')).query('SELECT 1 AS one'), [{ one: 1 }])
  await t.rejects(startEmbeddedPostgres({ directory, log }), { code: 'AND_POSTGRES_IN_USE' })
  await server.close()
})

t.test('does not take the pid of another program for its own server', async t => {
  const directory = await freshDirectory(t)
  const cluster = join(directory, 'cluster')
  const stranger = spawn('sleep', ['1000'], { ...user, cwd: '/', stdio: 'ignore' })
  t.teardown(() => stranger.kill())
  const note = [stranger.pid, cluster, '1', '5432', cluster, '', '  5432001         1', 'ready   ', '']
  await writeFile(join(cluster, 'postmaster.pid'), note.join('\n'), { mode: 0o600 })
  if (user) await chown(join(cluster, 'postmaster.pid'), user.uid, user.gid)
  await withServer(directory, async database => t.same(await database.query('SELECT 1 AS one'), [{ one: 1 }]))
  t.equal(stranger.exitCode, null)
})

t.test('does not take the server of the directory that it was copied from for its own', async t => {
  const original = await freshDirectory(t)
  const copy = join(await temporaryDirectory(t), 'copy')
  const server = await startEmbeddedPostgres({ directory: original, log: memoryLog() })
  await copyTemplate(copy)
  const note = await readFile(join(original, 'cluster/postmaster.pid'))
  await writeFile(join(copy, 'cluster/postmaster.pid'), note, { mode: 0o600 })
  if (user) await chown(join(copy, 'cluster/postmaster.pid'), user.uid, user.gid)
  await withServer(copy, async database => {
    const [row] = await database.query<{ path: string }>("SELECT current_setting('data_directory') AS path")
    t.equal(row?.path, join(copy, 'cluster'))
  })
  await server.close()
})

t.test('puts a long log aside', async t => {
  const directory = await freshDirectory(t)
  await writeFile(join(directory, 'postgres.log'), 'x'.repeat(5_000_000))
  await withServer(directory, async () => {})
  t.match(await readFile(join(directory, 'postgres.log.1'), 'utf8'), /^x+$/)
  t.notMatch(await readFile(join(directory, 'postgres.log'), 'utf8'), /xxx/)
})

t.test('says what is wrong', async t => {
  const start = (directory: string) => startEmbeddedPostgres({ directory, log: memoryLog() })

  await t.test('with a cluster of another PostgreSQL', async t => {
    const directory = await freshDirectory(t)
    await writeFile(join(directory, 'cluster/PG_VERSION'), '17\n')
    await t.rejects(start(directory), {
      code: 'AND_POSTGRES_VERSION',
      message: /PostgreSQL 17, .* version 18/,
    })
  })

  await t.test('with a place where no cluster can be made', async t => {
    const directory = await freshDirectory(t)
    const { native } = await findBinaries()
    await t.rejects(initialise(join(directory, 'cluster'), native, user), { code: 'AND_POSTGRES_INIT' })
  })

  await t.test('with a cluster that is damaged', async t => {
    const directory = await freshDirectory(t)
    await rm(join(directory, 'cluster/global/pg_control'))
    await t.rejects(start(directory), { code: 'AND_POSTGRES_START', message: /pg_control.*postgres\.log/ })
  })

  await t.test('with a link to a cluster that is gone', async t => {
    const directory = await temporaryDirectory(t)
    await symlink('/nowhere/cluster', join(directory, 'cluster'))
    await t.rejects(start(directory), { code: 'AND_POSTGRES_GONE', message: /\/nowhere\/cluster/ })
  })

  await t.test('with a directory that cannot be made', async t => {
    const directory = await temporaryDirectory(t)
    await writeFile(join(directory, 'file'), '')
    await t.rejects(start(join(directory, 'file/postgres')), { code: 'ENOTDIR' })
  })

  await t.test('with a socket directory that somebody else made first', async t => {
    const directory = await freshDirectory(t, 'far/'.repeat(30))
    await withServer(directory, async database => {
      const [row] = await database.query<{ path: string }>(
        "SELECT current_setting('unix_socket_directories') AS path",
      )
      const path = (row?.path ?? '').replaceAll('"', '')
      t.match(path, /^\/tmp\/andiron-/)
      await chmod(path, 0o777)
      await t.rejects(start(directory), { code: 'AND_POSTGRES_SOCKET' })
      await chmod(path, 0o700)
    })
  })
})
