/** The clock of the database steps past the lease of a write, at each of its steps: no write is half ended. */
import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { createKeyPair } from '../../../crypto/keys.ts'
import { sqlOutbox } from '../../outbox.ts'
import type { StoredCollection } from '../../records.ts'
import { stepped } from '../../sql/test/fixtures/stepped.ts'
import { openJournal, type WriteJournal } from '../journal.ts'
import { Network } from '../network.ts'
import type { StorageNode } from '../node.ts'
import { localNetwork } from './fixtures/local-network.ts'
import { collection, ownedBy } from './fixtures/records-conformance.ts'

// The test starts a database server.
t.setTimeout(300_000)

const plain = collection('owned')
const secret = collection('owned', ['encryption_key'])
const standard = collection('standard')
const owner = createKeyPair().did

const LEASE_AND_MORE = 400
const QUOTA = { records: 10_000, bytes: 1e9, newRecords: 10_000, newBytes: 1e9 }

/** Called once, when a write comes to a step. */
type Interruption = (step: string) => Promise<void>

const CHANGES = ['createOwned', 'createAllOwned', 'createStandard', 'update', 'delete'] as const

/** A node whose changes come to the steps `before <at>` and `after <at>`. */
function interrupted(node: StorageNode, at: number, interrupt: Interruption): StorageNode {
  const change = <Name extends (typeof CHANGES)[number]>(name: Name) =>
    (async (...given: Parameters<StorageNode[Name]>) => {
      await interrupt(`before ${at}`)
      const answer = await (node[name] as (...given: unknown[]) => Promise<unknown>).apply(node, given)
      await interrupt(`after ${at}`)
      return answer
    }) as unknown as StorageNode[Name]
  return Object.assign(
    Object.create(node) as StorageNode,
    Object.fromEntries(CHANGES.map(name => [name, change(name)])),
  )
}

const interruptedJournal = (journal: WriteJournal, interrupt: Interruption): WriteJournal => ({
  ...journal,
  async begin(intents) {
    const began = await journal.begin(intents)
    await interrupt('begun')
    return began
  },
  async end(...given) {
    await interrupt('before the end')
    await journal.end(...given)
    await interrupt('after the end')
  },
})

async function startGateways(t: Test) {
  const network = await localNetwork(t, { bounds: { quota: QUOTA } })
  const { database, step } = stepped(network.gateway)
  const network2 = { ...network, journal: openJournal(database) }
  const other = new Network(network2)
  await other.prepare([plain, secret, standard])
  const outbox = sqlOutbox(network.gateway)
  const mine = ownedBy(owner, network.builder.did)
  const rows = () => network.gateway.query('SELECT * FROM writes')

  return {
    ...network,
    other,
    step,
    mine,
    /** A gateway whose next write is interrupted at a step. */
    async interruptedAt(step: string, task: () => Promise<unknown>) {
      let isArmed = false
      const interrupt: Interruption = async reached => {
        if (!isArmed || reached !== step) return
        isArmed = false
        await task()
      }
      const gateway = new Network({
        ...network,
        nodes: network.nodes.map((node, at) => interrupted(node, at, interrupt)),
        journal: interruptedJournal(openJournal(database), interrupt),
      })
      await gateway.prepare([plain, secret, standard])
      isArmed = true
      return { gateway, wasReached: () => !isArmed }
    },
    /** The contents of a record on the nodes that have it. */
    async copiesOf({ uid }: StoredCollection, id: string) {
      const found = await Promise.all(
        network.databases.map(database =>
          database.query<{ body: Record<string, unknown> }>(
            'SELECT body FROM documents WHERE collection = $1 AND id = $2',
            [uid, id],
          ),
        ),
      )
      return found.flatMap(rows => rows.map(({ body }) => body))
    },
    events: async () => (await outbox.first('test', 10_000)).map(({ id }) => id),
    rows,
    /** Another gateway takes over what is under way. Other nodes may confirm the lease meanwhile. */
    async takeOver() {
      while ((await rows()).length > 0) {
        step(LEASE_AND_MORE)
        await other.recover()
      }
    },
  }
}

const STEPS = ['begun', 'before 0', 'before 2', 'after 0', 'after 2', 'before the end', 'after the end']

t.test(
  'a write whose lease the clock ends is refused and nowhere, or acknowledged and everywhere',
  async t => {
    const world = await startGateways(t)
    const { other, mine, step } = world
    const creations: readonly {
      readonly name: string
      readonly in: StoredCollection
      readonly records: () => Record<string, unknown>[]
    }[] = [
      { name: 'a record', in: plain, records: () => [{}] },
      { name: 'a record with a secret', in: secret, records: () => [{ encryption_key: 'k' }] },
      { name: 'a record of the service', in: standard, records: () => [{ title: 'a' }] },
      { name: 'several records', in: plain, records: () => [{}, {}, {}] },
      {
        name: 'more records than one request has',
        in: plain,
        records: () => Array.from({ length: 130 }, () => ({})),
      },
    ]
    for (const { name, in: place, records } of creations)
      for (const reached of STEPS)
        await t.test(`${name}, ${reached}`, async t => {
          const { gateway, wasReached } = await world.interruptedAt(reached, async () => {
            step(LEASE_AND_MORE)
            await other.recover()
          })
          const all = records().map(content => ({ _id: randomUUID(), ...content }))
          const ids: string[] = all.map(({ _id }) => _id)
          const events = ids.map(id => ({ queue: 'test', id, at: 1, body: {} }))
          const ownership = place.kind === 'owned' ? mine : undefined
          const outcome = await gateway
            .createAll([{ collection: place.uid, records: all }], ownership, events)
            .then(() => 'stored', String)
          t.ok(wasReached())
          const isStored = outcome === 'stored'
          t.equal(isStored, reached === 'after the end', outcome)
          if (!isStored) t.match(outcome, /lasted longer than its lease/)
          for (const id of ids) t.equal((await world.copiesOf(place, id)).length, isStored ? 3 : 0)
          t.same((await world.events()).filter(id => ids.includes(id)).sort(), isStored ? ids.sort() : [])
          t.same(await world.rows(), [])
          await other.createAll([{ collection: place.uid, records: all }], ownership, events)
          for (const id of ids) t.equal((await world.copiesOf(place, id)).length, 3, 'a retry stores it')
          t.same((await world.events()).filter(id => ids.includes(id)).sort(), ids.sort())
        })
  },
)

t.test(
  'a retry through another gateway, while the first attempt is still under way, is the one that counts',
  async t => {
    const world = await startGateways(t)
    const { other, mine, step } = world
    for (const reached of STEPS)
      await t.test(reached, async t => {
        const record = { _id: randomUUID(), encryption_key: 'the same' }
        const events = [{ queue: 'test', id: record._id, at: 1, body: {} }]
        const create = (network: Network) =>
          network.createAll([{ collection: secret.uid, records: [record] }], mine, events)
        const { gateway, wasReached } = await world.interruptedAt(reached, async () => {
          step(LEASE_AND_MORE)
          await create(other)
        })
        const outcome = await create(gateway).then(() => 'stored', String)
        t.ok(wasReached())
        if (reached !== 'after the end') t.match(outcome, /lasted longer than its lease/)
        t.equal((await world.copiesOf(secret, record._id)).length, 3)
        t.match(await other.read(secret.uid, record._id), record)
        t.same(
          (await world.events()).filter(id => id === record._id),
          [record._id],
          'one event',
        )
        step(LEASE_AND_MORE)
        await other.recover()
        t.equal((await world.copiesOf(secret, record._id)).length, 3, 'nothing withdraws it later')
        t.same(await world.rows(), [])
      })
  },
)

t.test('a replacement leaves one version, and never undoes a later one', async t => {
  const world = await startGateways(t)
  const { other, takeOver } = world
  const titles = async (id: string) => (await world.copiesOf(standard, id)).map(({ title }) => title)
  for (const isFollowed of [false, true])
    for (const reached of STEPS)
      await t.test(`${reached}${isFollowed ? ', and another follows' : ''}`, async t => {
        const _id = randomUUID()
        await other.create(standard.uid, { _id, title: 'first' })
        const { gateway, wasReached } = await world.interruptedAt(reached, async () => {
          await takeOver()
          if (isFollowed) await other.replace(standard.uid, { _id, title: 'third' })
        })
        const outcome = await gateway
          .replace(standard.uid, { _id, title: 'second' })
          .then(() => 'stored', String)
        t.ok(wasReached())
        t.equal(outcome === 'stored', reached === 'after the end', outcome)
        const found = await titles(_id)
        t.equal(found.length, 3)
        t.equal(new Set(found).size, 1, 'one version')
        if (isFollowed) t.equal(found[0], 'third')
        else if (outcome === 'stored') t.equal(found[0], 'second')
        t.same(await world.rows(), [])
      })
})

t.test('a deletion removes what it was asked for, and no later record', async t => {
  const world = await startGateways(t)
  const { other, takeOver } = world
  for (const isFollowed of [false, true])
    for (const reached of STEPS)
      await t.test(`${reached}${isFollowed ? ', and a creation follows' : ''}`, async t => {
        const _id = randomUUID()
        await other.create(standard.uid, { _id, title: 'first' })
        const { gateway, wasReached } = await world.interruptedAt(reached, async () => {
          await takeOver()
          if (isFollowed) await other.create(standard.uid, { _id, title: 'another' })
        })
        const outcome = await gateway.delete(standard.uid, _id).then(() => 'deleted', String)
        t.ok(wasReached())
        t.equal(outcome === 'deleted', reached === 'after the end', outcome)
        const copies = await world.copiesOf(standard, _id)
        t.equal(copies.length, isFollowed ? 3 : 0)
        t.same(await world.rows(), [])
      })
})
