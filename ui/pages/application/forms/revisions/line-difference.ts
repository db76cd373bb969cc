/** The difference of two texts by line. */
import { diffArrays } from 'diff'

export interface Line {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Edits beyond which one text as a whole replaces the other: the search takes their square. */
const MOST_EDITS = 1000

export function linesOf(before: string, after: string): readonly Line[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const found = diffArrays(a, b, { maxEditLength: MOST_EDITS })
  if (!found) return [...lines('removed', a), ...lines('added', b)]
  return found.flatMap(({ value, added, removed }) =>
    lines(added ? 'added' : removed ? 'removed' : 'same', value),
  )
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
