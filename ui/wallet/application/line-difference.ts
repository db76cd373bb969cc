/** The difference of two texts by line: the shortest edit (Myers, An O(ND) Difference Algorithm, 1986). */

export interface Line {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Edits beyond which one text as a whole replaces the other: the search takes their square. */
const MOST_EDITS = 1000

export function linesOf(before: string, after: string): readonly Line[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const trace = search(a, b)
  if (!trace) return [...lines('removed', a), ...lines('added', b)]
  const found: Line[] = []
  let [x, y] = [a.length, b.length]
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits] ?? new Map()
    const k = x - y
    const isDown = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1))
    const from = isDown ? k + 1 : k - 1
    const fromX = edits === 0 ? 0 : (reach.get(from) ?? 0)
    const fromY = edits === 0 ? 0 : fromX - from
    while (x > fromX && y > fromY) {
      x--
      y--
      found.push({ kind: 'same', text: a[x] ?? '' })
    }
    if (edits === 0) break
    if (isDown) found.push({ kind: 'added', text: b[--y] ?? '' })
    else found.push({ kind: 'removed', text: a[--x] ?? '' })
  }
  return found.reverse()
}

/** For each number of edits, how far each diagonal reached before; undefined with too many edits. */
function search(
  a: readonly string[],
  b: readonly string[],
): readonly ReadonlyMap<number, number>[] | undefined {
  const trace: ReadonlyMap<number, number>[] = []
  let reach = new Map<number, number>([[1, 0]])
  for (let edits = 0; edits <= MOST_EDITS; edits++) {
    trace.push(reach)
    const next = new Map(reach)
    for (let k = -edits; k <= edits; k += 2) {
      const isDown = k === -edits || (k !== edits && (next.get(k - 1) ?? -1) < (next.get(k + 1) ?? -1))
      let x = isDown ? (next.get(k + 1) ?? 0) : (next.get(k - 1) ?? 0) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      next.set(k, x)
      if (x >= a.length && x - k >= b.length) return trace
    }
    reach = next
  }
  return undefined
}

const lines = (kind: Line['kind'], texts: readonly string[]): readonly Line[] =>
  texts.map(text => ({ kind, text }))

/** The changed lines with some around them; undefined stands for those between. */
export function excerptsOf(all: readonly Line[], around = 3): readonly (Line | undefined)[] {
  const kept = new Set<number>()
  for (const [index, { kind }] of all.entries())
    if (kind !== 'same') for (let at = index - around; at <= index + around; at++) kept.add(at)
  return all.flatMap((line, index) => {
    if (kept.has(index)) return [line]
    return index === 0 || kept.has(index - 1) ? [undefined] : []
  })
}
