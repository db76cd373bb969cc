/** Typed data hashes as the specification and the wallets hash it. */

import { keccak_256 } from '@noble/hashes/sha3.js'
import t from 'tap'
import { encodeUtf8, fromHex, toHex } from '../bytes.ts'
import {
  addressOf,
  encodeType,
  hashTypedData,
  isAddress,
  recoverAddress,
  sameAddress,
  signTypedData,
  type TypedData,
  withDomainType,
} from '../eip712.ts'
import { keyPairOf } from '../keys.ts'
import fixture from './fixtures/eip712.json' with { type: 'json' }

/** The example of the specification, with its results: https://eips.ethereum.org/EIPS/eip-712 */
const mail: TypedData = {
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}
const cow = keyPairOf(keccak_256(encodeUtf8('cow')))
const address = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'
const digest = 'be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2'
const r = '4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d'
const s = '07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b91562'

t.test("the specification's own example", async t => {
  const type = encodeType('Mail', mail.types)
  t.equal(type, 'Mail(Person from,Person to,string contents)Person(string name,address wallet)')
  t.equal(
    toHex(keccak_256(encodeUtf8(type))),
    'a0cedeb2dc280ba39b857546d74f5549c3a1d7bdc2dd96bf881f76108e23dac2',
  )
  t.equal(toHex(hashTypedData(mail)), digest)
  t.equal(toHex(hashTypedData(withDomainType(mail))), digest)
  t.equal(addressOf(cow.publicKey), address)
  t.equal(signTypedData(mail, cow.privateKey), `0x${r}${s}1c`)
})

t.test('what other wallets hash and sign', async t => {
  const { privateKey, publicKey } = keyPairOf(fromHex(fixture.privateKey))
  t.equal(addressOf(publicKey), fixture.address)
  for (const { name, data, hash, signature } of fixture.cases) {
    const typed = data as unknown as TypedData
    t.equal(toHex(hashTypedData(typed)), hash, name)
    t.equal(signTypedData(typed, privateKey), signature, name)
    t.equal(recoverAddress(fromHex(hash), signature), fixture.address, name)
  }
})

t.test('numbers, bigints and texts are one integer; bytes and hex are one value', async t => {
  const hash = (value: unknown, type = 'uint256') =>
    toHex(
      hashTypedData({
        types: { A: [{ name: 'a', type }] },
        primaryType: 'A',
        domain: {},
        message: { a: value },
      }),
    )
  t.equal(new Set([hash(10), hash(10n), hash('10'), hash('0x0a'), hash(10, 'uint256')]).size, 1)
  t.equal(hash('0x0102', 'bytes'), hash(Uint8Array.of(1, 2), 'bytes'))
})

t.test('refuses values that do not fit their type', async t => {
  const refuses = (type: string, value: unknown) =>
    t.throws(
      () =>
        hashTypedData({
          types: { A: [{ name: 'a', type }] },
          primaryType: 'A',
          domain: {},
          message: { a: value },
        }),
      { code: 'AND_MALFORMED_TYPED_DATA' },
      `${type} ${String(value)}`,
    )
  refuses('uint8', 256)
  refuses('uint8', -1)
  refuses('int8', 128)
  refuses('int8', -129)
  refuses('uint256', 2 ** 53)
  refuses('uint256', 1.5)
  refuses('uint256', '')
  refuses('uint256', ' 1')
  refuses('uint256', '1e3')
  refuses('uint256', null)
  refuses('uint256', undefined)
  refuses('uint7', 1)
  refuses('uint264', 1)
  refuses('uint0', 0)
  refuses('bool', 1)
  refuses('string', 1)
  refuses('bytes', 'ab')
  refuses('bytes', '0xa')
  refuses('bytes2', '0x01')
  refuses('bytes33', `0x${'00'.repeat(33)}`)
  refuses('bytes0', '0x')
  refuses('address', '0x00')
  refuses('address', address.replace('CD2a', 'cd2a'))
  refuses('string[]', 'a')
  refuses('string[2]', ['a'])
  refuses('B', {})
  refuses('constructor', {})
  refuses('A', { a: null })
  refuses('A', [])
  const cyclic: { a?: unknown } = {}
  cyclic.a = cyclic
  refuses('A', cyclic)
})

t.test('refuses what would be left unsigned, and what is missing', async t => {
  const change = (message: object) => () =>
    hashTypedData({ ...mail, message: { ...mail.message, ...message } })
  t.throws(change({ bcc: 'Eve' }), {
    code: 'AND_MALFORMED_TYPED_DATA',
    reason: "'Mail' has a member 'bcc' that its type does not declare",
  })
  t.doesNotThrow(change({ bcc: undefined }))
  const { contents: _, ...rest } = mail.message
  t.throws(() => hashTypedData({ ...mail, message: rest }), { code: 'AND_MALFORMED_TYPED_DATA' })
  t.throws(() => hashTypedData({ ...mail, primaryType: 'Letter' }), { code: 'AND_MALFORMED_TYPED_DATA' })
  t.throws(() => hashTypedData({ ...mail, domain: { ...mail.domain, chain: 1 } }), {
    code: 'AND_MALFORMED_TYPED_DATA',
  })
})

t.test('recovers the signer, whatever way v is written', async t => {
  const hash = fromHex(digest)
  for (const v of ['1c', '01']) t.equal(recoverAddress(hash, `0x${r}${s}${v}`), address)
  t.equal(recoverAddress(hash, fromHex(`${r}${s}1c`)), address)
  t.not(recoverAddress(hash, `0x${r}${s}1b`), address)
})

t.test('refuses signatures that have a second form', async t => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const high = (order - BigInt(`0x${s}`)).toString(16).padStart(64, '0')
  const zero = '00'.repeat(32)
  const refused = [
    `0x${r}${high}1b`,
    `0x${r}${s}`,
    `0x${r}${s}1d`,
    `0x${r}${s}02`,
    `0x${r}${s}1c00`,
    `0x${zero}${s}1c`,
    `0x${r}${zero}1c`,
    '0x',
    'nonsense',
    // No point of the curve has the x coordinate 5.
    `0x${'00'.repeat(31)}05${s}1c`,
  ]
  for (const signature of refused) {
    t.throws(() => recoverAddress(fromHex(digest), signature), { code: 'AND_MALFORMED_SIGNATURE' }, signature)
  }
  t.throws(() => recoverAddress(new Uint8Array(31), `0x${r}${s}1c`), { code: 'AND_MALFORMED_SIGNATURE' })
  t.throws(() => signTypedData(mail, new Uint8Array(32)), { code: 'AND_MALFORMED_KEY' })
  t.throws(() => addressOf(new Uint8Array(33)), { code: 'AND_MALFORMED_KEY' })
  t.throws(() => addressOf(fromHex(`02${'00'.repeat(31)}05`)), { code: 'AND_MALFORMED_KEY' })
})

t.test('addresses carry a checksum, and compare without it', async t => {
  // The examples of EIP-55.
  for (const sum of [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  ]) {
    t.ok(isAddress(sum))
    t.ok(sameAddress(sum, sum.toLowerCase()))
  }
  t.notOk(isAddress('0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'))
  t.notOk(sameAddress('', ''))
  t.notOk(sameAddress(address, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'))
})
