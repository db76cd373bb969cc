/** Documents on a local node: the builders' operations. */

import type { AclEntry, LeftOut } from '../../../core/index.ts'
import {
  type Authority,
  type Created,
  commands,
  isPlainObject,
  type NewDocument,
  NodeAccessError,
  pageOf,
  refusal,
  type StorageNode,
} from '../../../core/node.ts'
import { ATTESTED, checkAttestations, countLeftOut } from './attestation.ts'
import { reviseDocument, revising } from './change.ts'
import { isUuid, sortToSql } from './filter-sql.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { BYTES, DOCUMENT_COLUMNS, DOCUMENT_LIMIT, type DocumentRow, documentOf } from './rows.ts'
import { placing, refusing, selectionToSql } from './selection.ts'
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
/** Documents that a walk may visit for each document that it must find. */
const STEPS = 20
/**
 * The factor for the length of a second walk, if the first has found enough to expect that it completes the
 * page.
 */
const FURTHER = 4
const WITHDRAWAL_MS = 7 * 24 * 60 * 60 * 1000
/** Fields that the node sets: a document with such a field is refused, not silently altered. */
const KEPT_FIELDS = ['_created', '_updated', '_owner', '_acl']

type Selection = Parameters<typeof selectionToSql>[2]
type Sort = Readonly<Record<string, 1 | -1>>

/** A row of a page, and the number of rows that the page would have without its limit in bytes. */
type FoundRow = DocumentRow & { readonly found: number }

/** True if documents are requested in order of creation. */
const isNatural = (sort: Sort): boolean => /^_created 1( _id 1)?$/.test(Object.entries(sort).flat().join(' '))

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
  const { database, pageBytes } = context

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
      const { subject, invoker } = await context.asBuilderAlone(token, commands.data.create)
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
      const { limit, offset } = pageOf(pagination)
      const all = { collection, builder: subject, permission: 'read', filter } as const
      const selection = { ...all, attested }
      const sort = pagination?.sort ?? { _created: 1 }
      if (attested) {
        if (!isNatural(sort))
          throw refusal('DataValidationError', 'attested: is in no order but _created, _id')
        await checkAttestations(context, collection, parameters => selectionToSql(context, parameters, all))
      }
      const rows =
        (await walk(selection, sort, limit, offset)) ?? (await seek(selection, sort, limit, offset))
      const seen = offset + rows.length
      const isCut = rows.length < (rows[0]?.found ?? 0)
      const isShort = rows.length < limit && !isCut
      // The last page determines the total; otherwise it must be counted.
      const isLast = isShort && (rows.length > 0 || offset === 0)
      const total = isLast
        ? seen
        : pagination?.total === false
          ? seen + Number(isCut)
          : await count(selection)
      const page = { data: rows.map(documentOf), pagination: { total, limit, offset } }
      if (!attested) return page
      return { ...page, leftOut: await leftOutOf(all, isShort ? undefined : rows.at(-1)) }
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
      const parameters = new SqlParameters()
      const where = selectionToSql(context, parameters, {
        collection,
        builder: subject,
        permission: 'read',
        filter: {},
      })
      const most = parameters.add(pageOf(limit === undefined ? {} : { limit }).limit)
      const order = 'd.created DESC, d.id DESC'
      const page = `SELECT * FROM documents d WHERE ${where} ORDER BY ${order} LIMIT ${most}`
      const rows = await database.query<DocumentRow>(bounded(page, order, parameters), parameters.values)
      return rows.map(documentOf)
    },
  }

  /**
   * Finds the page by walking through the documents in order, which is fast if many match. The server only
   * estimates how many do, and a wrong estimate makes it walk through all; hence a walk with a limited number
   * of steps, and a second one if the first shows that it will complete the page.
   * @returns `undefined` if the page was not found
   */
  async function walk(
    selection: Selection,
    sort: Sort,
    limit: number,
    offset: number,
    length = STEPS,
  ): Promise<FoundRow[] | undefined> {
    const parameters = new SqlParameters()
    const { place, isPinned } = placing(context, parameters, selection.filter)
    if (isPinned || !isNatural(sort)) return undefined
    const collection = `d.collection = ${parameters.add(selection.collection.id)}::uuid`
    const steps = (offset + limit) * length
    const passed = `documents d WHERE ${collection} AND ${place} AND ${selection.attested ? ATTESTED : 'TRUE'}`
    const walked = parameters.values.length
    const where = selectionToSql(context, parameters, selection)
    const page = `SELECT * FROM (
        SELECT * FROM ${passed} ORDER BY d.created, d.id LIMIT ${parameters.add(steps)}
      ) d WHERE ${where} ORDER BY d.created, d.id LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`
    const rows = await database.query<FoundRow>(
      bounded(page, 'd.created, d.id', parameters),
      parameters.values,
    )
    const found = rows[0]?.found ?? 0
    if (found === limit) return rows
    if (selection.attested) {
      // Documents of strangers do not count as steps: the walk has seen all of few attested documents.
      const [further] = await database.query(
        `SELECT 1 FROM ${passed} ORDER BY d.created, d.id LIMIT 1 OFFSET $${walked + 1}`,
        [...parameters.values.slice(0, walked), steps],
      )
      if (further === undefined) return rows
    }
    const isNear = length === STEPS && found * FURTHER >= limit
    return isNear ? walk(selection, sort, limit, offset, STEPS * FURTHER) : undefined
  }

  /** Finds the page by selecting all matches in any order of an index, and sorting them. */
  async function seek(selection: Selection, sort: Sort, limit: number, offset: number) {
    const parameters = new SqlParameters()
    const where = selectionToSql(context, parameters, selection)
    const order = refusing(() => sortToSql(sort, parameters))
    // OFFSET 0 keeps the planner from using the order and the limit to find the rows.
    const page = `SELECT * FROM (SELECT * FROM documents d WHERE ${where} OFFSET 0) d ORDER BY ${order}
       LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`
    return database.query<FoundRow>(bounded(page, order, parameters), parameters.values)
  }

  /**
   * A page of rows `d` in this order, cut at the maximum bytes of a page; its first document always stays.
   */
  function bounded(page: string, order: string, parameters: SqlParameters): string {
    return `SELECT ${DOCUMENT_COLUMNS}, d.found FROM (
        SELECT d.*, (count(*) OVER ())::integer AS found,
          sum(${BYTES}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - ${BYTES} AS before FROM (${page}) d
      ) d WHERE d.before < ${parameters.add(pageBytes)}::bigint ORDER BY ${order}`
  }

  /** The documents skipped by a page of attested ones that ends with this row. */
  function leftOutOf(selection: Selection, last: DocumentRow | undefined): Promise<LeftOut> {
    return countLeftOut(context, parameters => {
      const where = selectionToSql(context, parameters, selection)
      if (last === undefined) return where
      const end = `(${parameters.add(last.created)}::timestamptz, ${parameters.add(last.id)}::uuid)`
      return `${where} AND (d.created, d.id) <= ${end}`
    })
  }

  async function count(selection: Selection): Promise<number> {
    const parameters = new SqlParameters()
    const where = selectionToSql(context, parameters, selection)
    const [counted] = await database.query<{ total: number }>(
      `SELECT count(*)::integer AS total FROM documents d WHERE ${where}`,
      parameters.values,
    )
    return counted?.total ?? 0
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
  return { grantee: context.identity(grantee), read, write, execute }
}
