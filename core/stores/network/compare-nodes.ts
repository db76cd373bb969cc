/** Compares what the nodes hold by counts and digests of their collections: whole nodes, and no record, are read. */
import { setTimeout as delay } from 'node:timers/promises'
import type { WriteJournal } from './journal.ts'
import { type CollectionDigest, commands } from './node.ts'
import type { OwnRecordsParts } from './own.ts'

/** A collection of which the nodes hold different records. */
export interface DifferingCollection {
  readonly collection: string
  /** The number of records on each node that answered. */
  readonly counts: readonly { readonly node: string; readonly records: number }[]
}

export interface NodeComparison {
  readonly differing: readonly DifferingCollection[]
  /** The URLs of the nodes that were compared. */
  readonly compared: readonly string[]
}

type Parts = Pick<OwnRecordsParts, 'nodes' | 'invoke'> & { readonly journal: Pick<WriteJournal, 'backlog'> }
type Digests = ReadonlyMap<string, CollectionDigest>
type Reading = ReadonlyMap<string, Digests>

/** Milliseconds between two readings: a write is on all nodes by then, or in the journal. */
const PAUSE = 2_000

const NOTHING = { count: 0, digest: '0' }

/** A difference counts if a second reading finds it, beyond what the writes in the journal explain. */
export async function compareNodes(parts: Parts, pause = PAUSE): Promise<NodeComparison> {
  const first = await read(parts)
  const suspects = collectionsIn(first).filter(collection => differs(of(first, collection)))
  if (suspects.length === 0) return { differing: [], compared: [...first.keys()] }
  await delay(pause)
  const [second, { records }] = await Promise.all([read(parts), parts.journal.backlog()])
  const differing = suspects
    .filter(collection => {
      const now = of(second, collection)
      if (!differs(now)) return false
      const counts = now.map(({ count }) => count)
      const isStill = JSON.stringify(now) === JSON.stringify(of(first, collection))
      return Math.max(...counts) - Math.min(...counts) > records || (records === 0 && isStill)
    })
    .map(collection => ({
      collection,
      counts: [...second].map(([node, digests]) => ({
        node,
        records: (digests.get(collection) ?? NOTHING).count,
      })),
    }))
  return { differing, compared: [...second.keys()] }
}

const collectionsIn = (reading: Reading): string[] => [
  ...new Set([...reading.values()].flatMap(digests => [...digests.keys()])),
]

const of = (reading: Reading, collection: string) =>
  [...reading.values()].map(digests => {
    const { count, digest } = digests.get(collection) ?? NOTHING
    return { count, digest }
  })

const differs = (digests: readonly { readonly digest: string; readonly count: number }[]): boolean =>
  digests.some(({ digest, count }) => digest !== digests[0]?.digest || count !== digests[0]?.count)

/** The digests of every node that answers; one of another kind has none. */
async function read({ nodes, invoke }: Parts): Promise<Reading> {
  const answers = await Promise.all(
    nodes.map(async node => {
      try {
        const digests = await node.digests?.(invoke(node.did, commands.collections.read))
        return digests && ([node.url, new Map(digests.map(each => [each.collection, each]))] as const)
      } catch {
        // Readiness reports a node that is away.
        return undefined
      }
    }),
  )
  return new Map(
    answers.flatMap((answer, at) => (answer ? [[answer[0] || `node ${at + 1}`, answer[1]]] : [])),
  )
}
