/** A node that reads pages, aggregates and stored queries on a real streaming replica of its database. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { choosePrimitives } from '../../../core/keys/native.ts'
import { commands } from '../../../core/stores/network/node.ts'
import { collection } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'
import type { Database } from '../../../core/stores/sql/database.ts'
import { migrate, migrationsOf } from '../../../core/stores/sql/migrate.ts'
import { connectPostgres } from '../../../core/stores/sql/postgres.ts'
import { debianPostgres, debianReplica } from '../../../core/stores/sql/test/fixtures/debian.ts'
import { missing } from '../../../core/test/fixtures/programs.ts'
import { openLocalNode } from '../node/node-local.ts'

t.test(
  'a page has everything that was stored before, from a replica or not',
  { skip: missing('postgres') },
  async t => {
    const url = await debianPostgres(t)
    const primary = await connectPostgres(url).open('node')
    await migrate(primary, migrationsOf('node'))
    const { url: replicaUrl } = await debianReplica(t, url)
    const standby = await connectPostgres(replicaUrl, { creates: false }).open('node')
    t.teardown(() => standby.close())
    const onReplica: string[] = []
    const node = openLocalNode({
      ...{ database: primary, key: createKeyPair(), url: 'http://127.0.0.1:1', bounds: { builders: 'open' } },
      primitives: await choosePrimitives(),
      async replica() {
        const database = await connectPostgres(replicaUrl, { creates: false }).open('node')
        const query: Database['query'] = (sql, ...more) => {
          if (sql.includes('documents')) onReplica.push(sql)
          return database.query(sql, ...more)
        }
        return { ...database, query }
      },
    })
    t.teardown(() => node.close())

    const builder = createKeyPair()
    const at = (command: string) => invocation({ from: builder, to: node.did, command })
    await node.registerBuilder(at(commands.builders.create), { did: builder.did, name: 'b' })
    const { uid, schema } = collection('standard')
    await node.createCollection(at(commands.collections.create), {
      _id: uid,
      type: 'standard',
      name: 'c',
      schema,
    })
    const add = async () => {
      const document = { _id: randomUUID(), code: 'a' }
      await node.createStandard(at(commands.data.create), { collection: uid, data: [document] })
      return document._id
    }
    const find = async (filter: object) => {
      const { data } = await node.find(at(commands.data.read), { collection: uid, filter: { ...filter } })
      return data.length
    }

    for (let stored = 1; onReplica.length === 0 && stored < 60; stored++) {
      await add()
      t.equal(await find({ code: 'a' }), stored)
      await delay(100)
    }
    t.ok(onReplica.length > 0, 'the replica has answered')

    const before = await find({})
    await standby.query('SELECT pg_wal_replay_pause()')
    const last = await add()
    const asked = onReplica.length
    t.equal(await find({}), before + 1)
    t.equal(await find({ _id: last }), 1)
    t.equal(onReplica.length, asked, 'it is late, and was not asked')
    await standby.query('SELECT pg_wal_replay_resume()')
    await delay(1_300)
    t.equal(await find({ _id: last }), 1)
    t.equal(onReplica.length, asked, 'a document by its id is read where it was written')
    t.equal((await node.tail(at(commands.data.read), uid, 100)).length, before + 1)

    const refused = node.find(at(commands.data.read), {
      collection: uid,
      filter: { code: { $gt: '\u0000' } },
    })
    t.match(await refused.catch((error: unknown) => error), { status: 400 }, 'a refusal is the same')
  },
)
