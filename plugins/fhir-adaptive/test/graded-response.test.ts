/** The estimates agree with the published formulas, computed in another way: by brute force on a fine grid. */
import { readFileSync } from 'node:fs'
import type { Questionnaire } from 'fhir/r4.js'
import t from 'tap'
import { estimate, type GradedItem, information, probability } from '../graded-response.ts'
import { readItemBank } from '../item-bank.ts'
import { stepOf } from '../test-step.ts'

const file = new URL('../../../examples/adaptive/synthetic-tiredness.json', import.meta.url)
const form = JSON.parse(readFileSync(file, 'utf8')) as Questionnaire
const { bank, issues } = readItemBank(form) ?? {}
if (bank === undefined) throw new Error('the example is no item bank')

/** Samejima (1969): the cumulative probabilities, in the form with `exp` of the positive exponent. */
const cumulative = (a: number, b: number, theta: number) => {
  const e = Math.exp(a * (theta - b))
  return e / (1 + e)
}
const published = ({ discrimination: a, thresholds: b }: GradedItem, k: number, theta: number) =>
  (k === 0 ? 1 : cumulative(a, b[k - 1] as number, theta)) -
  (k === b.length ? 0 : cumulative(a, b[k] as number, theta))

/** By Simpson's rule on 20,001 points from -10 to 10, without logarithms. */
function bruteForce(answers: readonly { item: GradedItem; category: number }[], mean: number, sd: number) {
  const [low, n] = [-10, 20_000]
  const h = 20 / n
  let [sum, first, second] = [0, 0, 0]
  for (let i = 0; i <= n; i++) {
    const theta = low + i * h
    const simpson = i === 0 || i === n ? 1 : i % 2 === 1 ? 4 : 2
    let density = Math.exp(-(((theta - mean) / sd) ** 2) / 2)
    for (const { item, category } of answers) density *= published(item, category, theta)
    sum += simpson * density
    first += simpson * density * theta
    second += simpson * density * theta * theta
  }
  return { theta: first / sum, standardError: Math.sqrt(second / sum - (first / sum) ** 2) }
}

/** A sequence that is the same in every run. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

t.test(
  'probabilities are those of the model, add up to 1, and stay exact far from the thresholds',
  async t => {
    t.same(issues, [])
    for (const item of bank.items)
      for (let theta = -5; theta <= 5; theta += 0.5) {
        const all = item.options.map((_, k) => probability(item, k, theta))
        for (const [k, each] of all.entries())
          t.ok(Math.abs(each - published(item, k, theta)) < 1e-12, `${item.linkId} ${k} ${theta}`)
        t.ok(Math.abs(all.reduce((sum, each) => sum + each, 0) - 1) < 1e-12)
      }
    const steep = { discrimination: 4, thresholds: [-3, -2.9, 0] }
    // In the limit of a large trait: exp(-a(theta - b2)) - exp(-a(theta - b1)).
    const limit = Math.exp(-4 * 22.9) - Math.exp(-4 * 23)
    t.ok(Math.abs(probability(steep, 1, 20) / limit - 1) < 1e-9, 'where 1 - 1 would be 0')
  },
)

t.test('information is the expected curvature of the likelihood', async t => {
  for (const item of bank.items)
    for (let theta = -4; theta <= 4; theta += 0.5) {
      const h = 1e-4
      let expected = 0
      for (const k of item.options.keys()) {
        const log = (at: number) => Math.log(published(item, k, at))
        const curvature = (log(theta + h) - 2 * log(theta) + log(theta - h)) / h ** 2
        expected -= published(item, k, theta) * curvature
      }
      const found = information(item, theta)
      t.ok(Math.abs(found - expected) < 1e-5, `${item.linkId} at ${theta}: ${found} ${expected}`)
    }
})

t.test('estimates agree with brute force for 200 patterns of answers, and for extreme ones', async t => {
  const random = numbers(18)
  const patterns = Array.from({ length: 200 }, () => {
    const count = 1 + Math.floor(random() * bank.items.length)
    return bank.items.slice(0, count).map(item => ({ item, category: Math.floor(random() * 5) }))
  })
  const same = (category: number) => bank.items.map(item => ({ item, category }))
  let worst = 0
  for (const answers of [[], same(0), same(4), ...patterns])
    for (const [mean, deviation] of [
      [0, 1],
      [0.7, 1.3],
    ] as const) {
      const found = estimate(answers, { mean, deviation })
      const expected = bruteForce(answers, mean, deviation)
      worst = Math.max(
        worst,
        Math.abs(found.theta - expected.theta),
        Math.abs(found.standardError - expected.standardError),
      )
    }
  t.ok(worst < 1e-8, `the greatest difference is ${worst}`)
})

t.test('a test asks the most informative question left, and ends by precision or number', async t => {
  const random = numbers(21)
  for (let person = 0; person < 50; person++) {
    const trait = (random() - 0.5) * 5
    const asked: { linkId: string; answer: { valueCoding: object }[] }[] = []
    const answers: { item: GradedItem; category: number }[] = []
    for (;;) {
      const { next, estimate: found } = stepOf(bank, asked)
      const expected = bruteForce(answers, 0, 1)
      const isOver = answers.length >= 8 || (answers.length >= 3 && expected.standardError <= 0.32)
      t.equal(next === undefined, isOver)
      if (found) t.ok(Math.abs(found.theta - expected.theta) < 1e-8)
      if (next === undefined) break
      const left = bank.items.filter(({ linkId }) => !asked.some(each => each.linkId === linkId))
      const gains = left.map(item => information(item, expected.theta))
      t.equal(next, left[gains.indexOf(Math.max(...gains))]?.linkId)
      const item = left.find(({ linkId }) => linkId === next)
      if (item === undefined) throw new Error('unknown question')
      let [category, rest] = [0, random()]
      while (category < 4 && rest > published(item, category, trait)) {
        rest -= published(item, category, trait)
        category++
      }
      const [system, code] = JSON.parse(item.options[category] ?? '[]')
      asked.push({ linkId: next, answer: [{ valueCoding: { system, code } }] })
      answers.push({ item, category })
    }
  }
})

t.test('options are ranked by their ordinal value, otherwise by their place', async t => {
  const find = (linkId: string) => bank.items.find(each => each.linkId === linkId)
  t.match(find('t01')?.options[0], /never/)
  t.match(find('t03')?.options[0], /always/, 'a question about the opposite')
  const [first] = form.item ?? []
  const plain = { ...first, answerOption: first?.answerOption?.map(({ valueCoding }) => ({ valueCoding })) }
  t.match(readItemBank({ ...form, item: [plain] } as Questionnaire)?.bank.items[0]?.options[4], /always/)
})

t.test('a skipped question, or an answer that is no option, says nothing', async t => {
  const { next = '' } = stepOf(bank, [])
  t.equal(stepOf(bank, []).estimate, undefined)
  for (const answer of [[], [{ valueString: 'x' }], [{ valueCoding: { code: '__proto__' } }], [{}]]) {
    const step = stepOf(bank, [{ linkId: next, answer }])
    t.equal(step.estimate, undefined)
    t.not(step.next, next)
  }
  const all = bank.items.map(({ linkId }) => ({ linkId, answer: [] }))
  t.equal(stepOf(bank, all.slice(0, 8)).next, undefined, 'ends after the maximum')
})
