/** `andiron attest` on a data directory from before the service attested its records. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import { createKeyPair } from '../../core/crypto/keys.ts'
import type { Database } from '../../core/stores/sql/database.ts'
import { startEmbeddedPostgres } from '../../core/stores/sql/embedded.ts'
import { memoryLog, temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'
import { serve } from '../../plugins/index.ts'
import { anApplication, published, register, sendRequest } from '../../plugins/test/fixtures/actors.ts'
import { copyDeployment } from '../../plugins/test/fixtures/deployment.ts'
import { mood } from '../../plugins/test/fixtures/responses.ts'
import { uids } from '../../schemas/uids.ts'
import { runHere } from './fixtures/program.ts'

t.setTimeout(300_000)

const data = await temporaryDirectory(t)
await copyDeployment(data)
const config = { port: 0, data, log: { level: 'error' } } as const

/** Runs work on the databases of the three nodes while no gateway is running. */
async function onNodes(work: (database: Database) => Promise<unknown>): Promise<void> {
  const server = await startEmbeddedPostgres({ directory: join(data, 'postgres'), log: memoryLog() })
  for (const name of ['node_1', 'node_2', 'node_3']) await work(await server.open(name))
  await server.close()
}

const command = (...options: string[]) => runHere([...options, '--data', data, '--port', '0'])

const study = anApplication('study-before')
const forged = randomUUID()
let form = ''
const url = 'https://forms.example/before'

t.before(async () => {
  const { app, close } = await serve(config, { fastify: { logger: false } })
  await register(app, study)
  form = (await published(app, study, { ...mood, url }))._id
  await close()
  const mallory = createKeyPair()
  const body = { ...mood, url, title: 'Your bank\u202e PIN?', publisher: mallory.did }
  await onNodes(async database => {
    // Records that the service wrote before it attested them, and forged records beside them.
    await database.query("UPDATE documents SET body = body - '_attestation' WHERE owner IS NULL")
    const [{ builder } = { builder: '' }] = await database.query<{ builder: string }>(
      'SELECT builder FROM collections LIMIT 1',
    )
    await database.query(
      `INSERT INTO documents (collection, id, writer, body, version, created, updated)
       VALUES ($1, $2, $3, $4::jsonb, 1, now(), now())`,
      [uids.Questionnaire, forged, builder, JSON.stringify(body)],
    )
  })
})

/** The gateway's responses for the two forms and for the application. */
async function served() {
  const lines: string[] = []
  const { app, close } = await serve(config, {
    fastify: { logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } as never },
  })
  const status = async (path: string) => (await sendRequest(app, 'GET', path, {})).statusCode
  const found = {
    application: await status(`/api/application/${study.applicationId}`),
    form: await status(`/api/questionnaire/${form}`),
    forged: await status(`/api/questionnaire/${forged}`),
  }
  for (let tries = 0; tries < 50 && !lines.some(line => /andiron attest/.test(line)); tries++)
    await new Promise(resolve => setTimeout(resolve, 20))
  await close()
  return { found, warned: lines.join('') }
}

t.test('records from before are not served, and the start and the doctor say so', async t => {
  const { found, warned } = await served()
  t.same(found, { application: 404, form: 404, forged: 404 })
  t.match(warned, /\d records of the service have no seal/)
  const { code, said } = await command('doctor')
  t.equal(code, 1)
  t.match(said, /WRONG {2}records: \d of the service have no seal and are not served/)
})

t.test('they are listed with what is suspicious, and nothing is written', async t => {
  const { code, said } = await command('attest')
  t.equal(code, 0, said)
  t.match(said, `ok         Application`)
  t.match(said, new RegExp(`SUSPICIOUS Questionnaire ${forged} {2}title Your bank\\? PIN\\?`))
  t.match(said, 'its publisher is the key of no application in this list')
  t.match(said, 'another publisher has a form under this canonical URL')
  t.match(said, 'its version id does not follow from its content')
  t.match(said, 'Nothing was written')
  t.match(await command('attest'), { said }, 'and the same again')
})

t.test('the operator seals what is theirs, and what is forged stays out', async t => {
  const first = await command('attest', '--yes', '--include', form)
  t.match(first.said, /\n\d records sealed, [12] left as they are/)
  const { found } = await served()
  t.same(found, { application: 200, form: 200, forged: 404 })
  const rest = await command('attest')
  t.match(rest.said, forged)
  t.notMatch(rest.said, 'ok         ')
})
