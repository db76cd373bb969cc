/** Opens the one storage key that belongs to a wallet, on every device. */
import { sameIdentity } from '../../../core/crypto/did.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import type { Environment } from '../../../schemas/environment.ts'
import type { Enrolment } from '../../../schemas/wallet.ts'
import { deriveStorageKeypair } from '../derive.ts'
import { type EnvironmentInput, loadEnvironment } from '../environment.ts'
import { AndironError, sdkError } from '../errors.ts'
import { type StorageKeyPair, storageKeyPairOf } from '../key-pair.ts'
import type { SoftwareWallet } from '../software-wallet.ts'
import { type KeyPrompts, openFor, type SealingReason, sealFor } from './prompts.ts'
import { readRecovery, recoveryFileOf } from './recovery.ts'
import { signInWithWallet, type WalletSession } from './wallet-session.ts'

/**
 * An account that signs messages (EIP-191) and typed data (EIP-712), of a key or a contract (ERC-1271,
 * ERC-6492).
 */
export type SigningWallet = Pick<SoftwareWallet, 'address' | 'signMessage' | 'signFn'>

interface Scene {
  readonly wallet: SigningWallet
  readonly session: WalletSession
  readonly environment: Environment
  readonly prompts: KeyPrompts
}

/**
 * Opens the storage key of any wallet. The first call enrols the wallet: under the key derived from its
 * signature; or, if its signatures differ each time or the account is a contract, under a random key that the
 * gateway stores encrypted. Later calls, also on other devices, open that key or fail. It is replaced only if
 * `prompts.giveUp` resolves. The signatures and the key stay in memory; neither key nor passphrase is sent.
 *
 * In a browser it works only on pages of the gateway, as {@link signInWithWallet}; other pages open the
 * gateway's frame.
 * @param prompts - the dialogs with the person; their errors are rethrown unchanged
 * @param environment - a name, a base URL, or the configuration of the deployment
 * @throws AndironError as `signInWithWallet` and `deriveStorageKeypair`; `AND_WALLET_ENROLLED` if another
 * device enrolled the wallet meanwhile: call again; `AND_KEY_NOT_OPENED` if the encrypted key belongs to
 * another profile
 */
export async function openStorageKeypair(
  wallet: SigningWallet,
  prompts: KeyPrompts,
  environment: EnvironmentInput,
): Promise<StorageKeyPair> {
  const known = await loadEnvironment(environment)
  const session = await signInWithWallet(wallet, known)
  const scene: Scene = { wallet, session, environment: known, prompts }
  const { enrolment } = session
  if (!enrolment) return enrol(scene)
  return enrolment.wrapped ? unlock(scene, enrolment, enrolment.wrapped) : deriveAgain(scene, enrolment)
}

/** @param replaces - the DID that the person gave up */
async function enrol(scene: Scene, replaces?: string): Promise<StorageKeyPair> {
  const { session } = scene
  if (session.account === 'contract') return enrolSealed(scene, 'contract', replaces)
  const keyPair = await derive(scene, true).catch((error: unknown) => {
    if (error instanceof AndironError && error.code === 'AND_WALLET_NOT_DETERMINISTIC') return undefined
    throw error
  })
  if (!keyPair) return enrolSealed(scene, 'differs', replaces)
  await session.enrol(keyPair, { ...(replaces !== undefined && { replaces }) })
  return keyPair
}

/** A random key that the gateway stores encrypted under a secret of its owner. */
async function enrolSealed(scene: Scene, why: SealingReason, replaces?: string): Promise<StorageKeyPair> {
  const { session, environment, prompts } = scene
  const keyPair = storageKeyPairOf(createKeyPair().privateKey, environment.didPrefix)
  const { did, privateKey } = keyPair
  const wrapped = await sealFor(prompts, why, privateKey, did)
  await session.enrol(keyPair, { wrapped, ...(replaces !== undefined && { replaces }) })
  await prompts.keepRecovery(recoveryFileOf(keyPair))
  return keyPair
}

async function deriveAgain(scene: Scene, { did }: Enrolment): Promise<StorageKeyPair> {
  const { environment, prompts } = scene
  const keyPair = await derive(scene, false)
  if (sameIdentity(keyPair.did, did, [environment.didPrefix])) return keyPair
  await prompts.giveUp(did, 'differs')
  return enrol(scene, did)
}

async function unlock(
  scene: Scene,
  { did }: Enrolment,
  wrapped: NonNullable<Enrolment['wrapped']>,
): Promise<StorageKeyPair> {
  const { session, prompts } = scene
  const { didPrefix } = scene.environment
  const opened = await openFor(prompts, wrapped, did, opening =>
    opening.way === 'lost' ? opening.way : readRecovery(opening.text, did, didPrefix),
  )
  if (opened === 'lost') {
    await prompts.giveUp(did, 'forgotten')
    return enrol(scene, did)
  }
  if (!(opened instanceof Uint8Array)) {
    const { privateKey } = opened
    await session.enrol(opened, { wrapped: await sealFor(prompts, 'recovered', privateKey, opened.did) })
    return opened
  }
  const keyPair = storageKeyPairOf(opened, didPrefix)
  // The DID is authenticated with the key. That it is the DID of this key holds only if this code encrypted
  // the key.
  if (!sameIdentity(keyPair.did, did, [didPrefix])) throw sdkError('AND_KEY_NOT_OPENED', [wrapped.way])
  return keyPair
}

/** The signature is key material: never store it. */
async function derive({ wallet, environment }: Scene, verifyDeterminism: boolean): Promise<StorageKeyPair> {
  const { address, signFn } = wallet
  const { sessionKeyPair } = await deriveStorageKeypair(signFn, address, { environment, verifyDeterminism })
  return sessionKeyPair
}
