/** The storage nodes that a gateway runs itself: each with its own key and its own database on one server. */
import { type LocalNode, type LocalNodesOptions, migrate, migrationsOf } from '../../../core/node.ts'
import { openLocalNode } from './node-local.ts'

/** Opens the databases `node_1`, `node_2` …, migrates them, and opens a node on each. */
export async function startLocalNodes(options: LocalNodesOptions): Promise<LocalNode[]> {
  const { server, keys, urls = [], options: bounds = {}, ...rest } = options
  return Promise.all(
    keys.map(async (key, at) => {
      const database = await server.open(`node_${at + 1}`)
      await migrate(database, migrationsOf('node'))
      return openLocalNode({ ...rest, bounds, database, key, url: urls[at] ?? '' })
    }),
  )
}
