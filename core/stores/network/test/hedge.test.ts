import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { NodeAccessError, NodeUnreachable } from '../errors.ts'
import { Hedge, type Question } from '../hedge.ts'
import type { StorageNode } from '../node.ts'
import { ownerIn, SpreadOrder } from '../read-order.ts'

const node = (name: string) => ({ url: `http://${name}`, did: name }) as StorageNode
const [a, b, c] = [node('a'), node('b'), node('c')]

/** Nodes with a behaviour each, and a record of those that were asked. */
function scene() {
  const asked: string[] = []
  const behaviours = new Map<StorageNode, () => Promise<string>>()
  const question: Question<string> = {
    kind: 'read',
    ask(each) {
      asked.push(each.did)
      return behaviours.get(each)?.() ?? Promise.resolve(each.did)
    },
    isConclusive: answer => answer !== '',
  }
  const hedge = new Hedge()
  const ask = () => hedge.ask([a, b, c], question)
  const learn = async () => {
    for (let at = 0; at < 20; at++) await ask()
    asked.length = 0
  }
  return { ask, asked, behaviours, learn }
}

/** Longer than any node may take without a second being asked. */
const slow = <T>(answer: T) => delay(150).then(() => answer)

t.test('a second node is asked when the first takes longer than usual', async t => {
  t.test('and answers for a slow one', async t => {
    const { ask, asked, behaviours, learn } = scene()
    behaviours.set(a, () => slow('a'))
    t.equal(await ask(), 'a')
    t.same(asked, ['a'], 'not while it is unknown what is usual')
    behaviours.delete(a)
    await learn()
    behaviours.set(a, () => slow('a'))
    t.equal(await ask(), 'b')
    t.same(asked, ['a', 'b'])
  })

  t.test('and also for one that then fails', async t => {
    const { ask, asked, behaviours, learn } = scene()
    await learn()
    behaviours.set(a, () => slow('').then(() => Promise.reject(new NodeUnreachable('a'))))
    behaviours.set(b, () => slow('').then(() => Promise.reject(new NodeUnreachable('b'))))
    t.equal(await ask(), 'c')
    t.same(asked, ['a', 'b', 'c'])
  })

  t.test('but its refusal and its lack of a record do not count while the first is asked', async t => {
    const { ask, behaviours, learn } = scene()
    await learn()
    behaviours.set(a, () => slow('a'))
    behaviours.set(b, async () => '')
    t.equal(await ask(), 'a')
    behaviours.set(b, () => Promise.reject(new NodeAccessError(403)))
    t.equal(await ask(), 'a')
    behaviours.set(a, () => slow('').then(() => Promise.reject(new NodeUnreachable('a'))))
    await t.rejects(ask(), { code: 'AND_NODE_REFUSED' }, 'they do once the first is unavailable')
    behaviours.set(b, async () => '')
    t.equal(await ask(), '')
  })

  t.test('for about one question in twenty', async t => {
    const { ask, asked, behaviours, learn } = scene()
    await learn()
    behaviours.set(a, () => delay(40).then(() => 'a'))
    behaviours.set(b, () => slow('b'))
    await Promise.all(Array.from({ length: 100 }, ask))
    t.equal(asked.length, 105, 'five at once')
    behaviours.set(a, () => slow('a'))
    await Promise.all(Array.from({ length: 100 }, ask))
    t.ok(asked.length >= 209 && asked.length <= 210, 'and five for each hundred')
  })
})

t.test('one node after the other is asked when they are unavailable', async t => {
  const { ask, asked, behaviours } = scene()
  const away = (each: StorageNode) =>
    behaviours.set(each, () => Promise.reject(new NodeUnreachable(each.url)))
  away(a)
  t.equal(await ask(), 'b')
  away(b)
  away(c)
  await t.rejects(ask(), { code: 'AND_NODE_UNAVAILABLE', message: /http:\/\/c/ })
  t.same(asked, ['a', 'b', 'a', 'b', 'c'])
  behaviours.set(a, () => Promise.reject(new NodeAccessError(403)))
  await t.rejects(ask(), { code: 'AND_NODE_REFUSED' }, 'a refusal is final')
})

t.test('reads are spread', t => {
  const order = new SpreadOrder()
  const nodes = [a, b, c]
  const firsts = (keys: readonly (string | undefined)[]) =>
    keys.map(key => order.of(nodes, key)[0]?.did ?? '')
  t.same(new Set(firsts(['x', 'x', 'x'])).size, 1, 'those of one person stay with one node')
  const many = firsts(Array.from({ length: 300 }, (_, at) => `did:key:person-${at}`))
  for (const { did } of nodes) t.ok(many.filter(first => first === did).length > 60)
  t.same(new Set(firsts([undefined, undefined, undefined])).size, 3, 'others take turns')
  t.same(order.of([], 'x'), [])
  t.equal(ownerIn({ $and: [{ code: 'a' }, { $and: [{ _owner: 'did:key:x' }] }] }), 'did:key:x')
  t.equal(ownerIn({ _owner: { $ne: 'did:key:x' } }), undefined)
  t.end()
})
