/** Wallets: contract accounts verified on their chain, sign-in with a wallet, and enrolments. */
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { hashMessage as hashOfViem, hexToBytes } from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { keyIdOf } from '../../../core/crypto/did.ts'
import { hashMessage } from '../../../core/crypto/eip191.ts'
import { addressOf, hashTypedData, signHash } from '../../../core/crypto/eip712.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { registrationTypedData } from '../../../schemas/application.ts'
import { uids } from '../../../schemas/uids.ts'
import type { WalletMessage, WalletSession } from '../../../schemas/wallet.ts'
import {
  anApplication,
  bearer,
  gateway,
  now,
  registrationOf,
  sendRequest,
} from '../../test/fixtures/actors.ts'
import { chain } from './fixtures/chain.ts'

const CHAIN = 31_337
const owner = createKeyPair()
const thief = createKeyPair()

interface Signer {
  readonly address: string
  sign(hash: Uint8Array): string
}

const keyOf = ({ publicKey, privateKey }: KeyPair): Signer => ({
  address: addressOf(publicKey),
  sign: hash => signHash(hash, privateKey),
})

/** Registers an application that the account controls. */
function registerFrom(app: FastifyInstance, { address, sign }: Signer) {
  const study = anApplication()
  const { signature: _, ...body } = registrationOf(study, { controlAddress: address })
  const signature = sign(hashTypedData(registrationTypedData(body, 'Andiron Health Wallet')))
  return sendRequest(app, 'POST', '/api/application', bearer(study.keyPair, ['write:application']), {
    ...body,
    signature,
  })
}

const messageFor = async (app: FastifyInstance, { address }: Pick<Signer, 'address'>) =>
  (await sendRequest(app, 'POST', '/api/wallet/message', {}, { address })).json() as WalletMessage

async function signInWith(app: FastifyInstance, signer: Signer, by: Signer = signer) {
  const { nonce, message } = await messageFor(app, signer)
  return sendRequest(
    app,
    'POST',
    '/api/wallet/session',
    {},
    { nonce, signature: by.sign(hashMessage(message)) },
  )
}

t.test('contract accounts', async t => {
  const evm = await chain(t, CHAIN)
  const app = await gateway(t, { plugins: { wallets: { chain: { id: CHAIN, url: evm.url } } } })
  const accounts = { deployed: await evm.deployed(owner), 'not yet deployed': evm.foreseen(owner) }

  for (const [state, account] of Object.entries(accounts)) {
    await t.test(`that are ${state} register applications and sign in`, async t => {
      const answer = await registerFrom(app, account)
      t.equal(answer.statusCode, 201, answer.body)
      t.match(answer.json(), { controlAddress: account.address })
      const session = await signInWith(app, account)
      t.match(session.json(), { account: 'contract' })
    })
    await t.test(`that are ${state} are not spoken for by another key`, async t => {
      const { address } = account
      const stranger = state === 'deployed' ? await evm.deployed(thief) : evm.foreseen(thief)
      for (const signer of [keyOf(thief), stranger]) {
        const answer = await registerFrom(app, { address, sign: signer.sign })
        t.match(answer.json(), { status: 403, code: 'AND_WRONG_CONTROL_KEY' })
        t.notMatch(answer.json().detail, /configured/, 'the contract was asked')
        t.match((await signInWith(app, account, signer)).json(), { status: 403, code: 'AND_WRONG_WALLET' })
      }
    })
  }
  await t.test('stand beside accounts with a key of their own, for which no chain is asked', async t => {
    t.equal((await registerFrom(app, keyOf(owner))).statusCode, 201)
  })

  await t.test('are refused while the chain cannot be asked, and nothing tells its URL', async t => {
    await evm.stop()
    const answer = await registerFrom(app, accounts.deployed)
    t.match(answer.json(), { status: 503, code: 'AND_CHAIN_UNREACHABLE' })
    t.notMatch(answer.body, 'key-of-the-operator')
    t.match((await signInWith(app, accounts['not yet deployed'])).json(), {
      status: 503,
      code: 'AND_CHAIN_UNREACHABLE',
    })
    t.equal((await registerFrom(app, keyOf(owner))).statusCode, 201)
  })
})

t.test('contract accounts are refused, with a word for the operator', async t => {
  await t.test('where no chain is configured', async t => {
    const evm = await chain(t, CHAIN)
    const app = await gateway(t)
    t.match((await registerFrom(app, evm.foreseen(owner))).json(), {
      status: 422,
      code: 'AND_CHAIN_REQUIRED',
      detail: /the plugin 'wallets'/,
    })
    t.match((await registerFrom(app, await evm.deployed(owner))).json(), {
      status: 403,
      code: 'AND_WRONG_CONTROL_KEY',
      detail: /the plugin 'wallets'/,
    })
  })
  await t.test('where the endpoint is of another chain', async t => {
    const evm = await chain(t, 1)
    const app = await gateway(t, { plugins: { wallets: { chain: { id: CHAIN, url: evm.url } } } })
    t.match((await registerFrom(app, await evm.deployed(owner))).json(), {
      status: 503,
      code: 'AND_CHAIN_UNREACHABLE',
    })
  })
})

t.test('signing in with a wallet', async t => {
  const app = await gateway(t)
  const alice = keyOf(createKeyPair())

  await t.test('signs a message of EIP-4361 that names service, account, chain, nonce and time', async t => {
    const before = Date.now()
    const { nonce, message, expiresAt } = await messageFor(app, { address: alice.address.toLowerCase() })
    const read = parseSiweMessage(message)
    t.match(read, {
      ...{ domain: new URL(app.gateway.baseUrl).host, uri: app.gateway.baseUrl, version: '1' },
      ...{ address: alice.address, chainId: 1, nonce, expirationTime: new Date(expiresAt) },
    })
    t.ok(validateSiweMessage({ message: read, address: alice.address as never, nonce, time: new Date() }))
    t.ok(Number(read.issuedAt) >= before)
    t.equal(Number(read.expirationTime) - Number(read.issuedAt), 300_000)
    t.same(hashMessage(message), hexToBytes(hashOfViem(message)))
    t.same(hashMessage('ünïcode 🔥'), hexToBytes(hashOfViem('ünïcode 🔥')))
  })

  await t.test('opens a session that says whose wallet it is', async t => {
    const answer = await signInWith(app, alice)
    t.equal(answer.statusCode, 201, answer.body)
    t.match(answer.json(), { address: alice.address, account: 'key', token: /^[\w-]{43}$/ })
    t.notOk('enrolment' in answer.json())
    t.match(answer.headers, { 'cache-control': 'no-store' })
  })

  await t.test('takes a message once, from its wallet, and only one that was given', async t => {
    const { nonce, message } = await messageFor(app, alice)
    const signature = alice.sign(hashMessage(message))
    const post = (body: object) => sendRequest(app, 'POST', '/api/wallet/session', {}, body)
    t.equal((await post({ nonce, signature })).statusCode, 201)
    t.match((await post({ nonce, signature })).json(), { status: 400, code: 'AND_UNKNOWN_SIGN_IN' })
    t.match((await post({ nonce: 'ab'.repeat(16), signature })).json(), { code: 'AND_UNKNOWN_SIGN_IN' })
    t.match((await signInWith(app, alice, keyOf(thief))).json(), { status: 403, code: 'AND_WRONG_WALLET' })
    const other = await messageFor(app, alice)
    t.match((await post({ nonce: other.nonce, signature })).json(), { code: 'AND_WRONG_WALLET' })
  })

  await t.test('is for the pages of this service', async t => {
    const { headers } = await app.inject({
      method: 'POST',
      url: '/api/wallet/message',
      headers: { origin: 'https://study.example' },
      body: { address: alice.address },
    })
    t.notOk(headers['access-control-allow-origin'])
  })
})

t.test('enrolling a wallet', async t => {
  const app = await gateway(t)
  const alice = keyOf(createKeyPair())
  const first = createKeyPair()
  const second = createKeyPair()
  const wrapped = {
    ...{ version: 1, way: 'passphrase', salt: 'A'.repeat(43), iterations: 600_000 },
    ...{ iv: 'A'.repeat(16), sealed: 'A'.repeat(64) },
  }
  const sessionOf = async (signer: Signer) => (await signInWith(app, signer)).json() as WalletSession
  const proofOf = (keyPair: KeyPair, scopes = ['enrol']) =>
    createSelfSignedJwt({ keyPair, scopes, now: now(), lifetime: 60 })
  const enrol = async (signer: Signer, keyPair: KeyPair, more: object = {}) =>
    sendRequest(
      app,
      'PUT',
      '/api/wallet/enrolment',
      { authorization: `Bearer ${(await sessionOf(signer)).token}` },
      { did: keyPair.did, proof: proofOf(keyPair), ...more },
    )

  await t.test('needs a session', async t => {
    for (const authorization of ['', `Bearer ${'x'.repeat(43)}`]) {
      const answer = await sendRequest(
        app,
        'PUT',
        '/api/wallet/enrolment',
        { authorization },
        { did: first.did, proof: proofOf(first) },
      )
      t.match(answer.json(), { status: 401, code: 'AND_NO_WALLET_SESSION' })
    }
  })

  await t.test('needs the storage key itself', async t => {
    for (const proof of [proofOf(second), proofOf(first, ['write']), 'no token'])
      t.match((await enrol(alice, first, { proof })).json(), {
        status: 403,
        code: 'AND_WRONG_ENROLMENT_PROOF',
      })
  })

  await t.test('is written down once, and told to whoever signs in with it', async t => {
    t.match((await enrol(alice, first)).json(), { did: first.did })
    t.match(await sessionOf(alice), { enrolment: { did: first.did } })
    t.notOk((await sessionOf(keyOf(createKeyPair()))).enrolment)
    t.match((await enrol(alice, second)).json(), { status: 409, code: 'AND_WALLET_ENROLLED' })
  })

  await t.test('keeps a sealed key, which can be sealed anew', async t => {
    t.match((await enrol(alice, first, { wrapped })).json(), { wrapped })
    const again = { ...wrapped, iv: 'B'.repeat(16) }
    t.equal((await enrol(alice, first, { wrapped: again })).statusCode, 200)
    t.match((await sessionOf(alice)).enrolment, { did: first.did, wrapped: again })
    const weak = await enrol(alice, first, { wrapped: { ...wrapped, iterations: 1000 } })
    t.equal(weak.statusCode, 400)
  })

  await t.test('gives way to another key only when the person gives the old one up', async t => {
    const wrong = await enrol(alice, second, { replaces: createKeyPair().did })
    t.match(wrong.json(), { status: 409, code: 'AND_WALLET_ENROLLED' })
    t.equal((await enrol(alice, second, { replaces: first.did })).statusCode, 200)
    t.match(await sessionOf(alice), { enrolment: { did: second.did } })
  })

  await t.test('is forgotten with the profile', async t => {
    const carol = keyOf(createKeyPair())
    const profile = createKeyPair()
    await enrol(carol, profile, { wrapped })
    await enrol(carol, profile, { wrapped: { ...wrapped, iv: 'C'.repeat(16) } })
    const key = keyIdOf(profile.did)
    const kept = () => app.gateway.records.count(uids.WrappedKey, { key })
    t.equal(await kept(), 1, 'one that was sealed anew is gone')
    const departing = { key, did: profile.did, askedAt: new Date() }
    const context = { app, caller: { ...departing, scopes: [] }, log: app.log, now: new Date() }
    await app.gateway.hooks.run('deleteProfile', departing, context)
    t.equal(await kept(), 0)
    t.notOk((await sessionOf(carol)).enrolment)
  })

  await t.test('at once on several devices ends with one profile', async t => {
    const bob = keyOf(createKeyPair())
    const answers = await Promise.all(Array.from({ length: 4 }, () => enrol(bob, createKeyPair())))
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 409, 409, 409])
  })
})
