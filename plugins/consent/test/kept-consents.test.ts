/** Decisions in memory and in the database: the same promises. */
import t, { type Test } from 'tap'
import { gatewayDatabase } from '../../../core/stores/sql/test/fixtures/server.ts'
import plugin from '../index.ts'
import { type Consents, type KeptConsent, memoryConsents, sqlConsents } from '../kept-consents.ts'

let clock = Date.parse('2026-01-01T00:00:00Z')
const aConsent = (person: string, changes: object = {}): KeptConsent => ({
  ...{ person, reader: '02aa', signed: 'signed', record: crypto.randomUUID() },
  decision: {
    ...{ application: 'constructor', decision: 'permit', purposes: ['records', 'statistics'] },
    at: new Date(clock++).toISOString(),
    ...changes,
  },
})

async function checkConsents(t: Test, consents: Consents): Promise<void> {
  const given = aConsent('03aa')
  const withdrawn = aConsent('03aa', { decision: 'deny', purposes: [] })
  t.equal(await consents.keep(withdrawn), true)
  t.equal(await consents.keep(given), false, 'it is older')
  t.equal(await consents.keep(withdrawn), false, 'it is as new')
  t.same(await consents.of('03aa'), [withdrawn])
  t.same(await consents.limiting('02aa'), [withdrawn])
  const exception = aConsent('03aa', { form: 'form' })
  const neighbour = aConsent('03bb', { form: 'form' })
  for (const each of [exception, neighbour]) t.equal(await consents.keep(each), true)
  const limiting = await consents.limiting('02aa')
  t.same(new Set(limiting), new Set([withdrawn, exception]), 'who withholds nothing is not read')
  t.same(await consents.limiting('02bb'), [])
  const all = Array.from({ length: 20 }, () => aConsent('03cc'))
  await Promise.all(all.toReversed().map(each => consents.keep(each)))
  t.same(await consents.of('03cc'), all.slice(-1))

  await consents.forgetAt('03aa', 1000)
  t.same(await consents.of('03aa'), [])
  await consents.forget(1000)
  t.equal((await consents.limiting('02aa')).length, 2, 'withheld until then')
  await consents.forget(1001)
  t.same(await consents.limiting('02aa'), [])
  t.same(await consents.of('03bb'), [neighbour])
}

t.test('in memory', t => checkConsents(t, memoryConsents()))
t.test('in the database', async t =>
  checkConsents(t, sqlConsents((await gatewayDatabase(t, [plugin])).database)),
)
