/** Subscriptions and their events in memory and in the database: the same promises. */
import t, { type Test } from 'tap'
import { gatewayDatabase } from '../../../core/stores/sql/test/fixtures/server.ts'
import plugin from '../index.ts'
import type { KeptSubscriptions, Sent } from '../kept-subscriptions.ts'
import { MemorySubscriptions } from '../memory-subscriptions.ts'
import { sqlSubscriptions } from '../sql-subscriptions.ts'
import type { Kept, Progress, Subscription } from '../subscription.ts'

const START = 1_000_000
const aSubscription = (owner: string, changes: Partial<Subscription> = {}): Subscription => ({
  ...{ id: crypto.randomUUID(), version: 1, owner, did: `did:nil:${owner}`, applicationId: 'constructor' },
  ...{
    topic: 'response-submitted',
    questionnaires: [],
    collections: [],
    forms: [],
    collectionUids: [],
    times: [],
  },
  ...{
    endpoint: 'https://study.example',
    headers: [],
    content: 'id-only',
    heartbeat: 0,
    timeout: 10,
    maxCount: 1,
  },
  ...{ isOff: false, scopes: [], release: 'R5', createdAt: START, updatedAt: START },
  ...changes,
})
const NOBODY = { ids: [], owners: [] }

async function checkSubscriptions(t: Test, kept: KeptSubscriptions): Promise<void> {
  const stored = async (id: string): Promise<Kept> => {
    const found = await kept.get(id)
    if (!found) throw new Error('There is none')
    return found
  }
  const advance = async (id: string, changes: Partial<Progress>, before?: Sent) => {
    const { progress } = await stored(id)
    await kept.advance(id, { ...progress, ...changes }, before ?? progress)
  }
  const happen = (id: string, ...events: readonly (readonly [name: string, at: number])[]) =>
    kept.number(
      events.map(([event, at]) => ({ ...{ subscription: id, event, at }, body: '{}' })),
      undefined,
    )
  const dueAt = async (now: number, without = NOBODY as Parameters<KeptSubscriptions['due']>[2]) =>
    (await kept.due(now, 10, without)).map(({ id }) => id)

  const one = aSubscription('02aa')
  const two = aSubscription('02aa', { createdAt: START + 1 })
  const theirs = aSubscription('02bb', { heartbeat: 60, end: START + 900_000 })
  t.same([await kept.add(one, 2), await kept.add(two, 2), await kept.add(theirs, 2)], [true, true, true])
  t.equal(await kept.add(aSubscription('02aa'), 2), false, 'the application has two')
  t.same(
    (await kept.of('02aa')).map(({ subscription }) => subscription.id),
    [one.id, two.id],
  )
  t.same((await dueAt(START)).sort(), [one.id, theirs.id].sort(), 'not before it was made')
  t.same(new Set(await dueAt(START + 1)), new Set([one.id, two.id, theirs.id]), 'each wants its handshake')
  t.same(await dueAt(START + 1, { ids: [one.id], owners: ['02bb'] }), [two.id])

  for (const { id } of [one, two, theirs])
    await advance(id, { status: 'active', sentAt: START, nextAt: START })
  t.same(await dueAt(START + 59_999), [])
  t.same(await dueAt(START + 60_000), [theirs.id], 'a heartbeat')
  await advance(theirs.id, { sentAt: START + 890_000 })
  t.same(await dueAt(START + 900_000), [theirs.id], 'it is over')

  await happen(one.id, ['a', 1], ['b', 2], ['a', 1])
  await happen(one.id, ['b', 2], ['c', 3], ['d', 4])
  const eventsOf = async (range: Parameters<KeptSubscriptions['events']>[1]) =>
    (await kept.events(one.id, range)).map(({ number, event, dead }) => `${number}${event}${dead ? '†' : ''}`)
  t.same(await eventsOf({ from: 1, limit: 9 }), ['1a', '2b', '3c', '4d'], 'each once, without a gap')
  t.same(await eventsOf({ from: 2, until: 3, limit: 9 }), ['2b', '3c'])
  t.same(await eventsOf({ from: 2, limit: 1 }), ['2b'])
  t.equal((await stored(one.id)).numbered, 4)
  t.same(await dueAt(START), [one.id])

  await advance(one.id, { delivered: 2 })
  await advance(one.id, { delivered: 1 }, { delivered: 0, sentAt: START })
  t.equal((await stored(one.id)).progress.delivered, 2, 'what was delivered stays delivered')
  t.equal(await kept.bury(one.id, 2, 4), 3)
  t.equal(await kept.bury(one.id, 3, 4), undefined)
  t.same(await eventsOf({ from: 1, limit: 9 }), ['1a', '2b', '3c†', '4d'])
  t.same(await kept.dead('02aa'), new Map([[one.id, { count: 1, first: 3 }]]))
  t.same(await kept.dead('02bb'), new Map())
  await advance(one.id, { delivered: 3 })

  // A sender has read `delivered` 3, and its notification is under way while a replay begins, also twice.
  for (const [from, times] of [
    [4, 1],
    [4, 2],
    [2, 1],
  ] as const) {
    const { progress } = await stored(one.id)
    for (let time = 0; time < times; time++) await kept.rewind(one.id, from, START + 5)
    await advance(one.id, { delivered: 4, sentAt: START + 5 }, progress)
    t.equal(
      (await stored(one.id)).progress.delivered,
      from - 1,
      'a notification under way does not end a replay',
    )
  }
  t.same(await eventsOf({ from: 1, limit: 9 }), ['1a', '2b', '3c', '4d'])

  await advance(one.id, { delivered: 3 })
  await kept.sweep(3)
  t.same(await eventsOf({ from: 1, limit: 9 }), ['3c', '4d'], 'delivered, and old')
  await kept.sweep(START)
  t.same(await eventsOf({ from: 1, limit: 9 }), ['4d'], 'what waits is kept')
  await happen(one.id, ['e', 5])
  t.same(await eventsOf({ from: 5, limit: 9 }), ['5e'], 'numbers go on')

  t.equal(await kept.replace({ ...one, version: 3 }), false)
  t.equal(await kept.replace({ ...one, version: 2, isOff: true, updatedAt: START + 6 }), true)
  t.match(await stored(one.id), { subscription: { version: 2 }, progress: { status: 'off', delivered: 3 } })
  await advance(one.id, { status: 'active' })
  t.equal((await stored(one.id)).progress.status, 'off', 'a sender does not turn it on again')
  t.equal(await kept.isAwaited(['02aa']), true)
  t.same(
    (await kept.awaiting(['02aa', '02bb'], undefined)).map(({ id }) => id).sort(),
    [two.id, theirs.id].sort(),
  )
  await kept.remove(two.id)
  t.equal(await kept.isAwaited(['02aa']), false)
  t.equal(await kept.get(two.id), undefined)
}

t.test('in memory', t => checkSubscriptions(t, new MemorySubscriptions()))
t.test('in the database', async t =>
  checkSubscriptions(t, sqlSubscriptions((await gatewayDatabase(t, [plugin])).database)),
)
