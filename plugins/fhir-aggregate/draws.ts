/**
 * The noisy numbers of a query: stored ones are repeated, others are charged, counted and drawn, in this
 * order.
 */
import { createHash } from 'node:crypto'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { canonicalize } from '../../core/crypto/index.ts'
import { Busy } from '../../core/index.ts'
import type { AggregationPlan } from '../../fhir/results/aggregate.ts'
import { costOf, costsOf } from '../../fhir/results/aggregation-cost.ts'
import type { RecordAggregateResult } from '../../schemas/record-aggregate.ts'
import type { Accounting } from './accounting.ts'
import { discreteGaussian, type Uniform } from './noise.ts'
import type { Drawn, PrivacyBudgets, Reply, Wanted } from './privacy-budget.ts'

/**
 * Number of parts in the range of a sum: one person moves a sum by at most so many, and one more for
 * rounding.
 */
export const GRID = 1000

export interface Question {
  /** `_id` of the form. */
  readonly subject: string
  readonly plan: AggregationPlan
  /** Draws new noise instead of repeating stored numbers. */
  readonly refresh: boolean
}

/**
 * One number for each group, or for each class of each group; sums are in parts of their range, from its
 * middle.
 */
export interface NoisyNumbers {
  readonly people: Drawn
  readonly statistics: readonly Drawn[]
  /** People without a valid response: none is attested, or one has changed. */
  readonly leftOut: Drawn
  /** The time at which the oldest of them was drawn, in milliseconds since the epoch. */
  readonly asOf: number
  /** The remaining budget; absent for exact numbers. */
  readonly left?: number
}

export interface DrawsParts {
  readonly accounting: Accounting
  readonly budgets: PrivacyBudgets
  readonly uniform: Uniform
  /** Milliseconds. */
  readonly window: number
  /** Milliseconds since the epoch. */
  now(): number
}

/** The reason for drawing nothing: `again` is the time at which enough of the budget will be left. */
export type Refused = { readonly left: number; readonly again?: number }

type Count = () => Promise<RecordAggregateResult>

/** Milliseconds between two checks of numbers that another request counts, and the time-out of that wait. */
const PAUSE = 50
const PATIENCE = 20_000

export function createDraws({ accounting, budgets, uniform, window, now }: DrawsParts) {
  const { variance, numbers, unit } = accounting
  const limit = numbers * unit

  async function charged(
    { subject, plan, refresh }: Question,
    count: Count,
  ): Promise<NoisyNumbers | Refused> {
    const wanted = wantedOf(plan, accounting)
    const deadline = now() + PATIENCE
    for (let isFirst = true; ; isFirst = false) {
      const asking = { subject, wanted: Object.values(wanted).flat(), at: now(), window, limit }
      const answer = await budgets.charge({ ...asking, refresh: refresh && isFirst })
      if (!('replies' in answer)) return answer
      const { replies, left } = answer
      const mine = new Map(
        [...replies].flatMap(([digest, reply]) => ('draw' in reply ? [[digest, reply.draw]] : [])),
      )
      if (mine.size > 0) await draw(subject, plan, wanted, mine, count)
      else if ([...replies.values()].every(isKept)) return { ...resultOf(wanted, replies), left }
      else {
        if (now() > deadline) throw Object.assign(new Busy(), { headers: { 'retry-after': '1' } })
        await delay(PAUSE)
      }
    }
  }

  async function draw(
    subject: string,
    plan: AggregationPlan,
    { people, statistics, leftOut }: WantedNumbers,
    mine: ReadonlyMap<string, string>,
    count: Count,
  ): Promise<void> {
    try {
      const exact = exactly(plan, await count())
      const drawn = new Map<string, Drawn>()
      const add = async ({ digest }: Wanted, numbers: Drawn, deviation = variance) => {
        const draw = mine.get(digest)
        if (draw !== undefined) drawn.set(draw, await noisy(numbers, deviation))
      }
      await add(people, exact.people)
      await add(leftOut, exact.leftOut)
      for (const [at, number] of statistics.entries()) {
        const reach = plan.statistics[at]?.op === 'sum' ? BigInt(GRID + 1) : 1n
        await add(number, exact.statistics[at] ?? [], variance * reach * reach)
      }
      await budgets.keep(subject, drawn)
    } catch (error) {
      await budgets.release(subject, [...mine.values()])
      throw error
    }
  }

  /** Every number gets noise, including those of empty groups. */
  async function noisy(numbers: Drawn, variance: bigint): Promise<Drawn> {
    const drawn: (number | readonly number[])[] = []
    let since = 0
    for (const each of numbers) {
      const sample = (exact: number) => Math.round(exact) + Number(discreteGaussian(uniform, variance))
      drawn.push(typeof each === 'number' ? sample(each) : each.map(sample))
      since += typeof each === 'number' ? 1 : each.length
      if (since < SAMPLES_A_TURN) continue
      since = 0
      await turn()
    }
    return drawn
  }

  return {
    /** The cost of a query, in numbers about everybody. */
    costOf: (plan: AggregationPlan) => (unit === 0 ? 0 : costOf(plan)),
    numbers: (question: Question, count: Count): Promise<NoisyNumbers | Refused> =>
      variance === 0n
        ? count().then(result => ({ ...exactly(question.plan, result), asOf: now() }))
        : charged(question, count),
    left: async (subject: string) =>
      Math.floor((await budgets.left({ subject, at: now(), window, limit })) / unit),
  }
}

/** Samples per turn of the event loop: some milliseconds. */
const SAMPLES_A_TURN = 500

interface WantedNumbers {
  readonly people: Wanted
  readonly statistics: readonly Wanted[]
  readonly leftOut: Wanted
}

function wantedOf(plan: AggregationPlan, { variance, unit }: Accounting): WantedNumbers {
  const { by, filter, statistics } = plan
  const digestOf = (about: object) =>
    createHash('sha256')
      .update(canonicalize({ variance: String(variance), ...about }))
      .digest('hex')
  const about = { filter, by: by?.classes ?? null }
  const costs = costsOf(plan)
  return {
    people: { digest: digestOf({ ...about, statistic: null }), cost: costs.people * unit },
    statistics: statistics.map((statistic, at) => ({
      digest: digestOf({ ...about, statistic }),
      cost: (costs.statistics[at] ?? 0) * unit,
    })),
    leftOut: { digest: digestOf({ leftOut: true }), cost: costs.leftOut * unit },
  }
}

const isKept = (reply: Reply): reply is Extract<Reply, { state: 'kept' }> => reply.state === 'kept'

function resultOf({ people, statistics, leftOut }: WantedNumbers, replies: ReadonlyMap<string, Reply>) {
  const kept = [...replies.values()].filter(isKept)
  const drawnOf = ({ digest }: Wanted): Drawn => {
    const reply = replies.get(digest)
    return reply !== undefined && isKept(reply) ? reply.drawn : []
  }
  return {
    ...{ people: drawnOf(people), statistics: statistics.map(drawnOf), leftOut: drawnOf(leftOut) },
    asOf: Math.min(...kept.map(({ at }) => at)),
  }
}

/** The numbers of an aggregate, including those of empty groups. */
function exactly({ by, measures, statistics }: AggregationPlan, { groups, leftOut }: RecordAggregateResult) {
  const labels: readonly unknown[] = by?.labels ?? [undefined]
  const all = labels.map((_, at) => groups.find(({ group }) => group === at))
  const wholes = (of: number): Drawn => {
    const statistic = statistics[of]
    if (statistic?.op === 'classes') {
      const measure = measures.find(each => 'cells' in each && each.cells === of)
      const classes = measure !== undefined && 'classes' in measure ? measure.classes : []
      return all.map(group => {
        const values = group?.statistics[of]
        return classes.map((_, at) => (typeof values === 'object' ? (values[at] ?? 0) : 0))
      })
    }
    const number = (group: RecordAggregateResult['groups'][number] | undefined, at: number): number => {
      const value = group?.statistics[at]
      return typeof value === 'number' ? value : 0
    }
    if (statistic?.op !== 'sum') return all.map(group => number(group, of))
    const measure = measures.find(each => 'sum' in each && each.sum === of)
    const count = measure !== undefined && 'count' in measure ? measure.count : -1
    const { low, high } = statistic
    // Measured from the middle of the range, one person moves a sum least.
    return all.map(
      group => ((number(group, of) - (number(group, count) * (low + high)) / 2) / (high - low)) * GRID,
    )
  }
  return {
    people: all.map(group => group?.people ?? 0),
    statistics: statistics.map((_, of) => wholes(of)),
    leftOut: [leftOut.unattested, leftOut.changed],
  }
}
