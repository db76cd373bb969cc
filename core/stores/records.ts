/** The records port: what the gateway asks of the storage network, as the builder it is registered as there. */

import type { Tally, TallyResult } from '../../schemas/tally.ts'

/** A record as it travels: the resource itself, with the id the gateway chose for it. */
export type NewRecord = Readonly<Record<string, unknown>> & { readonly _id: string }

/** One entry of a record's access list: what a builder may do with it. */
export interface AclEntry {
  /** DID of the builder. */
  readonly grantee: string
  readonly read: boolean
  readonly write: boolean
  readonly execute: boolean
}

/** A record as the network returns it: the resource verbatim, plus what the nodes know about it. */
export type StoredRecord = Readonly<Record<string, unknown>> & {
  readonly _id: string
  /** ISO 8601, UTC. */
  readonly _created: string
  readonly _updated: string
  /** DID of the person it belongs to; on records of owned collections. */
  readonly _owner?: string
  readonly _acl?: readonly AclEntry[]
}

/** A collection as the nodes create it. */
export interface StoredCollection {
  readonly uid: string
  readonly name: string
  /** `owned`: each record belongs to a person and carries an access list. `standard`: it is the builder's. */
  readonly kind: 'owned' | 'standard'
  /** JSON Schema (draft-07) of the array of documents a node is sent, secret fields as `{"%share": string}`. */
  readonly schema: object
  /** Names of the top-level string fields that are split, so that no single node can read them. */
  readonly secrets: readonly string[]
}

/** Who a record of an owned collection belongs to, and who else may use it. */
export interface Ownership {
  readonly owner: string
  readonly acl: AclEntry
}

/**
 * What a record must match: field paths (dots descend, arrays match by any element) with a value, or with
 * `$eq $ne $gt $gte $lt $lte $in $exists`. Several fields must all match; `$or` takes a list of filters.
 */
export type Filter = Readonly<Record<string, unknown>>

export interface Page {
  /** At most 200. */
  readonly limit: number
  /** Opaque: `next` of the page before. */
  readonly after?: string
  /** `next` of a page, with whose last record reading ends: what was stored behind it is not found. */
  readonly until?: string
  /** Records that are passed over before the page begins. @default 0 */
  readonly skip?: number
  /** Only records that are as the service attested them; the others are counted. @default false */
  readonly attested?: boolean
}

/** How many records were left out of a page, by the reason. */
export interface LeftOut {
  /** Written to the storage nodes directly: the service has never seen them. */
  readonly unattested: number
  /** No longer as the service accepted them. */
  readonly changed: number
}

/** A page of records. It may hold fewer than its limit: one of large records ends early. */
export interface FoundRecords {
  readonly records: StoredRecord[]
  /** The cursor of the next page; absent on the last. */
  readonly next?: string
  /** Of a page of attested records: how many others lie between its ends, as far as the store has counted them. */
  readonly leftOut?: LeftOut
}

export interface StorageNodeAddress {
  /** Base URL: every node has its own origin. */
  readonly url: string
  readonly did: string
}

export interface NodeHealth extends StorageNodeAddress {
  readonly ready: boolean
  /** What is wrong, for an operator; holds no record and no secret. */
  readonly problem?: string
}

/** Where a record lies. */
export interface RecordAddress {
  readonly collection: string
  readonly id: string
}

/** What a person signed so that the service may list, read and delete what is theirs on the nodes. */
export interface OwnerPermission {
  /** DID of the person. */
  readonly owner: string
  /** Envelopes of NUC delegations to the builder: for `/nil/db/users/read` and `/nil/db/users/delete`. */
  readonly read: string
  readonly delete: string
  /** Seconds since the epoch after which they are worth nothing. */
  readonly until: number
}

/** What one node has of a person, in collections of the builder. */
export interface OwnedOnNode extends StorageNodeAddress {
  /** The oldest records, as many as `limit`. */
  list(limit: number): Promise<RecordAddress[]>
  /** The record as this node has it, a share in place of each secret; `undefined` when there is none. */
  read(address: RecordAddress): Promise<StoredRecord | undefined>
  /** Removes the record from this node; one that is not there is no error. */
  delete(address: RecordAddress): Promise<void>
}

export interface RecordStore {
  /** The DID under which the gateway is registered on the nodes. */
  readonly builder: string
  readonly nodes: readonly StorageNodeAddress[]
  /** Registers the builder and creates the collections that are missing, on every node. Idempotent. */
  prepare(collections: readonly StoredCollection[]): Promise<void>
  /**
   * Resolves once every node has the record durably. The same record again completes a write that was cut short;
   * another record under the same id is refused (`AND_RECORD_EXISTS`).
   */
  create(collection: string, record: NewRecord, ownership?: Ownership): Promise<void>
  /**
   * As `create`, for records of one owner, in a call to each node for every hundred of them. When it fails, none of the
   * hundred is new on any node, as far as these answer.
   */
  createAll(collection: string, records: readonly NewRecord[], ownership?: Ownership): Promise<void>
  /** The record with its secret fields joined; `undefined` when there is none the builder may read. */
  read(collection: string, id: string): Promise<StoredRecord | undefined>
  /**
   * Records oldest first, in an order that stays while others arrive. A secret field that cannot be joined is left
   * out; `read` says why. A store may give records that are not attested to a reader of attested ones: check them.
   */
  find(collection: string, filter: Filter, page: Page): Promise<FoundRecords>
  count(collection: string, filter: Filter, only?: Pick<Page, 'attested'>): Promise<number>
  /**
   * Counts people, each by the newest attested record that they let the builder use (`execute`), where the records are:
   * what comes back is as large as the answer.
   */
  tally(collection: string, tally: Tally): Promise<TallyResult>
  /** Replaces a record of a standard collection whole; `false` when there is none. */
  replace(collection: string, record: NewRecord): Promise<boolean>
  delete(collection: string, id: string): Promise<boolean>
  /** Every node, as the owner of records may use it. */
  ownedBy(permission: OwnerPermission): readonly OwnedOnNode[]
  health(): Promise<NodeHealth[]>
  close(): Promise<void>
}
