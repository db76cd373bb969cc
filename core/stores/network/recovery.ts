/** Ends the writes that a crash or an outage interrupted. */
import { deleting, digestOf, presentOn, replacing } from './content.ts'
import type { Invoke } from './invoke.ts'
import type { Intent, WriteJournal } from './journal.ts'
import { commands, type StorageNode } from './node.ts'

/** The parts that writes and recovery need to reach the nodes. */
export interface NetworkParts {
  readonly nodes: readonly StorageNode[]
  readonly journal: WriteJournal
  readonly invoke: Invoke
}

export interface Recovered {
  /** The number of ended writes. */
  readonly ended: number
  /** The number of writes that wait for a node to answer. */
  readonly waiting: number
}

/**
 * Ends abandoned writes: withdraws new records, completes deletions and replacements. `alone` means that no
 * other process writes and that the nodes ended with the interrupted one, so that no request can still arrive
 * and the writes need not wait for their lease.
 */
export async function recover(
  parts: NetworkParts,
  { exclusive }: { readonly exclusive: boolean },
): Promise<Recovered> {
  let [ended, waiting] = [0, 0]
  for (const intent of await parts.journal.adopt({ exclusive })) {
    if (await settle(parts, intent)) {
      await parts.journal.end(intent)
      ended += 1
    } else {
      await parts.journal.park(intent)
      waiting += 1
    }
  }
  return { ended, waiting }
}

/** Makes the nodes agree on one abandoned write; `false` if one of them does not respond. */
export async function settle(parts: NetworkParts, intent: Intent): Promise<boolean> {
  try {
    await settlements[intent.operation](parts, intent)
    return true
  } catch {
    return false
  }
}

const settlements: Record<Intent['operation'], (parts: NetworkParts, intent: Intent) => Promise<void>> = {
  /** The write was never acknowledged; the client sends it again. */
  async create({ nodes, invoke }, { collection, id, write }) {
    await each(nodes, node =>
      node.withdraw(invoke(node.did, commands.data.delete), { collection, document: id, write }),
    )
  },

  async delete({ nodes, invoke }, intent) {
    await each(nodes, node => deleting(node, invoke, intent))
  },

  /** If any node has the new content, it is written to all; if none has, nothing happened. */
  async replace({ nodes, invoke }, { collection, id, digest }) {
    const found = await each(nodes, node => presentOn(node, invoke, collection, id))
    const replaced = found.find(record => record !== undefined && digestOf(record) === digest)
    if (replaced !== undefined) await each(nodes, node => replacing(node, invoke, collection, replaced))
  },
}

/** Waits for every node before it reports a failure, so that no request is still in progress afterwards. */
async function each<T>(nodes: readonly StorageNode[], task: (node: StorageNode) => Promise<T>): Promise<T[]> {
  const outcomes = await Promise.allSettled(nodes.map(task))
  return outcomes.map(outcome => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
