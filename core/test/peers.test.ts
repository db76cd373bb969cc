/** Messages and questions between the workers of one gateway. */
import t from 'tap'
import { type PeerMessage, Peers } from '../peers.ts'

/** Delivers as the supervisor does. */
function connected(count: number): Peers[] {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  const all: Peers[] = numbers.map(own => {
    const others = numbers.filter(each => each !== own)
    return new Peers(
      own,
      () => others,
      message => deliver(own, others, message),
    )
  })
  const deliver = (from: number, others: readonly number[], message: PeerMessage) => {
    for (const to of others) if ((message.to ?? to) === to) void all[to - 1]?.receive({ ...message, from })
  }
  return all
}

t.test('a worker tells all others', async t => {
  const all = connected(3)
  const heard: unknown[] = []
  for (const peers of all) peers.on('news', body => void heard.push([peers.worker, body]))
  all[0]?.tell('news', 'of the first')
  t.same(heard, [
    [2, 'of the first'],
    [3, 'of the first'],
  ])
})

t.test('a question is answered by each of the others', async t => {
  const all = connected(3)
  for (const peers of all) peers.on('number', async () => peers.worker)
  const [first, second] = all
  const answers = await Promise.all([first?.ask('number'), second?.ask('number')])
  t.same(answers, [
    [2, 3],
    [1, 3],
  ])
})

t.test('an answer that does not come is left out', async t => {
  const [first, second, third] = connected(3)
  second?.on('number', () => 2)
  third?.on('number', () => new Promise(() => {}))
  t.same(await first?.ask('number'), [2])
})

t.test('alone, nothing is sent', async t => {
  const sent: unknown[] = []
  const alone = new Peers(
    1,
    () => [],
    message => sent.push(message),
  )
  alone.tell('news', 1)
  t.same(await alone.ask('number'), [])
  t.same(sent, [])
})
