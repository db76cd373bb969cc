/**
 * Opens a profile with a passkey alone, on any device that has it. The passkey acts as a wallet: a key that derives
 * from its `prf` signs in, and the enrolment of that wallet has the storage key, encrypted under another key that
 * derives from it.
 */
import { encodeUtf8 } from '../../../core/crypto/bytes.ts'
import { sameIdentity } from '../../../core/crypto/did.ts'
import type { Environment } from '../../../schemas/environment.ts'
import { sdkError } from '../errors.ts'
import { type StorageKeyPair, storageKeyPairOf } from '../key-pair.ts'
import { createSoftwareWallet } from '../software-wallet.ts'
import { createPasskey, prfOf, unnamedPasskey } from './passkey.ts'
import { signInWithWallet, type WalletSession } from './wallet-session.ts'
import { unwrapKey, wrapKeyUnder } from './wrapped-key.ts'

/** 32 bytes, the same for every passkey: a new device knows nothing of one before it answers. */
const SALT = new Uint8Array(encodeUtf8('andiron passkey of a profile, v1'))

/**
 * Creates a passkey that opens the profile from now on.
 * @param name - of the profile, by which the device lists the passkey
 * @throws AndironError `AND_NO_PASSKEY`, and as `signInWithWallet`
 * @throws DOMException if the person declines
 */
export async function addPasskey(
  keyPair: StorageKeyPair,
  environment: Environment,
  name = unnamedPasskey(keyPair.did),
): Promise<void> {
  const passkey = await createPasskey(SALT, name)
  const session = await sessionOf(passkey.secret, environment)
  const wrapped = await wrapKeyUnder(keyPair.privateKey, keyPair.did, SALT, passkey)
  await session.enrol(keyPair, { wrapped })
}

/**
 * The profile of a passkey that the person chooses; undefined if it opens none.
 * @throws AndironError `AND_NO_PASSKEY`, `AND_KEY_NOT_OPENED`, and as `signInWithWallet`
 * @throws DOMException if the person declines
 */
export async function openByPasskey(environment: Environment): Promise<StorageKeyPair | undefined> {
  const secret = await prfOf(undefined, SALT)
  const { enrolment } = await sessionOf(secret, environment)
  if (!enrolment?.wrapped) return undefined
  const { did, wrapped } = enrolment
  const key = await unwrapKey(wrapped, did, { way: 'passkey' }, secret)
  const keyPair = storageKeyPairOf(key, environment.didPrefix)
  // The DID is authenticated with the key; that it is the DID of this key holds only if this code encrypted it.
  if (!sameIdentity(keyPair.did, did, [environment.didPrefix]))
    throw sdkError('AND_KEY_NOT_OPENED', ['passkey'])
  return keyPair
}

async function sessionOf(secret: Uint8Array<ArrayBuffer>, environment: Environment): Promise<WalletSession> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const info = new Uint8Array(encodeUtf8('andiron wallet of a passkey'))
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: SALT, info }
  const key = new Uint8Array(await crypto.subtle.deriveBits(derivation, material, 256))
  return signInWithWallet(createSoftwareWallet(key), environment)
}
