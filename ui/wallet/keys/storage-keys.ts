/** The storage keys that this browser knows: created from a wallet once, then stored until deleted. */
import type { Environment } from '../../../schemas/environment.ts'
import { type StorageKeyPair, storageKeyPairOf } from '../../sdk/key-pair.ts'
import type { KeyPrompts } from '../../sdk/keys/prompts.ts'
import { type RecoveryFile, readRecovery } from '../../sdk/keys/recovery.ts'
import type { Vault } from './vault.ts'
import type { Wallet } from './wallet.ts'

const PREFIX = 'storage-key:'

/** A storage key that this browser knows. */
export interface KnownIdentity {
  /** The argument of `openIdentity` and `forgetIdentity`. */
  readonly name: string
  readonly did: string
}

export async function knownIdentities(vault: Vault): Promise<KnownIdentity[]> {
  const kept = await vault.list()
  return kept.filter(({ name }) => name.startsWith(PREFIX)).map(({ name, label }) => ({ name, did: label }))
}

export async function openIdentity(
  vault: Vault,
  { name }: KnownIdentity,
  { didPrefix }: Environment,
): Promise<StorageKeyPair> {
  const key = await vault.open(name)
  if (!key) throw new Error('This browser no longer has the key.')
  return storageKeyPairOf(key, didPrefix)
}

/** Creates the storage key of a wallet and stores it in this browser. @throws as `openStorageKeypair` */
export async function createIdentity(
  vault: Vault,
  wallet: Wallet,
  environment: Environment,
  person: KeyPrompts,
): Promise<StorageKeyPair> {
  // Loaded on demand: whoever has a profile here derives no key.
  const { openStorageKeypair } = await import('../../sdk/keys/enrolment.ts')
  const keyPair = await openStorageKeypair(await wallet.connect(), person, environment)
  const { did, privateKey } = keyPair
  await vault.keep({ name: `${PREFIX}${did}`, label: did }, privateKey)
  return keyPair
}

/**
 * Stores the key of a recovery file in this browser.
 * @throws AndironError `AND_NOT_A_RECOVERY_FILE`
 */
export async function bringIdentity(
  vault: Vault,
  text: string,
  { didPrefix }: Environment,
): Promise<StorageKeyPair> {
  const keyPair = readRecovery(text, didIn(text), didPrefix)
  await vault.keep({ name: `${PREFIX}${keyPair.did}`, label: keyPair.did }, keyPair.privateKey)
  return keyPair
}

/** The DID that a recovery file states. */
function didIn(text: string): string {
  try {
    return String((JSON.parse(text) as Partial<RecoveryFile>).did)
  } catch {
    return ''
  }
}

/**
 * Deletes a key from this browser only. Records and delegations are unaffected, and its wallet can derive it
 * again.
 */
export const forgetIdentity = (vault: Vault, { name }: KnownIdentity): Promise<void> => vault.forget(name)
