/** Shares of which some suffice: the field, what fewer know, and every way in which a share can be wrong. */
import fc from 'fast-check'
import { combine, split } from 'shamir-secret-sharing'
import t from 'tap'
import { concat, fromBase64url, toBase64url } from '../bytes.ts'
import { sha256 } from '../curve.ts'
import { joinShares, MAX_SECRET_BYTES, splitSecret } from '../shares.ts'
import {
  formerShares,
  joinWithThreshold,
  neutralShare,
  restoreShare,
  sharingOf,
  splitWithThreshold,
} from '../threshold.ts'

const malformed = { code: 'AND_MALFORMED_SHARE' }
const LONGEST = 'x'.repeat(MAX_SECRET_BYTES)

const pointsOf = (share = ''): Uint8Array => fromBase64url(JSON.parse(share).share)
const changed = (share: string | undefined, change: object): string =>
  JSON.stringify({ ...JSON.parse(share ?? ''), ...change })

t.test('the field is that of FIPS 197', async t => {
  // Section 4.2: {57} • {83} = {c1}; section 4.2.1: {57} • {13} = {fe}. A line of the slope {57} has both.
  const slope = 0x57
  const secret = concat(new Uint8Array(32), Uint8Array.of(1), new TextEncoder().encode('a'))
  let drawn = 0
  const shares = await splitWithThreshold(
    'a',
    { nodes: 0x83, threshold: 2 },
    { random: length => (drawn++ === 0 ? new Uint8Array(length) : secret.map(byte => byte ^ slope)) },
  )
  t.same(
    pointsOf(shares[0]),
    secret.map(byte => byte ^ slope),
  )
  t.same(
    pointsOf(shares[0x13 - 1]),
    secret.map(byte => byte ^ 0xfe),
  )
  t.same(
    pointsOf(shares[0x83 - 1]),
    secret.map(byte => byte ^ 0xc1),
  )
})

t.test('its shares and those that the library draws are the same thing', async t => {
  const secret = Uint8Array.from({ length: 40 }, (_, at) => at)
  const theirs = await split(secret, 5, 3)
  t.same(await combine(theirs.slice(2)), secret)
  const ours = await splitWithThreshold('a text', { nodes: 5, threshold: 3 })
  const points = ours.map((share, at) => concat(pointsOf(share), Uint8Array.of(at + 1)))
  t.same(
    (await combine(points.slice(1, 4))).subarray(32),
    concat(Uint8Array.of(1), new TextEncoder().encode('a text')),
  )
})

t.test('any shares that suffice give the text, whichever they are', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('', LONGEST)),
      fc.integer({ min: 2, max: 9 }).chain(nodes =>
        fc.record({
          nodes: fc.constant(nodes),
          threshold: fc.integer({ min: 2, max: nodes }),
          order: fc.shuffledSubarray(
            Array.from({ length: nodes }, (_, at) => at),
            { minLength: nodes },
          ),
        }),
      ),
      async (text, { order, ...sharing }) => {
        const shares = await splitWithThreshold(text, sharing)
        const some = order.slice(0, sharing.threshold).map(at => shares[at] ?? '')
        t.strictSame(await joinWithThreshold(some, sharing), { text, wrong: [] })
        await t.rejects(joinWithThreshold(some.slice(1), sharing), malformed)
      },
    ),
    { numRuns: 60 },
  )
})

t.test('fewer than suffice fit every text, and no digest tells which', async t => {
  const shares = await splitWithThreshold('yes', { nodes: 3, threshold: 2 })
  const [mine = new Uint8Array()] = shares.map(pointsOf)
  const { digests } = JSON.parse(shares[0] ?? '')
  for (const text of ['yes', 'no!']) {
    // There is one line through the share of a node and each text under each salt, which only two nodes know.
    const guess = concat(new Uint8Array(32), Uint8Array.of(1), new TextEncoder().encode(text))
    const second = await combine([concat(mine, Uint8Array.of(1 ^ 2)), concat(guess, Uint8Array.of(2))])
    const digest = sha256(concat(new TextEncoder().encode('andiron share 2'), Uint8Array.of(2), second))
    t.equal(second.length, mine.length)
    t.not(toBase64url(digest), digests[1])
  }
})

t.test('a lying node is named, and does not change the text', async t => {
  const shares = await splitWithThreshold('a secret', { nodes: 3, threshold: 2 })
  const others = await splitWithThreshold('another', { nodes: 3, threshold: 2 })
  const lies: readonly [string, string][] = [
    ['of another secret', others[1] ?? ''],
    ['truncated', (shares[1] ?? '').slice(0, -9)],
    ['of a shorter value', changed(shares[1], { share: toBase64url(pointsOf(shares[1]).subarray(1)) })],
    ['one bit', changed(shares[1], { share: toBase64url(pointsOf(shares[1]).map(byte => byte ^ 1)) })],
    ['version 99', changed(shares[1], { version: 99 })],
    ['another scheme', changed(shares[1], { scheme: 'xor' })],
    ['threshold 1', changed(shares[1], { threshold: 1 })],
    ['threshold 0', changed(shares[1], { threshold: 0 })],
    ['a threshold above the nodes', changed(shares[1], { threshold: 4 })],
    ['a threshold that is no number', changed(shares[1], { threshold: '2' })],
    ['index 0', changed(shares[1], { index: 0 })],
    ['index 4', changed(shares[1], { index: 4 })],
    ['index 1.5', changed(shares[1], { index: 1.5 })],
    ['an index of a prototype', changed(shares[1], { index: 'constructor' })],
    ['a digest missing', changed(shares[1], { digests: JSON.parse(shares[1] ?? '').digests.slice(1) })],
    ['digests of a prototype', changed(shares[1], { digests: '__proto__' })],
    ['a former share that is no text', changed(shares[1], { former: 1 })],
    ['no object', '{'],
    ['empty', ''],
    ['an n-of-n share', splitSecret('a secret', 3)[1] ?? ''],
    ['100 KB', `{"version":2,"share":"${'A'.repeat(100_000)}"}`],
    ['U+0000', '{\u0000}'],
    ['a lone surrogate', '{"version":"\ud800"}'],
  ]
  for (const [name, lie] of lies) {
    const [first = '', , third = ''] = shares
    t.strictSame(
      await joinWithThreshold([first, lie, third], { nodes: 3 }),
      { text: 'a secret', wrong: [1] },
      name,
    )
    await t.rejects(joinWithThreshold([first, lie], { nodes: 3 }), malformed, `${name}, and too few others`)
  }
})

t.test('no secret is believed that too few nodes share', async t => {
  const [a = '', b = '', c = ''] = await splitWithThreshold('a secret', { nodes: 3, threshold: 2 })
  const [x = '', y = ''] = await splitWithThreshold('a lie', { nodes: 2, threshold: 2 })
  await t.rejects(joinWithThreshold([a, a, a], { nodes: 3 }), malformed, 'one share three times')
  await t.rejects(joinWithThreshold([a, b, x, y], { nodes: 4 }), { ...malformed, message: /two secrets/ })
  t.match(await joinWithThreshold([a, b, c, x, y], { nodes: 5 }), { text: 'a secret', wrong: [3, 4] })
  await t.rejects(joinWithThreshold([], { nodes: 3 }), malformed)
  await t.rejects(joinWithThreshold([], { nodes: 0 }), malformed)
})

t.test('nodes that say that fewer suffice are not believed', async t => {
  const shares = await splitWithThreshold('a secret', { nodes: 5, threshold: 3 })
  const [x = '', y = ''] = await splitWithThreshold('a lie', { nodes: 5, threshold: 2 })
  const five = { nodes: 5, threshold: 3 }
  await t.rejects(joinWithThreshold([...shares.slice(0, 2), x, y], five), malformed)
  await t.rejects(joinWithThreshold([x, y], five), malformed)
  t.match(await joinWithThreshold([...shares.slice(0, 3), x, y], five), { text: 'a secret', wrong: [3, 4] })
  const before = await splitWithThreshold('a secret of before', { nodes: 5, threshold: 2 })
  t.match(await joinWithThreshold(before.slice(2), five), { text: 'a secret of before' })
  t.match(await joinWithThreshold(before.slice(3), { nodes: 5 }), { text: 'a secret of before' })
})

t.test('a share supplements the former one, and either set is enough at every instant', async t => {
  const text = '{"algorithm":"AES-GCM"}'
  const former = splitSecret(text, 3)
  const shares = await splitWithThreshold(text, { nodes: 3, threshold: 2 }, { former })
  for (let bits = 0; bits < 8; bits++) {
    const state = former.map((old, at) => (bits & (1 << at) ? (shares[at] ?? '') : old))
    t.equal((await joinWithThreshold(state, { nodes: 3 })).text, text, `re-shared on ${bits.toString(2)}`)
    t.same(formerShares(state, 3), former)
  }
  await t.rejects(
    joinWithThreshold([shares[0] ?? '', former[1] ?? ''], { nodes: 3 }),
    malformed,
    'a former one is lost',
  )
  t.throws(() => formerShares(shares.slice(1), 3), malformed)
})

t.test('a lost share follows from the others', async t => {
  const shares = await splitWithThreshold('a secret', { nodes: 5, threshold: 3 })
  for (const [at, share] of shares.entries()) {
    const others = shares.filter(each => each !== share)
    t.equal(await restoreShare(others, at + 1), share)
    t.equal(await restoreShare(others.slice(1), at + 1), share)
    await t.rejects(restoreShare(others.slice(2), at + 1), malformed, 'too few')
  }
  const [first = '', second = '', third = ''] = shares
  const [strange = ''] = await splitWithThreshold('a secret', { nodes: 5, threshold: 3 })
  for (const index of [0, 6, -1, 1.5, Number.NaN])
    await t.rejects(restoreShare([first, second, third], index), malformed, `index ${index}`)
  await t.rejects(restoreShare([strange, second, third], 4), malformed)
  await t.rejects(restoreShare([first, second, third, 'AA=='], 4), malformed)
  await t.rejects(restoreShare([], 1), malformed)
})

t.test('a share says of itself how many suffice', async t => {
  const [share = ''] = await splitWithThreshold('a secret', { nodes: 3, threshold: 2 })
  t.match(sharingOf(share), { nodes: 3, threshold: 2, index: 1 })
  t.equal(sharingOf(changed(share, { version: 99 })), undefined)
  t.equal(sharingOf('AA=='), undefined)
  t.ok(share.startsWith('{"version":2,"scheme":"shamir-gf256","threshold":2,"nodes":3,"index":1,'))
})

t.test('refuses what cannot be shared', async t => {
  const sharings = [
    [3, 1],
    [3, 0],
    [3, 4],
    [1, 1],
    [0, 0],
    [256, 2],
    [3, 1.5],
    [Number.NaN, 2],
    [3, Number.NaN],
  ]
  for (const [nodes = 0, threshold = 0] of sharings)
    await t.rejects(splitWithThreshold('a', { nodes, threshold }), { code: 'AND_MALFORMED_SECRET' })
  const of = { nodes: 3, threshold: 2 }
  await t.rejects(splitWithThreshold(`${LONGEST}x`, of), { code: 'AND_MALFORMED_SECRET' })
  await t.rejects(splitWithThreshold('\ud800', of), { code: 'AND_MALFORMED_ENCODING' })
  await t.rejects(splitWithThreshold('a', of, { former: ['AA=='] }), { code: 'AND_MALFORMED_SECRET' })
})

t.test('shares of something that is no text are refused', async t => {
  for (const secret of [Uint8Array.of(0, 97), Uint8Array.of(2, 97), Uint8Array.of(1, 0xff)]) {
    // The only share of a line without slope, twice: a dealer who is no client of ours.
    const zero = concat(new Uint8Array(32), secret)
    const digests = [1, 2].map(index =>
      toBase64url(sha256(concat(new TextEncoder().encode('andiron share 2'), Uint8Array.of(index), zero))),
    )
    const shares = [1, 2].map(index =>
      JSON.stringify({
        version: 2,
        scheme: 'shamir-gf256',
        threshold: 2,
        nodes: 2,
        index,
        digests,
        share: toBase64url(zero),
      }),
    )
    await t.rejects(joinWithThreshold(shares, { nodes: 2 }), { ...malformed, message: /not a text/ })
  }
})

t.test('with the neutral share of a node that was added, the others join as before', async t => {
  for (const text of ['', 'a secret', LONGEST]) {
    const shares = splitSecret(text, 3)
    const neutral = shares.map(neutralShare)
    t.equal(new Set(neutral).size, 1, 'it says nothing but the length')
    t.equal(joinShares([...shares, ...neutral]), text)
  }
  const shares = await splitWithThreshold('a secret', { nodes: 3, threshold: 2 })
  const neutral = neutralShare(shares[0] ?? '')
  t.equal(neutral, neutralShare(shares[2] ?? ''))
  t.notOk(sharingOf(neutral))
  for (const some of [
    [...shares, neutral],
    [neutral, ...shares.slice(1)],
  ])
    t.same(await joinWithThreshold(some, { nodes: 4, threshold: 2 }), { text: 'a secret', wrong: [] })
  await t.rejects(joinWithThreshold([neutral, shares[0] ?? ''], { nodes: 4 }), malformed)
  await t.rejects(joinWithThreshold([neutral, neutral, neutral, neutral], { nodes: 4 }), malformed)

  const former = splitSecret('a secret', 3)
  const renewed = await splitWithThreshold('a secret', { nodes: 3, threshold: 2 }, { former })
  const both = [...renewed, neutralShare(renewed[0] ?? '')]
  t.equal(joinShares(formerShares(both, 4)), 'a secret', 'the shares of before it are complete as well')
  for (const broken of [
    '',
    '{',
    '{}',
    '{"version":2,"scheme":"none"',
    '{"version":2,"scheme":"none","former":7}',
    '%',
  ])
    t.type(neutralShare(broken), 'string')
})
