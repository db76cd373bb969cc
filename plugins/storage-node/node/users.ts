/** Documents on a local node: the operations of the people who own them. */

import {
  commands,
  type DocumentAddress,
  NodeAccessError,
  NodeError,
  pageOf,
  refusal,
  type StorageNode,
  type Update,
} from '../../../core/node.ts'
import { type Revise, reviseDocument, revising } from './change.ts'
import { readAcl } from './creations.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { BYTES, DOCUMENT_COLUMNS, type DocumentRow, documentOf } from './rows.ts'
import { matching } from './selection.ts'
import { SqlParameters } from './sql-parameters.ts'
import { readUpdate } from './update.ts'
import { discharging, forgetOwner } from './usage.ts'

type UserOperations = Pick<
  StorageNode,
  'readProfile' | 'listOwn' | 'readOwn' | 'readAllOwn' | 'updateOwn' | 'deleteOwn' | 'grant' | 'revoke'
>

/** Maximum grantees of one document. */
const ACL_LIMIT = 100
/** Bytes of the documents that `readAllOwn` returns at once: a phone has half a minute for them. */
const READ_BYTES = 1024 * 1024
/** Maximum documents in a profile; `listOwn` pages through all of them. */
const PROFILE_LIMIT = 1_000

export function userOperations(context: NodeContext): UserOperations {
  const { database } = context

  /** Revises a document of its owner; for anyone else, and if the filter does not match, it does not exist. */
  async function revise(
    owner: string,
    { collection: uid, document }: DocumentAddress,
    revision: (collection: Collection) => Revise,
    filter: Update['filter'] = {},
  ): Promise<void> {
    const collection = await context.collection(uid)
    const { matched } = await reviseDocument(
      context,
      collection,
      document,
      parameters => `d.owner = ${parameters.add(owner)} AND ${matching(context, parameters, filter)}`,
      revision(collection),
    )
    if (!matched) throw notFound({ collection: uid, document })
  }

  return {
    async readProfile(token) {
      const { subject } = await context.asUser(token, commands.users.root)
      const rows = await database.query<{ collection: string; id: string; created: Date; updated: Date }>(
        `SELECT collection, id, created, updated FROM documents WHERE owner = $1
         ORDER BY created, id LIMIT ${PROFILE_LIMIT}`,
        [subject],
      )
      const [first] = rows
      if (first === undefined) throw new NodeAccessError(404)
      const last = new Date(Math.max(...rows.map(({ updated }) => updated.getTime())))
      return {
        _id: subject,
        _created: first.created.toISOString(),
        _updated: last.toISOString(),
        logs: rows.map(({ collection }) => ({ op: 'create-data', collection })),
        data: rows.map(({ collection, id }) => ({ collection, id })),
      }
    },

    async listOwn(token, pagination) {
      const { subject } = await context.asUser(token, commands.users.read)
      const { limit, offset } = pageOf(pagination)
      const data = await database.query<{ builder: string; collection: string; document: string }>(
        `SELECT c.builder, d.collection, d.id AS document
         FROM documents d JOIN collections c ON c.id = d.collection
         WHERE d.owner = $1 ORDER BY d.created, d.id LIMIT $2 OFFSET $3`,
        [subject, limit, offset],
      )
      const [counted] = await database.query<{ total: number }>(
        'SELECT count(*)::integer AS total FROM documents WHERE owner = $1',
        [subject],
      )
      return { data, pagination: { total: counted?.total ?? 0, limit, offset } }
    },

    async readOwn(token, { collection, document }) {
      const { subject } = await context.asUser(token, commands.users.read)
      const [row] = await database.query<DocumentRow>(
        `SELECT ${DOCUMENT_COLUMNS} FROM documents d WHERE d.collection = $1 AND d.id = $2 AND d.owner = $3`,
        [collection, document, subject],
      )
      if (row === undefined) throw notFound({ collection, document })
      return documentOf(row)
    },

    async readAllOwn(token, addresses) {
      const { subject } = await context.asUser(token, commands.users.read)
      const rows = await database.query<DocumentRow & { readonly at: number; readonly found: number }>(
        `SELECT ${DOCUMENT_COLUMNS}, d.at, d.found FROM (
           SELECT d.*, w.at, (count(*) OVER ())::integer AS found,
             sum(${BYTES}) OVER (ORDER BY w.at ROWS UNBOUNDED PRECEDING) - ${BYTES} AS before
           FROM jsonb_to_recordset($1::jsonb) AS w (at integer, collection uuid, document uuid)
           JOIN documents d ON d.collection = w.collection AND d.id = w.document
           WHERE d.owner = $2
         ) d WHERE d.before < $3::bigint ORDER BY d.at`,
        [
          JSON.stringify(addresses.map(({ collection, document }, at) => ({ at, collection, document }))),
          subject,
          Math.min(context.pageBytes, READ_BYTES),
        ],
      )
      const read = new Map(rows.map(row => [row.at, row]))
      const [last] = rows.slice(-1)
      const isCut = last !== undefined && rows.length < last.found
      return addresses.slice(0, isCut ? last.at + 1 : addresses.length).map((_, index) => {
        const row = read.get(index)
        return row === undefined ? null : documentOf(row)
      })
    },

    async updateOwn(token, { update, filter, ...address }) {
      const { subject } = await context.asUser(token, commands.users.update)
      const change = readUpdate(context, update, subject)
      await revise(subject, address, collection => revising(collection, change), filter)
    },

    async deleteOwn(token, { collection, document }) {
      const { subject } = await context.asUser(token, commands.users.delete)
      const { builder } = await context.collection(collection).catch(error => {
        throw error instanceof NodeError && error.is('CollectionNotFoundError')
          ? notFound({ collection, document })
          : error
      })
      const parameters = new SqlParameters()
      parameters.values.push(collection, document, subject)
      const own = 'd.collection = $1 AND d.id = $2 AND d.owner = $3'
      const isTrusted = await context.registry.trusts(builder)
      const sql = discharging(own, builder, isTrusted, parameters)
      const [gone] = await database.query<{ deleted: number }>(sql, parameters.values)
      await forgetOwner(context, builder, subject)
      if (gone === undefined || gone.deleted === 0) throw notFound({ collection, document })
    },

    async grant(token, { acl, ...address }) {
      const { subject } = await context.asUser(token, commands.users.update)
      const entry = readAcl(context, acl)
      if (!(await context.isBuilder(entry.grantee))) {
        throw refusal('DocumentNotFoundError', `builder: ${entry.grantee}`)
      }
      await revise(subject, address, () => ({ acl: entries }) => {
        const others = (entries ?? []).filter(({ grantee }) => grantee !== entry.grantee)
        if (others.length >= ACL_LIMIT)
          throw refusal('GrantAccessError', 'The document has too many grantees')
        return { acl: [...others, entry] }
      })
    },

    async revoke(token, { grantee, ...address }) {
      const { subject } = await context.asUser(token, commands.users.update)
      const revoked = context.builderIdentity(grantee)
      await revise(subject, address, () => ({ acl: entries }) => ({
        acl: (entries ?? []).filter(entry => entry.grantee !== revoked),
      }))
    },
  }
}

function notFound({ collection, document }: DocumentAddress) {
  return refusal('DocumentNotFoundError', `collection: ${collection}`, `document: ${document}`)
}
