/** Documents on a local node, as builders use them. */

import type { Authority } from '../../../core/stores/network/authorise.ts'
import { NodeAccessError, refusal } from '../../../core/stores/network/errors.ts'
import { isPlainObject } from '../../../core/stores/network/filter.ts'
import {
  type Created,
  commands,
  type NewDocument,
  type StorageNode,
} from '../../../core/stores/network/node.ts'
import { pageOf } from '../../../core/stores/network/page.ts'
import type { AclEntry } from '../../../core/stores/records.ts'
import { reviseDocument, revising } from './change.ts'
import { isUuid, sortToSql } from './filter-sql.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { DOCUMENT_COLUMNS, type DocumentRow, documentOf } from './rows.ts'
import { placing, selectionToSql } from './selection.ts'
import { SqlParameters } from './sql-parameters.ts'
import { readUpdate } from './update.ts'

type DocumentOperations = Pick<
  StorageNode,
  'createStandard' | 'createOwned' | 'find' | 'update' | 'delete' | 'withdraw' | 'flush' | 'tail'
>

/** Documents that one call may create. */
const BATCH_LIMIT = 1_000
/** Characters of JSON of one document. */
const DOCUMENT_LIMIT = 1024 * 1024
/** Documents that an update reads at a time. */
const UPDATE_BATCH = 200
/** Documents that a walk may pass for each that it is to find. */
const STEPS = 20
/** How many times as long a second walk is, when the first has found so much that this will do. */
const FURTHER = 4
const WITHDRAWAL_MS = 7 * 24 * 60 * 60 * 1000
/** What the node keeps itself: a document that brings such a field is refused, not silently altered. */
const KEPT_FIELDS = ['_created', '_updated', '_owner', '_acl']

type Selection = Parameters<typeof selectionToSql>[2]
type Sort = Readonly<Record<string, 1 | -1>>

/** Whether documents are wanted in the order in which they came. */
const isNatural = (sort: Sort): boolean => /^_created 1( _id 1)?$/.test(Object.entries(sort).flat().join(' '))

/** Whose the documents of a call are, and which call it is. */
interface Origin {
  readonly owner: string | null
  readonly acl: readonly AclEntry[] | null
  readonly writer: string
  readonly write: string | undefined
}

export function documentOperations(context: NodeContext): DocumentOperations {
  const { database } = context

  async function insert(
    collection: Collection,
    data: readonly NewDocument[],
    { owner, acl, writer, write }: Origin,
  ): Promise<Created> {
    assertNewDocuments(data)
    const documents = collection.assertDocuments(data).map(({ _id, ...body }) => {
      const id = String(_id).toLowerCase()
      return { id, body, attested: context.isAttested(collection, { id, owner, body }) }
    })
    const rows = await database.query<{ id: string }>(
      `INSERT INTO documents (collection, id, owner, writer, write, acl, body, version, created, updated, checked, attested)
       SELECT $1::uuid, (n->>'id')::uuid, $2, $3, $4::uuid, $5::jsonb, n->'body', 1, $6, $6,
         1, (n->>'attested')::boolean
       FROM jsonb_array_elements($7::jsonb) AS n
       ON CONFLICT (collection, id) DO NOTHING RETURNING id`,
      [
        collection.id,
        owner,
        writer,
        write ?? null,
        acl === null ? null : JSON.stringify(acl),
        context.now(),
        JSON.stringify(documents),
      ],
    )
    const unclaimed = new Set(rows.map(({ id }) => id))
    // A batch that names an id twice has inserted it once.
    const [created, refused] = [[] as string[], [] as string[]]
    for (const { id } of documents) (unclaimed.delete(id) ? created : refused).push(id)
    return { created, errors: refused.map(id => ({ error: 'DuplicateEntryError', document: { _id: id } })) }
  }

  async function ownOfKind(id: string, kind: Collection['kind'], builder: string): Promise<Collection> {
    const collection = await context.ownCollection(id, builder)
    if (collection.kind !== kind) throw refusal('DocumentNotFoundError', `collection: ${id}`, `type: ${kind}`)
    return collection
  }

  /** Verifies a token of a builder or of a delegate of it, with its policies over the collection that is asked for. */
  async function asDelegate(token: string, command: string, collection: string): Promise<Authority> {
    const authority = await context.asBuilder(token, command)
    if (!authority.permits({ collection: collection.toLowerCase() })) throw new NodeAccessError(403)
    return authority
  }

  /** A collection whose documents are changed: a standard one by its builder, never by a delegate of it. */
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
      return insert(collection, data, { owner: null, acl: null, writer: invoker, write })
    },

    async createOwned(token, { collection: id, data, owner, acl, write }) {
      const { subject, invoker } = await asDelegate(token, commands.data.create, id)
      const collection = await ownOfKind(id, 'owned', subject)
      const person = context.identity(owner)
      // A delegate writes for nobody but itself; the builder writes for the people who asked it to.
      if (person !== invoker && invoker !== subject) {
        throw refusal('ResourceAccessDeniedError', 'type: document', 'The owner must be the invoker')
      }
      const entry = readAcl(context, acl)
      return insert(collection, data, { owner: person, acl: [entry], writer: invoker, write })
    },

    async find(token, { collection: id, filter, pagination }) {
      const { subject } = await asDelegate(token, commands.data.read, id)
      const collection = await context.collection(id)
      const { limit, offset } = pageOf(pagination)
      const selection = { collection, builder: subject, permission: 'read', filter } as const
      const sort = pagination?.sort ?? { _created: 1 }
      const rows =
        (await walk(selection, sort, limit, offset)) ?? (await seek(selection, sort, limit, offset))
      // The last page says how many there are; only a full one has to be counted.
      const seen = offset + rows.length
      const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
      const total = isLast || pagination?.total === false ? seen : await count(selection)
      return { data: rows.map(documentOf), pagination: { total, limit, offset } }
    },

    async update(token, { collection: id, filter, update }) {
      const { subject, invoker } = await asDelegate(token, commands.data.update, id)
      const collection = await changeable(id, subject, invoker)
      const revise = revising(collection, readUpdate(update))
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
          const outcome = await reviseDocument(context, id, row.id, where, revise)
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
      const gone = await database.query(`DELETE FROM documents WHERE ${mark} AND created > $5 RETURNING id`, [
        ...values,
        new Date(context.now().getTime() - WITHDRAWAL_MS),
      ])
      if (gone.length > 0) return true
      const old = await database.query(`SELECT 1 FROM documents WHERE ${mark}`, values)
      // Whoever asks must not take it for gone.
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
      const parameters = new SqlParameters()
      const where = selectionToSql(context, parameters, {
        collection,
        builder: subject,
        permission: 'read',
        filter: {},
      })
      const rows = await database.query<DocumentRow>(
        `SELECT ${DOCUMENT_COLUMNS} FROM documents d WHERE ${where}
         ORDER BY d.created DESC, d.id DESC LIMIT ${parameters.add(pageOf(limit === undefined ? {} : { limit }).limit)}`,
        parameters.values,
      )
      return rows.map(documentOf)
    },
  }

  /**
   * The page by walking through the documents in their order: right away where many of them match. A server's estimate
   * of how many do is a guess, and from a wrong one it walks through all of them; hence a walk of so many steps, and
   * another one where the first shows that it will end.
   * @returns `undefined` when that was no way to find the page
   */
  async function walk(
    selection: Selection,
    sort: Sort,
    limit: number,
    offset: number,
    length = STEPS,
  ): Promise<DocumentRow[] | undefined> {
    const parameters = new SqlParameters()
    const { place, isPinned } = placing(context, parameters, selection.filter)
    if (isPinned || !isNatural(sort)) return undefined
    const collection = `d.collection = ${parameters.add(selection.collection.id)}::uuid`
    const steps = parameters.add((offset + limit) * length)
    const where = selectionToSql(context, parameters, selection)
    const rows = await database.query<DocumentRow>(
      `SELECT ${DOCUMENT_COLUMNS} FROM (
         SELECT * FROM documents d WHERE ${collection} AND ${place} ORDER BY d.created, d.id LIMIT ${steps}
       ) d WHERE ${where} ORDER BY d.created, d.id LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`,
      parameters.values,
    )
    if (rows.length === limit) return rows
    const isNear = length === STEPS && rows.length * FURTHER >= limit
    return isNear ? walk(selection, sort, limit, offset, STEPS * FURTHER) : undefined
  }

  /** The page by finding all that match, in whatever order an index gives them, and sorting them. */
  async function seek(selection: Selection, sort: Sort, limit: number, offset: number) {
    const parameters = new SqlParameters()
    const where = selectionToSql(context, parameters, selection)
    const order = sortToSql(sort, parameters)
    // OFFSET 0 keeps the order and the limit out of how they are found.
    return database.query<DocumentRow>(
      `SELECT ${DOCUMENT_COLUMNS} FROM (SELECT * FROM documents d WHERE ${where} OFFSET 0) d ORDER BY ${order}
       LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`,
      parameters.values,
    )
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
    const [removed] = await database.query<{ total: number }>(
      `WITH removed AS (DELETE FROM documents d WHERE ${where} RETURNING 1)
       SELECT count(*)::integer AS total FROM removed`,
      parameters.values,
    )
    return removed?.total ?? 0
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

/** An access entry as it is stored; refuses one that permits nothing. */
export function readAcl(context: NodeContext, { grantee, read, write, execute }: AclEntry): AclEntry {
  if (!read && !write && !execute) throw refusal('GrantAccessError', `grantee: ${grantee}`)
  return { grantee: context.identity(grantee), read, write, execute }
}
