/** Builders on a local node: registration, profile and deletion. */
import { commands, NodeAccessError, quotaRefusal, refusal, type StorageNode } from '../../../core/node.ts'
import type { NodeContext } from './node-context.ts'
import { SqlParameters } from './sql-parameters.ts'
import { counting, isBeyond, uncount } from './usage.ts'

type BuilderOperations = Pick<
  StorageNode,
  'registerBuilder' | 'succeedBuilder' | 'readBuilder' | 'updateBuilder' | 'deleteBuilder'
>

export function builderOperations(context: NodeContext): BuilderOperations {
  const { database } = context
  return {
    async registerBuilder(token, { did, name }) {
      const { subject } = await context.asUser(token, commands.builders.create)
      if (context.builderIdentity(did) !== subject) throw new NodeAccessError(401)
      if (!(await context.registry.admits(subject, 'to register'))) {
        throw refusal('BuilderNotAdmittedError', 'The operator of this node names the builders that it takes')
      }
      const parameters = new SqlParameters()
      parameters.values.push(subject, name, context.now())
      const isTrusted = await context.registry.trusts(subject)
      const most = isTrusted ? Number.MAX_SAFE_INTEGER : context.bounds.builderQuota.builders
      const sql = counting(
        `INSERT INTO builders (id, name, created, updated) VALUES ($1, $2, $3, $3) ON CONFLICT (id) DO NOTHING`,
        ...(['records', { builder: '', most }, parameters] as const),
      )
      const added = await database.query(sql, parameters.values).catch(error => {
        throw isBeyond(error)
          ? quotaRefusal(429, `${most} builders are registered, and no more are taken`)
          : error
      })
      if (added.length === 0) throw refusal('DuplicateEntryError', `builder: ${subject}`)
    },

    succeedBuilder: (token, { statement }) => context.succeed(token, statement),

    async readBuilder(token) {
      const { subject } = await context.asBuilder(token, commands.builders.read)
      const [builder] = await database.query<{ name: string; created: Date; updated: Date }>(
        'SELECT name, created, updated FROM builders WHERE id = $1',
        [subject],
      )
      if (builder === undefined) throw new NodeAccessError(404)
      const owned = (table: 'collections' | 'queries') =>
        database.query<{ id: string }>(`SELECT id FROM ${table} WHERE builder = $1 ORDER BY created, id`, [
          subject,
        ])
      const [collections, queries] = await Promise.all([owned('collections'), owned('queries')])
      return {
        _id: subject,
        _created: builder.created.toISOString(),
        _updated: builder.updated.toISOString(),
        name: builder.name,
        collections: collections.map(({ id }) => id),
        queries: queries.map(({ id }) => id),
      }
    },

    async updateBuilder(token, { name }) {
      const { subject } = await context.asInvokingBuilder(token, commands.builders.update)
      await database.query('UPDATE builders SET name = $2, updated = $3 WHERE id = $1', [
        subject,
        name,
        context.now(),
      ])
    },

    async deleteBuilder(token) {
      const { subject } = await context.asInvokingBuilder(token, commands.builders.delete)
      // The builder last: an interrupted call can be repeated.
      await database.query(
        'DELETE FROM documents WHERE collection IN (SELECT id FROM collections WHERE builder = $1)',
        [subject],
      )
      await database.query('DELETE FROM queries WHERE builder = $1', [subject])
      await database.query('DELETE FROM runs WHERE runner = $1', [subject])
      await database.query('DELETE FROM collections WHERE builder = $1', [subject])
      await database.query('DELETE FROM usage WHERE builder = $1', [subject])
      const gone = await database.query('DELETE FROM builders WHERE id = $1 RETURNING id', [subject])
      if (gone.length > 0) await uncount(context, 'records', '')
      context.forget()
    },
  }
}
