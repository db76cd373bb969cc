/** The storage keys that this browser knows: created from a wallet once, then stored until deleted. */
import { decodeUtf8, encodeUtf8 } from '../../../core/crypto/bytes.ts'
import type { Environment } from '../../../schemas/environment.ts'
import { uids } from '../../../schemas/uids.ts'
import type { WrappedKey } from '../../../schemas/wallet.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { hasPasskeys } from '../../sdk/keys/has-passkeys.ts'
import type { KeyPrompts } from '../../sdk/keys/prompts.ts'
import type { RecoveryFile } from '../../sdk/keys/recovery.ts'
import { words } from '../shell/language/page-texts.ts'
import { Said } from '../shell/run-action.ts'
import type { Label } from './avatar.tsx'
import { SOFTWARE_WALLET } from './software-wallet.ts'
import type { Vault } from './vault.ts'
import type { Wallet } from './wallet.ts'

const PREFIX = 'storage-key:'
const MEMORY = 'memory:'

/** A storage key that this browser knows. */
export interface KnownIdentity {
  /** The argument of `openIdentity` and `forgetIdentity`. */
  readonly name: string
  readonly did: string
  /** Empty for a profile that was not opened here since browsers remember it. */
  readonly memory: Memory
}

/** The label, wallet and last use of a profile, stored in this browser and encrypted like its key. */
export interface Memory extends Label {
  /** The time of its last opening here: ISO 8601. */
  readonly usedAt?: string
  /** The wallet that opened it here; not the one of this browser. */
  readonly wallet?: {
    readonly name: string
    /** The secret that the wallet alone does not replace. */
    readonly lock?: WrappedKey['way']
  }
  /** The codes of the chosen units of measurements, by their lists. */
  readonly units?: Readonly<Record<string, string>>
}

/** The identity of a DID, as this browser stores it. */
export const identityOf = (did: string): KnownIdentity => ({
  ...{ name: `${PREFIX}${did}`, did, memory: {} },
})

/** The profile that was used last is the first one. */
export async function knownIdentities(vault: Vault): Promise<KnownIdentity[]> {
  const kept = (await vault.list()).filter(({ name }) => name.startsWith(PREFIX))
  const known = await Promise.all(
    kept.map(async ({ name, label: did }) => ({ name, did, memory: await memoryOf(vault, did) })),
  )
  const timeOf = ({ memory }: KnownIdentity): number => Date.parse(memory.usedAt ?? '') || 0
  return known.sort((one, other) => timeOf(other) - timeOf(one))
}

/** Empty if there is none, or if it cannot be opened: the key is what matters. */
async function memoryOf(vault: Vault, did: string): Promise<Memory> {
  const kept = await vault.open(`${MEMORY}${did}`).catch(() => undefined)
  return kept ? (JSON.parse(decodeUtf8(kept)) as Memory) : {}
}

/**
 * Changes what this browser remembers of a profile that it knows, and returns all of it. `undefined` removes a
 * member.
 */
export async function rememberIdentity(
  vault: Vault,
  did: string,
  changes: { readonly [Name in keyof Memory]: Memory[Name] | undefined },
): Promise<Memory> {
  // A change can be late: nothing of a removed profile is kept.
  const isKnown = (await vault.list()).some(({ name }) => name === identityOf(did).name)
  if (!isKnown) return {}
  const text = JSON.stringify({ ...(await memoryOf(vault, did)), ...changes })
  await vault.replace({ name: `${MEMORY}${did}`, label: did }, encodeUtf8(text))
  return JSON.parse(text) as Memory
}

export async function openIdentity(
  vault: Vault,
  { name }: KnownIdentity,
  { didPrefix }: Pick<Environment, 'didPrefix'>,
): Promise<StorageKeyPair> {
  const key = await vault.open(name)
  if (!key) throw new Said(() => words.keyGone)
  const { storageKeyPairOf } = await import('../../sdk/key-pair.ts')
  return storageKeyPairOf(key, didPrefix)
}

/**
 * Creates the storage key of a wallet and stores it in this browser, which remembers the wallet.
 * @throws as `openStorageKeypair`
 */
export async function createIdentity(
  vault: Vault,
  wallet: Wallet,
  environment: Environment,
  person: KeyPrompts,
): Promise<StorageKeyPair> {
  const account = await wallet.connect()
  let lock: WrappedKey['way'] | undefined
  const note = <T extends { readonly way: string }>(answer: T): T => {
    lock = answer.way === 'passkey' || answer.way === 'passphrase' ? answer.way : undefined
    return answer
  }
  const prompts: KeyPrompts = {
    ...person,
    sealWith: async question => note(await person.sealWith(question)),
    openWith: async question => note(await person.openWith(question)),
  }
  // Loaded on demand: whoever has a profile here derives no key.
  const { openStorageKeypair } = await import('../../sdk/keys/enrolment.ts')
  const keyPair = await openStorageKeypair(account, prompts, environment)
  await keep(vault, keyPair)
  if (wallet.id !== SOFTWARE_WALLET)
    await rememberIdentity(vault, keyPair.did, { wallet: { name: wallet.name, ...(lock && { lock }) } })
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
  const { readRecovery } = await import('../../sdk/keys/recovery.ts')
  const keyPair = readRecovery(text, didIn(text), didPrefix)
  await keep(vault, keyPair)
  await rememberIdentity(vault, keyPair.did, { recoverySaved: new Date().toISOString() })
  return keyPair
}

/**
 * Stores the key of the profile that a passkey opens in this browser.
 * @throws Said if it opens none; and as `openByPasskey`
 */
export async function bringByPasskey(vault: Vault, environment: Environment): Promise<StorageKeyPair> {
  const { openByPasskey } = await import('../../sdk/keys/passkey-profile.ts')
  const keyPair = await openByPasskey(environment)
  if (!keyPair) throw new Said(() => words.passkeyOpensNone)
  await keep(vault, keyPair)
  return keyPair
}

/** True if a passkey can open a profile in this deployment and this browser. */
export const canUsePasskeys = ({ collections }: Environment): boolean =>
  Object.values(collections).includes(uids.Enrolment) && hasPasskeys()

const keep = (vault: Vault, { did, privateKey }: StorageKeyPair): Promise<Uint8Array> =>
  vault.keep({ name: identityOf(did).name, label: did }, privateKey)

/** The DID that a recovery file states. */
function didIn(text: string): string {
  try {
    return String((JSON.parse(text) as Partial<RecoveryFile>).did)
  } catch {
    return ''
  }
}

/**
 * Deletes a key from this browser only, with the copy of its profile. Records and delegations are unaffected, and its
 * wallet can derive it again.
 */
export async function forgetIdentity(vault: Vault, { name, did }: KnownIdentity): Promise<void> {
  // First, while the profile is still listed: what fails can be tried again. Loaded on demand: the wallet frame forgets
  // nothing.
  await (await import('./profile-copies.ts')).forgetCopy(did)
  await vault.forget(`${MEMORY}${did}`)
  await vault.forget(name)
}
