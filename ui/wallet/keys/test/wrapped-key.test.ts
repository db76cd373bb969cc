/** Sealed keys and recovery files: what opens them, and what does not. */
import t from 'tap'
import { createKeyPair } from '../../../../core/crypto/keys.ts'
import { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { type Opening, openFor, type Person, sealFor } from '../person.ts'
import { readRecovery, recoveryFileOf } from '../recovery.ts'
import { NotOpened, unwrapKey, wrapKey } from '../wrapped-key.ts'

const PREFIX = 'did:nil:'
const profile = new StorageKeyPair(createKeyPair().privateKey)
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
  await t.rejects(unwrapKey(wrapped, did, passphrase('zu viele Köche')), NotOpened)
  await t.rejects(unwrapKey(wrapped, createKeyPair().did, passphrase('Zu viele Köche')), NotOpened)
  await t.rejects(
    unwrapKey({ ...wrapped, iterations: 600_001 }, did, passphrase('Zu viele Köche')),
    NotOpened,
  )
})

t.test('a recovery file gives back its own profile alone', async t => {
  const text = JSON.stringify(recoveryFileOf(profile))
  t.same(readRecovery(text, did, PREFIX).privateKey, privateKey)
  t.throws(() => readRecovery(text, createKeyPair().did, PREFIX), { message: /another profile/ })
  for (const other of ['', '{}', 'null', text.replace('recovery', 'else'), text.slice(0, -9)])
    t.throws(() => readRecovery(other, did, PREFIX), { message: 'This is not a recovery file.' })
})

t.test('a person is asked until what they say is right', async t => {
  const failures: string[] = []
  const openings: Opening[] = [passphrase('a wrong one'), passphrase('a right one')]
  const person = {
    async sealWith() {
      return passphrase('a right one')
    },
    async openWith({ failure }) {
      failures.push(failure)
      return openings.shift() ?? passphrase('a right one')
    },
  } as Pick<Person, 'sealWith' | 'openWith'> as Person
  const wrapped = await sealFor(person, 'browser', privateKey, did)
  t.same(await openFor(person, wrapped, did), privateKey)
  t.match(failures, ['', /not the passphrase/])
  t.same(openings, [])
})
