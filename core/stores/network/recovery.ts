/** Mends what crashes and outages leave behind: ends abandoned writes, and finds where nodes differ. */

import type { StoredCollection } from '../records.ts'
import { digestOf, replacing } from './content.ts'
import { NodeError } from './errors.ts'
import type { Invoke } from './invoke.ts'
import type { Intent, WriteJournal } from './journal.ts'
import { commands, type StorageNode } from './node.ts'

interface Parts {
  readonly nodes: readonly StorageNode[]
  readonly journal: WriteJournal
  readonly invoke: Invoke
}

export interface Recovery {
  /**
   * Ends the writes that a crash or an outage has left unfinished: new records are taken back, deletions and
   * replacements completed. `alone` says that no other process writes, so that nothing need be waited for.
   * Returns how many were ended and how many have to wait for a node.
   */
  recover(options?: { readonly alone?: boolean }): Promise<{ ended: number; waiting: number }>
}

export function createRecovery(
  parts: Parts & { readonly collections: ReadonlyMap<string, StoredCollection> },
): Recovery {
  return {
    async recover({ alone = false } = {}) {
      const abandoned = await parts.journal.adopt({ expired: !alone })
      let ended = 0
      for (const intent of abandoned) if (await recoverWrite(parts, intent)) ended += 1
      return { ended, waiting: abandoned.length - ended }
    },
  }
}

/** Ends one abandoned write; `false` when a node it needs does not answer. */
export async function recoverWrite(parts: Parts, intent: Intent): Promise<boolean> {
  const { nodes, journal, invoke } = parts
  const isDone = await outcomes[intent.operation](nodes, invoke, intent)
  if (isDone) await journal.end(intent)
  return isDone
}

const outcomes = {
  // It was never acknowledged, and whoever wants it stored sends it again.
  create: async (nodes, invoke, intent) =>
    (await Promise.all(nodes.map(node => undoCreate(node, invoke, intent)))).every(Boolean),

  delete: async (nodes, invoke, { collection, id }) =>
    (
      await Promise.all(
        nodes.map(node =>
          succeeds(node.delete(invoke(node.did, commands.data.delete), { collection, filter: { _id: id } })),
        ),
      )
    ).every(Boolean),

  /** If any node has the new content, all get it; if none has, nothing has happened. */
  replace: async (nodes, invoke, { collection, id, digest }) => {
    try {
      const found = await Promise.all(
        nodes.map(async node => {
          const token = invoke(node.did, commands.data.read)
          const { data } = await node.find(token, { collection, filter: { _id: id } })
          return data[0]
        }),
      )
      const replaced = found.find(record => record !== undefined && digestOf(record) === digest)
      if (replaced === undefined) return true
      await Promise.all(nodes.map(node => replacing(node, invoke, collection, replaced)))
      return true
    } catch {
      return false
    }
  },
} satisfies Record<
  Intent['operation'],
  (nodes: readonly StorageNode[], invoke: Invoke, intent: Intent) => Promise<boolean>
>

/** Takes back what one attempt has created on a node; `false` when that cannot be known to be done. */
export async function undoCreate(
  node: StorageNode,
  invoke: Invoke,
  { collection, id, write }: Intent,
): Promise<boolean> {
  return succeeds(node.withdraw(invoke(node.did, commands.data.delete), { collection, document: id, write }))
}

async function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  try {
    await attempt
    return true
  } catch (error) {
    if (error instanceof NodeError || error instanceof Error) return false
    throw error
  }
}
