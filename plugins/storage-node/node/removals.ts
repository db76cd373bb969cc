/** Deletes documents on a local node, and takes those of an unfinished write back. */
import { commands, refusal, type StorageNode } from '../../../core/node.ts'
import { asDelegate, asDelegateOf, changeable } from './access.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { selectionToSql } from './selection.ts'
import { SqlParameters } from './sql-parameters.ts'
import { discharging } from './usage.ts'
import { endMark, WITHDRAWAL_MS } from './withdrawals.ts'

export type DocumentRemovals = Pick<StorageNode, 'delete' | 'withdraw' | 'withdrawAll' | 'flush'>

export function documentRemovals(context: NodeContext): DocumentRemovals {
  return {
    async delete(token, { collection: id, filter }) {
      const { subject, invoker } = await asDelegate(context, token, commands.data.delete, id)
      if (Object.keys(filter).length === 0) throw refusal('DataValidationError', 'Filter cannot be empty')
      const collection = await changeable(context, id, subject, invoker)
      return { acknowledged: true, deletedCount: await remove(context, collection, subject, filter) }
    },

    async withdraw(token, { collection, document, write }) {
      const { subject, invoker } = await asDelegate(context, token, commands.data.delete, collection)
      if (invoker === subject) await endMark(context, invoker, write)
      const mark = 'collection = $1 AND id = $2 AND write = $3 AND writer = $4'
      const values = [collection, document, write, invoker]
      const parameters = new SqlParameters()
      parameters.values.push(...values, new Date(context.now().getTime() - WITHDRAWAL_MS))
      const own = 'd.collection = $1 AND d.id = $2 AND d.write = $3 AND d.writer = $4 AND d.created > $5'
      if ((await discharge(context, await context.collection(collection), own, parameters)) > 0) return true
      const old = await context.database.query(`SELECT 1 FROM documents WHERE ${mark}`, values)
      // The caller must not take the document for deleted.
      if (old.length > 0) {
        throw refusal('ResourceAccessDeniedError', 'type: document', 'It is too old to be withdrawn')
      }
      return false
    },

    async withdrawAll(token, { write, documents }) {
      const { subject, invoker } = await asDelegateOf(context, token, commands.data.delete, documents)
      const collections = new Map<string, Collection>()
      for (const { collection: id } of documents)
        if (!collections.has(id)) collections.set(id, await context.ownCollection(id, subject))
      if (invoker === subject) await endMark(context, invoker, write)
      const mark = `(d.collection, d.id) IN (
          SELECT n.collection, n.document FROM jsonb_to_recordset($1::jsonb) AS n(collection uuid, document uuid)
        ) AND d.write = $2 AND d.writer = $3`
      const values = [JSON.stringify(documents), write, invoker]
      const parameters = new SqlParameters()
      parameters.values.push(...values, new Date(context.now().getTime() - WITHDRAWAL_MS))
      const [collection] = collections.values()
      if (collection === undefined) return
      const deleted = await discharge(context, collection, `${mark} AND d.created > $4`, parameters)
      if (deleted === documents.length) return
      const old = await context.database.query(`SELECT 1 FROM documents d WHERE ${mark} LIMIT 1`, values)
      if (old.length > 0) {
        throw refusal('ResourceAccessDeniedError', 'type: document', 'One is too old to be withdrawn')
      }
    },

    async flush(token, id) {
      const { subject, invoker } = await asDelegate(context, token, commands.data.delete, id)
      await remove(context, await changeable(context, id, subject, invoker), subject, {})
    },
  }
}

async function remove(
  context: NodeContext,
  collection: Collection,
  builder: string,
  filter: Readonly<Record<string, unknown>>,
): Promise<number> {
  const parameters = new SqlParameters()
  const where = selectionToSql(context, parameters, { collection, builder, permission: 'write', filter })
  return discharge(context, collection, where, parameters)
}

/** Deletes documents of a collection, and returns their space to their owners' quotas. */
async function discharge(
  context: NodeContext,
  { builder }: Collection,
  where: string,
  parameters: SqlParameters,
): Promise<number> {
  const isTrusted = await context.registry.trusts(builder)
  const sql = discharging(where, builder, isTrusted, parameters)
  const [gone] = await context.database.query<{ deleted: number }>(sql, parameters.values)
  return gone?.deleted ?? 0
}
