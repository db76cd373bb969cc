/**
 * Storage keys of every kind of wallet, from Node: encrypted keys, recovery files, and enrolment at a real
 * gateway.
 */
import t, { type Test } from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { gateway } from '../../../plugins/test/fixtures/actors.ts'
import { contractWallet, hedgingWallet } from '../../../plugins/test/fixtures/wallets.ts'
import { chain } from '../../../plugins/wallets/test/fixtures/chain.ts'
import type { WalletSession } from '../../../schemas/wallet.ts'
import { createSoftwareWallet, deriveStorageKeypair, storageKeyPairOf } from '../index.ts'
import {
  hasPasskeys,
  type KeyPrompts,
  type Opening,
  openStorageKeypair,
  passphrasePrompts,
  type RecoveryFile,
  readRecovery,
  recoveryFileOf,
  signInWithWallet,
  unwrapKey,
  type WrappedKey,
  wrapKey,
} from '../keys/index.ts'
import { openFor } from '../keys/prompts.ts'
import { json, server, type TestServer } from './fixtures/server.ts'

const PREFIX = 'did:nil:'
const PASSPHRASE = 'correct horse battery staple'
const profile = storageKeyPairOf(createKeyPair().privateKey)
const { did, privateKey } = profile
const passphrase = (text: string) => ({ way: 'passphrase', passphrase: text }) as const

t.test('a key that is sealed under a passphrase', async t => {
  const wrapped = await wrapKey(privateKey, did, passphrase('Zu viele Köche'))
  t.match(wrapped, { version: 1, way: 'passphrase', iterations: 600_000 })
  t.notMatch(JSON.stringify(wrapped), 'Köche')
  t.same(await unwrapKey(wrapped, did, passphrase('Zu viele Köche')), privateKey)
  t.same(
    await unwrapKey(wrapped, did, passphrase('Zu viele Köche'.normalize('NFD'))),
    privateKey,
    'typed on another keyboard',
  )
  const refused = { code: 'AND_KEY_NOT_OPENED', message: /not the passphrase/ }
  await t.rejects(unwrapKey(wrapped, did, passphrase('zu viele Köche')), refused)
  await t.rejects(unwrapKey(wrapped, did, { way: 'passkey' }), refused)
  await t.rejects(unwrapKey(wrapped, createKeyPair().did, passphrase('Zu viele Köche')), refused)
  const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  const tampered: object[] = [
    { salt: flipped(wrapped.salt) },
    { iv: flipped(wrapped.iv) },
    { sealed: flipped(wrapped.sealed) },
    { iterations: 600_001 },
    { iterations: 1 },
    { iterations: 1e12 },
    { iterations: Number.NaN },
    { version: 2 },
    { way: 'passkey' },
    { way: '__proto__' },
    { salt: '\0' },
    { iv: '' },
    { sealed: '' },
    { sealed: '\ud800' },
    { sealed: 'A'.repeat(100_000) },
  ]
  for (const change of tampered)
    await t.rejects(
      unwrapKey({ ...wrapped, ...change } as WrappedKey, did, passphrase('Zu viele Köche')),
      { code: 'AND_KEY_NOT_OPENED' },
      JSON.stringify(change).slice(0, 40),
    )
})

t.test('a key is sealed under nothing that is short, no text, or not there', async t => {
  for (const short of ['', 'hunter2', '🦊'.repeat(11)])
    await t.rejects(wrapKey(privateKey, did, passphrase(short)), {
      code: 'AND_PASSPHRASE_TOO_SHORT',
      message: 'A passphrase has at least 12 characters',
    })
  await t.rejects(wrapKey(privateKey, did, passphrase(`\ud800${PASSPHRASE}`)), {
    code: 'AND_MALFORMED_ENCODING',
  })
  t.notOk(hasPasskeys(), 'Node has none')
  await t.rejects(wrapKey(privateKey, did, { way: 'passkey' }), { code: 'AND_NO_PASSKEY' })
  for (const odd of [`\0${PASSPHRASE}`, 'constructor __proto__', 'a'.repeat(100_000)]) {
    const wrapped = await wrapKey(privateKey, did, passphrase(odd))
    t.same(await unwrapKey(wrapped, did, passphrase(odd)), privateKey)
  }
})

t.test('a recovery file gives back its own profile alone', async t => {
  const text = JSON.stringify(recoveryFileOf(profile))
  t.same(readRecovery(text, did, PREFIX).privateKey, privateKey)
  t.throws(() => readRecovery(text, createKeyPair().did, PREFIX), { code: 'AND_OTHER_RECOVERY_FILE' })
  for (const other of ['', '{}', 'null', text.replace('recovery', 'else'), text.slice(0, -9)])
    t.throws(() => readRecovery(other, did, PREFIX), {
      ...{ code: 'AND_NOT_A_RECOVERY_FILE', message: 'This is not a recovery file' },
    })
})

t.test('a person is asked until an answer works, and a program once', async t => {
  const wrapped = await wrapKey(privateKey, did, passphrase('a right one!'))
  const failures: (Error | undefined)[] = []
  const openings: Opening[] = [{ way: 'lost' }, passphrase('a wrong one!'), passphrase('a right one!')]
  const person = {
    async openWith({ failure }) {
      failures.push(failure)
      return openings.shift() as Opening
    },
  } as Pick<KeyPrompts, 'openWith'> as KeyPrompts
  t.same(await openFor(person, wrapped, did), privateKey)
  const refused = { code: 'AND_KEY_NOT_OPENED' }
  t.match(failures, [undefined, refused, refused])
  await t.rejects(openFor(passphrasePrompts('a wrong one!', ignore), wrapped, did), refused)
})

t.test('a gateway, and wallets of which no key can be derived', async t => {
  const evm = await chain(t, 31_337)
  const app = await gateway(t, { plugins: { wallets: { chain: { id: 31_337, url: evm.url } } } })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  app.gateway.baseUrl = url
  const environment = { apiBaseUrl: url }

  await t.test('one that signs differently each time has one key on every device', async t => {
    const wallet = hedgingWallet(createKeyPair())
    await t.rejects(deriveStorageKeypair(wallet.signFn, wallet.address), {
      code: 'AND_WALLET_NOT_DETERMINISTIC',
      message: /openStorageKeypair of @andiron\/sdk\/keys/,
    })
    const kept: RecoveryFile[] = []
    const keep = async (file: RecoveryFile) => void kept.push(file)
    const first = await openStorageKeypair(wallet, passphrasePrompts(PASSPHRASE, keep), url)
    t.equal(kept.length, 1)
    t.equal(readRecovery(JSON.stringify(kept[0]), first.did, PREFIX).did, first.did)

    const second = await openStorageKeypair(wallet, passphrasePrompts(PASSPHRASE, keep), environment)
    t.equal(second.did, first.did)
    t.same(second.privateKey, first.privateKey)
    t.equal(kept.length, 1, 'the file is offered once')

    await t.rejects(openStorageKeypair(wallet, passphrasePrompts('a wrong passphrase', keep), url), {
      code: 'AND_KEY_NOT_OPENED',
    })

    const prompts: KeyPrompts = {
      sealWith: async () => passphrase('another passphrase'),
      openWith: async ({ failure }) => {
        t.notOk(failure)
        return { way: 'file', text: JSON.stringify(kept[0]) }
      },
      keepRecovery: keep,
      giveUp: async () => void t.fail('nothing is given up'),
    }
    t.equal((await openStorageKeypair(wallet, prompts, url)).did, first.did, 'by the recovery file')
    const again = passphrasePrompts('another passphrase', keep)
    t.equal((await openStorageKeypair(wallet, again, url)).did, first.did)
    await t.rejects(openStorageKeypair(wallet, passphrasePrompts(PASSPHRASE, keep), url), {
      code: 'AND_KEY_NOT_OPENED',
    })

    await t.test('and nobody who changes what the gateway sends gets another', async t => {
      const changes = [
        (wrapped: WrappedKey) => ({
          ...wrapped,
          sealed: wrapped.sealed.replace(/^./, first => (first === '-' ? '_' : '-')),
        }),
        (wrapped: WrappedKey) => ({ ...wrapped, iterations: 1e9 }),
      ]
      for (const change of changes) {
        const proxy = await between(t, url, session => ({
          ...session,
          enrolment: {
            did: session.enrolment?.did ?? '',
            wrapped: change(session.enrolment?.wrapped as WrappedKey),
          },
        }))
        await t.rejects(openStorageKeypair(wallet, again, proxy.url), { code: 'AND_KEY_NOT_OPENED' })
        t.notOk(proxy.requests.some(({ method }) => method === 'PUT'))
      }
    })
  })

  await t.test('one that begins to sign differently keeps its profile', async t => {
    const wallet = hedgingWallet(createKeyPair())
    wallet.hedges = false
    const { did } = await openStorageKeypair(wallet, passphrasePrompts(PASSPHRASE, ignore), url)
    wallet.hedges = true
    await t.rejects(openStorageKeypair(wallet, passphrasePrompts(PASSPHRASE, ignore), url), {
      ...{ code: 'AND_WALLET_KEY_CHANGED', message: new RegExp(did) },
    })
    wallet.hedges = false
    t.equal((await openStorageKeypair(wallet, passphrasePrompts(PASSPHRASE, ignore), url)).did, did)
  })

  await t.test('contract accounts, deployed or not yet', async t => {
    for (const account of [await evm.deployed(createKeyPair()), evm.foreseen(createKeyPair())]) {
      const wallet = contractWallet(account)
      const { did } = await openStorageKeypair(wallet, passphrasePrompts(PASSPHRASE, ignore), url)
      const again = await openStorageKeypair(wallet, passphrasePrompts(PASSPHRASE, ignore), url)
      t.equal(again.did, did)
    }
  })

  await t.test('of eight devices that enrol one at once, all end with one key', async t => {
    const wallet = hedgingWallet(createKeyPair())
    const prompts = passphrasePrompts(PASSPHRASE, ignore)
    const opened = await Promise.allSettled(
      Array.from({ length: 8 }, () => openStorageKeypair(wallet, prompts, url)),
    )
    const dids = new Set(opened.flatMap(each => (each.status === 'fulfilled' ? [each.value.did] : [])))
    t.equal(dids.size, 1)
    for (const each of opened)
      if (each.status === 'rejected') t.match(each.reason, { code: 'AND_WALLET_ENROLLED' })
    t.ok(dids.has((await openStorageKeypair(wallet, prompts, url)).did))
  })

  await t.test('the message of another service is not signed', async t => {
    const wallet = createSoftwareWallet()
    const signed: string[] = []
    const watched = {
      address: wallet.address,
      signMessage: (message: string) => {
        signed.push(message)
        return wallet.signMessage(message)
      },
    }
    const messages: ((message: string) => unknown)[] = [
      message => message.replace(/^\S+/, 'profile.example'),
      message => message.replace(/^\S+/, '127.0.0.1.profile.example'),
      message => message.replace(wallet.address, `0x${'5a'.repeat(20)}`),
      message => `\n${message}`,
      () => 'I hand over everything.',
      () => null,
    ]
    for (const change of messages) {
      const proxy = await server(t, (response, { body }) => {
        const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
        fetch(`${url}/api/wallet/message`, sent)
          .then(answer => answer.json() as Promise<{ message: string }>)
          .then(answer => json(response, 200, { ...answer, message: change(answer.message) }))
      })
      await t.rejects(signInWithWallet(watched, proxy.url), { code: 'AND_WRONG_SIGN_IN' })
    }
    t.same(signed, [])
    t.match(await signInWithWallet(watched, url.replace('127.0.0.1', 'localhost')), { account: 'key' })
    t.equal(signed.length, 1)
  })
})

const ignore = async () => {}

/** A man in the middle who changes wallet sessions. */
const between = (t: Test, url: string, change: (session: WalletSession) => object): Promise<TestServer> =>
  server(t, async (response, { method, url: path, body }) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method, ...(body && { headers, body }) })
    const read = (await answer.json()) as WalletSession
    json(response, answer.status, path === '/api/wallet/session' ? change(read) : read)
  })
