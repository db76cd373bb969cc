/** NUC envelopes: byte for byte those of the published builder, and verified more strictly than it does. */

import t from 'tap'
import { toHex } from '../bytes.ts'
import { signCompact } from '../compact.ts'
import { didKeyOf, didOf, keyIdOf } from '../did.ts'
import { CryptoError } from '../errors.ts'
import { keyPairOf } from '../keys.ts'
import {
  createDelegation,
  createInvocation,
  type EnvelopeVerification,
  type Policy,
  readEnvelope,
  verifyEnvelope,
} from '../nuc.ts'
import { isPolicy, meets } from '../policy.ts'
import { noble } from '../primitives.ts'
import fixture from './fixtures/nuc.json' with { type: 'json' }

const { now, expiresAt } = fixture
const pair = (fill: number) => keyPairOf(new Uint8Array(32).fill(fill))
const [builder, user, node, app] = [pair(0x11), pair(0x22), pair(0x33), pair(0x44)]
const people = { builder, user, node, app }
const command = '/nil/db/data/create'

function reasonOf(envelope: string, options: Partial<EnvelopeVerification> = {}): string {
  try {
    verifyEnvelope(envelope, { audience: node.did, now, ...options })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    return error.code === 'AND_INVALID_TOKEN' ? error.reason : error.code
  }
}

/** Signs any payload, over the defaults of a good token of that key. */
function forge(issuer: typeof user, payload: object, header: object = { alg: 'ES256K' }): string {
  const defaults = {
    iss: issuer.did,
    aud: node.did,
    sub: issuer.did,
    cmd: command,
    exp: expiresAt,
    nonce: 'n',
    prf: [],
  }
  return signCompact(header, { ...defaults, ...payload }, issuer.privateKey, noble)
}

const proves = (token: string) => ({ prf: [toHex(noble.sha256(Buffer.from(token.split('/')[0] ?? '')))] })

t.test('makes the tokens of the published builder, byte for byte', async t => {
  for (const token of fixture.tokens) {
    if (token.refused !== undefined) continue
    const named = (name: string) => {
      const { privateKey, publicKey } = people[name as keyof typeof people]
      return { privateKey, publicKey, did: token.method === 'key' ? didKeyOf(publicKey) : didOf(publicKey) }
    }
    const options = {
      issuer: named(token.issuer),
      audience: named(token.audience).did,
      subject: named(token.subject).did,
      command: token.command,
      expiresAt: token.expiresAt ?? expiresAt,
      nonce: token.nonce,
      ...(token.meta !== undefined && { meta: token.meta }),
      ...(token.proof !== undefined && { proof: fixture.tokens[token.proof]?.envelope ?? '' }),
    }
    const made =
      token.kind === 'delegation'
        ? createDelegation({ ...options, policy: token.policy as unknown as Policy })
        : createInvocation({ ...options, args: { ...token.args } })
    t.equal(made, token.envelope, token.name)
  }
})

t.test('verifies the invocations of the published builder', async t => {
  for (const token of fixture.tokens) {
    if (token.kind !== 'invocation') continue
    t.equal(reasonOf(token.envelope, { command: token.command }), token.refused ?? 'accepted', token.name)
  }
})

t.test('says who asks what, on whose authority, and until when', async t => {
  const proof = createDelegation({
    issuer: builder,
    audience: user.did,
    subject: builder.did,
    command,
    expiresAt,
  })
  const envelope = createInvocation({
    issuer: user,
    audience: didKeyOf(node.publicKey),
    subject: builder.did,
    command,
    args: { a: 1 },
    expiresAt: expiresAt + 60,
    proof,
  })
  const verified = verifyEnvelope(envelope, { audience: node.did, now, command })
  t.match(verified, { invoker: user.did, subject: builder.did, command, args: { a: 1 }, expiresAt })
  t.equal(verified.chain.length, 2)
  t.equal(verified.chain[1]?.iss, builder.did)
  t.match(readEnvelope(proof)[0].payload, { aud: user.did, exp: expiresAt, pol: [] })
})

t.test('a DID under a deployment prefix travels as did:key', async t => {
  const prefixes = ['did:hearth:']
  const issuer = keyPairOf(user.privateKey, 'did:hearth:')
  const envelope = createInvocation({
    issuer,
    audience: node.did,
    subject: issuer.did,
    command,
    expiresAt,
    prefixes,
  })
  const { invoker } = verifyEnvelope(envelope, {
    audience: didOf(node.publicKey, 'did:hearth:'),
    now,
    prefixes,
  })
  t.equal(invoker, didKeyOf(user.publicKey))
  t.equal(keyIdOf(invoker), keyIdOf(user.did))
})

t.test('proofs may come in any order, but none may be missing or left over', async t => {
  const long = fixture.tokens.find(({ name }) => name.startsWith('invocation under two'))?.envelope ?? ''
  const [leaf, first, second] = long.split('/')
  t.equal(reasonOf(`${leaf}/${second}/${first}`), 'accepted')
  t.equal(reasonOf(`${leaf}/${first}`), 'a proof is missing')
  t.equal(reasonOf(`${leaf}`), 'a proof is missing')
  t.equal(reasonOf(`${long}/${first}`), 'a proof is not part of the chain')
  t.equal(reasonOf(`${long}/${forge(app, { pol: [] })}`), 'a proof is not part of the chain')
})

t.test('refuses what is no envelope of native tokens', async t => {
  const good = forge(user, { args: {} })
  t.equal(reasonOf(good), 'accepted')
  for (const text of ['', '/', `${good}/`, `/${good}`, `${good}//${good}`, 'a.b.c']) {
    t.not(reasonOf(text), 'accepted', JSON.stringify(text))
  }
  t.equal(reasonOf(forge(user, { args: { x: 'x'.repeat(16_384) } })), 'the envelope is too long')
  t.equal(reasonOf(Array(6).fill(good).join('/')), 'the chain is too long')
  t.equal(reasonOf(`${good}/${good}`, { limits: { maxChainLength: 1 } }), 'the chain is too long')
  const headers = [
    { alg: 'none' },
    { alg: 'ES256K', typ: 'JWT' },
    { alg: 'ES256K', typ: 'nuc+eip712' },
    { alg: 'ES256K', ver: '2.0.0' },
    { alg: 'ES256K', ver: 1 },
    { alg: 'ES256K', meta: {} },
    { typ: 'nuc' },
  ]
  for (const header of headers) {
    t.equal(
      reasonOf(forge(user, { args: {} }, header)),
      'its header is not that of a native NUC',
      JSON.stringify(header),
    )
  }
})

t.test('refuses a payload that is neither a delegation nor an invocation', async t => {
  const payloads = [
    {},
    { args: {}, pol: [] },
    { args: [] },
    { args: {}, exp: undefined },
    { args: {}, exp: String(expiresAt) },
    { args: {}, exp: expiresAt + 0.5 },
    { args: {}, nbf: '0' },
    { args: {}, nonce: '' },
    { args: {}, nonce: 1 },
    { args: {}, sub: undefined },
    { args: {}, cmd: 'nil' },
    { args: {}, cmd: '/nil//db' },
    { args: {}, cmd: '/nil/' },
    { args: {}, meta: [] },
    { args: {}, prf: 'x' },
    { args: {}, prf: ['AB'.repeat(32)] },
    { args: {}, prf: ['ab'.repeat(32), 'cd'.repeat(32)] },
    { args: {}, more: 1 },
  ]
  for (const payload of payloads) {
    t.equal(
      reasonOf(forge(user, payload)),
      'its payload is neither a delegation nor an invocation',
      JSON.stringify(payload),
    )
  }
  t.equal(reasonOf(forge(user, { args: {}, iss: 'did:ethr:0x00' })), 'a DID is not of an accepted form')
  t.equal(reasonOf(forge(user, { pol: [] })), 'it is not an invocation')
})

t.test('holds the rules between the tokens of a chain', async t => {
  const chain = (parent: object, leaf: object, root = builder) => {
    const proof = forge(root, { aud: user.did, sub: builder.did, cmd: '/nil/db/data', pol: [], ...parent })
    return `${forge(user, { sub: builder.did, args: {}, ...proves(proof), ...leaf })}/${proof}`
  }
  t.equal(reasonOf(chain({}, {})), 'accepted')
  t.equal(reasonOf(chain({ aud: app.did }, {})), 'a token is issued by another than its proof names')
  t.equal(reasonOf(chain({}, { sub: user.did })), 'the chain changes its subject')
  t.equal(reasonOf(chain({}, {}, app)), 'its root is not issued by its subject')
  t.equal(reasonOf(chain({ pol: undefined, args: {} }, {})), 'a proof is not a delegation')
  t.equal(reasonOf(chain({}, { cmd: '/nil/db' })), 'a command is wider than its proof')
  t.equal(
    reasonOf(chain({}, { cmd: '/nil/db/database' })),
    'a command is wider than its proof',
    'by whole segments',
  )
  t.equal(reasonOf(chain({}, { cmd: '/nuc/revoke' })), 'a command is wider than its proof', 'revocations too')
  t.equal(reasonOf(chain({ cmd: '/' }, {})), 'accepted')
  t.equal(reasonOf(chain({ nbf: now - 10 }, { nbf: now - 20 })), 'a token begins before its proof')
  t.equal(reasonOf(chain({ nbf: now - 20 }, { nbf: now - 10 })), 'accepted')
  t.equal(reasonOf(chain({ nbf: now + 1 }, {})), 'it is not valid yet')
  t.equal(reasonOf(chain({ exp: now }, {})), 'it has expired')
  t.equal(reasonOf(chain({}, { exp: now })), 'it has expired')
  t.equal(reasonOf(chain({ pol: [['==', '.args.a', 1]] }, {})), 'a policy is not met')
  t.equal(reasonOf(chain({ pol: [['==', '.args.a', 1]] }, { args: { a: 1 } })), 'accepted')
  t.equal(reasonOf(forge(user, { sub: builder.did, args: {} })), 'its root is not issued by its subject')
})

t.test('a token works on one node, for what that node is about to do', async t => {
  const envelope = forge(user, { args: {}, cmd: '/nil/db/data' })
  t.equal(reasonOf(envelope, { audience: app.did }), 'it is meant for another node')
  t.equal(reasonOf(envelope, { now: Number.NaN }), 'it has expired')
  t.equal(reasonOf(envelope, { command }), 'accepted')
  t.equal(reasonOf(envelope, { command: '/nil/db/database' }), 'its command does not cover what is asked')
  t.equal(reasonOf(envelope, { command: '/nil' }), 'its command does not cover what is asked')
})

t.test('every signature of the chain is verified', async t => {
  const proof = forge(builder, { aud: user.did, pol: [] })
  const foreign = signCompact({ alg: 'ES256K' }, readEnvelope(proof)[0].payload, app.privateKey, noble)
  const leaf = forge(user, { sub: builder.did, args: {}, ...proves(foreign) })
  t.equal(reasonOf(`${leaf}/${foreign}`), 'its signature does not verify')
})

t.test('does not make a token that no node would accept', async t => {
  const proof = createDelegation({
    issuer: builder,
    audience: user.did,
    subject: builder.did,
    command,
    expiresAt,
  })
  const options = { issuer: user, audience: node.did, subject: builder.did, command, expiresAt, proof }
  const refuses = (change: object, reason: string) =>
    t.throws(() => createInvocation({ ...options, ...change }), { code: 'AND_MALFORMED_TOKEN', reason })
  refuses({ issuer: app }, 'its proof delegates to another key')
  refuses({ subject: user.did }, 'its proof is about another subject')
  refuses({ command: '/nil/db' }, "its proof does not cover the command '/nil/db'")
  refuses({ command: 'create' }, "'create' is not a command")
  refuses({ expiresAt: 1.5 }, 'its expiry is not a whole number of seconds')
  refuses({ proof: createInvocation(options) }, 'its proof is not a delegation')
  t.throws(() => createInvocation({ ...options, audience: 'did:web:x' }), { code: 'AND_MALFORMED_DID' })
  t.throws(() => createDelegation({ ...options, policy: [['>', '.a', 1]] as unknown as Policy }), {
    code: 'AND_MALFORMED_TOKEN',
  })
})

t.test('a policy is one of the known rules, within its limits', async t => {
  const limits = { maxPolicyWidth: 2, maxPolicyDepth: 3 }
  const rule = ['==', '.a', 1]
  const accepted: unknown[] = [
    [],
    [rule],
    [rule, rule],
    [['not', ['and', [rule, rule]]]],
    [['anyOf', '.', []]],
  ]
  for (const policy of accepted) t.ok(isPolicy(policy, limits), JSON.stringify(policy))
  const refused: unknown[] = [
    {},
    [rule, rule, rule],
    [['and', [rule, rule, rule]]],
    [['not', ['not', ['not', rule]]]],
    [rule, ['not', ['not', rule]]],
    [['and', []]],
    [['or', rule]],
    [['not', rule, rule]],
    [['==', '.a']],
    [['==', '.a', 1, 2]],
    [['anyOf', '.a', 1]],
    [['>', '.a', 1]],
    [['==', 'a', 1]],
    [['==', '.a[0]', 1]],
    [['==', '$.req.path', 1]],
    [['==', '.a..b', 1]],
    [[]],
    ['=='],
  ]
  for (const policy of refused) t.notOk(isPolicy(policy, limits), JSON.stringify(policy))
})

t.test('a policy is judged by value, on what the payload itself holds', async t => {
  const payload = { cmd: '/a', args: { n: 1, list: [1, { x: null }], nothing: null } }
  const cases: [Policy[number], boolean][] = [
    [['==', '.cmd', '/a'], true],
    [['==', '.args.n', '1'], false],
    [['!=', '.args.n', 2], true],
    [['==', '.args.list', [1, { x: null }]], true],
    [['==', '.args.list', [1]], false],
    [['==', '.args.list', { 0: 1, 1: { x: null } }], false],
    [['==', '.args', { n: 1, nothing: null, list: [1, { x: null }] }], true],
    [['==', '.args', { n: 1, nothing: null, more: 1 }], false],
    [['==', '.args', []], false],
    [['==', '.args.nothing', null], true],
    [['==', '.args.absent', null], false],
    [['==', '.', payload], true],
    [['anyOf', '.cmd', ['/b', '/a']], true],
    [['anyOf', '.cmd', []], false],
    [
      [
        'and',
        [
          ['==', '.cmd', '/a'],
          ['==', '.cmd', '/b'],
        ],
      ],
      false,
    ],
    [
      [
        'or',
        [
          ['==', '.cmd', '/b'],
          ['==', '.cmd', '/a'],
        ],
      ],
      true,
    ],
    [['not', ['==', '.cmd', '/b']], true],
    [['!=', '.args.constructor.name', 'Object'], true],
    [['==', '.cmd.length', 2], false],
  ]
  for (const [rule, expected] of cases) t.equal(meets([rule], payload), expected, JSON.stringify(rule))
})
