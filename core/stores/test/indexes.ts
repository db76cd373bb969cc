/**
 * The cost of a node's queries on 100,000 documents of the embedded database: the plans of exactly the
 * statements that it sends. Takes about a minute: `npx tap --disable-coverage core/stores/test/indexes.ts`.
 */
import t from 'tap'
import { openLocalNode } from '../../../plugins/storage-node/node/node-local.ts'
import { uids } from '../../../schemas/uids.ts'
import { didKeyOf } from '../../crypto/did.ts'
import { createKeyPair } from '../../crypto/keys.ts'
import { choosePrimitives } from '../../keys/native.ts'
import { writeCursor } from '../network/cursor.ts'
import { Network } from '../network/network.ts'
import { collection } from '../network/test/fixtures/records-conformance.ts'
import type { Database, SqlValue } from '../sql/database.ts'
import { migrate, migrationsOf } from '../sql/migrate.ts'
import { narrowIndexes } from '../sql/narrow-indexes.ts'
import { testServer } from '../sql/test/fixtures/server.ts'
import { seed } from './fixtures/seed.ts'

const documents = 100_000
const server = await testServer(t)
const database = await server.open('node')
await narrowIndexes(database, await migrate(database, migrationsOf('node')))

interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

const sent: Statement[] = []
const recorded: Database = {
  ...database,
  query: (sql, values = [], options) => {
    if (sql.includes('FROM documents')) sent.push({ sql, values })
    return database.query(sql, values, options)
  },
}

const primitives = await choosePrimitives()
const builder = createKeyPair()
const owner = didKeyOf(createKeyPair().publicKey)
const node = openLocalNode({ database: recorded, key: createKeyPair(), url: '', primitives })
const store = new Network({ nodes: [node], builder, primitives })
const responses = { ...collection('owned'), uid: uids.QuestionnaireResponse }
await store.prepare([responses, { ...collection('standard'), uid: uids.Application }])
await seed(database, {
  documents,
  builder: didKeyOf(builder.publicKey),
  owner,
  progress: made => t.comment(`${made} documents`),
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

interface Planned {
  readonly steps: Plan[]
  readonly time: number
  readonly text: string
}

/** Runs the work, then reads the query plan of its last statement on documents. */
async function planOf(work: () => Promise<unknown>): Promise<Planned> {
  sent.length = 0
  await work()
  const statement = sent.at(-1)
  if (statement === undefined) throw new Error('No statement was sent')
  return planOfStatement(statement)
}

async function planOfStatement(statement: Statement): Promise<Planned> {
  const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.sql}`,
    statement.values,
  )
  const { Plan: root, 'Execution Time': time } = row?.['QUERY PLAN'][0] ?? {}
  if (root === undefined || time === undefined) throw new Error('There is no plan')
  const steps = flat(root)
  const text = steps.map(
    step =>
      `${step['Node Type']}${step['Index Name'] ? ` on ${step['Index Name']}` : ''} (${step['Actual Rows']} rows${
        step['Rows Removed by Filter'] ? `, ${step['Rows Removed by Filter']} thrown away` : ''
      })`,
  )
  return { steps, time, text: text.join(' < ') }
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]

const page = { limit: 50 }
const names = [
  '7c5e0d7e-6f0d-4f5e-9a52-0c6f6f0a7b11',
  'urn:uuid:7c5e0d7e-6f0d-4f5e-9a52-0c6f6f0a7b11',
  'https://gateway.example/api/questionnaire/7c5e0d7e-6f0d-4f5e-9a52-0c6f6f0a7b11',
  'https://forms.example/sleep|1.0',
  'Questionnaire/form-7',
]
const form = { questionnaire: { $in: names } }
/** Too few for a short walk, too many to sort them for each page. */
const forms = { questionnaire: { $in: [7, 40, 73].map(nth => `Questionnaire/form-${nth}`) } }
/** Begins in the middle of all documents. */
const [middle] = await database.query<{ id: string; created: Date }>(
  'SELECT id, created FROM documents WHERE collection = $1 ORDER BY created, id OFFSET $2 LIMIT 1',
  [responses.uid, documents / 2],
)
if (middle === undefined) throw new Error('There is no document')
const ZERO = '00000000-0000-4000-8000-000000000000'
const after = writeCursor({ node: node.did, created: middle.created.toISOString(), id: middle.id })

const questions: Readonly<Record<string, () => Promise<unknown>>> = {
  'a response by its id': () => store.read(responses.uid, middle.id),
  'the responses of one person': () => store.find(responses.uid, { _owner: owner }, page),
  'the first responses to one form': () => store.find(responses.uid, form, page),
  'the first responses to three forms of a hundred': () => store.find(responses.uid, forms, page),
  'responses to one form from the middle on': () => store.find(responses.uid, form, { ...page, after }),
  'a page from the middle on': () => store.find(responses.uid, {}, { ...page, after }),
  'how many there are to one form': () =>
    store.count(responses.uid, { questionnaire: 'Questionnaire/form-7' }),
  'the application of an origin': () =>
    store.find(uids.Application, { origins: 'https://study-7.example' }, page),
  'the application of a key': () => store.find(uids.Application, { key: 'key-7' }, page),
}

for (const [question, ask] of Object.entries(questions)) {
  t.test(question, async t => {
    const { steps, time, text } = await planOf(ask)
    t.comment(`${time.toFixed(1)} ms: ${text}`)
    t.notOk(
      steps.some(step => step['Node Type'] === 'Seq Scan'),
      'reads through no table',
    )
    const sorted = steps.find(step => step['Node Type'] === 'Sort')?.['Actual Rows'] ?? 0
    t.ok(sorted <= documents / 100, `sorts ${sorted} rows`)
    const removed = steps.reduce((sum, step) => sum + (step['Rows Removed by Filter'] ?? 0), 0)
    t.ok(removed < documents / 20, `throws ${removed} rows away`)
  })
}

t.test('a page of attested responses, with the number of others', async t => {
  await database.query('UPDATE documents SET attested = TRUE, checked = version', [], { timeout: 0 })
  await database.query('UPDATE documents SET attested = FALSE WHERE id = $1', [middle.id])
  // One without statistics of the change, one with them.
  for (const maintenance of [undefined, 'VACUUM (ANALYZE) documents']) {
    if (maintenance !== undefined) await database.query(maintenance, [], { timeout: 0 })
    sent.length = 0
    const before = { node: node.did, created: middle.created.toISOString(), id: ZERO }
    const { leftOut } = await store.find(
      responses.uid,
      {},
      { ...page, after: writeCursor(before), attested: true },
    )
    t.same(leftOut, { unattested: 1, changed: 0 })
    for (const statement of [...sent]) {
      const { steps, time, text } = await planOfStatement(statement)
      t.comment(`${time.toFixed(1)} ms: ${text}`)
      const rows = steps.reduce(
        (sum, step) => sum + step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0),
        0,
      )
      t.ok(rows < documents / 20, `${rows} rows in all steps`)
    }
  }
})
