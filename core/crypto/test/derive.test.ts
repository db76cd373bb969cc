/** The storage key follows from the signature, exactly as the reference vector says. */

import { createHmac, hkdfSync } from 'node:crypto'
import { expand, extract } from '@noble/hashes/hkdf.js'
import t from 'tap'
import { concat, decodeUtf8, encodeUtf8, fromHex, toHex } from '../bytes.ts'
import { ORDER, sha256 } from '../curve.ts'
import {
  derivationInfo,
  deriveStorageKey,
  firstValidKey,
  normalizeWalletSignature,
  storageKeyTypedData,
} from '../derive.ts'
import { addressOf, hashTypedData, recoverAddress, signTypedData } from '../eip712.ts'
import { keyPairOf } from '../keys.ts'
import hkdf from './fixtures/hkdf.json' with { type: 'json' }
import vector from './fixtures/key-derivation.json' with { type: 'json' }

const { authMessage, userSecret: secret, signature } = vector
const wallet = keyPairOf(fromHex(vector.ethereumPrivateKey))
const typedData = storageKeyTypedData(authMessage, { domainName: vector.domain.name })

t.test('HKDF is that of RFC 5869', async t => {
  for (const { ikm, salt, info, prk, okm } of hkdf.cases) {
    const key = extract(sha256, fromHex(ikm), fromHex(salt))
    t.equal(toHex(key), prk)
    t.equal(toHex(expand(sha256, key, fromHex(info), okm.length / 2)), okm)
  }
})

t.test('every step of the reference vector', async t => {
  t.equal(addressOf(wallet.publicKey), vector.address)
  t.equal(typedData.primaryType, vector.primaryType)
  t.same(typedData.domain, vector.domain)
  t.equal(toHex(hashTypedData(typedData)), vector.typedDataHash)
  t.equal(signTypedData(typedData, wallet.privateKey), `0x${signature}`)
  t.equal(recoverAddress(fromHex(vector.typedDataHash), signature), vector.address)
  t.equal(decodeUtf8(derivationInfo(authMessage)), vector.info)
  const ikm = concat(encodeUtf8(secret), fromHex(signature))
  const prk = createHmac('sha256', vector.salt).update(ikm).digest()
  const okm = createHmac('sha256', prk).update(vector.info).update(Uint8Array.of(1)).digest('hex')
  t.equal(okm, vector.privateKey, 'as two HMACs by OpenSSL')
  const privateKey = deriveStorageKey({ signature, secret, authMessage })
  t.equal(toHex(privateKey), vector.privateKey)
  const { publicKey, did } = keyPairOf(privateKey)
  t.equal(toHex(publicKey), vector.publicKey)
  t.equal(did, vector.did)
})

t.test('another name of the domain or the type is another signature', async t => {
  const hash = (...names: Parameters<typeof storageKeyTypedData>[1][]) =>
    toHex(hashTypedData(storageKeyTypedData(authMessage, ...names)))
  t.same(storageKeyTypedData(authMessage).domain, { name: 'Andiron Health Wallet', version: '1.0' })
  t.not(hash(), vector.typedDataHash)
  t.not(hash({ domainName: vector.domain.name, primaryType: 'Other' }), vector.typedDataHash)
})

t.test('another secret, context or key id is another key', async t => {
  const inputs = [
    { signature, secret, authMessage },
    { signature, secret: `${secret} `, authMessage },
    { signature, secret, authMessage: { ...authMessage, context: 'other' } },
    { signature, secret, authMessage: { ...authMessage, keyId: '2' } },
  ]
  t.equal(new Set(inputs.map(input => toHex(deriveStorageKey(input)))).size, inputs.length)
})

t.test('the order of the members of an auth message does not matter, nor do further members', async t => {
  const shuffled = { keyId: authMessage.keyId, more: 1, context: authMessage.context }
  t.equal(toHex(deriveStorageKey({ signature, secret, authMessage: shuffled })), vector.privateKey)
  t.equal(
    toHex(hashTypedData(storageKeyTypedData(shuffled, { domainName: vector.domain.name }))),
    vector.typedDataHash,
  )
})

t.test('every way a wallet writes one signature derives one key', async t => {
  const rs = signature.slice(0, 128)
  const high = (ORDER - BigInt(`0x${signature.slice(64, 128)}`)).toString(16).padStart(64, '0')
  const twin = signature.slice(0, 64) + high
  for (const literal of [
    `0x${rs}1c`,
    `${rs}01`,
    `${rs.toUpperCase()}1C`,
    `${twin}1b`,
    `0x${twin}00`,
    fromHex(signature),
  ]) {
    t.equal(toHex(normalizeWalletSignature(literal)), signature)
    t.equal(toHex(deriveStorageKey({ signature: literal, secret, authMessage })), vector.privateKey)
  }
})

t.test('refuses malformed input', async t => {
  const derive = (change: object) => () => deriveStorageKey({ signature, secret, authMessage, ...change })
  const rs = signature.slice(0, 128)
  const zero = '00'.repeat(32)
  const order = ORDER.toString(16)
  for (const other of [
    '',
    'zz',
    rs,
    `${rs}1d`,
    `${signature}00`,
    `${zero}${zero}1b`,
    `${rs.slice(0, 64)}${order}1b`,
    `${order}${rs.slice(64)}1b`,
  ]) {
    t.throws(derive({ signature: other }), { code: 'AND_MALFORMED_SIGNATURE' }, other)
  }
  for (const other of [{}, { context: 'a' }, { context: 'a', keyId: 1 }, { context: null, keyId: '1' }]) {
    t.throws(derive({ authMessage: other }), { code: 'AND_MALFORMED_AUTH_MESSAGE' })
  }
  t.throws(derive({ secret: '\udc00' }), { code: 'AND_MALFORMED_ENCODING' })
})

t.test('a candidate that is no key is derived from again, counting from one', async t => {
  const info = derivationInfo(authMessage)
  const candidate = new Uint8Array(32).fill(0xff)
  const retry = (input: Uint8Array, counter: number) =>
    new Uint8Array(
      hkdfSync(
        'sha256',
        concat(input, Uint8Array.of(0, 0, counter >> 8, counter & 0xff)),
        info,
        'SECP256K1_RETRY',
        32,
      ),
    )
  const first = retry(candidate, 1)
  t.same(
    firstValidKey(candidate, info),
    first,
    'the curve order refuses the candidate, and its successor is a key',
  )
  t.same(firstValidKey(new Uint8Array(32), info), retry(new Uint8Array(32), 1), 'zero is no key either')
  const third = retry(retry(first, 2), 3)
  t.same(
    firstValidKey(candidate, info, key => toHex(key) === toHex(third)),
    third,
  )
  let expected = candidate
  for (let counter = 1; counter <= 300; counter++) expected = retry(expected, counter)
  t.same(
    firstValidKey(candidate, info, key => toHex(key) === toHex(expected)),
    expected,
    'the counter has four bytes',
  )
})

t.test('gives up after a thousand attempts', async t => {
  let attempts = -1
  const never = () => {
    attempts++
    return false
  }
  t.throws(() => firstValidKey(new Uint8Array(32), derivationInfo(authMessage), never), {
    code: 'AND_KEY_DERIVATION_FAILED',
    message: 'failed to generate valid key',
  })
  t.equal(attempts, 1000)
  let left = 1000
  t.doesNotThrow(() => firstValidKey(new Uint8Array(32), derivationInfo(authMessage), () => left-- === 0))
})
