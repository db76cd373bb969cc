/** The keys of applications: derived from the controlling wallet, then stored in this browser. */
import { sameIdentity } from '../../../core/crypto/did.ts'
import type { Environment } from '../../../schemas/environment.ts'
import type { Application, ControlKey } from '../../sdk/applications.ts'
import { deriveApplicationKeypair } from '../../sdk/derive.ts'
import { AndironError } from '../../sdk/errors.ts'
import { type StorageKeyPair, storageKeyPairOf } from '../../sdk/key-pair.ts'
import type { Vault } from '../keys/vault.ts'
import { words } from '../shell/language/page-texts.ts'
import { Said } from '../shell/run-action.ts'

const PREFIX = 'application-key:'

/** The ids of the applications whose keys this browser has. */
export async function knownApplications(vault: Vault): Promise<readonly string[]> {
  const kept = await vault.list()
  return kept.filter(({ name }) => name.startsWith(PREFIX)).map(({ name }) => name.slice(PREFIX.length))
}

/** The key of an application, if this browser has it and can open it; otherwise derive it again. */
export async function openApplicationKey(
  vault: Vault,
  { applicationId, did }: Application,
  { didPrefix }: Environment,
): Promise<StorageKeyPair | undefined> {
  const key = await vault.open(`${PREFIX}${applicationId}`).catch(() => undefined)
  if (!key) return undefined
  const keyPair = storageKeyPairOf(key, didPrefix)
  return sameIdentity(keyPair.did, did, [didPrefix]) ? keyPair : undefined
}

/**
 * Derives the key that an application was registered with, and stores it. The signature behind it is key
 * material and is never stored.
 * @throws Said with instructions, if the wallet's signature gives no key
 */
export async function recoverApplicationKey(
  vault: Vault,
  { applicationId, did }: Application,
  control: ControlKey,
  environment: Environment,
): Promise<StorageKeyPair> {
  const keyPair = await deriveKey(applicationId, control, environment)
  if (!sameIdentity(keyPair.did, did, [environment.didPrefix]))
    throw new Said(() => words.otherKey({ id: applicationId }))
  await keepApplicationKey(vault, applicationId, keyPair)
  return keyPair
}

/** Derives the key of an application from its control key. */
export async function deriveKey(
  applicationId: string,
  { signFn, address }: ControlKey,
  environment: Environment,
): Promise<StorageKeyPair> {
  try {
    return (await deriveApplicationKeypair(signFn, address, applicationId, { environment })).sessionKeyPair
  } catch (error) {
    if (error instanceof AndironError && FOREIGN.includes(error.code))
      throw new Said(() => words.noKeyFollows)
    throw error
  }
}

/** The signature is not by a key with this address. */
const FOREIGN: readonly string[] = ['AND_WALLET_MISMATCH', 'AND_WALLET_NOT_SUPPORTED']

export async function keepApplicationKey(
  vault: Vault,
  applicationId: string,
  { did, privateKey }: StorageKeyPair,
): Promise<void> {
  // The wallet always derives the same key, so overwriting loses nothing.
  await vault.replace({ name: `${PREFIX}${applicationId}`, label: did }, privateKey)
}

export const forgetApplicationKey = (vault: Vault, applicationId: string): Promise<void> =>
  vault.forget(`${PREFIX}${applicationId}`)
