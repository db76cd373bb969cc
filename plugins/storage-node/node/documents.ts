/** Documents on a local node: the builders' operations. */
import { commands, type StorageNode } from '../../../core/node.ts'
import { asDelegate, changeable } from './access.ts'
import { reviseDocument, revising } from './change.ts'
import { type DocumentCreations, documentCreations } from './creations.ts'
import type { NodeContext } from './node-context.ts'
import { DocumentPages } from './pages.ts'
import { type DocumentRemovals, documentRemovals } from './removals.ts'
import { placing, selectionToSql } from './selection.ts'
import { SqlParameters } from './sql-parameters.ts'
import { readUpdate } from './update.ts'

type DocumentOperations = DocumentCreations & DocumentRemovals & Pick<StorageNode, 'find' | 'update' | 'tail'>

/** Documents per batch of an update. */
const UPDATE_BATCH = 200

/** @param reader - for pages of many people's documents: the node's database, or a replica of it */
export function documentOperations(
  context: NodeContext,
  reader: NodeContext['database'],
): DocumentOperations {
  const pages = new DocumentPages(context)
  const pagesOfMany = new DocumentPages({ ...context, database: reader })
  return {
    ...documentCreations(context),
    ...documentRemovals(context),

    async find(token, { collection: id, filter, pagination, attested = false }) {
      const { subject } = await asDelegate(context, token, commands.data.read, id)
      const collection = await context.collection(id)
      const selection = { collection, builder: subject, permission: 'read', filter } as const
      const { isPinned } = placing(context, new SqlParameters(), filter)
      return (isPinned ? pages : pagesOfMany).find(selection, pagination, attested)
    },

    async update(token, { collection: id, filter, update, write }) {
      const { subject, invoker } = await asDelegate(context, token, commands.data.update, id)
      const collection = await changeable(context, id, subject, invoker)
      const mark = write === undefined ? undefined : { writer: invoker, write }
      const revise = revising(collection, readUpdate(context, update, subject))
      const where = (parameters: SqlParameters) =>
        selectionToSql(context, parameters, { collection, builder: subject, permission: 'write', filter })
      let [matched, modified] = [0, 0]
      for (let last: string | undefined; ; ) {
        const parameters = new SqlParameters()
        const after = last === undefined ? 'TRUE' : `d.id > ${parameters.add(last)}::uuid`
        const rows = await context.database.query<{ id: string }>(
          `SELECT d.id FROM documents d WHERE ${where(parameters)} AND ${after}
           ORDER BY d.id LIMIT ${UPDATE_BATCH}`,
          parameters.values,
        )
        for (const row of rows) {
          const outcome = await reviseDocument(context, collection, row.id, where, revise, mark)
          matched += Number(outcome.matched)
          modified += Number(outcome.modified)
        }
        last = rows.at(-1)?.id
        if (rows.length < UPDATE_BATCH) break
      }
      return { acknowledged: true, matched, modified, upserted: 0, upserted_id: null }
    },

    async tail(token, id, limit) {
      const { subject } = await asDelegate(context, token, commands.data.read, id)
      const collection = await context.collection(id)
      return pagesOfMany.latest({ collection, builder: subject, permission: 'read', filter: {} }, limit)
    },
  }
}
