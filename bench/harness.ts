/** Compares candidates that do the same work: in one process, in alternated rounds, by the ratio to the first of them. */

/** How much is measured. */
export interface Scale {
  /** How often each candidate takes its turn. */
  readonly rounds: number
  /** About how much CPU time one turn takes, in milliseconds. */
  readonly turn: number
}

export interface Candidate {
  readonly name: string
  /**
   * Does the work once. Whoever must not be handed the same input twice chooses it by `call`, which counts up; `false`
   * says that the work went wrong.
   */
  run(call: number): unknown
}

/** One candidate as it was measured: CPU time of all threads, in microseconds, unless its table says otherwise. */
export interface Row {
  readonly name: string
  readonly median: number
  /** The cheapest turn: what an idle machine would spend. */
  readonly best: number
  /** Its time by that of the first candidate in the same round: the median over the rounds, and the quartiles. */
  readonly ratio: number
  readonly lower: number
  readonly upper: number
}

export interface Table {
  readonly title: string
  /** What a figure is of: microseconds of CPU a call or a request, microseconds on the clock a question, or bytes of an entry point, gzipped. */
  readonly of: 'call' | 'request' | 'question' | 'entry'
  /** The first is the floor that the others are divided by. */
  readonly rows: readonly Row[]
}

/**
 * A suite yields its tables as it has them.
 * @param quick - only prove that everything runs; the figures mean nothing
 */
export type Suite = (quick: boolean) => AsyncIterable<Table>

/**
 * Lets the candidates take turns. The first is the floor: what the work costs at the very least.
 * @throws Error when a candidate fails, for a fast failure would win
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

/** The rows of candidates whose samples stand beside each other round by round. */
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

/** Rotated, and every other round reversed: nobody always runs in the wake of the same neighbour. */
export function inTurn<T>(contestants: readonly T[], round: number): readonly T[] {
  const first = round % contestants.length
  const order = [...contestants.slice(first), ...contestants.slice(0, first)]
  return round % 2 ? order.reverse() : order
}

interface Contestant extends Candidate {
  /** Calls in one turn. */
  readonly calls: number
  readonly samples: number[]
  /** Counts over all turns. */
  call: number
}

/** Runs until the compiler has had a chance, and counts how many calls fill a turn. */
async function warmUp(candidate: Candidate, turn: number): Promise<Contestant> {
  const contestant = { ...candidate, calls: 1, samples: [], call: 0 }
  if ((await candidate.run(contestant.call++)) === false) throw new Error(`'${candidate.name}' fails`)
  let calls = 1
  // The first calls load and compile: what they cost says little of the later ones.
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
 * Microseconds of CPU per call. The clock on the wall would also count the time that neighbours had the core, which on a
 * shared machine is most of it.
 */
async function takeTurn(contestant: Contestant): Promise<number> {
  const { calls } = contestant
  const start = process.cpuUsage()
  for (let at = 0; at < calls; at++) {
    const result = contestant.run(contestant.call++)
    // What is synchronous is not charged with a trip through the microtask queue.
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
