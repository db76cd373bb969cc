/** The order in which records are requested from the nodes. */
import type { Filter } from '../records.ts'
import type { StorageNode } from './node.ts'

/**
 * Spreads reads over nodes. Every acknowledged write is on all of them, so that any node has it; the reads of
 * one person's records still stay with one node, whose cursors they continue and whose memory holds them.
 */
export class SpreadOrder {
  #turn = 0

  /** @param key - what reads that stay together have in common; without one, the nodes take turns */
  of(nodes: readonly StorageNode[], key: string | undefined): readonly StorageNode[] {
    if (key === undefined) this.#turn += 1
    const first = (key === undefined ? this.#turn : hashOf(key)) % Math.max(1, nodes.length)
    return [...nodes.slice(first), ...nodes.slice(0, first)]
  }
}

/** The owner to whose records a filter is restricted. */
export function ownerIn(filter: Filter): string | undefined {
  const { _owner, $and } = filter as { readonly _owner?: unknown; readonly $and?: unknown }
  if (typeof _owner === 'string') return _owner
  if (!Array.isArray($and)) return undefined
  return ($and as readonly Filter[]).map(ownerIn).find(owner => owner !== undefined)
}

/** FNV-1a: keys that differ little go to different nodes. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
