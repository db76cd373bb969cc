/** The storage key of a person: derived from their wallet once, then kept in this browser. */
import type { Environment } from '../../../schemas/environment.ts'
import { deriveStorageKeypair } from '../../sdk/derive.ts'
import { type StorageKeyPair, storageKeyPairOf } from '../../sdk/key-pair.ts'
import type { Vault } from './vault.ts'
import type { Wallet } from './wallet.ts'

const PREFIX = 'storage-key:'

/** A storage key that this browser knows. */
export interface KnownIdentity {
  /** What `openIdentity` and `forgetIdentity` take. */
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
  if (!key) throw new Error('This browser does not have the key any more.')
  return storageKeyPairOf(key, didPrefix)
}

/**
 * Derives the storage key from the wallet, which signs twice so that a wallet is refused whose signatures differ. The signature
 * is key material: nothing keeps it.
 */
export async function deriveIdentity(
  vault: Vault,
  wallet: Wallet,
  environment: Environment,
): Promise<StorageKeyPair> {
  const account = await wallet.connect()
  const sign = account.signTypedData.bind(account)
  const { sessionKeyPair } = await deriveStorageKeypair(sign, account.address, { environment })
  const { did, privateKey } = sessionKeyPair
  await vault.keep({ name: `${PREFIX}${did}`, label: did }, privateKey)
  return sessionKeyPair
}
