/** Records of the service that predate seals: listed for an operator, who decides which to seal. */
import { ATTESTATION, readSeal, type Sealed, sealOf, verifySeal } from '../attested.ts'
import type { StoredCollection } from '../records.ts'
import { answersOf } from './answers.ts'
import { contentOf, digestOf, presentOn } from './content.ts'
import { commands, type NodeDocument, type StorageNode } from './node.ts'
import { asGatewayError } from './outcome.ts'
import type { OwnRecordsParts } from './own.ts'
import { type RepairParts, recordsOf } from './repair.ts'

/** A record that is not served because it has no seal. */
export interface Unsealed {
  readonly collection: string
  readonly id: string
  /** The copy on one of the nodes, with a share in place of each secret field. */
  readonly record: NodeDocument
  /** URLs of the nodes that lack it or have a different copy. */
  readonly differing: readonly string[]
}

export type UnsealedParts = Omit<OwnRecordsParts, 'onRejected'> & Pick<RepairParts, 'collections'>

/** The document without its seal and without node-specific fields. */
function openOf(document: NodeDocument, { secrets }: StoredCollection) {
  const { [ATTESTATION]: _, ...content } = contentOf(document)
  return Object.fromEntries(Object.entries(content).filter(([field]) => !secrets.includes(field)))
}

const sameAs = (a: NodeDocument, b: NodeDocument, collection: StoredCollection): boolean =>
  digestOf(openOf(a, collection)) === digestOf(openOf(b, collection))

/** The seal of a document, if it is valid for the content merged from all copies. */
async function sealIn(
  parts: UnsealedParts,
  collection: StoredCollection,
  lead: NodeDocument,
  all: readonly NodeDocument[],
): Promise<Sealed | undefined> {
  const { builder, primitives, join } = parts
  if (readSeal(lead[ATTESTATION]) === undefined) return undefined
  try {
    const whole = await join([lead, ...all.filter(each => each !== lead)], collection.secrets)
    return verifySeal(builder, primitives, collection.uid, whole.record as NodeDocument)
  } catch {
    return undefined
  }
}

/** The copies with a valid seal. */
async function sealedAmong(
  parts: UnsealedParts,
  collection: StoredCollection,
  copies: readonly NodeDocument[],
): Promise<NodeDocument[]> {
  const seals = await Promise.all(copies.map(copy => sealIn(parts, collection, copy, copies)))
  return copies.filter((_, at) => seals[at] !== undefined)
}

/**
 * The records of standard collections that have a valid seal on fewer than half of the nodes, in the order of
 * their ids.
 */
export async function* unsealedRecords(parts: UnsealedParts): AsyncGenerator<Unsealed> {
  for (const collection of parts.collections) {
    if (collection.kind !== 'standard') continue
    for await (const copies of recordsOf(parts, collection.uid)) {
      const present = copies.filter(copy => copy !== undefined)
      const sealed = await sealedAmong(parts, collection, present)
      const [record] = present
      if (record === undefined || sealed.length * 2 >= parts.nodes.length) continue
      const differing = parts.nodes.flatMap(({ url }, at) => {
        const copy = copies[at]
        return copy !== undefined && sameAs(copy, record, collection) ? [] : [url]
      })
      yield { collection: collection.uid, id: record._id, record, differing }
    }
  }
}

/** The maximum over the nodes of the number of records without a seal in these collections. */
export async function countUnsealed(
  { nodes, invoke }: Pick<UnsealedParts, 'nodes' | 'invoke'>,
  collections: readonly string[],
): Promise<number> {
  let count = 0
  for (const collection of collections) {
    const totals = await answersOf(nodes, async node => {
      const { pagination } = await node.find(invoke(node.did, commands.data.read), {
        collection,
        filter: { [ATTESTATION]: { $exists: false } },
        pagination: { limit: 1 },
      })
      return pagination.total
    })
    count += Math.max(...totals.values())
  }
  return count
}

/**
 * Seals a record as listed, with its times on the nodes, on every node. If interrupted, call it again to
 * complete it. Returns `false`, sealing nothing, if a node lacks the record or it has changed since the
 * listing.
 */
export async function sealRecord(
  parts: UnsealedParts,
  { collection: uid, id, record }: Unsealed,
): Promise<boolean> {
  const { nodes, invoke, builder, primitives, join } = parts
  const collection = [...parts.collections].find(each => each.uid === uid)
  if (collection?.kind !== 'standard') return false
  const copies = await Promise.all(nodes.map(node => presentOn(node, invoke, uid, id).catch(failed(node))))
  const present = copies.filter(copy => copy !== undefined)
  if (present.length < nodes.length || !present.every(copy => sameAs(copy, record, collection))) return false
  const whole = (await join(present, collection.secrets)).record as NodeDocument
  const [earlier] = await sealedAmong(parts, collection, present)
  const times = (field: '_created' | '_updated') => present.map(copy => Date.parse(copy[field]))
  const stamp = {
    created: new Date(Math.min(...times('_created'))).toISOString(),
    updated: new Date(Math.max(...times('_updated'))).toISOString(),
  }
  const seal = earlier?.[ATTESTATION] ?? sealOf(builder, primitives, uid, whole, stamp)
  for (const [at, node] of nodes.entries()) {
    const { matched } = await node
      .update(invoke(node.did, commands.data.update), {
        collection: uid,
        // Exactly the version that was compared.
        filter: { _id: id, _updated: present[at]?._updated },
        update: { $set: { [ATTESTATION]: seal } },
      })
      .catch(failed(node))
    if (matched === 0) return false
  }
  return true
}

const failed =
  (node: StorageNode) =>
  (error: unknown): never => {
    throw asGatewayError(node, error)
  }
