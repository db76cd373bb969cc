/**
 * A wallet in this browser, for people who have none: a random key in the vault, optionally protected by a
 * passphrase or a passkey.
 */
import { decodeUtf8, encodeUtf8 } from '../../../core/crypto/bytes.ts'
import type { WrappedKey } from '../../../schemas/wallet.ts'
import { type KeyPrompts, openFor, sealFor } from '../../sdk/keys/prompts.ts'
import { words } from '../shell/language/page-texts.ts'
import { Said } from '../shell/run-action.ts'
import type { Vault } from './vault.ts'
import type { Wallet } from './wallet.ts'

/** The id of the wallet of this browser. */
export const SOFTWARE_WALLET = 'andiron.software'

const NAME = 'software-wallet'
const KEY_BYTES = 32

/** Signs typed data. Loaded on demand, because a profile that is known here needs no wallet. */
const walletOf = async (key: Uint8Array) =>
  (await import('../../sdk/software-wallet.ts')).createSoftwareWallet(key)

/** The protection of this browser's wallet; with `none`, anyone with access to the browser can use it. */
export type Protection = 'none' | WrappedKey['way']

export const hasSoftwareWallet = (vault: Vault): boolean => vault.has(NAME)

/** The protection of the wallet; `undefined` if there is no wallet yet. */
export async function softwareWalletProtection(vault: Vault): Promise<Protection | undefined> {
  const kept = await vault.open(NAME)
  return kept && (wrappedIn(kept)?.way ?? 'none')
}

/**
 * The wallet, created on first use. If the browser's data is lost, the key and the profile are lost; the page
 * warns first.
 * @param lock - protects a new wallet with a secret of the person's choice
 */
export function softwareWallet(vault: Vault, person: KeyPrompts, lock = false): Wallet {
  return {
    id: SOFTWARE_WALLET,
    name: words.thisBrowser,
    async connect() {
      const kept = await vault.open(NAME)
      return walletOf(kept ? await open(kept, vault, person) : await create(vault, person, lock))
    },
  }
}

/** Protects the wallet's key with a new secret of the person's choice. @throws TurnedBack */
export async function protectSoftwareWallet(vault: Vault, person: KeyPrompts): Promise<void> {
  const key = await opened(vault, person)
  const { address } = await walletOf(key)
  const wrapped = await sealFor(person, 'browser', key, address)
  await vault.replace({ name: NAME, label: address }, encodeUtf8(JSON.stringify(wrapped)))
}

/** Removes the protection of the wallet. @throws TurnedBack */
export async function unprotectSoftwareWallet(vault: Vault, person: KeyPrompts): Promise<void> {
  const key = await opened(vault, person)
  await vault.replace({ name: NAME, label: (await walletOf(key)).address }, key)
}

/** Deletes the wallet permanently. */
export const forgetSoftwareWallet = (vault: Vault): Promise<void> => vault.forget(NAME)

async function create(vault: Vault, person: KeyPrompts, lock: boolean): Promise<Uint8Array> {
  const { createKeyPair } = await import('../../../core/crypto/keys.ts')
  const { privateKey } = createKeyPair()
  const { address } = await walletOf(privateKey)
  const secret = lock
    ? encodeUtf8(JSON.stringify(await sealFor(person, 'browser', privateKey, address)))
    : privateKey
  const kept = await vault.keep({ name: NAME, label: address }, secret)
  // Another tab was faster: use its key.
  return kept === secret ? privateKey : open(kept, vault, person)
}

async function opened(vault: Vault, person: KeyPrompts): Promise<Uint8Array> {
  const kept = await vault.open(NAME)
  if (!kept) throw new Said(() => words.noWalletHere)
  return open(kept, vault, person)
}

async function open(kept: Uint8Array, vault: Vault, person: KeyPrompts): Promise<Uint8Array> {
  const wrapped = wrappedIn(kept)
  if (!wrapped) return kept
  const label = (await vault.list()).find(({ name }) => name === NAME)?.label ?? ''
  return openFor(person, wrapped, label)
}

const wrappedIn = (kept: Uint8Array): WrappedKey | undefined =>
  kept.length === KEY_BYTES ? undefined : (JSON.parse(decodeUtf8(kept)) as WrappedKey)
