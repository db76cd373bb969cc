/** A client that knew a deployment's nodes trusts others only by the statements of those. */
import t, { type Test } from 'tap'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { createDelegation, createInvocation } from '../../../core/crypto/nuc.ts'
import { createSuccession } from '../../../core/crypto/succession.ts'
import { forgetEnvironments } from '../environment.ts'
import { loadEnvironment } from '../index.ts'
import { assertNodesFollow, type NodeSet } from '../node-set.ts'
import { json, server } from './fixtures/server.ts'

const COPY = '/nil/db/moves/copy'
const unproven = { code: 'AND_NODES_UNPROVEN' }
const service = createKeyPair()
const [one, two, three, four, five, stranger] = [
  createKeyPair(),
  createKeyPair(),
  createKeyPair(),
  createKeyPair(),
  createKeyPair(),
  createKeyPair(),
]
const terms = { starts: 1_800_000_000, ends: 1_800_003_600 }
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9'

const setOf = (nodes: readonly KeyPair[], more: Partial<NodeSet> = {}): NodeSet => ({
  nodes: nodes.map(({ did }) => ({ url: NOWHERE, did })),
  builderDid: service.did,
  ...more,
})
const succession = (from: KeyPair, to: KeyPair) => createSuccession(from, to, terms)
const consent = (by: KeyPair, to: KeyPair, more: object = {}) =>
  createDelegation({
    ...{ issuer: by, audience: service.did, subject: by.did, command: COPY, expiresAt: 1_800_000_000 },
    policy: [['==', '.args.to', to.did]],
    ...more,
  })
const known = setOf([one, two, three])
const follows = (now: NodeSet, before = known) => assertNodesFollow(before, now)

t.test('the same nodes, a replaced one, and one replaced twice follow', async t => {
  await follows(setOf([three, one, two]))
  await follows(setOf([one, four, three], { nodeSuccessions: [succession(two, four)] }))
  await follows(
    setOf([one, five, three], { nodeSuccessions: [succession(two, four), succession(four, five)] }),
  )
  await follows(setOf([one]), setOf([]))
  t.pass()
})

t.test('a node in the place of another one without its statement is refused', async t => {
  const [header, payload = '', signature] = succession(two, four).split('.')
  const changed = (change: object) => {
    const content = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...change }
    return [header, Buffer.from(JSON.stringify(content)).toString('base64url'), signature].join('.')
  }
  const forged: Readonly<Record<string, string[]>> = {
    'no statement': [],
    'by a stranger': [succession(stranger, four)],
    'by the service': [succession(service, four)],
    'by another known node': [succession(one, four)],
    'of another successor': [succession(two, five)],
    'with another successor in it': [changed({ sub: stranger.did })],
    'without the consent of the successor': [changed({ consent: '' })],
    'in the other direction': [succession(four, two)],
    'in a circle': [succession(two, three), succession(three, two)],
    garbage: ['', 'a.b.c', '\0', '\ud800', '__proto__', 'x'.repeat(100_000)],
  }
  for (const [name, nodeSuccessions] of Object.entries(forged))
    await t.rejects(follows(setOf([one, four, three], { nodeSuccessions })), unproven, name)
  await t.rejects(follows(setOf([one, three])), unproven, 'one that is gone')
  await t.rejects(follows(setOf([one, two, three, three])), unproven, 'one that is there twice')
  await t.rejects(
    follows(setOf([one, four, four], { nodeSuccessions: [succession(two, four), succession(three, four)] })),
    unproven,
  )
  await t.rejects(
    follows(setOf([one, four], { nodeSuccessions: [succession(two, four), succession(three, four)] })),
    unproven,
    'one in the place of two',
  )
})

t.test('a node that is added has the consent of a known one', async t => {
  const withFour = (...nodeAdditions: string[]) => setOf([one, two, three, four], { nodeAdditions })
  await follows(withFour(consent(two, four)))
  await follows(
    setOf([one, two, three, four, five], {
      nodeAdditions: [consent(two, four), consent(four, five)],
    }),
  )
  await follows(
    setOf([one, five, three, four], {
      ...{ nodeAdditions: [consent(two, four)], nodeSuccessions: [succession(two, five)] },
    }),
  )
  const invocation = createInvocation({
    ...{ issuer: two, audience: service.did, subject: two.did, command: COPY, expiresAt: 1_800_000_000 },
    args: { to: four.did },
  })
  const [body, payload] = consent(two, four).split('.')
  const refused: Readonly<Record<string, string[]>> = {
    'no consent': [],
    'by itself': [consent(four, four)],
    'by a stranger': [consent(stranger, four)],
    'to another node': [consent(two, stranger)],
    'to any node': [consent(two, four, { policy: [] })],
    'to all but it': [consent(two, four, { policy: [['!=', '.args.to', four.did]] })],
    'for another service': [consent(two, four, { audience: stranger.did })],
    'to be replaced': [consent(two, four, { command: '/nil/db/moves/release' })],
    'with another signature': [[body, payload, consent(two, three).split('.')[2]].join('.')],
    'an invocation': [invocation],
    garbage: ['', 'a.b.c', '\0', 'x'.repeat(100_000)],
  }
  for (const [name, consents] of Object.entries(refused))
    await t.rejects(follows(withFour(...consents)), unproven, name)
})

/** A deployment, and nodes that say which keys they had. */
async function deployment(t: Test) {
  const state = { environment: {} as object, successions: [] as unknown }
  const { url } = await server(t, (response, { url: path }) =>
    json(response, 200, path === '/about' ? { successions: state.successions } : state.environment),
  )
  const publish = (nodes: readonly KeyPair[], more: object = {}) => {
    state.environment = {
      ...{ version: '1', network: 'test', apiBaseUrl: url, collections: {}, fileScheme: 'andiron' },
      ...{ didPrefix: 'did:nil:', eip712Domain: { name: 'x', version: '1' }, ...setOf(nodes), ...more },
      nodes: nodes.map(({ did }) => ({ url, did })),
    }
    forgetEnvironments()
  }
  return { url, state, publish }
}

t.test('a page that knew the nodes refuses others whenever it reads the addresses again', async t => {
  const { url, state, publish } = await deployment(t)
  publish([one, two, three])
  await loadEnvironment(url)
  publish([one, four, three], { nodeSuccessions: [succession(stranger, four)] })
  for (let attempt = 0; attempt < 2; attempt++) await t.rejects(loadEnvironment(url), unproven)
  publish([one, four, three], { nodeSuccessions: [succession(two, four)] })
  t.match((await loadEnvironment(url)).nodes[1], { did: four.did })
  publish([one, two, three])
  await t.rejects(loadEnvironment(url), unproven, 'nor does it go back')

  publish([one, five, three], { nodeSuccessions: [succession(two, four)] })
  for (const successions of [undefined, 7, [7], [succession(three, five)]]) {
    state.successions = successions
    forgetEnvironments()
    await t.rejects(loadEnvironment(url), unproven)
  }
  state.successions = [succession(four, five)]
  forgetEnvironments()
  t.match(
    (await loadEnvironment(url)).nodes[1],
    { did: five.did },
    'a new key of a node is proven by the node',
  )
})
