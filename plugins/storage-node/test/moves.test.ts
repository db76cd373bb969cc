/** A move of a node's data: who may begin it, and which boxes count. */
import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { didKeyOf } from '../../../core/crypto/did.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { createDelegation, createInvocation } from '../../../core/crypto/nuc.ts'
import { NodeError } from '../../../core/stores/network/errors.ts'
import { commands, type StorageNode } from '../../../core/stores/network/node.ts'
import { COPY, type NodeMoves, RELEASE } from '../../../core/stores/network/node-moves.ts'
import { releaseNode } from '../../../core/stores/network/order-move.ts'
import { localNetwork } from '../../../core/stores/network/test/fixtures/local-network.ts'
import type { Database } from '../../../core/stores/sql/database.ts'
import { openBox, sealBox } from '../node/move-box.ts'
import { withNeutralShares } from '../node/moved-rows.ts'

async function refused(t: Test, attempt: Promise<unknown>, status: number, message: string): Promise<void> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof NodeError)) throw error ?? new Error(`not refused: ${message}`)
  t.equal(error.status, status, message)
}

const expiresAt = () => Math.floor(Date.now() / 1000) + 60

t.test('a box opens for its receiver, in its move, from its sender alone', async t => {
  const [from, to, stranger] = [createKeyPair(), createKeyPair(), createKeyPair()]
  const didOf = ({ publicKey }: KeyPair) => didKeyOf(publicKey)
  const context = { move: 'a'.repeat(64), from: didOf(from), to: didOf(to) }
  const text = Buffer.from('a share of a synthetic person')
  const box = sealBox(text, context, 7, from)
  t.same(openBox(box, context, to), { sequence: 7, text })
  t.notOk(box.includes(text.toString('base64')))
  const isRefused = { message: 'MoveRefusedError: The box is not one of this move' }
  t.throws(() => openBox(box, context, stranger), isRefused, 'another key')
  t.throws(() => openBox(box, { ...context, move: 'b'.repeat(64) }, to), isRefused, 'another move')
  t.throws(() => openBox(box, { ...context, from: didOf(stranger) }, to), isRefused, 'another sender')
  t.throws(() => openBox(sealBox(text, context, 7, stranger), context, to), isRefused, 'a forged sender')
  for (const changed of [
    box.slice(0, -8),
    box.replace('~', '~AAAA'),
    '',
    '~',
    'a.b.c~AAAA',
    'x'.repeat(100_000),
  ])
    t.throws(() => openBox(changed, context, to), isRefused)
})

type MovableNode = StorageNode & { readonly moves: NodeMoves }

/** An old node and an empty one, for one service. */
async function twoNodes(t: Test) {
  const keys = [createKeyPair(), createKeyPair()] as const
  const { nodes, databases } = await localNetwork(t, { keys, bounds: { builders: 'service' } })
  const [database] = databases as [Database]
  const [old, fresh] = nodes as unknown as [MovableNode, MovableNode]
  return { keys, old, fresh, database }
}

const tokenOf = (issuer: KeyPair, node: StorageNode, command: string, more: object = {}) =>
  createInvocation({
    issuer,
    audience: node.did,
    subject: issuer.did,
    command,
    expiresAt: expiresAt(),
    ...more,
  })

t.test('only the service moves a node, with the consent of its operator, and a box counts once', async t => {
  const service = createKeyPair()
  const { keys, old, fresh, database } = await twoNodes(t)
  const { builders, collections, data, moves } = commands
  const collection = randomUUID()
  const schema = { type: 'array', items: { type: 'object', properties: { _id: { type: 'string' } } } }
  for (const node of [old, fresh])
    await node.registerBuilder(tokenOf(service, node, builders.create), { did: service.did, name: 'service' })
  await old.createCollection(tokenOf(service, old, collections.create), {
    ...{ _id: collection, type: 'standard' as const, name: 'standard', schema },
  })
  const store = (_id: string) =>
    old.createStandard(tokenOf(service, old, data.create), { collection, data: [{ _id, note: 'synthetic' }] })
  const [first, second] = [randomUUID(), randomUUID()]
  await store(first)

  const stranger = createKeyPair()
  const consent = (key: KeyPair, audience = service.did, to = fresh.did) =>
    releaseNode(key, { service: audience, to, expiresAt: expiresAt() })
  const release = (proof: string | undefined, issuer = service, to = fresh.did, subject = old.did) =>
    old.moves.release(
      tokenOf(issuer, old, RELEASE, {
        ...{ args: { to }, subject },
        ...(proof === undefined ? { subject: issuer.did } : { proof }),
      }),
      { to },
    )
  const own = consent(keys[0])
  await refused(t, release(undefined), 403, 'the service without a consent')
  const forged = tokenOf(stranger, old, RELEASE, { args: { to: fresh.did }, subject: old.did })
  await refused(
    t,
    old.moves.release(`${forged}/${own}`, { to: fresh.did }),
    401,
    'a stranger with a stolen consent',
  )
  await refused(
    t,
    release(consent(stranger), service, fresh.did, stranger.did),
    403,
    'the consent of another key',
  )
  await refused(t, release(consent(keys[0], stranger.did), stranger), 403, 'a consent to another service')
  await refused(t, release(own, service, didKeyOf(stranger.publicKey)), 401, 'to another node')
  const boundless = { issuer: keys[0], audience: service.did, subject: keys[0].did, expiresAt: expiresAt() }
  await refused(t, release(createDelegation({ ...boundless, command: RELEASE })), 403, 'to any node')
  const delegated = createDelegation({
    ...{
      issuer: service,
      audience: stranger.did,
      subject: old.did,
      command: RELEASE,
      proof: own,
      expiresAt: expiresAt(),
    },
  })
  await refused(t, release(delegated, stranger), 403, 'the consent handed on')

  const { move } = await release(own)
  t.same(await release(own), { move }, 'the same consent again is the same move')
  const step = <Step extends keyof NodeMoves>(
    node: typeof old,
    name: Step,
    body: object = {},
    issuer = service,
  ) =>
    (node.moves[name] as (token: string, body: object) => Promise<{ box: string; fence: string }>)(
      tokenOf(issuer, node, moves.execute),
      { move, ...body },
    )
  for (const name of ['status', 'seal', 'fence', 'close', 'erase'] as const)
    await refused(t, step(old, name, { table: 'documents', known: [] }, stranger), 403, `a stranger: ${name}`)
  const proof = createDelegation({
    ...{
      issuer: service,
      audience: stranger.did,
      subject: service.did,
      command: '/nil/db',
      expiresAt: expiresAt(),
    },
  })
  const stolen = tokenOf(stranger, old, moves.execute, { subject: service.did, proof })
  await refused(
    t,
    old.moves.seal(stolen, { move, table: 'documents', known: [] }),
    403,
    'a stolen delegation',
  )
  await refused(t, step(old, 'erase'), 409, 'nothing is deleted before the end')
  await refused(
    t,
    step(old, 'close', { starts: 1, ends: 2, consent: 'a' }),
    409,
    'nor closed without consent',
  )

  await step(fresh, 'receive', { from: old.did })
  await refused(
    t,
    fresh.readBuilder(tokenOf(service, fresh, builders.read)),
    503,
    'the new node serves nobody yet',
  )
  const seal = () => step(old, 'seal', { table: 'documents', known: [] })
  const { box: early } = await seal()
  await store(second)
  const { box: late } = await seal()
  await step(fresh, 'open', { box: late })
  await refused(t, step(fresh, 'open', { box: late }), 409, 'a box counts once')
  await refused(t, step(fresh, 'open', { box: early }), 409, 'and none after a later one')
  await refused(t, step(old, 'open', { box: late }), 409, 'the old node opens none')
  t.match(await step(fresh, 'status'), { counts: { documents: 2 }, collections: { [collection]: 2 } })
  await refused(t, step(fresh, 'seal', { table: 'documents', known: [] }), 409, 'the new node seals none')

  await new Promise(resolve => setTimeout(resolve, 4100))
  const terms = { starts: expiresAt() - 60, ends: expiresAt() + 3600 }
  const agreed = await fresh.moves.consent(tokenOf(service, fresh, moves.execute), { move, ...terms })
  const close = (fence: string) => step(old, 'close', { ...terms, ...agreed, fence })
  await refused(t, close(randomUUID()), 409, 'no end without a fence')
  const { fence } = await step(old, 'fence')
  await refused(t, store(randomUUID()), 503, 'a fenced node refuses changes')
  t.equal(
    (await old.find(tokenOf(service, old, data.read), { collection, filter: {} })).data.length,
    2,
    'and reads',
  )
  t.same(await step(old, 'fence', { fence }), { fence }, 'a fence that holds is prolonged')
  await step(old, 'lift', { fence })
  const third = randomUUID()
  await store(third)
  await refused(t, step(old, 'fence', { fence }), 409, 'one that has ended is not')

  const { fence: lapsed } = await step(old, 'fence')
  await database.query("UPDATE moves SET fence_ends = clock_timestamp() - interval '1 second'")
  await refused(t, step(old, 'fence', { fence: lapsed }), 409, 'nor one whose time is over')
  await store(randomUUID())
  await database.query("UPDATE moves SET fence_ends = clock_timestamp() + interval '1 minute'")
  await refused(t, close(lapsed), 409, 'a change has passed it, whatever the clock says now')
  const { fence: followed } = await step(old, 'fence')
  const { fence: last } = await step(old, 'fence')
  await refused(t, close(followed), 409, 'what was compared in one fence does not hold in the next')
  await step(old, 'lift', { fence: followed })
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => store(randomUUID())))
  t.ok(attempts.every(({ status }) => status === 'rejected'))
  const rest = await seal()
  await step(fresh, 'open', rest)
  const closed = await Promise.all(
    Array.from({ length: 20 }, () =>
      old.moves.close(tokenOf(service, old, moves.execute), { move, ...terms, ...agreed, fence: last }),
    ),
  )
  const [{ statement } = { statement: '' }] = closed
  t.ok(
    closed.every(each => each.statement !== ''),
    'it closes once, however often it is told to',
  )
  await refused(
    t,
    old.find(tokenOf(service, old, data.read), { collection, filter: {} }),
    503,
    'it reads no more',
  )
  await refused(
    t,
    step(fresh, 'finish', { statement: `${statement.slice(0, -4)}AAAA` }),
    409,
    'a forged succession',
  )
  await step(fresh, 'finish', {
    statement: ((await step(old, 'status')) as unknown as { statement: string }).statement,
  })
  await refused(t, step(fresh, 'open', rest), 409, 'the new node opens no box after the end')
  await refused(t, release(consent(keys[0])), 409, 'a node is replaced once')
  await step(old, 'erase')
  t.match(await step(old, 'status'), { counts: { documents: 0 } })
})

t.test('a row loses its shares, wherever they are, and nothing else', async t => {
  // As PostgreSQL prints jsonb.
  const printed = (value: unknown): string =>
    Array.isArray(value)
      ? `[${value.map(printed).join(', ')}]`
      : typeof value === 'object' && value !== null
        ? `{${Object.entries(value)
            .map(([name, each]) => `${JSON.stringify(name)}: ${printed(each)}`)
            .join(', ')}}`
        : JSON.stringify(value)
  const row = (body: object) => printed({ body })
  const neutral = (body: object) => (JSON.parse(withNeutralShares(row(body))) as { body: object }).body
  const share = Buffer.from('a synthetic share').toString('base64')
  const zeros = Buffer.alloc(17).toString('base64')
  t.same(
    neutral({ key: { '%share': share }, list: [{ a: { '%share': share } }], sum: { '%share': -1.5e3 } }),
    {
      ...{ key: { '%share': zeros }, list: [{ a: { '%share': zeros } }], sum: { '%share': 0 } },
    },
  )
  for (const text of [
    '{"%share": "x"}',
    ' "%share": ',
    '\\"%share": "',
    '%share',
    '\0\ud800',
    '{"%share": 1',
  ])
    t.same(
      neutral({ text, key: { '%share': share } }),
      { text, key: { '%share': zeros } },
      JSON.stringify(text),
    )
  for (const odd of [[1, 2], { a: 1 }, null, true])
    t.throws(() => withNeutralShares(row({ key: { '%share': odd } })), { errors: ['MoveRefusedError'] })
})

t.test('only the service adds a node, and one that gives it up leaves no client behind', async t => {
  const service = createKeyPair()
  const stranger = createKeyPair()
  const { keys, old, fresh } = await twoNodes(t)
  const { builders, moves } = commands
  for (const node of [old, fresh])
    await node.registerBuilder(tokenOf(service, node, builders.create), { did: service.did, name: 'service' })
  /** The consent, presented as one to a copy or not. */
  const release = (isCopy: boolean, adds: boolean) => {
    const proof = releaseNode(keys[0], {
      service: service.did,
      to: fresh.did,
      expiresAt: expiresAt(),
      adds: isCopy,
    })
    const command = isCopy ? COPY : RELEASE
    const token = tokenOf(service, old, command, { subject: keys[0].did, proof, args: { to: fresh.did } })
    return old.moves.release(token, { to: fresh.did, adds })
  }
  await refused(t, release(false, true), 403, 'a release is no consent to a copy')
  await refused(t, release(true, false), 403, 'nor is that a release')
  const { move } = await release(true, true)
  for (const step of ['close', 'finish', 'erase'] as const)
    await refused(t, old.moves[step](tokenOf(service, old, moves.execute), { move } as never), 409, step)
  await refused(t, old.moves.members(tokenOf(stranger, old, moves.execute), { nodes: 9 }), 403, 'a stranger')

  const set = (count: number) => old.moves.members(tokenOf(service, old, moves.execute), { nodes: count })
  const known = (count?: number) =>
    old.assertKnowsAll?.(count).then(
      () => true,
      () => false,
    )
  t.same(await Promise.all([known(), known(1)]), [true, true], 'before')
  await set(3)
  t.same(await Promise.all([known(), known(2), known(3), known(Number.NaN)]), [false, false, true, false])
  await set(2)
  t.same(await Promise.all([known(), known(1), known(2)]), [true, false, true], 'after it was given up')
})
