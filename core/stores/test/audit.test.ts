/** The audit trail, in memory and in the database: the same promises. */
import t, { type Test } from 'tap'
import { type AuditEntry, type AuditTrail, memoryAuditTrail, sqlAuditTrail } from '../audit.ts'
import { networkServer } from '../sql/test/fixtures/server.ts'

async function checkAuditTrail(t: Test, trail: AuditTrail): Promise<void> {
  const entry = (at: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
    ...{ person: '02aa', at, action: 'my_observations', records: [] },
    ...more,
  })
  const client = { id: 'https://client.example/a', name: "An assistant'; --", kind: 'assistant' } as const
  const entries = [entry(10), entry(20, { client, records: ['a', 'b'] }), entry(20), entry(30)]
  const application = { id: 'sleep-study', name: 'Sleep', kind: 'application' } as const
  const [first, ...others] = entries
  if (first) await trail.add(first)
  await trail.add(...others, entry(40, { person: '03bb', client: application, records: ['c'] }))
  await trail.add()

  const { entries: all, next } = await trail.of('02aa', { limit: 10 })
  t.same(
    all.map(({ at }) => at),
    [30, 20, 20, 10],
    'newest first, and nobody else',
  )
  t.match(
    all.find(each => each.client),
    entries[1] ?? {},
    'as it was written',
  )
  t.match((await trail.of('03bb', { limit: 1 })).entries, [{ client: application, records: ['c'] }])
  t.equal(new Set(all.map(({ id }) => id)).size, 4, 'each under a name of its own')
  t.equal(next, undefined)

  const paged: AuditEntry[] = []
  for (let after: string | undefined; ; ) {
    const page = await trail.of('02aa', { limit: 1, ...(after !== undefined && { after }) })
    paged.push(...page.entries)
    if (page.next === undefined) break
    after = page.next
  }
  t.same(paged, all, 'page by page the same')
  t.same((await trail.of('02aa', { limit: 10, after: 'nonsense' })).entries, all)
  t.same((await trail.of('02cc', { limit: 10 })).entries, [])
}

t.test('in memory', async t => checkAuditTrail(t, memoryAuditTrail()))

t.test('in the database', async t => {
  const database = await (await networkServer(t)).open('andiron_gateway')
  await checkAuditTrail(t, sqlAuditTrail(database))
})
