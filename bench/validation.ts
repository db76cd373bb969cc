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
  readonly figure: 'ratio' | 'median'
  readonly most: number
}

/** What was promised; by ratios where there is a floor to divide by, otherwise in microseconds of CPU. */
const BOUNDS: readonly Bound[] = [
  { table: /^Check a response to 40/, row: /^structure and rules$/, figure: 'ratio', most: 1.5 },
  { table: /^Refuse a response/, row: /^refuse/, figure: 'ratio', most: 5 },
  { table: /^Register a form/, row: /^check and compile$/, figure: 'median', most: 1_000 },
  { table: /^First use/, row: /^and use all/, figure: 'median', most: 300_000 },
  { table: /^The slowest/, row: /^the slowest$/, figure: 'median', most: MOST },
]

/** Passes the tables on; one that breaks its bound makes the run fail once it is printed. */
async function* bounded(tables: AsyncIterable<Table>): AsyncGenerator<Table> {
  for await (const table of tables) {
    yield table
    for (const { row, figure, most } of BOUNDS.filter(bound => bound.table.test(table.title))) {
      const found = table.rows.find(({ name }) => row.test(name))
      if (found === undefined) throw new Error(`'${table.title}' has no row ${row}`)
      if (found[figure] <= most) continue
      process.exitCode = 1
      process.stderr.write(
        `\nToo much: '${found.name}' of '${table.title}' has a ${figure} of ${found[figure].toFixed(2)}, at most ${most} is allowed.\n`,
      )
    }
  }
}
