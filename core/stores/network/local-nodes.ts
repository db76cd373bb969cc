/** The port through which a plugin supplies storage nodes in the gateway's process. */
import type { KeyPair } from '../../crypto/keys.ts'
import type { Primitives } from '../../crypto/primitives.ts'
import type { ManagedRing } from '../../keys/key-ring.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { DatabaseServer } from '../sql/database.ts'
import type { Log } from '../sql/log.ts'
import type { StorageNode } from './node.ts'

/** A node of this process. Its URL is set once its HTTP server listens. */
export interface LocalNode extends StorageNode {
  url: string
}

export interface LocalNodesOptions {
  readonly server: DatabaseServer
  /** The name of the database of each, by its number from 1. @default `node_1`, `node_2` … */
  readonly name?: (number: number) => string
  /** A streaming replica of it, for reads of many documents. */
  readonly replica?: DatabaseServer
  /** One node per key, in a fixed order. A new key is kept only for a new database. */
  readonly keys: readonly (KeyPair | ManagedRing)[]
  /** The URL of each node's HTTP server, in the same order; may be set on the nodes later. */
  readonly urls?: readonly string[]
  readonly primitives: Primitives
  /** Runs expensive work of callers. @default one for each node, which is closed with it */
  readonly sandbox?: Sandbox
  /** Milliseconds since the epoch. @default Date.now */
  readonly clock?: () => number
  /** Prefixes of DIDs accepted besides `did:nil:` and `did:key:`. */
  readonly prefixes?: readonly string[]
  /** Maximum bytes of documents in a page. @default 4 MiB */
  readonly pageBytes?: number
  /** DID of the service that owns the nodes. @default the first builder that registers */
  readonly service?: string
  /** The options of the plugin that supplies the nodes. */
  readonly options?: object
  readonly version?: string
  /** Logs migrations that take long. */
  readonly log?: Log
}

/** Opens one node per key, each on a database of its own. */
export type StartLocalNodes = (options: LocalNodesOptions) => Promise<LocalNode[]>
