/** From a wallet to the one storage key that belongs to it, on every device. */
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

/** An account that signs messages (EIP-191) and typed data (EIP-712): of a key, or of a contract (ERC-1271, ERC-6492). */
export type SigningWallet = Pick<SoftwareWallet, 'address' | 'signMessage' | 'signFn'>

interface Scene {
  readonly wallet: SigningWallet
  readonly session: WalletSession
  readonly environment: Environment
  readonly prompts: KeyPrompts
}

/**
 * The storage key of a wallet, of whichever kind. The first time, the wallet is enrolled: under the key that follows from its signature,
 * or, where it signs differently each time or is a contract, under a random key that the gateway keeps sealed. Later, and on other devices, it
 * is that key or none: another one takes its place only where `prompts.giveUp` resolves. The signatures and the key stay in memory;
 * neither key nor passphrase is sent.
 *
 * In a browser it works on pages of the gateway alone, as {@link signInWithWallet}; pages of others open the gateway's frame.
 * @param environment - as of every operation: a name, a base URL, or what is known of the deployment
 * @throws AndironError as `signInWithWallet` and `deriveStorageKeypair`; `AND_WALLET_ENROLLED` when another device enrolled the wallet
 * meanwhile: call again; `AND_KEY_NOT_OPENED` when the sealed key is that of another profile. What `prompts` throw comes out as it is
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

/** A random key, kept by the gateway under what only its owner has. */
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
  // The DID is authenticated with the key; that it is the DID of this key is only so where the key was sealed by this code.
  if (!sameIdentity(keyPair.did, did, [didPrefix])) throw sdkError('AND_KEY_NOT_OPENED', [wrapped.way])
  return keyPair
}

/** The signature is key material: nothing keeps it. */
async function derive({ wallet, environment }: Scene, verifyDeterminism: boolean): Promise<StorageKeyPair> {
  const { address, signFn } = wallet
  const { sessionKeyPair } = await deriveStorageKeypair(signFn, address, { environment, verifyDeterminism })
  return sessionKeyPair
}
