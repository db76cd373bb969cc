/** The cache of decisions on consent. */
import t from 'tap'
import type { KeptConsent } from '../kept-consents.ts'
import { WithheldByConsent } from '../withheld.ts'

t.test('a decision takes effect after seconds, also when the clock steps back', async t => {
  let [age, read] = [0, 0]
  const decisions: readonly KeptConsent[] = []
  const limiting = async () => {
    read++
    return decisions
  }
  const withheld = new WithheldByConsent({ limiting }, () => age)
  const ask = () => withheld.source({ reader: 'an application', purpose: 'records' })
  await ask()
  await ask()
  t.equal(read, 1, 'it is cached')
  t.intercept(Date, 'now', { value: () => 0 })
  age = 6_000
  await ask()
  t.equal(read, 2)
})
