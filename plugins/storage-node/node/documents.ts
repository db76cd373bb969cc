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
  | 'createStandard'
  | 'createOwned'
  | 'createAllOwned'
  | 'find'
  | 'update'
  | 'delete'
  | 'withdraw'
  | 'withdrawAll'
  | 'flush'
  | 'tail'
>

/** Maximum documents that one call creates. */
const BATCH_LIMIT = 1_000
/** Documents per batch of an update. */
const UPDATE_BATCH = 200
const WITHDRAWAL_MS = 7 * 24 * 60 * 60 * 1000
/** Fields that the node sets: a document with such a field is refused, not silently altered. */
const KEPT_FIELDS = ['_created', '_updated', '_owner', '_acl']

/** The owner and the writer of documents. */
interface Origin {
  readonly owner: string | null
  readonly acl: readonly AclEntry[] | null
  readonly writer: string
}

/** Documents for one collection, and the mark of their write. */
interface Batch {
  readonly collection: Collection
  readonly data: readonly NewDocument[]
  readonly write?: string | undefined
}

export function documentOperations(context: NodeContext): DocumentOperations {
  const { database } = context
  const pages = new DocumentPages(context)

  /** Inserts documents of one builder and one owner in one statement. */
  async function insert(batches: readonly Batch[], { owner, acl, writer }: Origin): Promise<Created[]> {
    const [first] = batches
    const builder = first?.collection.builder ?? ''
    assertNewDocuments(batches.flatMap(({ data }) => data))
    const documents = batches.map(({ collection, data, write }) =>
      collection.assertDocuments(data).map(({ _id, ...body }) => {
        const id = String(_id).toLowerCase()
        const bytes = Buffer.byteLength(JSON.stringify(body))
        const attested = context.isAttested(collection, { id, owner, body })
        if (!attested && context.isAttestedTooLate(collection, { id, owner, body })) throw attestedTooLate(id)
        return { collection: collection.id, id, write, body, bytes, attested }
      }),
    )
    const accounts = await accountsOf(context, builder, owner)
    const parameters = new SqlParameters()
    parameters.values.push(
      ...[owner, writer, acl === null ? null : JSON.stringify(acl)],
      ...[context.now(), JSON.stringify(documents.flat())],
    )
    const rows = await database
      .query<{ collection: string; id: string }>(
        `WITH inserted AS (
           INSERT INTO documents (collection, id, owner, writer, write, acl, body, bytes, version, created, updated,
             checked, attested)
           SELECT (n->>'collection')::uuid, (n->>'id')::uuid, $1, $2, (n->>'write')::uuid, $3::jsonb, n->'body',
             (n->>'bytes')::integer, 1, $4, $4, 1, (n->>'attested')::boolean
           FROM jsonb_array_elements($5::jsonb) AS n
           ON CONFLICT (collection, id) DO NOTHING RETURNING collection, id, bytes, attested
         ), ${charging(accounts, parameters)}
         SELECT collection, id FROM inserted WHERE ${FITS}`,
        parameters.values,
        { prepared: true },
      )
      .catch(async error => {
        if (!isBeyond(error)) throw error
        const bytes = documents.flat().reduce((sum, each) => sum + each.bytes, 0)
        throw await beyond(context, accounts, bytes)
      })
    const unclaimed = new Set(rows.map(({ collection, id }) => `${collection}/${id}`))
    return documents.map(batch => {
      // A batch with a repeated id has inserted it once.
      const [created, refused] = [[] as string[], [] as string[]]
      for (const { collection, id } of batch)
        (unclaimed.delete(`${collection}/${id}`) ? created : refused).push(id)
      return { created, errors: refused.map(id => ({ error: 'DuplicateEntryError', document: { _id: id } })) }
    })
  }

  async function insertOne(batch: Batch, origin: Origin): Promise<Created> {
    const [created] = await insert([batch], origin)
    return created ?? { created: [], errors: [] }
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

  /** Like `asDelegate`, for a request about several collections: the policies must hold for each of them. */
  async function asDelegateOf(
    token: string,
    command: string,
    addresses: readonly { readonly collection: string }[],
  ): Promise<Authority> {
    const authority = await context.asBuilder(token, command)
    const collections = new Set(addresses.map(({ collection }) => collection.toLowerCase()))
    for (const collection of collections)
      if (!authority.permits({ collection })) throw new NodeAccessError(403)
    return authority
  }

  /** The origin of a person's documents: a delegate writes only for itself, the builder for anyone. */
  function originOf(
    { subject, invoker }: Authority,
    { owner, acl }: { readonly owner: string; readonly acl: AclEntry },
  ): Origin {
    const person = context.identity(owner)
    if (person !== invoker && invoker !== subject) {
      throw refusal('ResourceAccessDeniedError', 'type: document', 'The owner must be the invoker')
    }
    return { owner: person, acl: [readAcl(context, acl)], writer: invoker }
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
      return insertOne({ collection, data, write }, { owner: null, acl: null, writer: invoker })
    },

    async createOwned(token, { collection: id, data, write, ...of }) {
      const authority = await asDelegate(token, commands.data.create, id)
      const collection = await ownOfKind(id, 'owned', authority.subject)
      return insertOne({ collection, data, write }, originOf(authority, of))
    },

    async createAllOwned(token, { batches, ...of }) {
      const authority = await asDelegateOf(token, commands.data.create, batches)
      const wanted: Batch[] = []
      for (const { collection, ...batch } of batches)
        wanted.push({ ...batch, collection: await ownOfKind(collection, 'owned', authority.subject) })
      return insert(wanted, originOf(authority, of))
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

    async withdrawAll(token, { write, documents }) {
      const { subject, invoker } = await asDelegateOf(token, commands.data.delete, documents)
      const collections = new Map<string, Collection>()
      for (const { collection: id } of documents)
        if (!collections.has(id)) collections.set(id, await context.ownCollection(id, subject))
      const mark = `(d.collection, d.id) IN (
          SELECT n.collection, n.document FROM jsonb_to_recordset($1::jsonb) AS n(collection uuid, document uuid)
        ) AND d.write = $2 AND d.writer = $3`
      const values = [JSON.stringify(documents), write, invoker]
      const parameters = new SqlParameters()
      parameters.values.push(...values, new Date(context.now().getTime() - WITHDRAWAL_MS))
      const [collection] = collections.values()
      if (collection === undefined) return
      const deleted = await discharge(collection, `${mark} AND d.created > $4`, parameters)
      if (deleted === documents.length) return
      const old = await database.query(`SELECT 1 FROM documents d WHERE ${mark} LIMIT 1`, values)
      if (old.length > 0) {
        throw refusal('ResourceAccessDeniedError', 'type: document', 'One is too old to be withdrawn')
      }
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
