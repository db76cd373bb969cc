/** What noise and withholding are worth: the attacks of one who asks as much as can be asked. */
import t from 'tap'
import { createNoise, marginOf, rounded, sumNoise, wholeNoise } from '../noise.ts'
import { withheldOf } from '../withhold.ts'

// One secret, so that every run of these tests sees the same numbers.
const noise = createNoise(new Uint8Array(32).fill(7))
const SCALE = 2

const draws = (count: number, draw: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => draw(at))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const share = (values: readonly number[], test: (value: number) => boolean) =>
  values.filter(test).length / values.length

t.test('noise has no direction, is as wide as it says, and follows from the question', async t => {
  const whole = draws(5000, at => wholeNoise(noise.chance(`${at}`), SCALE))
  t.ok(whole.every(Number.isInteger))
  t.ok(Math.abs(mean(whole)) < 0.15)
  t.ok(share(whole, each => Math.abs(each) <= marginOf(SCALE)) > 0.94)
  const sums = draws(5000, at => sumNoise(noise.chance(`${at}`), SCALE, 10))
  t.ok(Math.abs(mean(sums)) < 1.5)
  t.ok(Math.abs(share(sums, each => Math.abs(each) <= marginOf(SCALE) * 10) - 0.95) < 0.01)

  const about = { filter: { a: 1 }, values: [12] }
  t.equal(noise.digest(about), noise.digest({ values: [12], filter: { a: 1 } }))
  t.not(noise.digest(about), noise.digest({ ...about, values: [13] }), 'of another answer it is another')
  t.not(
    noise.digest(about),
    noise.digest({ ...about, filter: { a: 2 } }),
    'and of the same people asked otherwise',
  )
  t.not(noise.digest(about), createNoise(new Uint8Array(32)).digest(about), 'and of another service')
  t.equal(wholeNoise(noise.chance('x'), 0), 0)
  t.equal(sumNoise(noise.chance('x'), 0, 10), 0)
  t.same([rounded(1234.5678, 30), rounded(1.23456, 0.04), rounded(1 / 3, 0)], [1235, 1.235, 0.333333333333])
})

/** How often one who compares two cohorts is right about whether they differ by a person. */
function success(pairs: number): number {
  const trials = 500
  let right = 0
  for (let trial = 0; trial < trials; trial++) {
    const isIn = trial % 2
    const told = (name: string, people: number) =>
      people + wholeNoise(noise.chance(noise.digest({ trial, pairs, name, people })), SCALE)
    const differences = draws(pairs, at => told(`all ${at}`, 40 + isIn) - told(`without ${at}`, 40))
    right += Number(mean(differences) > 0.5 === (isIn === 1))
  }
  return right / trials
}

t.test('two questions tell little more than a coin', async t => {
  const found = success(1)
  t.ok(found > 0.5 && found < 0.62, String(found))
})

t.test('nor do all that may be asked, spent on one person', async t => {
  const found = success(30)
  t.ok(found < 0.8, String(found))
})

t.test('cohorts of too few are withheld, and who would be left by subtraction', async t => {
  const cells = (...numbers: readonly (number | readonly [number, number])[]) =>
    numbers.map(each =>
      typeof each === 'number' ? { people: each, said: each } : { people: each[0], said: each[1] },
    )
  const cases: [string, ReturnType<typeof cells>, boolean[]][] = [
    ['nobody there', cells(0, 0), [true, true]],
    ['all are enough', cells(5, 9, 20), [false, false, false]],
    ['one is too few, and goes with the smallest', cells(4, 9, 7), [true, false, true]],
    ['two of them are enough together', cells(4, 3, 7), [true, true, false]],
    ['nobody is hidden by nobody', cells(0, 9, 7), [true, false, false]],
    ['too few stay withheld, whatever would be said', cells([4, 8], 9), [true, false]],
    ['enough are withheld as well when too few would be said', cells([6, 3], 9), [true, true]],
    ['alone', cells(4), [true]],
  ]
  for (const [name, given, withheld] of cases) t.same(withheldOf(given, 5), withheld, name)
})
