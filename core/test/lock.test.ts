/** The lock that requests of all gateways share. */
import t from 'tap'
import { type Context, withLock } from '../index.ts'
import { gatewayOf } from './fixtures/memory.ts'

t.test('a request whose lock has expired leaves that of the next one alone', async t => {
  const app = await gatewayOf(t, [])
  const at = (now: number) => ({ app, now: new Date(now) }) as unknown as Context
  const ends: (() => void)[] = []
  const hold = (context: Context) =>
    withLock('a name', context, () => new Promise<void>(resolve => ends.push(resolve)))
  const turns = async (count: number) => {
    while (ends.length < count) await new Promise(setImmediate)
  }
  const slow = hold(at(Date.now() - 60_000))
  await turns(1)
  const next = hold(at(Date.now()))
  await turns(2)
  ends[0]?.()
  await slow
  await t.rejects(hold(at(Date.now())), { code: 'AND_BUSY' }, 'the second request still has it')
  ends[1]?.()
  await next
  t.equal(await withLock('a name', at(Date.now()), async () => 'free'), 'free')
})
