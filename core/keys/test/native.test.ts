/** Every backend accepts and refuses the same: the strict checks come before any of them. */

import { ECDH } from 'node:crypto'
import t from 'tap'
import { decodeUtf8, encodeUtf8, fromBase64url, fromHex, toBase64url, toHex } from '../../crypto/bytes.ts'
import { didOf } from '../../crypto/did.ts'
import { addressOf, recoverAddress, signHash } from '../../crypto/eip712.ts'
import { signMessage, verifySignature } from '../../crypto/es256k.ts'
import { signJwt, verifyJwt } from '../../crypto/jwt.ts'
import { createKeyPair, keyPairOf } from '../../crypto/keys.ts'
import { noble, type Primitives } from '../../crypto/primitives.ts'
import { choosePrimitives, libsecp256k1, nodeCrypto } from '../native.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const FIELD = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn
const scalar = (value: bigint) => fromHex(value.toString(16).padStart(64, '0'))
const number = (bytes: Uint8Array) => BigInt(`0x${toHex(bytes)}`)
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap(part => [...part]))

const { privateKey, publicKey, did } = keyPairOf(new Uint8Array(32).fill(9))
const message = encodeUtf8('a message')
const signature = signMessage(message, privateKey)
const [r, s] = [signature.subarray(0, 32), signature.subarray(32)]
const x = publicKey.subarray(1)
const flipped = (bytes: Uint8Array, at: number) =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))

/** A hash, its wallet signature and the address of its signer. */
const signedBy = (hash: Uint8Array) => [hash, signHash(hash, privateKey), addressOf(publicKey)] as const

/** The uncompressed point and its hybrid spelling, both of which a lenient parser takes for the same key. */
const uncompressed = Buffer.from(
  ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed').toString(),
  'hex',
)
const hybrid = Uint8Array.from(uncompressed)
hybrid[0] = 6 + ((uncompressed[64] ?? 0) & 1)

const cases: [
  name: string,
  accepted: boolean,
  signature: Uint8Array,
  publicKey?: Uint8Array,
  message?: Uint8Array,
][] = [
  ['the signature', true, signature],
  ['its high-s twin', false, join(r, scalar(ORDER - number(s)))],
  ['65 bytes: a recovery id after it', false, join(signature, Uint8Array.of(0))],
  ['65 bytes: a recovery id before it', false, join(Uint8Array.of(0), signature)],
  ['63 bytes', false, signature.subarray(1)],
  ['no bytes', false, new Uint8Array()],
  ['r = 0', false, join(scalar(0n), s)],
  ['r = n', false, join(scalar(ORDER), s)],
  ['s = 0', false, join(r, scalar(0n))],
  ['s = n', false, join(r, scalar(ORDER))],
  ['s = n/2 + 1', false, join(r, scalar((ORDER >> 1n) + 1n))],
  ['all zero', false, new Uint8Array(64)],
  ['all ones', false, new Uint8Array(64).fill(0xff)],
  ['r and s exchanged', false, join(s, r)],
  ['a bit of r flipped', false, flipped(signature, 31)],
  ['a bit of s flipped', false, flipped(signature, 63)],
  ['another message', false, signature, publicKey, encodeUtf8('b message')],
  ['another key', false, signature, createKeyPair().publicKey],
  ['the key with the other parity', false, signature, flipped(publicKey, 0)],
  ['the uncompressed key', false, signature, uncompressed],
  ['the hybrid key', false, signature, hybrid],
  ['a compressed key marked as hybrid', false, signature, join(Uint8Array.of(6), x)],
  ['a key off the curve', false, signature, join(Uint8Array.of(2), scalar(5n))],
  ['a key beyond the field', false, signature, join(Uint8Array.of(2), scalar(FIELD + 1n))],
  ['a key of zeros', false, signature, new Uint8Array(33)],
  ['the point at infinity', false, signature, Uint8Array.of(0)],
]

const backends: Primitives[] = [noble, libsecp256k1(), nodeCrypto()]

for (const primitives of backends) {
  t.test(`${primitives.name} accepts the strict signature and nothing else`, async t => {
    for (const [name, accepted, signature, key = publicKey, text = message] of cases) {
      t.equal(verifySignature(signature, text, key, primitives), accepted, name)
    }
  })

  t.test(`${primitives.name} accepts one spelling of a token`, async t => {
    const now = 1_800_000_000
    const token = signJwt({ iss: did, iat: now, exp: now + 60, nonce: 'n' }, privateKey, primitives)
    t.equal(verifyJwt(token, { now, primitives }).did, did)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(token.slice(-1))
    const spellings = Array.from(
      { length: 15 },
      (_, at) => token.slice(0, -1) + alphabet.charAt(last + at + 1),
    )
    const [head = '', body = '', tail = ''] = token.split('.')
    const upper = toBase64url(
      encodeUtf8(
        decodeUtf8(fromBase64url(body)).replace(
          did,
          didOf(publicKey).replace(/[a-f]/, c => c.toUpperCase()),
        ),
      ),
    )
    spellings.push(`${token}==`, `${token} `, ` ${token}`, `${token}*`, `${head}.${upper}.${tail}`)
    const resigned = `${head}.${upper}`
    spellings.push(`${resigned}.${toBase64url(signMessage(encodeUtf8(resigned), privateKey, primitives))}`)
    for (const spelling of spellings) {
      t.throws(
        () => verifyJwt(spelling, { now, primitives }),
        { code: 'AND_INVALID_TOKEN' },
        spelling.slice(-4),
      )
    }
  })

  t.test(`${primitives.name} makes the same signature and the same hash as the others`, async t => {
    t.same(Buffer.from(signMessage(message, privateKey, primitives)), Buffer.from(signature))
    t.same(Buffer.from(primitives.sha256(message)), Buffer.from(noble.sha256(message)))
  })
}

t.test('all backends agree on random signatures of random keys', async t => {
  for (let round = 0; round < 20; round++) {
    const pair = createKeyPair()
    const text = encodeUtf8(`message ${round}`)
    const made = backends.map(primitives => toHex(signMessage(text, pair.privateKey, primitives)))
    t.equal(new Set(made).size, 1)
    t.ok(
      backends.every(primitives => verifySignature(fromHex(made[0] ?? ''), text, pair.publicKey, primitives)),
    )
  }
})

t.test('all backends recover the address of a wallet signature, and refuse the same', async t => {
  const hash = noble.sha256(message)
  const signed = signHash(hash, privateKey)
  const withV = (v: number) => `${signed.slice(0, -2)}${v.toString(16).padStart(2, '0')}`
  const twin = Number.parseInt(signed.slice(-2), 16) === 27 ? 28 : 27
  const of = (rs: Uint8Array) => `0x${toHex(join(rs, Uint8Array.of(27)))}`
  const table: [name: string, hash: Uint8Array, signature: string, address?: string][] = [
    ['the signature', hash, signed, addressOf(publicKey)],
    ['a hash of ones, which is above the order', ...signedBy(new Uint8Array(32).fill(0xff))],
    ['a hash of zeros', ...signedBy(new Uint8Array(32))],
    ['its high-s twin', hash, of(join(r, scalar(ORDER - number(s))))],
    ['r = 0', hash, of(join(scalar(0n), s))],
    ['an r that is no x of the curve', hash, of(join(scalar(5n), s))],
    ['a hash of 31 bytes', hash.subarray(1), signed],
    ['v = 2', hash, withV(2)],
  ]
  for (const [name, hash, signature, address] of table)
    for (const primitives of backends) {
      const recovered = () => recoverAddress(hash, signature, primitives)
      if (address === undefined) t.throws(recovered, { code: 'AND_MALFORMED_SIGNATURE' }, name)
      else t.equal(recovered(), address, name)
    }
  const others = backends.map(primitives => recoverAddress(hash, withV(twin), primitives))
  t.same(new Set(others).size, 1, 'the other parity is another account, the same for all')
  t.not(others[0], addressOf(publicKey))
})

t.test('a backend that throws is a refusal, and one that signs loosely is not used', async t => {
  const broken: Primitives = {
    ...noble,
    name: 'broken',
    verify: () => {
      throw new Error('out of order')
    },
    sign: () => join(r, scalar(ORDER - number(s))),
  }
  t.notOk(verifySignature(signature, message, publicKey, broken))
  t.throws(() => signMessage(message, privateKey, broken), { code: 'AND_MALFORMED_SIGNATURE' })
})

t.test('native code is chosen where it loads, and something else where it does not', async t => {
  const absent = () => {
    throw new Error('no binding for this machine')
  }
  t.equal((await choosePrimitives()).name, 'libsecp256k1')
  t.equal((await choosePrimitives([absent, nodeCrypto])).name, 'node:crypto')
  t.equal((await choosePrimitives([absent, absent])).name, 'noble')
})
