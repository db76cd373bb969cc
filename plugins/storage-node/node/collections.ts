/** Collections on a local node. */
import { isDeepStrictEqual } from 'node:util'

import {
  type CollectionDigest,
  type CollectionKind,
  commands,
  pageOf,
  refusal,
  type StorageNode,
} from '../../../core/node.ts'
import { compileCollectionSchema } from './collection-schema.ts'
import { type IndexOperations, indexOperations } from './indexes.ts'
import type { NodeContext } from './node-context.ts'
import { SqlParameters } from './sql-parameters.ts'
import { discharging, insertCounted, uncount } from './usage.ts'

type CollectionOperations = IndexOperations &
  Pick<
    StorageNode,
    | 'createCollection'
    | 'updateCollection'
    | 'outdated'
    | 'listCollections'
    | 'readCollection'
    | 'digests'
    | 'deleteCollection'
  >

/** Milliseconds to read the ids of all documents. */
const DIGEST_MS = 100_000

export function collectionOperations(context: NodeContext): CollectionOperations {
  const { database } = context

  return {
    async createCollection(token, { _id, type, name, schema }) {
      const { subject } = await context.asInvokingBuilder(token, commands.collections.create)
      compileCollectionSchema(schema)
      const added = await insertCounted(
        context,
        ...(['collections', subject] as const),
        `INSERT INTO collections (id, builder, kind, name, schema, indexes, created, updated)
         VALUES ($1, $2, $3, $4, $5::jsonb, '[]'::jsonb, $6, $6) ON CONFLICT (id) DO NOTHING`,
        [_id, subject, type, name, JSON.stringify(schema), context.now()],
      )
      if (added.length === 0) throw refusal('DuplicateEntryError', `collection: ${_id}`)
    },

    async updateCollection(token, { _id, type, name, schema }) {
      const { subject } = await context.asInvokingBuilder(token, commands.collections.update)
      const { kind } = await context.ownCollection(_id, subject)
      if (kind !== type) throw refusal('DataValidationError', 'The kind of a collection does not change')
      compileCollectionSchema(schema)
      await database.query(
        'UPDATE collections SET name = $2, schema = $3::jsonb, updated = $4 WHERE id = $1',
        [_id, name, JSON.stringify(schema), context.now()],
      )
      context.forget()
    },

    async outdated(token, wanted) {
      const { subject } = await context.asBuilder(token, commands.collections.read)
      const rows = await database.query<{ id: string; type: CollectionKind; name: string; schema: object }>(
        'SELECT id, kind AS type, name, schema FROM collections WHERE builder = $1',
        [subject],
      )
      const held = new Map(rows.map(row => [row.id, row]))
      return wanted.filter(({ _id, type, name, schema }) => {
        const found = held.get(_id)
        const isHeld = found?.type === type && found.name === name
        return !isHeld || !isDeepStrictEqual(found.schema, JSON.parse(JSON.stringify(schema)))
      })
    },

    async listCollections(token, pagination) {
      const { subject } = await context.asBuilder(token, commands.collections.read)
      const { limit, offset } = pageOf(pagination)
      const rows = await database.query<{ id: string; type: CollectionKind; name: string }>(
        `SELECT id, kind AS type, name FROM collections WHERE builder = $1
         ORDER BY created, id LIMIT $2 OFFSET $3`,
        [subject, limit, offset],
      )
      const [counted] = await database.query<{ total: number }>(
        'SELECT count(*)::integer AS total FROM collections WHERE builder = $1',
        [subject],
      )
      return { data: rows, pagination: { total: counted?.total ?? 0, limit, offset } }
    },

    async readCollection(token, id) {
      const { subject } = await context.asBuilder(token, commands.collections.read)
      const { schema, indexes, created } = await context.ownCollection(id, subject)
      const [found] = await database.query<{
        count: number
        size: number
        first: Date | null
        last: Date | null
      }>(
        `SELECT count(*)::integer AS count, COALESCE(sum(pg_column_size(body)), 0)::float8 AS size,
                min(created) AS first, max(updated) AS last
         FROM documents WHERE collection = $1`,
        [id],
      )
      return {
        _id: id,
        count: found?.count ?? 0,
        size: found?.size ?? 0,
        first_write: (found?.first ?? created).toISOString(),
        last_write: (found?.last ?? created).toISOString(),
        indexes: [{ v: 2, key: { _id: 1 }, name: '_id_', unique: true }, ...indexes],
        schema,
      }
    },

    async digests(token) {
      const { subject } = await context.asBuilder(token, commands.collections.read)
      // Half of the bits of a random id: what one node lacks changes the sum.
      return database.query<CollectionDigest & Record<string, unknown>>(
        `SELECT d.collection, count(*)::integer AS count,
                sum(('x' || substr(replace(d.id::text, '-', ''), 18))::bit(60)::bigint)::text AS digest
         FROM documents d JOIN collections c ON c.id = d.collection WHERE c.builder = $1
         GROUP BY d.collection`,
        [subject],
        { timeout: DIGEST_MS },
      )
    },

    async deleteCollection(token, id) {
      const { subject } = await context.asInvokingBuilder(token, commands.collections.delete)
      await context.ownCollection(id, subject)
      const parameters = new SqlParameters()
      parameters.values.push(id)
      const isTrusted = await context.registry.trusts(subject)
      await database.query(
        discharging('d.collection = $1', subject, isTrusted, parameters),
        parameters.values,
      )
      const queries = await database.query('DELETE FROM queries WHERE collection = $1 RETURNING id', [id])
      await uncount(context, 'queries', subject, queries.length)
      const gone = await database.query('DELETE FROM collections WHERE id = $1 RETURNING id', [id])
      await uncount(context, 'collections', subject, gone.length)
      context.forget()
    },

    ...indexOperations(context),
  }
}
