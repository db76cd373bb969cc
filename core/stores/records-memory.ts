/** Records in memory, with the results of the network, for quick tests; lost on close. */
import { isDeepStrictEqual } from 'node:util'
import type { RecordAggregate, RecordAggregateResult } from '../../schemas/record-aggregate.ts'
import { publicKeyOf, sameIdentity } from '../crypto/did.ts'
import { noble, type Primitives } from '../crypto/primitives.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import { aggregateOf } from './aggregate.ts'
import { ATTESTATION, isAttestedBy, isAttestedIn } from './attested.ts'
import { matcherOf } from './matcher.ts'
import { contentOf } from './network/content.ts'
import { beyond, readCursor, upTo, writeCursor } from './network/cursor.ts'
import {
  OwnershipMismatchError,
  RecordExistsError,
  SecretNotTextError,
  SecretsNotReplacedError,
  UnknownCollectionError,
} from './network/errors.ts'
import { assertFilter } from './network/filter.ts'
import type { OutboxStore, QueuedEvent } from './outbox.ts'
import type {
  Filter,
  FoundRecords,
  NewRecord,
  NodeHealth,
  OwnedOnNode,
  OwnerPermission,
  Ownership,
  Page,
  RecordAddress,
  RecordBatch,
  RecordStore,
  StoredCollection,
  StoredRecord,
} from './records.ts'

/** Replaces the name of a node in a position. */
const MEMORY = 'memory'
const SECRET_BYTES = 4096

/** Opens an empty store, in which the access list limits what `builder` reads. */
export class MemoryRecordStore implements RecordStore {
  readonly nodes = []
  readonly rejected = 0
  readonly #builder: string | KeyRing
  readonly #primitives: Primitives
  readonly #clock: () => number
  readonly #outbox: OutboxStore | undefined
  readonly #collections = new Map<
    string,
    StoredCollection & { readonly records: Map<string, StoredRecord> }
  >()
  #latest = 0

  constructor(
    builder: string | KeyRing,
    {
      primitives = noble,
      clock = Date.now,
      outbox,
    }: { primitives?: Primitives; clock?: () => number; outbox?: OutboxStore } = {},
  ) {
    this.#outbox = outbox
    this.#builder = builder
    this.#primitives = primitives
    this.#clock = clock
  }

  get builder() {
    return this.#did()
  }

  async countUnsealed(): Promise<number> {
    return 0
  }

  async prepare(wanted: readonly StoredCollection[]): Promise<void> {
    for (const collection of wanted) {
      const { records = new Map() } = this.#collections.get(collection.uid) ?? {}
      this.#collections.set(collection.uid, { ...collection, records })
    }
  }

  create(collection: string, record: NewRecord, ownership?: Ownership): Promise<void> {
    return this.createAll([{ collection, records: [record] }], ownership)
  }

  async createAll(
    batches: readonly RecordBatch[],
    ownership?: Ownership,
    events: readonly QueuedEvent[] = [],
  ): Promise<void> {
    const missing = batches.map(batch => this.#missingOf(batch, ownership))
    for (const [at, { collection }] of batches.entries())
      for (const record of missing[at] ?? []) {
        const created = this.#now()
        this.#known(collection).records.set(record._id, {
          _id: record._id,
          ...plain(contentOf(record)),
          _created: created,
          _updated: created,
          ...(ownership && { _owner: ownership.owner, _acl: [ownership.acl] }),
        })
      }
    await this.#outbox?.add(events)
  }

  async read(uid: string, id: string): Promise<StoredRecord | undefined> {
    const [record] = this.#select(uid, { _id: id })
    return structuredClone(record)
  }

  async find(
    uid: string,
    filter: Filter,
    { limit, after, until, skip = 0, attested = false }: Page,
  ): Promise<FoundRecords> {
    const ended = until === undefined ? filter : upTo(filter, readCursor(until))
    const matching = this.#select(uid, after === undefined ? ended : beyond(ended, readCursor(after)))
    const isWanted = (record: StoredRecord) => !attested || this.#isWhole(uid, record)
    const wanted = matching.filter(isWanted)
    const records = structuredClone(wanted.slice(skip, skip + limit))
    const last = records.at(-1)
    const isFull = last !== undefined && records.length === limit
    const end = isFull ? matching.findIndex(({ _id }) => _id === last._id) : matching.length
    const others = attested ? matching.slice(0, end).filter(record => !isWanted(record)) : []
    const unattested = others.filter(record => record[ATTESTATION] === undefined).length
    return {
      records,
      ...(isFull && { next: writeCursor({ node: MEMORY, created: last._created, id: last._id }) }),
      ...(attested && { leftOut: { unattested, changed: others.length - unattested } }),
    }
  }

  async count(
    uid: string,
    filter: Filter,
    { attested = false }: Pick<Page, 'attested'> = {},
  ): Promise<number> {
    return this.#select(uid, filter).filter(record => !attested || this.#isWhole(uid, record)).length
  }

  async aggregate(
    uid: string,
    aggregate: RecordAggregate,
    without: ReadonlySet<string>,
  ): Promise<RecordAggregateResult> {
    const counted = new Set(this.#select(uid, { $and: [aggregate.about, aggregate.filter] }, 'execute'))
    return aggregateOf(
      this.#select(uid, aggregate.about, 'execute'),
      aggregate,
      record => counted.has(record),
      record => this.#isWhole(uid, record),
      without,
    )
  }

  async replace(uid: string, record: NewRecord): Promise<boolean> {
    const { records, kind, secrets } = this.#known(uid)
    if (kind === 'owned') throw new OwnershipMismatchError(uid, 'belong to a person')
    if (secrets.length > 0) throw new SecretsNotReplacedError(uid)
    const present = records.get(record._id)
    if (present === undefined) return false
    const { _id, _created } = present
    records.set(_id, { _id, ...plain(contentOf(record)), _created, _updated: this.#now() })
    return true
  }

  async delete(uid: string, id: string): Promise<boolean> {
    const { records } = this.#known(uid)
    const record = records.get(id)
    return record !== undefined && this.#may('write', record) && records.delete(id)
  }

  ownedBy({ owner }: OwnerPermission): readonly OwnedOnNode[] {
    const isTheirs = ({ _owner }: StoredRecord) => _owner !== undefined && sameIdentity(_owner, owner)
    const find = ({ collection, id }: RecordAddress) => {
      const record = this.#collections.get(collection)?.records.get(id)
      return record && isTheirs(record) ? record : undefined
    }
    return [
      {
        url: `${MEMORY}:`,
        did: this.#did(),
        list: async limit =>
          [...this.#collections.values()]
            .flatMap(({ uid, records }) =>
              [...records.values()].filter(isTheirs).map(({ _id }) => ({ collection: uid, id: _id })),
            )
            .slice(0, limit),
        read: async address => structuredClone(find(address)),
        delete: async address => {
          if (find(address)) this.#collections.get(address.collection)?.records.delete(address.id)
        },
      },
    ]
  }

  async health(): Promise<NodeHealth[]> {
    return []
  }

  async close(): Promise<void> {
    this.#collections.clear()
  }

  #did() {
    return typeof this.#builder === 'string' ? this.#builder : this.#builder.did
  }

  #isBuilder(grantee: string) {
    return typeof this.#builder === 'string'
      ? sameIdentity(grantee, this.#builder)
      : this.#builder.has(grantee)
  }

  /** Strictly increasing, so that records stay in order of creation. */
  #now(): string {
    this.#latest = Math.max(this.#clock(), this.#latest + 1)
    return new Date(this.#latest).toISOString()
  }

  #known(uid: string) {
    const collection = this.#collections.get(uid)
    if (collection === undefined) throw new UnknownCollectionError(uid)
    return collection
  }

  #may(permission: 'read' | 'write' | 'execute', { _acl }: StoredRecord): boolean {
    return _acl?.some(entry => entry[permission] && this.#isBuilder(entry.grantee)) ?? true
  }

  /** True if the record matches the service's attestation. */
  #isWhole(uid: string, record: StoredRecord) {
    return typeof this.#builder === 'string'
      ? isAttestedBy([publicKeyOf(this.#builder)], this.#primitives, uid, {
          ...{ id: record._id, owner: record._owner ?? '', record },
        })
      : isAttestedIn(this.#builder, this.#primitives, uid, record)
  }

  #select(uid: string, filter: Filter, to: 'read' | 'execute' = 'read'): StoredRecord[] {
    assertFilter(filter)
    const matches = matcherOf(filter)
    return [...this.#known(uid).records.values()]
      .filter(record => this.#may(to, record) && matches(record))
      .sort((a, b) => compare(a._created, b._created) || compare(a._id, b._id))
  }

  /** The records that are not stored yet. @throws RecordExistsError if another one has the id */
  #missingOf({ collection: uid, records: wanted }: RecordBatch, ownership?: Ownership): NewRecord[] {
    const { records, kind, secrets } = this.#known(uid)
    if (kind === 'owned' && ownership === undefined)
      throw new OwnershipMismatchError(uid, 'belong to a person')
    if (kind === 'standard' && ownership !== undefined)
      throw new OwnershipMismatchError(uid, 'belong to nobody')
    return wanted.filter(record => {
      for (const field of secrets) assertSecret(field, record[field])
      const present = records.get(record._id)
      if (present === undefined) return true
      if (
        !isDeepStrictEqual(contentOf(present), plain(contentOf(record))) ||
        !isOwner(present, ownership?.owner)
      )
        throw new RecordExistsError(record._id)
      return false
    })
  }
}

function isOwner({ _owner }: StoredRecord, owner?: string): boolean {
  return _owner === owner || (_owner !== undefined && owner !== undefined && sameIdentity(_owner, owner))
}

function assertSecret(field: string, value: unknown): void {
  if (value === undefined) return
  if (typeof value !== 'string' || Buffer.byteLength(value) > SECRET_BYTES)
    throw new SecretNotTextError(field)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** A copy as JSON, independent of the caller's object. */
function plain(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(fields))
}
