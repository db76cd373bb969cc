/** The description of one backup. */

/** A table of a database, with its definition: a restore needs no release to have made it. */
export interface TableDump {
  readonly name: string
  /** Each as it stands in CREATE TABLE. */
  readonly columns: readonly string[]
  readonly columnNames: readonly string[]
  readonly constraints: readonly string[]
  /** Statements, run once the rows are there. */
  readonly indexes: readonly string[]
  /** `HASH (id)`, and into how many; absent for a plain table. */
  readonly partitions?: { readonly by: string; readonly parts: number }
  readonly rows: number
  readonly bytes: number
  readonly pieces: readonly string[]
}

/** A file of the data directory: a key. */
export interface KeyFile {
  /** Relative to the data directory. */
  readonly name: string
  readonly piece: string
}

/** The gateway, or one node: sealed under keys of its own. */
export interface PartDump {
  /** `gateway`, or `node-1`, `node-2` … */
  readonly part: string
  readonly database: string
  readonly tables: readonly TableDump[]
  /** Names of applied migrations. */
  readonly migrations: readonly string[]
  readonly keys: readonly KeyFile[]
}

/** The objects of people, sealed by their clients. */
export interface ObjectsDump {
  readonly driver: 'disk' | 's3'
  readonly count: number
  readonly bytes: number
  /** Pieces of the list of objects: a line of JSON each, an {@link ObjectEntry}. */
  readonly index: readonly string[]
}

export interface ObjectEntry {
  readonly name: string
  readonly size: number
  readonly mark: string
  readonly pieces: readonly string[]
}

export interface Point {
  readonly format: 1
  /** A gateway with the nodes in its process, or one node alone. */
  readonly kind: 'gateway' | 'node'
  readonly release: string
  /** The time of the point: what was acknowledged before is in the backup. ISO 8601. */
  readonly at: string
  /** DID of the gateway's key, or of the node's. */
  readonly did: string
  /** URLs of remote nodes, which this backup does not hold. */
  readonly remoteNodes: readonly string[]
  readonly parts: readonly PartDump[]
  readonly objects?: ObjectsDump
  /** Sentences about what the backup lacks. */
  readonly notes: readonly string[]
}

/** The part of the objects. */
export const OBJECTS = 'objects'
