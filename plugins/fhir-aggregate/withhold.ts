/** What is withheld: where too few people are, and where subtraction would find them. */

/** People of a group or class: how many there are, and how many it would be said there are. */
export interface Cell {
  readonly people: number
  readonly said: number
}

/**
 * Which cells are withheld. A cell of fewer people than the minimum always is. Everything else is decided by the numbers with noise,
 * so that being withheld tells no more than a number would: where the cells that are withheld together seem to hold somebody, but fewer than the
 * minimum, the smallest of the others goes with them.
 */
export function withheldOf(cells: readonly Cell[], minimum: number): boolean[] {
  const withheld = cells.map(({ people, said }) => people < minimum || said < minimum)
  for (;;) {
    const hidden = cells.reduce((sum, { said }, at) => sum + (withheld[at] ? Math.max(0, said) : 0), 0)
    const smallest = cells.reduce(
      (found, { said }, at) => (withheld[at] || said >= (cells[found]?.said ?? Infinity) ? found : at),
      -1,
    )
    if (hidden === 0 || hidden >= minimum || smallest < 0) return withheld
    withheld[smallest] = true
  }
}
