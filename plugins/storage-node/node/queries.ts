/** Stored aggregation pipelines on a local node. */
import {
  commands,
  type NewQuery,
  pageOf,
  type QuerySummary,
  refusal,
  type StorageNode,
} from '../../../core/node.ts'
import type { NodeContext } from './node-context.ts'
import { assertPipeline, assertVariables } from './pipeline.ts'
import { QueryRuns } from './runs.ts'
import { insertCounted, uncount } from './usage.ts'

type QueryOperations = Pick<
  StorageNode,
  'createQuery' | 'listQueries' | 'readQuery' | 'deleteQuery' | 'runQuery' | 'readRun' | 'close'
>

/** Maximum characters of JSON in a stored query. */
const QUERY_LIMIT = 64 * 1024

export function queryOperations(context: NodeContext): QueryOperations {
  const { database } = context

  /** Refuses another builder's query with the error for a missing one. */
  async function ownQuery(id: string, builder: string): Promise<NewQuery> {
    const [query] = await database.query<NewQuery>(
      `SELECT id AS _id, name, collection, variables, pipeline FROM queries WHERE id = $1 AND builder = $2`,
      [id, builder],
    )
    if (query === undefined) throw refusal('DocumentNotFoundError', 'collection: queries', `id: ${id}`)
    return query
  }

  const runs = new QueryRuns(context, ownQuery)

  return {
    async createQuery(token, { _id, name, collection, variables, pipeline }) {
      const { subject } = await context.asInvokingBuilder(token, commands.queries.create)
      assertPipeline(pipeline)
      assertVariables(pipeline, variables)
      await context.ownCollection(collection, subject)
      const size = JSON.stringify(pipeline).length + JSON.stringify(variables).length
      if (size > QUERY_LIMIT)
        throw refusal('DataValidationError', `The query is larger than ${QUERY_LIMIT} characters`)
      const added = await insertCounted(
        context,
        ...(['queries', subject] as const),
        `INSERT INTO queries (id, builder, name, collection, variables, pipeline, created)
         VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7) ON CONFLICT (id) DO NOTHING`,
        [_id, subject, name, collection, JSON.stringify(variables), JSON.stringify(pipeline), context.now()],
      )
      if (added.length === 0) throw refusal('DuplicateEntryError', `query: ${_id}`)
    },

    async listQueries(token, pagination) {
      const { subject } = await context.asBuilder(token, commands.queries.read)
      const { limit, offset } = pageOf(pagination)
      const data = await database.query<QuerySummary>(
        `SELECT id AS _id, name, collection FROM queries WHERE builder = $1
         ORDER BY created, id LIMIT $2 OFFSET $3`,
        [subject, limit, offset],
      )
      const [counted] = await database.query<{ total: number }>(
        'SELECT count(*)::integer AS total FROM queries WHERE builder = $1',
        [subject],
      )
      return { data, pagination: { total: counted?.total ?? 0, limit, offset } }
    },

    async readQuery(token, id) {
      const { subject } = await context.asBuilder(token, commands.queries.read)
      return ownQuery(id, subject)
    },

    async deleteQuery(token, id) {
      const { subject } = await context.asInvokingBuilder(token, commands.queries.delete)
      await ownQuery(id, subject)
      await database.query('DELETE FROM runs WHERE query = $1', [id])
      const gone = await database.query('DELETE FROM queries WHERE id = $1 RETURNING id', [id])
      await uncount(context, 'queries', subject, gone.length)
    },

    runQuery: (token, run) => runs.runQuery(token, run),
    readRun: (token, id, pagination) => runs.readRun(token, id, pagination),
    close: () => runs.close(),
  }
}
