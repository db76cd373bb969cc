/** Quotas, in memory and in the database: the same promises. */
import t, { type Test } from 'tap'
import { memoryQuotas, NEVER, type Quotas, sqlQuotas } from '../quotas.ts'
import { networkServer } from '../sql/test/fixtures/server.ts'

async function checkQuotas(t: Test, quotas: Quotas): Promise<void> {
  const terms = { kind: 'a', subject: 'x', limit: { records: 5, bytes: 100 }, at: 1000, window: 60 }
  const take = (records: number, bytes: number, more: object = {}) =>
    quotas.take({ ...terms, records, bytes, ...more })

  const twenty = await Promise.all(Array.from({ length: 20 }, () => take(1, 10)))
  t.equal(twenty.filter(result => 'taken' in result).length, 5, 'of twenty at once exactly as many as fit')
  t.match(
    twenty.find(result => 'exhausted' in result),
    { exhausted: { left: { records: 0, bytes: 50 }, until: 1060 } },
  )
  t.match(await take(1, 1, { subject: 'y' }), { taken: {} }, 'others have their own')
  t.match(await take(1, 1, { kind: 'b' }), { taken: {} })

  const [first] = twenty.flatMap(result => ('taken' in result ? [result.taken] : []))
  if (first === undefined) throw new Error('nothing was taken')
  t.notMatch(JSON.stringify(first), '"x"', 'a subject is kept as a hash')
  await quotas.give(first)
  t.match(await take(1, 61), { exhausted: { left: { records: 1, bytes: 60 } } }, 'all of it or nothing')
  t.match(await take(1, 60), { taken: {} })

  t.match(await take(1, 100, { at: 1060 }), { taken: { until: 1120 } }, 'a window that is over is forgotten')
  await quotas.give(first)
  t.match(
    await take(1, 1, { at: 1061 }),
    { exhausted: { left: { bytes: 0 } } },
    'an older one gives nothing back',
  )
  for (const subject of ['__proto__', 'constructor', '\u0000', '\ud800', 'x'.repeat(100_000)])
    t.match(await take(5, 100, { subject }), { taken: {} })
  t.match(
    await take(6, 1, { subject: 'new' }),
    { exhausted: { left: { records: 5, bytes: 100 } } },
    'too much',
  )
  t.match(await take(1, 101, { subject: 'new' }), { exhausted: {} })
  t.match(await take(1, 1, { subject: 'forever', window: Number.MAX_SAFE_INTEGER }), {
    taken: { until: NEVER },
  })

  const slide = (at: number, bytes: number) => take(1, bytes, { subject: 'slides', sliding: true, at })
  const slid = [await slide(1000, 40), await slide(1050, 40), await slide(1100, 20)]
  t.match(slid, [{ taken: { until: 1060 } }, { taken: { until: 1110 } }, { taken: { until: 1160 } }])
  t.match(
    await slide(1150, 1),
    { exhausted: { left: { bytes: 0 }, until: 1160 } },
    'it counts what came before',
  )
  const [oldest, second] = slid.map(result => ('taken' in result ? result.taken : undefined))
  if (oldest === undefined || second === undefined) throw new Error('nothing was taken')
  await quotas.give(oldest, 1061)
  t.match(await slide(1150, 1), { exhausted: {} }, 'too late')
  await quotas.give(second, 1109)
  t.match(await slide(1150, 41), { exhausted: { left: { records: 3, bytes: 40 } } })
  t.match(await slide(1150, 40), { taken: { until: 1210 } })
  t.match(await slide(1210, 100), { taken: { until: 1270 } }, 'a pause of its length ends it')
  t.ok((await quotas.sweep(1060)) > 0)
  t.match(await take(1, 1, { at: 1061 }), { exhausted: {} }, 'what lasts stays')
}

t.test('in memory', async t => checkQuotas(t, memoryQuotas()))

t.test('in the database', async t => {
  const database = await (await networkServer(t)).open('andiron_gateway')
  await checkQuotas(t, sqlQuotas(database))
})
