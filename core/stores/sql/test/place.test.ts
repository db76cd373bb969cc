import { chmod, chown, mkdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { findBinaries } from '../binaries.ts'
import { initialise } from '../cluster.ts'
import { startEmbeddedPostgres } from '../embedded.ts'
import { canReach, reachableBinaries, systemUser } from '../place.ts'
import { startGateway } from './fixtures/process.ts'
import {
  acknowledgedIn,
  freshDirectory,
  memoryLog,
  postmasterOf,
  temporaryDirectory,
  withServer,
} from './fixtures/server.ts'

const user = systemUser()
const rootOnly = {
  skip: user === undefined && 'only root, which PostgreSQL refuses, has to give it another user',
}

/** A directory of root for files that the other user needs. */
const commons = '/var/lib/andiron'

t.test('makes the links of the libraries that npm did not make', async t => {
  const { native } = await findBinaries()
  // A library that no program of ours loads.
  const link = join(native, 'lib/libecpg.so')
  const target = await realpath(link)
  await rm(link)
  t.same((await findBinaries()).native, native)
  t.equal(await realpath(link), target)
})

t.test('does not run as root, in a directory that others may enter', rootOnly, async t => {
  const directory = await freshDirectory(t)
  await withServer(directory, async () => {
    const status = await readFile(`/proc/${await postmasterOf(directory)}/status`, 'utf8')
    t.match(status, /^Uid:\s+65534\s+65534/m)
  })
})

t.test('puts the database where its user can reach it, when the directory is closed', rootOnly, async t => {
  const parent = await temporaryDirectory(t)
  await chmod(parent, 0o700)
  const directory = join(parent, 'postgres')
  const log = memoryLog()
  const server = await startEmbeddedPostgres({ directory, log })
  const place = await realpath(join(directory, 'cluster'))
  t.teardown(() => rm(join(place, '..'), { recursive: true, force: true }))
  t.match(place, /^\/var\/lib\/andiron\/[0-9a-f]{16}-\w{6}\/cluster$/)
  t.match(log.lines, [/The database is in '\/var\/lib\/andiron\/.*, because uid 65534 cannot access/])
  const database = await server.open('acknowledged')
  await database.query('CREATE TABLE acknowledged AS SELECT 1 AS n')
  await t.rejects(startEmbeddedPostgres({ directory, log }), { code: 'AND_POSTGRES_IN_USE' })
  await server.close()
  await withServer(directory, async database => t.same(await acknowledgedIn(database), new Set(['1'])))

  await t.test('and follows when that is moved', async t => {
    await rename(directory, join(parent, 'moved'))
    await withServer(join(parent, 'moved'), async database =>
      t.same(await acknowledgedIn(database), new Set(['1'])),
    )
  })

  await t.test('and begins anew when that was removed, saying where the old one is', async t => {
    const again = await startEmbeddedPostgres({ directory, log })
    const fresh = await realpath(join(directory, 'cluster'))
    t.teardown(() => rm(join(fresh, '..'), { recursive: true, force: true }))
    t.not(fresh, place)
    t.match(log.lines.join(), `'${join(place, '..')}' holds an earlier database of`)
    await again.close()
  })
})

t.test('copies the binaries where its user can reach them, once', rootOnly, async t => {
  const closed = await temporaryDirectory(t)
  await chmod(closed, 0o700)
  const { native } = await findBinaries()
  await symlink(native, join(closed, 'native'))
  const version = `test-${process.pid}`
  const log = memoryLog()
  const copy = await reachableBinaries({ native: join(closed, 'native/.'), version }, user, log)
  t.teardown(() => rm(copy, { recursive: true, force: true }))
  t.equal(copy, join(commons, `postgres-${version}`))
  t.equal(await canReach(user, join(copy, 'bin/initdb'), 'x'), true)
  t.equal(await reachableBinaries({ native: join(closed, 'native/.'), version }, user, log), copy)
  t.equal(log.lines.length, 1)

  const cluster = join(await temporaryDirectory(t), 'cluster')
  await mkdir(cluster, { mode: 0o700 })
  if (user) await chown(cluster, user.uid, user.gid)
  await initialise(cluster, copy, user)
  t.equal(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), '18\n')
})

t.test('goes on as the user who made the database, and refuses one of its own', rootOnly, async t => {
  const directory = await temporaryDirectory(t)
  await chown(directory, 1, 1)
  const gateway = startGateway(t, directory, 1)
  await gateway.line(line => line === 'ready')
  await gateway.end('SIGTERM')
  t.equal(gateway.child.exitCode, 0, 'another user starts and stops it')

  await withServer(directory, async () => {
    const status = await readFile(`/proc/${await postmasterOf(directory)}/status`, 'utf8')
    t.match(status, /^Uid:\s+1\s+1\s/m)
  })
  const stranger = startGateway(t, directory, 2)
  t.equal(await stranger.line(line => line.startsWith('AND_')), 'AND_POSTGRES_OWNER')
  await stranger.ended

  await chown(join(directory, 'cluster'), 0, 0)
  await t.rejects(startEmbeddedPostgres({ directory, log: memoryLog() }), { code: 'AND_POSTGRES_OWNER' })
})

t.test('says what a user without a name lacks', rootOnly, async t => {
  const directory = await temporaryDirectory(t)
  await chown(directory, 65533, 65533)
  const gateway = startGateway(t, directory, 65533)
  t.equal(await gateway.line(line => line.startsWith('AND_')), 'AND_POSTGRES_USER')
  await gateway.ended
})
