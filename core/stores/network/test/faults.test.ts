/** Nodes and gateways killed in the middle of writes: nothing acknowledged is lost, and nothing else is left. */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pino from 'pino'
import t, { type Test } from 'tap'
import { programOf } from '../../../../tooling/built.cjs'
import { toHex } from '../../../crypto/bytes.ts'
import { createKeyPair, type KeyPair } from '../../../crypto/keys.ts'
import { choosePrimitives } from '../../../keys/native.ts'
import { isWhole } from '../../../test/fixtures/rounds.ts'
import type { StoredCollection } from '../../records.ts'
import type { Database } from '../../sql/database.ts'
import { networkServer } from '../../sql/test/fixtures/server.ts'
import { openJournal } from '../journal.ts'
import type { LocalNode } from '../local-nodes.ts'
import { Network, type NetworkStore } from '../network.ts'
import { connectNode } from '../node-remote.ts'
import { connectRemoteNodes, RemoteNetwork } from '../remote-nodes.ts'
import type { DoomedGateway } from './fixtures/doomed-gateway.ts'
import type { Doom, DoomedNode } from './fixtures/doomed-node.ts'
import { HostedNode } from './fixtures/hosted-node.ts'
import { NodeProcess } from './fixtures/node-process.ts'
import { servedNetwork } from './fixtures/node-servers.ts'
import { collection, ownedBy } from './fixtures/records-conformance.ts'

const plain = collection('owned')
const secret = collection('owned', ['encryption_key'])
const standard = collection('standard')
const collections = [plain, secret, standard]
const doomedGateway = programOf('core/stores/network/test/fixtures/doomed-gateway.ts')

interface World<Node extends HostedNode | NodeProcess = HostedNode | NodeProcess> {
  readonly processes: readonly Node[]
  readonly urls: readonly string[]
  readonly databases: readonly Database[]
  readonly gateway: Database
  readonly access: DoomedNode['access']
  readonly builder: KeyPair
  open(): Promise<NetworkStore>
  /** Waits until no request is in progress any more, as the lease does; then all leases expire at once. */
  outwait(): Promise<void>
}

async function startWorld<Node extends HostedNode | NodeProcess>(
  t: Test,
  Kind: new (options: DoomedNode) => Node,
): Promise<World<Node>> {
  const server = await networkServer(t)
  const gateway = await server.open('andiron_gateway')
  const access = { host: server.host, user: 'andiron', password: server.password } as const
  const names = ['node_1', 'node_2', 'node_3']
  const databases = await Promise.all(names.map(name => server.open(name)))
  const processes = names.map(
    database =>
      new Kind({
        access,
        database,
        key: toHex(createKeyPair().privateKey),
        port: 0,
      }),
  )
  t.teardown(() => Promise.all(processes.map(process => process.kill())))
  await Promise.all(processes.map(process => process.start()))
  const builder = createKeyPair()
  const primitives = await choosePrimitives()
  const urls = processes.map(({ url }) => url)
  return {
    processes,
    urls,
    databases,
    gateway,
    access,
    builder,
    async open() {
      const nodes = await Promise.all(urls.map(url => connectNode(url, { timeout: 30_000 })))
      const store = new Network({ nodes, builder, primitives, journal: openJournal(gateway) })
      await store.prepare(collections)
      return store
    },
    async outwait() {
      await Promise.all(processes.map(process => process.idle()))
      await gateway.query("UPDATE writes SET expires = now() - interval '1 second'")
    },
  }
}

/** The number of nodes with a record. */
async function copiesOf({ databases }: World, { uid }: StoredCollection, id: string): Promise<number> {
  const found = await Promise.all(
    databases.map(database =>
      database.query('SELECT 1 FROM documents WHERE collection = $1 AND id = $2', [uid, id]),
    ),
  )
  return found.filter(rows => rows.length > 0).length
}

const INSERT = 'INSERT INTO documents'
const dooms: readonly Doom[] = [
  { statement: INSERT, when: 'before' },
  { statement: INSERT, when: 'after' },
  { statement: 'DELETE FROM documents', when: 'before' },
  { statement: 'DELETE FROM documents', when: 'after' },
  { statement: 'UPDATE documents', when: 'before' },
  { statement: 'UPDATE documents', when: 'after' },
]

t.test('a node is killed at each step of a write, again and again', async t => {
  const world = await startWorld(t, NodeProcess)
  const store = await world.open()
  const owner = createKeyPair().did
  const acknowledged = new Map<string, { in: StoredCollection; content: object }>()
  let failures = 0

  // The first node answers reads; the others differ in nothing.
  const victims = world.processes.slice(0, 2)
  const each = victims.flatMap((victim, row) =>
    dooms.filter((_, column) => isWhole || column % 2 === row).map(doom => ({ victim, doom })),
  )
  for (const [cycle, { victim, doom }] of each.entries()) {
    const [kept, gone] = [randomUUID(), randomUUID()]
    for (const _id of [kept, gone]) await store.create(standard.uid, { _id, version: 0 })
    await victim.arm(doom)

    const refused: { in: StoredCollection; id: string }[] = []
    const attempt = async (place: StoredCollection, content: Readonly<Record<string, unknown>>) => {
      const _id = randomUUID()
      try {
        await store.create(
          place.uid,
          { _id, ...content },
          place.kind === 'owned' ? ownedBy(owner, world.builder.did) : undefined,
        )
        acknowledged.set(_id, { in: place, content })
      } catch (error) {
        failures += 1
        t.match(error, { code: 'AND_NODE_UNAVAILABLE', statusCode: 503 })
        refused.push({ in: place, id: _id })
      }
    }
    const together = async () => {
      const records = [randomUUID(), randomUUID(), randomUUID()].map(_id => ({ _id, cycle }))
      try {
        await store.createAll(
          [{ collection: plain.uid, records: records }],
          ownedBy(owner, world.builder.did),
        )
        for (const { _id } of records) acknowledged.set(_id, { in: plain, content: { cycle } })
      } catch (error) {
        failures += 1
        t.match(error, { code: 'AND_NODE_UNAVAILABLE', statusCode: 503 })
        for (const { _id } of records) refused.push({ in: plain, id: _id })
      }
    }
    const tell = (code: string) => (error: unknown) => t.match(error, { code })
    await Promise.all([
      attempt(plain, { cycle }),
      attempt(secret, { cycle, encryption_key: `the key of cycle ${cycle}` }),
      attempt(standard, { cycle }),
      together(),
      store.replace(standard.uid, { _id: kept, version: 1 }).catch(tell('AND_NODE_UNAVAILABLE')),
      store.delete(standard.uid, gone).catch(tell('AND_NODE_UNAVAILABLE')),
    ])

    await victim.restart()
    await world.outwait()
    t.equal((await store.recover()).waiting, 0)
    t.same(await world.gateway.query('SELECT * FROM writes'), [])
    for (const { in: place, id } of refused) t.equal(await copiesOf(world, place, id), 0, 'leaves no orphan')
    t.equal(await copiesOf(world, standard, gone), 0, 'completes a deletion')
    const versions = await Promise.all(
      world.databases.map(async database => {
        const [row] = await database.query<{ body: { version: number } }>(
          'SELECT body FROM documents WHERE id = $1',
          [kept],
        )
        return row?.body.version
      }),
    )
    t.equal(new Set(versions).size, 1, 'leaves no two versions')
  }

  t.ok(failures > 0, `${failures} writes were refused`)
  for (const [id, { in: place, content }] of acknowledged) {
    t.match(await store.read(place.uid, id), content)
    t.equal(await copiesOf(world, place, id), 3)
  }
  t.same(await store.repair({ dryRun: true }), [])
  await store.close()
})

t.test('a gateway is killed at each step of a write', async t => {
  const world = await startWorld(t, HostedNode)
  const store = await world.open()
  const owner = createKeyPair().did
  const steps = ['begin', 'create 0', 'create 1', 'create 2', 'end']

  const shapes = [
    { together: 1, whole: false },
    { together: 3, whole: false },
    { together: 2, whole: true },
  ]
  const each = shapes.flatMap((shape, row) =>
    steps.filter((_, column) => isWhole || column % 3 === row).map(step => ({ step, ...shape })),
  )
  for (const { step, together, whole } of each) {
    const job: DoomedGateway = {
      access: world.access,
      builder: toHex(world.builder.privateKey),
      urls: world.urls,
      collections: [plain, secret],
      owner,
      step,
      together,
      whole,
    }
    const child = fork(doomedGateway, [JSON.stringify(job)])
    const [begun, acknowledged] = [new Map<string, string>(), new Map<string, string>()]
    const writes = new Map<string, string>()
    child.on('message', (report: { begun?: string; acknowledged?: string; uid: string; write: string }) => {
      if (report.begun !== undefined) {
        begun.set(report.begun, report.uid)
        writes.set(report.begun, report.write)
      }
      if (report.acknowledged !== undefined) acknowledged.set(report.acknowledged, report.uid)
    })
    const [, signal] = await once(child, 'exit')
    t.equal(signal, 'SIGKILL')
    t.equal(acknowledged.size, 4 * job.together)
    t.ok(begun.size > acknowledged.size)

    await world.outwait()
    t.equal((await store.recover()).waiting, 0)
    t.same(await world.gateway.query('SELECT * FROM writes'), [])
    const stored = new Map<string | undefined, Set<number>>()
    for (const [id, uid] of begun) {
      const copies = await copiesOf(world, uid === plain.uid ? plain : secret, id)
      const write = writes.get(id)
      stored.set(write, (stored.get(write) ?? new Set()).add(copies))
      // An unacknowledged record may be complete: its gateway was killed before it sent the response.
      t.ok(acknowledged.has(id) ? copies === 3 : copies === 0 || copies === 3, `${copies} copies`)
    }
    for (const copies of stored.values()) t.equal(copies.size, 1, 'all records of a write, or none')
    const events = await world.gateway.query<{ id: string }>('DELETE FROM outbox RETURNING id')
    const present = [...begun.keys()].filter(id => stored.get(writes.get(id))?.has(3))
    t.same(events.map(({ id }) => id).sort(), present.sort(), 'an event for each stored record, and no other')
    for (const [id, uid] of acknowledged) {
      const record = await store.read(uid, id)
      if (uid === secret.uid) t.equal(record?.['encryption_key'], `secret of ${id}`)
      else t.ok(record)
    }
  }
  await store.close()
})

t.test('a node that is down', async t => {
  const world = await startWorld(t, HostedNode)
  const store = await world.open()
  const owner = createKeyPair().did
  const [open, closed] = [randomUUID(), randomUUID()]
  await store.create(plain.uid, { _id: open, code: 'a' }, ownedBy(owner, world.builder.did))
  await store.create(secret.uid, { _id: closed, encryption_key: 'k' }, ownedBy(owner, world.builder.did))
  const [first] = world.processes
  await first?.kill()

  t.match(await store.read(plain.uid, open), { code: 'a' }, 'plain records are read from the others')
  t.equal((await store.find(plain.uid, {}, { limit: 10 })).records.length, 1)
  t.equal(await store.count(plain.uid, { code: 'a' }), 1)
  const named = { code: 'AND_NODE_UNAVAILABLE', message: new RegExp(world.urls[0] ?? '') }
  await t.rejects(store.read(secret.uid, closed), named, 'a secret says which share is missing')
  await t.rejects(store.create(standard.uid, { _id: randomUUID() }), named)
  t.match(
    (await store.health()).map(({ ready }) => ready),
    [false, true, true],
  )

  const _id = randomUUID()
  const record = { _id, encryption_key: 'later' }
  await t.rejects(store.create(secret.uid, record, ownedBy(owner, world.builder.did)), named)
  await t.rejects(
    store.create(secret.uid, record, ownedBy(owner, world.builder.did)),
    named,
    'also when it is tried again',
  )
  t.equal(await store.read(plain.uid, _id), undefined)
  await first?.restart()
  await store.create(secret.uid, record, ownedBy(owner, world.builder.did))
  t.match(await store.read(secret.uid, _id), record, 'the same record again completes the write')

  await first?.kill()
  const several = [randomUUID(), randomUUID()].map(_id => ({ _id, code: 'together' }))
  const mine = ownedBy(owner, world.builder.did)
  await t.rejects(store.createAll([{ collection: plain.uid, records: several }], mine), named)
  await t.rejects(
    store.createAll([{ collection: plain.uid, records: several }], mine),
    named,
    'and so do several',
  )
  t.equal(await store.count(plain.uid, { code: 'together' }), 0)
  await first?.restart()
  await store.createAll([{ collection: plain.uid, records: several }], mine)
  t.equal(await store.count(plain.uid, { code: 'together' }), 2)
  t.equal(await store.delete(standard.uid, randomUUID()), false)
  await store.close()
})

t.test('a node that comes back, and fails while it is prepared, is prepared again', async t => {
  const { nodes, builder, primitives, journal, gateway } = await servedNetwork(t)
  const third = nodes[2] as LocalNode
  const { about, createCollection } = third
  const fail = () => Promise.reject(new Error('out of memory'))
  Object.assign(third, { about: fail, createCollection: fail })
  const remote = await connectRemoteNodes(
    nodes.map(({ url }) => url),
    gateway,
  )
  const parts = { nodes: remote, builder, primitives, journal }
  const store = new RemoteNetwork(parts, pino({ level: 'silent' }), gateway)
  await store.prepare(collections)
  third.about = about
  await t.rejects(store.seek())
  third.createCollection = createCollection
  await store.seek()
  await store.create(standard.uid, { _id: randomUUID() })
  t.equal(await store.count(standard.uid, {}), 1)
  await store.close()
})
