/** Statements that callers share: what arrives while they run goes together in the next one. */
import DataLoader from 'dataloader'
import { StatementRefused } from './errors.ts'

/** Concurrent statements, so that a hanging connection does not block every caller. */
const LANES = 2
/** Milliseconds that a statement runs before another begins: what waits for it costs one commit together. */
const PATIENCE_MS = 20

/**
 * Returns a function that adds an entry to the next statement. Nothing is cached, and equal entries stay apart.
 * @param run - sends one statement; a result or an error for each entry, in their order. It may be repeated with one
 * entry alone, when the database has refused a statement with several
 */
export function sharedStatement<Entry, Result>(
  run: (entries: readonly Entry[]) => Promise<readonly (Result | Error)[]>,
  {
    most = 1000,
  }: {
    /** Entries of one statement, so that none holds many locks for long. @default 1000 */
    readonly most?: number
  } = {},
): (entry: Entry) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []

  async function runInTurn(entries: readonly Entry[]): Promise<readonly (Result | Error)[]> {
    running++
    try {
      return await run(entries)
    } catch (error) {
      // An entry that the database refuses is no reason to refuse the others.
      if (entries.length === 1 || !isRefusal(error)) throw error
      return await Promise.all(
        entries.map(entry => run([entry]).then(([result]) => result as Result, asError)),
      )
    } finally {
      running--
      startNext()
    }
  }

  const entries = new DataLoader<Entry, Result>(runInTurn, {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn(start) {
      if (running === 0) return void setImmediate(start)
      waiting.push(start)
      if (running < LANES) setTimeout(startNext, PATIENCE_MS)
    },
  })

  function startNext(): void {
    waiting.shift()?.()
  }

  return entry => entries.load(entry)
}

/** True for a refusal by the database, or an error that it caused. */
const isRefusal = (error: unknown): boolean =>
  error instanceof StatementRefused || (error instanceof Error && error.cause instanceof StatementRefused)

const asError = (error: unknown): Error => error as Error
