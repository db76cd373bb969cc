/** The node port: one storage node, in this process or behind HTTP, with the operations of nilDB. */
import type { RecordAggregate, RecordAggregateResult } from '../../../schemas/record-aggregate.ts'
import type { AclEntry, Omissions } from '../records.ts'
import type { NodeMoves } from './node-moves.ts'

/** The description that a node returns of itself. */
export interface NodeAbout {
  /** ISO 8601, as are all times here. */
  readonly started: string
  readonly build: { readonly time: string; readonly commit: string; readonly version: string }
  /** Hex of the compressed key: the node's identity. */
  readonly public_key: string
  /** The statements by which the node's key was replaced, the oldest first. Not part of nilDB. */
  readonly successions?: readonly string[]
  readonly url: string
  readonly maintenance: { readonly active: boolean; readonly started_at: string }
  /** The id of its database, which one that was emptied has not. Not part of nilDB. */
  readonly database?: string
  /** The time of its last backup, for the operators of gateways; absent if none is known. */
  readonly last_backup?: string
}

/** Equal on two nodes that hold documents with the same ids. */
export interface CollectionDigest {
  readonly collection: string
  readonly count: number
  /** A sum over the ids, in decimal. */
  readonly digest: string
}

export interface Builder {
  readonly _id: string
  readonly _created: string
  readonly _updated: string
  readonly name: string
  readonly collections: readonly string[]
  readonly queries: readonly string[]
}

export interface NewBuilder {
  readonly did: string
  readonly name: string
}

export type CollectionKind = 'standard' | 'owned'

export interface NewCollection {
  readonly _id: string
  readonly type: CollectionKind
  readonly name: string
  /** JSON Schema (draft-07) of the array of documents. */
  readonly schema: object
}

export interface CollectionSummary {
  readonly id: string
  readonly type: CollectionKind
  readonly name: string
}

export interface CollectionIndex {
  readonly v: number
  readonly key: Readonly<Record<string, 1 | -1>>
  readonly name: string
  readonly unique: boolean
}

export interface CollectionDetails {
  readonly _id: string
  readonly count: number
  /** Stored size of the documents in bytes. */
  readonly size: number
  readonly first_write: string
  readonly last_write: string
  readonly indexes: readonly CollectionIndex[]
  readonly schema: object
}

export interface NewIndex {
  readonly name: string
  readonly keys: readonly Readonly<Record<string, 1 | -1>>[]
  readonly unique: boolean
  readonly ttl?: number
}

/** A document in a request: its own fields and a UUID. */
export type NewDocument = Readonly<Record<string, unknown>>

/** A document as a node returns it. */
export type NodeDocument = Readonly<Record<string, unknown>> & {
  readonly _id: string
  readonly _created: string
  readonly _updated: string
  readonly _owner?: string
  readonly _acl?: readonly AclEntry[]
}

export interface NewStandardDocuments {
  readonly collection: string
  readonly data: readonly NewDocument[]
  /**
   * A UUID that marks the documents of this call, so that no others are withdrawn with them. Not part of
   * nilDB.
   */
  readonly write?: string
}

export interface NewOwnedDocuments extends NewStandardDocuments {
  readonly owner: string
  readonly acl: AclEntry
}

/** Documents of one person in several collections. */
export interface NewOwnedBatches {
  readonly owner: string
  readonly acl: AclEntry
  readonly batches: readonly NewStandardDocuments[]
}

/** Documents to take back, if this write created them. */
export interface Withdrawal {
  readonly write: string
  readonly documents: readonly DocumentAddress[]
}

export interface Created {
  readonly created: readonly string[]
  readonly errors: readonly { readonly error: string; readonly document: unknown }[]
}

export type Sort = Readonly<Record<string, 1 | -1>>

export interface Pagination {
  /** @default 25 */
  readonly limit?: number
  /** @default 0 */
  readonly offset?: number
  /** @default oldest first */
  readonly sort?: Sort
  /** `false` if the total is not needed; it may then be only a lower bound. */
  readonly total?: boolean
}

export interface Paged<T> {
  readonly data: readonly T[]
  readonly pagination: { readonly total: number; readonly limit: number; readonly offset: number }
}

/** Documents of one collection, by a filter in MongoDB's form. */
export interface Selection {
  readonly collection: string
  readonly filter: Readonly<Record<string, unknown>>
}

export interface Find extends Selection {
  readonly pagination?: Pagination
  /** Selects only documents attested by the collection's builder, in order of creation. Not part of nilDB. */
  readonly attested?: boolean
}

/** The documents that were found. A node may end a page early; `total` then shows that there are more. */
export interface Found extends Paged<NodeDocument> {
  /** The number of other documents between the ends of a page of attested ones. */
  readonly leftOut?: Omissions
}

export interface Update extends Selection {
  readonly update: Readonly<Record<string, unknown>>
  /** The mark of a write: nothing changes once that was withdrawn. Not part of nilDB. */
  readonly write?: string
}

export interface Updated {
  readonly acknowledged: boolean
  readonly matched: number
  readonly modified: number
  readonly upserted: number
  readonly upserted_id: string | null
}

export interface Deleted {
  readonly acknowledged: boolean
  readonly deletedCount: number
}

export interface QueryVariable {
  /** The location of the value: `$.pipeline[0].$match.field`. */
  readonly path: string
  readonly description?: string
  readonly optional?: boolean
}

export interface QuerySummary {
  readonly _id: string
  readonly name: string
  readonly collection: string
}

export interface NewQuery extends QuerySummary {
  readonly variables: Readonly<Record<string, QueryVariable>>
  readonly pipeline: readonly Readonly<Record<string, unknown>>[]
}

export interface RunQuery {
  readonly _id: string
  readonly variables: Readonly<Record<string, unknown>>
}

export interface QueryRun {
  readonly _id: string
  readonly query: string
  readonly status: 'pending' | 'running' | 'complete' | 'error'
  readonly started?: string
  readonly completed?: string
  readonly result?: readonly unknown[]
  readonly errors?: readonly string[]
}

export interface QueryRunPage {
  readonly data: QueryRun
  readonly pagination?: Paged<unknown>['pagination']
}

/** The address of one document of a person. */
export interface DocumentReference {
  readonly builder: string
  readonly collection: string
  readonly document: string
}

export interface UserProfile {
  readonly _id: string
  readonly _created: string
  readonly _updated: string
  readonly logs: readonly { readonly op: string; readonly collection: string }[]
  readonly data: readonly { readonly collection: string; readonly id: string }[]
}

export interface DocumentAddress {
  readonly collection: string
  readonly document: string
}

/**
 * One storage node. All methods except the first two take the bearer's envelope of NUC tokens first. They
 * refuse with `NodeError` (`NodeAccessError` because of the token), and reject with `NodeUnreachable` if the
 * node cannot be reached.
 * The network driver calls the same object that the HTTP server serves, so that there is one path to a
 * document and its own token authorises each call on it.
 */
export interface StorageNode {
  readonly url: string
  /** In the `did:key` spelling. */
  readonly did: string
  /** True for the DID of this node's key, or of one before it. @default compares with `did` */
  isKnownAs?(did: string): boolean
  about(): Promise<NodeAbout>
  /** Resolves if the node and its database answer. */
  health(): Promise<void>

  registerBuilder(token: string, builder: NewBuilder): Promise<void>
  /**
   * Replaces the key of a builder. The token is the successor's, the statement is signed by both keys. Not
   * part of nilDB.
   */
  succeedBuilder(token: string, succession: { readonly statement: string }): Promise<void>
  readBuilder(token: string): Promise<Builder>
  updateBuilder(token: string, update: { readonly name: string }): Promise<void>
  /** Deletes the builder with its collections, documents and queries. */
  deleteBuilder(token: string): Promise<void>

  createCollection(token: string, collection: NewCollection): Promise<void>
  /** Sets a new name and schema of a builder's collection. Not part of nilDB. */
  updateCollection(token: string, collection: NewCollection): Promise<void>
  /**
   * The given collections that differ from those on the node, found in one step. Not part of nilDB, and
   * absent on nodes of other processes.
   */
  outdated?(token: string, collections: readonly NewCollection[]): Promise<readonly NewCollection[]>
  listCollections(token: string, pagination?: Pagination): Promise<Paged<CollectionSummary>>
  readCollection(token: string, id: string): Promise<CollectionDetails>
  /**
   * The number of documents and a digest of their ids, for each collection of a builder that has any. Not part of
   * nilDB, and absent on nodes of another kind.
   */
  digests?(token: string): Promise<readonly CollectionDigest[]>
  deleteCollection(token: string, id: string): Promise<void>
  createIndex(token: string, collection: string, index: NewIndex): Promise<void>
  dropIndex(token: string, collection: string, name: string): Promise<void>

  createStandard(token: string, documents: NewStandardDocuments): Promise<Created>
  createOwned(token: string, documents: NewOwnedDocuments): Promise<Created>
  /**
   * Like `createOwned`, for several collections in one step; the outcomes are in the order of the batches. A
   * node of another kind gets one call per collection. Not part of nilDB.
   */
  createAllOwned(token: string, documents: NewOwnedBatches): Promise<readonly Created[]>
  find(token: string, find: Find): Promise<Found>
  update(token: string, update: Update): Promise<Updated>
  delete(token: string, selection: Selection): Promise<Deleted>
  /**
   * Takes back a document that the bearer created within the last week, if this write created it. If the bearer is the
   * builder, what arrives of this write during the next week is refused. Not part of nilDB.
   */
  withdraw(token: string, address: DocumentAddress & { readonly write: string }): Promise<boolean>
  /**
   * Like `withdraw`, for several documents in one step. A node without it gets one call per document. Not
   * part of nilDB.
   */
  withdrawAll(token: string, withdrawal: Withdrawal): Promise<void>
  flush(token: string, collection: string): Promise<void>
  /** The latest documents first. */
  tail(token: string, collection: string, limit?: number): Promise<readonly NodeDocument[]>

  /**
   * Counts the owners of documents by the latest document of each that its builder attested. Not part of
   * nilDB.
   */
  aggregate(
    token: string,
    body: { readonly collection: string; readonly tally: RecordAggregate },
  ): Promise<RecordAggregateResult>
  createQuery(token: string, query: NewQuery): Promise<void>
  listQueries(token: string, pagination?: Pagination): Promise<Paged<QuerySummary>>
  readQuery(token: string, id: string): Promise<QuerySummary>
  deleteQuery(token: string, id: string): Promise<void>
  /** Starts a run and returns its id. */
  runQuery(token: string, run: RunQuery): Promise<string>
  readRun(token: string, id: string, pagination?: Pagination): Promise<QueryRunPage>

  readProfile(token: string): Promise<UserProfile>
  listOwn(token: string, pagination?: Pagination): Promise<Paged<DocumentReference>>
  readOwn(token: string, address: DocumentAddress): Promise<NodeDocument>
  /**
   * Like `readOwn`, for several documents in one step: in their order, `null` for one that does not exist, and
   * fewer of them if these fill a page. Not part of nilDB, and absent on nodes of other processes.
   */
  readAllOwn?(token: string, addresses: readonly DocumentAddress[]): Promise<readonly (NodeDocument | null)[]>
  /**
   * Changes one of the bearer's documents. With `filter`, an extension of nilDB, only as long as it matches; the
   * document does not exist otherwise.
   */
  updateOwn(token: string, update: OwnUpdate): Promise<void>
  deleteOwn(token: string, address: DocumentAddress): Promise<void>
  /** Sets the permissions of a registered builder on one of the bearer's documents. */
  grant(token: string, grant: DocumentAddress & { readonly acl: AclEntry }): Promise<void>
  /** Revokes all access of a grantee, including the collection's own builder. */
  revoke(token: string, revocation: DocumentAddress & { readonly grantee: string }): Promise<void>

  /** The steps by which another node replaces this one. Absent on nodes of another kind. Not part of nilDB. */
  readonly moves?: NodeMoves

  /**
   * Refuses a change by a client that knows fewer nodes than the service has. Absent on nodes of other processes,
   * which ask their own callers.
   */
  assertKnowsAll?(nodes: number | undefined): Promise<void>

  close(): Promise<void>
}

/** A change of a document by its owner. */
export interface OwnUpdate extends DocumentAddress, Pick<Update, 'update'> {
  readonly filter?: Update['filter'] | undefined
}

/** The token commands that the operations require. */
export const commands = {
  builders: verbs('builders'),
  collections: verbs('collections'),
  data: verbs('data'),
  queries: verbs('queries'),
  users: verbs('users'),
  moves: verbs('moves'),
} as const

function verbs(room: string) {
  const root = `/nil/db/${room}`
  return {
    root,
    create: `${root}/create`,
    read: `${root}/read`,
    update: `${root}/update`,
    delete: `${root}/delete`,
    execute: `${root}/execute`,
  } as const
}
