/**
 * Runs of stored queries on a local node: in the sandbox, within limits, with results only for the runner.
 */
import { randomUUID } from 'node:crypto'
import { MessageChannel } from 'node:worker_threads'
import { defineTask, type RunOptions } from '../../../core/index.ts'
import {
  commands,
  FilterError,
  isPlainObject,
  type NewQuery,
  NodeError,
  type Pagination,
  pageOf,
  type QueryRun,
  readFilter,
  refusal,
  type StorageNode,
} from '../../../core/node.ts'
import type { NodeContext } from './node-context.ts'
import { inject, lookedUp } from './pipeline.ts'
import type { PipelineBatch, PipelineInput, PipelineOutput } from './pipeline-task.ts'
import { runTask } from './pool.ts'
import { DOCUMENT_JSON } from './rows.ts'
import { type Permission, selectionToSql } from './selection.ts'
import { SqlParameters } from './sql-parameters.ts'

type RunOperations = Pick<StorageNode, 'runQuery' | 'readRun' | 'close'>

/** The limits of one run. */
export const runLimits = {
  /** Maximum input documents of the stages after the leading `$match`, including looked-up ones. */
  documents: 200_000,
  /** Maximum characters of JSON of those documents. */
  input: 64 * 1024 * 1024,
  /** Maximum characters of JSON of the result. */
  result: 4 * 1024 * 1024,
  /** Milliseconds after which an unfinished run counts as lost with its process. */
  milliseconds: 10 * 60_000,
  /** Concurrent runs of one builder. */
  atOnce: 4,
  /** Number of a builder's latest runs with stored results. */
  results: 20,
  /** Milliseconds for which a result is kept. */
  kept: 24 * 60 * 60_000,
} as const

/** Characters of JSON per message to a thread. */
const BATCH = 256 * 1024

type Pipeline = NewQuery['pipeline']

type OwnQuery = (id: string, builder: string) => Promise<NewQuery>

/** The runs of one node. */
export class QueryRuns implements RunOperations {
  readonly #context: NodeContext
  readonly #ownQuery: OwnQuery
  readonly #running = new Map<Promise<void>, string>()
  readonly #stopping = new AbortController()

  /** @param ownQuery - reads a query of this builder, or refuses another's */
  constructor(context: NodeContext, ownQuery: OwnQuery) {
    this.#context = context
    this.#ownQuery = ownQuery
  }

  async runQuery(token: string, { _id, variables }: Parameters<StorageNode['runQuery']>[1]): Promise<string> {
    const { subject } = await this.#context.asBuilder(token, commands.queries.execute)
    const query = await this.#ownQuery(_id, subject)
    if (isBusy(this.#running.values(), subject)) {
      throw refusal('DataValidationError', `No more than ${runLimits.atOnce} queries run at a time`)
    }
    const id = randomUUID()
    const start = { id, query, variables, builder: subject }
    const begun = this.#begin(start)
    // Counted before the first await, so that concurrent requests see each other.
    const run = begun
      .then(
        () => this.#execute(start),
        () => {},
      )
      .finally(() => this.#running.delete(run))
    this.#running.set(run, subject)
    await begun
    return id
  }

  async readRun(token: string, id: string, pagination?: Pagination): ReturnType<StorageNode['readRun']> {
    const { subject } = await this.#context.asBuilder(token, commands.queries.read)
    const { limit, offset } = pageOf({ limit: 1_000, ...pagination })
    const [row] = await this.#context.database.query<RunRow>(
      `SELECT id, query, status, started, completed, errors, jsonb_array_length(result) AS total,
         (SELECT jsonb_agg(e.value ORDER BY e.at) FROM jsonb_array_elements(result) WITH ORDINALITY AS e(value, at)
          WHERE e.at > $4 AND e.at <= $4 + $5) AS page
       FROM runs WHERE id = $1 AND runner = $2 AND expires > $3`,
      [id, subject, this.#context.now(), offset, limit],
    )
    if (row === undefined) throw refusal('DocumentNotFoundError', 'collection: query_runs', `id: ${id}`)
    const data = runOf(row, this.#context.now())
    return row.total === null ? { data } : { data, pagination: { total: row.total, limit, offset } }
  }

  /** Stops the runs in progress. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running.keys())
  }

  async #finish(
    id: string,
    { status, result, errors }: Pick<QueryRun, 'status' | 'errors'> & { readonly result?: string },
  ): Promise<void> {
    await this.#context.database.query(
      'UPDATE runs SET status = $2, result = $3::jsonb, errors = $4::jsonb, completed = $5 WHERE id = $1',
      [id, status, result ?? null, errors === undefined ? null : JSON.stringify(errors), this.#context.now()],
    )
  }

  /** Deletes older results of the builder, making room for one more. */
  async #begin({ id, query, builder }: Start): Promise<void> {
    const started = this.#context.now()
    await this.#context.database.query(
      `DELETE FROM runs WHERE expires < $1 OR runner = $2 AND id NOT IN (
         SELECT id FROM runs WHERE runner = $2 ORDER BY started DESC, id LIMIT ${runLimits.results - 1})`,
      [started, builder],
    )
    await this.#context.database.query(
      `INSERT INTO runs (id, query, runner, status, started, expires) VALUES ($1, $2, $3, 'running', $4, $5)`,
      [id, query._id, builder, started, new Date(started.getTime() + runLimits.kept)],
    )
  }

  async #execute({ id, query, variables, builder }: Start): Promise<void> {
    try {
      // Invalid variables fail the run, as on the published node; the request itself succeeds.
      const pipeline = inject(query, variables)
      await this.#finish(id, {
        status: 'complete',
        result: await this.#aggregate(query.collection, pipeline, builder),
      })
    } catch (error) {
      const errors = error instanceof NodeError ? error.errors : ['PipelineError', 'The pipeline failed']
      await this.#finish(id, { status: 'error', errors }).catch(() => {})
    }
  }

  /** The documents of a collection that the builder may use, in batches within one budget. */
  async *#documentsOf(
    collection: string,
    builder: string,
    permission: Permission,
    filter: Readonly<Record<string, unknown>>,
    budget: Budget,
  ): AsyncGenerator<string[]> {
    const parameters = new SqlParameters()
    const where = selectionToSql(this.#context, parameters, {
      collection: await this.#context.collection(collection),
      builder,
      permission,
      filter,
    })
    // As text: the thread parses it, so that the event loop does not.
    const rows = this.#context.database.stream<{ document: string }>(
      `SELECT (${DOCUMENT_JSON})::text AS document FROM documents d WHERE ${where} ORDER BY d.created, d.id`,
      parameters.values,
    )
    let batch: string[] = []
    let characters = 0
    for await (const { document } of rows) {
      budget.spend(document)
      batch.push(document)
      characters += document.length
      if (characters < BATCH) continue
      yield batch
      batch = []
      characters = 0
    }
    if (batch.length > 0) yield batch
  }

  async *#batchesOf(
    collection: string,
    builder: string,
    filter: Readonly<Record<string, unknown>>,
    rest: Pipeline,
  ): AsyncGenerator<PipelineBatch, undefined> {
    const budget = new Budget()
    for (const lookup of new Set(lookedUp(rest)))
      for await (const documents of this.#documentsOf(lookup, builder, 'read', {}, budget))
        yield { documents, lookup }
    for await (const documents of this.#documentsOf(collection, builder, 'execute', filter, budget))
      yield { documents }
    return undefined
  }

  #aggregate(collection: string, pipeline: Pipeline, builder: string): Promise<string> {
    const { filter, rest } = splitPipeline(pipeline)
    const batches = this.#batchesOf(collection, builder, filter, rest)
    return runInSandbox(this.#context, rest, batches, { key: builder, signal: this.#stopping.signal })
  }
}

/** A run before its start. */
interface Start {
  readonly id: string
  readonly query: NewQuery
  readonly variables: Readonly<Record<string, unknown>>
  readonly builder: string
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

/** A run past its deadline was lost with its process. */
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

/** The remaining read budget of one run. */
class Budget {
  private documents: number = runLimits.documents
  private characters: number = runLimits.input

  spend(document: string): void {
    this.documents -= 1
    this.characters -= document.length
    if (this.documents >= 0 && this.characters >= 0) return
    throw refusal(
      'DataValidationError',
      `The pipeline reads more than ${runLimits.documents} documents or ${runLimits.input} characters; narrow its first $match`,
    )
  }
}

/** Splits off the leading matches, which the database answers from its indexes. */
function splitPipeline(pipeline: Pipeline): { filter: Readonly<Record<string, unknown>>; rest: Pipeline } {
  const filters: Record<string, unknown>[] = []
  for (const { $match } of pipeline) {
    if (!isPlainObject($match) || !isFilter($match)) break
    filters.push($match)
  }
  return { filter: filters.length === 0 ? {} : { $and: filters }, rest: pipeline.slice(filters.length) }
}

/** True if the filter language supports it; `$expr` and similar operators are left to the aggregation. */
function isFilter(filter: Record<string, unknown>): boolean {
  try {
    readFilter(filter)
    return true
  } catch (error) {
    if (error instanceof FilterError) return false
    throw error
  }
}

const PIPELINE = defineTask<PipelineInput, PipelineOutput>('./pipeline-task', import.meta.url)

/** Runs a pipeline in a thread, which requests one batch after the other. */
async function runInSandbox(
  { sandbox, bounds }: Pick<NodeContext, 'sandbox' | 'bounds'>,
  pipeline: Pipeline,
  batches: AsyncIterator<PipelineBatch>,
  { key, signal }: Pick<RunOptions, 'key' | 'signal'>,
): Promise<string> {
  const { port1: port, port2 } = new MessageChannel()
  const input = { pipeline, port: port2, most: runLimits.result }
  const over = new AbortController()
  const stop = AbortSignal.any([over.signal, ...(signal ? [signal] : [])])
  const options = { ...bounds.queries, key, signal: stop, transfer: [port2] }
  const running = runTask(sandbox, PIPELINE, input, options)
  running.catch(() => {})
  try {
    const feeding = new Promise<never>((_, reject) => {
      port.on('message', () => {
        batches.next().then(({ value }) => port.postMessage(value ?? { documents: [], isLast: true }), reject)
      })
    })
    const output = await Promise.race([feeding, running])
    if ('refused' in output) throw refusal('DataValidationError', output.refused)
    return output.result
  } finally {
    // If reading fails, the thread waits for further documents and must be stopped.
    over.abort()
    port.close()
    await batches.return?.()
  }
}

/** True if the builder may start no further run. */
const isBusy = (running: Iterable<string>, builder: string): boolean =>
  [...running].filter(runner => runner === builder).length >= runLimits.atOnce
