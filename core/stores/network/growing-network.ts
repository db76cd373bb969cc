/**
 * A network of remote nodes to which nodes are added while it runs. A set of nodes never changes: a new network takes
 * the place of the one before, and writes that the journal did not let begin are repeated there.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { StoredCollection } from '../records.ts'
import type { Database } from '../sql/database.ts'
import { NodesChanging, NodesChangingError } from './errors.ts'
import { openJournal } from './journal.ts'
import type { Recognition } from './known-nodes.ts'
import type { NetworkOptions, NetworkStore } from './network.ts'
import { additionsIn, consentsIn, type NodeMoveRow, nodeMoves } from './node-moves-table.ts'
import { connectRemoteNodes, type FollowedNode, RemoteNetwork } from './remote-nodes.ts'

export interface GrowingOptions extends Omit<NetworkOptions, 'nodes' | 'journal'>, Recognition {
  /** The nodes of the config, in order. */
  readonly urls: readonly string[]
  /** The gateway's. */
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly pageBytes?: number | undefined
  /**
   * Wraps a node.
   * @param at - its position, from 1
   */
  readonly observe?: (node: FollowedNode, at: number) => FollowedNode
}

export interface GrowingNetwork extends NetworkStore {
  /** Changes to nodes that have replaced others or were added, and prepares those that have connected since. */
  seek(): Promise<void>
}

/** Milliseconds for which a write waits until a node is added. */
const WAIT = 60_000
/** Milliseconds between two looks for that node. */
const LOOK = 100

/** Opens the network of the nodes as they are now, and follows their changes. */
export async function openGrowingNetwork(options: GrowingOptions): Promise<GrowingNetwork> {
  const { database, log } = options
  let moves: readonly NodeMoveRow[] = await nodeMoves(database)
  let current = await openNetwork(options, moves)
  let wanted: readonly StoredCollection[] = []
  let rejected = 0
  let growing: Promise<boolean> | undefined

  async function change(known: readonly NodeMoveRow[]): Promise<boolean> {
    if (additionsIn(known) === additionsIn(moves)) return false
    const next = await openNetwork(options, known)
    if (wanted.length > 0) await next.prepare(wanted)
    rejected += current.rejected
    // Requests under way end on the former network; its nodes are all still there.
    ;[current, moves] = [next, known]
    log.warn(`A storage node was added, there are ${next.size} now: list it in the config, behind the others`)
    return true
  }
  const grow = (): Promise<boolean> => {
    growing ??= nodeMoves(database)
      .then(change)
      .finally(() => {
        growing = undefined
      })
    return growing
  }

  /** Calls the network. A write that was not let begin has had no effect. */
  async function call(name: string, given: readonly unknown[]): Promise<unknown> {
    for (const deadline = performance.now() + WAIT; ; ) {
      const network = current
      try {
        const write = Reflect.get(network, name) as (...given: readonly unknown[]) => unknown
        return await write.apply(network, [...given])
      } catch (error) {
        if (!(error instanceof NodesChanging)) throw error
        if (performance.now() > deadline) throw new NodesChangingError()
        if (network === current && !(await grow())) await delay(LOOK)
      }
    }
  }

  const own = {
    prepare: (collections: readonly StoredCollection[]) => {
      wanted = collections
      return current.prepare(collections)
    },
    async seek() {
      await grow()
      await current.seek()
    },
  }
  return new Proxy({} as GrowingNetwork, {
    get(_, name: keyof GrowingNetwork) {
      if (name in own) return own[name as keyof typeof own]
      if (name === 'additions') return consentsIn(moves)
      if (name === 'rejected') return rejected + current.rejected
      const network = current
      const member: unknown = Reflect.get(network, name, network)
      if (typeof member !== 'function') return member
      return WRITES.has(name)
        ? (...given: readonly unknown[]) => call(name, given)
        : (...given: readonly unknown[]) => member.apply(network, [...given])
    },
  })
}

/** The operations that begin writes in the journal. */
const WRITES: ReadonlySet<string> = new Set([
  'create',
  'createAll',
  'replace',
  'delete',
] satisfies (keyof NetworkStore)[])

async function openNetwork(
  { urls, database, log, pageBytes, accepts = false, observe = node => node, ...options }: GrowingOptions,
  moves: readonly NodeMoveRow[],
): Promise<RemoteNetwork> {
  const connected = await connectRemoteNodes(urls, database, { pageBytes, moves, accepts })
  const nodes = connected.map((node, at) => observe(node, at + 1))
  const journal = openJournal(database, additionsIn(moves))
  return new RemoteNetwork({ ...options, nodes, journal }, log, database)
}
