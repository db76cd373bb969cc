/**
 * The content of a record without the fields that nodes add: compares contents, and replaces one by another.
 */
import { hash } from 'node:crypto'
import { canonicalize } from '../../crypto/attest.ts'
import { loopTurn } from '../../sandbox/loop-turn.ts'
import type { NewRecord } from '../records.ts'
import { refusal } from './errors.ts'
import type { Invoke } from './invoke.ts'
import type { Claim, WriteJournal } from './journal.ts'
import { commands, type NodeDocument, type StorageNode } from './node.ts'

type Fields = Readonly<Record<string, unknown>>

/** The record's own fields. */
export function contentOf({ _id, _created, _updated, _owner, _acl, ...content }: Fields): Fields {
  return content
}

/** SHA-256 of the content in canonical JSON (RFC 8785). */
export const digestOf = (record: Fields): string => digestOfPlain(JSON.parse(JSON.stringify(record)))

/** The same of a record in its JSON form, as nodes return it. */
const digestOfPlain = (record: Fields): string => hash('sha256', canonicalize(contentOf(record)))

const ATTEMPTS = 5

/** The parts of a change of a document, which is sent while the row is held. */
interface ChangeParts {
  readonly invoke: Invoke
  readonly journal: WriteJournal
}

/**
 * Replaces the content of a document on one node; `false` if the node has no document under this id. Each
 * attempt is bound to a version that was read before the row was confirmed, so that a delayed one changes nothing
 * that a later holder has written.
 * @param record - has the digest of the claim
 * @param write - the mark that makes the node refuse the change once the write is withdrawn
 */
export async function replacing(
  node: StorageNode,
  { invoke, journal }: ChangeParts,
  claim: Claim,
  record: NewRecord,
  write?: string,
): Promise<boolean> {
  const content = contentOf(record)
  const { collection } = claim
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const present = await presentOn(node, invoke, collection, record._id)
    if (present === undefined) return false
    // The canonical form of a large record takes a turn of the event loop, and all nodes answer at once.
    await loopTurn()
    if (digestOfPlain(present) === claim.digest) return true
    const surplus = Object.keys(contentOf(present)).filter(field => content[field] === undefined)
    await journal.confirm([claim])
    const { matched } = await node.update(invoke(node.did, commands.data.update), {
      ...{ collection, ...(write !== undefined && { write }) },
      filter: { _id: record._id, _updated: present._updated },
      update: {
        ...(Object.keys(content).length > 0 && { $set: content }),
        ...(surplus.length > 0 && { $unset: Object.fromEntries(surplus.map(field => [field, ''])) }),
      },
    })
    if (matched > 0) return true
  }
  throw refusal('DatabaseError', 'The document is being changed by others')
}

/** Deletes a document on one node, but not a later one with the same id; `false` if there is none. */
export async function deleting(
  node: StorageNode,
  { invoke, journal }: ChangeParts,
  claim: Claim,
): Promise<boolean> {
  const { collection, id } = claim
  const present = await presentOn(node, invoke, collection, id)
  await journal.confirm([claim])
  const { deletedCount } = await node.delete(invoke(node.did, commands.data.delete), {
    collection,
    // A document that may be written but not read is indistinguishable from a later one.
    filter: { _id: id, ...(present !== undefined && { _created: present._created }) },
  })
  return deletedCount > 0
}

/** A document as stored on one node. */
export async function presentOn(
  node: StorageNode,
  invoke: Invoke,
  collection: string,
  id: string,
): Promise<NodeDocument | undefined> {
  const { data } = await node.find(invoke(node.did, commands.data.read), { collection, filter: { _id: id } })
  return data[0]
}
