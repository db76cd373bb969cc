/** Indexes of collections on a local node: declared, and served by the index on the content. */
import {
  commands,
  FilterError,
  type NewIndex,
  readPath,
  refusal,
  type StorageNode,
} from '../../../core/node.ts'
import type { NodeContext } from './node-context.ts'

export type IndexOperations = Pick<StorageNode, 'createIndex' | 'dropIndex'>

/** Maximum indexes that a collection declares. */
const INDEX_LIMIT = 64

export function indexOperations(context: NodeContext): IndexOperations {
  async function setIndexes(id: string, indexes: readonly object[]): Promise<void> {
    await context.database.query('UPDATE collections SET indexes = $2::jsonb, updated = $3 WHERE id = $1', [
      id,
      JSON.stringify(indexes),
      context.now(),
    ])
    context.forget()
  }

  return {
    async createIndex(token, id, index) {
      const { subject } = await context.asInvokingBuilder(token, commands.collections.update)
      const { indexes } = await context.ownCollection(id, subject)
      assertIndex(index)
      const { name, keys } = index
      if (indexes.length >= INDEX_LIMIT && !indexes.some(each => each.name === name)) {
        throw refusal('InvalidIndexOptionsError', `A collection declares at most ${INDEX_LIMIT} indexes`)
      }
      await setIndexes(id, [
        ...indexes.filter(each => each.name !== name),
        { v: 2, key: Object.assign({}, ...keys), name, unique: false },
      ])
    },

    async dropIndex(token, id, name) {
      const { subject } = await context.asInvokingBuilder(token, commands.collections.update)
      const { indexes } = await context.ownCollection(id, subject)
      if (!indexes.some(each => each.name === name)) {
        throw refusal('IndexNotFoundError', `collection: ${id}`, `index: ${name}`)
      }
      await setIndexes(
        id,
        indexes.filter(each => each.name !== name),
      )
    },
  }
}

/**
 * An index on the content covers every field already, so declaring an index changes nothing. Guarantees that
 * a sharded index cannot give are refused: uniqueness, and expiring documents.
 */
function assertIndex({ keys, unique, ttl }: NewIndex): void {
  if (unique) throw refusal('InvalidIndexOptionsError', 'Unique indexes are not kept on this node')
  if (ttl !== undefined) throw refusal('InvalidIndexOptionsError', 'Documents do not expire on this node')
  try {
    keys.flatMap(Object.keys).forEach(readPath)
  } catch (error) {
    if (error instanceof FilterError) throw refusal('InvalidIndexOptionsError', error.message)
    throw error
  }
}
