/** Records without a seal in the service's collections: never served, and counted by the start and the doctor. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import { startEmbeddedPostgres } from '../../core/stores/sql/embedded.ts'
import { memoryLog, temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'
import { serve } from '../../plugins/index.ts'
import { sendRequest } from '../../plugins/test/fixtures/actors.ts'
import { copyDeployment } from '../../plugins/test/fixtures/deployment.ts'
import { mood } from '../../plugins/test/fixtures/responses.ts'
import { uids } from '../../schemas/uids.ts'
import { runHere } from './fixtures/program.ts'

const data = await temporaryDirectory(t)
await copyDeployment(data)
const config = { port: 0, data, log: { level: 'error' } } as const
const foreign = randomUUID()

t.before(async () => {
  await (await serve(config, { fastify: { logger: false } })).close()
  const server = await startEmbeddedPostgres({ directory: join(data, 'postgres'), log: memoryLog() })
  for (const name of ['node_1', 'node_2', 'node_3']) {
    const database = await server.open(name)
    await database.query(
      `INSERT INTO documents (collection, id, writer, body, version, created, updated)
       SELECT $1, $2, builder, $3::jsonb, 1, now(), now() FROM collections LIMIT 1`,
      [uids.Questionnaire, foreign, JSON.stringify(mood)],
    )
  }
  await server.close()
})

t.test('a form that another program wrote is not served, and the log of the start counts it', async t => {
  let lines = ''
  const write = (line: string) => {
    lines += line
  }
  const logger = { level: 'warn', stream: { write } } as never
  const { app, close } = await serve(config, { fastify: { logger } })
  t.equal((await sendRequest(app, 'GET', `/api/questionnaire/${foreign}`, {})).statusCode, 404)
  while (!lines.includes('1 records of the service have no seal')) await new Promise(setImmediate)
  await close()
})

t.test('the doctor counts it', async t => {
  t.match(await runHere(['doctor', '--data', data, '--port', '0']), {
    code: 1,
    said: /WRONG {2}records: 1 of the service have no seal and are not served/,
  })
})
