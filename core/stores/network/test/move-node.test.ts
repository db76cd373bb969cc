/** A storage node is replaced, or added, while people write; any process may die on the way. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import t, { type Test } from 'tap'
import { programOf } from '../../../../tooling/built.cjs'
import { toHex } from '../../../crypto/bytes.ts'
import { didKeyOf } from '../../../crypto/did.ts'
import { createKeyPair, type KeyPair } from '../../../crypto/keys.ts'
import { readSuccession } from '../../../crypto/succession.ts'
import { ringOf } from '../../../keys/key-ring.ts'
import { choosePrimitives } from '../../../keys/native.ts'
import { long } from '../../../test/fixtures/rounds.ts'
import type { Database } from '../../sql/database.ts'
import { migrate, migrationsOf } from '../../sql/migrate.ts'
import { networkServer } from '../../sql/test/fixtures/server.ts'
import { openGrowingNetwork } from '../growing-network.ts'
import { openJournal } from '../journal.ts'
import type { NetworkStore } from '../network.ts'
import { commands } from '../node.ts'
import { type MoveProgress, nodeMoves, setMoveState } from '../node-moves-table.ts'
import { connectNode } from '../node-remote.ts'
import { orderMove, releaseNode } from '../order-move.ts'
import { connectRemoteNodes, RemoteNetwork } from '../remote-nodes.ts'
import type { DoomedNode } from './fixtures/doomed-node.ts'
import { HostedNode } from './fixtures/hosted-node.ts'
import type { Mover } from './fixtures/mover.ts'
import { NodeProcess } from './fixtures/node-process.ts'
import { collection, ownedBy } from './fixtures/records-conformance.ts'
import { invocation } from './fixtures/tokens.ts'

const plain = collection('owned')
const secret = collection('owned', ['encryption_key'])
const standard = collection('standard')
const moverModule = programOf('core/stores/network/test/fixtures/mover.ts')
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

/** Three nodes, and a fourth one that replaces the second. */
async function startWorld<Node extends HostedNode | NodeProcess>(
  t: Test,
  Kind: new (options: DoomedNode) => Node,
) {
  const server = await networkServer(t)
  const gateway = await server.open('andiron_gateway')
  const access = { host: server.host, user: 'andiron', password: server.password } as const
  const names = ['node_1', 'node_2', 'node_3', 'node_4']
  const databases = await Promise.all(names.map(name => server.open(name)))
  await migrate(databases[3] as Database, migrationsOf('node'))
  const keys = names.map(() => createKeyPair())
  const processes = names.map(
    (database, at) =>
      new Kind({
        ...{ access, database, port: 0, key: toHex((keys[at] as KeyPair).privateKey) },
      }),
  )
  t.teardown(() => Promise.all(processes.map(process => process.kill())))
  await Promise.all(processes.map(process => process.start()))
  const builder = createKeyPair()
  const primitives = await choosePrimitives()
  const urls = processes.map(({ url }) => url)
  return {
    ...{ gateway, databases, keys, processes, builder, urls, access },
    async open() {
      const nodes = await connectRemoteNodes(urls.slice(0, 3), gateway)
      const parts = { nodes, builder, primitives, journal: openJournal(gateway) }
      const store = new RemoteNetwork(parts, pino({ level: 'silent' }), gateway)
      await store.prepare([plain, secret, standard])
      return store
    },
    async openGrowing(threshold?: number, nodes: readonly string[] = urls.slice(0, 3), accepts = false) {
      const log = pino({ level: 'silent' })
      const store = await openGrowingNetwork({
        ...{ urls: nodes, database: gateway, log, builder, primitives, threshold, accepts },
      })
      await store.prepare([plain, secret, standard])
      return store
    },
    release: (at = 1, to = 3, service = builder.did, adds = false) =>
      releaseNode(keys[at] as KeyPair, {
        ...{ service, adds, to: didKeyOf((keys[to] as KeyPair).publicKey), expiresAt: inAnHour() },
      }),
    order: (release: string, more: object = {}) =>
      orderMove(
        { database: gateway, builder: ringOf(builder), prefixes: [] },
        { urls: urls.slice(0, 3), place: 2, to: urls[3] ?? '', release, erases: false, ...more },
      ),
  }
}

type World = Awaited<ReturnType<typeof startWorld<HostedNode | NodeProcess>>>

async function startMover(t: Test, { access, builder, urls }: World): Promise<ChildProcess> {
  const mover: Mover = { access, builder: toHex(builder.privateKey), urls: urls.slice(0, 3) }
  const child = fork(moverModule, [JSON.stringify(mover)])
  t.teardown(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

/** The progress of the last move. */
async function progressOf({ gateway }: World): Promise<MoveProgress & { state: string }> {
  const row = (await nodeMoves(gateway)).at(-1)
  return { ...(JSON.parse(row?.progress ?? '{}') as MoveProgress), state: row?.state ?? '' }
}

/** Waits until a process has begun to copy rows. */
async function untilCopying(world: World): Promise<void> {
  for (const deadline = Date.now() + 45_000; (await progressOf(world)).copied === 0; await delay(10))
    if (Date.now() > deadline) throw new Error('No rows were copied')
}

async function untilMoved(world: World, seconds = 45): Promise<MoveProgress> {
  for (const deadline = Date.now() + seconds * 1000; ; await delay(200)) {
    const progress = await progressOf(world)
    if (progress.state === 'moved') return progress
    if (Date.now() > deadline) throw new Error(`not moved: ${JSON.stringify(progress)}`)
  }
}

/** Every row of a node as text, but for the moves and the runs of queries. */
async function rowsOf(database: Database): Promise<string[]> {
  const rows: string[] = []
  for (const table of ['builders', 'successions', 'collections', 'queries', 'documents', 'usage', 'service'])
    for (const { row } of await database.query<{ row: string }>(
      `SELECT '${table} ' || t::text AS row FROM ${table} t ORDER BY 1`,
    ))
      rows.push(row)
  return rows
}

/**
 * Writes of every kind until it is stopped; reports what was acknowledged, and what was refused. The pause leaves the
 * processors to the move.
 */
function writers(store: NetworkStore, world: World, pause = 800) {
  const acknowledged = new Map<string, { uid: string; content: object }>()
  const refused: unknown[] = []
  const ended = [0, 0, 0, 0]
  let isOver = false
  const owner = createKeyPair().did
  const write = async (worker: number) => {
    for (let number = 0; !isOver; number++) {
      const kind = [plain, secret, standard][number % 3] as typeof plain
      const content = {
        note: `${worker}/${number} ü \u{1F600}`,
        value: number + 0.1,
        ...(kind === secret && { encryption_key: `key ${worker}/${number}` }),
      }
      const _id = randomUUID()
      try {
        await store.create(
          kind.uid,
          { _id, ...content },
          kind === standard ? undefined : ownedBy(owner, world.builder.did),
        )
        acknowledged.set(_id, { uid: kind.uid, content })
        if (kind === standard && number % 2 === 0) {
          await store.replace(kind.uid, { _id, ...content, again: true })
          acknowledged.set(_id, { uid: kind.uid, content: { ...content, again: true } })
        }
        if (number % 7 === 6) {
          await store.delete(kind.uid, _id)
          acknowledged.delete(_id)
        }
      } catch (error) {
        refused.push(error)
      }
      ended[worker] = number + 1
      await delay(pause)
    }
  }
  const all = Promise.all(ended.map((_, worker) => write(worker)))
  return {
    ...{ acknowledged, refused, owner },
    /** Resolves when each worker has ended so many more writes. */
    async progress(more = 3) {
      const wanted = ended.map(count => count + more)
      while (ended.some((count, worker) => count < (wanted[worker] ?? 0))) await delay(20)
    },
    async stop() {
      isOver = true
      await all
    },
  }
}

t.test('a node is replaced while people write, and everything moves as it is', async t => {
  const world = await startWorld(t, HostedNode)
  const store = await world.open()
  const ann = createKeyPair()
  const ids: { uid: string; _id: string; content: object }[] = []
  for (const [kind, ownership] of [
    [plain, ownedBy(ann.did, world.builder.did)],
    [secret, ownedBy(ann.did, world.builder.did)],
    [standard, undefined],
  ] as const)
    for (let number = 0; number < 20; number++) {
      const content = {
        ...{ number, exact: 1e21 + number, text: `ä\u2028${number}`, list: [null, { '': [] }] },
        ...(kind === secret && { encryption_key: `secret ${number}` }),
      }
      const _id = randomUUID()
      await store.create(kind.uid, { _id, ...content }, ownership)
      ids.push({ uid: kind.uid, _id, content })
    }
  const second = await connectNode(world.urls[1] ?? '')
  const asBuilder = (to: string, command: string) => invocation({ from: world.builder, to, command })
  const query = {
    _id: randomUUID(),
    name: 'count',
    collection: plain.uid,
    variables: {},
    pipeline: [{ $count: 'n' }],
  }
  for (const url of world.urls.slice(0, 3)) {
    const node = await connectNode(url)
    await node.createQuery(asBuilder(node.did, commands.queries.create), query)
  }
  const [mine] = ids
  if (mine === undefined) throw new Error('there are records')
  const revocation = { collection: mine.uid, document: mine._id, grantee: world.builder.did }
  for (const url of world.urls.slice(0, 3)) {
    const node = await connectNode(url)
    await node.revoke(invocation({ from: ann, to: node.did, command: commands.users.update }), revocation)
  }
  const before = await rowsOf(world.databases[1] as Database)

  const load = writers(store, world)
  await load.progress()
  const oldDid = second.did
  await world.order(world.release())
  const seeking = setInterval(() => void store.seek().catch(() => {}), 1000)
  t.teardown(() => clearInterval(seeking))
  await startMover(t, world)
  const progress = await untilMoved(world)
  t.comment(JSON.stringify(progress))
  await store.seek()
  await load.progress()
  clearInterval(seeking)
  await load.stop()
  t.same(load.refused, [], 'no write was refused')
  t.ok(load.acknowledged.size > 20, `${load.acknowledged.size} writes were acknowledged`)

  t.same(
    store.nodes.map(({ url }) => url),
    [world.urls[0], world.urls[3], world.urls[2]],
    'the gateway uses the new node',
  )
  const moved = new Set(await rowsOf(world.databases[3] as Database))
  for (const row of before.filter(each => !each.startsWith('usage')))
    t.ok(moved.has(row), 'a row of the old node is on the new one, byte for byte')
  for (const [_id, { uid, content }] of load.acknowledged)
    t.match(await store.read(uid, _id), content, 'an acknowledged record reads, its secret joined')
  for (const { uid, _id, content } of ids.slice(1)) t.match(await store.read(uid, _id), content)
  t.notOk(await store.read(mine.uid, mine._id), 'a permission that was taken back stays so')
  t.same(await store.repair({ dryRun: true }), [], 'the nodes agree')

  const [statement] = store.replacements
  const succession = readSuccession(statement ?? '')
  t.match(succession, { predecessor: oldDid, successor: store.nodes[1]?.did })
  const read = { collection: plain.uid, filter: {} }
  const isMoving = { status: 503, errors: ['NodeMovingError'] }
  await t.rejects(second.find(asBuilder(oldDid, commands.data.read), read), isMoving)
  const client = invocation({ from: ann, to: oldDid, command: commands.users.read })
  await t.rejects(
    second.listOwn(client),
    isMoving,
    'a client with the old list learns that the node has moved',
  )
  const refusal = await fetch(new URL('/v1/users/data', world.urls[1]), {
    headers: { authorization: `Bearer ${client}` },
  })
  t.equal(refusal.status, 503)
  t.equal(refusal.headers.get('retry-after'), '1')
  const fourth = await connectNode(world.urls[3] ?? '')
  t.equal((await fourth.listOwn(client)).data.length, 25, 'a token for the old node is valid at the new one')
  t.match((await fourth.about()).successions, [statement])
  t.equal((await fourth.readQuery(asBuilder(fourth.did, commands.queries.read), query._id)).name, 'count')

  await world.processes[1]?.kill()
  const again = await world.open()
  t.same(again.nodes, store.nodes, 'a start with the old config, and without the old node')
  const late = randomUUID()
  await again.create(secret.uid, { _id: late, encryption_key: 'late' }, ownedBy(ann.did, world.builder.did))
  t.match(await again.read(secret.uid, late), { encryption_key: 'late' })
  await t.rejects(world.order(world.release()), { code: 'AND_NODE_MOVE_REFUSED' }, 'a release is used once')
})

t.test('gateway, old node and new node are killed on the way', { skip: long }, async t => {
  const world = await startWorld(t, NodeProcess)
  const store = await world.open()
  const [, old, , fresh] = world.processes
  const ann = createKeyPair()
  const ids = Array.from({ length: 20 }, () => randomUUID())
  for (const _id of ids)
    await store.create(secret.uid, { _id, encryption_key: `of ${_id}` }, ownedBy(ann.did, world.builder.did))
  await world.order(world.release())
  let kills = 0
  const dies = async (victim: NodeProcess | undefined, statement: string, when: 'before' | 'after') => {
    await victim?.arm({ statement, when })
    const mover = await startMover(t, world)
    for (const deadline = Date.now() + 30_000; victim?.isRunning; await delay(20))
      if (Date.now() > deadline)
        throw new Error(`${statement} did not come: ${JSON.stringify(await progressOf(world))}`)
    kills += 1
    // Whichever process carries it on: the gateway that was at work dies as well.
    mover.kill('SIGKILL')
    await victim?.start()
    // As after the leases of the killed attempts.
    await world.gateway.query('UPDATE jobs SET due_at = 0, attempts = 0, holder = NULL')
  }
  await dies(fresh, 'INSERT INTO moves', 'after')
  await dies(old, 'count(*)::integer AS rows', 'before')
  await dies(old, 'AS sequence', 'after')
  await dies(fresh, 'count(*)::integer AS rows', 'before')
  await dies(old, "SET state = 'fenced'", 'after')
  await dies(fresh, "SET state = 'closed'", 'before')
  await dies(fresh, "SET state = 'closed'", 'after')
  await startMover(t, world)
  await untilMoved(world)
  await store.seek()
  t.comment(`${kills} kills`)
  for (const _id of ids) t.match(await store.read(secret.uid, _id), { encryption_key: `of ${_id}` })
  t.same(
    (await rowsOf(world.databases[3] as Database)).filter(row => row.startsWith('documents')),
    (await rowsOf(world.databases[1] as Database)).filter(row => row.startsWith('documents')),
    'every share is on the new node as it was on the old one',
  )
  t.same(await store.repair({ dryRun: true }), [])
})

/** The shares of a secret on the nodes, as they are stored. */
async function sharesOf({ databases }: World, id: string): Promise<(string | undefined)[]> {
  return Promise.all(
    databases.map(async database => {
      const [row] = await database.query<{ share: string }>(
        "SELECT body->'encryption_key'->>'%share' AS share FROM documents WHERE id = $1",
        [id],
      )
      return row?.share
    }),
  )
}

t.test(
  'a node is added while people write through two gateways, of which the working one is killed',
  async t => {
    const world = await startWorld(t, HostedNode)
    const [store, other] = [await world.openGrowing(), await world.openGrowing(2)]
    const ann = createKeyPair()
    const mine = ownedBy(ann.did, world.builder.did)
    const old: {
      readonly _id: string
      readonly uid: string
      readonly content: object
      readonly on: NetworkStore
    }[] = []
    for (let number = 0; number < 24; number++) {
      const kind = [plain, secret, standard][number % 3] as typeof plain
      const on = number % 2 === 0 ? store : other
      const content = {
        ...{ number, text: `{"%share": "${number}"} , "%share": 1 \u2028` },
        ...(kind === secret && { encryption_key: `a secret of before, ${number}` }),
      }
      const _id = randomUUID()
      await on.create(kind.uid, { _id, ...content }, kind === standard ? undefined : mine)
      old.push({ _id, uid: kind.uid, content, on })
    }
    const secrets = old.filter(({ uid }) => uid === secret.uid)
    const before = new Map(
      await Promise.all(secrets.map(async ({ _id }) => [_id, await sharesOf(world, _id)] as const)),
    )
    const readAll = async (when: string) => {
      for (const { _id, uid, content, on } of old) t.match(await on.read(uid, _id), content, when)
    }
    await readAll('an old record reads before')

    const load = writers(store, world)
    const loads = [load, writers(other, world)]
    const seeking = setInterval(() => void Promise.all([store.seek(), other.seek()]).catch(() => {}), 1000)
    t.teardown(() => clearInterval(seeking))
    await Promise.all(loads.map(each => each.progress()))
    const add = { place: undefined }
    await t.rejects(
      world.order(world.release(), add),
      { code: 'AND_NODE_MOVE_REFUSED' },
      'a release is no consent',
    )
    const consent = world.release(1, 3, world.builder.did, true)
    await t.rejects(
      world.order(consent),
      { code: 'AND_NODE_MOVE_REFUSED' },
      'nor is a consent to a copy a release',
    )
    await world.order(consent, add)
    const killed = await startMover(t, world)
    for (const deadline = Date.now() + 30_000; (await progressOf(world)).phase !== 'fenced'; await delay(20))
      if (Date.now() > deadline) throw new Error('The last comparison does not come')
    killed.kill('SIGKILL')
    await readAll('an old record reads in the middle')
    await world.gateway.query('UPDATE jobs SET due_at = 0, attempts = 0, holder = NULL')
    await startMover(t, world)
    const progress = await untilMoved(world, 90)
    t.comment(JSON.stringify(progress))
    await Promise.all([store.seek(), other.seek()])
    await Promise.all(loads.map(each => each.progress()))
    clearInterval(seeking)
    for (const each of loads) await each.stop()

    t.same(
      loads.flatMap(({ refused }) => refused),
      [],
      'no write was refused',
    )
    const acknowledged = loads.flatMap(each => [...each.acknowledged])
    t.comment(`${acknowledged.length} writes were acknowledged`)
    for (const each of [store, other])
      t.same(
        each.nodes.map(({ url }) => url),
        world.urls,
        'every gateway uses all nodes',
      )
    await readAll('an old record reads afterwards')
    for (const [at, each] of loads.entries())
      for (const [_id, { uid, content }] of each.acknowledged)
        t.match(await (at === 0 ? store : other).read(uid, _id), content, 'an acknowledged record reads')
    t.same(await store.repair({ dryRun: true }), [], 'the nodes agree')

    const fourth = (await rowsOf(world.databases[3] as Database)).join('\n')
    for (const [id, shares] of before) {
      const now = await sharesOf(world, id)
      t.same(now.slice(0, 3), shares.slice(0, 3), 'the shares of before stay')
      for (const share of shares.slice(0, 3))
        t.notOk(fourth.includes(JSON.stringify(share).slice(1, -1)), 'and the new node has none of them')
      t.match(now[3], /^A+=*$|^{"version":2,"scheme":"none"}$/, 'it has the neutral one')
    }
    const _id = randomUUID()
    await store.create(secret.uid, { _id, encryption_key: 'a secret of afterwards' }, mine)
    t.equal(new Set(await sharesOf(world, _id)).size, 4, 'a new secret has a share on each node')
    t.notMatch((await sharesOf(world, _id))[3], /^A+=*$/)
    const counted = await store.countSecrets()
    t.ok(counted.former >= secrets.length, `${counted.former} secrets are still shared by the old nodes`)
    t.ok(counted.former < counted.all + counted.some)

    const [first] = old
    const address = `/v1/users/data/${first?.uid}/${first?._id}`
    const node = await connectNode(world.urls[0] ?? '')
    const remove = async (query: string) => {
      const token = invocation({ from: ann, to: node.did, command: commands.users.delete })
      const answer = await fetch(new URL(address + query, world.urls[0]), {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      })
      return { status: answer.status, retry: answer.headers.get('retry-after') }
    }
    for (const query of ['', '?nodes=3', '?nodes=x', '?nodes='])
      t.same(
        await remove(query),
        { status: 503, retry: '1' },
        `a client with the old nodes is refused: ${query}`,
      )
    t.equal((await remove('?nodes=4')).status, 200, 'and one with all nodes is served')
    const again = await world.openGrowing()
    t.same(again.nodes, store.nodes, 'a start with the old config')
    await t.rejects(world.order(consent, add), { code: 'AND_NODE_MOVE_REFUSED' }, 'a consent is used once')
  },
)

t.test('a move is canceled while two gateways write, and another one follows', { skip: long }, async t => {
  const world = await startWorld(t, HostedNode)
  const stores = [await world.openGrowing(), await world.openGrowing()] as const
  const loads = stores.map(store => writers(store, world))
  const seeking = setInterval(() => {
    for (const store of stores) void store.seek().catch(() => {})
  }, 500)
  t.teardown(() => clearInterval(seeking))
  const allProgress = () => Promise.all(loads.map(each => each.progress()))
  await allProgress()
  const first = await world.order(world.release())
  await startMover(t, world)
  await untilCopying(world)
  t.ok(await setMoveState(world.gateway, first, ['moving'], 'canceled'))
  // A write that a fence holds ends when it is refused.
  await allProgress()
  for (const store of stores)
    t.same(
      store.nodes.map(({ url }) => url),
      world.urls.slice(0, 3),
      'the old node stays',
    )
  t.same(
    loads.flatMap(({ refused }) => refused),
    [],
    'and refuses nothing',
  )

  const [, , , fourth] = world.databases
  for (const table of [
    'documents',
    'collections',
    'queries',
    'usage',
    'builders',
    'successions',
    'moves',
    'service',
  ])
    await fourth?.query(`DELETE FROM ${table}`)
  await world.processes[3]?.restart()
  await world.order(world.release())
  await untilMoved(world, 90)
  for (const store of stores) await store.seek()
  await allProgress()
  clearInterval(seeking)
  for (const load of loads) await load.stop()
  t.same(
    loads.flatMap(({ refused }) => refused),
    [],
    'no write of either gateway was refused',
  )
  for (const [at, store] of stores.entries()) {
    t.same(
      store.nodes.map(({ url }) => url),
      [world.urls[0], world.urls[3], world.urls[2]],
    )
    for (const { acknowledged } of loads)
      for (const [_id, { uid, content }] of acknowledged)
        t.match(await store.read(uid, _id), content, `gateway ${at + 1} reads what either has acknowledged`)
  }
  t.same(await stores[0].repair({ dryRun: true }), [], 'the nodes agree')
})

t.test('with a threshold, an empty node takes the place of a lost one, and gets its shares back', async t => {
  const world = await startWorld(t, HostedNode)
  const ann = createKeyPair()
  const store = await world.openGrowing(2)
  const ids = Array.from({ length: 12 }, () => randomUUID())
  for (const [number, _id] of ids.entries())
    await store.create(
      number % 2 === 0 ? secret.uid : plain.uid,
      { _id, number, ...(number % 2 === 0 && { encryption_key: `of ${_id}` }) },
      ownedBy(ann.did, world.builder.did),
    )
  const before = await Promise.all(ids.map(_id => sharesOf(world, _id)))
  await world.processes[2]?.kill()
  // As long after the last write as a repair demands.
  for (const database of world.databases.slice(0, 2))
    await database.query("UPDATE documents SET updated = updated - interval '10 minutes'")
  const [one = '', two = '', , four = ''] = world.urls
  await t.rejects(world.openGrowing(2, [one, two, four]), { code: 'AND_NODE_CHANGED' }, 'but not by itself')
  const repaired = await world.openGrowing(2, [one, two, four], true)
  const readAll = async (of: NetworkStore) => {
    for (const [number, _id] of ids.entries())
      t.match(await of.read(number % 2 === 0 ? secret.uid : plain.uid, _id), {
        ...{ number, ...(number % 2 === 0 && { encryption_key: `of ${_id}` }) },
      })
  }
  await readAll(repaired)
  const differences = await repaired.repair()
  t.equal(differences.length, ids.length)
  t.ok(differences.every(({ mended }) => mended))
  t.same(await repaired.repair({ dryRun: true }), [])
  const after = await Promise.all(ids.map(_id => sharesOf(world, _id)))
  t.same(
    after.map(shares => shares[3]),
    before.map(shares => shares[2]),
    'each share is the one that was lost',
  )
  await world.processes[0]?.kill()
  await readAll(repaired)
})
