/** Ends the writes that a crash or an outage interrupted. */
import { deleting, digestOf, presentOn, replacing } from './content.ts'
import type { Invoke } from './invoke.ts'
import type { Intent, WriteJournal } from './journal.ts'
import { commands, type StorageNode, type Withdrawal } from './node.ts'

/** Documents per call to a node. */
export const BATCH = 100

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
  for (const intents of writesOf(await parts.journal.adopt({ exclusive }))) {
    if (await settle(parts, intents)) {
      // New records were withdrawn, and nothing else brings events.
      await parts.journal.end(intents, 'discard')
      ended += intents.length
    } else {
      await parts.journal.park(intents)
      waiting += intents.length
    }
  }
  return { ended, waiting }
}

/** Groups intents by their write, so that records that were created together end together. */
function writesOf(intents: readonly Intent[]): readonly (readonly Intent[])[] {
  const writes = new Map<string, Intent[]>()
  for (const intent of intents) {
    const name = `${intent.operation} ${intent.write}`
    const write = writes.get(name) ?? []
    writes.set(name, write)
    write.push(intent)
  }
  return [...writes.values()]
}

/** Makes the nodes agree on abandoned writes; `false` if one of them does not respond. */
export async function settle(parts: NetworkParts, intents: readonly Intent[]): Promise<boolean> {
  try {
    for (const write of writesOf(intents)) await settlements[write[0]?.operation ?? 'create'](parts, write)
    return true
  } catch {
    return false
  }
}

type Settlement = (parts: NetworkParts, intents: readonly Intent[]) => Promise<void>

const settlements: Record<Intent['operation'], Settlement> = {
  /** The write was never acknowledged; the client sends it again. */
  async create({ nodes, invoke }, intents) {
    const [{ write } = { write: '' }] = intents
    for (let at = 0; at < intents.length; at += BATCH) {
      const documents = intents
        .slice(at, at + BATCH)
        .map(({ collection, id }) => ({ collection, document: id }))
      await each(nodes, node =>
        withdrawing(node, invoke(node.did, commands.data.delete), { write, documents }),
      )
    }
  },

  async delete({ nodes, invoke }, intents) {
    for (const intent of intents) await each(nodes, node => deleting(node, invoke, intent))
  },

  /** If any node has the new content, it is written to all; if none has, nothing happened. */
  async replace({ nodes, invoke }, intents) {
    for (const { collection, id, digest } of intents) {
      const found = await each(nodes, node => presentOn(node, invoke, collection, id))
      const replaced = found.find(record => record !== undefined && digestOf(record) === digest)
      if (replaced !== undefined && digest !== undefined)
        await each(nodes, node => replacing(node, invoke, collection, replaced, digest))
    }
  },
}

async function withdrawing(
  node: StorageNode,
  token: string,
  { write, documents }: Withdrawal,
): Promise<void> {
  const [first] = documents
  if (documents.length === 1 && first !== undefined) await node.withdraw(token, { ...first, write })
  else await node.withdrawAll(token, { write, documents })
}

/** Waits for every node before it reports a failure, so that no request is still in progress afterwards. */
async function each<T>(nodes: readonly StorageNode[], task: (node: StorageNode) => Promise<T>): Promise<T[]> {
  const outcomes = await Promise.allSettled(nodes.map(task))
  return outcomes.map(outcome => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
