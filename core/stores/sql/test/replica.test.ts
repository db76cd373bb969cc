/** Reads on a real streaming replica: nothing that was committed before is missing, whatever the replica does. */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { missing } from '../../../test/fixtures/programs.ts'
import type { Database } from '../database.ts'
import { connectPostgres } from '../postgres.ts'
import { readingFrom } from '../replica.ts'
import { debianPostgres, debianReplica } from './fixtures/debian.ts'

/** Longer than a replica that was late or away is left alone. */
const RETREAT = 1_300

t.test('a replica answers what it has, and the primary the rest', { skip: missing('postgres') }, async t => {
  const url = await debianPostgres(t)
  const primaries = connectPostgres(url)
  t.teardown(() => primaries.close())
  const primary = await primaries.open('reads')
  await primary.query('CREATE TABLE notes (n integer PRIMARY KEY)')
  const { url: replicaUrl, daemon } = await debianReplica(t, url)
  const replicas = connectPostgres(replicaUrl, { creates: false })
  t.teardown(() => replicas.close())
  const standby = await replicas.open('reads')
  const reader = readingFrom(await primaries.open('reads'), () => replicas.open('reads'))
  t.teardown(() => reader.close())

  const isOnReplica = async () => {
    const [row] = await reader.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')
    return row?.is
  }
  const count = async (database: Database) => {
    const [row] = await database.query<{ n: number }>('SELECT count(*)::integer AS n FROM notes')
    return row?.n
  }

  let [onReplica, written] = [0, 0]
  // On a busy machine the replica is late now and then.
  for (const end = Date.now() + 60_000; onReplica < 50 && Date.now() < end; ) {
    await (++written % 2 ? reader : primary).query('INSERT INTO notes (n) VALUES ($1)', [written])
    const [row] = await reader.query<{ n: number; is: boolean }>(
      'SELECT count(*)::integer AS n, pg_is_in_recovery() AS is FROM notes',
    )
    if (row?.n !== written) t.fail(`after ${written} it reads ${row?.n}`)
    if (row?.is) onReplica++
  }
  t.equal(onReplica, 50, `of ${written} reads, each with the write before it`)
  const streamed: unknown[] = []
  for await (const row of reader.stream('SELECT n, pg_is_in_recovery() AS is FROM notes')) streamed.push(row)
  t.equal(streamed.length, written)

  await standby.query('SELECT pg_wal_replay_pause()')
  await primary.query('INSERT INTO notes (n) VALUES (0)')
  t.equal(await isOnReplica(), false, 'one that is late is not asked')
  t.equal(await count(reader), written + 1)
  t.equal(await count(standby), written)
  await standby.query('SELECT pg_wal_replay_resume()')
  await delay(RETREAT)
  t.equal(await isOnReplica(), true, 'and again when it is no longer late')
  t.equal(await count(reader), written + 1)

  await t.rejects(reader.query("SELECT 'a'::integer"), { code: 'AND_DATABASE_REFUSED' })
  t.equal(await isOnReplica(), true, 'a refusal is no reason to leave it')

  const demoted = readingFrom(await replicas.open('reads'), () => primaries.open('reads'))
  t.equal(await count(demoted), written + 1, 'a primary that cannot say how far it is answers itself')
  await demoted.close()

  await standby.query('SELECT pg_promote()')
  await standby.query('INSERT INTO notes (n) VALUES (-1)')
  t.equal(await isOnReplica(), false, 'one that was promoted is none')
  t.equal(await count(reader), written + 1)
  await daemon.end('SIGINT')
  await delay(RETREAT)
  t.equal(await count(reader), written + 1, 'and one that is away is not waited for')
})

t.test('a replica of another cluster is never read', { skip: missing('postgres') }, async t => {
  const [url, other] = [await debianPostgres(t), await debianPostgres(t, true)]
  const primaries = connectPostgres(url)
  t.teardown(() => primaries.close())
  const strangers = connectPostgres(other)
  t.teardown(() => strangers.close())
  await strangers.open('reads')
  const { url: replica } = await debianReplica(t, other)
  const replicas = connectPostgres(replica, { creates: false })
  t.teardown(() => replicas.close())
  const reader = readingFrom(await primaries.open('reads'), () => replicas.open('reads'))
  t.teardown(() => reader.close())
  const [row] = await reader.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')
  t.equal(row?.is, false)
  await t.rejects(replicas.open('missing'), { code: 'AND_DATABASE_REFUSED' }, 'and none is created there')
})
