/** Documents on a local node: the operations of the people who own them. */

import {
  commands,
  type DocumentAddress,
  NodeAccessError,
  type NodeDocument,
  NodeError,
  type OwnUpdate,
  type Pagination,
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

/** The body of a request to an operation. */
type Body<Name extends 'grant' | 'revoke'> = Parameters<UserOperations[Name]>[1]

/** Maximum grantees of one document. */
const ACL_LIMIT = 100
/** Bytes of the documents that `readAllOwn` returns at once: a phone has half a minute for them. */
const READ_BYTES = 1024 * 1024
/** Maximum documents in a profile; `listOwn` pages through all of them. */
const PROFILE_LIMIT = 1_000

export function userOperations(context: NodeContext): UserOperations {
  return {
    readProfile: token => readProfile(context, token),
    listOwn: (token, pagination) => listOwn(context, token, pagination),
    readOwn: (token, address) => readOwn(context, token, address),
    readAllOwn: (token, addresses) => readAllOwn(context, token, addresses),
    updateOwn: (token, update) => updateOwn(context, token, update),
    deleteOwn: (token, address) => deleteOwn(context, token, address),
    grant: (token, permission) => grant(context, token, permission),
    revoke: (token, revocation) => revoke(context, token, revocation),
  }
}

async function readProfile(context: NodeContext, token: string) {
  const { subject } = await context.asUser(token, commands.users.root)
  const rows = await context.database.query<{ collection: string; id: string; created: Date; updated: Date }>(
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
}

async function listOwn(context: NodeContext, token: string, pagination?: Pagination) {
  const { subject } = await context.asUser(token, commands.users.read)
  const { limit, offset } = pageOf(pagination)
  const data = await context.database.query<{ builder: string; collection: string; document: string }>(
    `SELECT c.builder, d.collection, d.id AS document
     FROM documents d JOIN collections c ON c.id = d.collection
     WHERE d.owner = $1 ORDER BY d.created, d.id LIMIT $2 OFFSET $3`,
    [subject, limit, offset],
  )
  const [counted] = await context.database.query<{ total: number }>(
    'SELECT count(*)::integer AS total FROM documents WHERE owner = $1',
    [subject],
  )
  return { data, pagination: { total: counted?.total ?? 0, limit, offset } }
}

async function readOwn(
  context: NodeContext,
  token: string,
  { collection, document }: DocumentAddress,
): Promise<NodeDocument> {
  const { subject } = await context.asUser(token, commands.users.read)
  const [row] = await context.database.query<DocumentRow>(
    `SELECT ${DOCUMENT_COLUMNS} FROM documents d WHERE d.collection = $1 AND d.id = $2 AND d.owner = $3`,
    [collection, document, subject],
  )
  if (row === undefined) throw notFound({ collection, document })
  return documentOf(row)
}

async function readAllOwn(
  context: NodeContext,
  token: string,
  addresses: readonly DocumentAddress[],
): Promise<(NodeDocument | null)[]> {
  const { subject } = await context.asUser(token, commands.users.read)
  const rows = await context.database.query<DocumentRow & { readonly at: number; readonly found: number }>(
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
}

async function updateOwn(
  context: NodeContext,
  token: string,
  { update, filter, ...address }: OwnUpdate,
): Promise<void> {
  const { subject } = await context.asUser(token, commands.users.update)
  const change = readUpdate(context, update, subject)
  await revise(context, subject, address, collection => revising(collection, change), filter)
}

async function deleteOwn(
  context: NodeContext,
  token: string,
  { collection, document }: DocumentAddress,
): Promise<void> {
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
  const [gone] = await context.database.query<{ deleted: number }>(sql, parameters.values)
  await forgetOwner(context, builder, subject)
  if (gone === undefined || gone.deleted === 0) throw notFound({ collection, document })
}

async function grant(context: NodeContext, token: string, { acl, ...address }: Body<'grant'>): Promise<void> {
  const { subject } = await context.asUser(token, commands.users.update)
  const entry = readAcl(context, acl)
  if (!(await context.isBuilder(entry.grantee))) {
    throw refusal('DocumentNotFoundError', `builder: ${entry.grantee}`)
  }
  await revise(context, subject, address, () => ({ acl: entries }) => {
    const others = (entries ?? []).filter(({ grantee }) => grantee !== entry.grantee)
    if (others.length >= ACL_LIMIT) throw refusal('GrantAccessError', 'The document has too many grantees')
    return { acl: [...others, entry] }
  })
}

async function revoke(
  context: NodeContext,
  token: string,
  { grantee, ...address }: Body<'revoke'>,
): Promise<void> {
  const { subject } = await context.asUser(token, commands.users.update)
  const revoked = context.builderIdentity(grantee)
  await revise(context, subject, address, () => ({ acl: entries }) => ({
    acl: (entries ?? []).filter(entry => entry.grantee !== revoked),
  }))
}

/** Revises a document of its owner; for anyone else, and if the filter does not match, it does not exist. */
async function revise(
  context: NodeContext,
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

function notFound({ collection, document }: DocumentAddress) {
  return refusal('DocumentNotFoundError', `collection: ${collection}`, `document: ${document}`)
}
