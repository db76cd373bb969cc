/** COPY from a source that is faster than the server. */
import type { Socket } from 'node:net'
import type pg from 'pg'
import t from 'tap'
import { openSession } from '../../../backup/dump.ts'
import { copyIn } from '../copy.ts'
import { configOf } from '../postgres.ts'
import { networkServer } from './fixtures/server.ts'

const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

t.test('a table of many chunks leaves no listener behind for each of them', async t => {
  const server = await networkServer(t)
  await server.open('node_1')
  const client = await openSession(
    configOf({ host: server.host, user: 'andiron', password: server.password }, 'node_1'),
  )
  await client.query('CREATE TABLE rows_of_a_test (content text)')
  let most = 0
  async function* chunks() {
    const row = Buffer.from(`${'x'.repeat(2 ** 20 - 1)}\n`)
    for (let count = 0; count < 40; count++) {
      yield row
      most = Math.max(most, streamOf(client).listenerCount('close'))
    }
  }
  const before = streamOf(client).listenerCount('close')
  t.equal(await copyIn(client, 'COPY rows_of_a_test FROM STDIN', chunks()), 40)
  t.ok(most <= before + 1, `${most} listeners`)
  await client.end()
})
