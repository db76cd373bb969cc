/** A dump of a database whose tables change at that moment. */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { documentsTable, partition, partitionsOf } from '../../stores/sql/partition.ts'
import { configOf } from '../../stores/sql/postgres.ts'
import { networkServer, temporaryDirectory } from '../../stores/sql/test/fixtures/server.ts'
import { dumpDatabase, openSnapshot, type Snapshot } from '../dump.ts'
import { filesIn } from '../files-disk.ts'
import type { TableDump } from '../point.ts'
import { Repository } from '../repository.ts'

const server = await networkServer(t)
const repository = await Repository.open(
  filesIn(await temporaryDirectory(t)),
  'a synthetic secret of a test',
  {
    creates: true,
    cost: { N: 2 ** 10, r: 8, p: 1 },
  },
)
const access = { host: server.host, user: 'andiron', password: server.password }
const snapshotOf = (name: string) => openSnapshot(configOf(access, name), name)

async function documentsIn(snapshot: Snapshot): Promise<TableDump | undefined> {
  const { tables } = await dumpDatabase(snapshot, repository.part(snapshot.database))
  await snapshot.close()
  return tables.find(({ name }) => name === 'documents')
}

t.test('a table that is changed when the session is opened is stored as it is after the change', async t => {
  const database = await server.open('node_1')
  let dumped: Promise<TableDump | undefined> | undefined
  await database.transaction(async transaction => {
    await transaction.query('ALTER TABLE documents ADD COLUMN extra integer')
    await transaction.query('CREATE INDEX documents_extra ON documents (extra)')
    dumped = snapshotOf('node_1').then(async snapshot => {
      await snapshot.take()
      return documentsIn(snapshot)
    })
    await delay(300)
    await transaction.query('DROP INDEX documents_by_owner')
  })
  const documents = await dumped
  t.match(documents?.columns.join(), /extra/)
  t.match(documents?.indexes.join(), /documents_extra/)
  t.notMatch(documents?.indexes.join(), /documents_by_owner/)
})

t.test('a division into partitions waits for a snapshot that was taken before it', async t => {
  const database = await server.open('node_2')
  const snapshot = await snapshotOf('node_2')
  await snapshot.take()
  let isOver = false
  const division = partition(database, documentsTable, 2).then(() => {
    isOver = true
  })
  await delay(1_500)
  t.equal(isOver, false)
  t.equal((await documentsIn(snapshot))?.partitions, undefined)
  await division
  t.equal(await partitionsOf(database, documentsTable), 2)
})
