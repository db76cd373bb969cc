/**
 * Compares candidates that do the same work: in one process, in alternating rounds, by the ratio to the first
 * one.
 */

/** The amount of measuring. */
export interface Scale {
  /** Number of turns per candidate. */
  readonly rounds: number
  /** Approximate CPU time per turn, in milliseconds. */
  readonly turn: number
}

export interface Candidate {
  readonly name: string
  /**
   * Does the work once. `call` counts up, for candidates that need a new input each time. `false` reports a
   * failure.
   */
  run(call: number): unknown
}

/**
 * The measurement of one candidate: CPU time of all threads, in microseconds, unless its table says
 * otherwise.
 */
export interface Row {
  readonly name: string
  readonly median: number
  /** The cheapest turn: the cost on an idle machine. */
  readonly best: number
  /**
   * Its time divided by that of the first candidate in the same round: the median over the rounds, and the
   * quartiles.
   */
  readonly ratio: number
  readonly lower: number
  readonly upper: number
}

export interface Table {
  readonly title: string
  /**
   * The unit of the figures: CPU microseconds per call or request, wall-clock microseconds per question, or
   * gzipped bytes per entry point.
   */
  readonly of: 'call' | 'request' | 'question' | 'entry'
  /** The first row is the floor, by which the others are divided. */
  readonly rows: readonly Row[]
}

/**
 * Yields its tables as they are ready.
 * @param quick - only proves that everything runs; the figures are meaningless
 */
export type Suite = (quick: boolean) => AsyncIterable<Table>

/**
 * Runs the candidates in alternating turns. The first is the floor: the lower bound of the work.
 * @throws Error if a candidate fails, because a fast failure would win
 */
export async function compare(
  title: string,
  candidates: readonly Candidate[],
  { rounds, turn }: Scale,
): Promise<Table> {
  const contestants: Contestant[] = []
  for (const candidate of candidates) contestants.push(await warmUp(candidate, turn))
  for (let round = 0; round < rounds; round++) {
    for (const contestant of inTurn(contestants, round)) contestant.samples.push(await takeTurn(contestant))
  }
  return { title, of: 'call', rows: rowsOf(contestants) }
}

/** The rows of candidates whose samples are paired by round. */
export function rowsOf(
  measured: readonly { readonly name: string; readonly samples: readonly number[] }[],
): Row[] {
  const floor = measured[0]?.samples ?? []
  return measured.map(({ name, samples }) => {
    const ratios = samples.map((sample, round) => sample / (floor[round] ?? Number.NaN))
    return {
      name,
      median: quantile(samples, 0.5),
      best: Math.min(...samples),
      ratio: quantile(ratios, 0.5),
      lower: quantile(ratios, 0.25),
      upper: quantile(ratios, 0.75),
    }
  })
}

/** Rotated, and reversed in every other round, so that no candidate always follows the same one. */
export function inTurn<T>(contestants: readonly T[], round: number): readonly T[] {
  const first = round % contestants.length
  const order = [...contestants.slice(first), ...contestants.slice(0, first)]
  return round % 2 ? order.reverse() : order
}

interface Contestant extends Candidate {
  /** Calls per turn. */
  readonly calls: number
  readonly samples: number[]
  /** Counts over all turns. */
  call: number
}

/** Runs until the JIT has compiled, and measures how many calls fill a turn. */
async function warmUp(candidate: Candidate, turn: number): Promise<Contestant> {
  const contestant = { ...candidate, calls: 1, samples: [], call: 0 }
  if ((await candidate.run(contestant.call++)) === false) throw new Error(`'${candidate.name}' fails`)
  let calls = 1
  // The first calls load and compile: they are not representative.
  for (let turns = 0; turns < 3; ) {
    const took = ((await takeTurn({ ...contestant, calls })) * calls) / 1000
    if (took < turn / 2) {
      calls *= 2
    } else {
      calls = Math.max(1, Math.round((calls * turn) / took))
      turns++
    }
  }
  return { ...contestant, calls }
}

/**
 * CPU microseconds per call. Wall-clock time would include other processes, which dominate on a shared
 * machine.
 */
async function takeTurn(contestant: Contestant): Promise<number> {
  const { calls } = contestant
  const start = process.cpuUsage()
  for (let at = 0; at < calls; at++) {
    const result = contestant.run(contestant.call++)
    // Synchronous work must not pay for the microtask queue.
    if (result instanceof Promise) await result
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / calls
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}
