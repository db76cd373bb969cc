/** Shares are those of the network's own clients: written by ours and read by theirs, and back. */

import { createRequire } from 'node:module'
import t from 'tap'
import { concat, encodeUtf8, fromBase64, toBase64 } from '../bytes.ts'
import { joinShares, MAX_SECRET_BYTES, splitSecret } from '../shares.ts'

// Its ESM entry fails to load where libsodium-wrappers-sumo 0.7.16 is installed.
const blindfold: typeof import('@nillion/blindfold') = createRequire(import.meta.url)('@nillion/blindfold')

const texts = ['', 'a', '{"algorithm":"AES-GCM","key":"…","iv":"…"}', 'ü𝄞\u0000\ufeff', 'x'.repeat(4095)]

for (const nodes of [2, 3, 5]) {
  t.test(`${nodes} nodes: the published client reads ours, and we read its`, async t => {
    const cluster = { nodes: Array.from({ length: nodes }, () => ({})) }
    const key = await blindfold.ClusterKey.generate(cluster, { store: true })
    for (const text of texts) {
      const ours = splitSecret(text, nodes)
      t.equal(ours.length, nodes)
      t.equal(await blindfold.decrypt(key, ours), text)
      const theirs = await blindfold.encrypt(key, text)
      t.equal(joinShares(theirs as string[]), text)
      t.equal(joinShares([...(theirs as string[])].reverse()), text, 'in any order')
    }
    const longest = 'x'.repeat(MAX_SECRET_BYTES)
    t.equal(await blindfold.decrypt(key, splitSecret(longest, nodes)), longest)
  })
}

t.test('fewer than all shares are random', async t => {
  const text = 'a secret'
  const masks = [new Uint8Array(9).fill(1), new Uint8Array(9).fill(2)]
  const shares = splitSecret(text, 3, () => masks.pop() ?? new Uint8Array())
  t.same(shares.slice(0, 2), [toBase64(new Uint8Array(9).fill(2)), toBase64(new Uint8Array(9).fill(1))])
  t.same(
    fromBase64(shares[2] ?? ''),
    concat(Uint8Array.of(1), encodeUtf8(text)).map(byte => byte ^ 3),
  )
})

t.test('refuses secrets that cannot be split', async t => {
  const malformed = { code: 'AND_MALFORMED_SECRET' }
  for (const nodes of [0, 1, -1, 1.5, Number.NaN])
    t.throws(() => splitSecret('a', nodes), malformed, String(nodes))
  t.throws(() => splitSecret('x'.repeat(MAX_SECRET_BYTES + 1), 2), malformed)
  t.throws(
    () => splitSecret('ü'.repeat(MAX_SECRET_BYTES / 2 + 1), 2),
    malformed,
    'in bytes, not in characters',
  )
  t.throws(() => splitSecret('\ud800', 2), { code: 'AND_MALFORMED_ENCODING' })
})

t.test('refuses shares that do not belong together', async t => {
  const malformed = { code: 'AND_MALFORMED_SHARE' }
  const [first = '', second = '', third = ''] = splitSecret('a secret', 3, length =>
    new Uint8Array(length).fill(0x55),
  )
  const raw = (...bytes: number[]) => [
    toBase64(Uint8Array.from(bytes)),
    toBase64(new Uint8Array(bytes.length)),
  ]
  t.throws(() => joinShares([]), malformed)
  t.throws(() => joinShares([first]), malformed)
  t.throws(() => joinShares([first, third]), malformed, 'one is missing')
  t.throws(() => joinShares([first, second, third, third]), malformed)
  t.throws(() => joinShares([first, second, toBase64(Uint8Array.of(1))]), malformed, 'another length')
  t.throws(() => joinShares([first, second, `${third} `]), malformed, 'not base64')
  t.throws(() => joinShares(raw(0, 1, 2)), malformed, 'an integer')
  t.throws(() => joinShares(raw(2, 1, 2)), malformed, 'bytes')
  t.throws(() => joinShares(raw(1, 0xff)), malformed, 'not UTF-8')
  t.throws(() => joinShares(raw()), malformed, 'nothing')
})
