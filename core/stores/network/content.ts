/** What a record says, without what the nodes add: for comparing, and for putting one content in place of another. */
import { hash } from 'node:crypto'
import { canonicalize } from '../../crypto/attest.ts'
import type { NewRecord } from '../records.ts'
import type { Invoke } from './invoke.ts'
import { commands, type StorageNode } from './node.ts'

type Fields = Readonly<Record<string, unknown>>

/** The fields that are the record's own. */
export function contentOf({ _id, _created, _updated, _owner, _acl, ...content }: Fields): Fields {
  return content
}

/** SHA-256 of the content in canonical JSON (RFC 8785). */
export function digestOf(record: Fields): string {
  return hash('sha256', canonicalize(contentOf(JSON.parse(JSON.stringify(record)))))
}

/** Replaces the content of a document on one node; `false` when it has none under this id. */
export async function replacing(
  node: StorageNode,
  invoke: Invoke,
  collection: string,
  record: NewRecord,
): Promise<boolean> {
  const filter = { _id: record._id }
  const { data } = await node.find(invoke(node.did, commands.data.read), { collection, filter })
  const [present] = data
  if (present === undefined) return false
  const content = contentOf(record)
  const surplus = Object.keys(contentOf(present)).filter(field => content[field] === undefined)
  const update = {
    $set: content,
    ...(surplus.length > 0 && { $unset: Object.fromEntries(surplus.map(field => [field, ''])) }),
  }
  const { matched } = await node.update(invoke(node.did, commands.data.update), {
    collection,
    filter,
    update,
  })
  return matched > 0
}
