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
import { isId } from './filter-sql.ts'
import { type Insert, insertions, type NewRow, type NewRows, placeOf } from './insertions.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { DOCUMENT_LIMIT } from './rows.ts'
import { accountsOf, beyond, isBeyond } from './usage.ts'
import { assertLive } from './withdrawals.ts'

export type DocumentCreations = Pick<StorageNode, 'createStandard' | 'createOwned' | 'createAllOwned'>

/** Maximum documents that one call creates. */
const BATCH_LIMIT = 1_000
/** Characters of an id in the JSON of a document: its name, 36 of a UUID, and the comma. */
const ID_LENGTH = '"_id":"",'.length + 36
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
  const add = insertions(context.database, context.now)
  return {
    async createStandard(token, { collection: id, data, write }) {
      const { subject, invoker } = await context.asInvokingBuilder(token, commands.data.create)
      const collection = await ownOfKind(context, id, 'standard', subject)
      const origin = { owner: null, acl: null, writer: invoker }
      const [created = NOTHING] = await insert(context, add, [{ collection, data, write }], origin)
      return created
    },

    async createOwned(token, { collection: id, data, write, ...of }) {
      const authority = await asDelegate(context, token, commands.data.create, id)
      const collection = await ownOfKind(context, id, 'owned', authority.subject)
      const origin = originOf(context, authority, of)
      const [created = NOTHING] = await insert(context, add, [{ collection, data, write }], origin)
      return created
    },

    async createAllOwned(token, { batches, ...of }) {
      const authority = await asDelegateOf(context, token, commands.data.create, batches)
      const wanted: Batch[] = []
      for (const { collection, ...batch } of batches)
        wanted.push({
          ...batch,
          collection: await ownOfKind(context, collection, 'owned', authority.subject),
        })
      return insert(context, add, wanted, originOf(context, authority, of))
    },
  }
}

/** Checks documents of one builder and one owner, and inserts them all at once. */
async function insert(
  context: NodeContext,
  add: Insert,
  batches: readonly Batch[],
  { owner, acl, writer }: Origin,
): Promise<Created[]> {
  const builder = batches[0]?.collection.builder ?? ''
  assertNewDocuments(batches.flatMap(({ data }) => data))
  const wanted = batches.map(({ collection, data, write }): NewRows => {
    const shared = JSON.stringify({ collection: collection.id, owner, writer, write, acl })
    const rows = collection.assertDocuments(data).map((document): NewRow => {
      const id = String(document['_id']).toLowerCase()
      const attestation = { id, owner, body: document }
      const attested = context.isAttested(collection, attestation)
      if (!attested && context.isAttestedTooLate(collection, attestation)) throw attestedTooLate(id)
      const { text, bytes } = bodyOf(document)
      return { id, attested, bytes, text }
    })
    return { collection: collection.id, shared, rows }
  })
  const accounts = await accountsOf(context, builder, owner)
  const bytes = wanted.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.bytes, 0)
  const unclaimed = await add({ batches: wanted, bytes, accounts }).catch(async error => {
    throw isBeyond(error) ? await beyond(context, accounts, bytes) : error
  })
  if (unclaimed.size < wanted.reduce((sum, { rows }) => sum + rows.length, 0))
    await assertLive(
      context,
      writer,
      batches.map(({ write }) => write),
    )
  return wanted.map(({ collection, rows }) => {
    // A batch with a repeated id has inserted it once.
    const [created, refused] = [[] as string[], [] as string[]]
    for (const { id } of rows) (unclaimed.delete(placeOf(collection, id)) ? created : refused).push(id)
    return { created, errors: refused.map(id => ({ error: 'DuplicateEntryError', document: { _id: id } })) }
  })
}

const NOTHING: Created = { created: [], errors: [] }

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

/** The JSON of a document without its id. */
interface Body {
  readonly text: string
  /** Length of `text` in UTF-8. */
  readonly bytes: number
}

/** Documents that may be stored. The nodes of one process are given the same objects. */
const bodies = new WeakMap<NewDocument, Body>()

function bodyOf(document: NewDocument): Body {
  const known = bodies.get(document)
  if (known !== undefined) return known
  const { _id, ...body } = document
  const text = JSON.stringify(body)
  return { text, bytes: Buffer.byteLength(text) }
}

function assertNewDocuments(data: readonly NewDocument[]): void {
  if (data.length === 0 || data.length > BATCH_LIMIT) {
    throw refusal('DataValidationError', `data: must hold from 1 to ${BATCH_LIMIT} documents`)
  }
  for (const [at, document] of data.entries()) {
    if (bodies.has(document)) continue
    if (!isPlainObject(document)) throw refusal('DataValidationError', `/${at}: must be an object`)
    if (!isId(document['_id'])) throw refusal('DataValidationError', `/${at}/_id: must be a UUID`)
    const body = bodyOf(document)
    if (body.text.length + ID_LENGTH > DOCUMENT_LIMIT)
      throw refusal('DataValidationError', `/${at}: is larger than ${DOCUMENT_LIMIT} characters`)
    const kept = KEPT_FIELDS.find(field => Object.hasOwn(document, field))
    if (kept !== undefined) throw refusal('DataValidationError', `/${at}/${kept}: is set by the node`)
    bodies.set(document, body)
  }
}

/** An access entry in its stored form; refuses one that permits nothing. */
export function readAcl(context: NodeContext, { grantee, read, write, execute }: AclEntry): AclEntry {
  if (!read && !write && !execute) throw refusal('GrantAccessError', `grantee: ${grantee}`)
  return { grantee: context.builderIdentity(grantee), read, write, execute }
}
