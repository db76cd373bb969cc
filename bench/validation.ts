/**
 * The cost of checking forms and responses, its download size in a browser, and upper bounds for every
 * document.
 */
import type { Scale, Suite, Table } from './harness.ts'
import { cold } from './validation/cold.ts'
import { MOST, mutants } from './validation/mutants.ts'
import { sizes } from './validation/sizes.ts'
import { timings } from './validation/timings.ts'

const SCALE: Scale = { rounds: 21, turn: 15 }
const QUICK: Scale = { rounds: 1, turn: 1 }

export const validation: Suite = quick => (quick ? tables(QUICK, 1, 120) : bounded(tables(SCALE, 7, 10_000)))

/** @param fresh - number of new processes @param documents - number of mutated documents */
async function* tables(scale: Scale, fresh: number, documents: number): AsyncGenerator<Table> {
  yield* timings(scale)
  yield await cold(fresh)
  yield await sizes()
  yield await mutants(documents)
}

/** The upper bound of a figure in a table. */
interface Bound {
  readonly table: RegExp
  readonly row: RegExp
  /** `floors`: as a multiple of the first row. `microseconds`: absolute. */
  readonly in: 'floors' | 'microseconds'
  readonly most: number
}

/** The promised bounds. The cheapest round counts, because it is least disturbed on a busy machine. */
const BOUNDS: readonly Bound[] = [
  { table: /^Check a response to 40/, row: /^structure and rules$/, in: 'floors', most: 1.9 },
  { table: /^Refuse a response/, row: /^refuse/, in: 'floors', most: 5 },
  { table: /^Register a form/, row: /^check and compile$/, in: 'floors', most: 12 },
  { table: /^First use/, row: /^and use all/, in: 'microseconds', most: 300_000 },
  { table: /^The slowest/, row: /^the slowest$/, in: 'microseconds', most: MOST },
]

/** Passes the tables on. If one exceeds its bound, the run fails after printing it. */
async function* bounded(tables: AsyncIterable<Table>): AsyncGenerator<Table> {
  for await (const table of tables) {
    yield table
    const floor = table.rows[0]?.best ?? Number.NaN
    for (const { row, in: unit, most } of BOUNDS.filter(bound => bound.table.test(table.title))) {
      const found = table.rows.find(({ name }) => row.test(name))
      if (found === undefined) throw new Error(`'${table.title}' has no row ${row}`)
      const figure = unit === 'floors' ? found.best / floor : found.best
      if (figure <= most) continue
      process.exitCode = 1
      process.stderr.write(
        `\nToo much: '${found.name}' of '${table.title}' takes ${figure.toFixed(2)} ${unit}, at most ${most} are allowed.\n`,
      )
    }
  }
}
