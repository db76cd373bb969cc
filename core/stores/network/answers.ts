/**
 * Collects the answers of several nodes to one query: enough to outvote a lying node, without waiting for a
 * stalled one.
 */

import type { StorageNode } from './node.ts'
import { asGatewayError } from './outcome.ts'

/** Milliseconds that a node may be slower than the first to answer. */
const GRACE_MS = 2_000

/**
 * True if a record that none of these nodes has could not be read from all the others: too few are left for its
 * secrets, and for outvoting these.
 */
export function isAbsent(answered: number, nodes: number, threshold: number): boolean {
  return answered > Math.max(nodes - threshold, nodes / 2)
}

/**
 * Queries every node at once. Resolves when more than half have answered, so that among `2f + 1` nodes with
 * `f` faulty ones an honest answer is included; with `all`, when every node has. Waits at most 2 s after the
 * first answer.
 * @throws the error of the first node if none answers
 */
export function answersOf<T>(
  nodes: readonly StorageNode[],
  question: (node: StorageNode) => Promise<T>,
  { all = false }: { readonly all?: boolean } = {},
): Promise<Map<StorageNode, T>> {
  const enough = all ? nodes.length : Math.floor(nodes.length / 2) + 1
  return new Promise((resolve, reject) => {
    const answers = new Map<StorageNode, T>()
    const failures = new Map<StorageNode, unknown>()
    let timer: NodeJS.Timeout | undefined
    const settle = () => {
      const isOver = answers.size + failures.size === nodes.length
      if (answers.size >= enough || (isOver && answers.size > 0)) {
        clearTimeout(timer)
        // A copy: later answers must not change it.
        resolve(new Map(answers))
      } else if (isOver) {
        const node = nodes.find(each => failures.has(each))
        reject(node ? asGatewayError(node, failures.get(node)) : new Error('There are no storage nodes'))
      } else if (answers.size > 0) {
        timer ??= setTimeout(() => resolve(new Map(answers)), GRACE_MS)
      }
    }
    for (const node of nodes)
      question(node)
        .then(
          answer => answers.set(node, answer),
          (error: unknown) => failures.set(node, error),
        )
        .then(settle)
    if (nodes.length === 0) settle()
  })
}
