/** Finds the circles of a graph: the nodes that lead back to themselves, grouped by circle. */

/**
 * Tarjan's strongly connected components of two or more nodes: maps each node to the number of its component.
 * The stack is explicit, because the form decides how deep the recursion goes.
 */
export function circlesOf<Node extends object>(
  starts: Iterable<Node>,
  next: (node: Node) => readonly Node[],
): ReadonlyMap<Node, number> {
  const found = new Map<Node, number>()
  const order = new Map<Node, number>()
  const low = new Map<Node, number>()
  const open: Node[] = []
  const isOpen = new Set<Node>()
  let components = 0
  for (const start of starts) {
    if (order.has(start)) continue
    const path: { node: Node; left: Node[] }[] = []
    const visit = (node: Node) => {
      order.set(node, order.size)
      low.set(node, order.size - 1)
      open.push(node)
      isOpen.add(node)
      path.push({ node, left: [...next(node)] })
    }
    visit(start)
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { node, left } = step
      const to = left.pop()
      if (to === undefined) {
        path.pop()
        const lowest = low.get(node) ?? 0
        if (lowest === order.get(node)) close(node, open, isOpen, found, components++)
        const above = path.at(-1)
        if (above !== undefined) low.set(above.node, Math.min(low.get(above.node) ?? 0, lowest))
      } else if (!order.has(to)) visit(to)
      else if (isOpen.has(to)) low.set(node, Math.min(low.get(node) ?? 0, order.get(to) ?? 0))
    }
  }
  return found
}

/** Removes the component that ends at this node from the open nodes. Two or more nodes form a circle. */
function close<Node>(
  node: Node,
  open: Node[],
  isOpen: Set<Node>,
  found: Map<Node, number>,
  component: number,
) {
  const members = open.splice(open.lastIndexOf(node))
  for (const member of members) {
    isOpen.delete(member)
    if (members.length > 1) found.set(member, component)
  }
}
