/**
 * The core for the plugin `storage-node`: the port and the wire format of a nilDB-compatible node, and its
 * database.
 * Not an entry of the package: only a storage node needs it.
 */

// The share of a node that is added.
export { neutralShare } from './crypto/threshold.ts'
// Caches that grow.
export { growing } from './growing.ts'
// The HTTP server of a node.
export { schemaController, speakJson } from './http/fastify-options.ts'
export { serializers, standardOutput } from './http/log.ts'
export { addFormats, shareMetaSchema } from './http/meta-schema.ts'
export { trustProxyOption } from './http/trust-proxy.ts'
export { refuseUnreadableUrls } from './http/url.ts'
// The key of a node, which its database remembers.
export { claimKey } from './keys/key-owner.ts'
export { type KeyRing, ringOf } from './keys/key-ring.ts'
// A sandbox of its own, for a node without a gateway.
export { SandboxFull } from './sandbox/errors.ts'
export { Sandbox } from './sandbox/sandbox.ts'
export { equalitiesOf, isRanges, sizeOf } from './stores/aggregate.ts'
// Authorisation, filters, pages and errors that the client of the nodes and the node share.
export { isAttestedBy } from './stores/attested.ts'
export {
  type Authorise,
  type Authority,
  createAuthorise,
  rememberingCanonical,
} from './stores/network/authorise.ts'
export {
  MalformedBuilder,
  NodeAccessError,
  NodeBusy,
  NodeError,
  NodeMoving,
  quotaRefusal,
  refusal,
} from './stores/network/errors.ts'
export {
  assertElementTest,
  type Clause,
  type Condition,
  FilterError,
  hasStoredSpelling,
  isPlainObject,
  readFilter,
  readPath,
} from './stores/network/filter.ts'
// The port of a node, and the plugin's part of it.
export type { LocalNode, LocalNodesOptions, StartLocalNodes } from './stores/network/local-nodes.ts'
export {
  type CollectionDigest,
  type CollectionIndex,
  type CollectionKind,
  type Created,
  commands,
  type DocumentAddress,
  type Find,
  type Found,
  type NewBuilder,
  type NewCollection,
  type NewDocument,
  type NewIndex,
  type NewOwnedBatches,
  type NewOwnedDocuments,
  type NewQuery,
  type NewStandardDocuments,
  type NodeDocument,
  type OwnUpdate,
  type Pagination,
  type QueryRun,
  type QuerySummary,
  type RunQuery,
  type Selection,
  type Sort,
  type StorageNode,
  type Update,
  type Withdrawal,
} from './stores/network/node.ts'
export {
  COPY,
  type Extent,
  type KnownRow,
  MOVE_STEPS,
  MOVED_TABLES,
  type MovedTable,
  type MoveStatus,
  type MoveTerms,
  type NodeMoves,
  type OfMove,
  PIECE,
  RELEASE,
  type RowKey,
  type RowRange,
} from './stores/network/node-moves.ts'
export { PAGE_BYTES, pageOf } from './stores/network/page.ts'
// The database of a node.
export { idOf } from './stores/sql/constants.ts'
export type { Database, SqlValue, Transaction } from './stores/sql/database.ts'
export { migrate, migrationsOf } from './stores/sql/migrate.ts'
export { narrowIndexes } from './stores/sql/narrow-indexes.ts'
export { isWriting, readingFrom } from './stores/sql/replica.ts'
export { traceRequests } from './telemetry/trace-requests.ts'
