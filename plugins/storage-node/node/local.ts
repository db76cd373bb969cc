/** The storage nodes that a gateway runs itself: each with its own key and its own database on one server. */
import {
  claimKey,
  type LocalNode,
  type LocalNodesOptions,
  migrate,
  migrationsOf,
  narrowIndexes,
} from '../../../core/node.ts'
import { openLocalNode } from './node-local.ts'

/** Opens the databases `node_1`, `node_2` …, migrates them, and opens a node on each. */
export async function startLocalNodes(options: LocalNodesOptions): Promise<LocalNode[]> {
  const { server, replica, keys, urls = [], options: bounds = {}, log, ...rest } = options
  return Promise.all(
    keys.map(async (key, at) => {
      const name = `node_${at + 1}`
      const database = await server.open(name)
      const applied = await migrate(database, migrationsOf('node'), { ...(log && { log }) })
      await narrowIndexes(database, applied)
      if ('keep' in key) await claimKey('node', key, database)
      return openLocalNode({
        ...{ ...rest, bounds, database, key, url: urls[at] ?? '' },
        ...(replica && { replica: () => replica.open(name) }),
      })
    }),
  )
}
