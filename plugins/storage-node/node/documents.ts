/** Documents on a local node: the builders' operations. */

import type { AclEntry } from '../../../core/index.ts'
import {
  type Authority,
  type Created,
  commands,
  isPlainObject,
  type NewDocument,
  NodeAccessError,
  refusal,
  type StorageNode,
} from '../../../core/node.ts'
import { attestedTooLate } from './attestation.ts'
import { reviseDocument, revising } from './change.ts'
import { isUuid } from './filter-sql.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { DocumentPages } from './pages.ts'
import { DOCUMENT_LIMIT } from './rows.ts'
import { selectionToSql } from './selection.ts'
import { SqlParameters } from './sql-parameters.ts'
import { readUpdate } from './update.ts'
import { accountsOf, beyond, charging, discharging, FITS, isBeyond } from './usage.ts'

type DocumentOperations = Pick<
  StorageNode,
  'createStandard' | 'createOwned' | 'find' | 'update' | 'delete' | 'withdraw' | 'flush' | 'tail'
>

/** Maximum documents that one call creates. */
const BATCH_LIMIT = 1_000
/** Documents per batch of an update. */
const UPDATE_BATCH = 200
const WITHDRAWAL_MS = 7 * 24 * 60 * 60 * 1000
/** Fields that the node sets: a document with such a field is refused, not silently altered. */
const KEPT_FIELDS = ['_created', '_updated', '_owner', '_acl']

/** The owner and the call of the documents. */
interface Origin {
  readonly owner: string | null
  readonly acl: readonly AclEntry[] | null
  readonly writer: string
  readonly write: string | undefined
}

export function documentOperations(context: NodeContext): DocumentOperations {
  const { database } = context
  const pages = new DocumentPages(context)

  async function insert(
    collection: Collection,
    data: readonly NewDocument[],
    { owner, acl, writer, write }: Origin,
  ): Promise<Created> {
    assertNewDocuments(data)
    const documents = collection.assertDocuments(data).map(({ _id, ...body }) => {
      const id = String(_id).toLowerCase()
      const bytes = Buffer.byteLength(JSON.stringify(body))
      const attested = context.isAttested(collection, { id, owner, body })
      if (!attested && context.isAttestedTooLate(collection, { id, owner, body })) throw attestedTooLate(id)
      return { id, body, bytes, attested }
    })
    const accounts = await accountsOf(context, collection.builder, owner)
    const parameters = new SqlParameters()
    parameters.values.push(
      ...[collection.id, owner, writer, write ?? null, acl === null ? null : JSON.stringify(acl)],
      ...[context.now(), JSON.stringify(documents)],
    )
    const rows = await database
      .query<{ id: string }>(
        `WITH inserted AS (
           INSERT INTO documents (collection, id, owner, writer, write, acl, body, bytes, version, created, updated,
             checked, attested)
           SELECT $1::uuid, (n->>'id')::uuid, $2, $3, $4::uuid, $5::jsonb, n->'body', (n->>'bytes')::integer, 1, $6, $6,
             1, (n->>'attested')::boolean
           FROM jsonb_array_elements($7::jsonb) AS n
           ON CONFLICT (collection, id) DO NOTHING RETURNING id, bytes, attested
         ), ${charging(accounts, parameters)}
         SELECT id FROM inserted WHERE ${FITS}`,
        parameters.values,
        { prepared: true },
      )
      .catch(async error => {
        if (!isBeyond(error)) throw error
        const bytes = documents.reduce((sum, each) => sum + each.bytes, 0)
        throw await beyond(context, accounts, bytes)
      })
    const unclaimed = new Set(rows.map(({ id }) => id))
    // A batch with a repeated id has inserted it once.
    const [created, refused] = [[] as string[], [] as string[]]
    for (const { id } of documents) (unclaimed.delete(id) ? created : refused).push(id)
    return { created, errors: refused.map(id => ({ error: 'DuplicateEntryError', document: { _id: id } })) }
  }

  async function ownOfKind(id: string, kind: Collection['kind'], builder: string): Promise<Collection> {
    const collection = await context.ownCollection(id, builder)
    if (collection.kind !== kind) throw refusal('DocumentNotFoundError', `collection: ${id}`, `type: ${kind}`)
    return collection
  }

  /** Verifies a token of a builder or its delegate, with its policies on the collection of the request. */
  async function asDelegate(token: string, command: string, collection: string): Promise<Authority> {
    const authority = await context.asBuilder(token, command)
    if (!authority.permits({ collection: collection.toLowerCase() })) throw new NodeAccessError(403)
    return authority
  }

  /** The collection of a change: a standard one may be changed by its builder, but not by a delegate. */
  async function changeable(id: string, builder: string, invoker: string): Promise<Collection> {
    const collection = await context.collection(id)
    if (collection.kind === 'standard' && invoker !== builder)
      throw refusal('ResourceAccessDeniedError', 'type: collection', 'The builder must be the invoker')
    return collection
  }

  return {
    async createStandard(token, { collection: id, data, write }) {
      const { subject, invoker } = await context.asInvokingBuilder(token, commands.data.create)
      const collection = await ownOfKind(id, 'standard', subject)
      return insert(collection, data, { owner: null, acl: null, writer: invoker, write })
    },

    async createOwned(token, { collection: id, data, owner, acl, write }) {
      const { subject, invoker } = await asDelegate(token, commands.data.create, id)
      const collection = await ownOfKind(id, 'owned', subject)
      const person = context.identity(owner)
      // A delegate writes only for itself; the builder writes for the people that asked it to.
      if (person !== invoker && invoker !== subject) {
        throw refusal('ResourceAccessDeniedError', 'type: document', 'The owner must be the invoker')
      }
      const entry = readAcl(context, acl)
      return insert(collection, data, { owner: person, acl: [entry], writer: invoker, write })
    },

    async find(token, { collection: id, filter, pagination, attested = false }) {
      const { subject } = await asDelegate(token, commands.data.read, id)
      const collection = await context.collection(id)
      const selection = { collection, builder: subject, permission: 'read', filter } as const
      return pages.find(selection, pagination, attested)
    },

    async update(token, { collection: id, filter, update }) {
      const { subject, invoker } = await asDelegate(token, commands.data.update, id)
      const collection = await changeable(id, subject, invoker)
      const revise = revising(collection, readUpdate(context, update, subject))
      const where = (parameters: SqlParameters) =>
        selectionToSql(context, parameters, { collection, builder: subject, permission: 'write', filter })
      let [matched, modified] = [0, 0]
      for (let last: string | undefined; ; ) {
        const parameters = new SqlParameters()
        const after = last === undefined ? 'TRUE' : `d.id > ${parameters.add(last)}::uuid`
        const rows = await database.query<{ id: string }>(
          `SELECT d.id FROM documents d WHERE ${where(parameters)} AND ${after}
           ORDER BY d.id LIMIT ${UPDATE_BATCH}`,
          parameters.values,
        )
        for (const row of rows) {
          const outcome = await reviseDocument(context, collection, row.id, where, revise)
          matched += Number(outcome.matched)
          modified += Number(outcome.modified)
        }
        last = rows.at(-1)?.id
        if (rows.length < UPDATE_BATCH) break
      }
      return { acknowledged: true, matched, modified, upserted: 0, upserted_id: null }
    },

    async delete(token, { collection: id, filter }) {
      const { subject, invoker } = await asDelegate(token, commands.data.delete, id)
      if (Object.keys(filter).length === 0) throw refusal('DataValidationError', 'Filter cannot be empty')
      const collection = await changeable(id, subject, invoker)
      return { acknowledged: true, deletedCount: await remove(collection, subject, filter) }
    },

    async withdraw(token, { collection, document, write }) {
      const { invoker } = await asDelegate(token, commands.data.delete, collection)
      const mark = 'collection = $1 AND id = $2 AND write = $3 AND writer = $4'
      const values = [collection, document, write, invoker]
      const parameters = new SqlParameters()
      parameters.values.push(...values, new Date(context.now().getTime() - WITHDRAWAL_MS))
      const own = 'd.collection = $1 AND d.id = $2 AND d.write = $3 AND d.writer = $4 AND d.created > $5'
      if ((await discharge(await context.collection(collection), own, parameters)) > 0) return true
      const old = await database.query(`SELECT 1 FROM documents WHERE ${mark}`, values)
      // The caller must not take the document for deleted.
      if (old.length > 0) {
        throw refusal('ResourceAccessDeniedError', 'type: document', 'It is too old to be withdrawn')
      }
      return false
    },

    async flush(token, id) {
      const { subject, invoker } = await asDelegate(token, commands.data.delete, id)
      await remove(await changeable(id, subject, invoker), subject, {})
    },

    async tail(token, id, limit) {
      const { subject } = await asDelegate(token, commands.data.read, id)
      const collection = await context.collection(id)
      return pages.latest({ collection, builder: subject, permission: 'read', filter: {} }, limit)
    },
  }

  async function remove(
    collection: Collection,
    builder: string,
    filter: Readonly<Record<string, unknown>>,
  ): Promise<number> {
    const parameters = new SqlParameters()
    const where = selectionToSql(context, parameters, { collection, builder, permission: 'write', filter })
    return discharge(collection, where, parameters)
  }

  /** Deletes documents of a collection, and returns their space to their owners' quotas. */
  async function discharge(
    { builder }: Collection,
    where: string,
    parameters: SqlParameters,
  ): Promise<number> {
    const isTrusted = await context.registry.trusts(builder)
    const sql = discharging(where, builder, isTrusted, parameters)
    const [gone] = await database.query<{ deleted: number }>(sql, parameters.values)
    return gone?.deleted ?? 0
  }
}

function assertNewDocuments(data: readonly NewDocument[]): void {
  if (data.length === 0 || data.length > BATCH_LIMIT) {
    throw refusal('DataValidationError', `data: must hold from 1 to ${BATCH_LIMIT} documents`)
  }
  for (const [at, document] of data.entries()) {
    if (!isPlainObject(document)) throw refusal('DataValidationError', `/${at}: must be an object`)
    if (!isUuid(document['_id'])) throw refusal('DataValidationError', `/${at}/_id: must be a UUID`)
    if (JSON.stringify(document).length > DOCUMENT_LIMIT) {
      throw refusal('DataValidationError', `/${at}: is larger than ${DOCUMENT_LIMIT} characters`)
    }
    const kept = KEPT_FIELDS.find(field => Object.hasOwn(document, field))
    if (kept !== undefined) throw refusal('DataValidationError', `/${at}/${kept}: is set by the node`)
  }
}

/** An access entry in its stored form; refuses one that permits nothing. */
export function readAcl(context: NodeContext, { grantee, read, write, execute }: AclEntry): AclEntry {
  if (!read && !write && !execute) throw refusal('GrantAccessError', `grantee: ${grantee}`)
  return { grantee: context.builderIdentity(grantee), read, write, execute }
}
