/** The storage nodes that a gateway runs itself: each with its own key and its own database on one server. */
import type { KeyPair } from '../../crypto/keys.ts'
import type { Primitives } from '../../crypto/primitives.ts'
import type { DatabaseServer } from '../sql/database.ts'
import { migrate, migrationsOf } from '../sql/migrate.ts'
import { type LocalNode, openLocalNode } from './node-local.ts'

export interface LocalNodesOptions {
  readonly server: DatabaseServer
  /** One node per key, in an order that stays. */
  readonly keys: readonly KeyPair[]
  /** Where each node's HTTP face is reached, in the same order; may be set on the nodes later. */
  readonly urls?: readonly string[]
  readonly primitives: Primitives
  /** Milliseconds since the epoch. @default Date.now */
  readonly clock?: () => number
  /** Prefixes of DIDs accepted besides `did:nil:` and `did:key:`. */
  readonly prefixes?: readonly string[]
  readonly version?: string
}

/** Opens the databases `node_1`, `node_2` …, migrates them, and opens a node on each. */
export async function startLocalNodes(options: LocalNodesOptions): Promise<LocalNode[]> {
  const { server, keys, urls = [], ...rest } = options
  return Promise.all(
    keys.map(async (key, at) => {
      const database = await server.open(`node_${at + 1}`)
      await migrate(database, migrationsOf('node'))
      return openLocalNode({ ...rest, database, key, url: urls[at] ?? '' })
    }),
  )
}
