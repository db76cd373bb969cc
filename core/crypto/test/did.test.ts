/** A key has a name in two spellings; identities are compared by key. */

import t from 'tap'
import { fromHex, toHex } from '../bytes.ts'
import { didKeyOf, didOf, isDid, keyIdOf, publicKeyOf, sameIdentity } from '../did.ts'
import { createKeyPair, keyPairOf } from '../keys.ts'
import nuc from './fixtures/nuc.json' with { type: 'json' }

const hex = '034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa'
const publicKey = fromHex(hex)
const { did } = keyPairOf(new Uint8Array(32).fill(0x11))
// The issuer of the first token of the published builder is the same key, in the spelling of the network.
const [, payload = ''] = nuc.tokens[0]?.envelope.split('.') ?? []
const foreign: { iss: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())

t.test('a DID is the prefix and the compressed key', async t => {
  t.equal(did, `did:nil:${hex}`)
  t.equal(didOf(publicKey), did)
  t.equal(didOf(publicKey, 'did:hearth:'), `did:hearth:${hex}`)
  t.equal(didKeyOf(publicKey), foreign.iss)
})

t.test('both spellings name one identity', async t => {
  t.equal(keyIdOf(did), hex)
  t.equal(keyIdOf(foreign.iss), hex)
  t.same(publicKeyOf(foreign.iss), publicKey)
  t.ok(sameIdentity(did, foreign.iss))
  t.notOk(sameIdentity(did, createKeyPair().did))
})

t.test('every key survives did:key', async t => {
  for (const fill of [0x00, 0x01, 0x7f, 0xff]) {
    for (const parity of [2, 3]) {
      const key = new Uint8Array(33).fill(fill)
      key[0] = parity
      t.equal(keyIdOf(didKeyOf(key)), toHex(key))
    }
  }
})

t.test('a configured prefix is accepted only where it is configured', async t => {
  const own = didOf(publicKey, 'did:hearth:')
  t.throws(() => keyIdOf(own), { code: 'AND_MALFORMED_DID' })
  t.equal(keyIdOf(own, ['did:hearth:']), hex)
  t.ok(sameIdentity(own, foreign.iss, ['did:hearth:']))
  t.ok(isDid(own, ['did:hearth:']))
  t.equal(
    keyIdOf(didOf(publicKey, 'did:nil:test:'), ['did:nil:test:']),
    hex,
    'a longer prefix of the same method',
  )
})

t.test('refuses what is not a DID of a compressed key', async t => {
  const last = foreign.iss.slice(0, -1)
  const refused: unknown[] = [
    '',
    'did:nil:',
    `did:nil:${hex.toUpperCase()}`,
    `did:nil:${hex}00`,
    `did:nil:${hex.slice(0, -1)}`,
    `did:nil:04${hex.slice(2)}`,
    `did:nil:06${hex.slice(2)}`,
    `did:nil:${hex} `,
    `did:nil: ${hex}`,
    `did:nil:${hex}\n`,
    `DID:nil:${hex}`,
    `did:ethr:0x${hex.slice(0, 40)}`,
    last,
    `${last}0`,
    `${foreign.iss}1`,
    foreign.iss.replace('zQ3s', 'zQ3t'),
    foreign.iss.replace('did:key:z', 'did:key:m'),
    // The largest text of that form: its multicodec is another one.
    `did:key:zQ3s${'z'.repeat(45)}`,
    undefined,
    42,
  ]
  for (const value of refused) t.notOk(isDid(value), String(value))
  t.throws(() => didOf(new Uint8Array(33)), { code: 'AND_MALFORMED_KEY' })
  t.throws(() => didKeyOf(publicKey.subarray(1)), { code: 'AND_MALFORMED_KEY' })
})

t.test('refuses what is not a private key', async t => {
  const order = fromHex('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')
  for (const key of [new Uint8Array(32), new Uint8Array(31).fill(1), new Uint8Array(33).fill(1), order]) {
    t.throws(() => keyPairOf(key), { code: 'AND_MALFORMED_KEY' })
  }
})

t.test('draws a new key until it is one', async t => {
  const draws = [new Uint8Array(32), new Uint8Array(32).fill(0xff), new Uint8Array(32).fill(0x11)]
  t.equal(createKeyPair(() => draws.shift() ?? new Uint8Array()).did, did)
  t.not(createKeyPair().did, createKeyPair().did)
})
