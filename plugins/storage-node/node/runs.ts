/** Runs of stored queries on a local node: in a thread each, within bounds, their results the runner's own. */
import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { NodeError, refusal } from '../../../core/stores/network/errors.ts'
import { FilterError, isPlainObject, readFilter } from '../../../core/stores/network/filter.ts'
import {
  commands,
  type NewQuery,
  type QueryRun,
  type StorageNode,
} from '../../../core/stores/network/node.ts'
import { pageOf } from '../../../core/stores/network/page.ts'
import type { NodeContext } from './node-context.ts'
import { inject, lookedUp } from './pipeline.ts'
import type { PipelineJob } from './pipeline-worker.ts'
import { DOCUMENT_COLUMNS, type DocumentRow, documentOf } from './rows.ts'
import { type Permission, selectionToSql } from './selection.ts'
import { SqlParameters } from './sql-parameters.ts'

type RunOperations = Pick<StorageNode, 'runQuery' | 'readRun' | 'close'>

/** What bounds one run. */
export const runLimits = {
  /** Documents that the stages after the leading `$match` may be given, looked-up ones included. */
  documents: 200_000,
  /** Characters of JSON of those documents. */
  input: 64 * 1024 * 1024,
  /** Characters of JSON of the result. */
  result: 16 * 1024 * 1024,
  /** Mebibytes of the thread's heap. */
  heap: 512,
  milliseconds: 5 * 60_000,
  /** Runs of one builder at a time. */
  atOnce: 4,
  /** Milliseconds that a result is kept. */
  kept: 24 * 60 * 60_000,
} as const

const BATCH = 500

type Pipeline = NewQuery['pipeline']

export function runOperations(
  context: NodeContext,
  ownQuery: (id: string, builder: string) => Promise<NewQuery>,
): RunOperations {
  const { database } = context
  const running = new Map<Promise<void>, string>()
  const stopping = new AbortController()

  async function finish(id: string, outcome: Pick<QueryRun, 'status' | 'result' | 'errors'>): Promise<void> {
    const { status, result, errors } = outcome
    await database.query(
      'UPDATE runs SET status = $2, result = $3::jsonb, errors = $4::jsonb, completed = $5 WHERE id = $1',
      [id, status, toJson(result), toJson(errors), context.now()],
    )
  }

  async function execute(id: string, query: NewQuery, pipeline: Pipeline, builder: string): Promise<void> {
    try {
      await finish(id, { status: 'complete', result: await aggregate(query.collection, pipeline, builder) })
    } catch (error) {
      const errors = error instanceof NodeError ? error.errors : ['PipelineError', 'The pipeline failed']
      await finish(id, { status: 'error', errors }).catch(() => {})
    }
  }

  /** The documents of a collection that the builder may use, handed on in batches within one budget. */
  async function* documentsOf(
    collection: string,
    builder: string,
    permission: Permission,
    filter: Readonly<Record<string, unknown>>,
    budget: Budget,
  ): AsyncGenerator<Record<string, unknown>[]> {
    const parameters = new SqlParameters()
    const where = selectionToSql(context, parameters, {
      collection: await context.collection(collection),
      builder,
      permission,
      filter,
    })
    const rows = database.stream<DocumentRow>(
      `SELECT ${DOCUMENT_COLUMNS} FROM documents d WHERE ${where} ORDER BY d.created, d.id`,
      parameters.values,
    )
    let batch: Record<string, unknown>[] = []
    for await (const row of rows) {
      budget.spend(row)
      batch.push(documentOf(row))
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }

  async function aggregate(collection: string, pipeline: Pipeline, builder: string): Promise<unknown[]> {
    const budget = new Budget()
    const { filter, rest } = splitPipeline(pipeline)
    const lookups: Record<string, Record<string, unknown>[]> = {}
    for (const from of new Set(lookedUp(rest))) {
      const found: Record<string, unknown>[] = []
      for await (const batch of documentsOf(from, builder, 'read', {}, budget)) found.push(...batch)
      lookups[from] = found
    }
    const documents = documentsOf(collection, builder, 'execute', filter, budget)
    return runInThread({ pipeline: rest, lookups }, documents, stopping.signal)
  }

  return {
    async runQuery(token, { _id, variables }) {
      const { subject } = await context.asBuilder(token, commands.queries.execute)
      const query = await ownQuery(_id, subject)
      const pipeline = inject(query, variables)
      if ([...running.values()].filter(runner => runner === subject).length >= runLimits.atOnce) {
        throw refusal('DataValidationError', `No more than ${runLimits.atOnce} queries run at a time`)
      }
      const id = randomUUID()
      const started = context.now()
      await database.query('DELETE FROM runs WHERE expires < $1', [started])
      await database.query(
        `INSERT INTO runs (id, query, runner, status, started, expires) VALUES ($1, $2, $3, 'running', $4, $5)`,
        [id, _id, subject, started, new Date(started.getTime() + runLimits.kept)],
      )
      const run = execute(id, query, pipeline, subject).finally(() => running.delete(run))
      running.set(run, subject)
      return id
    },

    async readRun(token, id, pagination) {
      const { subject } = await context.asBuilder(token, commands.queries.read)
      const { limit, offset } = pageOf({ limit: 1_000, ...pagination })
      const [row] = await database.query<RunRow>(
        `SELECT id, query, status, started, completed, errors, jsonb_array_length(result) AS total,
           (SELECT jsonb_agg(e.value ORDER BY e.at) FROM jsonb_array_elements(result) WITH ORDINALITY AS e(value, at)
            WHERE e.at > $4 AND e.at <= $4 + $5) AS page
         FROM runs WHERE id = $1 AND runner = $2 AND expires > $3`,
        [id, subject, context.now(), offset, limit],
      )
      if (row === undefined) throw refusal('DocumentNotFoundError', 'collection: query_runs', `id: ${id}`)
      const data = runOf(row, context.now())
      return row.total === null ? { data } : { data, pagination: { total: row.total, limit, offset } }
    },

    async close() {
      stopping.abort()
      await Promise.all(running.keys())
    },
  }
}

interface RunRow {
  readonly id: string
  readonly query: string
  readonly status: QueryRun['status']
  readonly started: Date
  readonly completed: Date | null
  readonly errors: readonly string[] | null
  readonly total: number | null
  readonly page: readonly unknown[] | null
}

/** A run that should have ended long ago was lost with the process that had it. */
function runOf({ id, query, status, started, completed, errors, total, page }: RunRow, now: Date): QueryRun {
  const isLost = status === 'running' && now.getTime() - started.getTime() > 2 * runLimits.milliseconds
  return {
    _id: id,
    query,
    status: isLost ? 'error' : status,
    started: started.toISOString(),
    ...(completed !== null && { completed: completed.toISOString() }),
    ...(total !== null && { result: page ?? [] }),
    ...(errors !== null && { errors }),
    ...(isLost && { errors: ['TimeoutError', 'The run was interrupted'] }),
  }
}

/** What one run may still read. */
class Budget {
  private documents: number = runLimits.documents
  private characters: number = runLimits.input

  spend(row: DocumentRow): void {
    this.documents -= 1
    this.characters -= JSON.stringify(row.body).length
    if (this.documents >= 0 && this.characters >= 0) return
    throw refusal(
      'DataValidationError',
      `The pipeline reads more than ${runLimits.documents} documents or ${runLimits.input} characters; narrow its first $match`,
    )
  }
}

/** The leading matches, which the database answers from its indexes, and the stages that are left to run. */
function splitPipeline(pipeline: Pipeline): { filter: Readonly<Record<string, unknown>>; rest: Pipeline } {
  const filters: Record<string, unknown>[] = []
  for (const { $match } of pipeline) {
    if (!isPlainObject($match) || !isFilter($match)) break
    filters.push($match)
  }
  return { filter: filters.length === 0 ? {} : { $and: filters }, rest: pipeline.slice(filters.length) }
}

/** Whether the filter language has it; `$expr` and its like are left to the aggregation. */
function isFilter(filter: Record<string, unknown>): boolean {
  try {
    readFilter(filter)
    return true
  } catch (error) {
    if (error instanceof FilterError) return false
    throw error
  }
}

// A URL is not rewritten by the compiler: the thread's file has the extension that this one has.
const WORKER = new URL(`./pipeline-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

async function runInThread(
  job: PipelineJob,
  documents: AsyncIterable<Record<string, unknown>[]>,
  stopping: AbortSignal,
): Promise<unknown[]> {
  const thread = new Worker(WORKER, {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: runLimits.heap },
  })
  const timeout = AbortSignal.any([stopping, AbortSignal.timeout(runLimits.milliseconds)])
  const result = new Promise<string>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', () =>
      reject(refusal('DataValidationError', 'The pipeline does not fit the documents')),
    )
    thread.once('exit', () => reject(refusal('DataValidationError', 'The pipeline needs too much memory')))
    timeout.addEventListener('abort', () => reject(refusal('DatabaseError', 'The run took too long')), {
      once: true,
    })
  })
  // It may fail while documents still come in; the failure is awaited below.
  result.catch(() => {})
  try {
    for await (const batch of documents) {
      timeout.throwIfAborted()
      thread.postMessage(batch)
    }
    thread.postMessage([])
    const text = await result
    if (text.length > runLimits.result) {
      throw refusal('DataValidationError', `The result is larger than ${runLimits.result} characters`)
    }
    return JSON.parse(text) as unknown[]
  } finally {
    await thread.terminate()
  }
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
