/** Statements that callers share. */
import t from 'tap'
import { StatementRefused } from '../errors.ts'
import { sharedStatement } from '../shared-statement.ts'

/** A statement that runs until it is let go. */
function heldStatement() {
  const begun: { readonly entries: readonly string[]; readonly end: () => void }[] = []
  const add = sharedStatement(async (entries: readonly string[]) => {
    await new Promise<void>(end => begun.push({ entries, end }))
    return entries.map(entry => `${entry} done`)
  })
  return { add, begun }
}

const turn = () => new Promise(resolve => setTimeout(resolve, 5))

t.test(
  'what arrives while a statement runs goes together in the next one, which does not wait for a slow one',
  async t => {
    const { add, begun } = heldStatement()
    const first = [add('a'), add('b')]
    await turn()
    const second = add('c')
    while (begun.length < 2) await turn()
    const third = ['d', 'e', 'd'].map(add)
    await turn()
    t.same(
      begun.map(({ entries }) => entries),
      [['a', 'b'], ['c']],
    )
    begun[0]?.end()
    t.same(await Promise.all(first), ['a done', 'b done'])
    await turn()
    t.same(begun[2]?.entries, ['d', 'e', 'd'], 'equal entries stay apart')
    begun[1]?.end()
    begun[2]?.end()
    t.same(await Promise.all([second, ...third]), ['c done', 'd done', 'e done', 'd done'])
  },
)

t.test('an entry that the database refuses is refused alone', async t => {
  const sent: (readonly string[])[] = []
  const add = sharedStatement(async (entries: readonly string[]) => {
    sent.push(entries)
    if (entries.includes('bad')) throw new StatementRefused('22P05', 'unsupported')
    return entries.map(entry => (entry === 'odd' ? new Error('odd') : entry))
  })
  const results = await Promise.allSettled(['good', 'bad', 'odd', 'fine'].map(add))
  t.match(results, [
    { value: 'good' },
    { reason: { code: 'AND_DATABASE_REFUSED' } },
    { reason: { message: 'odd' } },
    { value: 'fine' },
  ])
  t.equal(sent.length, 5, 'together, then each alone')
})

t.test('a lost connection fails everybody who waited for the statement, and nobody else', async t => {
  let isUp = false
  const add = sharedStatement(async (entries: readonly string[]) => {
    if (!isUp) throw new Error('gone')
    return entries
  })
  const results = await Promise.allSettled([add('a'), add('b')])
  t.match(results, [{ reason: { message: 'gone' } }, { reason: { message: 'gone' } }])
  isUp = true
  t.equal(await add('c'), 'c')
})
