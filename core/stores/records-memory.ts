/** Records in memory, with the results of the network, for quick tests; lost on close. */
import { isDeepStrictEqual } from 'node:util'
import { publicKeyOf, sameIdentity } from '../crypto/did.ts'
import { noble, type Primitives } from '../crypto/primitives.ts'
import type { KeyRing } from '../key-ring.ts'
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
import type {
  Filter,
  NewRecord,
  Ownership,
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
export function createMemoryRecordStore(
  builder: string | KeyRing,
  { primitives = noble, clock = Date.now }: { primitives?: Primitives; clock?: () => number } = {},
): RecordStore {
  const collections = new Map<string, StoredCollection & { readonly records: Map<string, StoredRecord> }>()

  const did = () => (typeof builder === 'string' ? builder : builder.did)
  const isBuilder = (grantee: string) =>
    typeof builder === 'string' ? sameIdentity(grantee, builder) : builder.has(grantee)

  let latest = 0
  /** Strictly increasing, so that records stay in order of creation. */
  function now(): string {
    latest = Math.max(clock(), latest + 1)
    return new Date(latest).toISOString()
  }

  function known(uid: string) {
    const collection = collections.get(uid)
    if (collection === undefined) throw new UnknownCollectionError(uid)
    return collection
  }

  function may(permission: 'read' | 'write' | 'execute', { _acl }: StoredRecord): boolean {
    return _acl?.some(entry => entry[permission] && isBuilder(entry.grantee)) ?? true
  }

  /** True if the record matches the service's attestation. */
  const isWhole = (uid: string, record: StoredRecord) =>
    typeof builder === 'string'
      ? isAttestedBy([publicKeyOf(builder)], primitives, uid, record)
      : isAttestedIn(builder, primitives, uid, record)

  function select(uid: string, filter: Filter, to: 'read' | 'execute' = 'read'): StoredRecord[] {
    assertFilter(filter)
    const matches = matcherOf(filter)
    return [...known(uid).records.values()]
      .filter(record => may(to, record) && matches(record))
      .sort((a, b) => compare(a._created, b._created) || compare(a._id, b._id))
  }

  async function createAll(batches: readonly RecordBatch[], ownership?: Ownership): Promise<void> {
    const missing = batches.map(batch => missingOf(batch, ownership))
    for (const [at, { collection }] of batches.entries())
      for (const record of missing[at] ?? []) {
        const created = now()
        known(collection).records.set(record._id, {
          _id: record._id,
          ...plain(contentOf(record)),
          _created: created,
          _updated: created,
          ...(ownership && { _owner: ownership.owner, _acl: [ownership.acl] }),
        })
      }
  }

  /** The records that are not stored yet. @throws RecordExistsError if another one has the id */
  function missingOf({ collection: uid, records: wanted }: RecordBatch, ownership?: Ownership): NewRecord[] {
    const { records, kind, secrets } = known(uid)
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

  return {
    get builder() {
      return did()
    },
    nodes: [],
    rejected: 0,
    countUnsealed: async () => 0,

    async prepare(wanted) {
      for (const collection of wanted) {
        const { records = new Map() } = collections.get(collection.uid) ?? {}
        collections.set(collection.uid, { ...collection, records })
      }
    },

    create: (collection, record, ownership) => createAll([{ collection, records: [record] }], ownership),
    createAll,

    async read(uid, id) {
      const [record] = select(uid, { _id: id })
      return structuredClone(record)
    },

    async find(uid, filter, { limit, after, until, skip = 0, attested = false }) {
      const ended = until === undefined ? filter : upTo(filter, readCursor(until))
      const matching = select(uid, after === undefined ? ended : beyond(ended, readCursor(after)))
      const isWanted = (record: StoredRecord) => !attested || isWhole(uid, record)
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
    },

    async count(uid, filter, { attested = false } = {}) {
      return select(uid, filter).filter(record => !attested || isWhole(uid, record)).length
    },

    async aggregate(uid, aggregate) {
      const counted = new Set(select(uid, { $and: [aggregate.about, aggregate.filter] }, 'execute'))
      return aggregateOf(
        select(uid, aggregate.about, 'execute'),
        aggregate,
        record => counted.has(record),
        record => isWhole(uid, record),
      )
    },

    async replace(uid, record) {
      const { records, kind, secrets } = known(uid)
      if (kind === 'owned') throw new OwnershipMismatchError(uid, 'belong to a person')
      if (secrets.length > 0) throw new SecretsNotReplacedError(uid)
      const present = records.get(record._id)
      if (present === undefined) return false
      const { _id, _created } = present
      records.set(_id, { _id, ...plain(contentOf(record)), _created, _updated: now() })
      return true
    },

    async delete(uid, id) {
      const { records } = known(uid)
      const record = records.get(id)
      return record !== undefined && may('write', record) && records.delete(id)
    },

    ownedBy({ owner }) {
      const isTheirs = ({ _owner }: StoredRecord) => _owner !== undefined && sameIdentity(_owner, owner)
      const find = ({ collection, id }: RecordAddress) => {
        const record = collections.get(collection)?.records.get(id)
        return record && isTheirs(record) ? record : undefined
      }
      return [
        {
          url: `${MEMORY}:`,
          did: did(),
          list: async limit =>
            [...collections.values()]
              .flatMap(({ uid, records }) =>
                [...records.values()].filter(isTheirs).map(({ _id }) => ({ collection: uid, id: _id })),
              )
              .slice(0, limit),
          read: async address => structuredClone(find(address)),
          async delete(address) {
            if (find(address)) collections.get(address.collection)?.records.delete(address.id)
          },
        },
      ]
    },

    async health() {
      return []
    },

    async close() {
      collections.clear()
    },
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
