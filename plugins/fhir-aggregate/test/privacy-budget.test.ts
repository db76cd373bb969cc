/** Privacy budgets: in memory and in SQL, alike. */
import t, { type Test } from 'tap'
import { gatewayDatabase } from '../../../core/stores/sql/test/fixtures/server.ts'
import aggregate from '../index.ts'
import {
  type Charged,
  type Drawn,
  memoryPrivacyBudgets,
  type PrivacyBudgets,
  sqlPrivacyBudgets,
} from '../privacy-budget.ts'

const MINUTE = 60_000
const WINDOW = 100 * MINUTE

/** @param other - the same budgets, as another gateway has them */
async function checkBudgets(t: Test, budgets: PrivacyBudgets, other: PrivacyBudgets): Promise<void> {
  const first = crypto.randomUUID()
  const charge = (
    digests: readonly string[],
    minute: number,
    {
      subject = first,
      by = budgets,
      ...more
    }: { subject?: string; by?: PrivacyBudgets; refresh?: boolean } = {},
  ) => {
    const wanted = digests.map(digest => ({ digest, cost: 1 }))
    return by.charge({ subject, wanted, at: minute * MINUTE, window: WINDOW, limit: 3, ...more })
  }
  const states = (charged: Charged) =>
    'replies' in charged ? [...charged.replies.values()].map(({ state }) => state) : charged
  const drawsOf = (charged: Charged) =>
    'replies' in charged
      ? [...charged.replies.values()].flatMap(each => ('draw' in each ? [each.draw] : []))
      : []
  const keep = (charged: Charged, numbers: Drawn, subject = first) =>
    budgets.keep(subject, new Map(drawsOf(charged).map(draw => [draw, numbers])))

  const ab = await charge(['a', 'b', 'a'], 1000)
  t.match(ab, { left: 1 })
  t.same(states(ab), ['yours', 'yours'], 'each once')
  t.same(states(await charge(['b'], 1000, { by: other })), ['pending'], 'and nobody else counts it')
  await keep(ab, [7, [1, 2]])
  const again = await charge(['b', 'a'], 1010, { by: other })
  t.match(again, { left: 1 }, 'what was asked before is free')
  t.same('replies' in again && again.replies.get('b'), {
    ...{ state: 'kept', drawn: [7, [1, 2]], at: 1000 * MINUTE },
  })
  t.same(
    await charge(['a', 'c', 'd'], 1020),
    { left: 1, again: 1100 * MINUTE },
    'all of a question, or nothing',
  )
  const fresh = await charge(['a'], 1030, { refresh: true })
  t.match(fresh, { left: 0 }, 'drawing anew is charged anew')
  t.same(
    states(await charge(['a'], 1030, { refresh: true })),
    ['pending'],
    'by twenty who refresh at once only once',
  )
  await keep(fresh, [9])
  const renewed = await charge(['a'], 1031)
  t.same('replies' in renewed && renewed.replies.get('a'), { state: 'kept', drawn: [9], at: 1030 * MINUTE })
  t.same(await charge(['b'], 1040, { refresh: true }), { left: 0, again: 1100 * MINUTE })
  t.match(
    await charge(['d'], 1050, { subject: crypto.randomUUID() }),
    { left: 2 },
    'each subject has its own',
  )
  t.equal(await budgets.left({ subject: first, at: 1099 * MINUTE, window: WINDOW, limit: 3 }), 0)
  t.match(await charge(['d'], 1101), { left: 1 }, 'the first two are forgotten')
  t.same(await charge(['d', 'e', 'f', 'g'], 1300), { left: 3 }, 'more than there ever will be')

  await t.test('a number whose counting ends half way', async t => {
    const subject = crypto.randomUUID()
    const dead = await charge(['a'], 0, { subject })
    t.same(states(await charge(['a'], 1, { subject })), ['pending'])
    const taken = await charge(['a'], 2, { subject })
    t.same(states(taken), ['yours'], 'is counted by the next after a minute')
    t.match(taken, { left: 2 }, 'and was charged already')
    await keep(dead, [1], subject)
    t.same(states(await charge(['a'], 2, { subject })), ['pending'], 'the late one is not kept')
    await budgets.release(subject, drawsOf(taken))
    const last = await charge(['a'], 2.1, { subject })
    t.same(states(last), ['yours'], 'what was given up is counted at once')
    await keep(last, [2], subject)
    await keep(last, [3], subject)
    const kept = await charge(['a'], 3, { subject })
    t.match('replies' in kept && kept.replies.get('a'), { drawn: [2] }, 'and kept once')
  })

  await t.test('however many ask at once, of two gateways', async t => {
    const subject = crypto.randomUUID()
    const both = (at: number) => (at % 2 ? budgets : other)
    const many = Array.from({ length: 20 }, (_, at) => at)
    const distinct = await Promise.all(
      many.map(at => charge([`many ${at}`], 2000, { subject, by: both(at) })),
    )
    t.equal(distinct.filter(each => 'replies' in each).length, 3)
    const same = crypto.randomUUID()
    const equal = await Promise.all(many.map(at => charge(['one'], 2000, { subject: same, by: both(at) })))
    t.equal(equal.flatMap(drawsOf).length, 1, 'of equal ones a single one is charged')
  })
}

t.test('in memory', async t => {
  const budgets = memoryPrivacyBudgets()
  await checkBudgets(t, budgets, budgets)
})

t.test('in SQL', async t => {
  const { server, database } = await gatewayDatabase(t, [aggregate])
  const other = await server.open('andiron_gateway')
  await checkBudgets(t, sqlPrivacyBudgets(database), sqlPrivacyBudgets(other))
})
