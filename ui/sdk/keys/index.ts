/**
 * @andiron/sdk/keys: the storage key of any wallet, including those from whose signature no key can be
 * derived.
 */
export type { Enrolment, WrappedKey } from '../../../schemas/wallet.ts'
export { type ApplicationKeyAbout, openApplicationKey, sealApplicationKey } from './application-key-file.ts'
export { openStorageKeypair, type SigningWallet } from './enrolment.ts'
export { hasPasskeys } from './has-passkeys.ts'
export {
  type KeyPrompts,
  type Loss,
  type Opening,
  type OpenQuestion,
  passphrasePrompts,
  type SealingReason,
  type SealQuestion,
} from './prompts.ts'
export { type RecoveryFile, readRecovery, recoveryFileOf } from './recovery.ts'
export { signInWithWallet, type WalletSession } from './wallet-session.ts'
export { type Sealing, SHORTEST_PASSPHRASE, unwrapKey, wrapKey } from './wrapped-key.ts'
