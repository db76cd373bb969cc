/**
 * The suites of every database, on a replicated one; and its leader killed under load. Takes about two minutes, and
 * needs `apt-get install -y --no-install-recommends postgresql-15 patroni etcd-server etcd-client haproxy python3-etcd
 * python3-psycopg2`.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { createKeyPair } from '../../crypto/keys.ts'
import { collection, ownedBy } from '../network/test/fixtures/records-conformance.ts'
import { connectPostgres } from '../sql/postgres.ts'
import { createSqlTokenStore } from '../tokens/tokens-sql.ts'
import { databaseConformance, threeNodes } from './fixtures/database-conformance.ts'
import { replicatedPostgres } from './fixtures/patroni.ts'

const postgres = await replicatedPostgres(t)

t.test('the suites of every database', t => databaseConformance(t, connectPostgres(postgres.url)))

t.test('loses nothing that it acknowledged when its leader is killed under load', async t => {
  const server = connectPostgres(postgres.url)
  t.teardown(() => server.close())
  const builder = createKeyPair()
  const owner = createKeyPair().did
  const store = await threeNodes(server, builder)
  const place = collection('owned', ['encryption_key'])
  await store.prepare([place])
  const tokens = createSqlTokenStore(await server.open('andiron_gateway'))

  const [stored, put] = [new Set<string>(), new Set<string>()]
  const refusals = new Map<string, number>()
  const refused: string[] = []
  let killed = Number.POSITIVE_INFINITY
  let recovered: number | undefined
  let stopped = false

  const attempt = async (write: () => Promise<void>): Promise<boolean> => {
    try {
      await write()
      return true
    } catch (error) {
      const { message, statusCode } = error as Error & { statusCode?: number }
      refusals.set(message, (refusals.get(message) ?? 0) + 1)
      if (statusCode !== 503) t.fail(`'${message}' is no answer that can be retried`)
      return false
    }
  }
  const writer = async () => {
    while (!stopped) {
      const id = randomUUID()
      const begun = Date.now()
      const record = { _id: id, encryption_key: `secret of ${id}` }
      if (await attempt(() => store.create(place.uid, record, ownedBy(owner, builder.did)))) {
        stored.add(id)
        // The old leader may have acknowledged a write that began before the kill.
        if (begun > killed) recovered ??= Date.now() - killed
      } else refused.push(id)
      if (await attempt(() => tokens.put('ticket', id, id, Date.now() + 3_600_000))) put.add(id)
    }
  }

  const writers = Array.from({ length: 4 }, writer)
  while (stored.size < 100) await delay(50)
  const leader = await postgres.leader()
  killed = Date.now()
  await postgres.kill(leader)
  const before = stored.size
  while (recovered === undefined || stored.size < before + 100) await delay(50)
  stopped = true
  await Promise.all(writers)
  t.comment(`${stored.size} records and ${put.size} tokens acknowledged, ${refused.length} writes refused`)
  for (const [message, count] of refusals) t.comment(`refused ${count} times: ${message}`)
  t.comment(`first acknowledged ${(recovered / 1000).toFixed(1)} s after '${leader}' was killed`)
  t.not(await postgres.leader(), leader)

  for (const id of stored) {
    const record = await store.read(place.uid, id)
    if (record?.['encryption_key'] !== `secret of ${id}`) t.fail(`${id} was acknowledged and is lost`)
  }
  for (const id of put) if ((await tokens.take('ticket', id)) !== id) t.fail(`the token ${id} is lost`)

  // Another gateway ends what this one could not.
  const successor = await threeNodes(server, builder)
  await successor.prepare([place])
  t.equal((await successor.recover({ exclusive: true })).waiting, 0)
  const copies = await Promise.all(
    ['node_1', 'node_2', 'node_3'].map(async name => {
      const rows = await (await server.open(name)).query<{ id: string }>(
        'SELECT id FROM documents WHERE collection = $1',
        [place.uid],
      )
      return rows.map(({ id }) => id).sort()
    }),
  )
  t.same(copies[1], copies[0], 'and leaves no orphan')
  t.same(copies[2], copies[0])
})
