/**
 * `npm run bench growth`: what the statements of a storage node cost by the number of its documents, which are copies
 * of synthetic responses to PHQ-9, made inside the database.
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { didKeyOf, keyIdOf } from '../core/crypto/did.ts'
import { createKeyPair } from '../core/crypto/keys.ts'
import { choosePrimitives } from '../core/keys/native.ts'
import { attested, withAttestation } from '../core/stores/attested.ts'
import { writeCursor } from '../core/stores/network/cursor.ts'
import { Network } from '../core/stores/network/network.ts'
import type { Database, SqlValue } from '../core/stores/sql/database.ts'
import { startEmbeddedPostgres } from '../core/stores/sql/embedded.ts'
import { migrate, migrationsOf } from '../core/stores/sql/migrate.ts'
import { readForm } from '../fhir/model/read-form.ts'
import { planAggregation } from '../fhir/results/aggregate.ts'
import { answersFilter, tagged, tagsOf } from '../plugins/fhir-questionnaire/tags.ts'
import { openLocalNode } from '../plugins/storage-node/node/node-local.ts'
import type { Aggregation } from '../schemas/aggregate.ts'
import type { StoredQuestionnaire } from '../schemas/questionnaire.ts'
import { uids } from '../schemas/uids.ts'
import { progressOf } from './progress.ts'
import { questions } from './reads/questions.ts'
import { PHQ_9, responseTo, scoreOf } from './study.ts'

/** Responses with contents of their own. */
const ORIGINALS = 3_000
const EACH = 100
/** Copies in one statement. */
const BATCH = 100_000
const ROUNDS = 5
/** Milliseconds after which a statement is not measured again. */
const ENOUGH = 20_000
const COLLECTION = uids.QuestionnaireResponse
/** The indexes beside the primary key: building all of them anew is faster than keeping them up to date. */
const INDEXES =
  "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'documents' AND indexname <> 'documents_pkey'"

/** A statement by the number of documents: milliseconds inside PostgreSQL, and pages of 8 KiB that it looked at. */
export interface Grown {
  readonly statement: string
  readonly documents: number
  readonly milliseconds: number
  readonly buffers: number
}

export interface Growth {
  readonly statements: readonly Grown[]
  /** Bytes of the table and of all of its indexes, and seconds until they were there. */
  readonly sizes: readonly { documents: number; table: number; indexes: number; seconds: number }[]
}

/**
 * @param sizes - numbers of documents, ascending
 * @param each - documents of one person
 */
export async function growthBench(sizes: readonly number[], each = EACH): Promise<Growth> {
  const data = await mkdtemp(join(tmpdir(), 'andiron-bench-'))
  // As root, PostgreSQL runs as another user, who needs access to its directory.
  await chmod(data, 0o711)
  const log = { info: () => {}, warn: console.error, error: console.error }
  const server = await startEmbeddedPostgres({ directory: join(data, 'postgres'), log })
  const progress = progressOf(sizes.at(-1) ?? 0)
  try {
    const database = await server.open('node_1')
    await migrate(database, migrationsOf('node'))
    const ask = await statementsOf(database)
    const [statements, grown]: [Grown[], Growth['sizes'][number][]] = [[], []]
    for (const documents of sizes) {
      const begun = performance.now()
      await grow(database, documents, each, made => progress.update(made))
      const seconds = (performance.now() - begun) / 1000
      grown.push({ documents, seconds, ...(await bytesOf(database)) })
      for (const [statement, measure] of Object.entries(ask)) {
        const rounds: Cost[] = []
        const spent = () => rounds.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
        while (rounds.length < ROUNDS && spent() < ENOUGH) rounds.push(await measure())
        rounds.sort((one, other) => one.milliseconds - other.milliseconds)
        statements.push({ statement, documents, ...(rounds[rounds.length >> 1] as Cost) })
      }
    }
    return { statements, sizes: grown }
  } finally {
    progress.end()
    await server.close()
    await rm(data, { recursive: true })
  }
}

type Cost = Pick<Grown, 'milliseconds' | 'buffers'>

/** Stores the originals; each function has the node send its statements on documents, and measures exactly those. */
async function statementsOf(database: Database): Promise<Record<string, () => Promise<Cost>>> {
  const sent: { sql: string; values: readonly SqlValue[] }[] = []
  const recorded: Database = {
    ...database,
    query: (sql, values = [], options) => {
      if (/\b(FROM|INTO) documents\b/.test(sql)) sent.push({ sql, values })
      return database.query(sql, values, { ...options, timeout: 0 })
    },
  }
  const primitives = await choosePrimitives()
  const builder = createKeyPair()
  const did = didKeyOf(builder.publicKey)
  const node = openLocalNode({ database: recorded, key: createKeyPair(), url: '', primitives })
  const store = new Network({ nodes: [node], builder, primitives })
  await store.prepare([{ uid: COLLECTION, name: 'responses', kind: 'owned', secrets: [], schema: ANYTHING }])
  const form = { ...PHQ_9, _id: randomUUID(), meta: { versionId: randomUUID() } } as StoredQuestionnaire
  const made = (nth: number, owner: string) =>
    withAttestation(
      builder,
      primitives,
      attested(COLLECTION, randomUUID(), keyIdOf(owner), {
        ...responseTo(PHQ_9, form._id, nth, scoreOf(nth)),
        author: { identifier: { value: owner } },
        authored: new Date().toISOString(),
        meta: tagged({}, tagsOf(form)),
      }),
    )
  const ownedBy = (owner: string) => ({
    owner,
    acl: { grantee: did, read: true, write: false, execute: true },
  })
  const owner = didKeyOf(createKeyPair().publicKey)
  const first = made(0, owner)
  for (let nth = 0; nth < ORIGINALS; nth += EACH) {
    const person = nth === 0 ? owner : didKeyOf(createKeyPair().publicKey)
    const records = Array.from({ length: EACH }, (_, at) => (nth + at === 0 ? first : made(nth + at, person)))
    await store.createAll([{ collection: COLLECTION, records }], ownedBy(person))
  }

  const measured =
    (work: () => Promise<unknown>, prepare?: () => Promise<unknown>) => async (): Promise<Cost> => {
      sent.length = 0
      await work()
      if (sent.length === 0) throw new Error('The node sent no statement')
      await prepare?.()
      const cost = { milliseconds: 0, buffers: 0 }
      for (const { sql, values } of sent) {
        const explained = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`
        const [row] = await database.query<{ 'QUERY PLAN': [Explained] }>(explained, values, { timeout: 0 })
        const [plan] = row?.['QUERY PLAN'] ?? []
        if (plan === undefined) throw new Error('PostgreSQL explained nothing')
        cost.milliseconds += plan['Execution Time']
        cost.buffers += plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks']
      }
      return cost
    }
  const about = { 'meta.tag.code': form._id }
  const aggregate = (question: Aggregation) => {
    const until = new Date().toISOString()
    const context = { form: readForm(PHQ_9, 'mix'), since: until, until, nearest: () => undefined }
    const { plan } = planAggregation(question, context)
    if (plan === undefined) throw new Error('The form does not answer the question')
    const { by, statistics, filter } = plan
    const wanted = { about, filter: { $and: [answersFilter(form._id), filter] }, statistics }
    return () => store.aggregate(COLLECTION, { ...wanted, ...(by && { by: by.classes }) }, new Set())
  }
  const page = async () => {
    const [row] = await database.query<{ id: string; created: Date }>(
      'SELECT id, created FROM documents ORDER BY collection, created, id OFFSET 500 LIMIT 1',
    )
    if (row === undefined) throw new Error('There is no document')
    const after = writeCursor({ node: node.did, created: row.created.toISOString(), id: row.id })
    return store.find(COLLECTION, about, { limit: 50, after, attested: true })
  }
  const one = made(1, owner)
  const withoutIt = () =>
    database.query('DELETE FROM documents WHERE collection = $1 AND id = $2', [COLLECTION, one._id])
  return {
    'one document by its id': measured(() => store.read(COLLECTION, first._id)),
    "a person's first 50 of 100": measured(() => store.find(COLLECTION, { _owner: owner }, { limit: 50 })),
    "an application's page of 50, behind a cursor": measured(page),
    'insertion of one': measured(() => store.create(COLLECTION, one, ownedBy(owner)), withoutIt),
    'a total': measured(() => store.count(COLLECTION, about, { attested: true })),
    ...Object.fromEntries(
      Object.entries(questions).map(([name, question]) => [name, measured(aggregate(question))]),
    ),
  }
}

const ANYTHING = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'array',
  items: { type: 'object', required: ['_id'], properties: { _id: { type: 'string', format: 'uuid' } } },
}

interface Explained {
  readonly 'Execution Time': number
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number }
}

/** Copies the originals until there are so many documents, one every ten seconds, with people of their own. */
async function grow(
  database: Database,
  documents: number,
  each: number,
  made: (count: number) => void,
): Promise<void> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM documents',
  )
  const indexes = await database.query<{ indexname: string; indexdef: string }>(INDEXES)
  for (const { indexname } of indexes) await database.query(`DROP INDEX ${indexname}`)
  await database.query('ALTER TABLE documents DROP CONSTRAINT documents_pkey')
  await database.query(
    `CREATE TABLE originals AS SELECT *, row_number() OVER (ORDER BY created, id) - 1 AS nth
     FROM (SELECT * FROM documents ORDER BY created, id LIMIT ${ORIGINALS}) AS first`,
    [],
    { timeout: 0 },
  )
  for (let from = count; from < documents; from += BATCH) {
    const to = Math.min(from + BATCH, documents)
    await database.query(
      `INSERT INTO documents (collection, id, owner, writer, acl, body, version, created, updated, checked, attested, bytes)
       SELECT collection, gen_random_uuid(), 'did:key:synthetic-' || md5((n / $3::int)::text), writer, acl, body, version,
         created + n * interval '10 seconds', updated, checked, attested, bytes
       FROM originals JOIN generate_series($1::int, $2::int) AS n ON n % ${ORIGINALS} = nth ORDER BY n`,
      [from, to - 1, each],
      { timeout: 0 },
    )
    made(to)
  }
  await database.query('DROP TABLE originals')
  await database.query("SET maintenance_work_mem = '1GB'")
  const key = 'ALTER TABLE documents ADD CONSTRAINT documents_pkey PRIMARY KEY (collection, id)'
  for (const statement of [key, ...indexes.map(({ indexdef }) => indexdef)])
    await database.query(statement, [], { timeout: 0 })
  await database.query('VACUUM (ANALYZE) documents', [], { timeout: 0 })
}

async function bytesOf(database: Database) {
  const [row] = await database.query<{ table: string; indexes: string }>(
    `SELECT pg_table_size('documents') AS table, pg_indexes_size('documents') AS indexes`,
  )
  return { table: Number(row?.table), indexes: Number(row?.indexes) }
}

/** Renders Markdown. The exponent is fitted between the first and the last size. */
export function renderGrowth({ statements, sizes }: Growth): string {
  const numbers = sizes.map(({ documents }) => documents.toLocaleString('en'))
  const [least, most] = [sizes[0]?.documents ?? 1, sizes.at(-1)?.documents ?? 1]
  const lines = [
    `| statement | ${numbers.map(each => `${each}, ms`).join(' | ')} | ${numbers.map(each => `${each}, buffers`).join(' | ')} | exponent |`,
    `| --- | ${'--: | '.repeat(2 * sizes.length + 1)}`,
  ]
  for (const name of new Set(statements.map(({ statement }) => statement))) {
    const row = statements.filter(({ statement }) => statement === name)
    const ratio = (row.at(-1)?.milliseconds ?? 0) / (row[0]?.milliseconds ?? 1)
    const exponent = most > least ? Math.log(ratio) / Math.log(most / least) : Number.NaN
    lines.push(
      `| ${[
        name,
        ...row.map(({ milliseconds }) => milliseconds.toPrecision(3)),
        ...row.map(({ buffers }) => buffers.toLocaleString('en')),
        exponent.toFixed(2),
      ].join(' | ')} |`,
    )
  }
  lines.push(
    '',
    '| documents | bytes of the table, each | of its indexes | seconds to copy and index |',
    '| --: | --: | --: | --: |',
  )
  for (const { documents, table, indexes, seconds } of sizes)
    lines.push(
      `| ${documents.toLocaleString('en')} | ${(table / documents).toFixed(0)} | ${(indexes / documents).toFixed(0)} | ${seconds.toFixed(0)} |`,
    )
  return `${lines.join('\n')}\n`
}
