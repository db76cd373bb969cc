/** `andiron doctor --repair`: lost records are found, copied if possible, and reported otherwise. */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Database } from '../../core/stores/sql/database.ts'
import { startEmbeddedPostgres } from '../../core/stores/sql/embedded.ts'
import { memoryLog, temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'
import { serve } from '../../plugins/index.ts'
import { copyDeployment } from '../../plugins/test/fixtures/deployment.ts'
import type { Environment } from '../../schemas/environment.ts'
import { uids } from '../../schemas/uids.ts'
import { runHere } from './fixtures/program.ts'

const data = await temporaryDirectory(t)
await copyDeployment(data)
const config = { port: 0, data, log: { level: 'error' } } as const

/** Runs work on the databases of the three nodes while no gateway is running. */
async function onNodes(work: (databases: readonly Database[]) => Promise<void>): Promise<void> {
  const server = await startEmbeddedPostgres({ directory: join(data, 'postgres'), log: memoryLog() })
  await work(await Promise.all(['node_1', 'node_2', 'node_3'].map(name => server.open(name))))
  await server.close()
}

const doctor = (...options: string[]) => runHere(['doctor', ...options, '--data', data, '--port', '0'])

t.test('a deployment publishes its threshold, and the doctor says how many nodes may be lost', async t => {
  const records = { threshold: 2 }
  const running = await serve({ ...config, stores: { records } })
  const published = (await (await fetch(`${running.url}/.well-known/andiron.json`)).json()) as Environment
  t.same(published.secretSharing, { scheme: 'shamir-gf256', threshold: 2 })
  await running.close()
  const file = join(data, 'threshold.json')
  await writeFile(file, JSON.stringify({ port: 0, data, stores: { records } }))
  t.match(await runHere(['doctor', '--config', file]), {
    code: 0,
    said: /secrets: 0 records, all with the threshold[\s\S]*2 of the 3 nodes are enough to read them; 1 may be lost/,
  })
  await writeFile(file, JSON.stringify({ port: 0, data, stores: { records: { threshold: 4 } } }))
  t.match(await runHere(['doctor', '--config', file]), {
    code: 1,
    said: /stores\.records\.threshold\s+expected at most the number of storage nodes, 3\s+got 4/,
  })
})

t.test('has nothing to do where the nodes say the same', async t => {
  await (await serve(config)).close()
  t.match(await doctor('--repair'), {
    code: 0,
    said: /3 nodes hold the same records in \d+ collections\n\nNo problems found/,
  })
})

t.test('finds what is missing, copies it, and says what it cannot mend', async t => {
  const [form, response, changed] = [randomUUID(), randomUUID(), randomUUID()]
  await onNodes(async databases => {
    const [collection] =
      (await databases[0]?.query<{ builder: string }>('SELECT builder FROM collections')) ?? []
    const builder = collection?.builder ?? ''
    const put = (database: Database, uid: string, id: string, body: object) =>
      database.query(
        `INSERT INTO documents (collection, id, owner, writer, acl, body, version, created, updated)
         VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, 1, now() - interval '1 hour', now() - interval '1 hour')`,
        [
          uid,
          id,
          uid === uids.QuestionnaireResponse ? builder : null,
          builder,
          uid === uids.QuestionnaireResponse
            ? JSON.stringify([{ grantee: builder, read: true, write: false, execute: true }])
            : null,
          JSON.stringify(body),
        ],
      )
    const questionnaire = { resourceType: 'Questionnaire', status: 'active' }
    const answers = { resourceType: 'QuestionnaireResponse', questionnaire: form, status: 'completed' }
    for (const [at, database] of databases.entries()) {
      if (at !== 2) await put(database, uids.Questionnaire, form, questionnaire)
      if (at === 1) await put(database, uids.QuestionnaireResponse, response, answers)
      await put(database, uids.Questionnaire, changed, { ...questionnaire, title: `${at === 1}` })
    }
  })

  const found = await doctor('--dry-run')
  t.equal(found.code, 1)
  t.match(found.said, new RegExp(`WRONG {2}Questionnaire ${form}: missing on node 3\n`))
  t.match(found.said, new RegExp(`WRONG {2}QuestionnaireResponse ${response}: missing on node 1, node 3\n`))
  t.match(found.said, new RegExp(`WRONG {2}Questionnaire ${changed}: the nodes hold different versions\n`))
  t.match(found.said, '3 problems found.')

  const repaired = await doctor('--repair')
  t.equal(repaired.code, 1, 'something is left')
  t.match(repaired.said, new RegExp(`note {3}Questionnaire ${form}: was missing on node 3, now copied\n`))
  t.match(repaired.said, new RegExp(`QuestionnaireResponse ${response}: was missing on node 1, node 3`))
  t.match(repaired.said, '1 problem found.')

  await onNodes(async ([one, , three]) => {
    t.equal((await three?.query('SELECT 1 FROM documents WHERE id IN ($1, $2)', [form, response]))?.length, 2)
    const [copy] =
      (await one?.query<{ body: object }>('SELECT body FROM documents WHERE id = $1', [response])) ?? []
    t.match(copy?.body, { status: 'completed' })
  })
})

t.test('says that a gateway must be stopped first', async t => {
  const running = await serve(config)
  t.teardown(() => running.close())
  t.match(await doctor('--repair'), { code: 1, said: /Another gateway uses the database/ })
})
