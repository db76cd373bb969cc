/** The storage network as a record store: writes to every node, reads from one, joins secrets from all. */
import { isDeepStrictEqual } from 'node:util'
import type { RecordAggregate, RecordAggregateResult } from '../../../schemas/record-aggregate.ts'
import { didKeyOf } from '../../crypto/did.ts'
import type { KeyPair } from '../../crypto/keys.ts'
import type { Primitives } from '../../crypto/primitives.ts'
import { type KeyRing, ringOf } from '../../keys/key-ring.ts'
import type { QueuedEvent } from '../outbox.ts'
import type {
  Filter,
  FoundRecords,
  NewRecord,
  NodeHealth,
  OwnedOnNode,
  OwnerPermission,
  Ownership,
  Page,
  RecordBatch,
  RecordStore,
  StoredCollection,
  StoredRecord,
} from '../records.ts'
import { announceKeys } from './announce.ts'
import { rememberingCanonical } from './authorise.ts'
import { compareNodes, type NodeComparison } from './compare-nodes.ts'
import {
  NodeUnavailableError,
  OwnershipMismatchError,
  RecordExistsError,
  SecretsNotReplacedError,
  TooManyExcludedError,
  UnknownCollectionError,
} from './errors.ts'
import { assertFilter, filterLimits } from './filter.ts'
import { createInvoke } from './invoke.ts'
import { memoryJournal, type WriteJournal } from './journal.ts'
import { KeyedLock } from './keyed-lock.ts'
import type { StorageNode } from './node.ts'
import { asGatewayError } from './outcome.ts'
import { OwnRecords, type OwnRecordsParts, type Rejected } from './own.ts'
import { openPersonal } from './personal.ts'
import { prepareNode } from './prepare.ts'
import { NetworkReads } from './reads.ts'
import { type Recovered, recover } from './recovery.ts'
import { type Difference, type RepairOptions, repair } from './repair.ts'
import { countSecrets, type SecretCount } from './secret-count.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { countUnsealed } from './unsealed.ts'
import { NetworkWrites, type NewEntry } from './writes.ts'

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
  /** The number of shares that suffice to read a secret field of a new record. @default all */
  readonly threshold?: number | undefined
  /** Nodes share the reads of people's records. @default false: the first that is available answers all */
  readonly spreadReads?: boolean
  /** Called for each copy of a record that is treated as absent, and for each wrong share. */
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
  /**
   * Counts the records with secrets that the gateway may read, by the number of shares that reading needs.
   * @param collections - by default, those that are prepared
   */
  countSecrets(collections?: readonly Pick<StoredCollection, 'uid' | 'secrets'>[]): Promise<SecretCount>
  /** Compares the nodes that answer by counts and digests. */
  compare(): Promise<NodeComparison>
}

/** The name under which the gateway registers. */
export const BUILDER_NAME = 'andiron'

/** The network. It sends nothing before the first operation. */
export class Network implements NetworkStore {
  readonly #builder: KeyRing
  readonly #collections = new Map<string, StoredCollection>()
  readonly #own: OwnRecords
  readonly #parts: OwnRecordsParts
  readonly #prefixes: readonly string[]
  readonly #canonical: (did: string) => string
  readonly #reads: NetworkReads
  /** Sealing and writing a record of the service are one critical section. */
  readonly #sealing = new KeyedLock()
  readonly #split: Secrets['split']
  readonly #writes: NetworkWrites
  #rejected = 0

  constructor(options: NetworkOptions) {
    const { nodes, primitives, journal = memoryJournal(), clock = Date.now, prefixes = [] } = options
    const builder = ringOf(options.builder)
    const invoke = createInvoke({ key: builder, primitives, clock, prefixes })
    const { threshold, spreadReads = false } = options
    const { split, join } = createSecrets(builder.first, nodes.length, threshold)
    this.#parts = {
      ...{ nodes, builder, primitives, journal, invoke, clock, join, threshold },
      onRejected: each => {
        this.#rejected += 1
        options.onRejected?.(each)
      },
    }
    this.#builder = builder
    this.#prefixes = prefixes
    this.#canonical = rememberingCanonical(prefixes)
    this.#split = split
    this.#own = new OwnRecords(this.#parts)
    this.#reads = new NetworkReads({ ...this.#parts, prefixes, spreadReads })
    this.#writes = new NetworkWrites(this.#parts)
  }

  get builder() {
    return this.#builder.did
  }

  get nodes() {
    // A node of this process gets its URL when its server listens.
    return this.#parts.nodes.map(({ url, did }) => ({ url, did }))
  }

  /** The statements by which nodes were replaced. */
  get replacements(): readonly string[] {
    return []
  }

  async prepare(wanted: readonly StoredCollection[]): Promise<void> {
    await Promise.all(
      this.#parts.nodes.map(async node => {
        try {
          await this.#announceTo(node)
        } catch (error) {
          // A node that is away is prepared when it is back, and learns the keys first.
          if (error instanceof NodeUnavailableError) return
          throw error
        }
        await prepareNode(
          node,
          this.#parts.invoke,
          { did: didKeyOf(this.#builder.publicKey), name: BUILDER_NAME },
          wanted,
        )
      }),
    )
    for (const collection of wanted) this.#collections.set(collection.uid, collection)
  }

  create(collection: string, record: NewRecord, ownership?: Ownership): Promise<void> {
    return this.createAll([{ collection, records: [record] }], ownership)
  }

  async read(uid: string, id: string): Promise<StoredRecord | undefined> {
    const collection = this.#known(uid)
    return collection.kind === 'standard' ? this.#own.read(collection, id) : this.#reads.read(collection, id)
  }

  async find(uid: string, filter: Filter, page: Page): Promise<FoundRecords> {
    const collection = this.#known(uid)
    assertFilter(filter)
    return collection.kind === 'standard'
      ? this.#own.find(collection, filter, page)
      : this.#reads.find(collection, filter, page)
  }

  async count(
    uid: string,
    filter: Filter,
    { attested = false }: Pick<Page, 'attested'> = {},
  ): Promise<number> {
    const collection = this.#known(uid)
    assertFilter(filter)
    return collection.kind === 'standard'
      ? this.#own.count(collection, filter)
      : this.#reads.count(collection, filter, attested)
  }

  async aggregate(
    uid: string,
    aggregate: RecordAggregate,
    without: ReadonlySet<string>,
  ): Promise<RecordAggregateResult> {
    const collection = this.#known(uid)
    assertFilter({ $and: [aggregate.about, aggregate.filter] })
    if (without.size > filterLimits.owners) throw new TooManyExcludedError(filterLimits.owners)
    return this.#reads.aggregate(collection, aggregate, without)
  }

  async replace(uid: string, record: NewRecord): Promise<boolean> {
    const collection = this.#known(uid)
    assertOwnership(uid, collection.kind)
    if (collection.secrets.length > 0) throw new SecretsNotReplacedError(uid)
    return this.#sealing.run(`${uid}/${record._id}`, async () => {
      const revised = await this.#own.revised(collection, record)
      return revised !== undefined && (await this.#writes.replace(uid, revised))
    })
  }

  async delete(uid: string, id: string): Promise<boolean> {
    this.#known(uid)
    return this.#writes.delete(uid, id)
  }

  ownedBy(permission: OwnerPermission): readonly OwnedOnNode[] {
    return openPersonal(
      {
        ...{
          nodes: this.#parts.nodes,
          key: this.#builder.holderOf(permission.read, this.#parts.clock()),
          primitives: this.#parts.primitives,
          clock: this.#parts.clock,
          prefixes: this.#prefixes,
        },
        isOurs: did => this.#builder.has(did),
      },
      permission,
    )
  }

  async announce(): Promise<void> {
    await Promise.all(this.#parts.nodes.map(node => this.#announceTo(node)))
  }

  async health(): Promise<NodeHealth[]> {
    return Promise.all(
      this.#parts.nodes.map(async node => {
        const address = { url: node.url, did: node.did }
        try {
          await node.health()
          return { ...address, ready: true }
        } catch (error) {
          return { ...address, ready: false, problem: asGatewayError(node, error).message }
        }
      }),
    )
  }

  get rejected() {
    return this.#rejected
  }

  countUnsealed(
    uids = [...this.#collections.values()].filter(({ kind }) => kind === 'standard').map(({ uid }) => uid),
  ): Promise<number> {
    return countUnsealed(this.#parts, uids)
  }

  countSecrets(
    collections: readonly Pick<StoredCollection, 'uid' | 'secrets'>[] = [...this.#collections.values()],
  ): Promise<SecretCount> {
    return countSecrets(this.#parts, collections)
  }

  compare(): Promise<NodeComparison> {
    return compareNodes(this.#parts)
  }

  recover({ exclusive = false }: { readonly exclusive?: boolean } = {}): Promise<Recovered> {
    return recover(this.#parts, { exclusive })
  }

  repair(options: RepairOptions = {}): Promise<Difference[]> {
    return repair(
      {
        ...{ ...this.#parts, collections: this.#collections.values(), clock: this.#parts.clock },
        verify: (uid, document) => this.#own.verify(uid, document),
      },
      options,
    )
  }

  async close(): Promise<void> {
    await Promise.all(this.#parts.nodes.map(node => node.close()))
  }

  #known(uid: string): StoredCollection {
    const collection = this.#collections.get(uid)
    if (collection === undefined) throw new UnknownCollectionError(uid)
    return collection
  }

  async createAll(
    batches: readonly RecordBatch[],
    ownership?: Ownership,
    events?: readonly QueuedEvent[],
  ): Promise<void> {
    for (const { collection } of batches) assertOwnership(collection, this.#known(collection).kind, ownership)
    if (ownership !== undefined) return this.#write(batches, ownership, events)
    const sealed = await this.#sealedBatches(batches)
    try {
      await this.#write(sealed, undefined, events)
    } catch (error) {
      if (!(error instanceof RecordExistsError)) throw error
      // Another write may have stored the same content under a seal of its own.
      const again = await this.#sealedBatches(batches)
      if (isDeepStrictEqual(again, sealed)) throw error
      await this.#write(again, undefined, events)
    }
  }

  async #sealedBatches(batches: readonly RecordBatch[]): Promise<readonly RecordBatch[]> {
    const sealed: RecordBatch[] = []
    for (const { collection, records } of batches)
      sealed.push({ collection, records: await this.#own.sealed(this.#known(collection), records) })
    return sealed
  }

  async #write(
    batches: readonly RecordBatch[],
    ownership?: Ownership,
    events?: readonly QueuedEvent[],
  ): Promise<void> {
    const entries = new Map<string, NewEntry>()
    for (const { collection, records } of batches) {
      const { secrets } = this.#known(collection)
      for (const record of records) {
        const documents = await this.#split(collection, record, secrets)
        entries.set(`${collection}/${record._id}`, { collection, id: record._id, documents })
      }
    }
    await this.#writes.create([...entries.values()], ownership && this.#onTheWire(ownership), events)
  }

  #onTheWire({ owner, acl }: Ownership): Ownership {
    return { owner: this.#canonical(owner), acl: { ...acl, grantee: this.#canonical(acl.grantee) } }
  }

  #announceTo(node: StorageNode) {
    return announceKeys(node, this.#builder, BUILDER_NAME, key =>
      createInvoke({
        key,
        primitives: this.#parts.primitives,
        clock: this.#parts.clock,
        prefixes: this.#prefixes,
      }),
    )
  }
}

function assertOwnership(uid: string, kind: StoredCollection['kind'], ownership?: Ownership): void {
  if (kind === 'owned' && ownership === undefined) throw new OwnershipMismatchError(uid, 'belong to a person')
  if (kind === 'standard' && ownership !== undefined)
    throw new OwnershipMismatchError(uid, 'belong to nobody')
}
