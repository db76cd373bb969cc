/**
 * Attacks of an application that spends its whole budget on one person and knows everything else: the answers of
 * everyone but them, because it made these people up. Each is played 1,000 times, with noise that nobody can foresee.
 */
import { createHmac } from 'node:crypto'
import t, { type Test } from 'tap'
import type { AggregationPlan } from '../../../fhir/results/aggregate.ts'
import type { AggregateGroup } from '../../../schemas/aggregate.ts'
import type { RecordAggregateResult, Statistic } from '../../../schemas/record-aggregate.ts'
import { accountingOf, certaintyOf, marginOf, normal, numbersWithin, varianceOf } from '../accounting.ts'
import { answerOf } from '../answer.ts'
import { createDraws } from '../draws.ts'
import { discreteGaussian, discreteLaplace, type Uniform, uniformFrom, withChanceOfExp } from '../noise.ts'
import { memoryPrivacyBudgets } from '../privacy-budget.ts'

const CERTAINTY = 0.75
const MARGIN = 10
const TRIALS = 1000
/** A guess with a success rate of 3/4 exceeds it by this in one of 100 million runs (Chernoff). */
const SLACK = 0.08

const accounting = accountingOf(CERTAINTY, MARGIN)
const uniform = uniformFrom()
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Random bits that are the same in every run. */
function sequence(): Uniform {
  let block = 0
  return uniformFrom(bytes => {
    for (let at = 0; at < bytes.length; at += 32)
      bytes.set(createHmac('sha256', 'sequence').update(`${block++}`).digest(), at)
  })
}

t.test('noise has the distribution that it is said to have, to the integer', async t => {
  const drawn = sequence()
  const count = 20_000
  /** Pearson's statistic over the integers that are likely. */
  const misfit = (draw: () => bigint, weight: (x: number) => number) => {
    const found = new Map<number, number>()
    for (let at = 0; at < count; at++) {
      const x = Number(draw())
      found.set(x, (found.get(x) ?? 0) + 1)
    }
    const integers = Array.from({ length: 401 }, (_, at) => at - 200)
    const all = integers.reduce((sum, x) => sum + weight(x), 0)
    const likely = integers.filter(x => (weight(x) / all) * count > 20)
    const terms = likely.map(x => {
      const expected = (weight(x) / all) * count
      return ((found.get(x) ?? 0) - expected) ** 2 / expected
    })
    return terms.reduce((sum, term) => sum + term, 0) / terms.length
  }
  for (const variance of [1, 28, 109])
    t.ok(
      misfit(
        () => discreteGaussian(drawn, BigInt(variance)),
        x => Math.exp((-x * x) / (2 * variance)),
      ) < 2,
      `variance ${variance}`,
    )
  for (const scale of [1, 7])
    t.ok(
      misfit(
        () => discreteLaplace(drawn, BigInt(scale)),
        x => Math.exp(-Math.abs(x) / scale),
      ) < 2,
      `scale ${scale}`,
    )
  for (const [numerator, denominator] of [
    [0, 1],
    [1, 3],
    [1, 1],
    [7, 3],
  ] as const) {
    const times = Array.from({ length: count }, () =>
      withChanceOfExp(drawn, BigInt(numerator), BigInt(denominator)),
    )
    const share = times.filter(Boolean).length / count
    t.ok(
      Math.abs(share - Math.exp(-numerator / denominator)) < 0.015,
      `e^-${numerator}/${denominator}: ${share}`,
    )
  }
  const large = Array.from({ length: 2000 }, () => Number(discreteGaussian(drawn, 10n ** 24n)) / 1e12)
  t.ok(Math.abs(mean(large.map(x => x * x)) - 1) < 0.15, 'beyond what floating point holds exactly')
  t.throws(() => drawn(0n), RangeError)
})

t.test('the accounting agrees with the formulas of the papers', async t => {
  const near = (found: number, wanted: number, by = 1e-9) =>
    t.ok(Math.abs(found - wanted) < by, `${found} ${wanted}`)
  // The normal distribution, as tables have it.
  near(normal(0), 0.5)
  near(normal(0.6744897501960817), 0.75)
  near(normal(1), 0.8413447460685429)
  near(normal(1.959963984540054), 0.975)

  // Numbers composed one after another, by convolution: half of 1 and the distance of the distributions.
  const weights = Array.from({ length: 301 }, (_, at) => Math.exp(-((at - 150) ** 2) / (2 * 7)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const one = weights.map(weight => weight / all)
  let composed = one
  for (let numbers = 1; numbers <= 12; numbers++) {
    if (numbers > 1) {
      const next = new Array<number>(composed.length + one.length - 1).fill(0)
      composed.forEach((a, i) => {
        for (let j = 0; j < one.length; j++) next[i + j] = (next[i + j] ?? 0) + a * (one[j] ?? 0)
      })
      composed = next
    }
    const distance = composed.reduce((sum, p, at) => sum + Math.max(0, p - (composed[at - numbers] ?? 0)), 0)
    near(Math.max(certaintyOf(numbers, 7) - (0.5 + distance / 2), 0), 0, 0.002)
    t.ok(certaintyOf(numbers, 7) >= 0.5 + distance / 2 - 1e-12, 'never less than it is')
  }

  // The table of decision 20: numbers, ρ, and ε at δ = 10^-6 by theorem 7 of Canonne, Kamath and Steinke.
  for (const [certainty, margin, variance, numbers, rho, epsilon] of DECISION) {
    t.equal(varianceOf(margin), variance)
    t.equal(numbersWithin(certainty, variance), numbers)
    near(numbers / (2 * variance), rho, 0.0005)
    near(epsilonOf(numbers, variance, 1e-6), epsilon, 0.005)
    t.ok(certaintyOf(numbers, variance) <= certainty && certaintyOf(numbers + 1, variance) > certainty)
  }
  for (const [windows, certainty] of [
    [1, 0.748],
    [2, 0.828],
    [4, 0.909],
    [12, 0.99],
  ] as const)
    near(certaintyOf(windows * accounting.numbers, 28), certainty, 0.0005)
  t.same([marginOf(28, 0.05), accounting.enough(), accounting.enough(13)], [10, 10, 15])
  t.match(accountingOf(1, 10), { variance: 0n, margin: 0, numbers: Number.POSITIVE_INFINITY })
})

const DECISION = [
  [0.6, 20, 109, 27, 0.124, 2.243],
  [2 / 3, 10, 28, 20, 0.357, 4.039],
  [0.75, 5, 7, 12, 0.857, 6.664],
  [0.75, 10, 28, 50, 0.893, 6.82],
  [0.75, 20, 109, 198, 0.908, 6.888],
  [0.9, 10, 28, 183, 3.268, 14.858],
] as const

/** The least ε for which so many numbers are (ε, δ)-differentially private. */
function epsilonOf(numbers: number, variance: number, delta: number): number {
  const total = numbers * variance
  const weight = (x: number) => Math.exp((-x * x) / (2 * total))
  const reach = Math.ceil(40 * Math.sqrt(total))
  let all = 1
  for (let x = 1; x <= reach; x++) all += 2 * weight(x)
  const beyond = (limit: number) => {
    let sum = 0
    for (let x = Math.floor(limit) + 1; x <= reach; x++) sum += weight(x)
    return sum / all
  }
  const deltaOf = (epsilon: number) =>
    beyond(epsilon * variance - numbers / 2) - Math.exp(epsilon) * beyond(epsilon * variance + numbers / 2)
  let [low, high] = [0, 50]
  while (high - low > 1e-6) {
    const middle = (low + high) / 2
    if (deltaOf(middle) > delta) low = middle
    else high = middle
  }
  return high
}

type Groups = RecordAggregateResult['groups']

/** The path of a gateway from a query to its result, without the counting. */
function service() {
  const clock = { now: 1_000_000 }
  const budgets = memoryPrivacyBudgets()
  const draws = createDraws({ accounting, budgets, uniform, window: 1e9, now: () => clock.now })
  const ask = async (plan: AggregationPlan, groups: Groups, { refresh = false, unattested = 0 } = {}) => {
    const count = async () => ({ groups, leftOut: { unattested, changed: 0 } })
    const numbers = await draws.numbers({ subject: 'form', plan, refresh }, count)
    return 'people' in numbers ? answerOf(plan, numbers, accounting) : undefined
  }
  return { ask, clock, draws }
}

const path = [{ field: 'answer' }]
/** Statistics that no two queries share. */
const many = <T>(count: number, make: (of: { readonly field: string }[]) => T): T[] =>
  Array.from({ length: count }, (_, at) => make([{ field: `${at}` }]))
/** People of the attacker's own, so that nothing is withheld. */
const SYBILS = 40

/** The success rate of a guess about a fact that holds in half of the cases. */
async function success(guess: (isSo: boolean) => Promise<boolean>): Promise<number> {
  let right = 0
  for (let trial = 0; trial < TRIALS; trial++) {
    const isSo = uniform(2n) === 1n
    right += Number((await guess(isSo)) === isSo)
  }
  return right / TRIALS
}

/** An attack that is no better than the bound, and that finds something: a test of a bad attack says nothing. */
function checkBound(t: Test, found: number, atLeast = 0.6): void {
  t.ok(found <= CERTAINTY + SLACK, `right in ${found}`)
  t.ok(found >= atLeast, `and no worse than ${atLeast}: ${found}`)
  t.comment(`right in ${found} of 1`)
}

const valuesOf = (result: readonly AggregateGroup[] | undefined) =>
  result?.flatMap(({ measures }) =>
    measures.flatMap(({ value }) => (typeof value === 'number' ? [value] : [])),
  ) ?? []

t.test('the background is known, and every number is about one person', async t => {
  await t.test('whether they answered', async t => {
    const statistics: Statistic[] = many(accounting.numbers - 3, of => ({ op: 'count', of: [of] }))
    const measures = statistics.map((_, count) => ({ linkId: 'a', op: 'count', count }) as const)
    const found = await success(async isThere => {
      const people = SYBILS + Number(isThere)
      const groups = [{ group: 0, people, statistics: statistics.map(() => people) }]
      const answer = await service().ask({ filter: {}, statistics, measures }, groups)
      return mean(valuesOf(answer?.result)) > SYBILS + 0.5
    })
    checkBound(t, found)
  })

  await t.test('what they answered, by classes', async t => {
    const options = [['no'], ['yes']]
    const classes = [{ value: 'no' }, { value: 'yes' }]
    const statistics: Statistic[] = many((accounting.numbers - 4) / 2, of => ({
      ...{ op: 'classes', of: { of: [of], options } },
    }))
    const measures = statistics.map((_, cells) => ({ linkId: 'a', op: 'histogram', cells, classes }) as const)
    const found = await success(async saidYes => {
      const cells = [SYBILS + Number(!saidYes), SYBILS + Number(saidYes)]
      const groups = [{ group: 0, people: 2 * SYBILS + 1, statistics: statistics.map(() => cells) }]
      const answer = await service().ask({ filter: {}, statistics, measures }, groups)
      const disclosed = answer?.result[0]?.measures ?? []
      const differences = disclosed.map(
        ({ buckets }) => (buckets?.[1]?.count ?? SYBILS) - (buckets?.[0]?.count ?? SYBILS),
      )
      return mean(differences) > 0
    })
    checkBound(t, found)
  })

  await t.test('what they answered, by sums', async t => {
    const [low, high] = [0, 12]
    const sums: Statistic[] = many(accounting.numbers - 4, of => ({ op: 'sum', of, low, high }))
    const statistics: Statistic[] = [{ op: 'count', of: [path] }, ...sums]
    const measures = sums.map(
      (_, at) => ({ linkId: 'a', op: 'mean', count: 0, sum: at + 1, low, high }) as const,
    )
    const people = SYBILS + 1
    const found = await success(async saidHigh => {
      const total = SYBILS * 6 + (saidHigh ? high : low)
      const groups = [{ group: 0, people, statistics: [people, ...sums.map(() => total)] }]
      const answer = await service().ask({ filter: {}, statistics, measures }, groups)
      return mean(valuesOf(answer?.result)) > 6
    })
    checkBound(t, found)
  })

  await t.test('and another question is refused', async t => {
    const { ask } = service()
    const statistics: Statistic[] = many(accounting.numbers - 2, of => ({ op: 'count', of: [of] }))
    t.equal(await ask({ filter: {}, statistics, measures: [] }, []), undefined)
  })
})

t.test('the same question before and after a person answers', async t => {
  const plan: AggregationPlan = { filter: {}, statistics: [], measures: [] }
  const groups = (people: number) => [{ group: 0, people, statistics: [] }]

  await t.test('has the same answer while it is kept', async t => {
    let different = 0
    for (let trial = 0; trial < TRIALS; trial++) {
      const { ask } = service()
      const before = await ask(plan, groups(SYBILS))
      const after = await ask(plan, groups(SYBILS + (trial % 2)), { unattested: trial % 2 })
      if (JSON.stringify(before) !== JSON.stringify(after)) different += 1
    }
    t.equal(different, 0)
  })

  await t.test('and another one at a cost, until the budget is spent', async t => {
    const found = await success(async isThere => {
      const { ask, draws } = service()
      const seen: number[] = []
      for (;;) {
        const answer = await ask(plan, groups(SYBILS + Number(isThere)), { refresh: true })
        if (answer === undefined) break
        seen.push(answer.result[0]?.people ?? SYBILS)
      }
      t.ok(seen.length < accounting.numbers && (await draws.left('form')) < 3)
      return mean(seen) > SYBILS + 0.5
    })
    checkBound(t, found)
  })

  await t.test('equal answers say nothing: new noise follows from no answer', async t => {
    const found = await success(async isThere => {
      const { ask, clock } = service()
      const before = await ask(plan, groups(SYBILS))
      clock.now += 1e9
      const after = await ask(plan, groups(SYBILS + Number(isThere)))
      return before?.result[0]?.people !== after?.result[0]?.people
    })
    t.ok(found < 0.5 + SLACK, `right in ${found}`)
  })
})

t.test('people whose responses do not count are told with noise, and not below the margin', async t => {
  const plan: AggregationPlan = { filter: {}, statistics: [], measures: [] }
  const groups = [{ group: 0, people: SYBILS, statistics: [] }]
  const found = await success(async isThere => {
    const { ask } = service()
    const seen: number[] = []
    for (;;) {
      const answer = await ask(plan, groups, { refresh: true, unattested: SYBILS + Number(isThere) })
      if (answer === undefined) break
      seen.push(answer.leftOut.unattested)
    }
    return mean(seen) > SYBILS + 0.5
  })
  checkBound(t, found, 0.55)
  const few = await Promise.all(
    Array.from({ length: 200 }, () => service().ask(plan, groups, { unattested: 1 })),
  )
  const disclosed = few.map(answer => answer?.leftOut.unattested ?? 0)
  t.ok(disclosed.filter(each => each === 0).length > 150)
  t.notOk(disclosed.some(each => each > 0 && each < MARGIN))
})

t.test('a cohort below the margin is withheld by its noisy number alone', async t => {
  const labels = Array.from({ length: 4000 }, (_, value) => ({ value }))
  const classes = { of: [path], options: labels.map(({ value }) => [value]) }
  const plan: AggregationPlan = { filter: {}, statistics: [], measures: [], by: { classes, labels } }
  const disclosed = (await service().ask(plan, []))?.result ?? []
  t.ok(disclosed.length < 0.06 * labels.length, 'of groups that nobody is in few are told')
  t.ok(disclosed.length > 0.01 * labels.length, 'but some are, so that being told says little')
  t.ok(disclosed.every(({ people }) => people >= MARGIN))
})

t.test('of many that ask at once as many are answered as the budget has', async t => {
  const { ask, draws } = service()
  const plans = Array.from({ length: 100 }, (_, at) => ({ filter: { at }, statistics: [], measures: [] }))
  const groups = [{ group: 0, people: SYBILS, statistics: [] }]
  const answers = await Promise.all(plans.map(plan => ask(plan, groups)))
  t.equal(answers.filter(answer => answer !== undefined).length, accounting.numbers - 2)
  t.equal(await draws.left('form'), 0)
})

t.test('whose counting fails gives nothing away, and is charged once', async t => {
  const { draws } = service()
  const question = { subject: 'form', plan: { filter: {}, statistics: [], measures: [] }, refresh: false }
  await t.rejects(
    draws.numbers(question, () => Promise.reject(new Error('the nodes are away'))),
    {
      message: 'the nodes are away',
    },
  )
  const left = await draws.left('form')
  t.equal(left, accounting.numbers - 3)
  const answer = await draws.numbers(question, async () => ({
    ...{ groups: [], leftOut: { unattested: 0, changed: 0 } },
  }))
  t.match(answer, { people: [Number], left: left * accounting.unit })
})
