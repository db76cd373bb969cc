/** Keys derive from a wallet, and cannot leak by accident. */
import { inspect } from 'node:util'
import t from 'tap'
import { fromHex, toHex } from '../../../core/crypto/bytes.ts'
import { ORDER } from '../../../core/crypto/curve.ts'
import { hashTypedData, signTypedData } from '../../../core/crypto/eip712.ts'
import { verifyJwt } from '../../../core/crypto/jwt.ts'
import vector from '../../../core/crypto/test/fixtures/key-derivation.json' with { type: 'json' }
import {
  createJWTForStorageKeys,
  createSoftwareWallet,
  deriveApplicationKeypair,
  deriveStorageKeypair,
  storageKeyPairOf,
} from '../index.ts'
import { canonicalSignature } from '../wallet-signature.ts'
import { restlessWallet, wallet, walletThat } from './fixtures/wallet.ts'

const { ethereumPrivateKey, userSecret: secret, domain } = vector
const alice = wallet(ethereumPrivateKey)
const signed = {
  ...{ domain: { name: 'Test' }, primaryType: 'Note', message: { text: 'hello' } },
  types: { Note: [{ name: 'text', type: 'string' }] },
}
const options = { secret, domainName: domain.name }

t.test('derives the key of the reference vector', async t => {
  const { address, signFn, requests } = wallet(ethereumPrivateKey)
  const session = await deriveStorageKeypair(signFn, address.toLowerCase(), options)
  const { sessionKeyPair, authorizationProof, authorizedBy, signature } = session
  t.equal(toHex(sessionKeyPair.privateKey), vector.privateKey)
  t.equal(sessionKeyPair.did, vector.did)
  t.equal(sessionKeyPair.toDidString(), vector.did)
  t.equal(signature, `0x${vector.signature}`)
  t.equal(authorizedBy, vector.address)
  t.equal(toHex(hashTypedData(authorizationProof)), vector.typedDataHash)
  t.equal(requests.length, 2, 'the wallet signs twice the first time')
  t.same(requests[0]?.types['EIP712Domain'], [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
  ])
})

t.test('another primary type is another key', async t => {
  const { primaryType, signature, privateKey, did } = vector.otherPrimaryType
  const session = await deriveStorageKeypair(alice.signFn, alice.address, { ...options, primaryType })
  t.equal(session.authorizationProof.primaryType, primaryType)
  t.equal(session.signature, `0x${signature}`)
  t.equal(toHex(session.sessionKeyPair.privateKey), privateKey)
  t.equal(session.sessionKeyPair.did, did)
  const usual = { ...options, primaryType: 'SessionKeyAuthorization' }
  t.equal((await deriveStorageKeypair(alice.signFn, alice.address, usual)).sessionKeyPair.did, vector.did)
  for (const wrong of ['', 'A B', 'Mail(string a)', 'EIP712Domain', 'string', 'bytes32', 'ключ', '\0', null])
    await t.rejects(deriveStorageKeypair(alice.signFn, alice.address, { primaryType: wrong as string }), {
      code: 'AND_INVALID_PRIMARY_TYPE',
    })
})

t.test('asks for one signature when the wallet is known to repeat it', async t => {
  const { address, signFn, requests } = wallet(ethereumPrivateKey)
  const { sessionKeyPair } = await deriveStorageKeypair(signFn, address, {
    ...options,
    verifyDeterminism: false,
  })
  t.equal(sessionKeyPair.did, vector.did)
  t.equal(requests.length, 1)
})

t.test('refuses a wallet that does not repeat its signature', async t => {
  const { address, signFn } = restlessWallet(ethereumPrivateKey)
  await t.rejects(deriveStorageKeypair(signFn, address), {
    code: 'AND_WALLET_NOT_DETERMINISTIC',
    message: /could not be derived again.*would be lost/,
  })
  const first = await deriveStorageKeypair(signFn, address, { verifyDeterminism: false })
  const second = await deriveStorageKeypair(signFn, address, { verifyDeterminism: false })
  t.not(first.sessionKeyPair.did, second.sessionKeyPair.did, 'because each time it is another key')
})

t.test('takes the twin of a signature for the same', async t => {
  const high = walletThat(ethereumPrivateKey, typedData => {
    const signature = signTypedData(typedData, fromHex(ethereumPrivateKey))
    const s = (ORDER - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    return `${signature.slice(0, 66)}${s}${signature.endsWith('1b') ? '01' : '00'}`
  })
  const { sessionKeyPair, signature } = await deriveStorageKeypair(high.signFn, high.address, options)
  t.equal(sessionKeyPair.did, vector.did)
  t.equal(signature, `0x${vector.signature}`)
})

t.test('refuses the signature of another account', async t => {
  const { signFn } = wallet('01'.repeat(32))
  await t.rejects(deriveStorageKeypair(signFn, alice.address), { code: 'AND_WALLET_MISMATCH' })
})

t.test('refuses a signature that is not that of a key', async t => {
  for (const signature of ['0x', '0x1234', `0x${'ab'.repeat(96)}`, 'no']) {
    const { signFn, address } = walletThat(ethereumPrivateKey, () => signature)
    await t.rejects(deriveStorageKeypair(signFn, address), { code: 'AND_WALLET_NOT_SUPPORTED' })
  }
})

t.test("lets a wallet's own refusal through", async t => {
  const { signFn, address } = walletThat(ethereumPrivateKey, () => {
    throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  })
  await t.rejects(deriveStorageKeypair(signFn, address), { code: 4001 })
})

t.test('each application, secret, domain and prefix has a key or name of its own', async t => {
  const derive = async (...rest: [string?, object?]) => {
    const [applicationId, more] = rest
    const { sessionKeyPair } = applicationId
      ? await deriveApplicationKeypair(alice.signFn, alice.address, applicationId, more)
      : await deriveStorageKeypair(alice.signFn, alice.address, more)
    return sessionKeyPair.did
  }
  const complete = {
    version: '1',
    network: 'test',
    apiBaseUrl: 'http://localhost:1',
    nodes: [],
    builderDid: vector.did,
    collections: {},
    fileScheme: 'andiron',
    didPrefix: 'did:own:',
    eip712Domain: { name: domain.name, version: '1.0' },
  }
  const dids = [
    await derive(),
    await derive(undefined, { secret }),
    await derive(undefined, { domainName: 'Another Wallet' }),
    await derive(undefined, { authMessage: { keyId: '2' } }),
    await derive('1'),
    await derive('sleep-study'),
    await derive('sleep-study', { secret }),
  ]
  t.equal(new Set(dids).size, dids.length)
  t.equal(await derive('1'), dids[4])
  t.equal(
    await derive(undefined, { secret, environment: complete }),
    vector.did.replace('did:nil:', 'did:own:'),
    'the environment names the domain and the prefix',
  )
})

t.test('neither key nor signature gets out by accident', async t => {
  const session = await deriveStorageKeypair(alice.signFn, alice.address, options)
  const copies = [
    JSON.stringify(session),
    JSON.stringify(session.sessionKeyPair),
    inspect(session, { depth: 9 }),
    inspect({ ...session }, { depth: 9 }),
    inspect(structuredClone(session.sessionKeyPair)),
    String(session.sessionKeyPair),
  ]
  for (const copy of copies) {
    t.notMatch(copy, vector.signature)
    t.notMatch(copy, vector.privateKey)
    t.notMatch(copy, [...session.sessionKeyPair.privateKey].join(','))
    t.notMatch(copy, [...session.sessionKeyPair.privateKey].join(', '))
  }
})

t.test('a kept private key is the same key pair again', async t => {
  const { privateKey, did } = storageKeyPairOf(vector.privateKey)
  t.equal(did, vector.did)
  t.equal(storageKeyPairOf(privateKey).did, vector.did)
  t.equal(storageKeyPairOf(privateKey, 'did:own:').did, vector.did.replace('nil', 'own'))
  t.throws(() => storageKeyPairOf('00'.repeat(32)), { code: 'AND_MALFORMED_KEY' })
  t.throws(() => storageKeyPairOf('zz'), { code: 'AND_MALFORMED_ENCODING' })
})

t.test('a wallet in software has a key of its own, or a new one', async t => {
  t.equal(createSoftwareWallet(ethereumPrivateKey).address, vector.address)
  t.not(createSoftwareWallet().address, createSoftwareWallet().address)
})

t.test('the signature of a key has one form, that of a contract stays as it is', async t => {
  const hash = hashTypedData(signed)
  const signature = signTypedData(signed, fromHex(ethereumPrivateKey))
  const [rs, v] = [signature.slice(0, -2), Number.parseInt(signature.slice(-2), 16)]
  const zeroBased = `${rs}0${v - 27}`
  t.equal(canonicalSignature(zeroBased, hash, vector.address), signature)
  const contract = `0x${'5a'.repeat(20)}`
  for (const taken of [zeroBased, signature, `0x${'00'.repeat(64)}01`, `0x${'ab'.repeat(200)}`])
    t.equal(canonicalSignature(taken, hash, contract), taken)
})

t.test('makes the token that a gateway verifies', async t => {
  const session = await deriveStorageKeypair(alice.signFn, alice.address, options)
  const now = Date.now() / 1000
  const audience = 'https://profile.example'
  for (const signer of [session, session.sessionKeyPair]) {
    const token = createJWTForStorageKeys(signer, {
      scopes: ['vouch'],
      audience,
      applicationId: 'sleep-study',
      subject: vector.did,
      lifetime: 60,
    })
    const { claims } = verifyJwt(token, { now, audience })
    t.match(claims, {
      iss: vector.did,
      sub: vector.did,
      aud: audience,
      applicationId: 'sleep-study',
      scopes: ['vouch'],
    })
    t.equal(claims.exp - claims.iat, 60)
  }
  const plain = verifyJwt(createJWTForStorageKeys(session, { scopes: ['write'] }), { now })
  t.equal(plain.claims.exp - plain.claims.iat, 3600)
  t.notOk('aud' in plain.claims || 'sub' in plain.claims || 'applicationId' in plain.claims)
})
