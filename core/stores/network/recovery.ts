/** Ends the writes that a crash or an outage interrupted. */
import { deleting, digestOf, presentOn, replacing } from './content.ts'
import { NodeError, WriteLostError } from './errors.ts'
import type { Invoke } from './invoke.ts'
import type { Claim, Intent, WriteJournal } from './journal.ts'
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
  for (const claims of writesOf(await parts.journal.adopt({ exclusive }))) {
    if (await settle(parts, claims)) {
      try {
        // New records were withdrawn, and nothing else brings events.
        await parts.journal.end(claims, 'discard')
        ended += claims.length
      } catch (error) {
        // Another process has taken the write over meanwhile, and ends it.
        if (!(error instanceof WriteLostError)) throw error
      }
    } else {
      await parts.journal.park(claims)
      waiting += claims.length
    }
  }
  return { ended, waiting }
}

/** Groups claims by their write, so that records that were created together end together. */
function writesOf(claims: readonly Claim[]): readonly (readonly Claim[])[] {
  const writes = new Map<string, Claim[]>()
  for (const claim of claims) {
    const name = `${claim.operation} ${claim.write}`
    const write = writes.get(name) ?? []
    writes.set(name, write)
    write.push(claim)
  }
  return [...writes.values()]
}

/** Makes the nodes agree on abandoned writes; `false` if one of them does not respond. */
export async function settle(parts: NetworkParts, claims: readonly Claim[]): Promise<boolean> {
  try {
    for (const write of writesOf(claims)) await settlements[write[0]?.operation ?? 'create'](parts, write)
    return true
  } catch {
    return false
  }
}

type Settlement = (parts: NetworkParts, claims: readonly Claim[]) => Promise<void>

const settlements: Record<Intent['operation'], Settlement> = {
  /**
   * The write was never acknowledged; the client sends it again. Only its first holder could acknowledge this mark,
   * and holds the rows no more.
   */
  create: withdrawOnAll,

  async delete(parts, claims) {
    for (const claim of claims) await each(parts.nodes, node => deleting(node, parts, claim))
  },

  /**
   * If any node has the new content, it is written to all; if none has, nothing happened. Our nodes refuse what
   * still arrives, so that what they have now is final.
   */
  async replace(parts, claims) {
    await withdrawOnAll(parts, claims, ifUnsupported)
    for (const claim of claims) {
      const { collection, id, digest } = claim
      const found = await each(parts.nodes, node => presentOn(node, parts.invoke, collection, id))
      const replaced = found.find(record => record !== undefined && digestOf(record) === digest)
      if (replaced !== undefined) await each(parts.nodes, node => replacing(node, parts, claim, replaced))
    }
  },
}

/** Ends the mark of a write on all nodes: they remove what it has created, and refuse what still arrives. */
async function withdrawOnAll(
  { nodes, invoke }: NetworkParts,
  claims: readonly Claim[],
  otherwise: (error: unknown) => void = rethrow,
): Promise<void> {
  const [{ write } = { write: '' }] = claims
  for (let at = 0; at < claims.length; at += BATCH) {
    const documents = claims.slice(at, at + BATCH).map(({ collection, id }) => ({ collection, document: id }))
    await each(nodes, node =>
      withdrawing(node, invoke(node.did, commands.data.delete), { write, documents }).catch(otherwise),
    )
  }
}

function rethrow(error: unknown): void {
  throw error
}

/** nilDB cannot withdraw. A replacement that arrives there late is bound to the version that it replaces. */
function ifUnsupported(error: unknown): void {
  if (!(error instanceof NodeError && error.status === 404)) throw error
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
