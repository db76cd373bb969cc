/** Compares the nodes record by record, and repairs differences without deleting anything. */
import { isDeepStrictEqual } from 'node:util'
import { CryptoError } from '../../crypto/errors.ts'
import { restoreShare } from '../../crypto/threshold.ts'
import type { StoredCollection } from '../records.ts'
import { contentOf } from './content.ts'
import { LEASE_MS } from './journal.ts'
import { commands, type NewDocument, type NodeDocument, type StorageNode } from './node.ts'
import { asGatewayError } from './outcome.ts'
import { isLastPage } from './page.ts'
import type { NetworkParts } from './recovery.ts'
import { shareIn } from './secrets.ts'

/** A record that differs between the nodes. */
export interface Difference {
  readonly collection: string
  readonly id: string
  /**
   * `missing`: some nodes have no copy. `share`: some nodes have no share, so that the secret fields are
   * lost unless the shares of the others suffice. `content`: every node has the record, with differing contents.
   */
  readonly kind: 'missing' | 'share' | 'content'
  /** URLs of the nodes without it; empty for `content`. */
  readonly nodes: readonly string[]
  readonly mended: boolean
}

export interface RepairOptions {
  /** Reports differences without repairing them. @default false */
  readonly dryRun?: boolean
}

/** Documents per request to a node. */
const BATCH = 100

/** The parts that a repair needs besides the nodes. */
export interface RepairParts extends NetworkParts {
  readonly collections: Iterable<StoredCollection>
  readonly clock: () => number
  /** The contents of the seal of a record of the service, if it is valid. */
  readonly verify: (collection: string, document: NodeDocument) => { readonly updated: string } | undefined
}

/**
 * Walks through every record that the gateway may read, in order of their ids. It copies and never deletes: a
 * missing record may have been acknowledged before its node lost it. Skips records of the last minutes,
 * because their write may still be in progress, and records with an intent in the journal.
 */
export async function repair(parts: RepairParts, { dryRun = false }: RepairOptions): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const collection of parts.collections) {
    for await (const copies of recordsOf(parts, collection.uid)) {
      const difference = differenceOf(parts, collection, copies)
      if (difference === undefined || !(await isSettled(parts, difference, copies))) continue
      const mended = !dryRun && (await mend(parts, collection, difference, copies))
      differences.push({ ...difference, mended })
    }
  }
  return differences
}

/** One record on each node, in the order of the nodes. */
type Copies = readonly (NodeDocument | undefined)[]

/** All records of a collection, merged from the nodes by id. */
async function* recordsOf(
  { nodes, invoke }: Pick<RepairParts, 'nodes' | 'invoke'>,
  collection: string,
): AsyncGenerator<Copies> {
  const readers = nodes.map(node => documentsOf(node, collection, command => invoke(node.did, command)))
  const heads = await Promise.all(readers.map(async reader => (await reader.next()).value ?? undefined))
  for (;;) {
    const ids = heads.flatMap(head => (head === undefined ? [] : [head._id]))
    if (ids.length === 0) return
    const id = ids.reduce((least, each) => (each < least ? each : least))
    const copies = heads.map(head => (head?._id === id ? head : undefined))
    yield copies
    for (const [at, reader] of readers.entries()) {
      if (copies[at] !== undefined) heads[at] = (await reader.next()).value ?? undefined
    }
  }
}

async function* documentsOf(
  node: StorageNode,
  collection: string,
  token: (command: string) => string,
): AsyncGenerator<NodeDocument, undefined> {
  for (let last: string | undefined; ; ) {
    const page = await node
      .find(token(commands.data.read), {
        collection,
        filter: last === undefined ? {} : { _id: { $gt: last } },
        pagination: { limit: BATCH, sort: { _id: 1 }, total: false },
      })
      .catch(error => {
        throw asGatewayError(node, error)
      })
    yield* page.data
    last = page.data.at(-1)?._id
    if (isLastPage(page, BATCH)) return undefined
  }
}

function differenceOf(
  { nodes }: RepairParts,
  { uid, secrets }: StoredCollection,
  copies: Copies,
): Omit<Difference, 'mended'> | undefined {
  const present = copies.filter(copy => copy !== undefined)
  const [first, ...others] = present
  if (first === undefined) return undefined
  const place = { collection: uid, id: first._id }
  if (present.length < nodes.length) {
    const without = nodes.filter((_, at) => copies[at] === undefined).map(({ url }) => url)
    const isSecret = secrets.some(field => first[field] !== undefined)
    return { ...place, kind: isSecret ? 'share' : 'missing', nodes: without }
  }
  const isSame = others.every(copy => isDeepStrictEqual(openPart(copy, secrets), openPart(first, secrets)))
  return isSame ? undefined : { ...place, kind: 'content', nodes: [] }
}

/**
 * The part that must be equal on every node: the content without secret fields, the owner, and the access
 * list.
 */
function openPart(document: NodeDocument, secrets: readonly string[]) {
  const content = Object.fromEntries(
    Object.entries(contentOf(document)).filter(([field]) => !secrets.includes(field)),
  )
  const acl = [...(document._acl ?? [])].sort((a, b) => (a.grantee < b.grantee ? -1 : 1))
  return { content, owner: document._owner, acl }
}

/** True if no write of the record can be in progress any more. */
async function isSettled(
  { journal, clock }: RepairParts,
  { collection, id }: Pick<Difference, 'collection' | 'id'>,
  copies: Copies,
): Promise<boolean> {
  const latest = Math.max(...copies.map(copy => (copy === undefined ? 0 : Date.parse(copy._updated))))
  return latest < clock() - LEASE_MS && !(await journal.has({ collection, id }))
}

async function mend(
  { nodes, invoke, verify }: RepairParts,
  { uid, kind, secrets }: StoredCollection,
  difference: Omit<Difference, 'mended'>,
  copies: Copies,
): Promise<boolean> {
  if (difference.kind === 'content') return false
  const present = copies.filter(copy => copy !== undefined)
  // A record that most nodes lack was deleted or never written: a lying node must not have it copied to the
  // others.
  if (kind === 'standard' && present.length * 2 < nodes.length) return false
  const version = (copy: NodeDocument) => (kind === 'standard' && verify(uid, copy)?.updated) || ''
  const [document] = present.toSorted((a, b) => (version(a) > version(b) ? -1 : 1))
  if (document === undefined) return false
  const [acl, ...more] = document._acl ?? []
  // The protocol creates a document with one access entry; only the owner may add another.
  if (kind === 'owned' && (acl === undefined || more.length > 0 || document._owner === undefined))
    return false
  const owner = document._owner
  const parts = await partsFor(document, copies, difference.kind === 'share' ? secrets : [])
  if (parts === undefined) return false
  const outcomes = await Promise.allSettled(
    parts.map(([at, part]) => {
      const node = nodes[at] as StorageNode
      const data = [part]
      const token = invoke(node.did, commands.data.create)
      return kind === 'owned' && owner !== undefined && acl !== undefined
        ? node.createOwned(token, { collection: uid, data, owner, acl })
        : node.createStandard(token, { collection: uid, data })
    }),
  )
  return outcomes.every(outcome => outcome.status === 'fulfilled' && outcome.value.created.length > 0)
}

/**
 * The document for each node without one, by its position. A share follows from those of the other nodes if they
 * suffice; `undefined` if one does not.
 */
async function partsFor(
  document: NodeDocument,
  copies: Copies,
  secrets: readonly string[],
): Promise<readonly [number, NewDocument][] | undefined> {
  const present = copies.filter(copy => copy !== undefined)
  const parts: [number, NewDocument][] = []
  for (const at of copies.keys()) {
    if (copies[at] !== undefined) continue
    const part: Record<string, unknown> = { _id: document._id, ...contentOf(document) }
    for (const field of secrets) {
      if (part[field] === undefined) continue
      try {
        part[field] = {
          '%share': await restoreShare(
            present.map(copy => shareIn(copy[field]) ?? ''),
            at + 1,
          ),
        }
      } catch (error) {
        if (error instanceof CryptoError) return undefined
        throw error
      }
    }
    parts.push([at, part])
  }
  return parts
}
