/** What checking forms and responses costs, what a browser loads for it, and that no document breaks its bounds. */
import type { Scale, Suite, Table } from './harness.ts'
import { cold } from './validation/cold.ts'
import { MOST, mutants } from './validation/mutants.ts'
import { sizes } from './validation/sizes.ts'
import { timings } from './validation/timings.ts'

const SCALE: Scale = { rounds: 21, turn: 15 }
const QUICK: Scale = { rounds: 1, turn: 1 }

export const validation: Suite = quick => (quick ? tables(QUICK, 1, 120) : bounded(tables(SCALE, 7, 10_000)))

/** @param fresh - processes that begin anew @param documents - that are mutated */
async function* tables(scale: Scale, fresh: number, documents: number): AsyncGenerator<Table> {
  yield* timings(scale)
  yield await cold(fresh)
  yield await sizes()
  yield await mutants(documents)
}

/** A figure of a table that must not be exceeded. */
interface Bound {
  readonly table: RegExp
  readonly row: RegExp
  /** `floors`: as a multiple of the first row. `microseconds`: as it is. */
  readonly in: 'floors' | 'microseconds'
  readonly most: number
}

/** What was promised. The cheapest round is asked, which neighbours have spoilt least: a busy machine breaks no promise. */
const BOUNDS: readonly Bound[] = [
  { table: /^Check a response to 40/, row: /^structure and rules$/, in: 'floors', most: 1.5 },
  { table: /^Refuse a response/, row: /^refuse/, in: 'floors', most: 5 },
  { table: /^Register a form/, row: /^check and compile$/, in: 'microseconds', most: 1_000 },
  { table: /^First use/, row: /^and use all/, in: 'microseconds', most: 300_000 },
  { table: /^The slowest/, row: /^the slowest$/, in: 'microseconds', most: MOST },
]

/** Passes the tables on; one that breaks its bound makes the run fail once it is printed. */
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
