/** English texts of prompts, generated from ui/languages by fhir/generate: do not edit. */
import type { Formats } from '../../shell/language/formats.ts'
import type { Prompts } from '../parts.ts'

export default (w: Formats): Prompts => ({
  sealTitle: 'How do you want to unlock your key?',
  sealReason: v => `${w.select(v.why, { differs: 'This wallet signs the same message differently each time, so the key of your profile cannot be derived from its signature. A random key was created instead. Choose how to unlock it. The service keeps it encrypted, and cannot open it.', contract: 'This wallet is a contract, so no key can be derived from its signature. A random key was created instead. Choose how to unlock it. The service keeps it encrypted, and cannot open it.', recovered: 'The key is restored. Choose how to unlock it from now on.', other: 'Choose how to unlock the wallet in this browser.' })}`,
  passphraseShort: v => `A passphrase has at least ${w.number(v.least)} characters; four or five random words are good.`,
  passphrasesDiffer: 'The two passphrases are not the same.',
  passkey: 'A passkey',
  passkeyAbout: 'works on the devices that share your passkeys',
  passphrase: 'A passphrase',
  passphraseAgain: 'The same passphrase again',
  usePassphrase: 'Use this passphrase',
  usePassphraseAbout: 'nobody can recover it for you',
  openTitle: 'Open your key',
  usePasskey: 'Use your passkey',
  yourPassphrase: 'Your passphrase',
  open: 'Open',
  orRecovery: 'Or the recovery file of this profile',
  lostAll: 'I have lost all of them',
  recoveryTitle: 'Your recovery file',
  recoveryAbout: 'This file restores your profile if you lose your passphrase or passkey. Anyone with the file can open your profile: keep it in a safe place outside this browser.',
  saveRecovery: 'Save the recovery file',
  goOn: 'Continue',
  giveUpTitle: 'Your profile cannot be opened here',
  giveUpAbout: v => `${w.select(v.loss, { differs: 'This wallet no longer derives the key of your profile. Nothing is lost: a browser that knows the profile still opens it, and so may an earlier version of the wallet.', other: 'Without passphrase, passkey or recovery file, only a browser that already knows the profile can open it.' })}`,
  giveUpSure: 'I give up this profile. The new one will be empty.',
  startNew: 'Start a new profile',
})
