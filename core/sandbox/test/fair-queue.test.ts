import t from 'tap'
import { FairQueue } from '../fair-queue.ts'

t.test('callers take turns, however many jobs one of them has', async t => {
  const queue = new FairQueue<number>({ threads: 1, queue: 16 })
  for (const job of [1, 2, 3]) queue.add('a', job)
  queue.add('b', 4)
  queue.add('constructor', 5)
  const order: number[] = []
  for (let next = queue.next(); next; next = queue.next()) {
    order.push(next.job)
    queue.done(next.key)
  }
  t.strictSame(order, [1, 4, 5, 2, 3])
  t.equal(queue.waiting, 0)
})

t.test('one caller has at most half of the threads and a quarter of the places', async t => {
  const queue = new FairQueue<number>({ threads: 4, queue: 8 })
  t.strictSame(
    [1, 2, 3].map(job => queue.add('a', job)),
    [true, true, false],
  )
  t.ok(queue.next())
  t.ok(queue.next())
  t.ok(queue.add('a', 4))
  t.notOk(queue.next(), 'both of its threads are in use')
  queue.done('a')
  t.match(queue.next(), { key: 'a', job: 4 })
})

t.test('a job that has waited too long is taken out', async t => {
  const queue = new FairQueue<number>({ threads: 1, queue: 8 })
  queue.add('a', 1)
  t.ok(queue.remove('a', 1))
  t.notOk(queue.remove('a', 1))
  t.notOk(queue.remove('b', 1))
  t.notOk(queue.next())
})

t.test('clear hands back what waited', async t => {
  const queue = new FairQueue<number>({ threads: 1, queue: 8 })
  queue.add('a', 1)
  queue.add('b', 2)
  t.strictSame(queue.clear(), [1, 2])
  t.notOk(queue.next())
})
