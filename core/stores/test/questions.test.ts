/** The ledger of questions: in memory and in SQL, alike. */
import t, { type Test } from 'tap'
import { memoryQuestionLedger, type QuestionLedger, sqlQuestionLedger } from '../questions.ts'
import { migrate, migrationsOf } from '../sql/migrate.ts'
import { testServer } from '../sql/test/fixtures/server.ts'

async function checkLedger(t: Test, ledger: QuestionLedger): Promise<void> {
  const subject = crypto.randomUUID()
  const charge = (digests: readonly string[], at: number, about = subject) =>
    ledger.charge({ subject: about, digests, at, since: at - 100, limit: 3 })

  t.same(await charge(['a', 'b'], 1000), { left: 1 })
  t.same(await charge(['b', 'a'], 1010), { left: 1 }, 'what was asked before is free')
  t.same(await charge(['a', 'c', 'd'], 1020), { again: 1100 }, 'too many, and when there are some again')
  t.same(await charge(['c'], 1030), { left: 0 }, 'of what was refused nothing was noted')
  t.same(await charge(['a', 'c'], 1040), { left: 0 })
  t.match(await charge(['d'], 1050), { again: 1100 })
  t.same(await charge(['d'], 1050, crypto.randomUUID()), { left: 2 }, 'each subject has its own')
  t.same(await charge(['d'], 1101), { left: 1 }, 'the first two are forgotten')
  t.same(await charge(['e'], 1300), { left: 2 })

  const asked = await Promise.all(Array.from({ length: 8 }, (_, at) => charge([`many ${at}`], 2000)))
  t.ok(asked.filter(answer => 'left' in answer).length <= 3, 'however many ask at once')
}

t.test('in memory', async t => checkLedger(t, memoryQuestionLedger()))

t.test('in SQL', async t => {
  const server = await testServer(t)
  const database = await server.open('andiron_gateway')
  await migrate(database, migrationsOf('gateway'))
  await checkLedger(t, sqlQuestionLedger(database))
})
