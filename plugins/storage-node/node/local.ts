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

/** Opens the database of each, migrates them, and opens a node on each. */
export async function startLocalNodes(options: LocalNodesOptions): Promise<LocalNode[]> {
  const {
    server,
    replica,
    keys,
    name: nameOf = number => `node_${number}`,
    urls = [],
    options: bounds = {},
    log,
    ...rest
  } = options
  return Promise.all(
    keys.map(async (key, at) => {
      const name = nameOf(at + 1)
      const database = await server.open(name)
      const prepare = async () =>
        narrowIndexes(database, await migrate(database, migrationsOf('node'), { ...(log && { log }) }))
      await ('keep' in key ? claimKey('node', key, database, prepare) : prepare())
      return openLocalNode({
        ...{ ...rest, bounds, database, key, url: urls[at] ?? '' },
        ...(replica && { replica: () => replica.open(name) }),
      })
    }),
  )
}
