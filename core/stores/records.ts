/** The records port: operations of the gateway on the storage network, as the builder registered there. */

import type { RecordAggregate, RecordAggregateResult } from '../../schemas/record-aggregate.ts'
import type { QueuedEvent } from './outbox.ts'

/** A record to store: the resource itself, with the id that the gateway chose for it. */
export type NewRecord = Readonly<Record<string, unknown>> & { readonly _id: string }

/** The records of one collection within a write. */
export interface RecordBatch {
  readonly collection: string
  readonly records: readonly NewRecord[]
}

/** One entry of a record's access list: the permissions of a builder. */
export interface AclEntry {
  /** DID of the builder. */
  readonly grantee: string
  readonly read: boolean
  readonly write: boolean
  readonly execute: boolean
}

/** A record from the network: the resource verbatim, plus the fields of the nodes. */
export type StoredRecord = Readonly<Record<string, unknown>> & {
  readonly _id: string
  /** ISO 8601, UTC. */
  readonly _created: string
  readonly _updated: string
  /** DID of the owner; only on records of owned collections. */
  readonly _owner?: string
  readonly _acl?: readonly AclEntry[]
}

/** A collection, as created on the nodes. */
export interface StoredCollection {
  readonly uid: string
  readonly name: string
  /**
   * `owned`: each record belongs to a person and has an access list. `standard`: it belongs to the builder.
   */
  readonly kind: 'owned' | 'standard'
  /**
   * JSON Schema (draft-07) of the array of documents for a node, with secret fields as `{"%share": string}`.
   */
  readonly schema: object
  /** Names of the top-level string fields that are split, so that no single node can read them. */
  readonly secrets: readonly string[]
}

/** The owner of a record in an owned collection, and its access list. */
export interface Ownership {
  readonly owner: string
  readonly acl: AclEntry
}

/**
 * The condition on a record: field paths (dots descend, arrays match by any element) with a value, or with
 * `$eq $ne $gt $gte $lt $lte $in $exists`. Several fields must all match; `$or` takes a list of filters.
 */
export type Filter = Readonly<Record<string, unknown>>

export interface Page {
  /** At most 200. */
  readonly limit: number
  /** Opaque: `next` of the previous page. */
  readonly after?: string
  /** `next` of a page: reading ends with the last record of that page, and later records are not found. */
  readonly until?: string
  /** Records to skip before the page. @default 0 */
  readonly skip?: number
  /** Selects only records with a valid attestation of the service; the others are counted. @default false */
  readonly attested?: boolean
}

/** The numbers of records left out of a page, by reason. */
export interface Omissions {
  /** Written directly to the storage nodes, without the service. */
  readonly unattested: number
  /** Changed since the service accepted them. */
  readonly changed: number
}

/** A page of records. It may hold fewer than its limit: one of large records ends early. */
export interface FoundRecords {
  readonly records: StoredRecord[]
  /** The cursor of the next page; absent on the last. */
  readonly next?: string
  /**
   * For a page of attested records: the number of others between its ends, as far as the store has counted
   * them.
   */
  readonly leftOut?: Omissions
}

export interface StorageNodeAddress {
  /** Base URL: every node has its own origin. */
  readonly url: string
  readonly did: string
}

export interface NodeHealth extends StorageNodeAddress {
  readonly ready: boolean
  /** The problem, for an operator; contains no record and no secret. */
  readonly problem?: string
}

/** The address of a record. */
export interface RecordAddress {
  readonly collection: string
  readonly id: string
}

/**
 * The permission that a person signed so that the service may list, read and delete their records on the
 * nodes.
 */
export interface OwnerPermission {
  /** DID of the person. */
  readonly owner: string
  /** Envelopes of NUC delegations to the builder: for `/nil/db/users/read` and `/nil/db/users/delete`. */
  readonly read: string
  readonly delete: string
  /** The expiry of the delegations, in seconds since the epoch. */
  readonly until: number
}

/** A person's records on one node, in collections of the builder. */
export interface OwnedOnNode extends StorageNodeAddress {
  /** The oldest records, at most `limit`. */
  list(limit: number): Promise<RecordAddress[]>
  /** The record on this node, with a share in place of each secret; `undefined` if there is none. */
  read(address: RecordAddress): Promise<StoredRecord | undefined>
  /** Deletes the record from this node; a missing one is no error. */
  delete(address: RecordAddress): Promise<void>
}

export interface RecordStore {
  /** The DID with which the gateway is registered on the nodes. */
  readonly builder: string
  readonly nodes: readonly StorageNodeAddress[]
  /** The statements by which storage nodes were replaced; see `Succession`. */
  readonly replacements?: readonly string[]
  /** The signed consents by which nodes were added; see {@link replacements}. */
  readonly additions?: readonly string[]
  /** Registers the builder and creates missing collections on every node. Idempotent. */
  prepare(collections: readonly StoredCollection[]): Promise<void>
  /**
   * Resolves once every node has stored the record durably. The same record sent again completes an
   * interrupted write; another record under the same id is refused (`AND_RECORD_EXISTS`).
   */
  create(collection: string, record: NewRecord, ownership?: Ownership): Promise<void>
  /**
   * Like `create`, for records of one owner or of the service, in any number of collections, as one write: if
   * it fails, none of them is new on any node, and a crash leaves all or none. One call to each node per
   * hundred records.
   * @param events - added to the outbox if the write is stored, in one step with its end
   */
  createAll(
    batches: readonly RecordBatch[],
    ownership?: Ownership,
    events?: readonly QueuedEvent[],
  ): Promise<void>
  /** The record with its secret fields joined; `undefined` if there is none that the builder may read. */
  read(collection: string, id: string): Promise<StoredRecord | undefined>
  /**
   * Records oldest first, in an order that new records do not change. A secret field that cannot be joined is
   * omitted; `read` gives the reason. A store may return records without attestation to a reader of attested
   * ones: verify them.
   */
  find(collection: string, filter: Filter, page: Page): Promise<FoundRecords>
  count(collection: string, filter: Filter, only?: Pick<Page, 'attested'>): Promise<number>
  /**
   * Counts people in the store, by the latest attested record of each that the builder may use (`execute`).
   * The response is as small as the result.
   * @param without - people who are not counted: compressed public keys in hex, at most 50,000
   */
  aggregate(
    collection: string,
    aggregate: RecordAggregate,
    without: ReadonlySet<string>,
  ): Promise<RecordAggregateResult>
  /** Replaces a whole record of a standard collection; `false` if there is none. */
  replace(collection: string, record: NewRecord): Promise<boolean>
  delete(collection: string, id: string): Promise<boolean>
  /** Every node, with the access of the owner of records. */
  ownedBy(permission: OwnerPermission): readonly OwnedOnNode[]
  health(): Promise<NodeHealth[]>
  /** The number of forged copies on nodes that were treated as absent. */
  readonly rejected: number
  /**
   * The number of records without a seal in the service's collections: another program wrote them, and they are
   * not served.
   * @param collections - uids. @default the standard collections that were prepared
   */
  countUnsealed(collections?: readonly string[]): Promise<number>
  close(): Promise<void>
}
