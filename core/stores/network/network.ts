/** The storage network as a record store: writes to every node, reads from one, joins secrets from all. */
import { isDeepStrictEqual } from 'node:util'
import type { RecordAggregate, RecordAggregateResult } from '../../../schemas/record-aggregate.ts'
import { didKeyOf } from '../../crypto/did.ts'
import { CryptoError } from '../../crypto/errors.ts'
import type { KeyPair } from '../../crypto/keys.ts'
import type { Primitives } from '../../crypto/primitives.ts'
import { type KeyRing, ringOf } from '../../key-ring.ts'
import { aggregateOf } from '../aggregate.ts'
import { isAttestedIn } from '../attested.ts'
import { matcherOf } from '../matcher.ts'
import type {
  Omissions,
  Ownership,
  RecordBatch,
  RecordStore,
  StoredCollection,
  StoredRecord,
} from '../records.ts'
import { announceKeys } from './announce.ts'
import { canonical } from './authorise.ts'
import { beyond, type Position, readCursor, upTo, writeCursor } from './cursor.ts'
import {
  AnswerTooLarge,
  NodeError,
  NodeUnavailableError,
  OwnershipMismatchError,
  RecordExistsError,
  SecretsNotReplacedError,
  ShareMissingError,
  SharesDoNotJoinError,
  UnknownCollectionError,
} from './errors.ts'
import { assertFilter } from './filter.ts'
import { createInvoke } from './invoke.ts'
import { memoryJournal, type WriteJournal } from './journal.ts'
import { KeyedLock } from './keyed-lock.ts'
import { commands, type NodeDocument, type StorageNode } from './node.ts'
import { asGatewayError, isUnavailable } from './outcome.ts'
import { OwnRecords, type Rejected } from './own.ts'
import { isLastPage } from './page.ts'
import { openPersonal } from './personal.ts'
import { prepareNode } from './prepare.ts'
import { type Recovered, recover } from './recovery.ts'
import { type Difference, type RepairOptions, repair } from './repair.ts'
import { createSecrets } from './secrets.ts'
import { countUnsealed, sealRecord, type Unsealed, type UnsealedParts, unsealedRecords } from './unsealed.ts'
import { createWrites, type NewEntry } from './writes.ts'

export interface NetworkOptions {
  /** In a fixed order, in which a record's shares are distributed. The network closes them. */
  readonly nodes: readonly StorageNode[]
  /** The key with which the gateway is registered on the nodes. */
  readonly builder: KeyPair | KeyRing
  readonly primitives: Primitives
  /** The journal of writes in progress. @default in memory, which does not survive a crash */
  readonly journal?: WriteJournal
  /** Milliseconds since the epoch. @default Date.now */
  readonly clock?: () => number
  /** Prefixes of DIDs in use besides `did:nil:` and `did:key:`; such a DID is sent as a `did:key:`. */
  readonly prefixes?: readonly string[]
  /** Called for each forged or unsealed copy of a record of the service, which is treated as absent. */
  readonly onRejected?: (rejected: Rejected) => void
}

/** A record store on nodes, with maintenance operations. */
export interface NetworkStore extends RecordStore {
  /** Tells every node which keys have replaced the builder's first one. */
  announce(): Promise<void>
  /**
   * Ends the writes that a crash or an outage interrupted. Call it at the start and periodically.
   * `alone` means that no other process writes and that the nodes run in this process: then no request of a
   * dead process can still arrive, and its writes need not wait for their lease.
   */
  recover(options?: { readonly exclusive?: boolean }): Promise<Recovered>
  /**
   * Finds the records of the prepared collections that differ between nodes, and repairs them if possible.
   */
  repair(options?: RepairOptions): Promise<Difference[]>
  /** The service's records that are not served because they have no seal. */
  unsealed(): AsyncIterable<Unsealed>
  /** Seals a record as listed; `false` if it has changed on any node. */
  seal(record: Unsealed): Promise<boolean>
}

/** The part of a filter's result that is read. */
interface Piece {
  readonly limit: number
  /** The position after which it begins. @default the beginning */
  readonly begin?: Position | undefined
  /** Records to skip from there. @default 0 */
  readonly skip?: number | undefined
  /** Selects only documents that the node found attested. @default false */
  readonly attested?: boolean | undefined
  /** Ends where a node ends a page because of its bytes, if it has at least one document. @default false */
  readonly mayEndEarly?: boolean
}

/** The part of a filter's result that a node returned. */
interface FoundPiece {
  readonly documents: NodeDocument[]
  /** True if no records follow. */
  readonly isLast: boolean
  readonly leftOut?: Omissions
}

/** Records per request to a node, the maximum of any nilDB node. */
const NODE_PAGE = 100
/** The name under which the gateway registers. */
const BUILDER_NAME = 'andiron'

/** Opens the network. Nothing is sent before the first operation. */
export function openNetwork(options: NetworkOptions): NetworkStore {
  const { nodes, primitives, journal = memoryJournal(), clock = Date.now, prefixes = [] } = options
  const builder = ringOf(options.builder)
  const invoke = createInvoke({ key: builder, primitives, clock, prefixes })
  const { split, join: joinParts } = createSecrets(builder.first, nodes.length)
  const collections = new Map<string, StoredCollection>()
  const parts = { nodes, journal, invoke }
  const writes = createWrites(parts)
  let rejected = 0
  const own = new OwnRecords({
    ...{ nodes, builder, primitives, journal, invoke, clock, join: joinParts },
    onRejected(each) {
      rejected += 1
      options.onRejected?.(each)
    },
  })
  /** Sealing and writing a record of the service are one critical section. */
  const sealing = new KeyedLock()

  const sealingParts = (): UnsealedParts => ({
    ...{ nodes, builder, primitives, journal, invoke, clock },
    ...{ join: joinParts, collections: collections.values() },
  })

  function known(uid: string): StoredCollection {
    const collection = collections.get(uid)
    if (collection === undefined) throw new UnknownCollectionError(uid)
    return collection
  }

  /** Calls one node after the other until one answers. */
  async function ask<T>(
    from: readonly StorageNode[],
    question: (node: StorageNode) => Promise<T>,
  ): Promise<T> {
    let failure: unknown
    for (const node of from) {
      try {
        return await question(node)
      } catch (error) {
        failure = asGatewayError(node, error)
        if (!isUnavailable(error)) throw failure
      }
    }
    throw failure
  }

  async function findOn(
    node: StorageNode,
    collection: string,
    filter: Readonly<Record<string, unknown>>,
    { limit, begin, skip = 0, attested = false, mayEndEarly = false }: Piece,
  ): Promise<FoundPiece> {
    const documents: NodeDocument[] = []
    let leftOut: Omissions | undefined
    let most = NODE_PAGE
    const piece = (isLast: boolean) => ({ documents, isLast, ...(leftOut && { leftOut }) })
    while (documents.length < limit) {
      const size = Math.min(most, limit - documents.length)
      const last = documents.at(-1)
      const from = last === undefined ? begin : positionOf(node, last)
      try {
        const page = await node.find(invoke(node.did, commands.data.read), {
          collection,
          // One position, never nested in another: the node would estimate far too few records after both.
          filter: from === undefined ? filter : beyond(filter, from),
          pagination: {
            ...{ limit: size, offset: last === undefined ? skip : 0 },
            ...{ sort: { _created: 1, _id: 1 }, total: false },
          },
          ...(attested && { attested }),
        })
        documents.push(...page.data)
        if (page.leftOut !== undefined) leftOut = addOmissions(leftOut, page.leftOut)
        if (isLastPage(page, size)) return piece(true)
        if (mayEndEarly && page.data.length < size) return piece(false)
      } catch (error) {
        // A node that does not limit its pages in bytes is queried for fewer records at a time.
        if (!(error instanceof AnswerTooLarge) || size === 1) throw error
        if (mayEndEarly && documents.length > 0) return piece(false)
        most = Math.max(1, Math.floor(size / 4))
      }
    }
    return piece(false)
  }

  /**
   * Joins the secret fields of each record as far as possible: data that a stranger writes to some of the
   * nodes must not prevent the reading of a page. Omits records with a write in progress.
   */
  async function joined(
    { uid, secrets }: StoredCollection,
    lead: StorageNode,
    documents: readonly NodeDocument[],
  ): Promise<StoredRecord[]> {
    if (secrets.length === 0 || documents.length === 0) return [...documents]
    const ids = documents.map(({ _id }) => _id)
    const parts = await Promise.all(
      nodes.map(async node => {
        const found = node === lead ? documents : await othersOn(node, uid, ids)
        return new Map(found.map(each => [each._id, each]))
      }),
    )
    const records: StoredRecord[] = []
    for (const document of documents) {
      const shares = parts.flatMap(part => part.get(document._id) ?? [])
      const isWhole = shares.length === nodes.length
      if (!isWhole && (await journal.has({ collection: uid, id: document._id }))) continue
      records.push(isWhole ? joinOrLeaveOut(shares, secrets) : withoutSecrets(document, secrets))
    }
    return records
  }

  /** A node's copies of these records; none if it does not answer. */
  async function othersOn(node: StorageNode, uid: string, ids: readonly string[]): Promise<NodeDocument[]> {
    try {
      return (await findOn(node, uid, { _id: { $in: ids } }, { limit: ids.length })).documents
    } catch (error) {
      if (isUnavailable(error)) return []
      throw asGatewayError(node, error)
    }
  }

  function joinOrLeaveOut(shares: readonly NodeDocument[], secrets: readonly string[]): StoredRecord {
    const [document] = shares
    try {
      return joinParts(shares, secrets) as StoredRecord
    } catch (error) {
      if (error instanceof CryptoError && document !== undefined) return withoutSecrets(document, secrets)
      throw error
    }
  }

  /**
   * Reads one record from every node. Absent on every node means absent, absent on some means a lost share.
   */
  async function readAll(
    uid: string,
    id: string,
    secrets: readonly string[],
  ): Promise<StoredRecord | undefined> {
    const shares = await Promise.all(
      nodes.map(async node => {
        try {
          return (await findOn(node, uid, { _id: id }, { limit: 1 })).documents[0]
        } catch (error) {
          throw asGatewayError(node, error)
        }
      }),
    )
    if (shares.every(share => share === undefined)) return undefined
    const missing = nodes[shares.indexOf(undefined)]
    if (missing !== undefined) {
      if (await journal.has({ collection: uid, id })) return undefined
      throw new ShareMissingError(missing.url, id)
    }
    try {
      return joinParts(shares as NodeDocument[], secrets) as StoredRecord
    } catch (error) {
      if (error instanceof CryptoError) throw Object.assign(new SharesDoNotJoinError(id), { cause: error })
      throw error
    }
  }

  /** A node that supports only nilDB cannot verify an attestation: read its records and count them here. */
  async function aggregateByReading(
    node: StorageNode,
    uid: string,
    aggregate: RecordAggregate,
  ): Promise<RecordAggregateResult> {
    const matches = matcherOf(aggregate.filter)
    const usable = (record: StoredRecord) =>
      record._acl?.some(entry => entry.execute && builder.has(entry.grantee)) ?? false
    return aggregateOf(documentsOn(node, uid, aggregate.about, usable), aggregate, matches, record =>
      isAttestedIn(builder, primitives, uid, record),
    )
  }

  async function* documentsOn(
    node: StorageNode,
    uid: string,
    filter: Readonly<Record<string, unknown>>,
    usable: (record: StoredRecord) => boolean,
  ): AsyncGenerator<StoredRecord> {
    for (let begin: Position | undefined; ; ) {
      const { documents, isLast } = await findOn(node, uid, filter, {
        ...{ limit: NODE_PAGE, begin, mayEndEarly: true },
      })
      yield* documents.filter(usable)
      const last = documents.at(-1)
      if (last === undefined || isLast) return
      begin = positionOf(node, last)
    }
  }

  async function createAll(batches: readonly RecordBatch[], ownership?: Ownership): Promise<void> {
    for (const { collection } of batches) assertOwnership(collection, known(collection).kind, ownership)
    if (ownership !== undefined) return write(batches, ownership)
    const sealed = await sealedBatches(batches)
    try {
      await write(sealed)
    } catch (error) {
      if (!(error instanceof RecordExistsError)) throw error
      // Another write may have stored the same content under a seal of its own.
      const again = await sealedBatches(batches)
      if (isDeepStrictEqual(again, sealed)) throw error
      await write(again)
    }
  }

  async function sealedBatches(batches: readonly RecordBatch[]): Promise<readonly RecordBatch[]> {
    const sealed: RecordBatch[] = []
    for (const { collection, records } of batches)
      sealed.push({ collection, records: await own.sealed(known(collection), records) })
    return sealed
  }

  async function write(batches: readonly RecordBatch[], ownership?: Ownership): Promise<void> {
    const entries = new Map<string, NewEntry>()
    for (const { collection, records } of batches) {
      const { secrets } = known(collection)
      for (const record of records) {
        const documents = split(collection, record, secrets)
        entries.set(`${collection}/${record._id}`, { collection, id: record._id, documents })
      }
    }
    await writes.create([...entries.values()], ownership && onTheWire(ownership, prefixes))
  }

  const announceTo = (node: StorageNode) =>
    announceKeys(node, builder, BUILDER_NAME, key => createInvoke({ key, primitives, clock, prefixes }))

  return {
    get builder() {
      return builder.did
    },
    get nodes() {
      // A node of this process gets its URL when its server listens.
      return nodes.map(({ url, did }) => ({ url, did }))
    },

    async prepare(wanted) {
      await Promise.all(
        nodes.map(async node => {
          try {
            await announceTo(node)
          } catch (error) {
            // A node that is away is prepared when it is back, and learns the keys first.
            if (error instanceof NodeUnavailableError) return
            throw error
          }
          await prepareNode(node, invoke, { did: didKeyOf(builder.publicKey), name: BUILDER_NAME }, wanted)
        }),
      )
      for (const collection of wanted) collections.set(collection.uid, collection)
    },

    create: (collection, record, ownership) => createAll([{ collection, records: [record] }], ownership),
    createAll,

    async read(uid, id) {
      const collection = known(uid)
      if (collection.kind === 'standard') return own.read(collection, id)
      const { secrets } = collection
      if (secrets.length > 0) return readAll(uid, id, secrets)
      const { documents } = await ask(nodes, node => findOn(node, uid, { _id: id }, { limit: 1 }))
      return documents[0]
    },

    async find(uid, filter, page) {
      const collection = known(uid)
      assertFilter(filter)
      if (collection.kind === 'standard') return own.find(collection, filter, page)
      const { limit, after, until, skip, attested } = page
      const begin = after === undefined ? undefined : readCursor(after)
      const end = until === undefined ? undefined : readCursor(until)
      // The order is specific to a node: a page continued on another could skip records that the two order
      // differently.
      const lead = (begin ?? end)?.node
      const from = lead === undefined ? nodes : nodes.filter(node => isKnownAs(node, lead))
      const [begun] = from
      if (begun === undefined) throw new NodeUnavailableError(lead)
      const ended = end === undefined ? filter : upTo(filter, end)
      const { node, documents, isLast, leftOut } = await ask(from, async each => ({
        node: each,
        ...(await findOn(each, uid, ended, { limit, begin, skip, attested, mayEndEarly: true })),
      }))
      const records = await joined(collection, node, documents)
      const last = documents.at(-1)
      return {
        records,
        ...(last !== undefined && !isLast && { next: writeCursor(positionOf(node, last)) }),
        ...(leftOut && { leftOut }),
      }
    },

    async count(uid, filter, { attested = false } = {}) {
      const collection = known(uid)
      assertFilter(filter)
      if (collection.kind === 'standard') return own.count(collection, filter)
      return ask(nodes, async node => {
        const { pagination } = await node.find(invoke(node.did, commands.data.read), {
          collection: uid,
          filter,
          pagination: { limit: 1 },
          ...(attested && { attested }),
        })
        return pagination.total
      })
    },

    async aggregate(uid, aggregate) {
      known(uid)
      assertFilter({ $and: [aggregate.about, aggregate.filter] })
      return ask(nodes, async node => {
        try {
          return await node.aggregate(invoke(node.did, commands.queries.execute), {
            collection: uid,
            tally: aggregate,
          })
        } catch (error) {
          if (!(error instanceof NodeError) || error.status !== 404) throw error
          return aggregateByReading(node, uid, aggregate)
        }
      })
    },

    async replace(uid, record) {
      const collection = known(uid)
      assertOwnership(uid, collection.kind)
      if (collection.secrets.length > 0) throw new SecretsNotReplacedError(uid)
      return sealing.run(`${uid}/${record._id}`, async () => {
        const revised = await own.revised(collection, record)
        return revised !== undefined && (await writes.replace(uid, revised))
      })
    },

    async delete(uid, id) {
      known(uid)
      return writes.delete(uid, id)
    },

    ownedBy: permission =>
      openPersonal(
        {
          ...{ nodes, key: builder.holderOf(permission.read, clock()), primitives, clock, prefixes },
          isOurs: did => builder.has(did),
        },
        permission,
      ),

    async announce() {
      await Promise.all(nodes.map(announceTo))
    },

    async health() {
      return Promise.all(
        nodes.map(async node => {
          const address = { url: node.url, did: node.did }
          try {
            await node.health()
            return { ...address, ready: true }
          } catch (error) {
            return { ...address, ready: false, problem: asGatewayError(node, error).message }
          }
        }),
      )
    },

    get rejected() {
      return rejected
    },

    countUnsealed: (
      uids = [...collections.values()].filter(({ kind }) => kind === 'standard').map(({ uid }) => uid),
    ) => countUnsealed(parts, uids),
    unsealed: () => unsealedRecords(sealingParts()),
    seal: record =>
      sealing.run(`${record.collection}/${record.id}`, () => sealRecord(sealingParts(), record)),

    recover: ({ exclusive = false } = {}) => recover(parts, { exclusive }),
    repair: (options = {}) =>
      repair(
        {
          ...{ ...parts, collections: collections.values(), clock },
          verify: (uid, document) => own.verify(uid, document),
        },
        options,
      ),

    async close() {
      await Promise.all(nodes.map(node => node.close()))
    },
  }
}

const addOmissions = (a: Omissions | undefined, b: Omissions): Omissions => ({
  unattested: (a?.unattested ?? 0) + b.unattested,
  changed: (a?.changed ?? 0) + b.changed,
})

function withoutSecrets(document: NodeDocument, secrets: readonly string[]): StoredRecord {
  const open = Object.entries(document).filter(([field]) => !secrets.includes(field))
  return Object.fromEntries(open) as StoredRecord
}

function onTheWire({ owner, acl }: Ownership, prefixes: readonly string[]): Ownership {
  return { owner: canonical(owner, prefixes), acl: { ...acl, grantee: canonical(acl.grantee, prefixes) } }
}

const isKnownAs = (node: StorageNode, did: string): boolean => node.isKnownAs?.(did) ?? node.did === did

function positionOf(node: StorageNode, { _created, _id }: NodeDocument): Position {
  return { node: node.did, created: _created, id: _id }
}

function assertOwnership(uid: string, kind: StoredCollection['kind'], ownership?: Ownership): void {
  if (kind === 'owned' && ownership === undefined) throw new OwnershipMismatchError(uid, 'belong to a person')
  if (kind === 'standard' && ownership !== undefined)
    throw new OwnershipMismatchError(uid, 'belong to nobody')
}
