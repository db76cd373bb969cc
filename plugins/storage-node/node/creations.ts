/** Creates documents on a local node. */
import type { AclEntry } from '../../../core/index.ts'
import {
  type Authority,
  type Created,
  commands,
  isPlainObject,
  type NewDocument,
  refusal,
  type StorageNode,
} from '../../../core/node.ts'
import { asDelegate, asDelegateOf } from './access.ts'
import { attestedTooLate } from './attestation.ts'
import { isUuid } from './filter-sql.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { DOCUMENT_LIMIT } from './rows.ts'
import { SqlParameters } from './sql-parameters.ts'
import { accountsOf, beyond, charging, FITS, isBeyond } from './usage.ts'

export type DocumentCreations = Pick<StorageNode, 'createStandard' | 'createOwned' | 'createAllOwned'>

/** Maximum documents that one call creates. */
const BATCH_LIMIT = 1_000
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

export function documentCreations(context: NodeContext): DocumentCreations {
  return {
    async createStandard(token, { collection: id, data, write }) {
      const { subject, invoker } = await context.asInvokingBuilder(token, commands.data.create)
      const collection = await ownOfKind(context, id, 'standard', subject)
      return insertOne(context, { collection, data, write }, { owner: null, acl: null, writer: invoker })
    },

    async createOwned(token, { collection: id, data, write, ...of }) {
      const authority = await asDelegate(context, token, commands.data.create, id)
      const collection = await ownOfKind(context, id, 'owned', authority.subject)
      return insertOne(context, { collection, data, write }, originOf(context, authority, of))
    },

    async createAllOwned(token, { batches, ...of }) {
      const authority = await asDelegateOf(context, token, commands.data.create, batches)
      const wanted: Batch[] = []
      for (const { collection, ...batch } of batches)
        wanted.push({
          ...batch,
          collection: await ownOfKind(context, collection, 'owned', authority.subject),
        })
      return insert(context, wanted, originOf(context, authority, of))
    },
  }
}

/** Inserts documents of one builder and one owner in one statement. */
async function insert(
  context: NodeContext,
  batches: readonly Batch[],
  { owner, acl, writer }: Origin,
): Promise<Created[]> {
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
  const rows = await context.database
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

async function insertOne(context: NodeContext, batch: Batch, origin: Origin): Promise<Created> {
  const [created] = await insert(context, [batch], origin)
  return created ?? { created: [], errors: [] }
}

async function ownOfKind(
  context: NodeContext,
  id: string,
  kind: Collection['kind'],
  builder: string,
): Promise<Collection> {
  const collection = await context.ownCollection(id, builder)
  if (collection.kind !== kind) throw refusal('DocumentNotFoundError', `collection: ${id}`, `type: ${kind}`)
  return collection
}

/** The origin of a person's documents: a delegate writes only for itself, the builder for anyone. */
function originOf(
  context: NodeContext,
  { subject, invoker }: Authority,
  { owner, acl }: { readonly owner: string; readonly acl: AclEntry },
): Origin {
  const person = context.identity(owner)
  if (person !== invoker && invoker !== subject) {
    throw refusal('ResourceAccessDeniedError', 'type: document', 'The owner must be the invoker')
  }
  return { owner: person, acl: [readAcl(context, acl)], writer: invoker }
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
